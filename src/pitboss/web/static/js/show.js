// The round shown event by event. The result is known already; this lets people see it, and tells nothing early.

import { dollars, ownNet, readable, still } from "./dom.js";
import { pause } from "./fold.js";
import { cardName } from "./cards.js";

const TURBO = 0.2;

/** How long the next event is looked at, in ms; 0 where everything is shown at once. All that came with one message,
 *  from event `from` on, takes no longer than the house has counted for it before the next decision's clock. */
export function nextPause(log, shown, from, ui, show) {
  if (still() || ui.hurry) return 0;
  const whole = log.slice(from).reduce((sum, event) => sum + pause(event, show), 0);
  return pause(log[shown], show) * Math.min(1, show.longest / whole) * (ui.turbo ? TURBO : 1);
}

/** What the wallet was when only the first `shown` events had happened; chips still on the felt are not in it. */
export function walletShown(state, shown) {
  if (!state.you) return null;
  const own = new Set(state.you.spots);
  let cents = state.you.wallet_cents;
  if (state.phase === "betting") {
    for (const seat of state.seats)
      if (own.has(seat.spot)) cents -= Object.values(seat.bets ?? {}).reduce((a, b) => a + b, 0);
    return cents;
  }
  const coming = new Map((state.you.coming ?? []).map((line) => [line.n, line]));
  let n = -1;
  for (const [at, event] of (state.view?.log ?? []).entries()) {
    if (event.kind === "settle") n += 1;
    if (at < shown || !own.has(event.spot)) continue;
    if (event.kind === "bet") cents += event.amount_cents;
    if (event.kind === "settle") cents -= coming.get(n)?.paid_cents ?? event.settlement.stake_cents + ownNet(event.settlement);
  }
  return cents;
}

/** What one has won in the round as far as it is shown and does not have yet, line by line as the house states it. */
export function comingShown(state, shown) {
  // staff are told of every spot; a player of the own ones, also of those given up since
  if (state.you?.role !== "player" || state.phase === "betting") return [];
  const settled = (state.view?.log ?? []).slice(0, shown).filter((event) => event.kind === "settle").length;
  return (state.you.coming ?? []).filter((line) => line.n < settled);
}

const inWords = (text) => readable(text).replace(/[♣♦♥♠]/g, (sign) => ` of ${SPOKEN[sign]}`);
const SPOKEN = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };

/** What the live region reads of an event: the dealer's words and what concerns one's own spot. */
export function spoken(state, event) {
  const own = (state.you?.spots ?? []).includes(event.spot);
  // the dealer's marks are seen on the felt; their names are the trade's
  if (event.detail?.lammer !== undefined) return "";
  if (event.kind === "say") return own || !event.spot ? inWords(event.text) : "";
  if (event.kind === "settle" && own) {
    const wager = state.table.wagers.find((w) => w.id === event.place)?.name ?? event.place;
    const net = ownNet(event.settlement);
    const brought = net > 0 ? `won ${dollars(net)}` : net < 0 ? `lost ${dollars(-net)}` : "push";
    const hand = event.settlement.text || event.settlement.hand.replace("no-line", "no hand that pays").replaceAll("-", " ");
    return `${wager}: ${inWords(hand)}, ${brought}`;
  }
  const seen = event.cards?.every((c) => c !== "??");
  if (["deal", "expose"].includes(event.kind) && seen && (own || event.spot === 0))
    return `${own ? "You have" : "Dealer shows"} ${event.cards.map(cardName).join(", ")}`;
  return "";
}
