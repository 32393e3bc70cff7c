// Your cut: a value of your own that helps to decide which of the sealed cards are dealt (HR-36).
// The browser proposes a random one; it is shown, and can be changed until bets close.

import { h, clause } from "./dom.js";

const KEY = "pitboss.cuts.1";
const KEPT = 50;
const LATE_MS = 3000;
const VALUE = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** what a browser that keeps nothing has sent since the page was opened */
const unkept = new Map();

/** What this browser has sent for the cards under a seal, {spot, value, head}, in order. */
const sentFor = (seal) => known()[seal] ?? unkept.get(seal) ?? [];

/** Before it is sent: whatever the house then says, this is what it was given, and the head that was shown before. The
 * same value sent again is given once: the house books it once, and how often is not for it to choose. */
function keep(seal, given) {
  const { [seal]: before = unkept.get(seal) ?? [], ...others } = known();
  const last = before.at(-1);
  if (last && last.spot === given.spot && last.value === given.value) return;
  const sent = [...before, given];
  const latest = Object.entries({ ...others, [seal]: sent }).slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    unkept.set(seal, sent);
  }
}

const NOTHING = { spot: null, value: null };

export const validCut = (text) => VALUE.test(text);

function randomCut() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The cut of one table's coming cards: proposes, remembers and sends. `send({value, seal})` resolves when it is booked;
 * `connected()` tells whether anything can be sent. */
export class Cut {
  constructor(send, connected = () => true) {
    this.send = send;
    this.connected = connected;
    this.seal = null;
    /** of the chain of the coming round, as shown last; the seal, where its chain was not shown yet */
    this.head = null;
    this.round = null;
    this.value = null;
    this.booked = null;
    this.sending = false;
    this.bets = false;
    this.deadline = null;
    /** bets are made on a shoe that was cut before its first round */
    this.goesOn = false;
    /** what this browser sent for the cards to come, or for the shoe that is dealt from, as its receipt has it:
     * [spot, value, head] */
    this.sent = [];
    /** the one of these that the house has, as far as is known */
    this.counts = NOTHING;
    /** what the house says it was sent, where that is none of it */
    this.differs = null;
  }

  /** A new state of the table. The proposal is made once a seal; what this browser has sent is what must count. */
  follow(state) {
    const mine = state.seats.filter((seat) => seat.you);
    const giver = mine.find((seat) => typeof seat.cut === "string");
    const booked = giver?.cut ?? null;
    // after rounds that were not seen, what was sent before may be of other cards
    const next = state.round_number === this.round + 1 && (this.seal || state.phase === "betting");
    if (!state.seal && state.round_number !== this.round && !next) {
      this.sent = [];
      this.counts = NOTHING;
    }
    this.round = state.round_number;
    if (state.seal !== this.seal) {
      this.seal = state.seal;
      this.value = state.seal && (sentFor(state.seal).at(-1)?.value ?? randomCut());
      this.booked = null;
      this.differs = null;
      if (state.seal) {
        this.counts = NOTHING;
        this.sent = [];
      }
    }
    this.head = state.phase === "betting" ? state.head : state.seal;
    this.lowest = mine[0]?.spot ?? null;
    if (state.seal) this.count(giver?.spot, booked);
    // who has taken another seat may cut again, with a new value: what he gave before counts as well, and is known
    if (mine.length) {
      if (this.seal && this.booked === this.value && !booked) this.value = randomCut();
      this.booked = booked;
    }
    this.seated = mine.length > 0;
    this.goesOn = state.phase === "betting" && !state.seal;
    this.bets = state.seats.some((seat) => seat.you && Object.keys(seat.bets).length > 0);
    this.deadline = state.deadline;
    // a dealer in person closes the bets when it suits: whoever sits there has cut before
    if (state.dealer === "person" && state.phase === "betting") this.late(Infinity);
  }

  /** Whoever has a seat has cut, with a bet or without, also if the bets close by the clock: what did not go along with
   * `ready` is sent before. */
  late(now) {
    if (this.seal && this.seated && !this.booked && now >= (this.deadline ?? Infinity) - LATE_MS) this.give();
  }

  /** Of several values sent the house's word tells which came in; of none but those. */
  count(spot = null, booked = null) {
    const sent = sentFor(this.seal);
    const came = sent.findLast((one) => one.value === booked && one.spot === spot);
    if (booked && !came) this.differs = booked;
    this.counts = came ?? sent.at(-1) ?? NOTHING;
    this.sent = sent.map(({ spot, value, head = null }) => [spot, value, head]);
  }

  /** Before it is sent, if it can be. */
  note(seal, value) {
    if (this.connected()) keep(seal, { spot: this.lowest, value, head: this.head });
    this.count();
  }

  /** Send `ready` with the cut along, where the house does not have it yet; `send(fields)` tells whether it was taken. A
   * cut that went along with a refused one is noted and was seen: it is given by itself. */
  async along(send) {
    const { seal, value } = this;
    const wanted = seal && this.seated && this.booked !== value;
    if (wanted) this.note(seal, value);
    const taken = await send(wanted ? { cut: value } : {});
    if (wanted && !taken && this.seal === seal) await this.give();
    return taken;
  }

  /** Send the value as it stands, once. */
  async give() {
    if (!this.seal || this.sending || this.booked === this.value) return;
    this.sending = true;
    const { seal, value } = this;
    this.note(seal, value);
    try {
      await this.send({ value, seal });
    } catch {
      // bets have closed meanwhile, or the connection is gone: the deal goes on without it
    } finally {
      this.sending = false;
    }
    if (this.value !== value && this.seal === seal) await this.give();
  }

  change(text) {
    const value = text.trim();
    if (!validCut(value)) return false;
    this.value = value;
    this.give();
    return true;
  }

  inMidShoe() {
    const counts = this.counts.value ? ` Your cut of it, ${this.counts.value}, counts.` : "";
    return `This shoe goes on: it is cut for all its rounds.${counts} You can cut the next one.`;
  }

  /** The line in the table's panel. */
  panel() {
    if (!this.seated) return null;
    if (!this.seal) return this.goesOn ? h("p", { class: "small", id: "cut-help", data: { key: "cut" } }, this.inMidShoe()) : null;
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
        { class: this.differs ? "small bad" : "small", id: "cut-help" },
        this.differs
          ? `The house says that your cut is ${this.differs}: this browser did not send that. If you did not send it from ` +
              "another one, leave the bet and tell the regulator."
          : this.booked
          ? "The house has your cut, and it counts. You may cut once more until bets close."
          : "You need not do anything: your browser cuts the cards with this chance value when you say ready, or just " +
              "before bets close, so that the house cannot have chosen them. One of your own should be new each time, and " +
              "nobody should be able to guess it.",
      ),
    );
  }
}
