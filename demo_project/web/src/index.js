// SPDX-License-Identifier: MIT
/** The public face of the package; `gauge.ts` is imported on its own. */

export { FrameError, crc8, parseFrame } from "./frame.js";
export * as chart from "./chart.js";
export { default as fetchLog } from "./log.js";

/** @typedef {import("./frame.js").Frame} Frame */
