// SPDX-License-Identifier: MIT
/** Checks of the codec against the shared vectors, and of the chart. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { FrameError, chart, crc8, parseFrame } from "../src/index.js";
import { readLog } from "../src/log.js";

const vectors = readFileSync(new URL("../../data/vectors.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("|"));

test("check value of the catalogue", () => {
  assert.equal(crc8("123456789"), 0xf4);
});

for (const [verdict, sentence, station, seconds] of vectors) {
  test(`${verdict}: ${sentence}`, () => {
    if (verdict === "ok") {
      const frame = parseFrame(sentence);
      assert.deepEqual([frame.station, String(frame.seconds)], [station, seconds]);
    } else {
      assert.throws(
        () => parseFrame(sentence),
        (error) => error instanceof FrameError && error.kind === verdict,
      );
    }
  });
}

test("a log keeps its good lines", () => {
  const { frames, refused } = readLog("noise\n$WX,BGO01,1718007200,,,*67\n");
  assert.equal(frames[0].celsius, null);
  assert.deepEqual(refused, ["noise"]);
});

test("the line of a chart breaks where the sensor failed", () => {
  const frame = { station: "BGO01", humidity: null, pressure: null };
  const frames = [1, null, 3].map((celsius, seconds) => ({ ...frame, seconds, celsius }));
  const svg = chart.sparkline(frames, "<Bergen>");
  assert.match(svg, /d="M0\.0 80\.0M320\.0 0\.0"/);
  assert.match(svg, /&lt;Bergen&gt;/);
});
