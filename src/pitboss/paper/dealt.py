"""Rounds dealt for the packet by the readable rules: the order of play they show, and the decisions good play makes."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from pitboss.approvals import PayTable, clauses, sheet
from pitboss.cards import deck_of
from pitboss.edge.ask import advise
from pitboss.edge.report import PricedChoice
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Policy, Round, fallback

ORDER_ROUNDS: Final = 150
STAKE_CENTS: Final = 1000


def table_of(game: str, asked: Iterable[Query]) -> TableConfig:
    """The table the questions are about: their settings as far as they are the table's, and the pay table of every
    wager that was asked about one alone. One of the user's own takes the approved one's place, for analysis (HR-07)."""
    options: dict[str, str] = {}
    tables: defaultdict[str, dict[str, PayTable]] = defaultdict(dict)
    known = {option.name for option in sheet(game).options}
    for query in asked:
        options |= {name: value for name, value in query.settings.items() if name in known}
        if query.pay_table is not None:
            tables[query.wager][query.pay_table.id] = query.pay_table
    alone = {wager: table for wager, found in tables.items() if len(found) == 1 for table in found.values()}
    approved = {wager: table.id for wager, table in alone.items() if table.approved}
    config = TableConfig(game, options, approved)
    vars(config)["tables"] = {**config.tables, **alone}
    return config


def dealt_rounds(config: TableConfig, count: int, seed: int, *, every_wager: bool) -> Iterator[Round]:
    """Rounds of one spot in shuffled order: on the first wagers alone, or on all the table offers."""
    dice, draws = random.Random(seed), game_of(config.game).draws
    cards = deck_of(config.decks, jokers=config.sheet.jokers)
    for _ in range(count):
        dice.shuffle(cards)
        number = dice.randint(1, draws) if draws else None
        yield Round(config, {1: _wagers(config, every_wager)}, tuple(cards), number=number)


def _wagers(config: TableConfig, every_wager: bool) -> Mapping[str, int]:
    placed = ("first", "optional") if every_wager else ("first",)
    on_offer = config.offered or frozenset()
    return {
        w.id: w.most_cents if w.most_cents and w.most_cents < STAKE_CENTS else STAKE_CENTS
        for w in config.sheet.wagers
        if w.placed in placed and (w.placed == "first" or w.id in on_offer)
    }


def _any_choice(dice: random.Random) -> Policy:
    def choose(round: Round, ask: Ask) -> Decision:
        choice = dice.choice(ask.choices)
        return fallback(round, ask) if choice.picks else Decision(choice.action, choice.least_cents)

    return choose


@dataclass(frozen=True, slots=True)
class FollowedClause:
    """A clause at the point of a round at which it is first followed."""

    phase: str
    clause: str
    rule: str
    place: str


def order_of_play(config: TableConfig, seed: int = 1) -> tuple[FollowedClause, ...]:
    """The clauses that rounds with every wager and any decisions follow, in the order in which they follow them."""
    policy = _any_choice(random.Random(seed))
    first_seen: defaultdict[str, list[int]] = defaultdict(list)
    phase_of: defaultdict[str, Counter[str]] = defaultdict(Counter)
    phases: dict[str, int] = {}
    for round in _playable(config, seed):
        phase, seen = "", set()
        for event in round.play_out(policy).log:
            if event.kind == "step":
                phase = event.text or event.place or phase
            phases.setdefault(phase, len(phases))
            if event.clause and event.clause not in seen:
                seen.add(event.clause)
                first_seen[event.clause].append(len(seen))
                phase_of[event.clause][phase] += 1
    known = {clause.id: clause for clause in clauses()}
    usual = {id: votes.most_common(1)[0][0] for id, votes in phase_of.items()}
    ordered = sorted(usual, key=lambda id: (phases[usual[id]], sum(first_seen[id]) / len(first_seen[id]), id))
    return tuple(FollowedClause(usual[id], id, known[id].title, known[id].place) for id in ordered)


def _playable(config: TableConfig, seed: int) -> Iterator[Round]:
    """With every wager, or on the first ones alone where they may not be made together."""
    try:
        yield from dealt_rounds(config, ORDER_ROUNDS, seed, every_wager=True)
    except BadInput:
        yield from dealt_rounds(config, ORDER_ROUNDS, seed, every_wager=False)


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """What good play chose at one point of the round, how often, and what the next worse choice would have cost."""

    asked: str
    choice: str
    often: float
    """times a round"""
    standard_error: float
    worth: float
    """mean, in units of the first wager"""
    next_worse: float


ASKED: Final = ("first decision", "second decision", "later decisions")


def played_choices(config: TableConfig, rounds: int, seed: int = 1) -> tuple[PlayedChoice, ...]:
    """Rounds played by the adviser, who knows what the player may see: how often each choice was the best."""
    worths: defaultdict[tuple[int, str], list[tuple[Fraction, Fraction]]] = defaultdict(list)
    times: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for round in dealt_rounds(config, rounds, seed, every_wager=False):
        met: Counter[tuple[int, str]] = Counter()
        while round.pending:
            ask = round.pending[0]
            ranked = sorted(advise(round, ask.spot), key=lambda option: -option.expectation)
            if not ranked:
                round.decide(ask.spot, fallback(round, ask))
                continue
            best = ranked[0]
            key = min(met.total(), len(ASKED) - 1), _named(ask, ranked)
            met[key] += 1
            worse = next(
                (o.expectation for o in ranked if o.expectation < best.expectation), best.expectation
            )
            worths[key].append((best.expectation, best.expectation - worse))
            round.decide(ask.spot, Decision(best.action, best.amount_cents, best.cards))
        for key, count in met.items():
            times[key].append(count)
    found = []
    for (at, choice), values in sorted(worths.items(), key=lambda item: (item[0][0], -len(item[1]))):
        worth, cost = (float(sum(column, Fraction(0))) / len(values) for column in zip(*values, strict=True))
        often = len(values) / rounds
        spread = sum(count * count for count in times[at, choice]) / rounds - often * often
        error = sqrt(max(spread, 0.0) / rounds)
        found.append(PlayedChoice(ASKED[at], choice, often, error, worth / STAKE_CENTS, cost / STAKE_CENTS))
    return tuple(found)


def _named(ask: Ask, ranked: Sequence[PricedChoice]) -> str:
    best = ranked[0]
    if not best.cards or ask.fallback is None:
        return best.text or best.action
    table = sorted(ask.fallback.cards)
    as_table = any(o.expectation == best.expectation and sorted(o.cards) == table for o in ranked)
    return "Set as the house way would" if as_table else "Set otherwise than the house way"
