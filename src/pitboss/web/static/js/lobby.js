// The lobby keeps seats and meters fresh; for managers it adds the exact edge of each table's main wager.

import { api } from "./api.js";
import { dollars } from "./dom.js";

const REFRESH_MS = 4000;

async function refresh() {
  const tables = await api("GET", "/tables").catch(() => []);
  for (const table of tables) {
    const card = document.querySelector(`[data-table="${CSS.escape(table.id)}"]`);
    if (!card) continue;
    card.querySelector("[data-seats]").textContent = `${table.taken} of ${table.spots} taken`;
    card.querySelectorAll(".mini-spot").forEach((spot, i) => spot.classList.toggle("taken", i < table.taken));
    for (const jackpot of table.jackpots ?? []) {
      for (const meter of jackpot.meters ?? []) {
        const node = card.querySelector(`[data-meter="${CSS.escape(`${jackpot.id}/${meter.name}`)}"]`);
        if (node) node.textContent = dollars(meter.cents);
      }
    }
  }
}
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH_MS);

const percent = (edge) => `${(Number(edge) * 100).toFixed(2)} %`;

/** One wager's edge; a long solution is left to the lab, which shows its progress. */
async function edge(game, wager, table) {
  const query = new URLSearchParams({ game, wager });
  if (table) query.set("pay_table", table);
  const answer = await fetch(`/lab/edge?${query}`);
  const result = answer.ok ? await answer.json() : {};
  return result.house_edge ? `${wager.replaceAll("-", " ")} ${percent(result.house_edge)}` : `${wager.replaceAll("-", " ")}: see the lab`;
}

for (const node of document.querySelectorAll("[data-edge]")) {
  const parts = [];
  for (const [wager, table] of Object.entries(JSON.parse(node.dataset.payTables))) {
    parts.push(await edge(node.dataset.edge, wager, table).catch(() => `${wager}: see the lab`));
    node.textContent = parts.join(" · ");
  }
}
