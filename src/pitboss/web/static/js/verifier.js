// The proof of a round, checked here in the page: the same steps as in verify_round.py, the one-file verifier.
// check(round) tells in plain words what is proven, or throws Wrong with the first thing that does not hold.

import { hex, sha256, unhex } from "./sha256.js";

export class Wrong extends Error {}

export const NOT_PROVEN = [
  "That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.",
  "That nobody at the table works for the house: who knows its order and is last to cut can choose, last to bet a little.",
  "That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.",
  "That the plan of dealing is this game's, how hands were set or split, who had to decide or draw: verify-round does.",
  "What else the house says (words, felt, your spots, amounts, settlements, times), and that you were paid.",
];

/** The jokers of each game; one deck, if no option says more. */
const JOKERS = {
  "face-up-pai-gow-poker": 1,
  "fortune-pai-gow-poker": 1,
  blackjack: 0,
  "acey-deucey-21": 0,
  "fu-bacc": 0,
  "lucky-break": 0,
  "down-under-holdem": 0,
  "ultimate-texas-holdem": 0,
};

const FILE = "id table number game finished commitment opened_us view reveal round proof";
const PROOF = "kind configuration shoe start links first spots number cards";
const SHOE = "shoe cards second numbers number_by dealing root";
const LEAF = "position value salt path";
const VIEW = "game finished stakes on_felt waiting_for net_cents places pending settlements log";
const EVENT = "place cards amount_cents text settlement jackpot detail";
const KINDS = "step say deal expose move clear bet choice settle jackpot".split(" ");
const MINE = "table round commitment heads";
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
    need(only(round, FILE).proof?.kind === 4, "Its proof is of another kind, or the round is not over.");
    return await checkRound(round, only(round.proof, PROOF), round.view);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`This is not the file of a round: ${error.message}.`);
  }
}

/** Refuses where they differ, and says how. */
function alike(what, one, two) {
  need(same(one, two), `${what}: ${JSON.stringify(one)}, not ${JSON.stringify(two)}.`);
}

