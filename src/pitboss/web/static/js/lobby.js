// The lobby keeps seats and meters fresh; for managers it adds the exact edge of each table's main wager.

import { api } from "./api.js";
import { dollars } from "./dom.js";

const REFRESH_MS = 4000;

async function refresh() {
  const tables = await api("GET", "/tables").catch(() => []);
  for (const table of tables) {
    const card = document.querySelector(`[data-table="${CSS.escape(table.id)}"]`);
    if (!card) continue;
    card.querySelector("[data-seats]").textContent = `${table.taken} of ${table.spots} taken${table.away ? `, ${table.away} away` : ""}`;
    card.querySelector("[data-closed]").hidden = !table.closed;
    const taken = new Set(table.taken_spots);
    // as on the felt: spot 1 is the rightmost
    card.querySelectorAll(".mini-spot").forEach((mark, i) => mark.classList.toggle("taken", taken.has(table.spots - i)));
    for (const jackpot of table.jackpots ?? []) {
      for (const meter of jackpot.meters ?? []) {
        const node = card.querySelector(`[data-meter="${CSS.escape(`${jackpot.id}/${meter.name}`)}"]`);
        if (node) node.textContent = dollars(meter.cents);
      }
    }
  }
}

/** Whether one is asked at a table where one sits. */
async function turns() {
  for (const card of document.querySelectorAll("[data-own]")) {
    const state = await api("GET", `/tables/${encodeURIComponent(card.dataset.table)}`).catch(() => null);
    if (state) card.querySelector("[data-turn]").hidden = !state.view?.pending?.length;
  }
}
setInterval(() => document.visibilityState === "visible" && (refresh(), turns()), REFRESH_MS);

const percent = (edge) => `${(edge * 100).toFixed(2)}\u00a0%`.replace("-", "−");
const RETRY_MS = 3000;

/** The exact edges of each table as it stands; asked again while some are being solved. */
async function edges() {
  const nodes = [...document.querySelectorAll("[data-edge]")];
  if (!nodes.length) return;
  const found = await api("GET", "/pit/edges").catch(() => ({}));
  for (const node of nodes) {
    const wagers = found[node.closest("[data-table]").dataset.table];
    if (wagers) node.textContent = wagers.map(({ name, edge }) => `${name} ${percent(edge)}`).join(" · ");
  }
  if (Object.values(found).some((wagers) => wagers === null)) setTimeout(edges, RETRY_MS);
}
edges();
