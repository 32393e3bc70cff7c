// Ultimate Texas Hold'em: the dealer's two cards and the board above, Ante = Blind with Trips beside, Play below.

import { h } from "../dom.js";
import { board } from "./holdem.js";
import generic from "./generic.js";
import { cardsAt, oddsBlock, printedOdds, wagerPlace } from "./parts.js";

/** The Blind's own table, paid on a win (UT-04), beside the bonuses'. */
function prints(ctx) {
  const blind = ctx.wager("blind");
  const onWin = (blind?.odds ?? []).filter((line) => line.text.startsWith("Blind:"));
  return [onWin.length ? oddsBlock(ctx, blind, onWin) : null, ...printedOdds(ctx)];
}

export default {
  ...generic,
  dealer: (ctx) => cardsAt(ctx, 0, "hole"),
  centre: board,
  prints,
  hand: (ctx, spot) => [
    cardsAt(ctx, spot, "hand"),
    ctx.felt.words[spot] ? h("span", { class: "hand-name" }, ctx.felt.words[spot]) : null,
  ],
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places holdem" },
      wagerPlace(ctx, spot, "trips", { class: "small w-trips" }),
      wagerPlace(ctx, spot, "ante", { class: "w-ante", odds: "1 to 1" }),
      h("span", { class: "equals", title: "Ante and Blind are equal (UT-01)" }, "="),
      wagerPlace(ctx, spot, "blind", { class: "w-bet", odds: "by table" }),
      wagerPlace(ctx, spot, "play", { class: "later w-play", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "jackpot", { class: "sensor small w-jackpot", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { class: "sensor small w-match", name: "Jackpot 2", odds: "" }),
    ),
};
