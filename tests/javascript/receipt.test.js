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
  assert.equal(mine.cut, "my own 8714");
  assert.equal(mine.spot, 2);
  assert.deepEqual(mine.wrong, ["another cut than was sent: ground by the house"]);
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
  assert.equal(receiptFor("t", 1).cut, "two");
  assert.deepEqual(wrong, []);
});

test("what goes along with ready is kept before the house answers", async () => {
  show({ bets: {} });
  await cut.along(async (fields) => sent.push(fields));
  show({ phase: "playing", head: "h1" });
  assert.equal(receiptFor("t", 1).cut, sent[0].cut);
});

test("a second commitment of a round is kept beside the first, in any phase", () => {
  show({});
  cut.change("mine");
  show({ head: "h1", booked: "mine" });
  for (const phase of ["betting", "playing", "settled"]) show({ phase, commitment: "FORGED", head: "forged" });
  show({ phase: "playing", head: "h2" });
  const mine = receiptFor("t", 1);
  assert.deepEqual([mine.commitment, mine.cut, mine.heads], ["C", "mine", ["h", "h1", "h2"]]);
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
  assert.equal(receiptFor("t", 1).cut, "mine");
  assert.deepEqual(wrong, []);
});

test("who takes another seat and cuts again has given both; each under its spot", async () => {
  show({});
  cut.change("one");
  show({ booked: "one" });
  show({ seats: [] });
  show({ seats: [{ spot: 5, you: true, cut: false, bets: {} }] });
  assert.deepEqual([receiptFor("t", 1).spot, receiptFor("t", 1).cut], [2, "one"]);
  await new Promise((done) => setImmediate(done));
  cut.change("two");
  show({ seats: [{ spot: 5, you: true, cut: "two", bets: {} }] });
  assert.deepEqual([receiptFor("t", 1).spot, receiptFor("t", 1).cut], [5, "two"]);
  assert.deepEqual(wrong, []);
});

test("many rounds that were only watched do not push out one that was played", () => {
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  for (let n = 2; n < 500; n += 1) show({ round_number: n, commitment: `C${n}`, seal: `S${n}` });
  assert.equal(receiptFor("t", 1).cut, "mine");
  assert.equal(receiptFor("t", 499).commitment, "C499");
});

test("a shoe's cut is carried on to its later rounds", () => {
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  show({ phase: "playing" });
  show({ phase: "settled" });
  show({ round_number: 2, commitment: "C2", seal: null, head: "k" });
  assert.equal(receiptFor("t", 2).cut, "mine");
});

test("the cut goes along with ready; who says nothing has it sent before bets close, or at once to a dealer in person", async () => {
  const sat = { seats: [{ spot: 2, you: true, cut: false, bets: { ante: 500 } }] };
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

test("a round is not passed off as one of another kind beside a receipt", async () => {
  const { prove } = await import(`${scripts}/proof.js`);
  show({});
  cut.change("mine");
  show({ booked: "mine" });
  const round = { table: "t", number: 1, id: "t-1", commitment: "FORGED" };
  for (const other of [{ proof: null, reveal: { salt: "00", order: "AhKd" } }, { proof: { kind: 2 }, reveal: null }]) {
    const found = await prove({ ...round, ...other });
    assert.equal(found.state, "wrong");
    assert.match(found.lines[0], /another commitment/);
  }
});
