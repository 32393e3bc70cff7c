"""Whatever is typed: an answer or a sentence, never a traceback; and what the shell offers by itself."""

from __future__ import annotations

import re
import shlex

import pytest
from click.shell_completion import ShellComplete
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cli import COMMANDS, main, pitboss

ODD = st.sampled_from(
    ["", " ", "-1", "0", "1e309", "nan", "inf", "--", "-", "1/0", "½", "x" * 300, "=", "a=", "=b", "decks=0",
     "decks=9", "meter=-5", "wager=0", "no-such-file.toml", "/", ".", "sqlite:///", "sqlite:///none/such.db",
     "postgresql://", "Jk 2d v 3s", "Ac Ac v Ac", "v", "9c 2d v Qs", "[bold]", "2026-02-30", "7" * 40]
)  # fmt: skip
WORDS = st.sampled_from(
    ["fu-bacc", "blackjack", "acey-deucey-21", "lucky-break", "down-under-holdem", "main", "tie", "1", "1/1", "2B",
     "option-1", "war", "--json", "--wager", "--pay-table", "--set", "--hand", "--on", "--store", "--pay-table-file",
     "-o", "--help", "--seed", "--day", "add", "list", "backup", "restore", "export", "test", "examples/fu-bacc.toml"]
)  # fmt: skip
QUICK = sorted(set(COMMANDS) - {"serve", "simulate", "design", "packet", "play", "exposure", "audit"})
"""the others play on until told otherwise; each has refusals of its own tested elsewhere"""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(QUICK), st.lists(st.one_of(WORDS, ODD), max_size=6))
def test_no_arguments_bring_a_traceback(tmp_path, monkeypatch, command: str, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main([command, *words])
    assert end.value.code in (0, 1, 2), (command, words)


VALUES = st.one_of(WORDS, ODD, st.text(max_size=8).filter(lambda text: "\x00" not in text))
OPTIONS = st.tuples(
    st.sampled_from(["--wager", "--pay-table", "--set", "--hand", "--pay-table-file", "-o"]), VALUES
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["edge", "strategy"]),
    st.sampled_from(["fu-bacc", "acey-deucey-21", "down-under-holdem", "face-up-pai-gow-poker"]),
    st.lists(OPTIONS, max_size=3),
)
def test_no_question_brings_a_traceback(tmp_path, monkeypatch, command: str, game: str, options) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main([command, game, *(word for pair in options for word in pair)])
    assert end.value.code in (0, 2), (command, game, options)


@pytest.mark.parametrize(
    ("line", "incomplete", "offered"),
    [
        (["edge"], "fu", ["fu-bacc"]),
        (["edge", "fu-bacc", "--wager"], "l", ["lucky-monkey"]),
        (["edge", "lucky-break", "--pay-table"], "2", ["2/2"]),
        (["edge", "fu-bacc", "--set"], "with=j", ["with=joint"]),
        (["edge", "no-game", "--wager"], "", []),
        (["report", "--store"], "s", ["sqlite:///pitboss-demo.db"]),
        (["user", "list", "--store"], "sqlite:///pi", ["sqlite:///pitboss-demo.db"]),
        (["jackpot", "list", "--store"], "", ["sqlite:///pitboss-demo.db"]),
        (["room", "--store"], "sqlite:///no", []),
        (["house-way"], "fo", ["foxwoods"]),
    ],
)
def test_the_shell_offers_what_the_sheets_hold(monkeypatch, tmp_path, line, incomplete: str, offered) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pitboss-demo.db").touch()
    monkeypatch.setenv("COMP_WORDS", " ".join(["pitboss", *line]))
    complete = ShellComplete(pitboss, {}, "pitboss", "_PITBOSS_COMPLETE")
    assert [item.value for item in complete.get_completions(line, incomplete)] == offered


def test_an_output_that_cannot_be_written_is_said_in_a_sentence(tmp_path, capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main(["strategy", "fu-bacc", "-o", str(tmp_path / "missing" / "chart.svg")])
    assert end.value.code == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["report", "--store"], ["verify"]])
def test_reading_makes_no_store(tmp_path, capsys, command) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    with pytest.raises(SystemExit) as end:
        main([*command, url])
    assert end.value.code == 2
    assert "There is no store" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ("edge fu-bacc --wager tie --set with=joint", "House edge, fu-bacc, with=joint"),
        ("strategy blackjack --set decks=8", "blackjack main, decks=8"),
        ('strategy fu-bacc --hand "9c 2d v Qs"', "9c 2d v Qs: fu-bacc main, pay table 1"),
        ("strategy down-under-holdem --wager main", "down-under-holdem main, pay table 1"),
        ("simulate lucky-break --rounds 1000 --seed 1 --set decks=8", "lucky-break, pay table 1/1, decks=8"),
    ],
)  # fmt: skip
def test_titles_say_game_wager_table_and_settings(command: str, title: str, monkeypatch, capsys) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    pitboss.main(args=shlex.split(command), standalone_mode=False)
    assert title in capsys.readouterr().out


def test_help_says_what_is_meant_without_a_name(capsys) -> None:
    for command, meant in (
        ("edge", "all of them"),
        ("strategy", "the game's first"),
        ("simulate", "the game's first"),
    ):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert f"without it {meant}" in " ".join(capsys.readouterr().out.split())


def test_no_rounds_are_not_many_rounds(capsys) -> None:
    for words in (
        ["exposure", "lucky-break", "--rounds", "0"],
        ["simulate", "fu-bacc", "--seed", "1", "--rounds", "0"],
    ):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["edge", "fu-bacc", "--wager", ""], "no wager ''"),
        (["edge", "fu-bacc", "--set", "with=main", "--set", "with=joint"], "with is set twice"),
        (["edge", "fu-bacc", "--wager", "tie", "--pay-table", "1", "--pay-table-file", "FILE"], "one of the two"),
        (["simulate", "fu-bacc", "--rounds", "10", "--seed", "1", "--tolerance", "0.1"], "A tolerance is for --check"),
        (["simulate", "fu-bacc", "--seed", "1", "--check", "--wager", "lucky-monkey", "--tolerance", "0.5"],
         "agreement would say nothing"),
        (["simulate", "fu-bacc", "--rounds", "10", "--seed", "1", "--shoe", "table"], "no cut card to deal to"),
        (["simulate", "fu-bacc", "--rounds", "10", "--seed", "1", "--file", "FILE"], "is not a saved run. Accepted"),
        (["play", "fu-bacc", "--rounds", "-1"], "x>=0"),
        (["strategy", "fu-bacc", "-o", "chart.png"], "a name that ends in .svg"),
    ],
)  # fmt: skip
def test_what_would_be_left_out_or_bent_is_refused(
    words: list[str], says: str, tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("neither a table nor a run")
    with pytest.raises(SystemExit) as end:
        main(["mine.toml" if word == "FILE" else word for word in words])
    assert end.value.code == 2 and says in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_the_cut_cards_effect_has_its_error_beside_it(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "blackjack", "--rounds", "5000", "--seed", "1", "--shoe", "table"])
    said = capsys.readouterr().out
    assert re.search(r"effect of the cut card +[-+]\d\.\d{4} % ± \d\.\d{4} %", said)
    assert "do not tell the cut card's effect from none" in said
