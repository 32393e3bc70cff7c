"""First decisions: with their chances and the worth of what is played they give the whole edge again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis.questions import solve
from pitboss.analysis.solver import solver_of
from pitboss.sheets.plugins import use_games
from tests.edge.asked import query_of

ASKED = [
    ("fu-bacc", "main", {}),
    ("acey-deucey-21", "acey-deucey", {}),
    ("acey-deucey-21", "acey-deucey", {"decks": "1", "raise": "1"}),
    ("ultimate-texas-holdem", "main", {}),
    ("down-under-holdem", "main", {}),
    ("blackjack", "main", {"decks": "1"}),
    ("casino-war", "main", {}),
    pytest.param("blackjack", "main", {"surrender": "late", "hole_card": "none"}, marks=pytest.mark.long),
    pytest.param("blackjack", "main", {"strategy": "composition"}, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "wager", "settings"), ASKED)
def test_they_give_the_edge(own_games: Path, game: str, wager: str, settings: dict[str, str]) -> None:
    use_games(Path(__file__).parents[1] / "examples")
    query = query_of(game, wager, **settings)
    found = list(solver_of(game).situations(query))
    assert sum((s.chance for s in found), Fraction(0)) == 1
    edge = solve(game, query)
    assert -sum((s.chance * s.worth for s in found), Fraction(0)) == edge.house_edge
    if game == "ultimate-texas-holdem":
        bold = sum((s.chance for s in found if s.chosen == "play-4x"), Fraction(0))
        assert bold == edge.extra["frequency_play_4x"]
    if game == "casino-war":
        assert {option.action for s in found for option in s.options} > {"not asked"}


@pytest.mark.parametrize(("game", "wager"), [
    ("fu-bacc", "lucky-monkey"), ("acey-deucey-21", "war"), ("casino-war", "tie"),
])  # fmt: skip
def test_wagers_without_a_decision_have_none(own_games: Path, game: str, wager: str) -> None:
    use_games(Path(__file__).parents[1] / "examples")
    assert not list(solver_of(game).situations(query_of(game, wager)))
