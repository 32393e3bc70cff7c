// The pieces every layout is made of: cards at a place, wager places, printed odds, badges.

import { h, dollars, signed, result } from "../dom.js";

/** The cards at a place of a spot (0 is the dealer). Keys keep a card's node alive from state to state. */
export function cardsAt(ctx, spot, place, options = {}) {
  const cards = ctx.felt.places[spot]?.[place] ?? [];
  if (!cards.length && !options.always) return null;
  const label = options.label ?? (spot ? `Spot ${spot}` : "Dealer");
  return h(
    "div",
    {
      class: `cards ${options.class ?? ""}`,
      role: "group",
      "aria-label": `${label}: ${place}`,
      data: { key: `${spot}-${place}`, place },
    },
    cards.map((c, i) => card(ctx, spot, place, c, i, options)),
  );
}

export function card(ctx, spot, place, c, i, options = {}) {
  const made = ctx.felt.lifted;
  const lifted = made && (spot === 0 || spot === made.spot) && made.cards.includes(c) ? "lifted" : undefined;
  const node = h("pit-card", {
    c,
    class: lifted,
    data: { key: `${spot}-${place}-${i}`, spot, place, at: i },
  });
  if (!options.pick) return node;
  const picked = options.pick.has(c);
  return h(
    "button",
    {
      class: "pick",
      type: "button",
      "aria-pressed": String(picked),
      data: { do: "pick", card: c, spot, key: `pick-${spot}-${c}` },
    },
    node,
  );
}

/** Every place of the spot that has cards, in the order they were first dealt to. */
export function everyPlace(ctx, spot, options = {}) {
  return Object.keys(ctx.felt.places[spot] ?? {}).map((place) => cardsAt(ctx, spot, place, options));
}

export const LOSING = /^loses/;

/** The odds of a wager in one breath: "7 to 1", or "up to 30 to 1". */
export function shortOdds(wager) {
  const paid = (wager.odds ?? []).filter(
    (line) => line.pays && !LOSING.test(line.pays) && !line.pays.startsWith("x") && line.pays !== "push",
  );
  if (!paid.length) return "";
  const kinds = [...new Set(paid.map((line) => line.pays))];
  return kinds.length === 1 ? kinds[0] : `up to ${kinds[0]}`;
}

/** A place for chips on the layout. One's own takes chips while bets are open; else it only shows them. */
export function wagerPlace(ctx, spot, id, options = {}) {
  const wager = ctx.wager(id);
  const amount = ctx.bets(spot)[id] ?? 0;
  const won = ctx.felt.won[spot]?.[id];
  if (!wager) return null;
  const open = ctx.betting && ctx.mine.has(spot) && wager.placed !== "later";
  const odds = options.odds ?? shortOdds(wager);
  const words = `${options.name ?? wager.name}${amount ? `, ${dollars(amount)} bet` : ""}${odds ? `, pays ${odds}` : ""}`;
  const inside = [
    h("span", { class: "place-name" }, options.name ?? wager.name),
    odds && h("span", { class: "place-odds" }, odds),
    amount ? h("pit-chips", { cents: amount, data: { key: "chips" } }) : null,
    won !== undefined && !amount
      ? h("span", { class: `badge ${result(won)}`, data: { key: "badge" } }, won ? signed(won) : "push")
      : null,
  ];
  const shape = {
    class: `place ${options.class ?? ""} ${amount ? "on" : ""}`,
    data: { key: `place-${id}`, wager: id, spot },
  };
  if (!open) return h("div", { ...shape, role: "img", "aria-label": words }, inside);
  shape.data.do = "chip";
  return h("button", { ...shape, type: "button", "aria-label": `${words}. Press to add a chip` }, inside);
}

/** Pay tables as printed on the felt: the optional wagers, and what else the layout names. */
export function printedOdds(ctx) {
  const seen = new Set();
  const blocks = [];
  for (const wager of ctx.table.wagers) {
    if (wager.placed !== "optional" || seen.has(wager.of) || !wager.odds?.length) continue;
    seen.add(wager.of);
    blocks.push(oddsBlock(ctx, wager));
  }
  return blocks;
}

export function oddsBlock(ctx, wager, lines = wager.odds) {
  const table = ctx.table.pay_tables?.[wager.of];
  return h(
    "section",
    { class: "print", data: { key: `print-${wager.id}` } },
    h("h3", {}, wager.name),
    h(
      "table",
      {},
      h("caption", { class: "sr" }, `${wager.name}${table ? `, pay table ${table}` : ""}`),
      h(
        "tbody",
        {},
        lines.filter((line) => !LOSING.test(line.pays ?? "")).map((line) => oddsLine(ctx, wager, line)),
      ),
    ),
  );
}

function oddsLine(ctx, wager, line) {
  const hit = ctx.felt.settled.some(
    (s) =>
      s.hand === line.hand &&
      (s.wager === wager.id || ctx.wager(s.wager)?.of === wager.of) &&
      s.net_cents >= 0,
  );
  const pays = (line.pays ?? "").replace(/^x/, "× ");
  return h(
    "tr",
    { class: hit ? "hit" : undefined, title: line.clause },
    h("th", { scope: "row" }, line.text),
    h(
      "td",
      {},
      pays,
      line.envy_cents ? h("span", { class: "envy" }, ` · envy ${dollars(line.envy_cents)}`) : null,
    ),
  );
}

export const figure = (n, label) =>
  h("span", { class: "total", "aria-label": `${label ?? "total"} ${n}` }, String(n));

/** Blackjack value of open cards: the best total, and whether an ace counts eleven. */
export function blackjackTotal(cards) {
  let total = 0;
  let aces = 0;
  for (const c of cards) {
    if (c === "??") return null;
    const rank = c[0];
    if (rank === "A") aces += 1;
    total += rank === "A" ? 1 : "TJQK".includes(rank) ? 10 : Number(rank);
  }
  const soft = aces > 0 && total + 10 <= 21;
  return { total: soft ? total + 10 : total, soft };
}

export function plate(ctx, spot) {
  const seat = ctx.seat(spot);
  const net = ctx.felt.net[spot];
  const inPlay = Object.values(ctx.bets(spot)).reduce((sum, cents) => sum + cents, 0);
  return h(
    "div",
    { class: "plate", data: { key: "plate" } },
    h("span", { class: "spot-number", title: `Spot ${spot}` }, String(spot)),
    h("span", { class: "player" }, seat?.player ?? "open"),
    inPlay ? h("span", { class: "in-play" }, dollars(inPlay)) : null,
    net !== undefined && ctx.felt.step === "settle"
      ? h("span", { class: `net ${result(net)}` }, net ? signed(net) : "even")
      : null,
  );
}
