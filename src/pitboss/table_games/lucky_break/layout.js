// Lucky Break: the dealer's total counts on past 21, with the base pay and the suited multiplier lighting up.

import { h } from "../dom.js";
import twentyOne, { blackjackPlaces, dealerCards } from "./twenty-one.js";
import { blackjackTotal, wagerPlace } from "./parts.js";

const lineOf = (ctx, hand) => ctx.wager("lucky-break")?.odds.find((line) => line.hand === hand);

const rung = (lit, number, words) =>
  h("li", { class: lit ? "lit" : undefined }, h("b", {}, number), h("span", {}, words));

/** 22 to 26 with their pays, and the multipliers of a hand in one suit (LB-13 to LB-21). */
function ladder(ctx) {
  const cards = dealerCards(ctx);
  const open = cards.length > 1 && !cards.includes("??");
  const total = open ? blackjackTotal(cards).total : 0;
  const suited = open && new Set(cards.map((c) => c[1])).size === 1 ? Math.min(5, cards.length) : 0;
  const step = (n) => {
    const line = lineOf(ctx, `total-${n}`);
    return line && rung(total === n, String(n), line.pays);
  };
  const times = (n) => {
    const line = lineOf(ctx, `suited-${n}`);
    return line && rung(suited === n, line.pays.replace(/^x/, "× "), `${n}${n === 5 ? "+" : ""} suited`);
  };
  return h(
    "div",
    {
      class: "ladder",
      role: "img",
      "aria-label":
        total > 21
          ? `Dealer over 21 with ${total}${suited >= 3 ? `, ${suited} suited` : ""}`
          : "Lucky Break pays when the dealer goes over 21",
    },
    h("ol", { class: "rungs" }, [22, 23, 24, 25, 26].map(step)),
    h("ol", { class: "rungs times" }, [3, 4, 5].map(times)),
  );
}

export default {
  ...twentyOne,
  centre: (ctx) => (ctx.wager("lucky-break") ? ladder(ctx) : null),
  prints: () => [],
  places: (ctx, spot) =>
    h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "lucky-break"),
      wagerPlace(ctx, spot, "token", { name: "For the dealer" }),
      blackjackPlaces(ctx, spot),
    ),
};
