"""The stable JSON shapes of the command line, and rounds played at it."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from pitboss.cli.play import fresh_shoe
from pitboss.core.money import Cents
from pitboss.fairness.seal import CutShoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.sheets import game_ids
from tests.cli.here import document, pitboss


def test_a_process_of_its_own_says_the_same() -> None:
    words = ["edge", "fu-bacc", "--wager", "no-such"]
    command = [sys.executable, "-m", "pitboss", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == pitboss(*words)
    assert done.returncode == 2


def test_edge_has_the_stable_shape() -> None:
    shape = document("edge", "fu-bacc", "--wager", "main")
    (result,) = shape["results"]
    assert {"game", "wager", "pay_table", "settings", "method", "per", "house_edge", "house_edge_exact",
            "element_of_risk", "standard_deviation", "published", "outcomes", "seconds",
            "source"} <= set(result)  # fmt: skip
    named = [result[name] for name in ("game", "wager", "pay_table", "per")]
    assert named == ["fu-bacc", "main", "1", "ante"]
    edge, outcomes = Fraction(result["house_edge_exact"]), result["outcomes"]
    assert edge == Fraction(6984511, 229033350)
    assert len(result["house_edge"].split(".")[1]) >= 12
    assert sum(Fraction(o["probability_exact"]) for o in outcomes) == 1
    assert -sum(Fraction(o["net"]) * Fraction(o["probability_exact"]) for o in outcomes) == edge


def test_games_lists_every_game_with_its_tables_and_edge_all_wagers_without_a_name() -> None:
    assert [r["wager"] for r in document("edge", "fu-bacc")["results"]] == ["main", "lucky-monkey", "tie"]
    games = {g["game"]: g for g in document("games")["games"]}
    assert list(games) == list(game_ids())
    tables = {w["wager"]: w["pay_tables"] for w in games["face-up-pai-gow-poker"]["wagers"]}
    assert tables["fortune-bonus"] == ["1", "2", "3", "4", "6", "7"]


def test_simulate_has_the_stable_shape_and_repeats_itself() -> None:
    args = ("simulate", "fu-bacc", "--rounds", "300000", "--seed", "5")
    first, second = document(*args, "--workers", "1"), document(*args, "--workers", "2")
    assert {"game", "wager", "pay_table", "rounds", "seed", "mean", "standard_error", "house_edge", "exact", "z",
            "rounds_per_second"} <= set(first)  # fmt: skip
    assert first["mean"] == second["mean"] == -first["house_edge"]
    assert abs(first["z"]) < 5


def test_strategy_prices_a_hand_and_draws_the_chart(tmp_path) -> None:
    chart = tmp_path / "chart.svg"
    shape = document("strategy", "fu-bacc", "--hand", "9c 2d v Qs", "-o", str(chart))
    assert shape["best"] == "hit"
    assert [o["action"] for o in shape["options"]] == ["stay", "hit", "fold"]
    assert chart.read_text().startswith("<svg")


def test_clauses_has_the_stable_shape() -> None:
    rows = {row["id"]: row for row in document("clauses")["clauses"]}
    assert rows["FB-12"]["tests"]
    assert any("fu_bacc" in place for place in rows["FB-12"]["where"])


def test_play_is_a_round_a_person_can_play() -> None:
    done = pitboss("play", "fu-bacc", "--rounds", "1", stdin="ante 10 tie 5\nnonsense\nfold\n")
    assert done.returncode == 0, done.stderr
    assert re.search(r"sealed before your bet:\s+[0-9a-f]{64}\n", done.stdout)
    assert "is not a choice" in done.stdout
    assert "FB-19" in done.stdout
    assert "1 round" in done.stdout


def test_play_tells_a_newcomer_what_it_is_about_what_is_asked_and_what_each_choice_is_worth() -> None:
    done = pitboss("play", "fu-bacc", "--rounds", "1", stdin="r\nante 10\n?\nrules\nfold\n")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "nearer to 9" in said, "the goal"
    assert "ante Ante, needed to play" in said
    assert "tie Tie, extra, if you like" in said
    assert said.count("1. Put an Ante down.") == 2, "the rules, at either question"
    assert "What do you bet?" in said
    assert "Fold" in said
    assert "dollars on average (best)" in said
    assert "You lose $10." in said


@pytest.mark.parametrize(
    ("game", "typed", "wagers"),
    [
        ("fu-bacc", "q", None),
        ("fu-bacc", "\nq", {"ante": 500}),
        ("acey-deucey-21", "10\nQ", {"blackjack": 1000}),
        ("down-under-holdem", "10\nquit", {"ante": 1000, "bet": 1000}),
        ("face-up-pai-gow-poker", "10\nq", {"standard": 1000}),
    ],
)
def test_q_leaves_play_at_every_question(
    game: str, typed: str, wagers: dict[str, Cents] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the bet, and at the question of a round; some deals ask nothing, so one is dealt that does."""

    def asks(config: TableConfig, number: int) -> CutShoe:
        while True:
            shoe = fresh_shoe(config, number)
            if wagers is None or Round(config, {1: wagers}, shoe.order, number=shoe.number).pending:
                return shoe

    monkeypatch.setattr("pitboss.cli.play.fresh_shoe", asks)
    said = pitboss("play", game, stdin=f"{typed}\n", code=0).stdout
    assert "0 rounds, $0" in said
    assert ("You leave in mid-round: it does not count." in said) is (wagers is not None), said
    assert "is not a choice" not in said


def test_play_answers_enter_and_a_question_mark_everywhere() -> None:
    """Enter makes the bet in brackets. A decision has nothing in brackets: there it says what can be chosen."""
    done = pitboss("play", "fu-bacc", stdin="?\n\n\nfold\n\nfold\nq\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("needed to play") == 2, "shown at the start, and asked for"
    assert "Nothing was chosen." in done.stdout
    assert "2 rounds, -$10" in done.stdout


def test_no_choice_has_the_key_that_leaves() -> None:
    from pitboss.cli.play import keys_for
    from pitboss.rounds.events import Choice

    assert list(keys_for((Choice("quit", "Quit", "X"), Choice("raise", "Raise", "X")))) == ["u", "r"]


def test_play_asks_a_question_where_the_game_only_names_the_hand() -> None:
    from pitboss.cli.play import question
    from pitboss.rounds.events import Ask, Decision

    def asked(text: str) -> str:
        return question(Ask(1, (), "BJ-13", text, Decision("stand")))

    assert asked("soft 17") == "You have soft 17. What will you do?"
    assert asked("Hand 3: 13") == "In hand 3 you have 13. What will you do?"
    assert asked("Play or fold?") == "Play or fold?"


def test_own_pay_tables_can_be_analysed(tmp_path) -> None:
    file = tmp_path / "tie9.toml"
    file.write_text('[[pay_table]]\nwager = "tie"\nid = "mine"\nline = [{ hand = "tie", pays = "9 to 1" }]\n')
    (nine,) = document("edge", "fu-bacc", "--wager", "tie", "--pay-table-file", str(file))["results"]
    (seven,) = document("edge", "fu-bacc", "--wager", "tie")["results"]
    less = Fraction(seven["house_edge_exact"]) - Fraction(nine["house_edge_exact"])
    assert less == 2 * Fraction(seven["lines"][0]["probability_exact"])


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from pitboss.cli import pitboss as group; "
        "group.main(['--help'], standalone_mode=False); "
        "print([m for m in ('numpy', 'numba', 'rich', 'fastapi', 'psycopg', 'pitboss.analysis') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
