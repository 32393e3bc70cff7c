// The layout of a game without one of its own: every place with cards, every wager place in sheet order.

import { h } from "../dom.js";
import { everyPlace, fit, handName, laterPlace, printedOdds, wagerPlace } from "./parts.js";

/** What all may see of the table's own cards, and a spot's: enough for a name. */
const openCards = (ctx, spot) =>
  Object.values(ctx.felt.places[spot] ?? {})
    .flat()
    .filter((c) => c !== "??");

const generic = {
  dealer: (ctx) => fit(everyPlace(ctx, 0), { least: 5 }),
  centre: () => null,
  notes: (ctx) => (ctx.table.legends ?? []).join(" · "),
  prints: (ctx) => printedOdds(ctx),
  hand: (ctx, spot) => {
    const ask = ctx.ask(spot);
    const pick = ask?.choices.some((choice) => choice.picks) ? ctx.picks(spot) : null;
    const large = ctx.focus === spot;
    return fit(everyPlace(ctx, spot, { pick, fan: !large }), { least: large ? 3 : 1.5 });
  },
  /** What one holds, in words, at all times. */
  words: (ctx, spot) => ctx.felt.words[spot] || handName(ctx, openCards(ctx, spot)),
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places row" },
      ctx.table.wagers.map((w) => (w.placed === "later" ? laterPlace : wagerPlace)(ctx, spot, w.id)),
    ),
};

export default generic;

/** Of a game that nobody has drawn a layout for: what the first wager pays is printed too, it may be the whole game. */
export const undrawn = { ...generic, prints: (ctx) => printedOdds(ctx, ["first", "optional"]) };
