// Questions of the lab: an address each, asked again until the answer is there.

import { h, patch, clause } from "./dom.js";

const POLL_MS = 900;

export async function ask(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await answer.json().catch(() => ({ error: `The house answered ${answer.status}.` }));
  if (!answer.ok) throw body;
  return body;
}

/** Ask until the answer is there; `current()` guards against answers to a question no longer on the page. */
export async function settle(path, current, progress) {
  for (;;) {
    const body = await ask(path);
    if (!current()) return null;
    if (!body.waiting) return body;
    progress(body);
    await new Promise((go) => setTimeout(go, POLL_MS));
    if (!current()) return null;
  }
}

export function waiting(target, words, body) {
  const bar = body?.total
    ? h("progress", { max: body.total, value: body.done, "aria-label": "progress" })
    : null;
  patch(target, [h("p", { class: "loading", data: { key: "loading" } }, words), bar]);
}

export function refused(target, error) {
  target.replaceChildren(
    h(
      "p",
      { class: "note alarm", role: "alert" },
      error.error ?? "The house cannot be reached.",
      " ",
      clause(error.clause),
      error.accepted ? ` Accepted: ${error.accepted}.` : "",
    ),
  );
}

/** One question at a time in one place; whoever asks again there is answered instead. */
export class Place {
  #turn = 0;

  constructor(target) {
    this.target = target;
  }

  /** The answer, drawn by `draw`; null where it was refused or another question came. */
  async show(path, words, draw) {
    this.#turn += 1;
    const turn = this.#turn;
    const current = () => turn === this.#turn && this.target.isConnected;
    this.target.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => current() && waiting(this.target, words), 300);
    try {
      const body = await settle(path, current, (so) => {
        clearTimeout(slow);
        waiting(this.target, words, so);
      });
      if (!body) return null;
      clearTimeout(slow);
      draw(body);
      return body;
    } catch (error) {
      clearTimeout(slow);
      if (current()) refused(this.target, error);
      return null;
    } finally {
      clearTimeout(slow);
      if (current()) this.target.setAttribute("aria-busy", "false");
    }
  }

  drop() {
    this.#turn += 1;
  }
}
