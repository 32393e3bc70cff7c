// The proof of a round, checked here in the page: the same steps as in verify_round.py, the one-file verifier.
// check(round) tells in plain words what is proven, or throws Wrong with the first thing that does not hold.
//
// 1. The shoe was sealed for this table, these rules and this plan of dealing: the seal in `checkRound`.
// 2. `chainOf`: cuts, bets, the close of bets and all decisions follow one another as they were published.
// 3. `Draws`: the cuts decide which sealed card is dealt when.
// 4. `rootOf`: every card that was shown was sealed at the place from which it was dealt.
// 5. `Cloth`: every card went where the plan of dealing says, and nothing was turned up that did not lie there.
// 6. `checkDecisions`: the log of the round tells the decisions of the chain.
// 7. `compareReceipt`: what this browser was shown and has sent fits the chain.

import { hex, sha256, unhex } from "./sha256.js";

export class Wrong extends Error {}

export const NOT_PROVEN = [
  "That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.",
  "That nobody at the table works for the house: whoever knows its order and cuts last can choose the cards.",
  "That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.",
  "That the game's rules want this plan, these decks and these decisions: pitboss verify-round checks them.",
  "What else the house says (words, felt, your spots, amounts, settlements, times), and that you were paid.",
];

/** The kind of proof that is checked here. */
const KIND = 1;
/** The names that each part of a file has, all of them and no others. */
const FILE = "id table number game finished commitment opened_us view round proof";
const PROOF = "kind configuration shoe start links first spots number cards";
const SHOE = "shoe decks jokers second numbers number_by dealing root";
const LEAF = "position value salt path";
const VIEW = "game finished stakes on_felt waiting_for net_cents places pending settlements log";
const EVENT = "kind clause spot";
const EVENT_MAY_HAVE = "place cards amount_cents text settlement jackpot detail";
const HIDDEN = "??";
const EVENT_KINDS = "step say deal expose move clear bet choice settle jackpot".split(" ");
const RECEIPT = "table round commitment heads sent";
/** Links as JSON, before bets close and after. */
const OPEN =
  /^(?:\["cut",(?:0,"[1-6] [1-6] [1-6]"|[1-9]\d?,"[!-~](?:[ -~]*[!-~])?")\]|\["leaves",[1-9]\d?,null\]|\["bets",[1-9]\d?,\{(?:"[^"]+":[1-9]\d*,?)*\}\]|\["closed",0,\[[\d,]*\]\])$/;
const CLOSED =
  /^(?:\["chose",[1-9]\d?,\["[^"]+",\d+(?:,"[0-9a-f]{64}")?\]\]|\["leaves",[1-9]\d?,null\]|\["void",0,"[^]+"\])$/;
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
  need(form.test(value), `No card: ${value}.`);
  need(/^[0-9a-f]{32}$/.test(salt), `${value} has no salt: ${salt}.`);
  return sha256(joined([0], big(position, 4), utf8.encode(value), unhex(salt)));
}

/** The Merkle root to which a card at its position, with its own salt, leads by its path. */
export async function rootOf(card, leaves) {
  let position = card.position;
  need(Number.isInteger(position) && position >= 0 && position < leaves, "A position is outside the shoe.");
  let node = await leaf(position, card.value, card.salt, "at" in card ? CARD : NUMBER);
  const path = card.path.map(unhex);
  // neighbours of other lengths would let one node fit several cards
  need(path.every((node) => node.length === 32), `The path of ${card.value} is no list of hashes.`);
  for (let level = 0; leaves > 1; level += 1) {
    // so many neighbours are hashed together; the last may be fewer
    const width = level < 2 ? 4 : 2;
    const before = position % width;
    const many = Math.min(width, leaves - position + before) - 1;
    need(path.length >= many, `The path of ${card.value} is too short.`);
    const group = path.splice(0, many);
    if (many) node = await sha256(joined([1], ...group.slice(0, before), node, ...group.slice(before)));
    position = Math.floor(position / width);
    leaves = Math.ceil(leaves / width);
  }
  need(path.length === 0, `The path of ${card.value} is too long.`);
  return hex(node);
}

/** Unbiased choices: SHA-256 in counter mode, read as numbers of two bytes, the uneven rest rejected. */
class Draws {
  constructor(seed) {
    this.seed = unhex(seed);
    this.count = 0;
    this.block = new Uint8Array(32);
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

const same = (one, two) => canonical(one) === canonical(two);

/** Refuses where they differ, and says how. */
function needSame(what, found, wanted) {
  need(same(found, wanted), `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`);
}

/** The links of a round, replayed: who cut, bet, left, was seated when bets closed, and decided, in this order. */
export async function chainOf(commitment, links) {
  const chain = { heads: [commitment], choices: [], closed: "", void: "", seats: [], cuts: [], dice: "" };
  const bets = new Map();
  chain.early = [];
  for (const link of links) {
    const text = JSON.stringify(link);
    need((chain.closed ? CLOSED : OPEN).test(text) && !chain.void, `Not now: ${text}.`);
    const [kind, spot, value] = link;
    chain.heads.push(await hashOf([chain.heads.at(-1), ...link]));
    if (!chain.closed && kind !== "closed") chain.early.push(link);
    if (kind === "cut") {
      // it counts as it was given, whatever its giver does then
      need(spot || !chain.dice, "Dice were rolled twice.");
      chain.cuts.push([spot, value]);
      if (!spot) chain.dice = value;
    } else if (kind === "closed") {
      chain.seats = value;
      chain.closed = chain.heads.at(-1);
    } else if (kind === "chose") {
      chain.choices.push([spot, ...value]); // action, amount, and the mark of a set hand
    } else if (kind === "void") {
      chain.void = value;
    } else if (!chain.closed) {
      bets.set(spot, value ?? {});
    }
  }
  chain.spots = [...bets.keys()].filter((spot) => Object.keys(bets.get(spot)).length > 0).sort((a, b) => a - b);
  need(chain.closed, "Bets were never closed.");
  need(chain.spots.length > 0, "Nobody has bet.");
  for (const [spot, last] of new Map(chain.early.map(([kind, spot]) => [spot, kind])))
    need(last === "leaves" || spot === 0 || chain.seats.includes(spot), `Spot ${spot} has cut or bet, and nobody sits there.`);
  for (const [spot] of chain.choices) need(chain.spots.includes(spot), `Spot ${spot} has decided without a bet.`);
  return chain;
}

/** What the proof of a round proves, in plain words. */
export async function check(round) {
  try {
    need(only(round, FILE).proof?.kind === KIND, `There is no proof of kind ${KIND} in this file.`);
    return await checkRound(round, only(round.proof, PROOF), only(round.view, VIEW));
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`This is not the file of a round: ${error.message}.`);
  }
}

async function checkRound(round, proof, view) {
  const { start, configuration } = proof;
  const { finished } = round;
  needSame("The round", `${round.table}-${round.number}`, round.id);
  needSame("Over", finished, view.finished);
  needSame("The game, and its rules", [round.game, round.game], [view.game, configuration.game]);
  const shoe = only(proof.shoe, SHOE);
  const size = checkShoe(shoe, proof);

  const seal = await hashOf(["pitboss shoe 1", round.table, await hashOf(configuration), shoe]);
  const { cut, chain } = await chainsOf(round, proof, seal);
  const { cards, number, leaves, whole, total, milliseconds } = await checkCards(proof, seal, cut, size);
  const felt = new Cloth(shoe.dealing, chain, ringOf(shoe.numbers, total), cards, size, start);
  for (const event of view.log) felt.follow(event);
  const shown = felt.dealt.filter(Boolean);
  need(shown.length > 0 || chain.void, NOTHING_SHOWN);
  need(whole || (felt.first.size === 0 && felt.second.length === 0), "There is proof of a card that was not dealt.");
  need(chain.void || !finished || felt.fixed.length === 0, "The round is over, and not dealt out.");
  await checkDecisions(round, chain);
  checkDecks(shoe, [...cards, ...number], size);

  const list = (spots) => `[${spots.join(", ")}]`;
  return {
    id: round.id,
    seal,
    shown,
    leaves,
    ends: start + felt.dealt.length,
    chain,
    cut,
    milliseconds,
    lines: [
      `The commitment ${chain.heads[0]} fits the round, rules and plan of dealing, from card ${start + 1} on.`,
      `${size} cards (${shoe.decks} decks, ${shoe.jokers} jokers) were sealed, cut by spots ` +
        `${list(cut.cuts.map(([spot]) => spot))} (0: dice), seats ${list(chain.seats)} taken.`,
      `You saw ${shown.length} of ${felt.dealt.length} cards dealt. Each is the one that seal, cuts and plan put there.`,
      `Commitment, cuts, bets, their close and all decisions are one chain in this order: ${chain.heads.at(-1)}.` +
        (finished ? "" : " The round was not over."),
      ...(chain.void ? [`The house declared the round void; nothing proves why: ${chain.void}.`] : []),
      ...(whole ? ["All cards of the shoe are disclosed: complete decks, exactly as sealed."] : []),
    ],
  };
}

export const NOTHING_SHOWN = "No card was shown to you: there is nothing to prove.";

/** Every card of the proof, and the number drawn, was sealed where the cut put it. */
async function checkCards(proof, seal, cut, size) {
  const { shoe } = proof;
  const draws = shoe.numbers > 0;
  needSame("Dice, number", [cut.dice !== "", proof.number !== null], [draws && shoe.number_by === "dice", draws]);
  const stream = new Draws(await hashOf(["pitboss cut 1", seal, cut.cuts]));
  const order = [...(await stream.shuffled(0, size)), ...(await stream.shuffled(size, shoe.second))];
  const shift = draws ? await stream.below(shoe.numbers) : 0;
  const cards = proof.cards.map((card) => only(card, `at ${LEAF}`));
  const number = draws ? [only(proof.number, LEAF)] : [];
  const leaves = order.length + number.length;
  const inOrder = cards.every(({ at }, n) => Number.isInteger(at) && at >= 0 && at < order.length && (n === 0 || cards[n - 1].at < at));
  need(inOrder, "A card is there twice, out of order, or none of the shoe.");
  const second = cards.filter((card) => card.at >= size);
  needSame("Cards of the second order", second.map((card) => card.at), second.map((_, n) => size + n));
  const began = performance.now();
  for (const leaf of [...cards, ...number]) {
    const position = "at" in leaf ? order[leaf.at] : leaves - 1;
    const sealed = leaf.position === position && (await rootOf(leaf, leaves)) === shoe.root;
    need(sealed, `${leaf.value} was not sealed there.`);
  }
  const milliseconds = (performance.now() - began) / Math.max(1, cards.length);

  let total = draws ? Number(number[0].value) + shift : 1;
  if (cut.dice) total = cut.dice.split(" ").reduce((sum, pips) => sum + Number(pips), 0);
  return { cards, number, leaves, whole: cards.length === order.length, total, milliseconds };
}

/** How many cards the shoe has, once. The options of the configuration must say the same. */
function checkShoe(shoe, proof) {
  const { decks, jokers, numbers, second } = shoe;
  const size = 52 * decks + jokers;
  need(
    [decks, jokers, numbers, second, proof.start].every(Number.isInteger) && decks >= 1 && decks <= 20 &&
      jokers >= 0 && jokers < 9 && [0, size].includes(second) && numbers >= 0 && numbers <= 9 && proof.start >= 0,
    "No such shoe.",
  );
  const { options } = proof.configuration;
  needSame("Decks", options.decks ?? String(decks), String(decks));
  needSame("First hand by", options.first_hand ?? shoe.number_by, shoe.number_by);
  return size;
}

/** The chain in which the shoe was cut, and the round's own. In a shoe's first round they are the same. */
async function chainsOf(round, proof, seal) {
  const { shoe } = proof.shoe;
  const { start } = proof;
  const commitment = await hashOf(["pitboss round 1", seal, shoe, 0, "to come"]);
  const cut = await chainOf(commitment, start ? proof.first : proof.links);
  let chain = cut;
  if (start) {
    chain = await chainOf(await hashOf(["pitboss round 1", seal, round.id, start, cut.closed]), proof.links);
    needSame("The cutting of the shoe", [cut.heads.at(-1), chain.cuts], [cut.closed, []]);
  } else needSame("The shoe's first round", [shoe, proof.first], [round.id, []]);
  needSame("Committed to", round.commitment, chain.heads[0]);
  return { cut, chain };
}

/** The seats round the table from the first hand on; 0 is the dealer's. */
function ringOf(numbers, total) {
  if (!numbers) return [];
  const seats = [0, ...Array.from({ length: numbers - 1 }, (_, n) => numbers - 1 - n)];
  const turn = (total - 1) % numbers;
  return [...seats.slice(turn), ...seats.slice(0, turn)];
}

/** The log and the round's inputs tell the decisions of the chain, and every hand set fits its mark. */
async function checkDecisions(round, chain) {
  const told = round.view.log
    .filter((event) => event.kind === "choice")
    .map((event) => [event.spot, event.place, event.amount_cents ?? 0]);
  needSame("Decisions in the log, and in the chain", told, chain.choices.map((choice) => choice.slice(0, 3)));
  if (round.round === null) return; // the hands that others have set are not in this file
  const made = [];
  for (const one of only(round.round, "decisions", "void").decisions) {
    const mark = one.cards?.length ? [await hashOf(["pitboss set 1", one.salt, one.cards])] : [];
    made.push([one.spot, one.action, one.amount_cents ?? 0, ...mark]);
  }
  needSame("Decisions, hands set, void", [made, round.round.void || ""], [chain.choices, chain.void]);
}

/** No salt serves twice, and no card is there more often than in the decks, in either order. */
function checkDecks(shoe, leaves, size) {
  need(new Set(leaves.map((leaf) => leaf.salt)).size === leaves.length, "A salt serves twice.");
  for (const order of [leaves.filter((leaf) => leaf.position < size), leaves.filter((leaf) => leaf.position >= size)])
    for (const [value, n] of count(order.map((leaf) => leaf.value)))
      need(n <= (value === "Jk" ? shoe.jokers : shoe.decks), "There are more of a card than in the decks.");
}

/** Where the cards lie. Each card that is dealt is the next one of the shoe and goes where the plan says. */
class Cloth {
  constructor(plan, chain, ring, cards, size, start) {
    /** the cards shown, by their number in this round */
    this.first = new Map(cards.filter((card) => card.at < size).map((card) => [card.at - start, card]));
    /** the second order, dealt from where the shoe runs out in mid-round */
    this.second = cards.filter((card) => card.at >= size);
    this.runsOutAt = size - start;
    /** every card dealt; null where it was not shown */
    this.dealt = [];
    this.lying = new Map();
    this.discards = new Map();
    /** what is dealt next by the plan: spot, place, how many */
    this.fixed = [...fixedBy(plan, chain, ring)];
    const named = (what) => plan.filter(([who]) => who === what).flatMap(([, ...items]) => items);
    this.moves = named("moves");
    /** how many cards a decision asks for, after the fixed ones */
    this.askedBy = new Map(named("play").map((item) => item.split(" ")));
    /** the spot that decided last, and how many cards it may still get */
    this.deciding = 0;
    this.asked = 0;
  }

  /** One event of the log. */
  follow(event) {
    only(event, EVENT, EVENT_MAY_HAVE);
    const { kind, spot } = event;
    const cards = "cards" in event ? event.cards : [];
    const right = Number.isSafeInteger(spot) && Array.isArray(cards) && !cards.includes(null);
    need(EVENT_KINDS.includes(kind) && right, `Odd: ${canonical(event)}.`);
    const here = this.at(spot, event.place);
    if (kind === "choice") {
      this.asked = (spot === this.deciding ? this.asked : 0) + Number(this.askedBy.get(event.place) ?? 0);
      this.deciding = spot;
    } else if (kind === "deal") {
      this.checkTurn(event, `${spot} ${event.place} ${cards.length}`, cards.includes(HIDDEN));
      for (const card of cards) {
        const next = this.nextCard();
        here.push(next?.value ?? null);
        this.dealt.push(next ? { ...next, spot, place: event.place } : null);
        need(card === HIDDEN || card === next?.value, `Card ${this.dealt.length} is shown without proof, or is another.`);
      }
    }
    const shown = cards.filter((card) => card !== HIDDEN);
    need(within(count(shown), count(here)), `Without proof: ${canonical(event)}.`);
    if (kind === "move") this.move(event, here);
    else if (kind === "clear") here.splice(0);
  }

  at(spot, place) {
    const key = `${spot} ${place ?? ""}`;
    if (!this.lying.has(key)) this.lying.set(key, []);
    return this.lying.get(key);
  }

  /** Whether it is this spot's turn: by the plan, or for the dealer or the spot that has just decided. */
  checkTurn(event, askedFor, hidden) {
    const problem = `Not by the plan: ${canonical(event)}.`;
    if (this.fixed.length) {
      need(askedFor === this.fixed.shift(), problem);
      return;
    }
    const { spot, place } = event;
    const may = this.askedBy.size > 0 && !hidden && (spot === 0 || (spot === this.deciding && this.asked > 0));
    need(may && askedFor === `${spot} ${place} 1`, problem);
    this.deciding = spot;
    this.asked -= 1;
  }

  nextCard() {
    const number = this.dealt.length;
    // what does not lie on the table is shuffled: the second order, without the rest
    if (number === this.runsOutAt) this.discards = count([...this.lying.values()].flat());
    if (number < this.runsOutAt) {
      const card = this.first.get(number);
      this.first.delete(number);
      return card;
    }
    for (let left; (left = this.discards.get(this.second[0].value) ?? 0) > 0; )
      this.discards.set(this.second.shift().value, left - 1);
    return this.second.shift();
  }

  /** Hidden cards move as the plan has it; cards that everybody sees also between the hands of one spot. */
  move(event, here) {
    const { spot, cards, detail } = event;
    const hidden = cards.includes(HIDDEN);
    const planned = this.moves.includes(`${spot ? "#" : 0} ${event.place} ${detail}`);
    need(planned || (spot && !hidden), `Not by the plan: ${canonical(event)}.`);
    const there = this.at(spot, detail);
    if (hidden) {
      // which of them moved is not known: they may lie at either place
      there.push(...here);
      here.splice(0, here.length, ...there);
    } else {
      there.push(...cards);
      for (const card of cards) here.splice(here.indexOf(card), 1);
    }
  }
}

function* fixedBy(plan, chain, ring) {
  for (const [who, ...items] of plan) {
    const chose = chain.choices.filter(([, action]) => who === `chose ${action}`).map(([spot]) => spot);
    const turns = { each: chain.spots, once: [0], seats: ring }[who] ?? [...new Set(chose)].sort((a, b) => a - b);
    for (const spot of turns)
      for (const item of items) {
        const empty = who === "seats" && spot !== 0 && !chain.spots.includes(spot);
        yield (empty ? item.replaceAll("# hand", `0 seat-${spot}`) : item).replaceAll("#", String(spot));
      }
  }
}

/** What this browser was shown and has sent, against the chain. Throws Wrong where they differ. */
export function compareReceipt(found, receipt) {
  const { sent, round } = only(receipt, RECEIPT, "wrong");
  const { early } = found.cut;
  need(found.id === `${receipt.table}-${round}`, `Your receipt is of another round: ${receipt.table}-${round}.`);
  need(found.chain.heads[0] === receipt.commitment, ANOTHER_COMMITMENT);
  need(!receipt.wrong?.length, `Your browser was shown what did not fit, while you played: ${receipt.wrong}.`);
  const seen = [found.seal, ...found.cut.heads, ...found.chain.heads];
  const heads = [...receipt.heads, ...sent.map(([, , head]) => head)];
  need(heads.every((head) => seen.includes(head)), "Your browser was shown another chain of bets, cuts and decisions.");
  const mine = sent.map(([spot, value]) => ["cut", spot, value]);
  for (const cut of mine)
    need(includes(early, cut), `Your cut, ${cut[2]}, is not among the cuts: it came too late, or was left out.`);
  const others = othersThan(mine, early);
  checkOwnSeat(early, mine, others);
  // a value may have been known from the head on that its sender had seen
  const knownAt = new Map();
  for (const [, value, head] of [...sent].reverse()) knownAt.set(value, seen.indexOf(head) - 1);
  const from = Math.max(0, ...knownAt.values());
  const later = others.filter((n) => n >= from).map((n) => `${early[n][0]} (spot ${early[n][1]})`);
  const yours = sent.length ? `Your cut, ${sent.at(-1)[1]}, counts. Later` : "You sent no cut for its cards. Given";
  return [`Round ${round} fits your receipt. ${yours}, before bets closed: ${later.join(", ") || "nothing"}.`];
}

const includes = (links, link) => links.some((one) => same(one, link));

/** The numbers of the links that this browser did not cause, or that are not in the order in which it sent its cuts. */
function othersThan(mine, early) {
  let toCome = mine;
  const others = [];
  for (const [n, link] of early.entries()) {
    const at = toCome.findIndex((cut) => same(cut, link));
    if (includes(mine, link)) toCome = at < 0 ? [] : toCome.slice(at + 1);
    if (at < 0) others.push(n);
  }
  return others;
}

/** While a player sat at a spot and cut there, nobody else has cut at it, and no cut of his counts twice. */
function checkOwnSeat(early, mine, others) {
  for (const n of others) {
    const [kind, spot, value] = early[n];
    for (const [k, link] of early.entries()) {
      if (!includes(mine, link) || link[0] !== kind || link[1] !== spot) continue;
      const itselfAgain = k === n && early.findIndex((one) => same(one, early[n])) < n;
      const leftBetween = includes(early.slice(Math.min(n, k), Math.max(n, k)), ["leaves", spot, null]);
      need(itselfAgain || leftBetween, `Spot ${spot} was cut by another browser of yours, or by the house: ${value}.`);
    }
  }
}

export const ANOTHER_COMMITMENT = "Your browser was shown another commitment for this round.";
