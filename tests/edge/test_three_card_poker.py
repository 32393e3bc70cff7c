"""Three Card Poker from outside the package: its published figures, and the search against a count of all hands."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.general.contract import check_classes, check_rounds
from pitboss.analysis.general.explore import UNIT_CENTS, Explorer, Goal
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tally import Solved
from pitboss.analysis.general.tasks import forecast
from pitboss.analysis.questions import verdict
from pitboss.core.cards import DECK, RANKS, Card
from pitboss.rounds.config import TableConfig
from pitboss.sheets import sheet
from pitboss.sheets.plugins import outside_games, use_games
from tests.edge.asked import query_of, result_of

GAME = "three-card-poker"
MAIN = frozenset({"ante", "play"})
SHORT = tuple(card for card in DECK if RANKS[card >> 2] in "27JQK")
BONUS = {5: 5, 4: 4, 3: 1}


@pytest.fixture(autouse=True)
def outside(own_games: Path) -> None:
    use_games(Path(__file__).parents[1] / "examples")


def counted(deck: tuple[Card, ...]) -> Fraction:
    """The edge per Ante: every hand of the player against every hand of the other cards, the better of two answers."""
    made = outside_games()[GAME].load("rules").made
    hands = list(combinations(deck, 3))
    values = [made(hand) for hand in hands]
    order = {value: at for at, value in enumerate(sorted(set(values)))}
    ranked = np.array([order[value] for value in values])
    cards = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    qualifies = np.array([value >= (0, (RANKS.index("Q"),)) for value in values])
    total, known = 0, {}
    for at, hand in enumerate(hands):
        # hands alike but for the names of their suits are worth the same
        suits = sorted(tuple(sorted(c >> 2 for c in hand if c & 3 == suit)) for suit in range(4))
        if (key := tuple(suits)) not in known:
            free = (cards & cards[at]) == 0
            against = free & qualifies
            won, lost = ((ranked < ranked[at]) & against).sum(), ((ranked > ranked[at]) & against).sum()
            ways = int(free.sum())
            played = int((free & ~qualifies).sum() + 2 * (won - lost)) + ways * BONUS.get(values[at][0], 0)
            known[key] = (max(played, -ways), ways)
        worth, ways = known[key]
        total += worth
    return -Fraction(total, len(hands) * ways)


def test_the_count_of_all_hands_has_the_published_figure() -> None:
    figure = sheet(GAME).published_figure("main", "1")
    assert figure is not None
    assert verdict(figure, counted(tuple(DECK))) == "agrees"


def test_the_rules_alone_on_a_short_deck() -> None:
    explorer = Explorer(TableConfig(GAME), Goal({"ante": UNIT_CENTS}, MAIN, MAIN), SHORT)
    total = Solved(explorer.explore(), explorer.pack.size).total()
    edge = -sum((net * chance for (_, _, net, _, _), chance in total.items()), Fraction(0)) / UNIT_CENTS
    assert edge == counted(SHORT)


def test_the_time_is_forecast_by_what_a_round_costs_and_not_by_what_it_costs_to_look_ahead() -> None:
    """It takes some two minutes of a core; with the listing of hands in it the forecast was of half an hour."""
    ahead = forecast(GeneralSolver(GAME).spec(query_of(GAME)))
    assert 2_500_000 < ahead.deals < 3_800_000
    assert ahead.deals / ahead.seconds > 6_000


@pytest.mark.long
def test_the_rules_alone_on_the_whole_deck() -> None:
    """Some three million rounds: suits of the two hands are never compared, so each hand is drawn by its own."""
    result = result_of(GAME)
    assert (result.method, result.house_edge) == ("exact", counted(tuple(DECK)))


@pytest.mark.parametrize(("table", "flush"), [("1", 4), ("2", 3)])
def test_pair_plus_by_its_kinds_of_hands(table: str, flush: int) -> None:
    paid = 48 * 40 + 52 * 30 + 720 * 6 + 1096 * flush + 3744
    assert result_of(GAME, "pair-plus", table).house_edge == Fraction(22100 - 5660 - paid, 22100)


def test_its_rules_keep_the_contract() -> None:
    check_rounds(GAME, 15)
    check_classes(GAME, 60)
