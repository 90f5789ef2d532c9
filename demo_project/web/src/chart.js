// SPDX-License-Identifier: MIT
/** Charts as SVG text, so that they can be made without a browser too. */

/** @typedef {import("./frame.js").Frame} Frame */

const WIDTH = 320;
const HEIGHT = 80;

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Make a text harmless inside SVG. */
export const escape = (/** @type {string} */ text) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character]);

/** Map `[low, high]` onto `[from, to]`. */
const scale = (
  /** @type {number} */ low,
  /** @type {number} */ high,
  /** @type {number} */ from,
  /** @type {number} */ to,
) => {
  const span = high - low || 1;
  return (/** @type {number} */ value) => from + ((value - low) / span) * (to - from);
};

/**
 * Draw the temperatures of `frames` as a line; it breaks where the sensor failed.
 *
 * @param {Frame[]} frames in the order of time
 * @param {string} title
 * @returns {string} an `<svg>` element
 */
export const sparkline = (frames, title) => {
  const measured = frames.flatMap(({ celsius }) => (celsius === null ? [] : [celsius]));
  const x = scale(frames[0]?.seconds ?? 0, frames.at(-1)?.seconds ?? 1, 0, WIDTH);
  const y = scale(Math.min(...measured), Math.max(...measured), HEIGHT, 0);
  let pen = "M";
  const path = frames.map(({ seconds, celsius }) => {
    if (celsius === null) {
      pen = "M";
      return "";
    }
    const step = `${pen}${x(seconds).toFixed(1)} ${y(celsius).toFixed(1)}`;
    pen = "L";
    return step;
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${escape(title)}</title>` +
    `<path fill="none" stroke="currentColor" d="${path.join("")}"/></svg>`
  );
};

/**
 * Show a chart on a page.
 *
 * @param {Element} element
 * @param {Frame[]} frames
 * @param {string} title
 */
export const show = (element, frames, title) => {
  // innerHTML on purpose: the text is SVG that `sparkline` made from numbers and an
  // escaped title, and innerHTML is what parses it.
  element.innerHTML = sparkline(frames, title);
};
