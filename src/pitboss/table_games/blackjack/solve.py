"""Blackjack, exactly: the edge off a fresh shoe under basic strategy or under the best play for each hand.

Off a fresh shoe, and for players who look at their own cards and the up card only, it does not matter
how many spots are dealt or in which order: unseen cards are exchangeable. The cut card does matter a
little over many rounds; that is for the simulator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import perm
from typing import Any, Final

from pitboss.analysis.features import Feature, FirstDecisions
from pitboss.analysis.report import EdgeResult, Grid, Settled, Situation, Strategy, exact
from pitboss.analysis.solver import BaseSolver, Query, Setting, players, rule_settings
from pitboss.cardplay.blackjack import choices
from pitboss.cardplay.blackjack.choices import (
    Count,
    count_play,
    exceptions,
    first_hands,
    hand_grids,
    options,
    play_of,
    read_values,
    total_grids,
)
from pitboss.cardplay.blackjack.counting import completed, count_endings
from pitboss.cardplay.blackjack.hands import POINTS, TEN_VALUE, UP_CARD_ORDER, VALUE_TEXT, shoe_counts
from pitboss.cardplay.blackjack.play import STRATEGY, Play, narrowest_choice
from pitboss.cardplay.blackjack.rules import BlackjackRules

GAME = "blackjack"
SAID = {
    "blackjack": "Blackjack", "win": "A winning hand", "push": "A push", "both-blackjack": "Both have blackjack",
    "surrender": "Surrender", "dealer-blackjack": "Dealer's blackjack", "lose": "A losing hand",
}  # fmt: skip
ENDINGS = ("17", "18", "19", "20", "21", "blackjack", "bust")


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


FIRST_HANDS: Final = (
    Feature(("hard hand", "soft hand", "pair", "pair of aces"), "{}"),
    Feature(tuple(map(str, range(4, 22))), "total {}"),
    Feature(
        tuple({"T": "ten", "A": "an ace"}.get(VALUE_TEXT[up], VALUE_TEXT[up]) for up in UP_CARD_ORDER),
        "against {}",
    ),
)


def seen_of_hand(name: str) -> tuple[int, ...] | None:
    """`A-6 v T`: kind, total, up card; None of a round that ends with the dealer's blackjack."""
    cards, against, up = name.partition(" v ")
    if not against:
        return None
    first, second = (VALUE_TEXT.index(card) for card in cards.split("-"))
    soft = 0 in (first, second)
    kind = 2 + soft if first == second else int(soft)
    total = POINTS[first] + POINTS[second] + 10 * soft
    return kind, total - 4, UP_CARD_ORDER.index(VALUE_TEXT.index(up))


class BlackjackSolver(BaseSolver):
    game = GAME
    advise = staticmethod(choices.advise)

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (*rule_settings(GAME), STRATEGY, players("BJ-12"))

    def answer(self, query: Query) -> EdgeResult:
        rules, kind = BlackjackRules.from_settings(query.settings), query.settings["strategy"]
        if query.fresh:
            play_of.cache_clear()
        play = play_of(rules, kind)
        count = count_play(play)
        return replace(
            self.result(query, count.outcomes, "blackjack"),
            action=count.action,
            outcomes_exact=False,
            extra=_extra(rules, play, kind, count),
            notes=_notes(kind),
        )

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        rules, kind = BlackjackRules.from_settings(query.settings), query.settings["strategy"]
        play = play_of(rules, kind)
        total = kind == "total"
        return replace(
            self.play(query, *_summary(rules, kind)),
            grids=(*(total_grids(play) if total else hand_grids(play)), dealer_grid(rules)),
            exceptions=exceptions(play, play_of(rules, "composition")) if total else (),
            hand=hand,
            options=() if hand is None else options(play, *read_values(hand)),
        )

    def settled(self, query: Query) -> tuple[Settled, ...]:
        rules = BlackjackRules.from_settings(query.settings)
        nets = {
            "blackjack": rules.blackjack_odds.net, "win": Fraction(1), "push": Fraction(0),
            "both-blackjack": Fraction(0), "surrender": Fraction(-1, 2),
        }  # fmt: skip
        count = count_play(play_of(rules, query.settings["strategy"]))
        return tuple(
            Settled(wager, hand, nets.get(hand, Fraction(-1)), chance, text=SAID[hand])
            for (wager, hand), chance in count.settled.items()
        )

    def first_decisions(self) -> FirstDecisions:
        note = "With three cards or more, and after a split, every hand is played at its best; that is not on the card."
        return FirstDecisions("main", FIRST_HANDS, seen_of_hand, note=note)

    def situations(self, query: Query) -> Iterator[Situation]:
        return first_hands(play_of(BlackjackRules.from_settings(query.settings), query.settings["strategy"]))


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
