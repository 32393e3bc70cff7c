// What the interface refuses in a message's form is read by people at a form: no field names, no cents, no addresses.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };

const { humane } = await import("../../src/pitboss/web/static/js/api.js");

const said = (error, accepted) => {
  const found = humane({ error, clause: null, accepted });
  return [found.error, found.accepted, found.field];
};

test("an amount is named as people name it, in dollars", () => {
  assert.deepEqual(said("amount_cents is less than 1.", "at least 1"), ["Amount: at least $0.01.", null, ["amount", "amount"]]);
  assert.deepEqual(said("maximum_cents is more than 10000000000.", "at most 10000000000"), ["Maximum: at most $100,000,000.", null, ["maximum", "amount"]]);
  assert.deepEqual(said("meters.grand.seed_cents is less than 0.", "at least 0")[2], ["seed", "grand_seed", "amount"]);
  assert.deepEqual(said("posted_cents.grand is less than 1.", "at least 1"), ["Posted: at least $0.01.", null, ["posted", "grand_posted", "amount"]]);
});

test("other fields are named, and nobody is sent to the interface's description", () => {
  assert.deepEqual(said("session_minutes is more than 1440.", "at most 1440"), ["Session minutes: at most 1440.", null, ["session_minutes"]]);
  assert.deepEqual(said("location has characters that do not belong there.", "see /api/v1/openapi.json"), [
    "Location: has characters that do not belong there.", null, ["location"],
  ]);
  assert.deepEqual(said("This is no JSON.", "see /api/v1/openapi.json"), ["This is no JSON.", null, undefined]);
});

test("a refusal by a rule stays as the rule has it", () => {
  assert.deepEqual(said("A deposit is more than nothing.", "an amount"), ["A deposit is more than nothing.", "an amount", undefined]);
});
