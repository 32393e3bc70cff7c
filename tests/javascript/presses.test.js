// A press counts for what was there to be seen, and a question takes one answer.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now = 0;
let presses = null;
/** What lies where on the page: under each place of the screen, under each key, and where the focus is. */
let there = {};
const listening = {};
let said = [];
performance.now = () => now;
globalThis.CSS ??= { escape: (text) => text };
globalThis.document = {
  addEventListener: (kind, listen) => (listening[kind] = listen),
  elementFromPoint: (x) => there[Math.round(x / 100)] ?? null,
  querySelector: (selector) => there[/keyshortcuts="(.*)"/.exec(selector)[1]] ?? null,
  get activeElement() {
    return there.focus ?? null;
  },
};
const { Presses } = await import("../../src/pitboss/web/static/js/presses.js");

function control(deed) {
  const attributes = {};
  const node = {
    dataset: { do: deed },
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => void (attributes[name] = value),
    closest: () => node,
  };
  return node;
}
/** The page is drawn anew: these controls lie there now. */
function draw(controls) {
  there = Object.fromEntries(Object.entries(controls).map(([place, deed]) => [place, control(deed)]));
  presses.mark();
}
const say = (words) => said.push(words);
const finger = (place, dx = 0) => {
  listening.pointerdown({});
  return presses.takes({ detail: 1, clientX: place * 100 + dx, clientY: 50 }, there[place], say);
};
const key = (name, place = name) => {
  listening.keydown({ key: name });
  return presses.takes({ detail: 0, clientX: 0, clientY: 0 }, there[place], say);
};
const disabled = (place) => there[place].getAttribute("aria-disabled") === "true";

beforeEach(() => {
  now = 10_000;
  said = [];
  there = {};
  presses = new Presses(() => {});
});

test("what has come under the finger takes no press for a moment, looks so, and says so", () => {
  draw({ 1: "again", 2: "undo" });
  assert.ok(finger(1));
  now += 120;
  draw({ 1: "double", 2: "undo" });
  assert.ok(disabled(1));
  assert.ok(!disabled(2), "elsewhere nothing has changed under the finger");
  assert.ok(!finger(1, 9));
  assert.match(said[0], /only just come/);
  now += 120;
  draw({ 1: "double", 2: "undo" });
  assert.ok(!finger(1), "nor is the third press meant for it");
  now += 401;
  draw({ 1: "double", 2: "undo" });
  assert.ok(!disabled(1));
  assert.ok(finger(1));
});

test("quick presses on what was there, or on one control, are all taken", () => {
  const controls = { 1: "choose-chip", 2: "chip", 3: "ready" };
  draw(controls);
  for (const place of [1, 2, 2, 3]) {
    now += 60;
    assert.ok(finger(place), controls[place]);
    draw(controls);
  }
  assert.deepEqual(said, []);
});

test("a key pressed twice does not do what it stands for a moment later, another key does", () => {
  draw({ d: "act", n: "skip" });
  assert.ok(key("d"));
  now += 100;
  draw({ d: "again", n: "ready" });
  assert.ok(!key("d"));
  assert.ok(key("n"));
});

test("Enter pressed twice does not press what the focus has moved to", () => {
  draw({ focus: "act" });
  assert.ok(key("Enter", "focus"));
  now += 100;
  draw({ focus: "again" });
  assert.ok(disabled("focus"));
  assert.ok(!key("Enter", "focus"));
  now += 401;
  draw({ focus: "again" });
  assert.ok(key("Enter", "focus"));
});

test("a question that comes with a press is unread for a moment", () => {
  draw({ d: "ready" });
  key("d");
  now += 90;
  assert.ok(presses.unread("r/1/0"));
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
  assert.ok(presses.answered("r/1/0"));
  assert.equal(await presses.once("r/1/0", send(true)), false);
  assert.equal(await first, true);
  assert.equal(await presses.once("r/1/1", send(false)), false);
  assert.ok(!presses.answered("r/1/1"));
  assert.equal(await presses.once("r/1/1", send(true)), true);
  assert.deepEqual(sent, [true, false, true]);
});

test("who moves on with another key, or with the pointer, is answered at once", () => {
  draw({ focus: "sit" });
  assert.ok(key("Enter", "focus"));
  now += 20;
  draw({ focus: "chip", 3: "chip" });
  assert.ok(disabled("focus"), "the focus was moved for the person");
  listening.keydown({ key: "Tab" });
  draw({ focus: "ready", 3: "chip" });
  assert.ok(key("Enter", "focus"));
  now += 20;
  draw({ focus: "undo", 3: "chip" });
  assert.ok(finger(3));
  assert.deepEqual(said, []);
});
