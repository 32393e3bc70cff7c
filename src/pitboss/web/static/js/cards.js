// Playing cards as our own SVG. <pit-card c="As"></pit-card>; "??" is a card nobody here may see.

import { h, still } from "./dom.js";

const SUITS = {
  c: [
    "clubs",
    "M50 6a21 21 0 0 0-17.5 32.6A21 21 0 1 0 46.500 66.500C45.500 78 42 86 34 92h32c-8-6-11.500-14-12.500-25.500a21 21 0 1 0 14-27.900A21 21 0 0 0 50 6z",
  ],
  d: ["diamonds", "M50 4C60 24 72 38 86 50 72 62 60 76 50 96 40 76 28 62 14 50 28 38 40 24 50 4z"],
  h: [
    "hearts",
    "M50 94C36 76 8 58 8 33 8 17 19 7 31 7c9 0 16 6 19 14C53 13 60 7 69 7c12 0 23 10 23 26 0 25-28 43-42 61z",
  ],
  s: [
    "spades",
    "M50 4C62 24 92 40 92 62c0 13-9 21-20 21-7 0-13-3-17-9 1 9 4 15 11 20H34c7-5 10-11 11-20-4 6-10 9-17 9C17 83 8 75 8 62 8 40 38 24 50 4z",
  ],
};
const RANKS = { T: "10", J: "J", Q: "Q", K: "K", A: "A" };
const NAMES = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const CROWNS = {
  K: "M4 30 0 6l12 10L20 0l8 16L40 6l-4 24z",
  Q: "M5 30 1 10l10 8 3-14 6 11 6-11 3 14 10-8-4 20z",
  J: "M5 30c0-14 4-24 15-27 11 3 15 13 15 27zM20 3c4-5 12-4 16-1-5 1-10 3-12 7",
};

export function cardName(c) {
  if (c === "??") return "face-down card";
  if (c === "Jk") return "joker";
  return `${NAMES[c[0]]} of ${SUITS[c[1]][0]}`;
}

export const suitPath = (suit) => SUITS[suit][1];

function face(c) {
  if (c === "Jk") {
    return [
      h("path", { class: "star", d: "M56 62 63 82h21L67 95l6 20-17-12-17 12 6-20-17-13h21z" }),
      ...[..."JOKER"].map((letter, i) => h("text", { class: "word", x: 16, y: 26 + i * 21 }, letter)),
    ];
  }
  const [rank, suit] = c;
  const path = SUITS[suit][1];
  const parts = [
    // two figures as wide as one: in the closest fan a ten is still a ten
    h(
      "text",
      rank === "T"
        ? { class: "index", x: 3, y: 45, textLength: 33, lengthAdjust: "spacingAndGlyphs" }
        : { class: "index", x: 8, y: 45 },
      RANKS[rank] ?? rank,
    ),
    h("path", { d: path, transform: "translate(10 53) scale(.3)" }),
  ];
  if (CROWNS[rank])
    parts.push(h("path", { class: "crown", d: CROWNS[rank], transform: "translate(50 54) scale(.95)" }));
  parts.push(
    h("path", {
      d: path,
      transform: CROWNS[rank] ? "translate(46 86) scale(.46)" : "translate(36 74) scale(.58)",
    }),
  );
  return parts;
}

function back() {
  const lines = [];
  for (let i = -2; i < 8; i += 1) {
    lines.push(h("path", { d: `M${i * 20 - 20} 0 l140 140 M${i * 20 + 20} 0 l-140 140` }));
  }
  return [
    h("rect", { class: "back", x: 7, y: 7, width: 86, height: 126, rx: 6 }),
    h("svg", { class: "lattice", x: 9, y: 9, width: 82, height: 122, viewBox: "9 9 82 122" }, lines),
  ];
}

export function cardSvg(c) {
  const hidden = c === "??";
  return h(
    "svg",
    {
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": cardName(c),
      class: `card-face suit-${hidden ? "back" : c === "Jk" ? "joker" : c[1]}`,
    },
    h("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9 }),
    hidden ? back() : face(c),
  );
}

class PitCard extends HTMLElement {
  static observedAttributes = ["c"];
  static drawsItself = true;

  attributeChangedCallback(_, old, c) {
    if (old === c || !c) return;
    this.replaceChildren(cardSvg(c));
    if (old === "??" && !still() && this.isConnected) {
      this.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: 180,
        easing: "ease-out",
      });
    }
  }
}
customElements.define("pit-card", PitCard);

const CHIPS = [50000, 10000, 2500, 500, 100];
const CHIP_NAMES = { 50000: "500", 10000: "100", 2500: "25", 500: "5", 100: "1" };
export const CHIP_CENTS = [...CHIPS].reverse();

export function chipSvg(cents) {
  return h(
    "svg",
    { viewBox: "0 0 60 60", class: `chip chip-${CHIP_NAMES[cents] ?? "odd"}`, "aria-hidden": "true" },
    h("circle", { class: "edge", cx: 30, cy: 30, r: 29 }),
    h("circle", { class: "marks", cx: 30, cy: 30, r: 25.5 }),
    h("circle", { class: "inlay", cx: 30, cy: 30, r: 19 }),
    h("text", { x: 30, y: 36 }, cents % 100 ? `${cents}¢` : (CHIP_NAMES[cents] ?? cents / 100)),
  );
}

const MOST_CHIPS = 6;

/** The chips of an amount as a dealer stacks them, the largest below; a high stack is shortened where it is highest,
 *  so that every colour in it is still to be seen. */
export function stackOf(cents) {
  let left = cents;
  const piles = CHIPS.map((value) => {
    const count = Math.floor(left / value);
    left -= count * value;
    return { value, count };
  });
  if (left > 0) piles.push({ value: left, count: 1 });
  for (let all = piles.reduce((sum, pile) => sum + pile.count, 0); all > MOST_CHIPS; all -= 1)
    piles.reduce((high, pile) => (pile.count > high.count ? pile : high)).count -= 1;
  return piles.flatMap(({ value, count }) => Array(count).fill(value));
}

/** <pit-chips cents="2500"></pit-chips>: a stack in the usual colours, with the amount in figures. */
class PitChips extends HTMLElement {
  static observedAttributes = ["cents"];
  static drawsItself = true;

  attributeChangedCallback(_, old, cents) {
    const shown = stackOf(Number(cents)).map(chipSvg);
    const amount =
      Number(cents) % 100 ? (Number(cents) / 100).toFixed(2) : (Number(cents) / 100).toLocaleString("en-US");
    this.replaceChildren(h("span", { class: "pile" }, shown), h("span", { class: "amount" }, `$${amount}`));
  }
}
customElements.define("pit-chips", PitChips);
