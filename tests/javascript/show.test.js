// The show tells nothing early, and is as short as the person wants it.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
let reduced = false;
globalThis.matchMedia = () => ({ matches: reduced });

const scripts = "../../src/pitboss/web/static/js";
const { comingShown, nextPause, walletShown, spoken } = await import(`${scripts}/show.js`);
const { Purse, comingHere, waitsFor } = await import(`${scripts}/purse.js`);
const { fold } = await import(`${scripts}/fold.js`);

const show = { longest: 6000, pauses: {}, card: 120, other: 300 };
const log = [
  { kind: "bet", spot: 1, place: "play", amount_cents: 1000, clause: "X" },
  { kind: "deal", spot: 0, place: "up", cards: ["As"], clause: "X" },
  {
    kind: "settle",
    spot: 1,
    place: "ante",
    settlement: { spot: 1, wager: "ante", stake_cents: 500, net_cents: 500, hand: "no-line", text: "" },
    clause: "X",
  },
];
const state = {
  phase: "settled",
  you: { role: "player", spots: [1], wallet_cents: 100000 },
  seats: [],
  view: { log, stakes: {} },
  table: { wagers: [{ id: "ante", name: "Ante" }] },
};

test("the wallet follows the show, event by event", () => {
  // before the Play bet and before the settlement: the end less what came back, and the Play bet still there
  assert.equal(walletShown(state, 0), 100000 - 1000 + 1000);
  assert.equal(walletShown(state, 1), 100000 - 1000);
  assert.equal(walletShown(state, 3), 100000);
});

test("another player's money moves nothing in mine", () => {
  const other = { ...state, you: { spots: [2], wallet_cents: 100000 } };
  assert.equal(walletShown(other, 0), 100000);
});

test("chips on the felt are not in the wallet while bets are open", () => {
  const betting = { ...state, phase: "betting", seats: [{ spot: 1, bets: { ante: 2500 } }, { spot: 2, bets: { ante: 900 } }] };
  assert.equal(walletShown(betting, 0), 97500);
});

test("turbo shortens the show, skip and reduced motion end it", () => {
  const usual = nextPause(log, 0, 0, {}, show);
  assert.equal(usual, 300);
  assert.equal(nextPause(log, 0, 0, { turbo: true }, show), 60);
  assert.equal(nextPause(log, 0, 0, { hurry: true }, show), 0);
  reduced = true;
  assert.equal(nextPause(log, 0, 0, {}, show), 0);
  reduced = false;
});

test("a long log is shown within its longest time", () => {
  const long = Array.from({ length: 500 }, () => log[1]);
  let sum = 0;
  for (let i = 100; i < long.length; i += 1) sum += nextPause(long, i, 100, {}, show);
  assert.ok(Math.abs(sum - show.longest) < 1e-6, "the house starts the clock of the decision after that time");
});

test("what is read aloud is in words", () => {
  assert.equal(spoken(state, log[1]), "Dealer shows ace of spades");
  assert.equal(spoken(state, log[2]), "Ante: no hand that pays, won $5");
  assert.equal(spoken({ ...state, you: { spots: [2] } }, log[2]), "");
});

test("split hands lie from left to right as they are played", () => {
  const move = (place, detail, card) => ({ kind: "move", spot: 1, place, detail, cards: [card], clause: "X" });
  const deal = (place, ...cards) => ({ kind: "deal", spot: 1, place, cards, clause: "X" });
  const split = [deal("hand", "8s", "8d"), move("hand", "hand-2", "8d"), deal("hand", "8h"), move("hand", "hand-3", "8h")];
  const felt = fold({ log: [...split, deal("hand-2", "8c"), move("hand-2", "hand-4", "8c")], stakes: {} });
  assert.deepEqual(felt.rows[1], ["hand", "hand-3", "hand-2", "hand-4"]);
});

