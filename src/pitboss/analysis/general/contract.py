"""What every game must keep, for whoever writes one: run it over your rules from a test of your own."""

from __future__ import annotations

import random
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

from pitboss.analysis.general.cards import Pack
from pitboss.analysis.general.explore import MOST_QUESTIONS, UNIT_CENTS
from pitboss.core.cards import Card, deck_of, texts
from pitboss.core.errors import BrokenRules, PitbossError, ReplayError
from pitboss.core.money import dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, NOBODY, Ask, Decision, RoundEvent
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import Wager, clauses, sheet
from pitboss.sheets.plugins import folder_of, line_of, outside_games, when_plugins_change


class BrokenContract(BrokenRules, AssertionError):
    """The rules do something that rules must not do."""


class WatchedLog(list[RoundEvent]):
    """Holds every act to the contract while the rules do it, so that their line is known."""

    def __init__(self, round: Round) -> None:
        self.round = round

    def append(self, event: RoundEvent) -> None:
        super().append(event)
        check_clause(event.kind, event.clause)
        check_spots(self.round, event)
        if event.kind == "bet":
            check_bet(self.round, event)
        elif event.kind == "deal":
            check_dealing(self.round)
        elif event.kind == "settle" and not isinstance(event.detail.hand, str):
            raise BrokenContract(f"{event.place} is settled with {event.detail.hand!r}, no name of a hand")


class WatchedRound(Round):
    """A round whose rules are told at once, with their line, what they must not do."""

    __slots__ = ()

    def _advance(self, answer: Any) -> None:
        if not isinstance(self._felt.log, WatchedLog):
            self._felt.log = WatchedLog(self)
        super()._advance(answer)
        try:
            for ask in self.pending:
                check_question(self, ask)
        except BrokenContract as error:
            self._procedure.throw(error)

    def _check_settled(self) -> None:
        try:
            super()._check_settled()
        except ReplayError as error:
            raise BrokenContract(f"{error.message.rstrip('.')}; {_played(self)}") from error


def _played(round: Round) -> str:
    """The cards and answers of a round, to play it again."""
    cards = texts(card for event in round.log if event.kind == "deal" for card in event.cards)
    answers = ", ".join(f"spot {spot} {decision.action}" for spot, decision in round.decisions)
    return f"cards {cards}" + (f"; answers {answers}" if answers else "")


def random_rounds(game: str, rounds: int, *, crowded: bool = False) -> Iterator[tuple[Round, random.Random]]:
    """Rounds that are dealt and wait for their first decision, with one to three spots. `crowded`: of every second
    one the first cards are mostly of one or two classes, where cards that are not alike after all soon show it."""
    rules, made = sheet(game), 0
    config = TableConfig(game)
    seed = 0
    while made < rounds:
        seed += 1
        dice = random.Random(f"{game}/{seed}")
        order = deck_of(config.decks, jokers=rules.jokers)
        dice.shuffle(order)
        if crowded and seed % 2:
            order = _crowded(order, Pack.of(rules, order), dice)
        wagers = {
            spot: {
                w.id: min(UNIT_CENTS, w.most_cents or UNIT_CENTS)
                for w in rules.wagers
                if w.placed == "first" or (w.id in (config.offered or ()) and dice.random() < 0.7)
            }
            for spot in range(1, dice.randint(1, min(3, config.spots)) + 1)
        }
        number = game_of(game).draw_number(config)
        try:
            round = WatchedRound(config, wagers, tuple(order), number=number)
        except (BrokenRules, ReplayError):
            raise
        except PitbossError as error:
            if seed > 20 * rounds:
                raise BrokenContract(f"no round can be dealt: {error}") from error
            continue
        made += 1
        yield round, dice


def _crowded(order: list[Card], pack: Pack, dice: random.Random) -> list[Card]:
    ranks = [members for members in pack.members if len({card >> 2 for card in members}) > 1]
    wanted = {*dice.choice(ranks or pack.members), *dice.choice(pack.members)}
    first = [card for card in order if card in wanted][: dice.randint(4, 10)]
    rest = list((Counter(order) - Counter(first)).elements())
    dice.shuffle(rest)
    first += rest[: dice.randint(0, 4)]
    rest = list((Counter(order) - Counter(first)).elements())
    for cards in (first, rest):
        dice.shuffle(cards)
    return first + rest


