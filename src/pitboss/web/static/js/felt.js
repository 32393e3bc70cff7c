// The felt: dealer and board above, one's own place large below, the other seats small between them. Watching,
// all seats are alike. The dealer's right is the screen's left, so spot 1 is rightmost.

import { h, patch, compact, dollars, ownNet, readable, result, short, signed, still } from "./dom.js";
import "./cards.js";
import { plain } from "./fold.js";
import { awardOf, isEnvy, waitsFor } from "./awards.js";
import { undrawn } from "./layouts/generic.js";
import { fit, outline } from "./layouts/parts.js";

export async function layoutOf(name) {
  if (!name) return undrawn;
  return (await import(`./layouts/${name}.js`)).default;
}

const total = (bets) => Object.values(bets).reduce((sum, cents) => sum + cents, 0);

/** The whole name, or as much of it as the plate has room for; a guest's number tells guests apart. */
const playerName = (player) => h("span", { class: "player", title: player }, player.replace(/^guest-/, "g·"));

/** What stands at a seat on one line: chips in play, or what the round brought. */
function standing(ctx, number) {
  const inPlay = total(ctx.bets(number));
  const { net, waits } = seatNet(ctx, number);
  return [
    inPlay ? h("pit-chips", { cents: inPlay, class: "in-line", data: { key: "chips" } }) : null,
    net !== undefined && !inPlay
      ? h("span", { class: `net ${result(net)}`, data: { key: "net" } }, net ? (ctx.focus === null ? signed(net) : compact(net, 100000)) : "even", waits ? toCome() : null)
      : null,
  ];
}

/** The total of a seat is what its lines say; a meter's award that is not confirmed yet is named beside it. */
const toCome = () => h("span", { class: "to-come" }, " + jackpot");

/** What was settled at a seat, wager by wager: envy for somebody else's hand is a line of its own, and what was won on
 *  a sensor has its hand, as printed, beside what the wager cost or the award has brought. */
