// Face Up Pai Gow Poker: the dealer's hand open and set; one's own seven dragged or tapped into front and back.

import { h, result } from "../dom.js";
import generic from "./generic.js";
import { card, fit, group, wagerPlace } from "./parts.js";

const ORDER = "23456789TJQKA";
const FRONT = 2;
const strength = (c) => (c === "Jk" ? 100 : ORDER.indexOf(c[0]) * 4 + "cdhs".indexOf(c[1]));
const sorted = (cards) => [...cards].sort((a, b) => strength(b) - strength(a));
const keyOf = (cards) => [...cards].sort().join(" ");

/** What each of the 21 settings would do, by the house's own rules; fetched once a hand. */
const known = { hand: "", settings: new Map() };

async function learn(ctx, cards, redraw) {
  const dealer = ctx.felt.places[0] ?? {};
  if (known.hand === keyOf(cards)) return;
  known.hand = keyOf(cards);
  known.settings = new Map();
  const query = new URLSearchParams({
    cards: cards.join(""),
    front: (dealer.front ?? []).join(""),
    back: (dealer.front ? dealer.back : []).join(""),
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
    return h("p", { class: "verdict", role: "status" }, front.length ? "One more card for the front" : "\u00a0");
  const setting = known.settings.get(keyOf(front));
  if (!setting) return h("p", { class: "verdict", role: "status" }, "…");
  if (setting.foul) return h("p", { class: "verdict lose", role: "status" }, `Foul: ${setting.foul}`);
  if (!setting.outcome) return h("p", { class: "verdict", role: "status" }, setting.words);
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
  const node = h(
    "div",
    {
      class: `set-row ${name}`,
      role: "group",
      "aria-label": name === "front" ? "Front, two cards" : "Back, five cards",
      data: { drop: name, spot, key: `row-${name}` },
    },
    h("span", { class: "set-label" }, name === "front" ? "Front" : cards.length > 5 ? "Press two cards for the front" : "Back"),
    h(
      "div",
      { class: "cards" },
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
    ),
  );
  const wide = (count) => Math.max(1, count) * 1.07 + 0.1;
  // on a narrow felt the seven lie in two rows until the front is chosen
  return { node, width: wide(cards.length), broken: wide(Math.ceil(cards.length / 2)) };
}

function settingTable(ctx, spot) {
  const cards = ctx.felt.places[spot].hand;
  const picks = ctx.picks(spot);
  learn(ctx, cards, redraw);
  const front = cards.filter((c) => picks.has(c));
  const back = cards.filter((c) => !picks.has(c));
  return h(
    "div",
    { class: "setting", data: { key: "set" } },
    fit(
      [
        front.length || ctx.ui.dragging ? row(ctx, spot, "front", sorted(front), picks) : null,
        row(ctx, spot, "back", sorted(back), picks),
      ],
      { lines: 1, rows: 2 },
    ),
    verdict(front),
  );
}

/** A hand that is set: front and back in order, each with its label where there is room. */
function set(ctx, spot, options = {}) {
  const here = ctx.felt.places[spot] ?? {};
  const places = { ...here, front: sorted(here.front ?? []), back: sorted(here.back ?? []) };
  const shown = { ...ctx, felt: { ...ctx.felt, places: { ...ctx.felt.places, [spot]: places } } };
  return fit(
    ["front", "back"].map((place) => {
      const made = group(shown, spot, place, options);
      return (
        made && {
          ...made,
          node: h(
            "div",
            { class: "set-hand", data: { key: place } },
            options.fan ? null : h("span", { class: "set-label" }, place === "front" ? "Front" : "Back"),
            made.node,
          ),
        }
      );
    }),
    { lines: options.fan ? 0 : 1, least: options.fan ? 4 : 5, rows: options.rows ?? (options.fan ? 1 : 2) },
  );
}

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
    // the place to drop the first card on appears with it
    ui.dragging = Boolean(held);
    if (held) setTimeout(draw);
  });
  page.addEventListener("dragover", (event) => {
    const target = event.target.closest?.("[data-drop]");
    for (const other of page.querySelectorAll(".set-row.over"))
      if (other !== target) other.classList.remove("over");
    if (!target || !held) return;
    event.preventDefault();
    target.classList.add("over");
  });
  page.addEventListener("dragend", () => {
    ui.dragging = false;
    draw();
  });
  page.addEventListener("drop", (event) => {
    const target = event.target.closest?.("[data-drop]");
    if (!target || !held) return;
    event.preventDefault();
    target.classList.remove("over");
    take(ui, held.spot, held.card, target.dataset.drop === "front");
    held = null;
    ui.dragging = false;
    draw();
  });
}

export default {
  ...generic,
  listen,
  many: true,
  cards: { own: 7, dealer: 7 },
  dealer: (ctx) => {
    const here = ctx.felt.places[0] ?? {};
    return here.front ? set(ctx, 0, { rows: 1 }) : fit([group(ctx, 0, "hand")], { least: 7, rows: 1 });
  },
  hand: (ctx, spot) => {
    const here = ctx.felt.places[spot] ?? {};
    const large = ctx.focus === spot;
    if (large && ctx.ask(spot) && here.hand) return settingTable(ctx, spot);
    // whoever looks on sees all seats alike, and has room for front above back
    if (here.front) return set(ctx, spot, { fan: !large, rows: ctx.focus === null ? 2 : undefined });
    return fit([group(ctx, spot, "hand", { fan: !large })], { least: 4 });
  },
  // a foul is said in words as soon as it is picked; it cannot be pressed
  refused: (ctx, ask, choice) =>
    choice.action === "set" && Boolean(known.settings.get(keyOf([...ctx.picks(ask.spot)]))?.foul),
  words: (ctx, spot) => ctx.felt.words[spot] ?? (ctx.ask(spot) ? "Seven cards to set" : ""),
  places: (ctx, spot) => {
    const lammer = ctx.felt.spotFacts[spot]?.lammer;
    return h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "standard", { odds: "1 to 1" }),
      wagerPlace(ctx, spot, "fortune-bonus", {
        mark: lammer ? h("span", { class: "lammer" }, "envy") : null,
      }),
      wagerPlace(ctx, spot, "ace-high"),
      wagerPlace(ctx, spot, "jackpot", { shape: "sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { shape: "sensor", name: "Jackpot 2", odds: "" }),
    );
  },
};
