// The felt: dealer on top, spots on an arc below. The dealer's right is the screen's left, so spot 1 is rightmost.

import { h, patch, dollars, still } from "./dom.js";
import "./cards.js";
import { plain } from "./fold.js";
import { plate } from "./layouts/parts.js";
import generic from "./layouts/generic.js";

export async function layoutOf(name) {
  if (!name) return generic;
  return (await import(`./layouts/${name}.js`)).default;
}

/** How far a spot sits below the ends of the arc, in eighths of the arc's depth. */
function depth(position, count) {
  const t = count > 1 ? (2 * position) / (count - 1) - 1 : 0;
  return Math.round(8 * (1 - t * t));
}

function spot(ctx, layout, number, position, count) {
  const mine = ctx.mine.has(number);
  const seat = ctx.seat(number);
  const waiting = ctx.waiting.includes(number);
  const states = [
    "spot",
    mine ? "mine" : "",
    waiting ? "waiting" : "",
    seat?.player ? "" : "free",
    ctx.active === number ? "active" : "",
  ];
  return h(
    "li",
    {
      class: states.join(" ").trim(),
      data: { key: `spot-${number}`, spot: number, depth: depth(position, count) },
      "aria-label": `Spot ${number}, ${seat?.player ?? "open"}${mine ? ", yours" : ""}`,
    },
    h("div", { class: "hand", data: { key: "hand" } }, layout.hand(ctx, number)),
    h("div", { class: "wagers", data: { key: "wagers" } }, layout.places(ctx, number)),
    plate(ctx, number),
    ctx.canSit(number)
      ? h(
          "button",
          { class: "sit", type: "button", data: { do: "sit", spot: number, key: "sit" } },
          `Sit at ${number}`,
        )
      : null,
  );
}

/** Printed tables on both sides of the dealer, about as many lines on each. */
function balanced(prints) {
  const sides = [[], []];
  const lines = [0, 0];
  for (const print of prints) {
    const side = lines[0] <= lines[1] ? 0 : 1;
    sides[side].push(print);
    lines[side] += print.querySelectorAll("tr").length + 1;
  }
  return sides;
}

function tray() {
  const columns = ["500", "100", "25", "5", "1"].map((value, i) =>
    h("rect", { class: `chip-${value}`, x: 4 + i * 19, y: 4, width: 16, height: 22, rx: 3 }),
  );
  return h(
    "svg",
    { class: "tray", viewBox: "0 0 101 30", "aria-hidden": "true", data: { key: "tray" } },
    h("rect", { class: "wood", x: 0, y: 0, width: 101, height: 30, rx: 4 }),
    columns,
  );
}

const box = (name, words) =>
  h("div", { class: name, "aria-hidden": "true", data: { key: name } }, h("span", {}, words));

export function drawFelt(root, ctx, layout) {
  const before = cardRects(root);
  const count = ctx.table.spots;
  const numbers = Array.from({ length: count }, (_, i) => count - i);
  const announced = plain(ctx.felt.announced?.text);
  const prints = [layout.prints(ctx)].flat(Infinity).filter(Boolean);
  const [left, right] = balanced(prints);
  patch(root, [
    h(
      "div",
      { class: "bank", data: { key: "bank" } },
      box("discard", "discard"),
      tray(),
      box("shoe", "shoe"),
    ),
    h(
      "div",
      { class: "dealer", role: "group", "aria-label": "Dealer", data: { key: "dealer" } },
      layout.dealer(ctx),
    ),
    h("div", { class: "centre", data: { key: "centre" } }, layout.centre(ctx)),
    h("p", { class: "legend", data: { key: "legend" } }, (ctx.table.legends ?? []).join(" · ")),
    h("div", { class: "call", data: { key: "call" } }, ctx.call ?? announced),
    h("div", { class: "prints left", data: { key: "prints-left" } }, left),
    h("div", { class: "prints right", data: { key: "prints-right" } }, right),
    h(
      "ol",
      {
        class: "spots",
        "data-count": count,
        "aria-label": "Spots, from the dealer's right",
        data: { key: "spots" },
      },
      numbers.map((n, i) => spot(ctx, layout, n, i, count)),
    ),
  ]);
  root.dataset.game = ctx.table.game;
  root.classList.toggle("seated", ctx.mine.size > 0);
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
  if (still() || !done.net_cents) return;
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

export function settlementLine(ctx, s) {
  const name = ctx.wager(s.wager)?.name ?? s.wager.replaceAll("-", " ");
  const odds = s.odds && !s.odds.startsWith("loses") && s.odds !== "push" ? `, ${s.odds}` : "";
  const words = s.text || s.hand.replaceAll("-", " ");
  return { name, words: words + odds, stake: s.stake_cents ? dollars(s.stake_cents) : "" };
}
