// What the browser keeps of a round is what it sent and saw first, whatever the house shows later.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };

const scripts = "../../src/pitboss/web/static/js";
const { Cut } = await import(`${scripts}/cut.js`);
const { keepReceipt, receiptFor } = await import(`${scripts}/receipt.js`);

let sent = [];
let cut = null;
let wrong = [];

beforeEach(() => {
  kept.clear();
  sent = [];
  wrong = [];
  cut = new Cut(async (fields) => sent.push(fields));
});

/** The values in the receipt of a round, as they were sent. */
const values = (round = 1) => receiptFor("t", round).sent.map(([, value]) => value);

function show(fields) {
  const { booked = false, bets = {}, ...others } = fields;
  const phase = others.phase ?? "betting";
  const state = { commitment: "C", head: "h", round_number: 1, phase, seal: phase === "betting" ? "S" : null, ...others };
  state.seats ??= [{ spot: 2, you: true, cut: booked, bets }];
  cut.follow(state);
  wrong.push(...keepReceipt("t", state, cut));
}

test("the receipt has the cut that was sent, not the house's word for it", () => {
  show({});
  cut.change("my own 8714");
  show({ head: "h1", booked: "ground by the house" });
  show({ head: "h2", phase: "playing" });
  const mine = receiptFor("t", 1);
  assert.deepEqual(mine.sent, [[2, "my own 8714", "h"]]);
  assert.deepEqual(mine.wrong, [
    "a cut at your spot that this browser did not send (another of yours may have): ground by the house",
  ]);
  assert.deepEqual(wrong, mine.wrong);
  assert.deepEqual(mine.heads, ["h", "h1", "h2"]);
});

test("a value on its way is known to be one's own when it comes back", async () => {
  show({});
  cut.change("one");
  cut.change("two");
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent.map(({ value }) => value), ["one", "two"]);
  show({ booked: "one" });
  show({ booked: "two" });
  assert.deepEqual(values(), ["one", "two"]);
  assert.deepEqual(wrong, []);
});

test("what goes along with ready is kept before the house answers", async () => {
  show({ bets: {} });
  await cut.along(async (fields) => sent.push(fields));
  show({ phase: "playing", head: "h1" });
  assert.deepEqual(values(), [sent[0].cut]);
});

test("what went along with a ready that was refused is given by itself: it is noted, and the house has seen it", async () => {
  show({});
  const along = [];
  assert.equal(await cut.along(async (fields) => !along.push(fields)), false);
  assert.deepEqual(sent, [{ value: along[0].cut, seal: "S" }]);
  assert.deepEqual(values(), []);
  show({ booked: along[0].cut });
  assert.deepEqual(receiptFor("t", 1).sent, [[2, along[0].cut, "h"]]);
  assert.equal(await cut.along(async () => true), true);
  assert.equal(sent.length, 1);
});

test("a second commitment of a round is kept beside the first, in any phase", () => {
  show({});
  cut.change("mine");
  show({ head: "h1", booked: "mine" });
  for (const phase of ["betting", "playing", "settled"]) show({ phase, commitment: "FORGED", head: "forged" });
  show({ phase: "playing", head: "h2" });
  const mine = receiptFor("t", 1);
  assert.deepEqual([mine.commitment, mine.sent, mine.heads], ["C", [[2, "mine", "h"]], ["h", "h1", "h2"]]);
  assert.deepEqual(mine.wrong, ["another commitment: FORGED"]);
});

test("a table that shuffles anew before anybody has cut is no contradiction", () => {
  show({});
  show({ commitment: "C2", seal: "S2", head: "k" });
  assert.equal(receiptFor("t", 1).commitment, "C2");
  assert.deepEqual(wrong, []);
});

test("neither another seal nor a seat lost or left takes the cut out: it was given", () => {
  show({});
  cut.change("mine");
  show({ seal: "S9" });
  show({ seal: "S", seats: [] });
  show({ seal: "S9", seats: [] });
  show({ seats: [] });
  assert.deepEqual(values(), ["mine"]);
  assert.deepEqual(wrong, []);
});

test("who takes another seat and cuts again has given both; each under its spot", async () => {
  show({});
  cut.change("one");
  await new Promise((done) => setImmediate(done));
  show({ booked: "one" });
  show({ seats: [] });
  show({ seats: [{ spot: 5, you: true, cut: false, bets: {} }] });
  assert.deepEqual(values(), ["one"]);
  cut.change("two");
  show({ head: "h1", seats: [{ spot: 5, you: true, cut: "two", bets: {} }] });
  assert.deepEqual(receiptFor("t", 1).sent, [[2, "one", "h"], [5, "two", "h"]]);
  assert.deepEqual(wrong, []);
});

