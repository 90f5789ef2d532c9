#!/usr/bin/env node
/*!
 * Copyright(c) 2020 Nobody
 * MIT Licensed
 */

/**
 * Definitions of JavaScript in awkward forms.
 *
 * Not code: class Fake {} function fake() {} require("fake").
 */

'use strict';

// function commented() {}
const text = "function inAString() {} class InAString {}";
const template = `function inATemplate() {} ${call(function () { return require("inside"); })}`;
const pattern = /function inARegex() {}/;

/** The most that is kept. */
const LIMIT = 10, lower = 1;
export const exported = { a: 1 }, EXPORTED_TOO = [1, 2];
export let counter = 0;

/** Adds. */
function add(a, b = "){", { c, d } = {}, ...rest) {
  const LOCAL = 1;
  function inner() {}
  const arrow = () => LOCAL;
  return inner;
}

export async function* generate() {}
export default function main() {}

const arrow = (x) => x * 2;
const curried = (a) => (b) => a + b;
export const asyncArrow = async ({ a, b }) => {
  if (a) { for (const x of b) { while (x) {} } }
};
var old = function named() {}, second = function* () {};
let later;
later = function () {};
const Expression = class Inner { method() {} };

/**
 * A class.
 */
@decorator({ on: true })
export class Shape extends mixin(Base) {
  static MAX = 10;
  static count = 0;
  #secret = 1;
  // Holds a function.
  handler = (event) => { this.#secret = event; };
  static make = function () {};

  static { Shape.count = 1; }

  /** Makes one. */
  constructor(a) {
    super(a);
    this.bound = () => a;
  }

  get size() { return 1; }
  set size(value) {}
  static of(...all) { return new Shape(all); }
  async *[Symbol.asyncIterator]() {}
  'quoted name'() {}
  #hidden() {}
  if() {}
  nested() {
    return class Deep { deepest() {} };
  }
}

class Unexported {} class SameLine { one() {} two() {} }

// Before classes.
function Old(name) {
  this.name = name;
  this.greet = function () { return name; };
}
/** Says it. */
Old.prototype.say = function say(word) {};
Old.prototype.later = (a) => a;
Old.create = function (name) { return new Old(name); };
Other.prototype = {
  constructor: Other,
  shorthand() {},
  pair: function () {},
};
app.use = function use(fn) {};
deep.er.still = () => {};
element.onclick = function () {};
window.reload = function () {};

exports.first = function (a) {};
module.exports.second = async () => {};
module.exports = {
  add,
  third: function () {},
  fourth() {},
  get fifth() { return 5; },
  sixth: (a) => a,
  seventh: 7,
};

const api = {
  fetch() {},
  cancel: () => {},
  nested: { notAMember() {} },
};

emitter.on('event', function onEvent() {});
emitter.on('event', function () {});
(function immediately() {})();
setTimeout(() => {}, 1);

if (LIMIT) {
  function conditional() {}
}

const Component = () => <div onClick={() => 1}>function inText() {'{}'}</div>;
