// What the blackjack tables share: the dealer's cards with their total, hands side by side after splits.

import { h } from "../dom.js";
import generic from "./generic.js";
import { blackjackTotal, cardsAt, figure, wagerPlace } from "./parts.js";

export function dealerCards(ctx) {
  const here = ctx.felt.places[0] ?? {};
  return [...(here.up ?? []), ...(here.hole ?? []), ...(here.drawn ?? [])];
}

export function dealer(ctx) {
  const open = dealerCards(ctx).filter((c) => c !== "??");
  const made = open.length > 1 ? blackjackTotal(open) : null;
  return [
    cardsAt(ctx, 0, "up"),
    cardsAt(ctx, 0, "hole"),
    cardsAt(ctx, 0, "drawn"),
    made ? figure(made.total, "dealer's total") : null,
  ];
}

const isHand = (place) => place === "hand" || place.startsWith("hand-");

export function hands(ctx, spot) {
  const here = ctx.felt.places[spot] ?? {};
  const asked = ctx.ask(spot)?.place;
  const several = Object.keys(here).filter(isHand).length > 1;
  return Object.keys(here)
    .filter(isHand)
    .map((place) => {
      const made = blackjackTotal(here[place]);
      const words = made ? `${made.soft ? "soft " : ""}${made.total}` : "";
      return h(
        "div",
        { class: several && place === asked ? "bj-hand asked" : "bj-hand", data: { key: place } },
        cardsAt(ctx, spot, place),
        made
          ? h("span", { class: `points ${made.total > 21 ? "over" : ""}`, "aria-label": words }, words)
          : null,
      );
    });
}

/** Blackjack's own circle, and the places that only appear when something lies on them. */
export function blackjackPlaces(ctx, spot) {
  const later = ["double", "split", "insurance"].filter(
    (id) => ctx.bets(spot)[id] || ctx.felt.won[spot]?.[id] !== undefined,
  );
  return [
    wagerPlace(ctx, spot, "blackjack", { class: "main-circle", odds: blackjackOdds(ctx) }),
    later.map((id) =>
      wagerPlace(ctx, spot, id, {
        class: "later",
        name: { double: "Double", split: "Split", insurance: "Insurance" }[id],
      }),
    ),
  ];
}

/** Options are written as words: 3-to-2 is 3 to 2. */
const odds = (word) => word.replaceAll("-", " ");
const blackjackOdds = (ctx) =>
  ctx.table.options?.blackjack_pays ? `BJ ${odds(ctx.table.options.blackjack_pays)}` : "";

export function soft17(ctx) {
  const rule = ctx.table.options?.soft_17;
  return rule
    ? h(
        "p",
        { class: "felt-line" },
        `Dealer ${rule === "hits" ? "hits" : "stands on"} soft 17 · Insurance pays ${odds(ctx.table.options.insurance)}`,
      )
    : null;
}

export default {
  ...generic,
  dealer,
  hand: hands,
  centre: soft17,
  places: (ctx, spot) => h("div", { class: "places twenty-one" }, blackjackPlaces(ctx, spot)),
};
