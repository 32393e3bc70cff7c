// The jackpot display at a table: it shows, and has no controls. A house jackpot shows its amount and notices.

import { h, patch, dollars, words } from "./dom.js";
import { Live } from "./live.js";

const place = document.getElementById("monitor");
const live = new Live(place.dataset.table);
const TOP_LINES = 5;
let state = null;

/** Digits on drums: a drum rolls to its figure, commas and point stand still. */
function odometer(cents, key) {
  const text = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return h(
    "div",
    { class: "odometer", role: "img", "aria-label": dollars(cents), data: { key, cents } },
    h("span", { class: "sign" }, "$"),
    [...text].map((c, i) =>
      /\d/.test(c)
        ? h(
            "span",
            { class: "drum", data: { key: `d-${text.length - i}`, digit: c } },
            h(
              "span",
              { class: "figures" },
              [..."0123456789"].map((d) => h("i", {}, d)),
            ),
          )
        : h("span", { class: "mark", data: { key: `m-${text.length - i}` } }, c),
    ),
  );
}

function lines(jackpot) {
  const shown = (jackpot.lines ?? []).slice(0, TOP_LINES);
  if (!shown.length) return null;
  return h(
    "table",
    { class: "prizes" },
    h("caption", { class: "sr" }, "Prizes"),
    h(
      "tbody",
      {},
      shown.map((line) => h("tr", {}, h("th", { scope: "row" }, line.text), h("td", {}, line.pays))),
    ),
  );
}

function jackpotPart(jackpot) {
  const house = jackpot.type === "house";
  return h(
    "section",
    { class: `jackpot ${house ? "of-the-house" : ""}`, data: { key: jackpot.id } },
    h("h1", {}, words(jackpot.name)),
    jackpot.meters.map((meter) => [
      jackpot.meters.length > 1 ? h("h2", { data: { key: `name-${meter.name}` } }, meter.name) : null,
      house
        ? h("p", { class: "fixed-amount", data: { key: `fixed-${meter.name}` } }, dollars(meter.cents))
        : odometer(meter.cents, `meter-${meter.name}`),
    ]),
    h("p", { class: "wager-note" }, `${dollars(jackpot.fixed_wager_cents)} wager`),
    lines(jackpot),
    (jackpot.notices ?? []).length
      ? h(
          "ul",
          { class: "notices" },
          jackpot.notices.map((note) => h("li", {}, note)),
        )
      : null,
  );
}

function winners() {
  const hits = (state.view?.log ?? []).filter((event) => event.kind === "jackpot");
  if (state.phase !== "settled" || !hits.length) return null;
  return h(
    "div",
    { class: "won", role: "status" },
    hits.map((hit) => h("p", {}, h("b", {}, hit.text), ` at ${place.dataset.name}, spot ${hit.spot}`)),
  );
}

function draw() {
  const list = state.jackpots ?? [];
  patch(place, [
    list.length
      ? h("div", { class: "jackpots" }, list.map(jackpotPart))
      : h(
          "section",
          { class: "jackpot" },
          h("h1", {}, place.dataset.name),
          h("p", { class: "wager-note" }, `${place.dataset.game} · no jackpot at this table`),
        ),
    winners(),
    h("p", { class: "which" }, place.dataset.name),
  ]);
}

live.addEventListener("state", ({ detail }) => {
  state = { ...detail, table: detail.table ?? state?.table };
  draw();
});
live.addEventListener("link", ({ detail }) => place.classList.toggle("stale", detail !== "open"));