test("what the house says is still to come was never in the wallet", () => {
  const large = { ...log[2], settlement: { ...log[2].settlement, net_cents: 400000 } };
  const sensed = { ...log[2], settlement: { ...log[2].settlement, wager: "jackpot", net_cents: 4000 } };
  const held = {
    ...state,
    you: {
      ...state.you,
      coming: [
        { n: 0, spot: 1, wager: "ante", paid_cents: 500, coming_cents: 400000, needs: "surveillance" },
        { n: 1, spot: 1, wager: "jackpot", paid_cents: 0, coming_cents: 4500, needs: "end-game" },
      ],
    },
    view: { log: [log[0], log[1], large, sensed], stakes: {} },
  };
  // of the first settlement the stake alone came back, of the second nothing
  assert.equal(walletShown(held, 2), 100000 - 500);
  assert.equal(walletShown(held, 3), 100000);
  assert.equal(walletShown(held, 4), 100000);
  // nothing is named before it is shown, and with it wallet and coming are the whole result
  const before = walletShown(held, 2);
  for (const [shown, brought] of [[2, 0], [3, 400500], [4, 400500 + 4500]]) {
    const coming = comingShown(held, shown).reduce((sum, line) => sum + line.coming_cents, 0);
    assert.equal(walletShown(held, shown) + coming, before + brought);
  }
  assert.deepEqual(comingHere(held, 4).map(({ wager, cents, needs }) => [wager, cents, needs]), [
    ["Ante", 400000, "surveillance"],
    ["jackpot", 4500, "end-game"],
  ]);
});

test("what is coming of this round is counted once, with what waits from elsewhere", () => {
  const purse = new Purse(null, () => {});
  const here = {
    ...state,
    round_id: "fu-1-7",
    table: { id: "fu-1", wagers: [{ id: "ante", name: "Ante" }] },
    you: { ...state.you, coming: [{ n: 0, spot: 1, wager: "ante", paid_cents: 500, coming_cents: 900, needs: "surveillance" }] },
  };
  const pay = { id: "a", table: "fu-1", round_id: "fu-1-7", wager: "Ante", cents: 900, needs: "surveillance", in_result: true };
  purse.held = [
    pay,
    { ...pay, id: "b", round_id: "fu-1-6", cents: 5000 },
    { ...pay, id: "c", round_id: "fu-1-6", cents: 70, needs: "end-game" },
    { ...pay, id: "d", cents: 100000, needs: "supervisor", in_result: false },
  ];
  assert.deepEqual(purse.coming(here, 3).map(({ cents }) => cents), [900, 5000, 100000]);
  // who has given the seat up still sees it
  assert.deepEqual(purse.coming({ ...here, you: { ...here.you, spots: [] } }, 3).map(({ cents }) => cents), [900, 5000, 100000]);
  assert.deepEqual(purse.coming({ ...here, you: { ...here.you, role: "dealer" } }, 3).map(({ cents }) => cents), [5000, 100000]);
  assert.equal(waitsFor(purse.held[3]), "$1,000 on Ante is paid once a supervisor has confirmed it.");
  assert.match(waitsFor({ ...purse.held[3], why: "the flop was misread" }), /verified anew: the flop was misread$/);
});

test("what the dealer said of the flop is over when the next card lies there", () => {
  const say = (text) => ({ kind: "say", spot: 0, place: "", text });
  const deal = (place, ...cards) => ({ kind: "deal", spot: 0, place, cards });
  const step = (text) => ({ kind: "step", spot: 0, place: "", text });
  const round = [
    say("No more bets"),
    step("deal"),
    deal("hole", "??", "??"),
    step("decisions"),
    deal("flop", "2c", "4d", "Ah"),
    say("Flop: 2c 4d Ah"),
    deal("turn", "9s"),
    deal("river", "9h"),
    say("Turn and river: 9s 9h"),
    step("dealer"),
    { kind: "expose", spot: 0, place: "hole", cards: ["Kc", "Kd"] },
  ];
  const said = (n) => fold({ log: round, stakes: {} }, n).announced?.text;
  assert.equal(said(3), "No more bets");
  assert.equal(said(6), "Flop: 2c 4d Ah");
  assert.equal(said(7), undefined);
  assert.equal(said(9), "Turn and river: 9s 9h");
  assert.equal(said(11), undefined);
});

test("each settlement of a split spot says which hand it was about", () => {
  const at = (kind, place, more = {}) => ({ kind, spot: 1, place, ...more });
  const settle = (wager) =>
    at("settle", wager, { settlement: { spot: 1, wager, stake_cents: 500, net_cents: -500, hand: "lose", text: "" } });
  const felt = fold({
    stakes: {},
    log: [
      at("deal", "hand", { cards: ["8s", "8d"] }),
      at("move", "hand", { cards: ["8d"], detail: "hand-2" }),
      at("move", "hand-2", { cards: [], detail: "hand-3" }),
      settle("split"),
      at("clear", "hand-2"),
      { kind: "step", spot: 0, place: "", text: "settle" },
      settle("blackjack"),
      settle("double"),
      settle("split"),
    ],
  });
  assert.deepEqual(felt.rows[1], ["hand", "hand-2", "hand-3"]);
  assert.deepEqual(felt.hands, ["hand-2", "hand", "hand", "hand-3"]);
});
