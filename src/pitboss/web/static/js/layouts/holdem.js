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

/** What one's own cards make with the board, at all times. */
export function madeWithBoard(ctx, spot) {
  const own = ctx.felt.places[spot]?.hand ?? [];
  const here = ctx.felt.places[0] ?? {};
  return ctx.felt.words[spot] || handName(ctx, [...own, ...BOARD.flatMap((place) => here[place] ?? [])]);
}
