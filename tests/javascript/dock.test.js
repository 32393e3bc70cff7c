// The action bar says what can be done; it recommends nothing, and what can only lose is quiet.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };

class Node {
  constructor(tag) {
    Object.assign(this, { tag, dataset: {}, attributes: {}, children: [], style: { setProperty() {} } });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
}
globalThis.document = { createElement: (tag) => new Node(tag), createElementNS: (_, tag) => new Node(tag) };

const scripts = "../../src/pitboss/web/static/js";
const { dock } = await import(`${scripts}/dock.js`);
const acey = (await import(`${scripts}/layouts/acey-deucey-21.js`)).default;

const all = (nodes) => nodes.flat(Infinity).filter((n) => n?.children).flatMap((n) => [n, ...all(n.children)]);

/** The classes of each choice when these two cards are held. */
function classes(...hand) {
  const ask = {
    spot: 1,
    text: "Raise, or check?",
    choices: [
      { action: "raise", text: "Raise", least_cents: 500, most_cents: 1000 },
      { action: "check", text: "Check", most_cents: 0 },
    ],
  };
  const ctx = {
    mine: new Set([1]),
    asks: [ask],
    state: { deadline: null },
    table: { wagers: [], chip_cents: 100 },
    felt: { places: { 0: {}, 1: { hand } }, rows: {}, gone: {} },
    bets: () => ({ "acey-deucey": 500 }),
    amount: (_, choice) => choice.least_cents,
    picks: () => new Set(),
    ask: () => ask,
    wager: () => undefined,
    ui: {},
  };
  const nodes = all(dock(ctx, acey)).filter((node) => node.attributes.class?.startsWith("choice "));
  return Object.fromEntries(nodes.map((node) => [node.dataset.action, node.attributes.class.trim()]));
}

test("a raise that cannot win is as quiet as a fold", () => {
  assert.deepEqual(classes("8s", "9d"), { raise: "choice leaving", check: "choice" });
});

test("a raise that may win costs money, and says no more than that", () => {
  assert.deepEqual(classes("4s", "Jd"), { raise: "choice paying", check: "choice" });
});
