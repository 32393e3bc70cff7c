// The action bar says what can be done; it recommends nothing.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

// as the server hands them out: a game's layout among the others
const scripts = mkdtempSync(join(tmpdir(), "scripts-"));
cpSync(new URL("../../src/pitboss/web/static/js", import.meta.url), scripts, { recursive: true });
cpSync(new URL("../../src/pitboss/table_games/acey_deucey_21/layout.js", import.meta.url), `${scripts}/layouts/acey-deucey-21.js`);
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
  const nodes = all(dock(ctx, acey)).filter((node) => node.attributes.class?.split(" ").includes("choice"));
  return Object.fromEntries(nodes.map((node) => [node.dataset.action, node.attributes.class.trim()]));
}

test("choices look equal, whatever they cost and whether they can win", () => {
  for (const hand of [["8s", "9d"], ["4s", "Jd"]]) assert.deepEqual(classes(...hand), { raise: "choice", check: "choice" });
});
