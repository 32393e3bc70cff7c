"""The command line as people use it: real processes, the stable JSON shapes, clear refusals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from pitboss.approvals import game_ids


def pitboss(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *args], capture_output=True, text=True, input=stdin, check=False
    )


def document(*args: str):
    done = pitboss(*args, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_edge_has_the_stable_shape() -> None:
    shape = document("edge", "fu-bacc", "--wager", "main")
    (result,) = shape["results"]
    assert {"game", "wager", "pay_table", "settings", "method", "per", "house_edge", "house_edge_exact",
            "element_of_risk", "standard_deviation", "published", "outcomes", "seconds",
            "source"} <= set(result)  # fmt: skip
    assert (result["game"], result["wager"], result["pay_table"], result["per"]) == (
        "fu-bacc",
        "main",
        "1",
        "ante",
    )
    assert Fraction(result["house_edge_exact"]) == Fraction(6984511, 229033350)
    assert len(result["house_edge"].split(".")[1]) >= 12
    assert sum(Fraction(o["probability_exact"]) for o in result["outcomes"]) == 1
    assert -sum(
        Fraction(o["net"]) * Fraction(o["probability_exact"]) for o in result["outcomes"]
    ) == Fraction(result["house_edge_exact"])


def test_edge_lists_all_wagers_without_a_name() -> None:
    assert [r["wager"] for r in document("edge", "fu-bacc")["results"]] == ["main", "lucky-monkey", "tie"]


def test_games_lists_every_game_with_its_tables() -> None:
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
    assert Fraction(seven["house_edge_exact"]) - Fraction(nine["house_edge_exact"]) == 2 * Fraction(
        seven["lines"][0]["probability_exact"]
    )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("edge", "poker"), "There is no game 'poker'"),
        (("edge", "fu-bacc", "--wager", "dragon"), "no wager 'dragon'"),
        (("edge", "fu-bacc", "--wager", "tie", "--pay-table", "9"), "no pay table '9'"),
        (("edge", "fu-bacc", "--pay-table", "9"), "no pay table '9'. Accepted: 1.\n"),
        (("edge", "fu-bacc", "--set", "with"), "not a setting"),
        (("edge", "fu-bacc", "--wager", "tie", "--set", "with=luck"), "main, alone, joint"),
        (("edge", "fu-bacc", "--set", "decks=6"), "no setting 'decks'"),
        (("edge", "fu-bacc", "--wager", "tie", "--pay-table-file", "/nowhere.toml"), "cannot be read"),
        (("simulate", "fu-bacc", "--rounds", "-5", "--seed", "1"), "cannot be simulated"),
        (("simulate", "fu-bacc", "--rounds", "1" + "0" * 23, "--seed", "1"), "from 1 to 1,000,000,000,000"),
        (("exposure", "acey-deucey-21", "--rounds", "1" + "0" * 23), "from 1 to 1,000,000,000,000"),
        (("simulate", "fu-bacc", "--rounds", "ten", "--seed", "1"), "not a valid integer"),
        (("simulate", "fu-bacc", "--rounds", "10"), "Missing option '--seed'"),
        (
            ("simulate", "fu-bacc", "--rounds", "9", "--seed", "1", "--scheduler", "tcp://x:1"),
            "--engine dask",
        ),
        (("strategy", "fu-bacc", "--hand", "9c 2d"), "not a hand of this game"),
        (("strategy", "fu-bacc", "--hand", "9c 9c v Kd"), "named twice"),
        (("shuffle",), "There is no command 'shuffle'"),
        (("play", "fu-bacc", "--set", "two_spots=maybe"), "[FB-07] Accepted: no, yes"),
    ],
)
def test_refusals_are_short_and_end_with_status_two(args: tuple[str, ...], says: str) -> None:
    done = pitboss(*args)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 400
    assert done.stdout == ""


def test_a_file_that_is_not_toml_names_itself(tmp_path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text("[[pay_table]\nwager =")
    done = pitboss("edge", "fu-bacc", "--wager", "tie", "--pay-table-file", str(file))
    assert done.returncode == 2
    assert "odd.toml is not TOML" in done.stderr
    assert "line 1" in done.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from pitboss.cli import pitboss as group; "
        "group.main(['--help'], standalone_mode=False); "
        "print([m for m in ('numpy', 'numba', 'rich', 'fastapi', 'psycopg', 'pitboss.edge') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
