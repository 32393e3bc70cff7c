// What the interface refuses in a message's form is read by people at a form: no field names, no cents, no addresses.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };

const { humane } = await import("../../src/pitboss/web/static/js/api.js");

const read = ({ error, accepted, field }) => [error, accepted, field];
const said = (place, needs) =>
  read(humane({ error: "...", kind: "malformed", facts: { field: place ? place.split(".") : [], needs }, clause: null, accepted: "see the interface" }));

test("an amount is named as people name it, in dollars", () => {
  assert.deepEqual(said("amount_cents", "at least $0.01"), ["Amount: at least $0.01.", null, ["amount", "amount"]]);
  assert.deepEqual(said("maximum_cents", "at most $100,000,000"), ["Maximum: at most $100,000,000.", null, ["maximum", "amount"]]);
  assert.deepEqual(said("meters.grand.seed_cents", "at least $0")[2], ["seed", "grand_seed", "amount"]);
  assert.deepEqual(said("posted_cents.grand", "at least $0.01"), ["Posted: at least $0.01.", null, ["posted", "grand_posted", "amount"]]);
});

test("other fields are named, and nobody is sent to the interface's description", () => {
  assert.deepEqual(said("session_minutes", "at most 1440"), ["Session minutes: at most 1440.", null, ["session_minutes"]]);
  assert.deepEqual(said("location", "has characters that do not belong there"), [
    "Location: has characters that do not belong there.", null, ["location"],
  ]);
  assert.deepEqual(said("", "is no JSON"), ["...", null, undefined]);
});

test("a refusal by a rule stays as the rule has it", () => {
  const refusal = { error: "amount_cents is more than nothing.", kind: "bad-input", facts: {}, clause: "HR-10", accepted: "an amount" };
  assert.deepEqual(humane(refusal), refusal);
});