def random_answer(round: Round, ask: Ask, dice: random.Random) -> Decision:
    """Any answer the rules accept."""
    choices = list(ask.choices)
    dice.shuffle(choices)
    for choice in choices:
        cents = dice.choice((choice.least_cents, choice.most_cents))
        decision = Decision(choice.action, cents)
        if not choice.picks:
            return decision
        own = [card for cards in places(round, (ask.spot,))[ask.spot].values() for card in cards]
        for _ in range(50):
            picked = decision._replace(cards=tuple(dice.sample(own, choice.picks)))
            try:
                round.check(ask.spot, picked)
                return picked
            except PitbossError:
                continue
    raise BrokenContract(f"{ask.text}: no answer is accepted")


def play(round: Round, dice: random.Random) -> Round:
    chosen: Counter[int] = Counter()
    while not round.finished:
        if len(round.decisions) > MOST_QUESTIONS * len(round.wagers):
            raise BrokenContract("the questions of a round never end")
        ask = dice.choice(round.pending)
        decision = random_answer(round, ask, dice)
        cost = next(c.cost_cents for c in ask.choices if c.action == decision.action)
        chosen[ask.spot] += cost or decision.amount_cents
        round.decide(ask.spot, decision)
    check_bets(round, chosen)
    return round


def check_question(round: Round, ask: Ask) -> None:
    """It is asked of somebody who plays, once; it stands on clauses that there are; its answers can be told apart, and
    what is done for a player who does not answer is one of them."""
    what = ask.text or "a question"
    if ask.spot not in round.wagers or sum(other.spot == ask.spot for other in round.pending) > 1:
        asked = [other.spot for other in round.pending]
        raise BrokenContract(
            f"{what} is asked of spots {asked}; {sorted(round.wagers)} play, one question each"
        )
    for clause in (ask.clause, *(choice.clause for choice in ask.choices)):
        check_clause(what, clause)
    actions = [choice.action for choice in ask.choices]
    if len({*actions}) < len(actions):
        raise BrokenContract(f"{what}: of the answers {', '.join(actions)} two have one name")
    if ask.fallback is None:
        return
    try:
        round.check(ask.spot, ask.fallback)
    except PitbossError as error:
        raise BrokenContract(
            f"{what}: {ask.fallback.action!r} when time is up is no answer: {error}"
        ) from error


def check_spots(round: Round, event: RoundEvent) -> None:
    """Cards and chips lie where somebody plays, or at the dealer's, and are seen by somebody, all or nobody."""
    if event.spot != DEALER and event.spot not in round.wagers:
        raise BrokenContract(f"{event.kind} {event.place} at spot {event.spot}, where nobody plays")
    if event.seen not in (EVERYONE, NOBODY, DEALER, *round.wagers):
        raise BrokenContract(
            f"{event.kind} {event.place} is seen by {event.seen!r}; accepted: EVERYONE, NOBODY, or a spot"
        )


def check_rounds(game: str, rounds: int = 100) -> None:
    """Every wager is settled once, nothing is lost, and the same inputs give the same round."""
    for round, dice in random_rounds(game, rounds):
        play(round, dice)
        for done in round.settlements:
            if done.net_cents < -done.stake_cents:
                raise BrokenContract(f"{done.wager} of spot {done.spot} lost more than was wagered")
        again = Round.from_json(round.to_json())
        if again.log != round.log or again.settlements != round.settlements:
            raise BrokenContract("the same cards and decisions gave another round")


def check_bets(round: Round, chosen: Mapping[int, int]) -> None:
    """What is laid in mid-round is what was chosen, and all that lay on the felt is settled."""
    laid: Counter[int] = Counter()
    settled: Counter[int] = Counter()
    for event in round.log:
        if event.kind == "bet":
            laid[event.spot] += event.amount_cents
        elif event.kind == "settle":
            settled[event.spot] += event.detail.stake_cents
    for spot, wagers in round.wagers.items():
        lay = sum(wagers.values()) + laid[spot]
        if settled[spot] != lay:
            raise BrokenContract(
                f"of spot {spot} {dollars(settled[spot])} is settled, and {dollars(lay)} was laid; "
                + _played(round)
            )
        if laid[spot] != chosen[spot]:
            raise BrokenContract(
                f"spot {spot} chose to lay {dollars(chosen[spot])} in mid-round, and {dollars(laid[spot])} was laid; "
                + _played(round)
            )


