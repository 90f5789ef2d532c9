// Every way to import.
import "./side-effect.js";
import plain from "./plain.js";
import * as all from './all.js';
import {
  one,
  two as zwei, // a comment
  default as three,
  "quoted name" as four,
} from "./many.js";
import five, { six } from "five";
import seven, * as eight from "seven";
import data from "./data.json" with { type: "json" };
export { nine, ten as zehn } from "./nine.js";
export { default } from "./default.js";
export { default as Named } from "./named.js";
export * from "./star.js";
export * as namespace from "./namespace.js";
export { five };

const fs = require("fs");
const { readFile, writeFile: write, other = 1, ...rest } = require('node:fs');
const {
  join,
} = require("path");
var a = require("./a"), b = require("./b").part;
const called = require("./called")(1, 2);
require("./effect");
module.exports = require("./whole");
if (fs) {
  const lazy = await import("./lazy.js");
  const { piece } = await import("./piece.js");
  import("./promised.js").then((m) => m);
}
import(`./template.js`);
import(dynamic);
require(dynamic);
notRequire("./no.js");
const text = 'import x from "y"; require("z")';
// import x from "commented";
