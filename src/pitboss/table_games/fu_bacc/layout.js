// Fu Bacc: Tie over Ante, Play below, Lucky Monkey beside; totals as big figures 0 to 9 (FB-28).

import { h } from "../dom.js";
import generic from "./generic.js";
import { figure, fit, group, together, wagerPlace } from "./parts.js";

const points = (c) => (c[0] === "A" ? 1 : "TJQK".includes(c[0]) ? 0 : Number(c[0]));

/** The sum modulo ten (FB-01), once every card is open. */
function total(cards) {
  if (!cards.length || cards.includes("??")) return null;
  return cards.reduce((sum, c) => sum + points(c), 0) % 10;
}

const shown = (made, who) => (made === null ? null : figure(made, who));
const ASIDE = { class: "aside", scale: 0.8 };

export default {
  ...generic,
  cards: { own: 3, dealer: 3 },
  dealer: (ctx) => {
    const here = ctx.felt.places[0] ?? {};
    const open = [...(here.up ?? []), ...(here.hole ?? []), ...(here.hit ?? [])].filter((c) => c !== "??");
    const complete = ["dealer", "settle"].includes(ctx.felt.step) && !(here.hole ?? []).includes("??");
    return fit(
      [
        group(ctx, 0, "up"),
        group(ctx, 0, "hole"),
        group(ctx, 0, "hit", ASIDE),
        complete ? shown(total(open), "dealer's total") : null,
      ],
      { least: 4.2, rows: 1 },
    );
  },
  hand: (ctx, spot) =>
    ctx.focus === spot
      ? fit(
          [
            group(ctx, spot, "hand"),
            together(group(ctx, spot, "hit", ASIDE), shown(total(ctx.felt.places[spot]?.hand ?? []), "total")),
          ],
          { least: 4.2, rows: 2 },
        )
      : fit([group(ctx, spot, "hand", { fan: true })], { least: 1.5, rows: 1 }),
  tag: (ctx, spot) => total(ctx.felt.places[spot]?.hand ?? []),
  question: (ctx, ask) => {
    const made = total(ctx.felt.places[ask.spot]?.hand ?? []);
    const up = ctx.felt.places[0]?.up?.[0];
    if (made === null || !up) return "";
    const bonus = ask.choices.some((choice) => choice.action === "bonus");
    const end = bonus ? "Take the bonus, play on, or fold?" : "Play with these, take the third card, or fold?";
    return `You have ${made}, the dealer shows ${points(up)}. ${end}`;
  },
  words: (ctx, spot) => {
    const made = total(ctx.felt.places[spot]?.hand ?? []);
    return ctx.felt.words[spot] || (made === null ? "" : `You have ${made}`);
  },
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places fu-bacc" },
      wagerPlace(ctx, spot, "tie", { class: "w-tie", shape: "oval" }),
      wagerPlace(ctx, spot, "ante", { class: "w-ante", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "lucky-monkey", { class: "w-monkey" }),
      wagerPlace(ctx, spot, "play", { class: "w-play", odds: "2× Ante" }),
    ),
};
