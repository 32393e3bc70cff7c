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

for (const node of document.querySelectorAll("[data-edge]")) {
  const tables = JSON.parse(node.dataset.payTables);
  const [wager, table] = Object.entries(tables)[0] ?? ["main", ""];
  const query = new URLSearchParams({ game: node.dataset.edge, wager });
  if (table) query.set("pay_table", table);
  fetch(`/lab/edge?${query}`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
    .then((result) => {
      node.textContent = `${wager} ${(Number(result.house_edge) * 100).toFixed(3)} %`;
    })
    .catch(() => {
      node.textContent = "see the math lab";
    });
}
