"""A third road to the figures of games whose every round is out of reach: smaller shoes and classes of hands.

On a reduced shoe the general solver plays every round through the readable rules, and the hand-written solvers
count the same shoe by other means. The shoes are small enough to be played through, and large enough that the
rules never refuse a card for want of others (BJ-11).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss.blackjack.hands import VALUE_OF_CARD, VALUES
from pitboss.blackjack.play import best_play, shoe_of
from pitboss.blackjack.rules import BlackjackRules
from pitboss.cards import RANKS, Card
from pitboss.edge.blackjack_count import Count, count_play
from pitboss.edge.general.explore import SPOT, UNIT_CENTS, Explorer, Goal, Reply
from pitboss.edge.general.felt import SearchFelt
from pitboss.edge.general.tally import Solved
from pitboss.edge.report import mean
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask

PLACES = frozenset({"blackjack", "double", "split", "insurance"})
TENS = RANKS.index("T") * 4
RICH = tuple(
    card
    for rank, many in {"6": 4, "8": 2, "9": 4, "A": 2}.items()
    for card in range(RANKS.index(rank) * 4, RANKS.index(rank) * 4 + many)
) + tuple(range(TENS, TENS + 8))
"""four sixes, two eights, four nines, two aces, eight tens"""


class PairsKept(Explorer):
    """A player who splits only some pairs."""

    splits = ""

    def _decisions(self, felt: SearchFelt, ask: Ask, suits: dict[int, int]) -> list[Reply]:
        own = [card for spot, _, cards in felt.seen if spot == SPOT for card in cards][:2]
        may = all(RANKS[card >> 2] in self.splits for card in own)
        return [
            reply
            for reply in super()._decisions(felt, ask, suits)
            if may or not reply.name.startswith("split")
        ]


Law = dict[Fraction, Fraction]


def through_the_rules(shoe: tuple[Card, ...], splits: str = "", **options: str) -> Law:
    config = TableConfig("blackjack", {"insurance": "off", "split_to": "2", **options})
    explorer = PairsKept(config, Goal({"blackjack": UNIT_CENTS}, PLACES, PLACES), shoe)
    explorer.splits = splits
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (_, _, net, _, _), chance in Solved(explorer.explore(), explorer.pack.size).total().items():
        law[Fraction(net) / UNIT_CENTS] += chance
    return dict(law)


def counted(shoe: tuple[Card, ...], splits: str = "", **options: str) -> Count:
    counts = [0] * VALUES
    for card in shoe:
        counts[VALUE_OF_CARD[card]] += 1
    rules = BlackjackRules.from_settings({"insurance": "off", "split_to": "2", **options})
    play = best_play(shoe_of(rules, tuple(counts)))
    kept = np.zeros_like(play.split)
    for rank in splits:
        value = VALUE_OF_CARD[RANKS.index(rank) * 4]
        kept[:, value] = play.split[:, value]
    return count_play(replace(play, split=kept))


@pytest.mark.clause("BJ-14")
def test_blackjack_without_a_split_outcome_by_outcome() -> None:
    assert through_the_rules(RICH) == counted(RICH).outcomes


@pytest.mark.long
@pytest.mark.clause("BJ-02", "BJ-04", "BJ-10")
@pytest.mark.parametrize(
    "options", [{"soft_17": "stands"}, {"hole_card": "none"}, {"surrender": "late"}, {"double": "9-11"}]
)
def test_blackjack_by_other_rules_outcome_by_outcome(options: dict[str, str]) -> None:
    assert through_the_rules(RICH, **options) == counted(RICH, **options).outcomes


@pytest.mark.clause("BJ-09")
def test_split_aces_leave_nothing_to_decide_and_the_roads_agree() -> None:
    by_hand = counted(RICH, "A")
    assert by_hand.split_rounds == Fraction(1, 190), "they are split whatever the dealer shows"
    assert mean(through_the_rules(RICH, "A")) == by_hand.expectation


@pytest.mark.clause("BJ-05")
def test_insurance_is_what_the_rules_give_and_the_chart_refuses() -> None:
    """With eight tens among twenty cards insurance favours the player: the search takes it, the chart does not."""
    insured = mean(through_the_rules(RICH, insurance="2-to-1"))
    plain = counted(RICH, insurance="2-to-1").expectation
    # an ace up, and half a unit at 2 to 1 on one of the tens among the cards not seen, whatever the player holds
    aces, tens, cards = 2, 8, 20
    favour = Fraction(0)
    for first in range(3):
        """how many of the player's two cards are tens"""
        others = cards - 1 - tens
        ways = {0: others * (others - 1), 1: 2 * tens * others, 2: tens * (tens - 1)}[first]
        chance = Fraction(tens - first, cards - 3)
        worth = (3 * chance - 1) / 2
        favour += Fraction(ways, (cards - 1) * (cards - 2)) * max(Fraction(0), worth)
    assert insured - plain == Fraction(aces, cards) * favour
