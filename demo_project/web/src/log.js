// SPDX-License-Identifier: MIT
/** Logs of sentences, fetched from the archive's web server. */

import { FrameError, parseFrame } from "./frame.js";

/** Logs that were asked for before, so that no chart fetches one twice. */
const cache = new Map();

/**
 * Split a log into the frames that it holds and the lines that are none.
 *
 * @param {string} text
 */
export function readLog(text) {
  /** @type {import("./frame.js").Frame[]} */
  const frames = [];
  /** @type {string[]} */
  const refused = [];
  for (const line of text.split("\n").filter(Boolean)) {
    try {
      frames.push(parseFrame(line));
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      refused.push(line);
    }
  }
  return { frames, refused };
}

/**
 * Fetch the logs at `urls`, all at the same time.
 *
 * @param {...string} urls
 */
export default async function fetchLog(...urls) {
  const load = async (/** @type {string} */ url) => {
    const response = await fetch(url);
    if (!response.ok) {
      cache.delete(url);
      throw new Error(`${url}: ${response.status} ${response.statusText}`);
    }
    return readLog(await response.text());
  };
  for (const url of urls) {
    if (!cache.has(url)) cache.set(url, load(url));
  }
  return Promise.all(urls.map((url) => cache.get(url)));
}
