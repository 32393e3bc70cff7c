// The proof of a round, checked here in the page: the same steps as in verify_round.py, the one-file verifier.
// check(round) tells in plain words what is proven, or throws Wrong with the first thing that does not hold.

import { hex, sha256, unhex } from "./sha256.js";

export class Wrong extends Error {}

export const NOT_PROVEN = [
  "That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.",
  "That nobody at the table works for the house: who knows its order and is last to cut can choose, last to bet a little.",
  "That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.",
  "That the plan of dealing is this game's, how hands were set or split, when a dealer draws: verify-round does.",
  "What else the house says (words, felt, clauses, amounts, settlements, times), and that you were paid.",
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
const EVENT = "place cards amount_cents text settlement jackpot detail";
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

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const same = (one, two) => canonical(one) === canonical(two);

/** The links of a round, replayed: who cut, bet, left, was seated when bets closed, and decided, in this order. */
export async function chainOf(commitment, links) {
  const chain = { heads: [commitment], choices: [], closed: "", void: "", seats: [], cuts: [], dice: "" };
  const bets = new Map();
  for (const link of links) {
    need(Array.isArray(link) && link.length === 3, "A link has three parts.");
    const [kind, spot, value] = link;
    const open = !chain.closed;
    const whole = Number.isInteger(spot) && spot >= 0;
    const now = open ? (spot ? ["cut", "bets", "leaves"] : ["cut", "closed"]) : spot ? ["chose", "leaves"] : ["void"];
    need(whole && now.includes(kind) && !chain.void && (kind !== "void" || value), `Not now: ${canonical(link)}.`);
    chain.heads.push(await hashOf([chain.heads.at(-1), ...link]));
    if (kind === "cut") {
      // it counts as it was given, whatever its giver does then
      const form = spot ? /^[!-~](?:[ -~]{0,62}[!-~])?$/ : /^[1-6] [1-6] [1-6]$/;
      need((spot || !chain.dice) && typeof value === "string" && form.test(value), `No cut, or again: ${canonical(link)}.`);
      chain.cuts.push([spot, value]);
      if (!spot) chain.dice = value;
    } else if (kind === "closed") {
      need(Array.isArray(value), "Nobody sits there.");
      chain.seats = value;
      chain.closed = chain.heads.at(-1);
    } else if (kind === "chose") {
      chain.choices.push([spot, ...value.slice(0, 2)]); // what may follow is the mark of a set hand
    } else if (kind === "void") {
      chain.void = value;
    } else if (open) {
      const wager = (cents) => typeof cents === "number" && cents > 0;
      const right = kind === "bets" ? isObject(value) && Object.values(value).every(wager) : value === null;
      need(right, `No wager: ${canonical(link)}.`);
      bets.set(spot, kind === "bets" ? value : {});
    }
  }
  chain.spots = [...bets.keys()].filter((spot) => Object.keys(bets.get(spot)).length > 0).sort((a, b) => a - b);
  need(chain.closed, "Bets were never closed.");
  chain.early = links.slice(0, links.findIndex(([kind]) => kind === "closed"));
  const last = new Map(chain.early.map(([kind, spot]) => [spot, kind]));
  const seated = [...last].every(([spot, kind]) => kind === "leaves" || spot === 0 || chain.seats.includes(spot));
  const decided = chain.choices.every(([spot]) => chain.spots.includes(spot));
  need(chain.spots.length > 0 && seated && decided, "A cut or a bet without a seat, or a decision without a bet.");
  return chain;
}

/** What the proof of a round proves, in plain words. */
export async function check(round) {
  try {
    need(only(round, FILE).proof?.kind === 3, "Its proof is of another kind, or the round is not over.");
    return await checkRound(round, only(round.proof, PROOF), round.view);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    throw new Wrong(`This is not the file of a round: ${error.message}.`);
  }
}

async function checkRound(round, proof, view) {
  const { start, configuration } = proof;
  const { table, number } = round;
  const shoe = only(proof.shoe, SHOE);
  need(Number.isInteger(start) && start >= 0, "There is no such start.");
  const size = shoe.cards;
  const drawn = shoe.numbers;
  const dice = drawn > 0 && shoe.number_by === "dice";
  const usual = configuration.options;
  need(
    Number.isInteger(size) && size >= 52 && size <= 1040 && size % 52 < 9 && [0, size].includes(shoe.second) &&
      Number.isInteger(drawn) && drawn >= 0 && drawn <= 9,
    "There is no such shoe.",
  );
  const decks = Math.floor(size / 52);
  const jokers = size % 52;
  const known = Object.hasOwn(JOKERS, round.game);
  need(
    Number("decks" in usual ? usual.decks : known ? 1 : decks) === decks &&
      (known ? JOKERS[round.game] : jokers) === jokers &&
      ("first_hand" in usual ? usual.first_hand : shoe.number_by) === shoe.number_by,
    "Other decks, jokers or dice were sealed than this table's.",
  );
  const seal = await hashOf(["pitboss shoe 3", table, await hashOf(configuration), shoe]);
  const sealed = await hashOf(["pitboss round 3", seal, shoe.shoe, 0, "to come"]);
  const cut = await chainOf(sealed, start ? proof.first : proof.links);
  const again = await hashOf(["pitboss round 3", seal, round.id, start, cut.closed]);
  const chain = start ? await chainOf(again, proof.links) : cut;
  need(chain.heads[0] === round.commitment && !(start && chain.cuts.length), "Not as committed to, or cut again.");
  need(
    same(
      [round.id, configuration.game, view.game, view.finished, !proof.number, cut.dice !== "", round.reveal],
      [`${table}-${number}`, round.game, round.game, round.finished, drawn === 0, dice, null],
    ),
    "Names, end, dice or number differ.",
  );
  need(
    start ? cut.heads.at(-1) === cut.closed : round.id === shoe.shoe && proof.first.length === 0,
    "Other shoe.",
  );
  const draws = new Draws(await hashOf(["pitboss cut 3", seal, cut.cuts]));
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
  const roll = () => cut.dice.split(" ").reduce((sum, pips) => sum + Number(pips), 0);
  const total = dice ? roll() : draw.length ? Number(draw[0].value) + shift : 1;
  const round_the_table = [0, ...Array.from({ length: Math.max(0, drawn - 1) }, (_, n) => drawn - 1 - n)];
  const turn = (total - 1) % Math.max(drawn, 1);
  const ring = drawn ? [...round_the_table.slice(turn), ...round_the_table.slice(0, turn)] : [];
  const told = view.log
    .filter((event) => event.kind === "choice")
    .map((event) => [event.spot, event.place, event.amount_cents ?? 0]);
  const first = new Map(cards.filter((card) => card.at < size).map((card) => [card.at - start, card]));
  const rest = cards.filter((card) => card.at >= size);
  const ats = [...[...first.keys()].map((n) => n + start).sort((a, b) => a - b), ...rest.map((_, n) => size + n)];
  const whole = cards.length === places.length;
  need(
    same(told, chain.choices) && same(cards.map((card) => card.at), ats),
    "A decision or a card is missing, or twice.",
  );
  need(cards.every((card) => card.at >= 0), "A card before the first.");
  const { dealt, left } = follow(view.log, shoe.dealing, ring, chain, first, rest, size - start);
  const shown = dealt.filter(Boolean);
  need(shown.length > 0 || chain.void, NOTHING_SHOWN);
  need(((round.round ?? { void: chain.void }).void || "") === chain.void, "Not void by the chain.");
  need(chain.void || !round.finished || left.length === 0, "Not dealt out.");
  need(whole || (first.size === 0 && rest.length === 0), "Proof of a card that was not dealt.");
  need(new Set([...cards, ...draw].map((card) => card.salt)).size === cards.length + draw.length, "A salt serves twice.");
  for (const part of [cards.filter((card) => card.position < size), cards.filter((card) => card.position >= size)])
    for (const [value, n] of count(part.map((card) => card.value)))
      need(n <= (value === "Jk" ? jokers : decks), "There are more of a card than in the decks.");
  const byWhom = [...new Set(cut.cuts.map(([spot]) => (spot ? `spot ${spot}` : "the dice")))].join(", ") || "nobody";
  const seated = [...new Set(chain.seats)].sort((one, two) => one - two).map((spot) => `spot ${spot}`).join(", ");
  const some = (n, what) => `${n} ${what}${n > 1 ? "s" : ""}`;
  const pack = `${some(decks, "deck")} of 52 cards${jokers ? ` and ${some(jokers, "joker")}` : ""}`;
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
      `The cards were cut by ${byWhom}, after the house had sealed them. Seats were held at ${seated}.`,
      `Of the ${dealt.length} cards dealt you were shown ${shown.length}. Each of these lay under the seal where it was dealt ` +
        `from, in ${pack}, and went where the sealed plan of dealing sends it.`,
      `Commitment, cuts, bets, their close and all decisions are one chain in this order: ${chain.heads.at(-1)}.`,
      ...(chain.void ? [`The house declared the round void, for a reason that nothing proves: ${chain.void}.`] : []),
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
    const cards = event.cards ?? [];
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
  const own = ["cut", mine.spot, mine.cut];
  const { early } = found.cut;
  need(
    found.id === `${mine.table}-${mine.round}` && found.chain.heads[0] === mine.commitment,
    "Your receipt has another round, or another commitment for it.",
  );
  const heads = new Set([...found.cut.heads, ...found.chain.heads]);
  need(
    mine.heads.every((head) => heads.has(head)) && !mine.wrong?.length,
    `Your browser was shown another chain. ${mine.wrong?.join(", ") ?? ""}`,
  );
  const at = early.findLastIndex((link) => same(link, own));
  need(mine.cut === null || at >= 0, `Your cut, ${mine.cut}, is not among the cuts: it came too late, or was left out.`);
  const after = early.slice(at + 1).map(([kind, spot]) => `${kind} (spot ${spot})`).join(", ") || "nothing";
  const yours = mine.cut === null ? "You sent no cut for its cards. All" : `Your cut, ${mine.cut}, counts. After it`;
  return [`Round ${mine.round} fits your receipt. ${yours} before bets closed: ${after}.`];
}
