// Chips as a dealer stacks them, and wagers that go together.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };

const scripts = "../../src/pitboss/web/static/js";
const { stackOf } = await import(`${scripts}/cards.js`);
const { lacking, leaderOf, withTwins } = await import(`${scripts}/bets.js`);

test("an amount is stacked in its denominations, the largest below", () => {
  assert.deepEqual(stackOf(1000), [500, 500]);
  assert.deepEqual(stackOf(3000), [2500, 500]);
  assert.deepEqual(stackOf(63100), [50000, 10000, 2500, 500, 100]);
  assert.deepEqual(stackOf(250), [100, 100, 50]);
});

test("a high stack is shortened where it is highest, and keeps every colour", () => {
  assert.deepEqual(stackOf(9900), [2500, 2500, 500, 500, 100, 100]);
  assert.deepEqual(stackOf(500000), Array(6).fill(50000));
});

test("wagers that must be equal know each other", () => {
  const table = { wagers: [{ id: "ante", name: "Ante" }, { id: "blind", name: "Blind", equals: "ante" }, { id: "trips" }] };
  assert.equal(leaderOf(table, "blind").id, "ante");
  assert.equal(leaderOf(table, "ante"), undefined);
  assert.deepEqual(withTwins(table, { ante: 500 }, "ante"), { ante: 500, blind: 500 });
});

test("what bets lack is known before the cards are asked for", () => {
  const wagers = [
    { id: "ante", name: "Ante", placed: "first", needs: [] },
    { id: "bet", name: "Bet", placed: "first", needs: [], equals: "ante" },
    { id: "trips", name: "Trips", placed: "optional", needs: ["ante", "bet"] },
    { id: "tie", name: "Tie", placed: "optional", needs: [] },
    { id: "play", name: "Play", placed: "later", needs: ["ante"] },
  ];
  assert.equal(lacking({ wagers }, {}), "");
  assert.equal(lacking({ wagers }, { ante: 500 }), "");
  assert.equal(lacking({ wagers }, { trips: 500 }), "Trips needs a bet on Ante");
  assert.equal(lacking({ wagers }, { ante: 500, bet: 500, trips: 500, tie: 500 }), "");
  // a side wager that names nothing stands alone, unless the house says no (FB-06)
  assert.equal(lacking({ wagers }, { tie: 500 }), "");
  const strict = { wagers: wagers.filter((w) => w.id !== "bet"), options: { side_wagers_alone: "no" } };
  assert.equal(lacking(strict, { tie: 500 }), "Tie needs a bet on Ante");
  assert.equal(lacking(strict, { ante: 500, tie: 500 }), "");
});
