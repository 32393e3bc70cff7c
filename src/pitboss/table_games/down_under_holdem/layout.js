// Down Under Hold'em: the card reader's three lights over each dealer card, the board in the middle, Ante = Bet.

import { h } from "../dom.js";
import { board, have, madeWithBoard } from "./holdem.js";
import generic from "./generic.js";
import { card, fit, oddsBlock, printedOdds, wagerPlace } from "./parts.js";

const GROUPS = [
  ["blue", "2 – 5"],
  ["red", "6 – 9"],
  ["gold", "10 – A"],
];

/** The dealer's cards: unread, or lying in the group of their light. */
const dealt = (ctx) =>
  ["hole", ...GROUPS.map(([colour]) => colour)].flatMap((place) =>
    (ctx.felt.places[0]?.[place] ?? []).map((c, at) => ({ place, c, at })),
  );

/** One dealer card with its lights; the group is public before the first decision, the card is not (DU-03). */
function readCard(ctx, { place, c, at }, i) {
  const shown = place === "hole" ? undefined : place;
  const words = shown ? `${shown} ${GROUPS.find(([g]) => g === shown)[1]}` : "";
  return {
    width: 1,
    node: h(
      "div",
      { class: "read-card", data: { key: `read-${i}` } },
      card(ctx, 0, place, c, at),
      h(
        "div",
        {
          class: "reading",
          role: "img",
          "aria-label": shown ? `Dealer's card ${i + 1}: ${words}` : `Dealer's card ${i + 1}: not read yet`,
        },
        h(
          "span",
          { class: "lights" },
          GROUPS.map(([colour]) => h("span", { class: `light ${colour} ${shown === colour ? "on" : ""}` })),
        ),
        h("span", { class: `light-word ${shown ?? ""}` }, words ? words.split(" ")[0] : "\u00a0"),
        h("span", { class: `light-word ${shown ?? ""}` }, words ? words.slice(words.indexOf(" ") + 1) : "\u00a0"),
      ),
    ),
  };
}

/** The Bet's own table, paid on a win (DU-10), beside the bonuses'. */
function prints(ctx) {
  const bet = ctx.wager("bet");
  const onWin = (bet?.odds ?? []).filter((line) => line.text.startsWith("Bet:") && line.pays);
  return [onWin.length ? oddsBlock(ctx, bet, onWin) : null, ...printedOdds(ctx)];
}

export default {
  ...generic,
  dealer: (ctx) =>
    fit(
      dealt(ctx).map((one, i) => readCard(ctx, one, i)),
      { fixed: 8.4, least: 2.3, rows: 1 },
    ),
  centre: board,
  prints,
  question: (ctx, ask) => {
    const lights = dealt(ctx).map(({ place }) => GROUPS.find(([name]) => name === place)?.[1]);
    const held = have(ctx, ask.spot);
    const against = `The dealer's cards: ${lights.join(" and ")}.`;
    if (ask.choices.some((choice) => choice.action === "check"))
      return `${held}${against} Bet now, or check and see the flop?`;
    return `${held}${against} Play on, or fold?`;
  },
  words: madeWithBoard,
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "trips-or-better"),
      wagerPlace(ctx, spot, "ante", { class: "w-ante", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "bet", { class: "w-bet" }),
      wagerPlace(ctx, spot, "match-the-dealer", { name: "Match Dealer" }),
      wagerPlace(ctx, spot, "play", { class: "w-play", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "jackpot", { shape: "sensor", odds: "" }),
    ),
};
