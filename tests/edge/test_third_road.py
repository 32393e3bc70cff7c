"""A third road to the figures of games whose every round is out of reach: smaller shoes and classes of hands.

On a reduced shoe the general solver plays every round through the readable rules, and the hand-written solvers
count the same shoe by other means. The shoes are small enough to be played through, and large enough that the
rules never refuse a card for want of others (BJ-11).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis.general.explore import SPOT, UNIT_CENTS, Explorer, Goal, Reply, SearchFelt
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tally import Solved
from pitboss.analysis.general.tasks import TASKS, tasks_of
from pitboss.analysis.report import mean, outcomes_of
from pitboss.cardplay.blackjack.choices import Count, count_play
from pitboss.cardplay.blackjack.counting import completed_from
from pitboss.cardplay.blackjack.hands import VALUE_OF_CARD, VALUES
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.cardplay.blackjack.play import Play, best_play, shoe_of
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.poker.hands import best_hand
from pitboss.core.cards import DECK, RANKS, Card
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask
from pitboss.table_games.lucky_break.solve import lines_by
from tests.edge.asked import query_of

PLACES = frozenset({"blackjack", "double", "split", "insurance"})
GOAL = Goal({"blackjack": UNIT_CENTS}, PLACES, PLACES)
TENS = RANKS.index("T") * 4


def shoe_with(tens: int, **many: int) -> tuple[Card, ...]:
    """So many tens, and of each other rank so many: `r8=2` are two eights."""
    firsts = [(RANKS.index(rank[1:]) * 4, n) for rank, n in many.items()]
    return tuple(card for first, n in (*firsts, (TENS, tens)) for card in range(first, first + n))


RICH = shoe_with(8, r6=4, r8=2, r9=4, rA=2)
LONG = shoe_with(14, r6=3, r8=3, r9=3, rA=3)
TWOS = shoe_with(11, r2=2, r6=2, r8=3, r9=2)


class PairsKept(Explorer):
    """A player who splits only some pairs."""

    splits = ""

    def decisions(self, felt: SearchFelt, ask: Ask, suits: dict[int, int]) -> list[Reply]:
        own = [card for spot, _, cards in felt.seen if spot == SPOT for card in cards][:2]
        may = all(RANKS[card >> 2] in self.splits for card in own)
        replies = super().decisions(felt, ask, suits)
        return [reply for reply in replies if may or not reply.name.startswith("split")]


Law = dict[Fraction, Fraction]


def through_the_rules(shoe: tuple[Card, ...], splits: str = "", **options: str) -> Law:
    explorer = PairsKept(table(options), GOAL, shoe)
    explorer.splits = splits
    return law_of(explorer)


def as_counted(play: Play, shoe: tuple[Card, ...], **options: str) -> Law:
    explorer = AsCounted(table(options), GOAL, shoe)
    explorer.play = play
    return law_of(explorer)


def table(options: dict[str, str]) -> TableConfig:
    return TableConfig("blackjack", {"insurance": "off", "split_to": "2", **options})


def law_of(explorer: Explorer) -> Law:
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (_, _, net, _, _), chance in Solved(explorer.explore(), explorer.pack.size).total().items():
        law[Fraction(net) / UNIT_CENTS] += chance
    return dict(law)


def play_of(shoe: tuple[Card, ...], splits: str = "", **options: str) -> Play:
    counts = [0] * VALUES
    for card in shoe:
        counts[VALUE_OF_CARD[card]] += 1
    rules = BlackjackRules.from_settings({"insurance": "off", "split_to": "2", **options})
    play = best_play(shoe_of(rules, tuple(counts)))
    kept = np.zeros_like(play.split)
    for rank in splits:
        value = VALUE_OF_CARD[RANKS.index(rank) * 4]
        kept[:, value] = play.split[:, value]
    return replace(play, split=kept)


def counted(shoe: tuple[Card, ...], splits: str = "", **options: str) -> Count:
    return count_play(play_of(shoe, splits, **options))


class AsCounted(Explorer):
    """A player who does what the counted play does, and forgets the cards of his other hands."""

    play: Play

    def decisions(self, felt: SearchFelt, ask: Ask, suits: dict[int, int]) -> list[Reply]:
        replies = {reply.name.split()[0]: reply for reply in super().decisions(felt, ask, suits)}
        return [replies[self._answer(felt, ask, frozenset(replies))]]

    def _answer(self, felt: SearchFelt, ask: Ask, may: frozenset[str]) -> str:
        up = next(VALUE_OF_CARD[cards[0]] for _, place, cards in felt.seen if place == "up")
        hands = hands_of(felt)
        values = tuple(sorted(VALUE_OF_CARD[card] for card in hands[ask.place]))
        hand = self.play.shoe.hands.find(values)
        pair = values[0]
        if "split" in may and self.play.split[up, pair]:
            return "split"
        codes = self.play.many[up]
        if len(values) == 2:
            first = VALUE_OF_CARD[hands[ask.place][0]]
            codes = self.play.two[up] if len(hands) == 1 else self.play.two_after_split(up, first)
        return {STAND: "stand", HIT: "hit", DOUBLE: "double"}[int(codes[hand])]


def hands_of(felt: SearchFelt) -> dict[str, list[Card]]:
    """The spot's hands: a place that is new has the second card of the hand last dealt to."""
    hands: dict[str, list[Card]] = {"hand": []}
    last = "hand"
    for spot, place, cards in felt.seen:
        if spot != SPOT:
            continue
        if place in hands:
            hands[place].extend(cards)
            last = place
        else:
            hands[place] = [hands[last].pop()]
    return hands


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


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize(("splits", "options"), [
    ("8", {}),
    pytest.param("A", {"split_aces": "resplit"}, marks=pytest.mark.long),
    pytest.param("8A", {"split_aces": "hit", "double_after_split": "no"}, marks=pytest.mark.long),
])  # fmt: skip
def test_splits_and_resplits_played_as_counted(splits: str, options: dict[str, str]) -> None:
    options = {"split_to": "3", **options}
    play = play_of(LONG, splits, **options)
    assert mean(as_counted(play, LONG, **options)) == count_play(play).expectation


