// The HTTP API, version 1. A refusal rejects with {error, kind, facts, clause, accepted, status}; what is wrong with a
// field, with that, too. Without a status nobody has answered.

import { words } from "./dom.js";

/** What every request carries; unsafe ones are refused without the session's token. */
export function headers(json) {
  const made = { Accept: "application/json" };
  const token = document.querySelector('meta[name="csrf"]')?.content;
  if (token) made["X-CSRF-Token"] = token;
  if (json) made["Content-Type"] = "application/json";
  return made;
}

const MONEY = /_cents$/;

/** A refusal of a message's form as somebody at a form reads it: the field by its name in words, nothing about the
 *  interface. `field` is what its input may be called, `needs` what goes into it. */
export function humane(problem) {
  if (problem.kind !== "malformed") return problem;
  const { field: parts, needs } = problem.facts;
  if (!parts.length) return { ...problem, accepted: null };
  const money = parts.findIndex((part) => MONEY.test(part));
  const at = money < 0 ? parts.length - 1 : money;
  const name = parts[at].replace(MONEY, "");
  const field = [name, ...[parts[at - 1], parts[at + 1]].filter(Boolean).map((part) => `${part}_${name}`)];
  if (money >= 0) field.push("amount");
  return { ...problem, error: `${words(name.replaceAll("_", "-"))}: ${needs}.`, accepted: null, field, needs };
}

export async function api(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers: headers(body !== undefined),
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw { error: "The house cannot be reached just now.", accepted: "trying again in a moment" };
  }
  const text = await answer.text();
  let shape;
  try {
    shape = text ? JSON.parse(text) : null;
  } catch {
    shape = { error: text };
  }
  if (!answer.ok) {
    const problem = shape?.error ? humane(shape) : { error: `The house answered ${answer.status}.`, ...(shape ?? {}) };
    throw { ...problem, status: answer.status };
  }
  return shape;
}

export const requestId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);
