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

const RETRY_MS = 3000;
const RETRIES = 40;

/** One wager's edge, asked again while it is being solved. */
async function edge(game, wager, table) {
  const query = new URLSearchParams({ game, wager });
  if (table) query.set("pay_table", table);
  for (let i = 0; i < RETRIES; i += 1) {
    const answer = await fetch(`/lab/edge?${query}`);
    if (!answer.ok) break;
    const result = await answer.json();
    if (!result.waiting) return percent(result.house_edge);
    await new Promise((go) => setTimeout(go, RETRY_MS));
  }
  return "see the lab";
}

for (const node of document.querySelectorAll("[data-edge]")) {
  const found = Object.entries(JSON.parse(node.dataset.payTables)).map(([wager, table]) => [
    wager,
    table,
    "…",
  ]);
  const show = () => {
    node.textContent = found.map(([wager, , words]) => `${wager.replaceAll("-", " ")} ${words}`).join(" · ");
  };
  show();
  for (const line of found) {
    edge(node.dataset.edge, line[0], line[1])
      .catch(() => "see the lab")
      .then((words) => {
        line[2] = words.replace("-", "−");
        show();
      });
  }
}
