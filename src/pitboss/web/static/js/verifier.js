// The proof of a round, checked here in the page: the same steps as in verify_round.py, the one-file verifier.
// check(round) tells in plain words what is proven, or throws Wrong with the first thing that does not hold.

import { hex, sha256, unhex } from "./sha256.js";

export class Wrong extends Error {}

export const NOT_PROVEN = [
  "that cards nobody was shown complete the decks: the auditor sees them, or full disclosure shows them",
  "that nobody at the table works for the house, knows its order and cuts last",
  "that the commitment was published when the log says: note it before you bet, and compare",
  "that dice showed what was entered, and that the house paid",
];

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

async function hashLines(...lines) {
  need(!lines.some((line) => line.includes("\n")), "A line break hides in a name or a cut.");
  return hex(await sha256(utf8.encode(lines.map((line) => `${line}\n`).join(""))));
}

/** JSON as the house hashes it: names sorted, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

async function leaf(position, value, salt) {
  need(value.length === 2 && salt.length === 32, "A card or a salt has the wrong length.");
  return sha256(joined([0], big(position, 4), utf8.encode(value), unhex(salt)));
}

/** The Merkle root to which a card at its position, with its own salt, leads by its path. */
export async function rootOf(card, leaves) {
  let position = card.position;
  need(Number.isInteger(position) && position >= 0 && position < leaves, "A position is outside the shoe.");
  let node = await leaf(position, card.value, card.salt);
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

/** What the proof of a round proves, in plain words. */
export async function check(round) {
  try {
    need(round.proof?.kind === 2, "The kind of this proof is unknown here.");
    return await checkRound(round, round.proof);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`This is not the file of a round: ${error.message}.`);
  }
}

async function checkRound(round, proof) {
  const { shoe, start, log, cuts } = proof;
  const config = hex(await sha256(utf8.encode(canonical(proof.configuration))));
  const sizes = ["cards", "second", "numbers", "number_by", "root"].map((name) => `${name}: ${shoe[name]}`);
  const table = `table: ${round.table}`;
  const seal = await hashLines(
    "pitboss shoe 2",
    table,
    `shoe: ${shoe.shoe}`,
    `configuration: ${config}`,
    ...sizes,
  );
  need(cuts.every((cut) => cut.seal === seal), "A cut was made for other cards.");
  const spots = cuts.map((cut) => cut.spot || Infinity);
  need(spots.every((spot, n) => n === 0 || spots[n - 1] < spot), "The cuts are not one a spot, in order.");
  const lines = cuts.map((cut) => (cut.spot ? `spot ${cut.spot}: ${cut.value}` : `dice: ${cut.value}`));
  const seed = await hashLines("pitboss cut 2", `seal: ${seal}`, ...lines);
  const found = await hashLines(
    "pitboss round 2",
    table,
    `round: ${round.number}`,
    `seal: ${seal}`,
    `start: ${start}`,
    `cuts: ${start ? seed : "to come"}`,
  );
  need(
    found === round.commitment,
    "Table, round, configuration, start or cards: not those committed to.",
  );
  need(
    log.sealed <= log.committed && log.committed < log.bets && log.bets < log.opened,
    "Bets before the commitment.",
  );
  need(cuts.every((cut) => log.sealed < cut.seq && cut.seq < log.cut), "A cut came after the bets were closed.");
  need(start ? log.cut < log.committed : log.cut === log.opened, "Cut at the wrong time.");
  let at = 0;
  for (const before of proof.earlier) {
    need(before.start === at && before.cards > 0, "The rounds of this shoe do not follow each other.");
    at += before.cards;
  }
  need(at === start, "The round does not start where the one before it ended.");
  const { shown, dealt, milliseconds } = await checkCards(proof, new Draws(seed), round.view.log);
  if (proof.everything) await checkEverything(proof.everything, shoe);
  const by = cuts.map((cut) => (cut.spot ? `spot ${cut.spot}` : "the dice"));
  return {
    seal,
    shown,
    dealt,
    milliseconds,
    lines: [
      "The commitment published before the first bet fits this table, this round, its rules and pay tables, and " +
        `card ${start + 1} of the shoe as the first one dealt.`,
      by.length
        ? `The cards were cut by ${by.join(", ")} after the house had sealed them; the cuts decided what was dealt.`
        : "Nobody cut the cards: the house's own order was dealt, under a fixed permutation.",
      `${shown} of the ${dealt} cards dealt were shown to you. Each of them lay in the sealed shoe exactly where it ` +
        "was dealt from. The others stay unseen.",
      "By the house's log the shoe was sealed and committed to first; then came bets and cuts, then the cards.",
      ...(proof.everything ? ["All cards are disclosed: complete decks, exactly as sealed."] : []),
    ],
  };
}

