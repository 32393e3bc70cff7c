// The HTTP API, version 1. A refusal rejects with {error, clause, accepted}.

export async function api(method, path, body) {
  const headers = { Accept: "application/json" };
  const token = document.querySelector('meta[name="csrf"]')?.content;
  if (token) headers["X-CSRF-Token"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, credentials: "same-origin", body: body === undefined ? undefined : JSON.stringify(body) });
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
  if (!answer.ok) throw shape?.error ? shape : { error: `The house answered ${answer.status}.`, ...(shape ?? {}) };
  return shape;
}

export const requestId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);
