// The pieces every layout is made of: cards that fit their box, wager places, printed odds, totals.

import { h, compact, dollars, result, readable } from "../dom.js";
import { awardOf } from "../awards.js";

/** Widths in cards: a gap between open cards, the step of a fan, the gap between groups. */
const GAP = 0.07;
const STEP = 0.5;
const DEEP_STEP = 0.42;
const DEEP_FROM = 5;
const BETWEEN = 0.22;
export const TIGHT = "tight";
const TIGHT_STEP = 0.36;

const stepOf = (count, fan) => (fan === TIGHT ? TIGHT_STEP : count < DEEP_FROM ? STEP : DEEP_STEP);

/** How many cards wide `count` cards are: side by side, in a fan, or in a tight one that shows the corners alone. */
export const widthOf = (count, fan) =>
  fan ? 1 + (count - 1) * stepOf(count, fan) : count + (count - 1) * GAP;

const fanClass = (count, fan) =>
  !fan ? "" : fan === TIGHT ? "fan corners" : count < DEEP_FROM ? "fan" : "fan deep";

/** The cards at a place of a spot (0 is the dealer). Keys keep a card's node alive from state to state. */
export function cardsAt(ctx, spot, place, options = {}) {
  const cards = ctx.felt.places[spot]?.[place] ?? [];
  if (!cards.length) return null;
  const label = options.label ?? (spot ? `Spot ${spot}` : "Dealer");
  return h(
    "div",
    {
      class: `cards ${fanClass(cards.length, options.fan)} ${options.class ?? ""}`,
      role: "group",
      "aria-label": `${label}: ${place}`,
      data: { key: `${spot}-${place}`, place },
    },
    cards.map((c, i) => card(ctx, spot, place, c, i, options)),
  );
}

