// Acey Deucey 21: War and Acey Deucey before the blackjack circle; the two cards spread, with the gap and its odds.

import { h } from "../dom.js";
import twentyOne, { blackjackPlaces, hands } from "./twenty-one.js";
import { card, fit, laterPlace, wagerPlace } from "./parts.js";

const ORDER = "23456789TJQKA";
const rank = (c) => ORDER.indexOf(c[0]);
const shown = (i) => (ORDER[i] === "T" ? "10" : ORDER[i]);

/** The ranks strictly between two cards (AD-16); null for a pair. */
function between(cards) {
  const [low, high] = cards.map(rank).sort((a, b) => a - b);
  return low === high ? null : Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i);
}

/** Odds of the spread, plain and suited, from the table in use. */
function oddsOf(ctx, cards) {
  const gap = between(cards);
  const name = gap === null ? "trips" : gap.length > 2 ? "spread-3-11" : `spread-${gap.length}`;
  const line = (hand) => ctx.wager("acey-deucey")?.odds.find((l) => l.hand === hand)?.pays;
  return { plain: line(name), suited: cards[0][1] === cards[1][1] ? line(`${name}-suited`) : null };
}

/** Before the up card: the lower card, the gap with the ranks that win, the higher card. */
function spreadOut(ctx, spot) {
  const cards = ctx.felt.places[spot].hand;
  const order = rank(cards[0]) <= rank(cards[1]) ? [0, 1] : [1, 0];
  const gap = between(cards);
  const { plain, suited } = oddsOf(ctx, cards);
  const middle =
    gap === null
      ? [h("b", {}, "Pair"), h("span", {}, "a third wins")]
      : gap.length
        ? [
            h("b", {}, gap.length > 3 ? `${shown(gap[0])} – ${shown(gap.at(-1))}` : gap.map(shown).join(" ")),
            h("span", {}, gap.length === 1 ? "wins" : "win"),
          ]
        : [h("b", {}, "No gap"), h("span", {}, "loses")];
  const pays = gap === null || gap.length ? [plain, suited ? `suited ${suited}` : null] : [];
  const one = (n) => ({ node: card(ctx, spot, "hand", cards[n], n), width: 1 });
  return fit(
    [
      one(order[0]),
      {
        width: 1.15,
        node: h(
          "div",
          { class: "gap", data: { key: "gap" } },
          middle,
          pays.filter(Boolean).map((words) => h("span", { class: "gap-odds" }, words)),
        ),
      },
      one(order[1]),
    ],
    { rows: 1, least: 3.6 },
  );
}

export default {
  ...twentyOne,
  // before the up card the house itself says which cards would win
  question: (ctx, ask) => (ask.kind === "raise" ? "" : twentyOne.question(ctx, ask)),
  // the same again is offered first; more or less is one's own wish
  amount: (ctx, spot, choice) => (choice.action === "raise" ? ctx.bets(spot)["acey-deucey"] : undefined),
  hand: (ctx, spot) => {
    const here = ctx.felt.places[spot]?.hand ?? [];
    const asked =
      here.length === 2 && !(ctx.felt.places[0]?.up ?? []).length && ctx.bets(spot)["acey-deucey"];
    return asked && ctx.focus === spot && !here.includes("??") ? spreadOut(ctx, spot) : hands(ctx, spot);
  },
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "war"),
      wagerPlace(ctx, spot, "acey-deucey"),
      laterPlace(ctx, spot, "raise", { name: "Raise", odds: "" }),
      blackjackPlaces(ctx, spot),
    ),
};