def check_bet(round: Round, event: RoundEvent) -> None:
    """A wager made in mid-round is one that is made then, in a multiple that it takes."""
    places = {wager.id: wager for wager in round.config.sheet.wagers}
    wager = places.get(event.place)
    if wager is None:
        raise BrokenContract(
            f"{event.place} is laid, which the sheet does not have: it has {', '.join(places)}"
        )
    if type(event.amount_cents) is not int:
        raise BrokenContract(f"{wager.id} is laid with {event.amount_cents!r}: no whole number of cents")
    if wager.placed != "later":
        raise BrokenContract(f"{wager.id} is laid in mid-round; the sheet has it placed {wager.placed}")
    base = wager.needs[0] if wager.needs else ""
    of = sum(
        cents
        for id, cents in round.stakes[event.spot].items()
        if base in (id, places[id].on_top_of if id in places else "")
    )
    if wager.multiples and of and event.amount_cents not in {of * n for n in wager.multiples}:
        raise BrokenContract(
            f"{wager.id} is laid with {event.amount_cents / of:g} times {wager.needs[0]}; "
            f"the sheet has multiples {list(wager.multiples)}"
        )


def check_clause(what: str, clause: str) -> None:
    """Every act stands on a clause that there is."""
    if clause and clause not in _clause_ids():
        raise BrokenContract(f"{what} names clause {clause}, which no sheet has")


@cache
def _clause_ids() -> frozenset[str]:
    return frozenset(clause.id for clause in clauses())


when_plugins_change(_clause_ids.cache_clear)


def check_dealing(round: Round) -> None:
    """The cards go where the game's `dealing` says, which is sealed with every shoe (HR-36): a player's proof of the
    round would fail otherwise."""
    plan = game_of(round.config.game).plan(round.config)
    if any(who == "seats" for who, *_ in plan):
        return  # from the number drawn; held by the proof itself
    fixed: list[str] = []
    for who, *items in plan:
        chose = sorted({spot for spot, decision in round.decisions if who == f"chose {decision.action}"})
        spots = {"each": sorted(round.wagers), "once": [DEALER]}.get(who, chose)
        fixed += [item.replace("#", str(spot)) for spot in spots for item in items]
    goes_on = any(who == "play" for who, *_ in plan)
    for event in round.log:
        if event.kind != "deal":
            continue
        dealt = f"{event.spot} {event.place} {len(event.cards)}"
        planned = fixed.pop(0) if fixed else dealt if goes_on else "nothing"
        if dealt != planned:
            raise BrokenContract(
                f"dealt is {dealt!r} (spot, place, cards), where the order of dealing has {planned!r}"
            )


def check_classes(game: str, rounds: int = 100) -> None:
    """What the sheet calls alike is alike: other cards of the same classes, suits renamed where only their equality
    counts, and the cards of one hand in another order settle every wager the same; and a wager that is settled by
    some of the cards is so whatever the others are and whatever is decided."""
    for round, dice in random_rounds(game, rounds, crowded=True):
        play(round, dice)
        for wager in round.config.sheet.wagers:
            if wager.settled_by and wager.settled_by.holds(round.config.options):
                check_settled_by(round, wager, dice)
        for order, renamed in _lookalikes(round, dice):
            decisions = [
                (spot, d._replace(cards=tuple(renamed[card] for card in d.cards)))
                for spot, d in round.decisions
            ]
            try:
                other = Round.replay(
                    round.config, round.wagers, order, decisions, round.start, number=round.number
                )
            except PitbossError as error:
                raise BrokenContract(f"cards declared alike: {error}") from error
            mine, theirs = ([(s.spot, s.wager, s.net_cents) for s in r.settlements] for r in (round, other))
            if mine != theirs:
                raise BrokenContract(_unlike(round, other))


def _unlike(one: Round, other: Round) -> str:
    """The first wager that two rounds settle differently, with the cards of both."""
    ends = [
        {(s.spot, s.wager): s.net_cents for s in round.settlements if s.stake_cents} for round in (one, other)
    ]
    unlike = [key for key in (*ends[0], *ends[1]) if ends[0].get(key) != ends[1].get(key)]
    if not unlike:
        return "cards declared alike are settled in another order"
    spot, wager = unlike[0]
    told = [
        f"{dollars(end.get((spot, wager), 0))} with "
        + texts(card for event in round.log if event.kind == "deal" for card in event.cards)
        for end, round in zip(ends, (one, other), strict=True)
    ]
    return f"cards declared alike settle differently: {wager} of spot {spot} {' and '.join(told)}"