export function card(ctx, spot, place, c, i, options = {}) {
  const made = ctx.felt.lifted;
  const lifted = (spot ? [made[spot] ?? []] : Object.values(made)).some((cards) => cards.includes(c)) ? "lifted" : undefined;
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

/** A group of cards for `fit`: the node and how many cards wide it is. */
export function group(ctx, spot, place, options = {}) {
  const node = cardsAt(ctx, spot, place, options);
  const count = ctx.felt.places[spot]?.[place]?.length ?? 0;
  return node ? { node, width: widthOf(count, options.fan) * (options.scale ?? 1) } : null;
}

/** Groups that stay in one row, whatever rows the others take. */
export function together(...groups) {
  const there = groups.filter(Boolean);
  if (there.length < 2) return there[0] ?? null;
  return {
    node: h("div", { class: "together", data: { key: "together" } }, there.map((g) => g.node)),
    width: there.reduce((all, g) => all + g.width, (there.length - 1) * BETWEEN),
  };
}

/** Where cards will lie, printed on the felt: what an empty place shows. */
export const outline = (count) => ({
  node: h(
    "div",
    { class: "cards outline", "aria-hidden": "true", data: { key: "outline" } },
    Array.from({ length: count }, () => h("i", {})),
  ),
  width: widthOf(count),
});

/** Groups in as many rows as show the cards largest: the box has its size from the felt, the cards have theirs
 *  from the box, so nothing leaves it. `lines` are rows of text under each row of cards, `fixed` is what else stands
 *  in a row, in rem. */
export function fit(groups, { lines = 0, least = 3, rows = 3, fixed = 0, name = "" } = {}) {
  const there = groups.filter(Boolean);
  const vars = { lines, fixed: `${fixed}rem` };
  for (let row = 1; row <= 3; row += 1)
    vars[`x${row}`] = row <= rows ? rowWidth(there, row, least) : rowWidth(there, rows, least);
  const most = there.length === 1 && there[0].broken ? 2 : Math.max(1, there.length);
  for (let row = 1; row <= 3; row += 1) vars[`y${row}`] = Math.min(row, rows, most);
  return h(
    "div",
    { class: "fit", data: { key: `fit${name}` } },
    h(
      "div",
      { class: rows === 1 ? "fit-in one" : "fit-in", vars, data: { key: "in" } },
      there.map((g) => g.node),
    ),
  );
}

/** The widest row when the groups are laid in so many rows, as evenly as they come; a lone group may break in two. */
function rowWidth(groups, rows, least) {
  if (groups.length === 1 && groups[0].broken && rows > 1) return groups[0].broken.toFixed(3);
  const widths = groups.map((g) => g.width);
  const best = (from, left) => {
    if (left === 1 || from >= widths.length) return sum(widths.slice(from));
    let found = Infinity;
    for (let to = from + 1; to <= widths.length; to += 1)
      found = Math.min(found, Math.max(sum(widths.slice(from, to)), best(to, left - 1)));
    return found;
  };
  const sum = (list) => list.reduce((all, w) => all + w, 0) + Math.max(0, list.length - 1) * BETWEEN;
  return Math.max(rows === 1 ? least : 1, best(0, rows)).toFixed(3);
}

/** Every place of the spot that has cards, in the order they were first dealt to. */
export function everyPlace(ctx, spot, options = {}) {
  return Object.keys(ctx.felt.places[spot] ?? {}).map((place) => group(ctx, spot, place, options));
}

export const LOSING = /^loses/;

/** The best odds of a wager: "7 to 1"; with `several` where it pays others, too. */
export function topOdds(wager) {
  const paid = (wager.odds ?? []).filter(
    (line) => line.pays && !LOSING.test(line.pays) && !line.pays.startsWith("x") && line.pays !== "push",
  );
  const kinds = [...new Set(paid.map((line) => line.pays))];
  return { best: kinds[0] ?? "", several: kinds.length > 1 };
}

/** "5,000 to 1" in two lines that fit a circle, "up to" before it where the wager has a table. */
function oddsInside(text, several) {
  if (!text) return null;
  const [, number, unit] = /^([\d,.×x]+)\s+(.+)$/.exec(text) ?? [null, text, ""];
  return h(
    "span",
    { class: "place-odds" },
    several ? h("span", {}, "up to") : null,
    h("b", {}, number),
    unit ? h("span", {}, unit) : null,
  );
}

/** Exact where the circle has room for it, else in thousands; the settlement has it to the cent. */
function inFigures(cents) {
  const [whole, brief] = [compact(cents), compact(cents, 100000)];
  return whole === brief
    ? whole
    : [h("span", { class: "whole" }, whole), h("span", { class: "brief", "aria-hidden": "true" }, brief)];
}

const forNext = (cents) => h("span", { class: "for-next", data: { key: "next" } }, `next ${dollars(cents)}`);

/** A place for chips on the layout. One's own takes them at any time, for this round or for the next one. */
export function wagerPlace(ctx, spot, id, options = {}) {
  const wager = ctx.wager(id);
  if (!wager) return null;
  const amount = ctx.bets(spot)[id] ?? 0;
  const won = ctx.felt.won[spot]?.[id];
  const name = options.name ?? wager.name;
  const top = options.odds === undefined ? topOdds(wager) : { best: options.odds, several: false };
  const odds = `${top.several ? "up to " : ""}${top.best}`;
  const own = ctx.mine.has(spot);
  const open = own && wager.placed !== "later";
  const next = ctx.betting ? 0 : ctx.ui.next?.[spot]?.[id];
  const words = `${name}${amount ? `, ${dollars(amount)} bet` : ""}${next ? `, ${dollars(next)} for the next round` : ""}${odds ? `, pays ${odds}` : ""}`;
  const award = awardOf(ctx, spot, id);
  const inside = amount
    ? h("pit-chips", { cents: amount, data: { key: "chips" } })
    : won !== undefined
      ? h(
          "span",
          { class: `badge ${award ? "win" : result(won)}`, data: { key: "badge" } },
          award ? "won" : won ? inFigures(won) : "push",
        )
      : oddsInside(top.best, top.several);
  const shape = {
    class: `place ${options.shape ?? ""} ${amount ? "on" : ""}`,
    data: { key: `place-${id}`, wager: id, spot },
  };
  if (own) shape.data.do = open ? "chip" : "later";
  const press = ctx.betting ? "Press to add a chip" : "Press for the next round";
  return h(
    "div",
    { class: `bet ${wager.placed} ${options.class ?? ""}`, data: { key: `bet-${id}` } },
    open
      ? h("button", { ...shape, type: "button", "aria-label": `${words}. ${press}` }, inside, next ? forNext(next) : null)
      : h("div", { ...shape, role: "img", "aria-label": words }, inside),
    h("span", { class: "place-name", "aria-hidden": "true" }, name),
    options.mark ?? null,
  );
}

/** A place that is there only while something lies or was settled on it. */
export const laterPlace = (ctx, spot, id, options) =>
  ctx.bets(spot)[id] || ctx.felt.won[spot]?.[id] !== undefined ? wagerPlace(ctx, spot, id, options) : null;

/** Pay tables as they are printed: the optional wagers, and what else the layout names. */
export function printedOdds(ctx, placed = ["optional"]) {
  const seen = new Set();
  const blocks = [];
  for (const wager of ctx.table.wagers) {
    if (!placed.includes(wager.placed) || seen.has(wager.of) || !wager.odds?.length) continue;
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
    h("h4", {}, wager.name),
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
      (!ctx.mine.size || ctx.mine.has(s.spot)) &&
      s.net_cents >= 0,
  );
  const pays = (line.pays ?? "").replace(/^x/, "× ");
  return h(
    "tr",
    { class: hit ? "hit" : undefined },
    h("th", { scope: "row" }, line.text),
    h(
      "td",
      {},
      pays,
      line.envy_cents ? h("span", { class: "envy" }, `envy ${dollars(line.envy_cents)}`) : null,
    ),
  );
}

export const figure = (n, label) => ({
  node: h("span", { class: "total", "aria-label": `${label ?? "total"} ${n}` }, String(n)),
  width: 0.1 + 0.5 * String(n).length,
});

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

/** What open cards are called, asked of the house's own rules once a hand and kept. */
const named = new Map();
const ASK_AGAIN_MS = 2000;

export function handName(ctx, cards) {
  if (ctx.nameless || cards.length < 2 || cards.includes("??")) return "";
  const key = [...cards].sort().join("");
  if (!named.has(key)) {
    named.set(key, "");
    fetch(`/aids/hand?cards=${key}`)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then(({ words }) => {
        named.set(key, readable(words));
        if (words) ctx.ui.redraw?.();
      })
      .catch(() => setTimeout(() => named.delete(key) && ctx.ui.redraw?.(), ASK_AGAIN_MS));
  }
  return named.get(key);
}
