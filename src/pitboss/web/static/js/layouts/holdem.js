// What the hold'em layouts share.

import { h } from "../dom.js";
import { fit, group, handName, outline } from "./parts.js";

export const BOARD = ["flop", "turn", "river"];

/** Flop, turn and river in one row. */
export function board(ctx) {
  const laid = BOARD.map((place) => group(ctx, 0, place)).filter(Boolean);
  return h(
    "div",
    { class: "board", role: "group", "aria-label": "Community cards" },
    fit(laid.length ? laid : [outline(5)], { least: 5.7, rows: 1 }),
  );
}

const COUNTED = /^(pair|straight|flush|full|royal)/;

/** "You have a pair of kings. " where the cards have a name. */
export function have(ctx, spot) {
  const made = madeWithBoard(ctx, spot);
  if (!made) return "";
  const words = made.charAt(0).toLowerCase() + made.slice(1);
  return `You have ${COUNTED.test(words) ? "a " : ""}${words}. `;
}

/** What one's own cards make with the board, at all times. */
export function madeWithBoard(ctx, spot) {
  const own = ctx.felt.places[spot]?.hand ?? [];
  const here = ctx.felt.places[0] ?? {};
  return ctx.felt.words[spot] || handName(ctx, [...own, ...BOARD.flatMap((place) => here[place] ?? [])]);
}
