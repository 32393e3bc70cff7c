// What the trainer counts: the choice that was made, with its cards or its amount, and nothing that is not known.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
const { Session } = await import("../../src/pitboss/web/static/js/session.js");
const { judgement } = await import("../../src/pitboss/web/static/js/panel.js");

beforeEach(() => {
  const kept = new Map();
  globalThis.sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
});

const found = ({ judged, mistakes, cost, unknown }) => ({ judged, mistakes, cost, unknown });
const SETTINGS = [
  { action: "set", text: "ace-king in front", cards: ["As", "Kd"], cost_cents: 0, best: true },
  { action: "set", text: "nine-two in front", cards: ["9c", "2h"], cost_cents: 150, best: false },
];

test("cards that were set another way cost what that way costs", () => {
  const session = new Session("one");
  assert.equal(session.compare(SETTINGS, "set", ["Kd", "As"]), "");
  assert.match(session.compare(SETTINGS, "set", ["2h", "9c"]), /ace-king in front was better: .*\$1\.50/);
  assert.deepEqual(found(session.figures), { judged: 2, mistakes: 1, cost: 150, unknown: 0 });
});

test("an amount costs what the nearest one costs", () => {
  const session = new Session("one");
  const raises = [
    { action: "raise", text: "Raise", amount_cents: 1000, cost_cents: 0, best: true },
    { action: "raise", text: "Raise", amount_cents: 100, cost_cents: 90, best: false },
  ];
  session.compare(raises, "raise", [], 200);
  session.compare(raises, "raise", [], 1000);
  assert.deepEqual(found(session.figures), { judged: 2, mistakes: 1, cost: 90, unknown: 0 });
});

test("a choice without advice is not counted as one that costs nothing", () => {
  const session = new Session("one");
  session.compare([], "ride", []);
  session.compare(SETTINGS, "set", ["3c", "4c"]);
  assert.deepEqual(found(session.figures), { judged: 0, mistakes: 0, cost: 0, unknown: 2 });
  assert.equal(judgement(session.figures), "2 choices without exact advice: what they cost is not known");
  session.compare(SETTINGS, "set", ["As", "Kd"]);
  assert.equal(judgement(session.figures), "1 choice, 0 mistakes, $0.00 given up; 2 choices without exact advice");
});

test("a choice whose advice was lost on the way is left out", () => {
  const session = new Session("one");
  assert.equal(session.compare(null, "ride", []), "");
  assert.deepEqual(found(session.figures), { judged: 0, mistakes: 0, cost: 0, unknown: 0 });
});
