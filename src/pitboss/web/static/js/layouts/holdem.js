// What the hold'em layouts share.

import { h } from "../dom.js";
import { card } from "./parts.js";

/** Flop, turn and river in one row. */
export function board(ctx) {
  const here = ctx.felt.places[0] ?? {};
  return h(
    "div",
    { class: "board", role: "group", "aria-label": "Community cards" },
    ["flop", "turn", "river"].map((place) => (here[place] ?? []).map((c, i) => card(ctx, 0, place, c, i))),
  );
}
