// SPDX-License-Identifier: MIT
/** Gauges: the newest value of a measurement with its unit and its state. */

import { parseFrame, type Frame } from "./index.js";

/** The fields of a frame that a gauge can show. */
export type Measurement = Exclude<keyof Frame, "station" | "seconds">;

/** How worrying a value is. */
export enum State {
  Missing = "missing",
  Normal = "normal",
  Alarm = "alarm",
}

/** What a gauge needs to know of its measurement. */
export interface Scale {
  readonly unit: string;
  readonly low: number;
  readonly high: number;
}

/** The usual range of each measurement; outside of it a gauge shows an alarm. */
export const SCALES: Readonly<Record<Measurement, Scale>> = {
  celsius: { unit: "°C", low: 0, high: 30 },
  humidity: { unit: "%", low: 20, high: 98 },
  pressure: { unit: "hPa", low: 980, high: 1045 },
};

type Listener<T> = (value: T) => void;

/** A value that tells its listeners when it changes. */
export class Observable<T> {
  readonly #listeners = new Set<Listener<T>>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (value === this.#value) return;
    this.#value = value;
    this.#listeners.forEach((listener) => listener(value));
  }

  /** Call `listener` after every change; the result ends that. */
  subscribe(listener: Listener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Shows one measurement of the readings that it is given. */
export class Gauge extends Observable<number | null> {
  constructor(readonly measurement: Measurement) {
    super(null);
  }

  get state(): State {
    if (this.value === null) return State.Missing;
    const { low, high } = SCALES[this.measurement];
    return this.value < low || this.value > high ? State.Alarm : State.Normal;
  }

  /** Take the value of a reading, given as a frame or as its sentence. */
  update(reading: Frame): void;
  update(reading: string): void;
  update(reading: Frame | string): void {
    const frame = typeof reading === "string" ? parseFrame(reading) : reading;
    this.value = frame[this.measurement];
  }

  toString(): string {
    return this.value === null ? "–" : `${this.value} ${SCALES[this.measurement].unit}`;
  }
}

/** Make a gauge for each measurement. */
export const gauges = (): Gauge[] =>
  (Object.keys(SCALES) as Measurement[]).map((measurement) => new Gauge(measurement));
