// Changes put together are the state: cards by spot, seats by spot, events added, one's own part when it is sent.

import assert from "node:assert/strict";
import { test } from "node:test";

const { merged } = await import("../../src/pitboss/web/static/js/live.js");

const state = {
  version: 1,
  phase: "playing",
  you: { name: "ann", wallet_cents: 100, spots: [1] },
  seats: [{ spot: 1, ready: false }, { spot: 2, ready: false }],
  view: { finished: false, places: { 0: { up: ["Ks"] }, 1: { hand: ["2h", "9s"] } }, pending: [], log: [{ kind: "step" }] },
};

test("cards of the spots that changed are laid, those that were taken off are gone", () => {
  const after = merged(state, { version: 2, server_ms: 5, set: { laid: { 0: null, 2: { hand: ["??", "??"] } } } });
  assert.deepEqual(after.view.places, { 1: { hand: ["2h", "9s"] }, 2: { hand: ["??", "??"] } });
  assert.deepEqual(after.view.log, state.view.log);
  assert.equal(state.view.places[0].up[0], "Ks");
});

test("who one is stays unless it is said anew", () => {
  assert.deepEqual(merged(state, { version: 2, server_ms: 5, set: {} }).you, state.you);
  const you = { name: "ann", wallet_cents: 50, spots: [1] };
  assert.deepEqual(merged(state, { version: 2, server_ms: 5, set: {}, you }).you, you);
});

test("seats, parts of the round and events", () => {
  const set = { phase: "settled", seated: [{ spot: 2, ready: true }], standing: { finished: true }, log: [{ kind: "settle" }] };
  const after = merged(state, { version: 2, server_ms: 5, set });
  assert.deepEqual(after.seats, [{ spot: 1, ready: false }, { spot: 2, ready: true }]);
  assert.equal(after.phase, "settled");
  assert.equal(after.view.finished, true);
  assert.deepEqual(after.view.log, [{ kind: "step" }, { kind: "settle" }]);
  assert.deepEqual(after.view.places, state.view.places);
});
