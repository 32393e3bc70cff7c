// Ultimate Texas Hold'em: the dealer's two cards and the board above, Ante = Blind with Trips beside, Play below.

import { h } from "../dom.js";
import { board, have, madeWithBoard } from "./holdem.js";
import generic from "./generic.js";
import { fit, group, oddsBlock, printedOdds, wagerPlace } from "./parts.js";

/** The Blind's own table, paid on a win (UT-04), beside the bonuses'. */
function prints(ctx) {
  const blind = ctx.wager("blind");
  const onWin = (blind?.odds ?? []).filter((line) => line.text.startsWith("Blind:"));
  return [onWin.length ? oddsBlock(ctx, blind, onWin) : null, ...printedOdds(ctx)];
}

export default {
  ...generic,
  dealer: (ctx) => fit([group(ctx, 0, "hole")], { least: 3, rows: 1 }),
  centre: board,
  prints,
  words: madeWithBoard,
  question: (ctx, ask) => {
    const held = have(ctx, ask.spot);
    const actions = ask.choices.map((choice) => choice.action);
    const here = ctx.felt.places[0] ?? {};
    if (!actions.includes("check")) return `${held}All cards are out. Play once your Ante, or fold?`;
    return here.flop?.length
      ? `${held}Play twice your Ante now, or check and see the last two cards?`
      : `${held}Play 3 or 4 times your Ante now, or check and see the flop?`;
  },
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "trips"),
      wagerPlace(ctx, spot, "ante", { odds: "1 to 1" }),
      wagerPlace(ctx, spot, "blind"),
      wagerPlace(ctx, spot, "play", { odds: "1 to 1" }),
      wagerPlace(ctx, spot, "jackpot", { shape: "sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { shape: "sensor", name: "Jackpot 2", odds: "" }),
    ),
};
