// What the felt is drawn from. An onlooker holds no spot and is asked nothing; a player's table adds to that.

import { dollars } from "./dom.js";
import { fold } from "./fold.js";

const nobody = new Set();

export function onlooker(table, view, felt, more = {}) {
  return {
    state: { jackpots: [], seats: [], deadline: null, commitment: null },
    table,
    view,
    felt,
    ui: {},
    mine: nobody,
    focus: null,
    shown: view?.log.length ?? 0,
    caughtUp: true,
    moving: false,
    betting: false,
    settled: true,
    asks: [],
    waiting: [],
    seat: (spot) => ({ player: view?.stakes[spot] ? `Spot ${spot}` : null }),
    wager: (id) => table.wagers.find((w) => w.id === id),
    bets: (spot) => felt.bets[spot] ?? {},
    ask: () => undefined,
    picks: () => nobody,
    amount: () => 0,
    canSit: () => false,
    ...more,
  };
}

/** Why no round is dealt now, in words: the table is closed, or its tray owes (HR-17, HR-34); none: "". */
export function halted(state) {
  if (state.closed) return "The table is closed until its tray is counted in.";
  return state.owed_cents ? `${dollars(state.owed_cents)} in winnings wait for a fill of the tray.` : "";
}

const BEFORE = { log: [], stakes: {} };

/** A live state as every screen shows it alike, with the first `shown` events of the round, or all of them. */
export function liveContext(state, shown, more = {}) {
  const view = state.view && state.phase !== "betting" ? state.view : null;
  const felt = fold(view ?? BEFORE, shown);
  const seats = new Map(state.seats.map((seat) => [seat.spot, seat]));
  const caughtUp = !view || (shown ?? view.log.length) >= view.log.length;
  return onlooker(state.table, view, felt, {
    state,
    caughtUp,
    betting: state.phase === "betting",
    settled: state.phase === "settled",
    waiting: view && caughtUp ? view.waiting_for : [],
    call: state.phase === "betting" ? (state.closed ? "The table is closed" : "Place your bets") : undefined,
    seat: (spot) => seats.get(spot),
    bets: (spot) => (view ? felt.bets[spot] : seats.get(spot)?.bets) ?? {},
    ...more,
  });
}