async function checkRound(round, proof, view) {
  only(view, VIEW);
  const { start, configuration } = proof;
  const { table, number, game, finished } = round;
  const shoe = only(proof.shoe, SHOE);
  const { cards: size, numbers: drawn, second, number_by: by } = shoe;
  need(
    [start, size, drawn, second].every(Number.isInteger) && size >= 52 && size <= 1040 && size % 52 < 9 &&
      [0, size].includes(second) && drawn >= 0 && drawn <= 9 && start >= 0,
    "No such shoe.",
  );
  const decks = Math.floor(size / 52);
  const jokers = size % 52;
  const known = Object.hasOwn(JOKERS, game);
  const usual = { decks: known ? "1" : String(decks), first_hand: by, ...configuration.options };
  alike("Decks, jokers", [String(decks), jokers, by], [usual.decks, known ? JOKERS[game] : jokers, usual.first_hand]);
  alike("The round", `${table}-${number}`, round.id);
  alike("Over, game, and its rules", [finished, game, game], [view.finished, view.game, configuration.game]);
  const seal = await hashOf(["pitboss shoe 4", table, await hashOf(configuration), shoe]);
  const sealed = await hashOf(["pitboss round 4", seal, shoe.shoe, 0, "to come"]);
  const cut = await chainOf(sealed, start ? proof.first : proof.links);
  const again = await hashOf(["pitboss round 4", seal, round.id, start, cut.closed]);
  const chain = start ? await chainOf(again, proof.links) : cut;
  alike("Committed to, revealed beside it", [round.commitment, round.reveal], [chain.heads[0], null]);
  alike("Dice, number", [cut.dice !== "", proof.number !== null], [drawn > 0 && by === "dice", drawn > 0]);
  if (start) alike("The cutting of the shoe", [cut.heads.at(-1), chain.cuts], [cut.closed, []]);
  else alike("The shoe's first round", [shoe.shoe, proof.first], [round.id, []]);
  const draws = new Draws(await hashOf(["pitboss cut 4", seal, cut.cuts]));
  const places = [...(await draws.shuffled(0, size)), ...(await draws.shuffled(size, second))];
  const shift = drawn ? await draws.below(drawn) : 0;
  const leaves = places.length + (drawn > 0 ? 1 : 0);
  const cards = proof.cards.map((card) => only(card, `at ${LEAF}`));
  const draw = drawn ? [only(proof.number, LEAF)] : [];
  const right = cards.every(({ at }, n) => Number.isInteger(at) && at >= 0 && at < places.length && (n === 0 || cards[n - 1].at < at));
  need(right, "A card is there twice, out of order, or none of the shoe.");
  const began = performance.now();
  for (const card of [...cards, ...draw]) {
    const at = "at" in card ? places[card.at] : leaves - 1;
    need(
      card.position === at && (await rootOf(card, leaves)) === shoe.root,
      `${card.value} was not sealed there.`,
    );
  }
  const milliseconds = (performance.now() - began) / Math.max(1, cards.length);
  const roll = () => cut.dice.split(" ").reduce((sum, pips) => sum + Number(pips), 0);
  const total = cut.dice ? roll() : draw.length ? Number(draw[0].value) + shift : 1;
  const round_the_table = [0, ...Array.from({ length: Math.max(0, drawn - 1) }, (_, n) => drawn - 1 - n)];
  const turn = (total - 1) % Math.max(drawn, 1);
  const ring = drawn ? [...round_the_table.slice(turn), ...round_the_table.slice(0, turn)] : [];
  const first = new Map(cards.filter((card) => card.at < size).map((card) => [card.at - start, card]));
  const rest = cards.filter((card) => card.at >= size);
  alike("Cards of the second order", rest.map((card) => card.at), rest.map((_, n) => size + n));
  const whole = cards.length === places.length;
  const { dealt, left } = follow(view.log, shoe.dealing, ring, chain, first, rest, size - start);
  const shown = dealt.filter(Boolean);
  need(shown.length > 0 || chain.void, NOTHING_SHOWN);
  need(whole || (first.size === 0 && rest.length === 0), "There is proof of a card that was not dealt.");
  need(chain.void || !finished || left.length === 0, "The round is over, and not dealt out.");
  const told = view.log
    .filter((event) => event.kind === "choice")
    .map((event) => [event.spot, event.place, event.amount_cents ?? 0]);
  alike("Decisions in the log, and in the chain", told, chain.choices.map((choice) => choice.slice(0, 3)));
  if (round.round !== null) {
    const made = [];
    for (const one of only(round.round, "decisions", "void").decisions) {
      const mark = one.cards?.length ? [await hashOf(["pitboss set 4", one.salt, one.cards])] : [];
      made.push([one.spot, one.action, one.amount_cents ?? 0, ...mark]);
    }
    alike("Decisions, hands set, void", [made, round.round.void || ""], [chain.choices, chain.void]);
  }
  need(new Set([...cards, ...draw].map((card) => card.salt)).size === cards.length + draw.length, "A salt serves twice.");
  for (const part of [cards.filter((card) => card.position < size), cards.filter((card) => card.position >= size)])
    for (const [value, n] of count(part.map((card) => card.value)))
      need(n <= (value === "Jk" ? jokers : decks), "There are more of a card than in the decks.");
  const list = (spots) => `[${spots.join(", ")}]`;
  return {
    id: round.id,
    seal,
    shown,
    leaves,
    ends: start + dealt.length,
    chain,
    cut,
    milliseconds,
    lines: [
      `The commitment ${chain.heads[0]} fits the round, rules and plan of dealing, from card ${start + 1} on.`,
      `${size} cards were sealed, cut by spots ${list(cut.cuts.map(([spot]) => spot))} (0: dice), seats ${list(chain.seats)} taken.`,
      `You saw ${shown.length} of ${dealt.length} cards dealt. Each is the one that seal, cuts and plan put there.`,
      `Commitment, cuts, bets, their close and all decisions are one chain in this order: ${chain.heads.at(-1)}.` +
        (finished ? "" : " The round was not over."),
      ...(chain.void ? [`The house declared the round void; nothing proves why: ${chain.void}.`] : []),
      ...(whole ? ["All cards of the shoe are disclosed: complete decks, exactly as sealed."] : []),
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
    if (who === "play") for (const [place, many] of items.map((item) => item.split(" "))) asks.set(place, many);
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
    const cards = "cards" in event ? event.cards : [];
    const right = Number.isSafeInteger(spot) && Array.isArray(cards) && !cards.includes(null);
    need(KINDS.includes(kind) && right, `Odd: ${canonical(event)}.`);
    const at = (place) => {
      const key = `${spot} ${place ?? ""}`;
      if (!felt.has(key)) felt.set(key, []);
      return felt.get(key);
    };
    const here = at(event.place);
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
        while (dealt.length >= turn && (kept.get(rest[0].value) ?? 0) > 0) kept.set(rest[0].value, kept.get(rest.shift().value) - 1);
        const lay = dealt.length >= turn ? rest.shift() : first.get(dealt.length);
        if (dealt.length < turn) first.delete(dealt.length);
        need(card === "??" ? dealt.length < turn || lay : card === lay?.value, `Card ${dealt.length + 1} is shown without proof.`);
        here.push(lay?.value ?? null);
        dealt.push(lay ? { ...lay, spot, place: event.place } : null);
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

/** What this browser kept of a round beside what the house says now. Throws Wrong where they differ. */
export function compareReceipt(found, mine) {
  // one of an earlier version has the last of its cuts alone
  const old = !("sent" in mine);
  only(mine, `${MINE} ${old ? "spot cut" : "sent"}`, "wrong");
  const { early } = found.cut;
  need(found.id === `${mine.table}-${mine.round}`, `Your receipt is of another round: ${mine.table}-${mine.round}.`);
  need(found.chain.heads[0] === mine.commitment, ANOTHER_COMMITMENT);
  need(!mine.wrong?.length, `Your browser was shown what did not fit, while you played: ${mine.wrong}.`);
  const sent = !old ? mine.sent : mine.cut === null ? [] : [[mine.spot, mine.cut, null]];
  const seen = [found.seal, ...found.cut.heads, ...found.chain.heads];
  const shown = [...mine.heads, ...sent.map(([, , head]) => head).filter(Boolean)];
  need(shown.every((head) => seen.includes(head)), "Your browser was shown another chain of bets, cuts and decisions.");
  const after = notSent(early, sent, old).filter((n) => n >= knownFrom(early, sent, seen));
  const list = after.map((n) => `${early[n][0]} (spot ${early[n][1]})`).join(", ") || "nothing";
  const yours = sent.length ? `Your cut, ${sent.at(-1)[1]}, counts. Later` : "You sent no cut for its cards. Given";
  return [`Round ${mine.round} fits your receipt. ${yours}, before bets closed: ${list}.`];
}

/** The links that are not this browser's own cuts. All it sent must be there, and nothing else where it cut while it sat there. */
function notSent(early, sent, old) {
  const cuts = sent.map(([spot, value]) => ["cut", spot, value]);
  const own = early.map((link) => cuts.some((cut) => same(cut, link)));
  for (const cut of cuts)
    need(early.some((link) => same(cut, link)), `Your cut, ${cut[2]}, is not among the cuts: it came too late, or was left out.`);
  let rest = cuts;
  const other = [];
  for (const [n, link] of early.entries()) {
    const at = rest.findIndex((cut) => same(cut, link));
    if (own[n]) rest = at < 0 ? [] : rest.slice(at + 1);
    if (at < 0) other.push(n);
  }
  for (const n of old ? [] : other) {
    const [kind, spot, value] = early[n];
    // what equals a cut before it is held against that one
    const again = (k) => k === n && early.findIndex((link) => same(link, early[n])) < n;
    const apart = (k) => early.slice(Math.min(n, k), Math.max(n, k)).some((link) => same(link, ["leaves", spot, null]));
    need(
      early.every((link, k) => !own[k] || kind !== "cut" || link[1] !== spot || again(k) || apart(k)),
      `Spot ${spot} was cut by another browser of yours, or by the house: ${value}.`,
    );
  }
  return other;
}

/** The link from which on the house may have known all values sent: the one after the head that this browser held when it
 * first sent the last of them. */
function knownFrom(early, sent, seen) {
  const first = new Map();
  for (const [spot, value, head] of sent)
    if (!first.has(value))
      first.set(value, head ? seen.indexOf(head) - 1 : early.findIndex((link) => same(link, ["cut", spot, value])));
  return Math.max(0, ...first.values());
}

export const ANOTHER_COMMITMENT = "Your browser was shown another commitment for this round.";
