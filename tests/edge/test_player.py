"""A strategy of one's own, from a file: exact where all rounds can be played, else a sample with its bounds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.cli import main
from pitboss.cli.new_game import MAIN_EDGE
from pitboss.compute import limit
from pitboss.compute.engines import LocalEngine
from pitboss.edge import ask
from pitboss.errors import BadInput

GAME = "lucky-nines"
BRAVE = "def choose(view):\n    return 'play'\n"
BEST = "def choose(view):\n    (card,) = view.own\n    return 'play' if card >> 2 >= LEAST else 'fold'\n"


pytestmark = pytest.mark.usefixtures("lucky_nines")


def played(tmp_path: Path, source: str, **settings: str) -> pitboss.EdgeResult:
    file = tmp_path / "mine.py"
    file.write_text(source)
    return ask.answers(GAME, "main", settings=settings, strategy=file, engine=LocalEngine(1))[0]


def test_of_all_lowest_cards_the_best_is_the_solvers(tmp_path: Path) -> None:
    """Played from so high a card on."""
    found = {
        least: played(tmp_path, BEST.replace("LEAST", str(least))).house_edge for least in (0, 3, 4, 5, 13)
    }
    assert min(found.values()) == Fraction(MAIN_EDGE)
    assert found[13] == 1, "who always folds loses the Ante"
    brave = played(tmp_path, BRAVE)
    assert brave.method == "exact"
    assert brave.house_edge == found[0]
    assert "mine.py" in brave.notes[0]


def test_a_sample_of_it_has_an_interval_and_says_what_it_gives_away(tmp_path: Path) -> None:
    exact = played(tmp_path, BRAVE).house_edge
    found = played(tmp_path, BRAVE, method="simulated", rounds="60")
    assert found.method == "simulated"
    low, high = map(float, found.extra["confidence_95"])
    assert low < float(found.house_edge) < high
    assert found.standard_error is not None
    assert abs(float(found.house_edge - exact)) < 5 * found.standard_error
    lost = float(exact - Fraction(MAIN_EDGE))
    assert float(found.extra["given_away_at_most"]) > lost, "at least what the best play would save"
    timid = played(tmp_path, BEST.replace("LEAST", "13"), method="simulated", rounds="20")
    assert (timid.house_edge, timid.standard_error) == (1, 0)


def test_a_game_with_a_solver_of_its_own_is_played_through_its_rules(tmp_path: Path) -> None:
    """Fu Bacc, folding always: the Ante is lost."""
    file = tmp_path / "fold.py"
    file.write_text("def choose(view):\n    return 'fold'\n")
    found = pitboss.edge("fu-bacc", strategy_file=file)
    assert (found.house_edge, found.method) == (1, "exact")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def choose(view:\n", "SyntaxError"),
        ("x = 1\n", "has no choose"),
        ("def choose(view):\n    return 'raise'\n", "answers 'raise' to 'Play or fold\\?'"),
        ("def choose(view):\n    return view.cards\n", "AttributeError"),
    ],
)
def test_a_file_that_cannot_play_is_refused(tmp_path: Path, source: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        played(tmp_path, source)


def test_the_command(tmp_path: Path, capsys) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BRAVE)
    with pytest.raises(SystemExit) as ended:
        main(["edge", GAME, "--wager", "main", "--strategy", str(file), "--json"])
    assert not ended.value.code
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert Fraction(result["house_edge_exact"]) > Fraction(MAIN_EDGE)


@pytest.mark.parametrize(
    "source",
    [
        "def choose(view):\n    while True:\n        pass\n",
        "def choose(view):\n  while True:\n    try:\n      n = 1\n    except Exception:\n      n = 2\n",
        "while True:\n    pass\n",
    ],
)
def test_a_file_that_never_ends_is_stopped(tmp_path: Path, monkeypatch, source: str) -> None:
    monkeypatch.setattr(limit, "PATIENCE_S", 0.3)
    with pytest.raises(BadInput, match=r"mine\.py does not come to an end"):
        played(tmp_path, source)
    assert played(tmp_path, BRAVE).method == "exact", "and the next one plays"


@pytest.mark.parametrize("method", ["auto", "simulated"])
def test_a_file_that_plays_by_chance_is_refused(tmp_path: Path, method: str) -> None:
    source = "import random\ndef choose(view):\n    return random.choice(view.answers)\n"
    with pytest.raises(BadInput, match="now so and now otherwise"):
        played(tmp_path, source, method=method)


def test_a_file_that_goes_by_what_the_rules_cannot_tell_apart_is_refused(tmp_path: Path) -> None:
    """Suits count for nothing in this game: spades for luck would be played on all nines or on none."""
    with pytest.raises(BadInput, match="which the rules do not tell apart"):
        played(tmp_path, "def choose(view):\n    return 'fold' if view.own[0] & 3 == 3 else 'play'\n")
