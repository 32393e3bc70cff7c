// A part of a meter is not paid at the table: a supervisor confirms it first. What there is to say until then, and after.

import { dollars } from "./dom.js";

/** The meter award of a spot's wager, as far as the show has come; undefined without one. */
export function awardOf(ctx, spot, wager) {
  const won = ctx.felt.jackpots.find((one) => one.spot === spot && one.wager === wager && one.meter);
  if (!won) return undefined;
  const meters = ctx.state.jackpots?.find((jackpot) => jackpot.place === wager)?.meters ?? [];
  const meter = meters.find(({ name }) => name === won.meter) ?? meters[0];
  const share = `${won.percent} % of the ${won.meter}`;
  const all = (ctx.awards ?? []).filter((one) => one.spot === spot && won.meter === one.meter);
  // one that was taken back and is open again waits as it did before
  const told = all.find(({ status }) => status !== "backed-out") ?? all.find(({ reopened }) => !reopened);
  return {
    hand: won.hand.replaceAll("-", " "),
    share: meter ? `${share} (${dollars(meter.cents)})` : share,
    stands: STANDS[told?.status] ?? "being confirmed",
    prize_cents: told && told.status !== "backed-out" ? told.prize_cents : null,
  };
}

/** Money for another player's hand, whatever one has won oneself. */
export const isEnvy = ({ hand }) => hand.startsWith("envy-");

/** Whether an award is won and its money still to come. */
export const waitsFor = (award) => Boolean(award) && award.prize_cents === null && award.stands !== STANDS["backed-out"];

const STANDS = { completed: "confirmed", paid: "paid", "backed-out": "taken back" };

/** All of them for these spots, in sentences. */
export const awardsOf = (ctx, spots) =>
  ctx.felt.jackpots
    .filter((won) => spots.includes(won.spot))
    .map((won) => awardOf(ctx, won.spot, won.wager))
    .filter(Boolean)
    .map(({ hand, share }) => `Jackpot: ${hand}, ${share}, paid once a supervisor confirms it.`);

/** Whether the round stands until an award is confirmed. */
export const roundHeld = (ctx) => (ctx.state.notices ?? []).some(({ because }) => because === "award.not-completed");
