// Laying chips: which are offered, what a press makes of a wager, undo, double and the last bet again.

import { CHIP_CENTS } from "./cards.js";

const LEAST_CHIP = 100;

export function limitsOf(table, id) {
  const posted = table.limits?.[id] ?? {};
  const wager = table.wagers.find((w) => w.id === id);
  const most = Math.min(posted.most_cents ?? Infinity, table.regulation_cents ?? Infinity);
  return { least: Math.max(posted.least_cents ?? 0, wager?.least_cents ?? 0, LEAST_CHIP), most };
}

const laidFirst = (table) => table.wagers.filter((w) => w.placed !== "later");

/** Chips that can be right somewhere on this layout. */
export function chipsOffered(table) {
  const open = laidFirst(table).filter((w) => !w.sensed);
  const most = Math.max(...open.map((w) => limitsOf(table, w.id).most));
  const least = Math.min(...open.map((w) => limitsOf(table, w.id).least));
  return CHIP_CENTS.filter((cents) => cents <= most && (cents >= 500 || least < 500));
}

/** What bets of one spot still lack before the cards can come, in a sentence; nothing, if they may stand. */
export function lacking(table, bets) {
  const name = (id) => table.wagers.find((w) => w.id === id)?.name ?? id;
  // a house option of Fu Bacc (FB-06); elsewhere each wager says what it needs
  const base = table.options?.side_wagers_alone === "no" ? laidFirst(table).filter((w) => w.placed === "first") : [];
  for (const wager of laidFirst(table).filter((w) => bets[w.id])) {
    const needs = wager.needs?.length ? wager.needs : base.map((w) => w.id);
    const missing = needs.find((id) => !bets[id]);
    if (missing) return `${wager.name} needs a bet on ${name(missing)}`;
  }
  return "";
}

/** The wager's total after one chip more: never under the minimum, never over the maximum. */
export function oneMore(table, id, now, chip) {
  const { least, most } = limitsOf(table, id);
  if (least === most) return now ? 0 : least;
  return Math.min(most, Math.max(least, now + chip));
}

/** After the last chip is taken off again; under the minimum nothing is left. */
export function oneLess(table, id, now) {
  const top = Math.max(...CHIP_CENTS.filter((cents) => cents <= now), 0);
  const left = now - top;
  return left < limitsOf(table, id).least ? 0 : left;
}

export function doubled(table, bets) {
  return Object.fromEntries(
    Object.entries(bets).map(([id, cents]) => {
      const { least, most } = limitsOf(table, id);
      return [id, least === most ? cents : Math.min(most, 2 * cents)];
    }),
  );
}

/** Wagers that must be equal go together: the house refuses one without the other only when the cards come. */
export function withTwins(table, bets, id) {
  const equal = table.wagers.find((w) => w.id === id)?.equals;
  const twins = table.wagers.filter((w) => w.equals === id || w.id === equal);
  return { ...bets, ...Object.fromEntries(twins.map((w) => [w.id, bets[id]])) };
}

/** What a player laid last, for the spots he holds now: whoever has changed seats lays it there. */
export function lastFor(last, spots) {
  const laid = Object.entries(last ?? {});
  const same = laid.filter(([spot]) => spots.includes(Number(spot)));
  if (same.length || !spots.length) return Object.fromEntries(same);
  return laid.length ? { [spots[0]]: laid[0][1] } : {};
}

/** How much lies there for the next round, at all spots. */
export const nextOf = (next = {}) =>
  Object.values(next).reduce((sum, bets) => sum + Object.values(bets).reduce((a, b) => a + b, 0), 0);

/** The wager that this one is always equal to, if there is one. */
export const leaderOf = (table, id) => {
  const equal = table.wagers.find((w) => w.id === id)?.equals;
  return table.wagers.find((w) => w.id === equal);
};

/** The wagers to be set so that a spot's bets become `wanted`: those that change, nothing else. */
export function changes(table, now, wanted) {
  const ids = laidFirst(table).map((w) => w.id);
  return ids
    .filter((id) => (now[id] ?? 0) !== (wanted[id] ?? 0))
    .map((id) => ({ wager: id, amount_cents: wanted[id] ?? 0 }));
}
