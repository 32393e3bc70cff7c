// A press counts for what was there to be seen, and a question takes one answer.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { Presses } = await import("../../src/pitboss/web/static/js/presses.js");

let now = 0;
let presses = null;
performance.now = () => now;
const control = (deed, disabled = false) => ({ dataset: { do: deed }, getAttribute: () => (disabled ? "true" : null) });
/** A press with a finger, or, without a place, with a key. */
const press = (deed, [x, y] = [], disabled = false) =>
  presses.meant({ detail: x === undefined ? 0 : 1, clientX: x ?? 0, clientY: y ?? 0 }, control(deed, disabled));

beforeEach(() => {
  now = 10_000;
  presses = new Presses(() => {});
});

test("the second half of a double press is not meant for what has come under the finger", () => {
  assert.ok(press("again", [100, 100]));
  now += 120;
  assert.ok(!press("double", [104, 98]));
  now += 120;
  assert.ok(!press("double", [104, 98]), "nor is the third");
  now += 500;
  assert.ok(press("double", [104, 98]));
});

test("quick presses in several places, or on one control, are all meant", () => {
  for (const [deed, place] of [["choose-chip", [10, 10]], ["chip", [200, 80]], ["chip", [200, 80]], ["ready", [300, 300]]]) {
    now += 60;
    assert.ok(press(deed, place), deed);
  }
});

test("a question that comes with a press is unread for a moment, and a key does not answer it", () => {
  press("ready");
  now += 90;
  assert.ok(presses.unread("r/1/0"));
  assert.ok(!press("act", [], true));
  now += 300;
  assert.ok(presses.unread("r/1/0"));
  now += 101;
  assert.ok(!presses.unread("r/1/0"));
  now += 5;
  assert.ok(presses.unread("r/1/1") === false, "long after the last press a question is read at once");
});

test("a question takes one answer, and one that was not booked can be given again", async () => {
  const sent = [];
  const send = (booked) => async () => (sent.push(booked), booked);
  const first = presses.once("r/1/0", send(true));
  assert.equal(await presses.once("r/1/0", send(true)), false);
  assert.equal(await first, true);
  assert.equal(await presses.once("r/1/1", send(false)), false);
  assert.equal(await presses.once("r/1/1", send(true)), true);
  assert.deepEqual(sent, [true, false, true]);
});
