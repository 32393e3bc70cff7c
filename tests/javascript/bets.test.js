// The last bets are laid where their player sits now.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { lastFor } = await import("../../src/pitboss/web/static/js/bets.js");

const LAST = { 3: { ante: 500 }, 4: { ante: 2500, tie: 500 } };

test("who sits where he sat has his own bets back, spot by spot", () => {
  assert.deepEqual(lastFor(LAST, [3, 4]), LAST);
  assert.deepEqual(lastFor(LAST, [4, 6]), { 4: LAST[4] });
});

test("who has changed seats lays them there", () => {
  assert.deepEqual(lastFor(LAST, [6]), { 6: { ante: 500 } });
});

test("without a seat, or without last bets, there is nothing to lay", () => {
  assert.deepEqual(lastFor(LAST, []), {});
  assert.deepEqual(lastFor(null, [2]), {});
});
