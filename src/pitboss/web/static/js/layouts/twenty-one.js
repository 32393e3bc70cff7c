// What the blackjack tables share: the dealer's cards with their total, hands side by side after splits.

import { h } from "../dom.js";
import generic from "./generic.js";
import { TIGHT, blackjackTotal, cardsAt, figure, fit, group, laterPlace, wagerPlace, widthOf } from "./parts.js";

export function dealerCards(ctx) {
  const here = ctx.felt.places[0] ?? {};
  return [...(here.up ?? []), ...(here.hole ?? []), ...(here.drawn ?? [])];
}

export function dealer(ctx) {
  const open = dealerCards(ctx).filter((c) => c !== "??");
  const made = open.length > 1 ? blackjackTotal(open) : null;
  return fit(
    [
      group(ctx, 0, "up"),
      group(ctx, 0, "hole"),
      group(ctx, 0, "drawn"),
      made ? figure(made.total, "dealer's total") : null,
    ],
    { least: 4.2, rows: 1 },
  );
}

const isHand = (place) => place === "hand" || place.startsWith("hand-");
const isOver = (made) => (made && made.total > 21 ? "over" : "");
const inWords = (made) =>
  made ? (made.total > 21 ? `${made.total}, bust` : `${made.soft ? "soft " : ""}${made.total}`) : "";

/** Hands that went over were collected; they stay on the screen, turned grey, until the felt is cleared. */
function handsOf(ctx, spot) {
  const gone = ctx.felt.gone[spot] ?? {};
  const here = ctx.felt.places[spot] ?? {};
  const places = (ctx.felt.rows[spot] ?? []).filter((place) => isHand(place) && (here[place] ?? gone[place]));
  return places.map((place) => ({ place, cards: here[place] ?? gone[place], gone: !here[place] }));
}

/** so many hands lie in tight fans */
const MANY = 4;

export function hands(ctx, spot) {
  const list = handsOf(ctx, spot);
  const asked = ctx.ask(spot)?.place;
  const large = ctx.focus === spot;
  const groups = list.map(({ place, cards, gone }, i) => {
    const made = blackjackTotal(cards);
    const fan = list.length >= MANY ? TIGHT : !large || list.length > 1 || cards.length > 4;
    const words = inWords(made);
    const shown = gone ? { ...ctx, felt: { ...ctx.felt, places: { [spot]: { [place]: cards } } } } : ctx;
    return {
      width: widthOf(cards.length, fan),
      node: h(
        "div",
        {
          class: `bj-hand ${list.length > 1 && place === asked ? "asked" : ""} ${gone ? "gone" : ""}`,
          data: { key: place },
        },
        cardsAt(shown, spot, place, { fan }),
        made && large && list.length > 1 ? h("span", { class: `points ${isOver(made)}` }, h("span", { class: "hand-word" }, "Hand "), `${i + 1}: ${words}`) : null,
      ),
    };
  });
  return fit(groups, { lines: large && list.length > 1 ? 1 : 0, least: large ? 3 : 1.5, rows: large || ctx.focus === null ? 3 : 1 });
}

/** Blackjack's own circle, and the places that only appear when something lies on them. */
export function blackjackPlaces(ctx, spot) {
  return [
    wagerPlace(ctx, spot, "blackjack", { class: "w-main", odds: blackjackOdds(ctx) }),
    laterPlace(ctx, spot, "double", { name: "Double", odds: "" }),
    laterPlace(ctx, spot, "split", { name: "Split", odds: "" }),
    laterPlace(ctx, spot, "insurance", { name: "Insure", odds: "" }),
  ];
}

const OF_BLACKJACK = ["blackjack", "double", "split", "insurance"];

/** The side wagers of a sheet that builds on blackjack, in its order; a jackpot's is its sensor. */
export const sidePlaces = (ctx, spot) =>
  ctx.table.wagers
    .filter((w) => !OF_BLACKJACK.includes(w.id))
    .map((w) =>
      w.placed === "later"
        ? laterPlace(ctx, spot, w.id, { odds: "" })
        : wagerPlace(ctx, spot, w.id, w.sensed ? { shape: "sensor", odds: "" } : {}),
    );

/** Options are written as words: 3-to-2 is 3 to 2. */
const odds = (word) => word.replaceAll("-", " ");
const blackjackOdds = (ctx) =>
  ctx.table.options?.blackjack_pays ? odds(ctx.table.options.blackjack_pays) : "1 to 1";

export function rulesOfTheHouse(ctx) {
  const rule = ctx.table.options?.soft_17;
  const pays = ctx.table.options?.blackjack_pays;
  return [
    pays ? `Blackjack pays ${odds(pays)}` : "",
    rule ? `Dealer ${rule === "hits" ? "hits" : "stands on"} soft 17` : "",
    ctx.table.options?.insurance ? `Insurance pays ${odds(ctx.table.options.insurance)}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

const NAMES = { A: "an ace", 8: "an 8", T: "a 10", J: "a jack", Q: "a queen", K: "a king" };
const called = (c) => NAMES[c[0]] ?? `a ${c[0]}`;

/** "Hit, stand or double?": everything that is offered. */
function doing(actions) {
  const words = ["hit", "stand", "double", "split", "surrender"].filter((a) => actions.includes(a));
  const said = words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0];
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}?`;
}

const PLURAL = { A: "aces", T: "tens", J: "jacks", Q: "queens", K: "kings", 6: "sixes" };
const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
const pairOf = ([first, second]) =>
  first[0] === second[0] ? `a pair of ${PLURAL[first[0]] ?? `${NUMBERS[first[0] - 2]}s`}, ` : "two ten-cards, ";

/** "Hand 2: soft 17 against a 6." and what can be done about it. */
function ask(ctx, asked) {
  const actions = asked.choices.map((choice) => choice.action);
  if (!actions.includes("stand")) return "";
  const list = handsOf(ctx, asked.spot);
  const at = list.findIndex((one) => one.place === asked.place);
  const made = blackjackTotal(list[Math.max(0, at)].cards);
  const up = ctx.felt.places[0]?.up?.[0];
  const which = list.length > 1 ? `Hand ${at + 1}: ` : "You have ";
  const against = up && up !== "??" ? ` against ${called(up)}` : "";
  const pair = actions.includes("split") ? pairOf(list[Math.max(0, at)].cards) : "";
  return `${which}${pair}${inWords(made)}${against}. ${doing(actions)}`;
}

export default {
  ...generic,
  dealer,
  question: ask,
  tag: (ctx, spot) => {
    const totals = handsOf(ctx, spot).map((one) => blackjackTotal(one.cards)?.total);
    return totals.filter((n) => n !== undefined).join(" · ");
  },
  hand: hands,
  notes: rulesOfTheHouse,
  words: (ctx, spot) => {
    const list = handsOf(ctx, spot);
    if (list.length !== 1) return list.length ? `${list.length} hands` : "";
    const made = blackjackTotal(list[0].cards);
    return made ? `You have ${inWords(made)}` : "";
  },
  places: (ctx, spot) => h("div", { class: "places row" }, sidePlaces(ctx, spot), blackjackPlaces(ctx, spot)),
};