@pytest.mark.long
@pytest.mark.clause("BJ-08", "BJ-16")
def test_what_it_is_worth_to_remember_the_other_hand_of_a_split() -> None:
    """The search plays the second hand by the cards of the first, the counted play forgets them (CDZ-)."""
    options = {"double_after_split": "no"}
    play = play_of(TWOS, "2", **options)
    forgets = mean(as_counted(play, TWOS, **options))
    assert forgets == count_play(play).expectation
    gain = mean(through_the_rules(TWOS, "2", **options)) - forgets
    assert 4.2e-7 < gain < 4.3e-7


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


BROKEN = tuple(card for card in DECK if RANKS[card >> 2] in "69TJQ")


@pytest.mark.clause("LB-07", "LB-09", "LB-10")
@pytest.mark.parametrize("multiplier", ["added", "product"])
def test_the_dealer_of_lucky_break_by_total_and_suit(multiplier: str) -> None:
    """The player stands; his cards change nothing but what is left to the dealer."""
    bonus = frozenset({"lucky-break"})
    config = TableConfig("lucky-break", {"multiplier": multiplier})
    stakes = {"blackjack": UNIT_CENTS, "lucky-break": UNIT_CENTS}
    found = law_of(Explorer(config, Goal(stakes, bonus, bonus, fixed=True), BROKEN))
    suits = [[0] * VALUES for _ in range(4)]
    for card in BROKEN:
        suits[card & 3][VALUE_OF_CARD[card]] += 1
    law = completed_from(tuple(map(tuple, suits)), hits_soft_17=config.options["soft_17"] == "hits")
    assert found == outcomes_of(lines_by(law, config.tables["lucky-break"], multiplier))


TRIPS = [("down-under-holdem", "trips-or-better"), ("ultimate-texas-holdem", "trips")]
HIGH = tuple(card for card in DECK if card >> 2 >= RANKS.index("T"))


@pytest.mark.clause("DU-11", "UT-05")
@pytest.mark.parametrize(("game", "wager"), TRIPS)
def test_trips_by_seven_cards_of_a_short_deck(game: str, wager: str) -> None:
    """Ten to ace, all 77,520 sevens: each suit class once through the rules, against each seven by itself."""
    solver = GeneralSolver(game)
    explorer = replace(solver.spec(query_of(game, wager)), shoe=HIGH).explorer
    total = Solved(explorer.explore(), explorer.pack.size).total()
    counts = Counter(line_name(best_hand(seven).category) for seven in combinations(HIGH, 7))
    ways = comb(len(HIGH), 7)
    assert {line: chance for (_, _, _, _, line), chance in total.items()} == {
        line: Fraction(n, ways) for line, n in counts.items()
    }
    assert explorer.tally.deals < ways / 15


def test_a_search_is_cut_into_pieces_of_about_a_size() -> None:
    """So that time left is told truly, no worker is the last for long, and little is lost by who stops it."""
    spec = GeneralSolver("ultimate-texas-holdem").spec(query_of("ultimate-texas-holdem", "trips", "1"))
    pack, pieces = spec.explorer.pack, tasks_of(spec)
    beginnings = pack.beginnings(7)
    deals = [
        sum(len(pack.goes_on(beginnings[first].classes, 7)) for (first,) in pieces[at].prefixes)
        for at in (0, -1)
    ]
    assert len(pieces) == TASKS
    assert max(deals) < 1.5 * min(deals)
