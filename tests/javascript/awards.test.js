// What a jackpot brought is said line by line: a meter's award waits, envy for somebody else's hand is money.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
globalThis.matchMedia ??= () => ({ matches: false });

const { settlementLine } = await import("../../src/pitboss/web/static/js/felt.js");

const ctx = {
  felt: { hands: [], rows: {}, settled: [], jackpots: [{ spot: 6, wager: "jackpot", hand: "royal-flush", odds: "100 % of meter" }] },
  state: { jackpots: [{ place: "jackpot", meters: [{ name: "meter", cents: 1_000_540 }] }] },
  wager: () => ({ name: "Jackpot" }),
};

test("envy for another player's hand is an amount, beside an award of one's own that is being confirmed", () => {
  const own = settlementLine(ctx, { spot: 6, wager: "jackpot", hand: "royal-flush", text: "Royal flush", stake_cents: 500, net_cents: -500 });
  assert.match(own.words, /\$10,005\.40.*being confirmed/);
  assert.equal(own.award.prize_cents, null);
  const envy = settlementLine(ctx, {
    spot: 6, wager: "jackpot", hand: "envy-straight-flush", text: "Envy: straight flush at spot 5", stake_cents: 0, net_cents: 30_000,
  });
  assert.equal(envy.award, undefined);
  assert.equal(envy.words, "Envy: straight flush at spot 5");
  assert.equal(envy.net, 30_000);
});
