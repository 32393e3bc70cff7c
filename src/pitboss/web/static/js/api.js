// The HTTP API, version 1. A refusal rejects with {error, clause, accepted}.

/** What every request carries; unsafe ones are refused without the session's token. */
export function headers(json) {
  const made = { Accept: "application/json" };
  const token = document.querySelector('meta[name="csrf"]')?.content;
  if (token) made["X-CSRF-Token"] = token;
  if (json) made["Content-Type"] = "application/json";
  return made;
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
  if (!answer.ok)
    throw shape?.error ? shape : { error: `The house answered ${answer.status}.`, ...(shape ?? {}) };
  return shape;
}

export const requestId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);
