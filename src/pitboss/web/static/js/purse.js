// What one has, and what one has won and is not paid yet: it stays in sight from round to round until it is.

import { h, patch, dollars } from "./dom.js";
import { api } from "./api.js";
import { walletShown } from "./show.js";

const WAITS = { surveillance: "once surveillance has looked", cashier: "by the cashier" };

/** "$25,000 on Fortune Bonus is paid once surveillance has looked." */
export const waitsFor = ({ cents, wager, needs }) =>
  `${dollars(cents)} on ${wager} is paid ${WAITS[needs] ?? "once a supervisor has confirmed it"}.`;

export class Purse {
  held = [];
  #node;
  #redraw;
  #seen = "";

  constructor(node, redraw) {
    this.#node = node;
    this.#redraw = redraw;
  }

  draw(state, shown) {
    const held = this.held.reduce((sum, pay) => sum + pay.cents, 0);
    patch(this.#node, [
      h("span", { data: { key: "have" } }, state.you ? dollars(walletShown(state, shown)) : "watching"),
      held ? h("small", { class: "held", title: this.held.map(waitsFor).join(" "), data: { key: "held" } }, `${dollars(held - (held % 100))} held`) : null,
    ]);
  }

  /** Asks the house when there may be news: at the beginning, and when money or phase change while something is held.
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
