"""First decisions: with their chances and the worth of what is played they give the whole edge again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.approvals.outside import use_games
from pitboss.edge.ask import queries, solve
from pitboss.edge.solver import solver_of

ASKED = [
    ("fu-bacc", "main", {}),
    ("acey-deucey-21", "acey-deucey", {}),
    ("acey-deucey-21", "acey-deucey", {"decks": "1", "raise": "1"}),
    ("ultimate-texas-holdem", "main", {}),
    ("down-under-holdem", "main", {}),
    ("blackjack", "main", {"decks": "1"}),
    pytest.param("blackjack", "main", {"surrender": "late", "hole_card": "none"}, marks=pytest.mark.long),
    pytest.param("blackjack", "main", {"strategy": "composition"}, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "wager", "settings"), ASKED)
def test_they_give_the_edge(game: str, wager: str, settings: dict[str, str]) -> None:
    query = queries(game, wager, settings=settings)[0]
    found = list(solver_of(game).situations(query))
    assert sum((s.chance for s in found), Fraction(0)) == 1
    assert -sum((s.chance * s.worth for s in found), Fraction(0)) == solve(game, query).house_edge


def test_frequencies_of_play_follow_from_them() -> None:
    query = queries("ultimate-texas-holdem", "main")[0]
    bold = sum(
        (s.chance for s in solver_of("ultimate-texas-holdem").situations(query) if s.chosen == "play-4x"),
        Fraction(0),
    )
    assert bold == solve("ultimate-texas-holdem", query).extra["frequency_play_4x"]


def test_wagers_without_a_decision_have_none() -> None:
    assert not list(solver_of("fu-bacc").situations(queries("fu-bacc", "lucky-monkey")[0]))
    assert not list(solver_of("acey-deucey-21").situations(queries("acey-deucey-21", "war")[0]))


def test_those_of_a_game_from_outside_come_from_its_rules(own_games: Path) -> None:
    use_games(Path(__file__).parents[1] / "examples")
    query = queries("casino-war", "main")[0]
    found = list(solver_of("casino-war").situations(query))
    assert sum((s.chance for s in found), Fraction(0)) == 1
    assert -sum((s.chance * s.worth for s in found), Fraction(0)) == solve("casino-war", query).house_edge
    assert {option.action for s in found for option in s.options} > {"not asked"}
    assert not list(solver_of("casino-war").situations(queries("casino-war", "tie")[0]))
