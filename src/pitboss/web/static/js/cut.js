// Your cut: a value of your own that helps to decide which of the sealed cards are dealt (HR-36).
// The browser proposes a random one; it is shown, and can be changed until bets close.

import { h, clause } from "./dom.js";

const KEY = "pitboss.cuts";
const KEPT = 50;
const VALUE = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The value given for the cards under a seal, if this browser gave one. */
export const cutFor = (seal) => known()[seal] ?? null;

function keep(seal, value) {
  const cuts = { ...known(), [seal]: value };
  const latest = Object.entries(cuts).slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // a browser that keeps nothing: the page then cannot compare later
  }
}

const NOTHING = { spot: null, value: null };

export const validCut = (text) => VALUE.test(text);

function randomCut() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cut of one table's coming cards: proposes, remembers and sends. `send({value, seal})` resolves when it is booked. */
export class Cut {
  constructor(send) {
    this.send = send;
    this.seal = null;
    this.value = null;
    this.booked = null;
    this.sending = false;
    /** what the house has booked for the cards to come, or for the shoe that is dealt from */
    this.counts = NOTHING;
  }

  /** A new state of the table. The proposal is made once a seal; what the house has booked is what counts. */
  follow(state) {
    const mine = state.seats.find((seat) => seat.you);
    const giver = state.seats.find((seat) => seat.you && typeof seat.cut === "string");
    if (state.seal) this.counts = giver ? { spot: giver.spot, value: giver.cut } : NOTHING;
    const booked = state.seats.map((seat) => (seat.you ? seat.cut : null)).find((cut) => typeof cut === "string");
    if (state.seal !== this.seal) {
      this.seal = state.seal;
      this.value = state.seal && (cutFor(state.seal) ?? randomCut());
      this.booked = null;
    }
    if (booked) {
      this.booked = booked;
      keep(this.seal, booked);
    }
    this.seated = Boolean(mine);
    // whoever has bet has cut, also if the bets close by the clock
    const bets = state.seats.some((seat) => seat.you && Object.keys(seat.bets).length > 0);
    if (this.seal && bets && !this.booked) this.give();
  }

  /** Send `ready` with the cut along, where the house does not have it yet; `send(fields)` tells whether it was taken. */
  async along(send) {
    const { seal, value } = this;
    const wanted = seal && this.seated && this.booked !== value;
    const taken = await send(wanted ? { cut: value } : {});
    if (taken && wanted) keep(seal, value);
    return taken;
  }

  /** Send the value as it stands, once. */
  async give() {
    if (!this.seal || this.sending || this.booked === this.value) return;
    this.sending = true;
    const { seal, value } = this;
    try {
      await this.send({ value, seal });
      keep(seal, value);
    } catch {
      // bets have closed meanwhile, or the connection is gone: the deal goes on without it
    } finally {
      this.sending = false;
    }
  }

  change(text) {
    const value = text.trim();
    if (!validCut(value)) return false;
    this.value = value;
    this.give();
    return true;
  }

  /** The line in the table's panel. */
  panel() {
    if (!this.seal || !this.seated) return null;
    return h(
      "form",
      { class: "cut", data: { do: "cut", key: "cut" } },
      h("label", { for: "cut-value" }, "Your cut ", clause("HR-36")),
      h("input", {
        id: "cut-value",
        name: "cut",
        value: this.value,
        maxlength: 64,
        autocomplete: "off",
        spellcheck: "false",
        "aria-describedby": "cut-help",
      }),
      h("button", { type: "submit" }, this.booked === this.value ? "Cut" : "Cut with this"),
      h(
        "p",
        { class: "small", id: "cut-help" },
        this.booked
          ? "The house has your cut. Change it, if you like, until bets close."
          : "Sent when you bet or say ready. Any text will do; nobody knows the cards it cuts.",
      ),
    );
  }
}
