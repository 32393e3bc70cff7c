// What one has, and what one has won and does not have yet: it stays in sight from round to round until it is paid.

import { h, patch, dollars } from "./dom.js";
import { api } from "./api.js";
import { comingShown, walletShown } from "./show.js";

const WAITS = {
  "end-game": "when the next bets open",
  cut: "when the round is over",
  fill: "with the next fill of the tray",
  surveillance: "once surveillance has looked",
  cashier: "by the cashier",
};
/** what belongs to a round that is still on the felt: the table's own state says how it stands */
const ON_FELT = ["end-game", "cut"];

/** "comes once surveillance has looked" */
export const comesWhen = ({ needs }) => `comes ${WAITS[needs] ?? "once a supervisor has confirmed it"}`;

/** "$25,000 on Fortune Bonus is paid once surveillance has looked." */
export const waitsFor = ({ cents, wager, needs, why }) =>
  `${dollars(cents)}${wager ? ` on ${wager}` : ""} is paid ${WAITS[needs] ?? "once a supervisor has confirmed it"}.` +
  (why ? ` It was confirmed before and is verified anew: ${why}` : "");

/** What is coming of the round on the felt, wager by wager, as far as it is shown. */
export function comingHere(state, shown) {
  const sums = new Map();
  for (const { spot, wager, needs, coming_cents: cents } of comingShown(state, shown)) {
    const id = `${spot}-${wager}-${needs}`;
    const name = state.table.wagers.find((one) => one.id === wager)?.name ?? wager;
    const sum = sums.get(id) ?? { id, spot, wager: name, needs, cents: 0, here: true };
    sum.cents += cents;
    sums.set(id, sum);
  }
  return [...sums.values()];
}

export class Purse {
  /** as the house last told it */
  held = [];
  #node;
  #redraw;
  #seen = "";

  constructor(node, redraw) {
    this.#node = node;
    this.#redraw = redraw;
  }

  /** All that is coming: of this round as it is shown, and what waits from elsewhere. */
  coming(state, shown) {
    if (!state.you) return [];
    const ofThis = (pay) =>
      pay.in_result && pay.table === state.table.id && (pay.round_id === state.round_id || ON_FELT.includes(pay.needs));
    return [...comingHere(state, shown), ...this.held.filter((pay) => !ofThis(pay))];
  }

  draw(state, shown) {
    const coming = this.coming(state, shown);
    const cents = coming.reduce((sum, pay) => sum + pay.cents, 0);
    patch(this.#node, [
      h("span", { data: { key: "have" } }, state.you ? dollars(walletShown(state, shown)) : "watching"),
      cents ? h("small", { class: "held", title: coming.map(waitsFor).join(" "), data: { key: "held" } }, `+${dollars(cents)} coming`) : null,
    ]);
  }

  /** Asks the house when there may be news: at the beginning, and when money or phase change while something is coming.
   *  Never before all of the round is shown. */
  follow(state, allShown) {
    const now = `${state.phase} ${state.you?.wallet_cents}`;
    if (!state.you || !allShown || now === this.#seen || (this.#seen && !this.held.length)) return;
    this.#seen = now;
    this.look();
  }

  async look() {
    const held = await api("GET", "/me/held").catch(() => this.held);
    if (!held.length && !this.held.length) return;
    this.held = held;
    this.#redraw();
  }
}