export function seatLines(ctx, number) {
  const lines = new Map();
  for (const s of ctx.felt.settled) {
    if (s.spot !== number) continue;
    const { net, award } = settlementLine(ctx, s);
    const key = isEnvy(s) ? `${s.wager}-envy` : s.wager;
    const name = ctx.wager(s.wager)?.name ?? s.wager.replaceAll("-", " ");
    const line = lines.get(key) ?? { key, name: isEnvy(s) ? `${name} envy` : name, cents: 0, hand: null, waits: false };
    line.cents += net;
    line.hand ??= isEnvy(s) ? null : wonOnSensor(ctx, number, s.wager);
    line.waits ||= waitsFor(award);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** The sum of a seat's lines, undefined before the first, and whether an award is still to come. */
export function seatNet(ctx, number) {
  const lines = seatLines(ctx, number);
  return { net: lines.length ? lines.reduce((sum, { cents }) => sum + cents, 0) : undefined, waits: lines.some(({ waits }) => waits) };
}

/** What a wager on a sensor has won, as printed: the award comes when it is verified, beside the round's own money. */
const wonOnSensor = (ctx, number, id) => {
  const hit = ctx.felt.jackpots.find((j) => j.spot === number && j.wager === id);
  return hit ? ctx.wager(id)?.odds?.find((line) => line.hand === hit.hand)?.text ?? hit.odds : null;
};

/** Each wager of a seat with its stake or its result, for whoever looks on. */
function wagerLines(ctx, number) {
  const bets = ctx.bets(number);
  const settled = seatLines(ctx, number).filter(({ key }) => !bets[key]);
  return h(
    "ul",
    { class: "wager-lines", data: { key: "lines" } },
    settled.map(({ key, name, cents, hand }) =>
      h(
        "li",
        { data: { key } },
        h("span", {}, name),
        hand
          ? h("b", { class: "win named" }, hand, " ", h("span", { class: result(cents) }, signed(cents)))
          : h("b", { class: result(cents) }, cents ? signed(cents) : "push"),
      ),
    ),
    Object.entries(bets).map(([id, cents]) =>
      h("li", { data: { key: id } }, h("span", {}, ctx.wager(id)?.name ?? id.replaceAll("-", " ")), h("b", {}, dollars(cents))),
    ),
  );
}

/** What lies at a seat; for who looks on also the hand that was collected before the round was over, turned grey. */
function handAt(ctx, layout, number) {
  const taken = ctx.felt.gone[number]?.hand;
  const bare = !Object.values(ctx.felt.places[number] ?? {}).some((cards) => cards.length);
  if (ctx.focus !== null || !bare || !taken || taken.includes("??"))
    return h("div", { class: "hand", data: { key: "hand" } }, layout.hand(ctx, number));
  const felt = { ...ctx.felt, places: { ...ctx.felt.places, [number]: { hand: taken } } };
  return h("div", { class: "hand collected", data: { key: "hand" } }, layout.hand({ ...ctx, felt }, number));
}

function seat(ctx, layout, number) {
  const holder = ctx.seat(number);
  const own = ctx.mine.has(number);
  // who has left in the meantime was there when the cards were dealt
  const player = holder?.player ?? (ctx.felt.places[number] ? "left" : undefined);
  const away = Boolean(holder?.player && holder.away && !own);
  const states = ["spot", own ? "own" : "", ctx.waiting.includes(number) ? "waiting" : "", player ? "" : "free", away ? "away" : ""];
  const ready = ctx.betting && holder?.ready && !away;
  const words = `Spot ${number}, ${player ?? "open"}${own ? ", yours" : ""}${away ? ", away" : ready ? ", ready" : ""}`;
  if (!player)
    return h(
      "li",
      { class: states.join(" "), data: { key: `spot-${number}`, spot: number }, "aria-label": words },
      ctx.canSit(number)
        ? h(
            "button",
            { class: "sit", type: "button", data: { do: "sit", spot: number, key: "sit" } },
            `Sit at ${number}`,
          )
        : h("span", { class: "open-mark", data: ctx.state.you ? {} : { do: "no-seat", spot: number } }, h("span", { class: "spot-number" }, String(number)), " open"),
    );
  return h(
    "li",
    { class: states.join(" "), data: { key: `spot-${number}`, spot: number }, "aria-label": words },
    handAt(ctx, layout, number),
    ctx.focus === null ? wagerLines(ctx, number) : null,
    h(
      "div",
      { class: "plate", data: { key: "plate" } },
      own
        ? h(
            "button",
            { type: "button", class: "to-front", data: { do: "focus", spot: number } },
            `Yours ${number}`,
          )
        : [
            h("span", { class: "spot-number" }, String(number)),
            playerName(player),
          ],
      h(
        "span",
        { class: "state", data: { key: "state" } },
        (layout.tag?.(ctx, number) ?? "") === "" ? null : h("b", { class: "tag-words" }, String(layout.tag(ctx, number))),
        standing(ctx, number),
        away ? h("span", { class: "is-away", title: "The browser is gone; nobody waits for this player" }, "away") : null,
        ready ? h("span", { class: "is-ready" }, "ready") : null,
      ),
    ),
  );
}

/** Whether no card lies at a place, and none was taken from it. */
const bare = (ctx, spot) =>
  ![ctx.felt.places[spot], ctx.felt.gone[spot]].some((there) => Object.values(there ?? {}).some((cards) => cards.length));

const printed = (count = 2) => fit([outline(count)], { least: Math.max(3, count), rows: 1 });

/** One's own place, large: the hand, what it is called, the wagers. */
function ownPlace(ctx, layout, number) {
  const { net, waits } = seatNet(ctx, number);
  const settled = net !== undefined && ctx.felt.step === "settle";
  const states = ["spot", "mine", ctx.waiting.includes(number) ? "waiting" : ""];
  if (ctx.ask(number)) states.push("active");
  // in a replay it is somebody's hand, whoever looks at it
  const said = readable(layout.words(ctx, number));
  const words = ctx.mine.has(number) ? said : said.replace(/^You have /, "Has ");
  return h(
    "section",
    {
      class: states.join(" "),
      data: { key: `spot-${number}`, spot: number },
      "aria-label": ctx.mine.has(number) ? `Your place, spot ${number}` : `Spot ${number}`,
    },
    h("div", { class: "hand", data: { key: "hand" } }, bare(ctx, number) ? printed(layout.cards?.own) : layout.hand(ctx, number)),
    h(
      "p",
      { class: "hand-line", data: { key: "line" } },
      h("span", { class: "spot-number", title: `Spot ${number}` }, String(number)),
      h("span", { class: "hand-words" }, words.charAt(0).toUpperCase() + words.slice(1) || (ctx.mine.has(number) ? "Your place" : short(ctx.seat(number)?.player ?? ""))),
      settled
        ? h("span", { class: `net ${result(net)}`, data: { key: "net" } }, net ? signed(net) : "even", waits ? toCome() : null)
        : null,
    ),
    h("div", { class: "wagers", data: { key: "wagers" } }, layout.places(ctx, number)),
  );
}

/** What the dealer says that concerns the table or one's own place; the rest is in the list beside the felt. */
export function call(ctx) {
  if (ctx.call) return ctx.call;
  const said = ctx.felt.announced;
  // where the first hand goes is the dealer's business; it stands in the list beside the felt
  if (said?.detail?.position !== undefined) return "No more bets";
  return said ? readable(plain(said.text)) : "";
}

/** Spots as they lie on the screen, and whether somebody plays there. */
function spotsOf(ctx) {
  const count = ctx.table.spots;
  const numbers = Array.from({ length: count }, (_, i) => count - i);
  const taken = (n) => ctx.seat(n)?.player || ctx.felt.places[n];
  return { numbers, taken, vacant: !numbers.some(taken) };
}

/** Seats that are free beside those who play: they are offered in the action bar, and the felt is the players'. */
export function besidePlayers(ctx) {
  const { numbers, taken, vacant } = spotsOf(ctx);
  return { vacant, free: vacant ? [] : numbers.filter((n) => !taken(n) && ctx.canSit(n)) };
}

export function drawFelt(root, ctx, layout) {
  const before = cardRects(root);
  const { numbers, taken, vacant } = spotsOf(ctx);
  // free seats lie on the felt of an empty table, and for who plays while choosing another one
  const free = (n) => ctx.openSeats && (vacant || (ctx.focus !== null && ctx.canSit(n)));
  const seats = numbers.filter((n) => n !== ctx.focus && (taken(n) || free(n)));
  const notes = layout.notes?.(ctx);
  const centre = layout.centre(ctx);
  patch(root, [
    h(
      "div",
      {
        class: [
          "cloth",
          ctx.focus === null ? "equal" : "seated",
          centre?.classList.contains("board") ? "with-board" : "",
          layout.many ? "many" : "",
          ctx.focus !== null && ctx.openSeats ? "choosing" : "",
          ctx.focus === null && vacant ? "vacant" : "",
        ].join(" "),
        data: { key: "cloth", seats: seats.length, game: ctx.table.game },
      },
      h("div", { class: "shoe", "aria-hidden": "true", data: { key: "shoe" } }),
      h("div", { class: "tray", "aria-hidden": "true", data: { key: "tray" } }),
      h(
        "div",
        { class: "dealer", role: "group", "aria-label": "Dealer", data: { key: "dealer" } },
        bare(ctx, 0) ? printed(layout.cards?.dealer) : layout.dealer(ctx),
      ),
      h("div", { class: "centre", data: { key: "centre" } }, centre),
      // what the approval wants printed on the felt stays at every size; the house's own rules make room
      h(
        "p",
        { class: ctx.table.legends?.length ? "legend" : "legend house", data: { key: "legend" } },
        notes,
      ),
      h("p", { class: "call", data: { key: "call" } }, call(ctx)),
      ctx.focus === null && vacant
        ? h("p", { class: "lettering", "aria-hidden": "true", data: { key: "lettering" } }, ctx.table.game_name)
        : null,
      h(
        "ol",
        { class: "spots", "aria-label": "Seats, from the dealer's right", data: { key: "spots" } },
        seats.map((n) => seat(ctx, layout, n)),
      ),
      ctx.focus === null ? null : ownPlace(ctx, layout, ctx.focus),
    ),
  ]);
  root.classList.toggle("seated", ctx.focus !== null);
  if (ctx.moving && !still()) flyCards(root, before);
}

function cardRects(root) {
  return [...root.querySelectorAll("pit-card")].map((node) => ({
    node,
    spot: node.dataset.spot,
    c: node.getAttribute("c"),
    rect: node.getBoundingClientRect(),
  }));
}

/** New cards come from where the same card lay before, else out of the shoe. Never longer than 250 ms each. */
function flyCards(root, before) {
  const known = new Set(before.map((b) => b.node));
  const gone = before.filter((b) => !b.node.isConnected);
  const shoe = root.querySelector(".shoe")?.getBoundingClientRect();
  let order = 0;
  for (const node of root.querySelectorAll("pit-card")) {
    if (known.has(node)) continue;
    const at = gone.findIndex(
      (b) => b.spot === node.dataset.spot && (b.c === node.getAttribute("c") || b.c === "??"),
    );
    const from = at >= 0 ? gone.splice(at, 1)[0].rect : shoe;
    const to = node.getBoundingClientRect();
    if (!from || !to.width) continue;
    const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    node.animate(
      [
        { transform: shift, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 220, delay: 50 * order, fill: "backwards", easing: "cubic-bezier(.2,.7,.2,1)" },
    );
    order += 1;
  }
}

/** Chips go to the tray or come from it, for one settled wager. */
export function flyChips(root, done) {
  if (still() || !done.net_cents || done.tokes_cents) return;
  const place = root.querySelector(`.place[data-spot="${done.spot}"][data-wager="${done.wager}"]`);
  const tray = root.querySelector(".tray");
  if (!place || !tray) return;
  const [from, to] = done.net_cents > 0 ? [tray, place] : [place, tray];
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  const chips = h("pit-chips", { cents: Math.abs(done.net_cents), class: "flying", "aria-hidden": "true" });
  document.body.append(chips);
  const centre = (r) => `translate(${r.left + r.width / 2 - 16}px, ${r.top + r.height / 2 - 16}px)`;
  chips
    .animate([{ transform: centre(a) }, { transform: centre(b) }], { duration: 250, easing: "ease-in-out" })
    .finished.finally(() => chips.remove());
}

/** "Hand 2" where a spot was split, as its question and its cards say; undefined elsewhere. */
function splitName(ctx, s) {
  const hand = ctx.felt.hands[ctx.felt.settled.indexOf(s)];
  const hands = (ctx.felt.rows[s.spot] ?? []).filter((place) => place.startsWith("hand"));
  if (!hand || hands.length < 2) return s.wager === "split" ? "Split hand" : undefined;
  return `Hand ${hands.indexOf(hand) + 1}${s.wager === "double" ? ", double" : ""}`;
}

export function settlementLine(ctx, s) {
  const name = splitName(ctx, s) ?? ctx.wager(s.wager)?.name ?? s.wager.replaceAll("-", " ");
  const odds = s.odds && !s.odds.startsWith("loses") && s.odds !== "push" ? `, ${s.odds}` : "";
  const words = readable(plain(s.text) || (s.hand === "no-line" ? "No hand that pays" : s.hand.replaceAll("-", " ")));
  // envy is for somebody else's hand: an amount of its own, whatever one has won oneself
  const award = isEnvy(s) ? undefined : awardOf(ctx, s.spot, s.wager);
  return {
    name,
    words: award ? `${words}, ${award.share}: ${award.stands}; the wager is ${dollars(s.stake_cents)}` : words + odds,
    net: (award?.prize_cents ?? 0) + ownNet(s),
    award,
  };
}
