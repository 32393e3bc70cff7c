// Down Under Hold'em: the card reader's three lights over each dealer card, the board in the middle, Ante = Bet.

import { h } from "../dom.js";
import { board } from "./holdem.js";
import generic from "./generic.js";
import { card, cardsAt, oddsBlock, printedOdds, wagerPlace } from "./parts.js";

const GROUPS = [
  ["blue", "2 – 5"],
  ["red", "6 – 9"],
  ["gold", "10 – A"],
];

/** One dealer card with its lights; the group is public before the first decision, the card is not (DU-03). */
function readCard(ctx, place, c, at, i) {
  const shown = place === "hole" ? undefined : place;
  return h(
    "div",
    { class: "read-card", data: { key: `read-${i}` } },
    card(ctx, 0, place, c, at),
    h(
      "div",
      {
        class: "lights",
        role: "img",
        "aria-label": shown ? `Card ${i + 1}: ${shown}` : `Card ${i + 1}: not read yet`,
      },
      GROUPS.map(([colour]) => h("span", { class: `light ${colour} ${shown === colour ? "on" : ""}` })),
    ),
    h(
      "span",
      { class: `light-word ${shown ?? ""}` },
      shown ? `${shown} ${GROUPS.find(([g]) => g === shown)[1]}` : "\u00a0",
    ),
  );
}

/** The Bet's own table, paid on a win (DU-10), beside the bonuses'. */
function prints(ctx) {
  const bet = ctx.wager("bet");
  const onWin = (bet?.odds ?? []).filter((line) => !RESULTS.includes(line.hand) && line.pays);
  return [onWin.length ? oddsBlock(ctx, bet, onWin) : null, ...printedOdds(ctx)];
}

export default {
  ...generic,
  dealer: (ctx) =>
    h(
      "div",
      { class: "reader" },
      ["hole", ...GROUPS.map(([colour]) => colour)]
        .flatMap((place) => (ctx.felt.places[0]?.[place] ?? []).map((c, at) => [place, c, at]))
        .map(([place, c, at], i) => readCard(ctx, place, c, at, i)),
    ),
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
      wagerPlace(ctx, spot, "trips-or-better", { class: "small w-trips", name: "Trips or Better" }),
      wagerPlace(ctx, spot, "ante", { class: "w-ante", odds: "1 to 1" }),
      h("span", { class: "equals", title: "Ante and Bet are equal (DU-01)" }, "="),
      wagerPlace(ctx, spot, "bet", { class: "w-bet", odds: "by table" }),
      wagerPlace(ctx, spot, "match-the-dealer", { class: "small w-match", name: "Match the Dealer" }),
      wagerPlace(ctx, spot, "play", { class: "later w-play", odds: "1 to 1" }),
      wagerPlace(ctx, spot, "jackpot", { class: "sensor small w-jackpot", odds: "" }),
    ),
};