def check_settled_by(round: Round, wager: Wager, dice: random.Random) -> None:
    """Another deal with the same cards at the places that settle the wager, and other decisions."""
    by = wager.settled_by
    assert by is not None
    for spot in round.wagers:
        if wager.id not in round.wagers[spot]:
            continue
        groups = [{(spot if who == "#" else DEALER, name) for who, name in group} for group in by.cards]
        order, at = list(round.order), round.start
        mine: list[list[int]] = [[] for _ in groups]
        for event in round.log:
            if event.kind == "deal":
                for held, group in zip(mine, groups, strict=True):
                    if (event.spot, event.place) in group:
                        held.extend(range(at, at + len(event.cards)))
                at += len(event.cards)
        others = sorted(set(range(len(order))).difference(*mine))
        for held in (*mine, others):
            cards = [order[n] for n in held]
            dice.shuffle(cards)
            for n, card in zip(held, cards, strict=True):
                order[n] = card
        renamed = Pack.of(by, order[: round.config.cards]).renamed(dice)
        other = Round(
            round.config,
            round.wagers,
            tuple(renamed[card] for card in order),
            round.start,
            number=round.number,
        )
        play(other, dice)
        nets = [
            sum(s.net_cents for s in r.settlements if (s.spot, s.wager) == (spot, wager.id))
            for r in (round, other)
        ]
        if nets[0] != nets[1]:
            raise BrokenContract(
                f"{wager.id} is not settled by the cards that settled_by names: {nets[0]} and {nets[1]}"
            )


def _lookalikes(round: Round, dice: random.Random) -> Iterator[tuple[tuple[Card, ...], dict[Card, Card]]]:
    """Orders that the rules should not tell from the round's own, and what became of each card."""
    order = tuple(round.order)
    pack = Pack.of(round.config.sheet, order[: round.config.cards])
    renamed = pack.renamed(dice)
    yield tuple(renamed[card] for card in order), renamed
    if pack.apart:
        yield from _one_place(round, order, dice)
    yield _turned(round, order, dice), {card: card for card in order}


def _one_place(
    round: Round, order: tuple[Card, ...], dice: random.Random
) -> Iterator[tuple[tuple[Card, ...], dict[Card, Card]]]:
    """Suits renamed at one place only; a card that then lies elsewhere too changes places with the one it was."""
    dealt: dict[tuple[int, str], list[int]] = {}
    at = round.start
    for event in round.log:
        if event.kind == "deal":
            dealt.setdefault((event.spot, event.place), []).extend(range(at, at + len(event.cards)))
            at += len(event.cards)
    held = dealt[dice.choice(sorted(dealt))]
    fast = {n for other in dealt.values() for n in other if other is not held}
    """places that keep their cards: those of others, and those already done"""
    suits = [0, 1, 2, 3]
    dice.shuffle(suits)
    wanted = [c if c >= 52 else (c & ~3) | suits[c & 3] for c in (order[n] for n in held)]
    turned = list(order)
    for n, card in zip(held, wanted, strict=True):
        if turned[n] != card:
            there = next((m for m in range(len(turned)) if turned[m] == card and m not in fast), None)
            if there is None:
                return  # it lies at another place
            turned[n], turned[there] = turned[there], turned[n]
        fast.add(n)
    decided = {card for _, decision in round.decisions for card in decision.cards}
    if not decided:
        yield tuple(turned), {card: card for card in order}


def _turned(round: Round, order: tuple[Card, ...], dice: random.Random) -> tuple[Card, ...]:
    """The cards that were dealt together in another order."""
    turned, at = list(order), round.start
    for event in round.log:
        if event.kind == "deal":
            end = at + len(event.cards)
            together = turned[at:end]
            dice.shuffle(together)
            turned[at:end] = together
            at = end
    return tuple(turned)


# Rules from outside are tried before a figure of theirs is called a fact: a few rounds against the contract.

ROUNDS = 40
PATIENCE_S = 8.0
"""of a processor; forty rounds take some hundredths"""
LOOK_S = 0.2


def check_outside(game: str) -> None:
    """Nothing for the games of the house, which have tests of their own."""
    if game in outside_games():
        _check(game)


@cache
def _check(game: str) -> None:
    """In a thread of its own, so that rules without an end are left where they are."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            check_rounds(game, ROUNDS)
            check_classes(game, ROUNDS)
        except (Exception, SystemExit) as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True, name=f"rules of {game}")
    start = process_time()
    thread.start()
    thread.join(LOOK_S)
    while thread.is_alive():
        if process_time() - start > PATIENCE_S:
            raise BrokenRules(f"The rules of {game} do not come to an end{_where(game, thread)}.")
        thread.join(LOOK_S)
    if failed:
        message = failed[0].message if isinstance(failed[0], BrokenRules) else str(failed[0])
        head = "" if message.startswith(f"{game}: ") else f"{game}: "
        raise BrokenRules(f"{head}{message}") from failed[0]


def _where(game: str, thread: threading.Thread) -> str:
    frame = sys._current_frames().get(thread.ident or 0)
    while frame and (file := Path(frame.f_code.co_filename)).parent != folder_of(game):
        frame = frame.f_back
    return f": {line_of(file, frame.f_lineno)}" if frame else ""


when_plugins_change(_check.cache_clear)
