// Fu Bacc: Tie over Ante, Play below, Lucky Monkey beside; totals as big figures 0 to 9 (FB-28).

import { h } from "../dom.js";
import generic from "./generic.js";
import { cardsAt, figure, wagerPlace } from "./parts.js";

const points = (c) => (c[0] === "A" ? 1 : "TJQK".includes(c[0]) ? 0 : Number(c[0]));

/** The sum modulo ten (FB-01), once every card is open. */
function total(cards) {
  if (!cards.length || cards.includes("??")) return null;
  return cards.reduce((sum, c) => sum + points(c), 0) % 10;
}

const shown = (made, who) => (made === null ? null : figure(made, who));

export default {
  ...generic,
  dealer: (ctx) => {
    const here = ctx.felt.places[0] ?? {};
    const open = [...(here.up ?? []), ...(here.hole ?? []), ...(here.hit ?? [])].filter((c) => c !== "??");
    const complete = ["dealer", "settle"].includes(ctx.felt.step) && !(here.hole ?? []).includes("??");
    return [
      cardsAt(ctx, 0, "up"),
      cardsAt(ctx, 0, "hole"),
      cardsAt(ctx, 0, "hit", { class: "aside" }),
      complete ? shown(total(open), "dealer's total") : null,
    ];
  },
  hand: (ctx, spot) => [
    cardsAt(ctx, spot, "hand"),
    cardsAt(ctx, spot, "hit", { class: "aside" }),
    shown(total(ctx.felt.places[spot]?.hand ?? []), "total"),
  ],
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places fu-bacc" },
      wagerPlace(ctx, spot, "tie", { class: "oval tie" }),
      wagerPlace(ctx, spot, "ante", { class: "ante", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "lucky-monkey", { class: "monkey" }),
      wagerPlace(ctx, spot, "play", { class: "play", odds: "2× Ante" }),
    ),
};
