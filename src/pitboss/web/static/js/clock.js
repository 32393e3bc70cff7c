// The time that is left, in seconds and as a bar, by the server's clock.

let ahead = 0;

/** The server's time with a message: how far its clock is ahead of this one. */
export function follow(serverMs) {
  ahead = (serverMs ?? Date.now()) - Date.now();
}

/** What the server's clock shows. */
export const serverNow = () => Date.now() + ahead;

const totals = new Map();
const LONG_MS = 120_000;

/** Seconds and bar of whatever is waited for, by the server's clock. */
export function tick() {
  const now = serverNow();
  for (const node of document.querySelectorAll("[data-deadline]")) {
    const until = Number(node.dataset.deadline);
    const left = Math.max(0, until - now);
    if (!totals.has(until)) {
      totals.clear();
      totals.set(until, Math.max(left, 1));
    }
    // whoever is not hurried is not shown a clock
    node.hidden = totals.get(until) > LONG_MS;
    if (node.classList.contains("time"))
      node.firstChild.style.setProperty("--left", String(Math.min(1, left / totals.get(until))));
    else node.textContent = until ? `${Math.ceil(left / 1000)} s` : "";
    node.classList.toggle("late", left <= 5000);
  }
}

setInterval(tick, 250);
