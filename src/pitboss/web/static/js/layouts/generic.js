// The layout of a game without one of its own: every place with cards, every wager place in sheet order.

import { h } from "../dom.js";
import { cardsAt, everyPlace, printedOdds, wagerPlace } from "./parts.js";

export default {
  dealer: (ctx) => everyPlace(ctx, 0),
  centre: () => null,
  prints: (ctx) => printedOdds(ctx),
  hand: (ctx, spot) => {
    const ask = ctx.ask(spot);
    const picks = ask?.choices.some((choice) => choice.picks) ? ctx.picks(spot) : null;
    return Object.keys(ctx.felt.places[spot] ?? {}).map((place) =>
      cardsAt(ctx, spot, place, { pick: picks }),
    );
  },
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places generic" },
      ctx.table.wagers.map((w) => wagerPlace(ctx, spot, w.id)),
    ),
};
