// Face Up Pai Gow Poker: the dealer's hand open and set; one's own seven dragged or tapped into front and back.

import { h, result } from "../dom.js";
import generic from "./generic.js";
import { card, cardsAt, printedOdds, wagerPlace } from "./parts.js";

const ORDER = "23456789TJQKA";
const FRONT = 2;
const strength = (c) => (c === "Jk" ? 100 : ORDER.indexOf(c[0]) * 4 + "cdhs".indexOf(c[1]));
const sorted = (cards) => [...cards].sort((a, b) => strength(b) - strength(a));
const keyOf = (cards) => [...cards].sort().join(" ");

/** What each of the 21 settings would do, by the house's own rules; fetched once a hand. */
const known = { hand: "", settings: new Map() };

async function learn(ctx, cards, redraw) {
  const dealer = ctx.felt.places[0] ?? {};
  if (!dealer.front || known.hand === keyOf(cards)) return;
  known.hand = keyOf(cards);
  known.settings = new Map();
  const query = new URLSearchParams({
    cards: cards.join(""),
    front: dealer.front.join(""),
    back: dealer.back.join(""),
    wheel: ctx.table.options.wheel,
  });
  const answer = await fetch(`/aids/pai-gow-settings?${query}`).catch(() => null);
  if (!answer?.ok) return;
  for (const s of await answer.json()) known.settings.set(keyOf(s.front), s);
  redraw();
}

let redraw = () => {};

function verdict(front) {
  if (front.length < FRONT)
    return h(
      "p",
      { class: "verdict", role: "status" },
      `Choose ${FRONT - front.length} card${front.length ? "" : "s"} for the front`,
    );
  const setting = known.settings.get(keyOf(front));
  if (!setting) return h("p", { class: "verdict", role: "status" }, "…");
  if (setting.foul) return h("p", { class: "verdict lose", role: "status" }, `Foul: ${setting.foul}`);
  const words = { win: ["wins", 1], push: ["pushes", 0], lose: ["loses", -1] }[setting.outcome];
  return h(
    "p",
    { class: `verdict ${result(words[1])}`, role: "status" },
    h("b", {}, words[0]),
    `: ${setting.words}`,
  );
}

/** One row of one's own cards: buttons to tap, draggable from row to row. */
function row(ctx, spot, name, cards, picks) {
  return h(
    "div",
    {
      class: `set-row ${name}`,
      role: "group",
      "aria-label": name === "front" ? "Front, two cards" : "Back, five cards",
      data: { drop: name, spot, key: `row-${name}` },
    },
    cards.map((c) => {
      const at = ctx.felt.places[spot].hand.indexOf(c);
      return h(
        "button",
        {
          type: "button",
          class: "pick",
          draggable: "true",
          "aria-pressed": String(picks.has(c)),
          data: { do: "pick-front", card: c, spot, key: `pick-${c}` },
        },
        card(ctx, spot, "hand", c, at),
      );
    }),
  );
}

function settingTable(ctx, spot) {
  const cards = ctx.felt.places[spot].hand;
  const picks = ctx.picks(spot);
  learn(ctx, cards, redraw);
  const front = cards.filter((c) => picks.has(c));
  return h(
    "div",
    { class: "set-hand", data: { key: "set" } },
    h("span", { class: "set-label" }, "Front"),
    row(ctx, spot, "front", sorted(front), picks),
    h("span", { class: "set-label" }, "Back"),
    row(ctx, spot, "back", sorted(cards.filter((c) => !picks.has(c))), picks),
    verdict(front),
  );
}

const pair = (ctx, spot) => [
  cardsAt(ctx, spot, "front", { class: "open" }),
  cardsAt(ctx, spot, "back", { class: "open" }),
];

function take(ui, spot, c, on) {
  const picks = (ui.picks[spot] ??= new Set());
  if (on === picks.has(c)) return;
  if (!on) picks.delete(c);
  else {
    picks.add(c);
    while (picks.size > FRONT) picks.delete(picks.values().next().value);
  }
}

function listen(page, { draw, ui, deeds }) {
  redraw = draw;
  let held = null;
  deeds["pick-front"] = ({ card: c, spot }) => {
    take(ui, spot, c, !ui.picks[spot]?.has(c));
    draw();
  };
  page.addEventListener("dragstart", (event) => {
    held = event.target.closest?.("[data-do=pick-front]")?.dataset ?? null;
    event.dataTransfer?.setData("text/plain", held?.card ?? "");
  });
  page.addEventListener("dragover", (event) => {
    const target = event.target.closest?.("[data-drop]");
    for (const other of page.querySelectorAll(".set-row.over"))
      if (other !== target) other.classList.remove("over");
    if (!target || !held) return;
    event.preventDefault();
    target.classList.add("over");
  });
  page.addEventListener("drop", (event) => {
    const target = event.target.closest?.("[data-drop]");
    if (!target || !held) return;
    event.preventDefault();
    target.classList.remove("over");
    take(ui, held.spot, held.card, target.dataset.drop === "front");
    held = null;
    draw();
  });
}

export default {
  ...generic,
  listen,
  dealer: (ctx) => {
    const here = ctx.felt.places[0] ?? {};
    if (!here.front) return cardsAt(ctx, 0, "hand");
    return h(
      "div",
      { class: "pai-gow-dealer" },
      ["front", "back"].map((place) =>
        h(
          "div",
          { class: "set-hand", data: { key: place } },
          cardsAt(ctx, 0, place),
          h("span", { class: "set-label" }, place),
        ),
      ),
    );
  },
  prints: printedOdds,
  hand: (ctx, spot) => {
    const here = ctx.felt.places[spot] ?? {};
    if (ctx.ask(spot) && here.hand && ctx.mine.has(spot)) return settingTable(ctx, spot);
    const words = ctx.felt.words[spot];
    if (here.front)
      return h(
        "div",
        { class: "set-hand" },
        pair(ctx, spot),
        words && ctx.felt.step === "settle" ? h("span", { class: "hand-name" }, words) : null,
      );
    return cardsAt(ctx, spot, "hand");
  },
  places: (ctx, spot) => {
    const lammer = ctx.felt.spotFacts[spot]?.lammer;
    return h(
      "div",
      { class: "places pai-gow" },
      wagerPlace(ctx, spot, "standard", { odds: "1 to 1" }),
      h(
        "div",
        { class: "with-lammer" },
        wagerPlace(ctx, spot, "fortune-bonus", { class: "small", name: "Fortune Bonus" }),
        lammer ? h("span", { class: "lammer", title: "Envy lammer (FU-09)" }, "ENVY") : null,
      ),
      wagerPlace(ctx, spot, "ace-high", { class: "small" }),
      wagerPlace(ctx, spot, "jackpot", { class: "small sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { class: "small sensor", name: "Jackpot 2", odds: "" }),
    );
  },
};