test("who comes back cuts with a new value: the house knows the one he gave before", async () => {
  show({});
  cut.change("one");
  await new Promise((done) => setImmediate(done));
  show({ booked: "one", head: "h1" });
  show({ seats: [], head: "h2" });
  show({ head: "h3" });
  await cut.along(async (fields) => sent.push(fields));
  assert.notEqual(sent.at(-1).cut, "one");
  show({ booked: sent.at(-1).cut, head: "h4" });
  assert.deepEqual(receiptFor("t", 1).sent, [[2, "one", "h"], [2, sent.at(-1).cut, "h3"]]);
  assert.deepEqual(wrong, []);
});

test("a cut that was invented before this browser has sent any is told at once", () => {
  show({});
  show({ booked: "ground by the house" });
  assert.match(wrong[0], /that this browser did not send .*: ground by the house/);
  assert.deepEqual(values(), []);
});

test("what could not be sent is not in the receipt", async () => {
  let connected = false;
  cut = new Cut(async (fields) => (connected ? sent.push(fields) : Promise.reject(new Error("not connected"))), () => connected);
  show({});
  cut.change("one");
  await new Promise((done) => setImmediate(done));
  connected = true;
  cut.change("two");
  show({ booked: "two" });
  assert.deepEqual(values(), ["two"]);
});

test("a cut given before the next round's chain is shown is held to its seal", async () => {
  show({});
  show({ phase: "settled", seal: "S2", head: "the end of the last chain" });
  await cut.along(async (fields) => sent.push(fields));
  show({ round_number: 2, commitment: "C2", seal: "S2", head: "k", booked: sent[0].cut });
  assert.deepEqual(receiptFor("t", 2).sent, [[2, sent[0].cut, "S2"]]);
});

test("a browser that keeps nothing takes its own cut for its own", () => {
  const { setItem } = globalThis.localStorage;
  globalThis.localStorage.setItem = () => {
    throw new Error("full");
  };
  show({ seal: "unkept" });
  cut.change("mine");
  show({ seal: "unkept", booked: "mine" });
  globalThis.localStorage.setItem = setItem;
  assert.equal(cut.differs, null);
  assert.deepEqual(cut.sent, [[2, "mine", "h"]]);
});

test("many rounds that were only watched do not push out one that was played", () => {
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  for (let n = 2; n < 500; n += 1) show({ round_number: n, commitment: `C${n}`, seal: `S${n}` });
  assert.deepEqual(values(), ["mine"]);
  assert.equal(receiptFor("t", 499).commitment, "C499");
});

test("a shoe's cut is carried on to its later rounds", () => {
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  show({ phase: "playing" });
  show({ phase: "settled" });
  show({ round_number: 2, commitment: "C2", seal: null, head: "k" });
  assert.deepEqual(values(2), ["mine"]);
});

test("who has slept over rounds takes no cut of other cards along", () => {
  show({});
  cut.change("mine");
  show({ phase: "playing", head: "h1" });
  show({ round_number: 2, phase: "playing", commitment: "C2", head: "k" });
  assert.deepEqual(values(2), []);
  assert.deepEqual(values(1), ["mine"]);
});

test("a value that is sent again is noted once, with the head of the first time", async () => {
  show({});
  for (const head of ["h", "h1", "h2"]) {
    show({ head });
    await cut.give();
  }
  assert.equal(sent.length, 3);
  assert.deepEqual(receiptFor("t", 1).sent, [[2, sent[0].value, "h"]]);
});

test("the cut goes along with ready; who says nothing has it sent before bets close, or at once to a dealer in person", async () => {
  const sat = { seats: [{ spot: 2, you: true, cut: false, bets: {} }] };
  show({ ...sat, deadline: 60_000 });
  cut.late(56_000);
  assert.deepEqual(sent, []);
  cut.late(57_001);
  cut.late(57_300);
  assert.equal(sent.length, 1);
  cut = new Cut(async (fields) => sent.push(fields));
  show({ ...sat, deadline: null });
  cut.late(57_001);
  assert.equal(sent.length, 1);
  show({ ...sat, deadline: null, dealer: "person" });
  await new Promise((done) => setImmediate(done));
  assert.equal(sent.length, 2);
});

test("a second commitment after one's bet is told, also to who has no cut in this shoe", () => {
  const sat = { seal: null, seats: [{ spot: 2, you: true, cut: false, bets: { blackjack: 500 } }] };
  show(sat);
  show({ ...sat, commitment: "C2", head: "k" });
  assert.equal(receiptFor("t", 1).commitment, "C");
  assert.deepEqual(wrong, ["another commitment: C2"]);
});

test("a round without its proof is refused beside a receipt", async () => {
  const { prove } = await import(`${scripts}/proof.js`);
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  const round = { table: "t", number: 1, id: "t-1", commitment: "FORGED" };
  for (const other of [{ proof: null }, { proof: { kind: 2 } }]) {
    const found = await prove({ ...round, ...other });
    assert.equal(found.state, "wrong");
    assert.match(found.lines[0], /another commitment/);
  }
});
