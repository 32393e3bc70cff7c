// The proof of a round, checked here in the page: the same steps as in verify_round.py, the one-file verifier.
// check(round) tells in plain words what is proven, or throws Wrong with the first thing that does not hold.

import { hex, sha256, unhex } from "./sha256.js";

export class Wrong extends Error {}

export const NOT_PROVEN = [
  "that cards nobody was shown complete the decks: the auditor sees them, or full disclosure shows them",
  "that nobody at the table works for the house: who knows its order and is last to cut, bet or leave can choose",
  "that a cut could not be guessed; that dice showed what was entered; that the shoe was changed when it was due",
  "that plan, decks and number are the game's; which hand of a spot got a card; when a dealer draws: verify-round does",
  "what else the page says (words, clauses, amounts, settlements, times), and that you were paid",
];

const FILE = "id table number game finished commitment opened_us view reveal round proof";
const VIEW = "game finished places stakes on_felt waiting_for pending settlements net_cents log";
const PROOF = "kind configuration shoe start links first spots number cards";
const SHOE = "shoe cards second numbers number_by dealing root";
const LEAF = "position value salt path";
const EVENT = "place cards amount_cents text settlement jackpot detail";
const KINDS = "step say deal expose move clear bet choice settle jackpot".split(" ");
const CARD = /^(?:[2-9TJQKA][cdhs]|Jk)$/;
const NUMBER = /^0[1-9]$/;

function need(right, problem) {
  if (!right) throw new Wrong(problem);
}

const utf8 = new TextEncoder();