async function checkCards(proof, draws, log) {
  const { shoe, start } = proof;
  const size = shoe.cards;
  const places = [...(await draws.shuffled(0, size)), ...(await draws.shuffled(size, shoe.second))];
  const cards = [...proof.cards].sort((one, two) => one.at - two.at);
  const leaves = [...cards];
  if (shoe.numbers) leaves.push(await checkNumber(proof, draws, log));
  const total = size + shoe.second + (shoe.numbers ? 1 : 0);
  const began = performance.now();
  for (const card of leaves)
    need((await rootOf(card, total)) === shoe.root, `${card.value} is not in the seal at that place.`);
  const milliseconds = (performance.now() - began) / Math.max(1, leaves.length);
  for (const name of ["position", "salt"])
    need(new Set(leaves.map((card) => card[name])).size === leaves.length, `A ${name} is used twice.`);
  const many = count(cards.filter((card) => card.at < size).map((card) => card.value));
  const decks = Math.max(1, Math.floor(size / 52));
  need([...many.values()].every((n) => n <= decks), "There are more of a card than decks.");
  const kept = count(proof.elsewhere);
  need(within(kept, many), "Cards kept from the discards were not dealt.");
  const dealt = new Map();
  let turn = size - start;
  let behind = size;
  for (const card of cards) {
    need(card.position === places[card.at], `${card.value} comes from another place.`);
    let n = card.at - start;
    if (card.at >= size) {
      need(card.at === behind, "A card of the second order is left out.");
      behind += 1;
      const left = kept.get(card.value) ?? 0;
      kept.set(card.value, left - 1);
      n = left > 0 ? null : turn;
      turn += n === null ? 0 : 1;
    }
    need(card.n === n, `${card.value} was dealt out of turn.`);
    if (n !== null) dealt.set(n, card.value);
  }
  return { shown: dealt.size, dealt: follow(dealt, log), milliseconds };
}

/** Follow the cards over the felt: whatever is turned up there is a proven card that lies there. */
function follow(dealt, log) {
  const felt = new Map();
  let n = 0;
  for (const event of log) {
    const key = (place) => `${event.spot} ${place}`;
    const place = key(event.place ?? "");
    if (!felt.has(place)) felt.set(place, new Set());
    const here = felt.get(place);
    const cards = event.cards ?? [];
    if (event.kind === "deal") {
      for (const card of cards) {
        need(card === "??" || dealt.get(n) === card, `Card ${n + 1}, ${card}, is shown without proof.`);
        here.add(n);
        n += 1;
      }
    } else if (event.kind === "move") {
      for (const k of felt.get(key(event.detail)) ?? []) here.add(k);
      felt.set(key(event.detail), here);
    }
    const shown = count(cards.filter((card) => card !== "??"));
    need(within(shown, count([...here].map((k) => dealt.get(k)))), "A card is shown without proof.");
  }
  need([...dealt.keys()].every((k) => k >= 0 && k < n), "Proof of a card that was not dealt.");
  return n;
}

/** The number drawn before the deal: the house's sealed one moved on by the cuts, or the dice's total. */
async function checkNumber(proof, draws, log) {
  const { shoe, number } = proof;
  let total = Number(number.value) + (await draws.below(shoe.numbers));
  if (shoe.number_by === "dice") {
    const rolls = proof.cuts.filter((cut) => !cut.spot);
    need(rolls.length === 1, "The roll of the dice is missing.");
    total = rolls[0].value.split(" ").reduce((sum, pips) => sum + Number(pips), 0);
  }
  const told = log.filter((event) => event.detail?.position !== undefined).map((e) => e.detail.position);
  need(told.length === 1 && told[0] === ((total - 1) % shoe.numbers) + 1, `The number drawn is not ${told}.`);
  need(number.position === shoe.cards + shoe.second, "The number comes from another place.");
  return number;
}

/** Full disclosure: all leaves are the sealed ones, and complete decks. */
async function checkEverything(everything, shoe) {
  const size = shoe.cards;
  const values = everything.order.match(/../g);
  const deck = [];
  for (const rank of "23456789TJQKA")
    for (const suit of "cdhs") for (let n = 0; n < Math.floor(size / 52); n += 1) deck.push(rank + suit);
  for (let n = 0; n < size % 52; n += 1) deck.push("Jk");
  const whole = deck.sort().join();
  const parts = shoe.second ? [values.slice(0, size), values.slice(size)] : [values];
  need(parts.every((part) => [...part].sort().join() === whole), "The cards disclosed are not complete decks.");
  if (shoe.numbers) values.push(String(everything.number).padStart(2, "0"));
  let level = await Promise.all(
    values.map((value, n) => leaf(n, value, everything.salts.slice(32 * n, 32 * n + 32))),
  );
  while (level.length > 1) {
    const above = [];
    for (let n = 0; n + 1 < level.length; n += 2) above.push(sha256(joined([1], level[n], level[n + 1])));
    level = [...(await Promise.all(above)), ...(level.length % 2 ? level.slice(-1) : [])];
  }
  need(hex(level[0]) === shoe.root, "What is disclosed is not what was sealed.");
}
