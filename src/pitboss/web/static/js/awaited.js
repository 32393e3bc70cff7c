// What is awaited from whom, in one line: for the console, and for whoever looks on.

import { dollars } from "./dom.js";

const NEEDS = {
  surveillance: ["Surveillance", "look at", "HR-14"],
  supervisor: ["Supervisor", "confirm", "JP-16"],
  "supervisor or executive card": ["Supervisor or executive", "complete with the card", "JP-16"],
  "executive card": ["Executive", "complete with the card", "JP-16"],
};

export const open = (claim) => ["marked", "confirmed", "surveilled", "ready", "open"].includes(claim.status);

/** Who comes next on a claim, and what to do; null if nobody does. */
export function nextOf(claim) {
  if (open(claim) && claim.needs.length) {
    const [who, what, clause] = NEEDS[claim.needs[0]] ?? ["Supervisor", claim.needs[0], "JP-16"];
    return { who, what, clause };
  }
  if (claim.status === "completed") return { who: "Cashier", what: "pay the prize of", clause: "JP-31" };
  return null;
}

const named = (claim) => `${claim.text} at spot ${claim.spot}, ${dollars(claim.payout_cents ?? 0)}`;

const list = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/** The hands that the cards show on a jackpot and nobody has marked. */
export function unmarked(state, claims) {
  const hits = (state.view?.log ?? []).filter((event) => event.kind === "jackpot");
  return hits
    .map((event) => ({ spot: event.spot, hand: event.jackpot?.hand, place: event.place, text: event.text }))
    .filter((hit) => !claims.some((c) => c.sensor === hit.place && c.spot === hit.spot && c.hand === hit.hand));
}

/** A notice as staff reads it: with the spot and the rule. */
export const noticeText = ({ spot, text, clause }) => `${spot ? `Spot ${spot}: ` : ""}${text}${clause ? ` (${clause})` : ""}`;

/** Whether the round under way was declared void: every wager is back with its player. */
export const voided = (state) => state.phase === "settled" && (state.notices ?? []).some(({ kind }) => kind === "round.void");

/** The next thing that has to be done at a table; `call` where somebody is to be called.
 *  @returns {{who: string, what: string, clause?: string, call?: boolean}} */
export function awaited(state, claims) {
  const person = state.dealer === "person";
  const dealer = person ? "Dealer" : "House dealer";
  if (state.phase === "betting") {
    if (state.closed) return { who: "Supervisor", what: "count the opener with the dealer (Tray)", clause: "HR-17", call: true };
    const betting = state.seats.filter((seat) => Object.keys(seat.bets).length);
    if (!state.seats.some((seat) => seat.player)) return { who: "Players", what: "take a seat" };
    if (!betting.length) return { who: "Players", what: "lay the wagers", clause: "JP-03" };
    const spots = list(betting.map((seat) => String(seat.spot)).reverse());
    const roll = state.table.options?.first_hand === "dice" ? "roll the dice, enter the roll, then " : "";
    return { who: dealer, what: `${roll}START GAME when the bets are down (spot ${spots})`, clause: "JP-03" };
  }
  if (state.phase === "playing") {
    const waiting = (state.view?.waiting_for ?? []).map((spot) => {
      const player = state.seats.find((seat) => seat.spot === spot)?.player;
      return `spot ${spot}${player ? ` (${player})` : ""}`;
    });
    return { who: waiting.length ? "Players" : dealer, what: waiting.length ? `the decision of ${list(waiting)}` : "deal on" };
  }
  if (voided(state)) return person ? { who: "Dealer", what: "END GAME", clause: "HR-33" } : { who: "House dealer", what: "clears the felt" };
  const missing = person ? unmarked(state, claims) : [];
  const wrong = claims.filter((c) => open(c) && c.shown === false);
  if (wrong.length)
    return wrong[0].status === "marked" && person
      ? { who: "Dealer", what: `take the mark off spot ${wrong[0].spot}: the cards do not show ${wrong[0].text}`, clause: "JP-15" }
      : { who: "Supervisor", what: `reject ${named(wrong[0])}: the cards do not show it`, clause: "JP-30" };
  if (missing.length)
    return { who: "Dealer", what: `mark ${list(missing.map((hit) => `${hit.text || "the hand"} at spot ${hit.spot}`))}`, clause: "JP-15" };
  const claim = claims.find((c) => open(c) && c.needs.length && (c.meter !== null || c.needs.includes("surveillance")));
  if (claim) {
    const next = nextOf(claim);
    return { ...next, what: `${next.what} ${named(claim)}`, call: true };
  }
  if (!person) return { who: "House dealer", what: "clears the felt" };
  return { who: "Dealer", what: "END GAME", clause: "JP-04" };
}
