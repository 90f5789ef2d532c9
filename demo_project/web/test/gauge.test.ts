// SPDX-License-Identifier: MIT
/** Checks of the gauges. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Gauge, State, gauges } from "../src/gauge.js";

const SENTENCE = "$WX,TOS01,1705276800,-0.4,97,987.0*91";

test("a gauge without a reading is missing its value", () => {
  for (const gauge of gauges()) {
    assert.equal(gauge.state, State.Missing);
    assert.equal(String(gauge), "–");
  }
});

test("a gauge takes its value from a sentence", () => {
  const gauge = new Gauge("celsius");
  gauge.update(SENTENCE);
  assert.equal(gauge.state, State.Alarm);
  assert.equal(String(gauge), "-0.4 °C");
});

test("listeners hear of changes only", () => {
  const gauge = new Gauge("pressure");
  const heard: (number | null)[] = [];
  const stop = gauge.subscribe((value) => heard.push(value));
  gauge.update(SENTENCE);
  gauge.update(SENTENCE);
  stop();
  gauge.value = null;
  assert.deepEqual(heard, [987]);
});