function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A whole number as so many bytes, the high one first. */
function big(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at -= 1) {
    bytes[at] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

/** JSON as the house hashes it: names sorted, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const hashOf = async (value) => hex(await sha256(utf8.encode(canonical(value))));

/** An object with these names and no others. */
function only(value, must, may = "") {
  const needed = must.split(" ");
  const names = Object.keys(value);
  const known = [...needed, ...may.split(" ")];
  need(
    needed.every((name) => names.includes(name)) && names.every((name) => known.includes(name)),
    `Not exactly ${must}: ${names.join(", ")}.`,
  );
  return value;
}

async function leaf(position, value, salt, form) {
  need(form.test(value) && /^[0-9a-f]{32}$/.test(salt), `No card: ${value}.`);
  return sha256(joined([0], big(position, 4), utf8.encode(value), unhex(salt)));
}

/** The Merkle root to which a card at its position, with its own salt, leads by its path. */
export async function rootOf(card, leaves) {
  let position = card.position;
  need(Number.isInteger(position) && position >= 0 && position < leaves, "A position is outside the shoe.");
  let node = await leaf(position, card.value, card.salt, "at" in card ? CARD : NUMBER);
  const path = card.path.map(unhex);
  while (leaves > 1) {
    if ((position ^ 1) < leaves) {
      need(path.length > 0, "A card's path is too short.");
      const other = path.shift();
      node = await sha256(position & 1 ? joined([1], other, node) : joined([1], node, other));
    }
    position >>= 1;
    leaves = (leaves + 1) >> 1;
  }
  need(path.length === 0, "A card's path is too long.");
  return hex(node);
}

/** Unbiased choices: SHA-256 in counter mode, read as numbers of two bytes, the uneven rest rejected. */
class Draws {
  constructor(seed) {
    this.seed = unhex(seed);
    this.count = 0;
    this.block = [];
    this.at = 32;
  }

  async below(n) {
    for (;;) {
      if (this.at === 32) {
        this.block = await sha256(joined(this.seed, big(this.count, 8)));
        this.count += 1;
        this.at = 0;
      }
      const number = this.block[this.at] * 256 + this.block[this.at + 1];
      this.at += 2;
      if (number < 65536 - (65536 % n)) return number % n;
    }
  }

  async shuffled(first, many) {
    const order = Array.from({ length: many }, (_, n) => first + n);
    for (let last = many - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}

const count = (values) => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Whether there are as many of everything in `all`. */
const within = (some, all) => [...some].every(([value, n]) => n <= (all.get(value) ?? 0));

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const same = (one, two) => canonical(one) === canonical(two);

/** The links of a round, replayed: who cut, bet, was seated when bets closed, and decided, in this order. */
export async function chainOf(commitment, links, uncut) {
  const chain = { heads: [commitment], early: [], choices: [], closed: "", void: "", seats: {}, cuts: new Map() };
  const bets = new Map();
  for (const link of links) {
    need(Array.isArray(link) && link.length === 3, "A link has three parts.");
    const [kind, spot, value] = link;
    const early = !chain.closed;
    const whole = Number.isInteger(spot) && spot >= 0;
    const now = early ? (spot ? ["cut", "bets", "leaves"] : ["cut", "closed"]) : spot ? ["chose", "leaves"] : ["void"];
    need(whole && now.includes(kind) && !chain.void, `Not now: ${canonical(link)}.`);
    if (early && kind !== "closed") chain.early.push([kind, spot]);
    chain.heads.push(await hashOf([chain.heads.at(-1), ...link]));
    if (kind === "cut") {
      const form = spot ? /^[!-~](?:[ -~]{0,62}[!-~])?$/ : /^[1-6] [1-6] [1-6]$/;
      const again = !spot && chain.cuts.has(0);
      need(uncut && !again && typeof value === "string" && form.test(value), `No cut, or again: ${canonical(link)}.`);
      chain.cuts.set(spot, value);
    } else if (kind === "closed") {
      chain.seats = value;
      chain.closed = chain.heads.at(-1);
    } else if (kind === "chose") {
      chain.choices.push([spot, ...value]);
    } else if (kind === "void") {
      chain.void = value;
    } else if (early) {
      const wager = (cents) => typeof cents === "number" && cents > 0;
      const right = kind === "bets" ? isObject(value) && Object.values(value).every(wager) : value === null;
      need(right, `No wager: ${canonical(link)}.`);
      bets.set(spot, value);
      if (kind === "leaves") chain.cuts.delete(spot);
    }
  }
  chain.spots = [...bets.keys()].filter((spot) => Object.keys(bets.get(spot) ?? {}).length > 0).sort((a, b) => a - b);
  const seated =
    chain.spots.every((spot) => String(spot) in chain.seats) &&
    [...chain.cuts.keys()].every((spot) => spot === 0 || String(spot) in chain.seats) &&
    chain.choices.every(([spot]) => chain.spots.includes(spot));
  need(chain.spots.length > 0 && seated, "A cut or a bet without a seat, or a decision without a bet.");
  return chain;
}

/** What the proof of a round proves, in plain words. */
export async function check(round) {
  try {
    need(round.proof, "There is no proof of the second kind: an old round, or one that is not over.");
    return await checkRound(only(round, FILE), only(round.proof, PROOF), only(round.view, VIEW));
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`This is not the file of a round: ${error.message}.`);
  }
}

async function checkRound(round, proof, view) {
  const { start, configuration } = proof;
  const { table, number } = round;
  const shoe = only(proof.shoe, SHOE);
  const size = shoe.cards;
  const drawn = shoe.numbers;
  const dice = drawn > 0 && shoe.number_by === "dice";
  const usual = configuration.options;
  need(
    Number.isInteger(size) && size >= 52 && size <= 1040 && size % 52 < 9 && [0, size].includes(shoe.second) &&
      Number.isInteger(drawn) && drawn >= 0 && drawn <= 9,
    "There is no such shoe.",
  );
  need(
    Number(usual.decks ?? Math.floor(size / 52)) === Math.floor(size / 52) &&
      (usual.first_hand ?? shoe.number_by) === shoe.number_by,
    "Other decks or dice were sealed than the rules of this table say.",
  );
  const seal = await hashOf(["pitboss shoe 2", table, await hashOf(configuration), shoe]);
  const firstNumber = Number(shoe.shoe.slice(shoe.shoe.lastIndexOf("-") + 1));
  const sealed = await hashOf(["pitboss round 2", table, seal, firstNumber, 0, "to come"]);
  const cut = await chainOf(sealed, start ? proof.first : proof.links, true);
  const again = await hashOf(["pitboss round 2", table, seal, number, start, cut.closed]);
  const chain = start ? await chainOf(again, proof.links, false) : cut;
  need(chain.heads[0] === round.commitment && proof.kind === 2, "Not what was committed to before the bets.");
  need(
    same(
      [round.id, configuration.game, view.game, view.finished, cut.cuts.has(0), !proof.number],
      [`${table}-${number}`, round.game, round.game, round.finished, dice, !drawn],
    ),
    "Names, game, end or dice differ.",
  );
  need(
    start ? cut.heads.at(-1) === cut.closed : round.id === shoe.shoe && proof.first.length === 0,
    "Another shoe.",
  );
  const cuts = [...cut.cuts].sort((one, two) => one[0] - two[0]);
  const draws = new Draws(await hashOf(["pitboss cut 2", seal, cuts]));
  const places = [...(await draws.shuffled(0, size)), ...(await draws.shuffled(size, shoe.second))];
  const shift = drawn ? await draws.below(drawn) : 0;
  const leaves = places.length + (drawn > 0 ? 1 : 0);
  const cards = proof.cards.map((card) => only(card, `at ${LEAF}`));
  const draw = drawn ? [only(proof.number, LEAF)] : [];
  const began = performance.now();
  for (const card of [...cards, ...draw]) {
    const at = "at" in card ? places[card.at] : leaves - 1;
    need(
      card.position === at && (await rootOf(card, leaves)) === shoe.root,
      `${card.value} was not sealed there.`,
    );
  }
  const milliseconds = (performance.now() - began) / Math.max(1, cards.length);
  const roll = () => cut.cuts.get(0).split(" ").reduce((sum, pips) => sum + Number(pips), 0);
  const total = dice ? roll() : draw.length ? Number(draw[0].value) + shift : 1;
  const round_the_table = [0, ...Array.from({ length: Math.max(0, drawn - 1) }, (_, n) => drawn - 1 - n)];
  const turn = (total - 1) % Math.max(drawn, 1);
  const ring = drawn ? [...round_the_table.slice(turn), ...round_the_table.slice(0, turn)] : [];
  const told = view.log
    .filter((event) => event.kind === "choice")
    .map((event) => [event.spot, event.place, event.amount_cents ?? 0]);
  const first = new Map(cards.filter((card) => card.at < size).map((card) => [card.at - start, card.value]));
  const rest = cards.filter((card) => card.at >= size).map((card) => card.value);
  const ats = [...[...first.keys()].map((n) => n + start).sort((a, b) => a - b), ...rest.map((_, n) => size + n)];
  const whole = cards.length === places.length;
  need(
    same(told, chain.choices) && same(cards.map((card) => card.at), ats),
    "A decision or a card is missing, or twice.",
  );
  need(cards.every((card) => card.at >= 0), "A card before the first.");
  const { dealt, left } = follow(view.log, shoe.dealing, ring, chain, first, rest, size - start);
  const shown = dealt.filter((card) => card !== null).length;
  need(shown > 0 || chain.void, NOTHING_SHOWN);
  need(((round.round ?? { void: chain.void }).void ?? "") === chain.void, "Void in the file and not in the chain, or otherwise.");
  need(chain.void || !round.finished || left.length === 0, "The round is over, and not all its cards were dealt.");
  need(whole || (first.size === 0 && rest.length === 0), "Proof of a card that was not dealt.");
  need(new Set([...cards, ...draw].map((card) => card.salt)).size === cards.length + draw.length, "A salt serves twice.");
  for (const part of [cards.filter((card) => card.position < size), cards.filter((card) => card.position >= size)])
    for (const [value, n] of count(part.map((card) => card.value)))
      need(n <= (value === "Jk" ? size % 52 : Math.floor(size / 52)), "There are more of a card than in the decks.");
  const who = ([spot]) => (spot ? `spot ${spot}` : "the dice");
  return {
    seal,
    shown,
    dealt: dealt.length,
    ends: start + dealt.length,
    chain,
    cut,
    cards,
    milliseconds,
    lines: [
      "The commitment published before the first bet fits this table, this round, its rules and pay tables, the order " +
        `of dealing, and card ${start + 1} of the shoe as the first one dealt.`,
      cuts.length
        ? `The cards were cut by ${cuts.map(who).join(", ")} after the house had sealed them; the cuts decided what was ` +
          "dealt."
        : "Nobody cut the cards: the house's own order was dealt, under a fixed permutation.",
      `${shown} of the ${dealt.length} cards dealt were shown to you. Each of them lay in the sealed shoe exactly where ` +
        `it was dealt from, in ${Math.floor(size / 52)} decks with ${size % 52} jokers, and went where the sealed order of ` +
        "dealing has it. The others stay unseen.",
      "Commitment, bets and cuts, the close of bets and all decisions are one chain of hashes, in this order.",
      ...(chain.void ? [`The house declared the round void, for a reason that nothing proves: ${chain.void}.`] : []),
      ...(whole ? ["All cards are disclosed: complete decks, exactly as sealed."] : []),
    ],
  };
}

export const NOTHING_SHOWN = "No card was shown to you: there is nothing to prove.";

/** Follow the cards over the felt: each goes where the plan says, and what is shown is a proven card lying there. */
function follow(log, plan, ring, chain, first, rest, turn) {
  let fixed = [];
  const asks = new Map();
  const moves = plan.filter(([who]) => who === "moves").flatMap(([, ...items]) => items);
  for (const [who, ...items] of plan) {
    if (who === "play") for (const item of items) asks.set(...item.split(" "));
    const chose = chain.choices.filter(([, action]) => who === `chose ${action}`).map(([spot]) => spot);
    const turns = { each: chain.spots, once: [0], seats: ring }[who] ?? [...new Set(chose)].sort((a, b) => a - b);
    for (const spot of turns) {
      const empty = who === "seats" && spot !== 0 && !chain.spots.includes(spot);
      for (const item of items) {
        const to = empty ? item.replaceAll("# hand", `0 seat-${spot}`) : item;
        fixed.push(to.replaceAll("#", String(spot)));
      }
    }
  }
  const felt = new Map();
  const dealt = [];
  let acted = 0;
  let asked = 0;
  let kept = new Map();
  for (const event of log) {
    only(event, "kind clause spot", EVENT);
    const { kind, spot } = event;
    const cards = event.cards ?? [];
    const at = (place) => {
      const key = `${spot} ${place ?? ""}`;
      if (!felt.has(key)) felt.set(key, []);
      return felt.get(key);
    };
    const here = at(event.place);
    need(KINDS.includes(kind), `Unknown: ${kind}.`);
    if (kind === "choice") {
      asked = (spot === acted ? asked : 0) + Number(asks.get(event.place) ?? 0);
      acted = spot;
    }
    if (kind === "deal") {
      const free = asks.size > 0 && (!spot || (spot === acted && asked > 0)) && !cards.includes("??");
      const wanted = fixed.length ? fixed[0] : free ? `${spot} ${event.place} 1` : null;
      need(`${spot} ${event.place} ${cards.length}` === wanted, `Not by the plan: ${canonical(event)}.`);
      if (!fixed.length) {
        acted = spot;
        asked -= 1;
      }
      fixed = fixed.slice(1);
      for (const card of cards) {
        // the shoe is out: the discards are dealt on, without what lies on the table
        if (dealt.length === turn) kept = count([...felt.values()].flat());
        while (dealt.length >= turn && (kept.get(rest[0]) ?? 0) > 0) kept.set(rest[0], kept.get(rest.shift()) - 1);
        const value = dealt.length >= turn ? rest.shift() : (first.get(dealt.length) ?? null);
        if (dealt.length < turn) first.delete(dealt.length);
        need(value !== undefined && (card === "??" || card === value), `Card ${dealt.length + 1} is shown without proof.`);
        here.push(value);
        dealt.push(value);
      }
    }
    const seen = cards.filter((card) => card !== "??");
    need(within(count(seen), count(here)), `Without proof: ${canonical(event)}.`);
    if (kind === "move") {
      const named = moves.includes(`${spot ? "#" : 0} ${event.place} ${event.detail}`);
      need(named || (spot && !cards.includes("??")), `Not by the plan: ${canonical(event)}.`);
      const there = at(event.detail);
      if (cards.includes("??")) {
        there.push(...here);
        here.splice(0, here.length, ...there);
      } else {
        there.push(...cards);
        for (const card of cards) here.splice(here.indexOf(card), 1);
      }
    } else if (kind === "clear") here.splice(0);
  }
  return { dealt, left: fixed };
}

const giver = (spot) => (spot ? `spot ${spot}` : "the dice");

/** What this browser kept of a round beside what the house says now. Throws Wrong where they differ. */
export function compareReceipt(found, mine) {
  need(found.chain.heads[0] === mine.commitment, "Your browser was shown another commitment for this round.");
  const heads = new Set([...found.cut.heads, ...found.chain.heads]);
  need(mine.heads.every((head) => heads.has(head)), "Your browser was shown another chain of bets, cuts and decisions.");
  need(!mine.wrong?.length, `While you played the house showed ${mine.wrong?.join(", ")}.`);
  const others = [...found.cut.cuts.keys()].map(giver);
  if (mine.cut === null) return [`This browser sent no cut for these cards: they were cut by ${others.join(", ") || "nobody"}.`];
  need(
    found.cut.cuts.get(mine.spot) === mine.cut,
    `Your cut, ${mine.cut}, is not among the cuts. The house may not have got it; or it left it out.`,
  );
  const { early } = found.cut;
  const later = early.slice(early.findLastIndex(([kind, spot]) => kind === "cut" && spot === mine.spot) + 1);
  const words = later.map(([kind, spot]) => `${kind} (${giver(spot)})`);
  return [
    words.length
      ? `Your cut, ${mine.cut}, is among them. After it, before bets closed: ${words.join(", ")}.`
      : `Your cut, ${mine.cut}, is among them, and was the last thing before bets closed.`,
  ];
}
