import type { Type, Other as Alias } from "./types";
import { type Inline, value } from './values.js';
import def, {
  first,
  second as zweite,
} from "@scope/pkg";
import * as ns from "../ns";
import legacy = require("./legacy");
import Short = ns.Deep.Name;
export type { Exported } from "./exported";
export * from "./all";
export type * as types from "./type-star";
type Imported = import("./in-a-type").Thing;
const lazy = async () => (await import("./lazy")).default;
/// <reference path="./reference.d.ts" />
import { type OnlyType, type Another as Renamed } from "./only-types";
import Some, { type WithDefault } from "./with-default";
export { type AlsoType } from "./types-on";
let typed: import("./annotated").Thing;
let queried: typeof import("./queried");
class Late {
  load() {
    return require("./in-a-method");
  }
}
(() => require("./at-once"))();
(function () {
  require("./at-once-too");
})();
!(function () {
  require("./operator");
})();
(function () {
  require("./with-this");
}).call(this);
const later = () => import("./later");
