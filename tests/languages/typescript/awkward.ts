/**
 * @file Definitions of TypeScript in awkward forms.
 */

// interface Commented {}
const text: string = "interface InAString {}";

/** A name. */
export type Name<T = unknown> = T extends string ? { get(): T } : never;
export type Methods = { run(a: number): void; value: string };

/** What can be drawn. */
export interface Drawable<T extends object> extends Base, Other<T> {
  readonly width: number;
  callback: (a: number) => void;
  (call: string): string;
  new (construct: string): Drawable<T>;
  [key: string]: unknown;
  /** Draws it. */
  draw(context: T): void;
  draw(context: T, scale?: number): Promise<void>;
  get area(): number;
  "~quoted"(): void;
}

export const enum Direction { Up = "UP", Down = Up, Left }
declare enum Ambient { One }

@Component({ selector: "class Fake {}" })
export abstract class Shape<T = {}> extends Parent<T> implements Drawable<T>, Other {
  static readonly MAX: number = 1;
  declare field: string;
  private handler = async (event: Event): Promise<void> => {};
  abstract area(): number;
  protected abstract get label(): string;

  constructor(private readonly a: string);
  constructor(private readonly a: string, public b?: number) { super(); }

  @Input() decorated<K extends keyof T>(@Inject() key: K): T[K] { return null!; }
  overloaded(a: string): void;
  overloaded(a: number): void;
  overloaded(a: unknown): void {}
  override async *generate(): AsyncGenerator<T> {}
  static #hidden<T>(this: T): asserts this is T {}
  get value(): T | undefined { return undefined; }
}

export default class extends Shape { unnamed(): void {} }
class Box<T> { private map = new Map<string, Array<T>>(); get<K>(k: K): T { return this.map as any; } }

export function overload(a: string): string;
export function overload(a: number): number;
/** The implementation. */
export function overload(a: any): any { return a; }
export async function generic<const T, U extends T[]>(
  a: T,
  ...rest: U
): Promise<Record<string, (typeof rest)[number]>> { return {} as any; }
function guard(x: unknown): x is string { return typeof x === "string"; }

export const arrow = <T,>(x: T): T => x;
const typed: (a: number) => void = (a) => { type Local = string; interface LocalToo {} };
export const constant = satisfied satisfies Name;
const cast = <any>"text";

export namespace Outer.Inner {
  export const inside = 1;
  export function member(): void {}
  export class Held {}
}
module Legacy { function old() {} }
declare module "external" {
  export function declared(a: string): void;
  const VERSION: string;
  export default declared;
}
declare global {
  interface Window { extra: string; method(): void }
  var __flag: boolean;
}
declare function ambient(): void;
declare class Declared { method(): void; static create(): Declared; }
declare const DEFINED: boolean;

export { arrow as renamed };
export = Shape;
