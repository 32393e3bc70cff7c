// A house that adds to one's cut, plays it again, moves it or leaves it out: found beside the browser's own receipt.

import assert from "node:assert/strict";
import { test } from "node:test";

const { chainOf, compareReceipt } = await import("../../src/pitboss/web/static/js/verifier.js");

const SEAL = "5".repeat(64);
const COMMITMENT = "c".repeat(64);
const bets = ["bets", 1, { ante: 500 }];
const others = ["bets", 3, { ante: 500 }];
const cut = (spot, value) => ["cut", spot, value];
const leaves = (spot) => ["leaves", spot, null];

async function told(links, seats = [1, 3]) {
  const chain = await chainOf(COMMITMENT, [...links, ["closed", 0, seats]]);
  return { id: "t-1", seal: SEAL, cut: chain, chain };
}

/** The receipt of who has sent these, [spot, value, links before], and has seen the chain to its end. */
function receipt(found, ...sent) {
  const { heads } = found.chain;
  const given = sent.map(([spot, value, before]) => [spot, value, heads[before] ?? before]);
  return { table: "t", round: 1, commitment: COMMITMENT, heads: [heads[1], heads.at(-1)], sent: given, wrong: [] };
}

const later = (lines) => lines[0].replace(/.*before bets closed: /, "");

test("one's cuts as they were sent are found, and what came after them is told", async () => {
  const found = await told([bets, cut(1, "mine"), others, cut(3, "bob's")]);
  const mine = receipt(found, [1, "mine", 1]);
  assert.match(compareReceipt(found, mine)[0], /Your cut, mine, counts\. Later, before bets closed: bets \(spot 3\), cut \(spot 3\)\.$/);
  const twice = await told([bets, cut(1, "one"), others, cut(1, "two")]);
  assert.equal(later(compareReceipt(twice, receipt(twice, [1, "one", 1], [1, "two", 3]))), "nothing.");
});

test("one's own cut played again after a ground one", async () => {
  for (const spot of [1, 3]) {
    const found = await told([bets, others, cut(1, "mine"), cut(spot, "ground"), cut(1, "mine")]);
    const mine = receipt(found, [1, "mine", 2]);
    assert.throws(() => compareReceipt(found, mine), /Spot 1 was cut by another browser of yours, or by the house/);
  }
});

test("a cut at one's own spot that was never sent, before or after one's own", async () => {
  for (const links of [[cut(1, "ground"), cut(1, "mine")], [cut(1, "mine"), cut(1, "ground")]]) {
    const found = await told([bets, ...links]);
    assert.throws(() => compareReceipt(found, receipt(found, [1, "mine", 1])), /or by the house: ground\.$/);
  }
});

test("cuts in another order, or one of them left out", async () => {
  const turned = await told([bets, cut(1, "two"), cut(1, "one")]);
  assert.throws(() => compareReceipt(turned, receipt(turned, [1, "one", 1], [1, "two", 1])), /or by the house: one\.$/);
  const less = await told([bets, cut(1, "two")]);
  assert.throws(() => compareReceipt(less, receipt(less, [1, "one", 1], [1, "two", 1])), /Your cut, one, is not among the cuts/);
});

test("a ground cut put in before one's own, which the house had got by then, is told", async () => {
  const found = await told([bets, others, cut(3, "ground"), cut(1, "mine")]);
  assert.equal(later(compareReceipt(found, receipt(found, [1, "mine", 2]))), "cut (spot 3).");
  assert.equal(later(compareReceipt(found, receipt(found, [1, "mine", 3]))), "nothing.");
  // sent before the chain was shown: all of it came later
  assert.equal(later(compareReceipt(found, receipt(found, [1, "mine", SEAL]))), "bets (spot 1), bets (spot 3), cut (spot 3).");
  assert.throws(() => compareReceipt(found, receipt(found, [1, "mine", "0".repeat(64)])), /another chain/);
});

test("a value sent again is known to the house from the first time on", async () => {
  const found = await told([bets, cut(1, "mine"), cut(3, "ground"), cut(1, "mine")]);
  assert.equal(later(compareReceipt(found, receipt(found, [1, "mine", 1], [1, "mine", 3]))), "cut (spot 3).");
});

test("who sat there before or afterwards is nobody's forgery", async () => {
  const found = await told([bets, cut(3, "carl's"), leaves(3), cut(3, "mine"), leaves(3), cut(3, "dora's")]);
  assert.equal(later(compareReceipt(found, receipt(found, [3, "mine", 3]))), "leaves (spot 3), cut (spot 3).");
  const back = await told([bets, cut(3, "one"), leaves(3), cut(3, "two")]);
  assert.equal(later(compareReceipt(back, receipt(back, [3, "one", 1], [3, "two", 3]))), "nothing.");
  // one's own value, sent again after one came back, is noted once: that it was given again is told
  const again = await told([bets, cut(3, "mine"), leaves(3), cut(3, "mine")]);
  assert.equal(later(compareReceipt(again, receipt(again, [3, "mine", 1]))), "leaves (spot 3), cut (spot 3).");
});

test("one's own cut counted more often than it was given", async () => {
  for (const links of [[cut(1, "mine"), cut(1, "mine")], [cut(1, "mine"), others, cut(1, "mine"), cut(1, "mine")]]) {
    const found = await told([bets, ...links]);
    assert.throws(() => compareReceipt(found, receipt(found, [1, "mine", 1])), /Spot 1 was cut by .* the house: mine\.$/);
  }
});
