// Questions of the lab: an address each, asked again until the answer is there.

import { headers, humane } from "./api.js";
import { h, patch, clause } from "./dom.js";

const POLL_MS = 900;

export async function ask(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await answer.json().catch(() => ({ error: `The house answered ${answer.status}.` }));
  if (!answer.ok) throw humane(body);
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

/** What is under way, how far it is, and how to break it off. */
export function waiting(target, words, body) {
  const far = body?.total ? ` ${body.done.toLocaleString("en-US")} of ${body.total.toLocaleString("en-US")}` : "";
  const bar = body?.total
    ? h("progress", { max: body.total, value: body.done, "aria-label": "progress", data: { key: "bar" } })
    : null;
  const said = body?.queued && !body.done ? "Waits for its turn behind other questions" : `${words}${far}`;
  patch(target, [
    h("p", { class: "loading", data: { key: "loading" } }, said),
    bar,
    body ? h("button", { type: "button", class: "stop-work", data: { key: "stop" } }, "Stop") : null,
  ]);
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

/** who asks where */
const ASKING = new WeakMap();

/** One question at a time in one place; whoever asks again there is answered instead. */
export class Place {
  #turn = 0;

  constructor(target) {
    this.target = target;
    if (ASKING.has(target)) ASKING.get(target).drop();
    else target.addEventListener("click", (event) => event.target.matches(".stop-work") && ASKING.get(target).stop());
    ASKING.set(target, this);
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

  /** Broken off at the house as well: nobody waits for the answer any more. */
  async stop() {
    this.drop();
    this.target.setAttribute("aria-busy", "false");
    patch(this.target, [h("p", { class: "soft", data: { key: "stopped" } }, "Stopped.")]);
    await fetch("/lab/stop", { method: "POST", headers: headers(true), body: "{}" });
  }

  drop() {
    this.#turn += 1;
  }
}
