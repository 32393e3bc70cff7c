// What the hint says where several choices are worth the same.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { allAlike, praise } = await import("../../src/pitboss/web/static/js/panel.js");

const way = (words, certain, best = true) => ({ action: "set", text: words, certain, best });

test("every way to set that comes to the same is one sentence", () => {
  for (const result of ["loses", "pushes", "wins"]) {
    const options = [way("House way, nine-two in front", result), way("five-two in front", result)];
    assert.equal(allAlike(options), `Every way to set ${result}; set any.`);
  }
});

test("ways that differ are listed", () => {
  assert.equal(allAlike([way("nine-two in front", "pushes"), way("five-two in front", "loses", false)]), undefined);
  assert.equal(allAlike([way("Stand"), way("Hit")]), undefined, "choices of other games are not certain");
  assert.equal(allAlike([way("nine-two in front", "loses")]), undefined, "one way is no choice");
  assert.equal(allAlike([]), undefined);
});

test("one choice is the best, and what is worth as much is as good", () => {
  const options = [way("a"), way("b"), way("c", "", false)];
  assert.deepEqual([0, 1, 2].map((i) => praise(options, i)), ["best", "as good", null]);
});
