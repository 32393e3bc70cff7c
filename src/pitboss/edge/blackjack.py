"""Blackjack, exactly: the edge off a fresh shoe under basic strategy or under the best play for each hand.

Off a fresh shoe, and for players who look at their own cards and the up card only, it does not matter
how many spots are dealt or in which order: unseen cards are exchangeable. The cut card does matter a
little over many rounds; that is for the simulator.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import perm
from time import perf_counter
from typing import Any

from pitboss.blackjack.basic import basic_play
from pitboss.blackjack.complete import completed
from pitboss.blackjack.hands import TEN_VALUE, UP_CARD_ORDER, VALUE_TEXT, parse_hand, shoe_counts
from pitboss.blackjack.play import Play, best_play, narrowest_choice, shoe_of
from pitboss.blackjack.rules import BlackjackRules
from pitboss.blackjack.tables import count_endings
from pitboss.edge.blackjack_choices import exceptions, hand_grids, options, total_grids
from pitboss.edge.blackjack_count import Count, count_play
from pitboss.edge.blackjack_hints import advise
from pitboss.edge.report import EdgeResult, Grid, Option, Strategy, exact
from pitboss.edge.rule_settings import rule_settings
from pitboss.edge.solver import Query, Setting
from pitboss.errors import BadInput

GAME = "blackjack"
STRATEGY = Setting(
    "strategy",
    "total",
    ("total", "composition"),
    meaning="basic strategy by totals, or the best play for the exact cards of the hand",
    clause="BJ-16",
)
PLAYERS = Setting(
    "players",
    "1",
    tuple("1234567"),
    meaning="spots played in a simulation; the edge off a fresh shoe is the same for any number",
    clause="BJ-12",
)
ENDINGS = ("17", "18", "19", "20", "21", "blackjack", "bust")


@lru_cache(maxsize=8)
def play_of(rules: BlackjackRules, strategy: str) -> Play:
    """The computed play of a table; a few tables are remembered."""
    shoe = shoe_of(rules)
    return best_play(shoe) if strategy == "composition" else basic_play(shoe)


def dealer_endings(rules: BlackjackRules, up: int) -> dict[str, Fraction]:
    """How the dealer's hand ends with this up card off a fresh shoe, before any look at the hole card."""
    shoe = shoe_counts(rules.decks)
    left = sum(shoe) - 1
    chances = [
        sum((Fraction(many, perm(left, drawn)) for drawn, many in enumerate(row)), Fraction(0))
        for row in count_endings(shoe, up, rules.hits_soft_17)
    ]
    return dict(zip(ENDINGS, (*chances, 1 - sum(chances, Fraction(0))), strict=True))


def dealer_grid(rules: BlackjackRules) -> Grid:
    """The dealer's endings by up card, in percent."""
    by_up = [dealer_endings(rules, up) for up in UP_CARD_ORDER]
    rows = tuple((name, tuple(f"{float(law[name]):.1%}"[:-1] for law in by_up)) for name in ENDINGS)
    columns = tuple(VALUE_TEXT[up] for up in UP_CARD_ORDER)
    return Grid("Dealer's endings, percent", "ending", "dealer's up card", columns, rows, {})


def insurance_edge(decks: int) -> Fraction:
    """The house edge of insurance off a fresh shoe for a player without a ten, who has the best of it."""
    counts = shoe_counts(decks)
    return 1 - 3 * Fraction(counts[TEN_VALUE], sum(counts) - 3)


class BlackjackSolver:
    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (*rule_settings(GAME), STRATEGY, PLAYERS)

    def solve(self, query: Query) -> EdgeResult:
        start = perf_counter()
        rules = BlackjackRules.from_settings(query.settings)
        if query.fresh:
            play_of.cache_clear()
        play = play_of(rules, query.settings["strategy"])
        count = count_play(play)
        return EdgeResult(
            GAME, "main", "-", "blackjack", count.outcomes,
            action=count.action,
            outcomes_exact=False,
            extra=_extra(rules, play, query.settings["strategy"], count),
            notes=_notes(query.settings["strategy"]),
        ).timed(perf_counter() - start)  # fmt: skip

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        rules = BlackjackRules.from_settings(query.settings)
        kind = query.settings["strategy"]
        play = play_of(rules, kind)
        found: tuple[Option, ...] = ()
        if hand is not None:
            values, up = parse_hand(hand)
            if up is None:
                raise BadInput(
                    f"{hand!r} names no up card.",
                    clause="BJ-18",
                    accepted="the player's cards v the dealer's: T 6 v 9",
                )
            found = options(play, values, up)
        total = kind == "total"
        return Strategy(
            GAME, "main", "-", query.settings, _summary(rules, kind),
            (*(total_grids(play) if total else hand_grids(play)), dealer_grid(rules)),
            exceptions(play, play_of(rules, "composition")) if total else (),
            hand, found,
        )  # fmt: skip


def _extra(rules: BlackjackRules, play: Play, strategy: str, count: Count) -> dict[str, Any]:
    dealer = {
        VALUE_TEXT[up]: {name: exact(chance) for name, chance in dealer_endings(rules, up).items()}
        for up in UP_CARD_ORDER
    }
    bust = completed(rules.decks, rules.hits_soft_17).bust
    shape: dict[str, Any] = {
        "dealer_bust": bust,
        "split_rounds": count.split_rounds,
        "insurance_edge": insurance_edge(rules.decks),
        "dealer_by_up_card": dealer,
    }
    if strategy == "composition":
        shape["narrowest_choice"] = narrowest_choice(play)
    return shape


def _notes(strategy: str) -> tuple[str, ...]:
    how = (
        "Hands of one total are played alike; the chart is the best one of that kind."
        if strategy == "total"
        else "Each hand is played best for its own cards; hands of a split as if they were alone (CDZ-)."
    )
    return (
        how,
        "The edge is exact. Among the outcomes, rounds without a split are exact too; the hands of a split "
        "are taken as independent given the dealer's ending, which keeps their mass and mean, but not each "
        "single chance.",
        "Insurance is never taken: off a fresh shoe of any size it favours the house, whatever two cards the "
        "player holds.",
    )


def _summary(rules: BlackjackRules, strategy: str) -> tuple[str, ...]:
    sentences = [
        "Never take insurance without a count.",
        "First see whether to surrender, then whether to split, then whether to double."
        if rules.surrender == "late"
        else "First see whether to split, then whether to double.",
    ]
    if strategy == "total":
        sentences.append(
            "The charts go by totals; the exceptions name first hands whose own cards change that."
        )
    return tuple(sentences)


SOLVER = BlackjackSolver()
__all__ = ["SOLVER", "BlackjackSolver", "advise", "dealer_endings", "insurance_edge", "play_of"]
