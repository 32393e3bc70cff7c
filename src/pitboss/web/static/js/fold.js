// The table as it lay after the first n events of a round's log. Live play and replay both show this.

import { ownNet } from "./dom.js";

/** Cards by spot and place, chips on the felt, what was said and settled, the step under way.
 *  With `keepCards` collected hands stay where they lay, for whoever has to pay them (dealer school). */
export function fold(view, n = view.log.length, { keepCards = false } = {}) {
  const events = view.log
    .slice(0, n)
    .filter((event) => !(keepCards && event.kind === "clear" && event.place.startsWith("hand")));
  const felt = {
    places: {},
    /** places of a spot in the order they lie */
    rows: {},
    /** hands collected before the settlement was over, by spot and place */
    gone: {},
    bets: opening(view),
    announced: null,
    step: "bets",
    stepClause: "",
    settled: [],
    /** beside `settled`: the hand each was about, where a spot may have several */
    hands: [],
    jackpots: [],
    choices: {},
    net: {},
    won: {},
    facts: {},
    spotFacts: {},
    words: {},
    /** the cards of the hand under discussion by its spot, and in the end those of every hand that hit a jackpot */
    lifted: {},
    made: {},
  };
  for (const event of events) apply(felt, event);
  return felt;
}

/** What lay on the felt before the first card: everything staked less what was bet during the round. */
export function opening(view) {
  const bets = {};
  for (const [spot, stakes] of Object.entries(view.stakes)) bets[spot] = { ...stakes };
  for (const event of view.log) {
    if (event.kind === "bet") take(bets[event.spot], event.place, event.amount_cents);
  }
  return bets;
}

function take(book, wager, cents) {
  if (!book) return;
  book[wager] = (book[wager] ?? 0) - cents;
  if (book[wager] <= 0) delete book[wager];
}

const FIVE = /\s*\(((?:(?:[2-9TJQKA][cdhs]|Jk) ?){5})\)/;

/** "two pair, tens and fours (Th Td 4h 4d 9h)" without its cards. */
export const plain = (text) => (text ?? "").replace(FIVE, "");

/** The cards that make the hand under discussion: named by the event, or at the end of its words. */
function madeCards(event) {
  const cards = event.detail?.cards ?? event.text?.match(FIVE)?.[1];
  return typeof cards === "string" ? cards.trim().split(" ") : Array.isArray(cards) ? cards : null;
}

function apply(felt, event) {
  const made = madeCards(event);
  if (made) felt.lifted = { [event.spot]: (felt.made[event.spot] = made) };
  const here = (felt.places[event.spot] ??= {});
  const row = (felt.rows[event.spot] ??= []);
  const cards = event.cards ?? [];
  switch (event.kind) {
    case "deal":
      outdated(felt, event);
      if (!row.includes(event.place)) row.push(event.place);
      here[event.place] = [...(here[event.place] ?? []), ...cards];
      break;
    case "expose":
      outdated(felt, event);
      here[event.place] = [...cards];
      if (event.text) felt.words[event.spot] = plain(event.text);
      break;
    case "move":
      here[event.place] = (here[event.place] ?? []).slice(0, -cards.length || undefined);
      if (!here[event.place].length) delete here[event.place];
      here[event.detail] = [...(here[event.detail] ?? []), ...cards];
      // a hand split off lies, and is played, right after the one it came from
      if (!row.includes(event.detail)) row.splice(row.indexOf(event.place) + 1, 0, event.detail);
      break;
    case "clear":
      if (here[event.place]?.length) (felt.gone[event.spot] ??= {})[event.place] = here[event.place];
      delete here[event.place];
      // a hand that is collected was settled just before
      felt.settled.forEach((done, i) => {
        if (done.spot === event.spot && OF_A_HAND.has(done.wager)) felt.hands[i] ??= event.place;
      });
      break;
    case "step":
      felt.step = event.text;
      felt.stepClause = event.clause;
      break;
    case "say":
      // what is said to one spot is in the list beside the felt
      if (!event.spot) felt.announced = event;
      Object.assign(event.spot ? (felt.spotFacts[event.spot] ??= {}) : felt.facts, event.detail);
      break;
    case "bet":
      (felt.bets[event.spot] ??= {})[event.place] =
        (felt.bets[event.spot]?.[event.place] ?? 0) + event.amount_cents;
      break;
    case "choice":
      felt.choices[event.spot] = event.place;
      break;
    case "settle": {
      const done = event.settlement;
      felt.settled.push(done);
      if (felt.step === "settle") felt.hands[felt.settled.length - 1] = handOf(felt, done);
      take(felt.bets[event.spot], event.place, done.stake_cents);
      felt.net[event.spot] = (felt.net[event.spot] ?? 0) + ownNet(done);
      (felt.won[event.spot] ??= {})[event.place] =
        (felt.won[event.spot]?.[event.place] ?? 0) + ownNet(done);
      break;
    }
    case "jackpot":
      if (felt.made[event.spot])
        felt.lifted = { ...(felt.jackpots.length ? felt.lifted : {}), [event.spot]: felt.made[event.spot] };
      felt.jackpots.push(event.jackpot ?? event);
      break;
  }
}

/** What the dealer has said of the cards is over when the dealer's next cards come. */
function outdated(felt, event) {
  if (!event.spot && felt.step !== "bets" && felt.step !== "deal") felt.announced = null;
}

const OF_A_HAND = new Set(["blackjack", "split", "double"]);

/** The hand a wager was laid on: hands are settled as they lie, and a double goes with the hand before it. */
function handOf(felt, { spot, wager }) {
  if (!OF_A_HAND.has(wager)) return undefined;
  const done = felt.hands.filter((_, i) => felt.settled[i].spot === spot);
  if (wager === "double") return done.findLast(Boolean);
  return felt.rows[spot]?.find((place) => place.startsWith("hand") && !done.includes(place));
}

/** How long an event is looked at, in ms, before the next one is shown: the house's own figures. */
export function pause(event, show) {
  const cards = event.kind === "deal" ? show.card * (event.cards?.length ?? 1) : 0;
  return (show.pauses[event.kind] ?? show.other) + cards;
}
