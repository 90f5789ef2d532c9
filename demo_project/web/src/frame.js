// SPDX-License-Identifier: MIT
/** Weather sentences: one reading of one station, as it comes over the wire. */

const POLYNOMIAL = 0x07;

const GRAMMAR =
  /^WX,([A-Z]{3}[0-9]{2}),([0-9]{1,10}),(-?[0-9]{1,3}\.[0-9])?,([0-9]{1,3})?,([0-9]{1,4}\.[0-9])?$/;

const encoder = new TextEncoder();

/**
 * One reading; a measurement is `null` where its sensor failed.
 *
 * @typedef {object} Frame
 * @property {string} station three capital letters and two digits
 * @property {number} seconds since 1970-01-01 UTC
 * @property {number | null} celsius air temperature
 * @property {number | null} humidity relative, in percent
 * @property {number | null} pressure in hectopascal
 */

/** A sentence was refused; `kind` says why. */
export class FrameError extends Error {
  /**
   * @param {"envelope" | "crc" | "fields"} kind
   * @param {string} sentence
   */
  constructor(kind, sentence) {
    super(`${kind}: ${sentence}`);
    this.name = "FrameError";
    this.kind = kind;
  }
}

/**
 * Return the CRC-8 of a text's UTF-8 bytes, with the initial value 0.
 *
 * @param {string} text
 * @returns {number}
 */
export function crc8(text) {
  let crc = 0;
  for (const byte of encoder.encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = ((crc << 1) ^ (crc & 0x80 ? POLYNOMIAL : 0)) & 0xff;
    }
  }
  return crc;
}

/** Two capital hexadecimal digits. */
const hex = (/** @type {number} */ byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** The number in `text`, or `null` for no text. */
const measurement = (/** @type {string | undefined} */ text) => (text ? Number(text) : null);

/**
 * Read a sentence without its line end.
 *
 * @param {string} sentence
 * @returns {Frame}
 * @throws {FrameError} when the sentence is damaged
 */
export function parseFrame(sentence) {
  if (sentence.length < 4 || sentence[0] !== "$" || sentence.at(-3) !== "*") {
    throw new FrameError("envelope", sentence);
  }
  const body = sentence.slice(1, -3);
  if (sentence.slice(-2) !== hex(crc8(body))) {
    throw new FrameError("crc", sentence);
  }
  const match = GRAMMAR.exec(body);
  if (!match) {
    throw new FrameError("fields", sentence);
  }
  const [, station, seconds, celsius, humidity, pressure] = match;
  return {
    station,
    seconds: Number(seconds),
    celsius: measurement(celsius),
    humidity: measurement(humidity),
    pressure: measurement(pressure),
  };
}
