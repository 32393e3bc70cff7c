// The parts of the browser's scripts that reckon, by Node's own test runner: `make javascript`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };

const scripts = "../../src/pitboss/web/static/js";
const { dollars, signed, compact, result, readable, words, ownNet } = await import(`${scripts}/dom.js`);
const { limitsOf, oneMore, oneLess, doubled, withTwins, changes, chipsOffered } = await import(`${scripts}/bets.js`);
const { plainSha256, sha256, hex, unhex } = await import(`${scripts}/sha256.js`);
const { fold, opening, plain } = await import(`${scripts}/fold.js`);

const table = {
  wagers: [
    { id: "ante", placed: "first" },
    { id: "blind", placed: "first", equals: "ante" },
    { id: "play", placed: "later" },
    { id: "jackpot", placed: "optional", sensed: true },
  ],
  limits: {
    ante: { least_cents: 500, most_cents: 10000 },
    blind: { least_cents: 500, most_cents: 10000 },
    jackpot: { least_cents: 100, most_cents: 100 },
  },
  regulation_cents: 8000,
};

test("amounts are shown as the terminal shows them", () => {
  assert.deepEqual([0, 5, 100, 123450, -2500].map(dollars), ["$0", "$0.05", "$1", "$1,234.50", "−$25"]);
  assert.deepEqual([100, 0, -100].map(signed), ["+$1", "$0", "−$1"]);
  assert.deepEqual([100, 0, -100].map(result), ["win", "push", "lose"]);
  assert.equal(compact(2_500_000), "+$25k");
  assert.equal(compact(-999), "−$9.99");
  assert.equal(ownNet({ net_cents: 500, tokes_cents: 200 }), 300);
});

test("cards and names are written for people", () => {
  assert.equal(readable("Tc 4h beats 9d"), "10♣ 4♥ beats 9♦");
  assert.equal(words("lucky-monkey"), "Lucky monkey");
  assert.equal(plain("two pair (Th Td 4h 4d 9h)"), "two pair");
});

test("a wager stays inside the posted limits and the regulation's", () => {
  assert.deepEqual(limitsOf(table, "ante"), { least: 500, most: 8000 });
  assert.equal(oneMore(table, "ante", 0, 100), 500);
  assert.equal(oneMore(table, "ante", 7500, 2500), 8000);
  assert.equal(oneLess(table, "ante", 1000), 500);
  assert.equal(oneLess(table, "ante", 500), 0);
  assert.deepEqual(doubled(table, { ante: 5000, jackpot: 100 }), { ante: 8000, jackpot: 100 });
});

test("a fixed wager is on or off", () => {
  assert.equal(oneMore(table, "jackpot", 0, 2500), 100);
  assert.equal(oneMore(table, "jackpot", 100, 2500), 0);
});

test("wagers that must be equal go together, and only what changes is sent", () => {
  assert.deepEqual(withTwins(table, { ante: 1500 }, "ante"), { ante: 1500, blind: 1500 });
  assert.deepEqual(changes(table, { ante: 500, blind: 500 }, { ante: 500, jackpot: 100 }), [
    { wager: "blind", amount_cents: 0 },
    { wager: "jackpot", amount_cents: 100 },
  ]);
  assert.ok(chipsOffered(table).every((cents) => cents <= 8000 && cents >= 500));
});

test("the felt before the first card is what was staked less what came later", () => {
  const view = {
    stakes: { 1: { ante: 500, play: 1000 } },
    log: [{ kind: "bet", spot: 1, place: "play", amount_cents: 1000 }],
  };
  assert.deepEqual(opening(view), { 1: { ante: 500 } });
});

test("the page's own SHA-256 is SHA-256", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    const known = createHash("sha256").update(bytes).digest("hex");
    assert.equal(hex(plainSha256(bytes)), known);
    assert.equal(hex(await sha256(bytes)), known);
    assert.deepEqual(unhex(known), new Uint8Array(createHash("sha256").update(bytes).digest()));
  }
});

test("hands split off lie right after the one they came from", () => {
  const deal = (place, card) => ({ kind: "deal", spot: 1, place, cards: [card] });
  const split = (place, detail) => ({ kind: "move", spot: 1, place, detail, cards: ["8c"] });
  const log = [
    deal("hand", "8h"), deal("hand", "8c"),
    split("hand", "hand-2"), deal("hand", "8c"),
    split("hand", "hand-3"), deal("hand", "8c"),
    split("hand", "hand-4"), deal("hand", "2c"),
  ];
  const felt = fold({ log, stakes: {} });
  assert.deepEqual(felt.rows[1], ["hand", "hand-4", "hand-3", "hand-2"]);
  assert.deepEqual(felt.places[1].hand, ["8h", "2c"]);
});

test("the dealer's words are those of the table", () => {
  assert.equal(readable("Dealer has pair of twos"), "Dealer has a pair of twos");
  assert.equal(readable("Dealer has two pair, tens and fours"), "Dealer has two pair, tens and fours");
  assert.equal(readable("First hand to position 7, drawn by generator"), "First hand to position 7, drawn at random");
  assert.equal(readable("First hand to position 7, drawn by dice 3 4"), "First hand to position 7, drawn by dice 3 4");
});
