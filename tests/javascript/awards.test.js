// What a jackpot brought is said line by line: a meter's award waits, envy for somebody else's hand is money.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
globalThis.matchMedia ??= () => ({ matches: false });

const { seatLines, seatNet, settlementLine } = await import("../../src/pitboss/web/static/js/felt.js");

const { fold } = await import("../../src/pitboss/web/static/js/fold.js");

const ctx = {
  felt: { hands: [], rows: {}, settled: [], jackpots: [{ spot: 6, wager: "jackpot", hand: "royal-flush", odds: "100 % of meter", percent: "100", meter: "meter" }] },
  state: { jackpots: [{ place: "jackpot", meters: [{ name: "meter", cents: 1_000_540 }] }] },
  wager: () => ({ name: "Jackpot" }),
};

test("envy for another player's hand is an amount, beside an award of one's own that is being confirmed", () => {
  const own = settlementLine(ctx, { spot: 6, wager: "jackpot", hand: "royal-flush", text: "Royal flush", stake_cents: 500, net_cents: -500 });
  assert.match(own.words, /\$10,005\.40.*being confirmed/);
  assert.equal(own.award.prize_cents, null);
  assert.equal(own.net, -500);
  const envy = settlementLine(ctx, {
    spot: 6, wager: "jackpot", hand: "envy-straight-flush", text: "Envy: straight flush at spot 5", stake_cents: 0, net_cents: 30_000,
  });
  assert.equal(envy.award, undefined);
  assert.equal(envy.words, "Envy: straight flush at spot 5");
  assert.equal(envy.net, 30_000);
});

/** Spot 4 has a royal flush, spot 2 a straight flush, each with the other's envy; the awards are told once they are made. */
function round(awards) {
  const settle = (spot, wager, net_cents, stake_cents, hand) => ({
    kind: "settle", spot, place: wager, settlement: { spot, wager, net_cents, stake_cents, hand, text: "", clause: "JP-20" },
  });
  const hit = (spot, hand, percent) => ({
    kind: "jackpot", spot, place: "jackpot", jackpot: { spot, wager: "jackpot", hand, odds: `${percent} % of meter`, percent, meter: "meter" },
  });
  const shows = (spot, text) => ({ kind: "expose", spot, place: "hand", cards: text.split(" ").slice(0, 2), text: `a hand (${text})` });
  const log = [
    { kind: "step", spot: 0, text: "settle" },
    shows(4, "As Ks Qs Js Ts"),
    settle(4, "ante", 2_500, 2_500, "player-better"),
    shows(2, "9s 8s Qs Js Ts"),
    settle(2, "ante", 2_500, 2_500, "player-better"),
    settle(4, "jackpot", -500, 500, "royal-flush"),
    hit(4, "royal-flush", "100"),
    settle(2, "jackpot", -500, 500, "straight-flush"),
    hit(2, "straight-flush", "10"),
    settle(2, "jackpot", 100_000, 0, "envy-royal-flush"),
    settle(4, "jackpot", 30_000, 0, "envy-straight-flush"),
  ];
  const felt = fold({ log, stakes: { 2: { ante: 2_500, jackpot: 500 }, 4: { ante: 2_500, jackpot: 500 } } });
  const wagers = {
    ante: { name: "Ante" },
    jackpot: { name: "Jackpot", odds: [{ hand: "royal-flush", text: "Royal flush" }, { hand: "straight-flush", text: "Straight flush" }] },
  };
  return { felt, awards, state: { jackpots: [] }, wager: (id) => wagers[id] };
}

test("a seat's total is the sum of its lines: the wager's cost and envy have lines, and an award to come is named", () => {
  const now = round([]);
  assert.deepEqual(
    seatLines(now, 4).map(({ name, hand, cents }) => [name, hand, cents]),
    [["Ante", null, 2_500], ["Jackpot", "Royal flush", -500], ["Jackpot envy", null, 30_000]],
  );
  assert.deepEqual(seatNet(now, 4), { net: 32_000, waits: true });
});

test("once it is paid the award is in the seat's total, and all seats together are the settlement's", () => {
  const paid = round([
    { spot: 4, meter: "meter", status: "paid", prize_cents: 1_000_180 },
    { spot: 2, meter: "meter", status: "completed", prize_cents: 100_002 },
  ]);
  assert.deepEqual(seatNet(paid, 4), { net: 32_000 + 1_000_180, waits: false });
  const panel = paid.felt.settled.reduce((sum, s) => sum + settlementLine(paid, s).net, 0);
  assert.equal(seatNet(paid, 4).net + seatNet(paid, 2).net, panel);
  const back = round([{ spot: 4, meter: "meter", status: "backed-out", prize_cents: 1_000_180 }]);
  assert.deepEqual(seatNet(back, 4), { net: 32_000, waits: false });
  // taken back and open again: it waits, and the one that came after it counts
  const gone = { spot: 4, meter: "meter", status: "backed-out", prize_cents: 1_000_180, reopened: true };
  assert.deepEqual(seatNet(round([gone]), 4), { net: 32_000, waits: true });
  const again = { spot: 4, meter: "meter", status: "completed", prize_cents: 1_000_180 };
  assert.deepEqual(seatNet(round([gone, again]), 4), { net: 32_000 + 1_000_180, waits: false });
});

test("in the end the cards of every hand that hit a jackpot are marked", () => {
  assert.deepEqual(round([]).felt.lifted, { 2: ["9s", "8s", "Qs", "Js", "Ts"], 4: ["As", "Ks", "Qs", "Js", "Ts"] });
});
