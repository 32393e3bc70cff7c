// Small DOM kit: build trees, patch a live tree to look like a built one, read money.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "path",
  "g",
  "circle",
  "rect",
  "line",
  "text",
  "ellipse",
  "use",
  "polyline",
  "title",
]);

/** h("button", {class: "first", data: {do: "bet"}}, "Bet") */
export function h(tag, attributes, ...children) {
  const node = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") {
      for (const [key, word] of Object.entries(value)) {
        if (word !== undefined && word !== null) node.dataset[key] = word;
      }
    } else if (name === "vars") {
      // custom properties through the object model: the policy forbids style attributes
      for (const [key, word] of Object.entries(value)) node.style.setProperty(`--${key}`, String(word));
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false));
  return node;
}

const keyOf = (node) => (node.nodeType === 1 ? node.dataset?.key : undefined);

/** Put `node` where `at` stands. Who types in it is not disturbed: then the nodes before it go behind it instead. */
function bring(live, node, at) {
  if (!node.contains(document.activeElement)) return live.insertBefore(node, at);
  const behind = node.nextSibling;
  for (let one = at; one && one !== node; ) {
    const next = one.nextSibling;
    live.insertBefore(one, behind);
    one = next;
  }
  return node;
}

/** Make `live` have these children, reusing nodes with the same data-key (or the same tag in the same order),
 *  so focus, scroll and running animations survive. */
export function patch(live, children) {
  const wanted = [children].flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false);
  const keyed = new Map();
  for (const child of live.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = live.firstChild;
  for (let node of wanted) {
    if (typeof node === "string" || typeof node === "number") node = document.createTextNode(String(node));
    const key = keyOf(node);
    let old = key ? keyed.get(key) : at;
    if (!key) while (old && keyOf(old)) old = old.nextSibling;
    if (old && alike(old, node)) {
      if (old !== at) bring(live, old, at);
      at = old.nextSibling;
      refresh(old, node);
    } else {
      live.insertBefore(node, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function refresh(live, node) {
  if (live.nodeType === 3) {
    if (live.data !== node.data) live.data = node.data;
    return;
  }
  for (const { name } of [...live.attributes]) {
    if (!node.hasAttribute(name) && name !== "style" && name !== "open") live.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (live.getAttribute(name) === value) continue;
    if (name === "style") live.style.cssText = value;
    else live.setAttribute(name, value);
  }
  if (live.tagName === "INPUT" && live !== document.activeElement && node.hasAttribute("value"))
    live.value = node.getAttribute("value");
  if (live.constructor.drawsItself) return;
  patch(live, [...node.childNodes]);
}

/** 123450 is $1,234.50; whole dollars lose their cents. */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const part = Math.abs(cents) % 100;
  return `${sign}$${whole}${part ? "." + String(part).padStart(2, "0") : ""}`;
}

/** An amount that has room in a circle; the exact one is in the settlement. */
export const compact = (cents, from = 1000000) =>
  Math.abs(cents) < from
    ? signed(cents)
    : `${cents < 0 ? "−" : "+"}$${Number((Math.abs(cents) / 100000).toFixed(1)).toLocaleString("en-US")}k`;

export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

export const result = (cents) => (cents > 0 ? "win" : cents < 0 ? "lose" : "push");

/** "down-under-holdem-progressive" as people read it. */
export const words = (id) => id.replaceAll("-", " ").replace(/^./, (c) => c.toUpperCase());

const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "Tc 4h" as people read it: "10♣ 4♥"; and what the log says in brief as somebody at the table would say it. */
export const readable = (text) =>
  (text ?? "")
    .replace(/\b([2-9TJQKA])([cdhs])\b/g, (_, rank, suit) => `${rank === "T" ? "10" : rank}${SUIT_SIGNS[suit]}`)
    .replace(/\bDealer has (?=pair of|straight|flush|full house|royal flush)/, "Dealer has a ")
    .replace("drawn by generator", "drawn at random");

/** A name that has room on a small plate; the whole one stays in the label. */
export const short = (name, most = 9) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** What the settlement moved in the player's own wallet; a toke and its winnings are the dealer's. */
export const ownNet = (s) => s.net_cents - (s.tokes_cents ?? 0);

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A clause, on demand: pressing it shows its text. Players see a sign, the staff sees the number. */
export function clause(id) {
  if (!id) return null;
  const player = document.body.matches(".at-table, .for-player");
  return h(
    "button",
    { type: "button", class: "clause", "aria-label": `Rule ${id}`, data: { clause: id } },
    player ? "§" : id,
  );
}

let known;
export function titles() {
  known ??= JSON.parse(document.getElementById("clauses")?.textContent || "{}");
  return known;
}

/** A message that goes by itself; `alarm` for refusals. */
export function toast(content, alarm = false) {
  // above an open dialog, not behind its backdrop
  const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  let place = home.querySelector(":scope > .toasts");
  if (!place) home.append((place = h("div", { class: "toasts", role: "status" })));
  if (!alarm) for (const old of document.querySelectorAll(".toast.alarm")) old.remove();
  const note = h("div", { class: alarm ? "toast alarm" : "toast" }, content);
  for (const old of place.children) if (old.textContent === note.textContent) old.remove();
  place.append(note);
  while (place.children.length > 3) place.firstChild.remove();
  setTimeout(() => note.remove(), alarm ? 9000 : 4500);
}

export function refusal(error) {
  const parts = [error.error ?? "The house did not answer."];
  if (error.clause) parts.push(" ", clause(error.clause));
  if (error.accepted) parts.push(` Accepted: ${error.accepted}.`);
  toast(h("span", {}, parts), true);
}
