"""Whatever is typed: an answer or a sentence, never a traceback; and what the shell offers by itself."""

from __future__ import annotations

import io
import json
import re
import shlex

import pytest
from click.shell_completion import ShellComplete
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.approvals.outside import forget
from pitboss.cli import COMMANDS, main, pitboss
from pitboss.cli.show import progress_bar
from pitboss.compute.progress import announce

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
"""the others play on until told otherwise"""
SMALL = {
    "simulate": ["fu-bacc", "--rounds", "20", "--seed", "1"],
    "design": ["fu-bacc", "--wager", "lucky-monkey", "--target-edge", "0.05", "--count", "1"],
    "exposure": ["lucky-break", "--pay-table", "1/1", "--rounds", "20"],
    "play": ["fu-bacc", "--rounds", "0"],
    "packet": ["fu-bacc", "--wager", "lucky-monkey", "--rounds", "0", "-o", "missing/packet.html"],
    "serve": ["--demo", "--in-person", "nobody", "--port", "0"],
}
"""those of them that end at once with these words; whatever else is said, the last of an option's values counts"""
NUMBERS = ["--seed", "--rounds", "--count", "--target-edge", "--max-deviation", "--target-deviation", "--min-hit",
           "--max-prize", "--together", "--confidence", "--tolerance", "--session", "--shift", "--penetration",
           "--neighbours", "--betting-seconds", "--set", "--keep", "--strategy", "--wager", "--sees"]  # fmt: skip
AMOUNTS = st.sampled_from(
    ["-1", "0", "0.5", "1", "1e309", "1e400", "1e999999999", "nan", "inf", "1/0", "½", "7" * 40, "7" * 5000, "",
     "meter=" + "9" * 23, "monkeys-9=" + "9" * 30, "monkeys-9=1/0", ".", "x" * 300, "20"]
)  # fmt: skip


CALM = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@CALM
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


@CALM
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


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(SMALL)), st.data())
def test_no_number_brings_a_traceback(tmp_path, monkeypatch, command: str, data: st.DataObject) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    known = [option for param in pitboss.get_command(None, command).params for option in param.opts]  # type: ignore[arg-type,union-attr]
    own = [option for option in NUMBERS if option in known] or ["--port"]
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(own), AMOUNTS), max_size=2))
    # many rounds are no mistake, only long
    words = [word for pair in pairs if pair != ("--rounds", "20") for word in pair]
    with pytest.raises(SystemExit) as end:
        main([command, *SMALL[command], *words])
    assert end.value.code in (0, 1, 2, 130), (command, words)
    assert not list(tmp_path.glob("*.db"))


@pytest.mark.parametrize(
    "words",
    [
        "exposure lucky-break --rounds 20 --seed -1",
        "exposure down-under-holdem --rounds 1 --set decks=2",
        "exposure lucky-break --rounds 20 --neighbours 2",
        "design fu-bacc --wager lucky-monkey --target-edge 1e309",
        "design fu-bacc --wager lucky-monkey --target-edge 0.05 --max-deviation 1e400",
        "design fu-bacc --wager lucky-monkey --target-edge 0.05 --target-deviation 1e400",
        "design fu-bacc --wager lucky-monkey --wager tie --target-edge 0.05 --together 1e400",
        "design fu-bacc --wager lucky-monkey --target-edge 0.05 --set foo=2",
        "design fu-bacc --wager lucky-monkey --wager tie --target-edge 0.05 --set foo=2",
        "design fu-bacc --wager lucky-monkey --target-edge 0.05 --keep monkeys-9",
        "design fu-bacc --wager lucky-monkey --target-edge 0.05 -o missing/mine.toml",
        f"simulate down-under-holdem --wager jackpot --set meter={'9' * 23} --rounds 10 --seed 1",
        f"simulate face-up-pai-gow-poker --wager jackpot --set meter={'9' * 23} --rounds 10 --seed 1",
        f"jackpot math down-under-holdem --pay-table option-1 --set seed={'9' * 32},contribution=18%,reserve=2%",
        "simulate fu-bacc --rounds 10 --seed 1 --confidence 2",
        "simulate fu-bacc --rounds 10 --seed 1 --strategy .",
        "simulate fu-bacc --seed 1 --check --tolerance 1e-9",
        "simulate blackjack --rounds 10 --seed 1 --set penetration=20",
        "simulate blackjack --rounds 10 --seed 1 --set penetration=101 --shoe table",
        "strategy lucky-break --hand Ac",
        "packet fu-bacc -o missing/packet.pdf",
        "serve --demo --in-person nobody --port 0",
        "games nothing",
    ],
)
def test_what_cannot_be_is_said_before_the_work(words: str, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(shlex.split(words))
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert len(said) < 400 and "Errno" not in said and "--set name" not in said
    assert list(tmp_path.iterdir()) == []


def test_a_range_of_numbers_is_said_as_one(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["edge", "blackjack", "--set", "penetration=101"])
    assert "Accepted: 0 to 100, every-round." in capsys.readouterr().err


def test_a_variable_with_no_folder_is_refused(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path / "nothing"))
    forget()
    try:
        with pytest.raises(SystemExit) as end:
            main(["games"])
        assert end.value.code == 2 and "is not a folder" in capsys.readouterr().err
    finally:
        monkeypatch.undo()
        forget()


def test_one_game_shows_all_that_it_pays(capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main(["games", "lucky-break"])
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert "times 100" in said and "Dealer 26" in said and "Fu Bacc" not in said
    with pytest.raises(SystemExit):
        main(["games", "fu-bacc", "--json"])
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["wagers"][0]["pays"]["1"]["natural-9"] == "2 to 1"


def test_a_search_in_a_pipe_says_what_it_does(capsys) -> None:
    with progress_bar("Solving") as progress:
        progress(1, 2)
        announce(progress, "Three Card Poker, main: about 22 million deals.")
    assert capsys.readouterr().err == "Three Card Poker, main: about 22 million deals.\n"


def test_an_exact_edge_says_that_no_cut_card_is_in_it(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["edge", "lucky-break", "--pay-table", "1/1", "--set", "penetration=20"])
    assert "penetration has no part" in capsys.readouterr().out


def test_a_check_says_beforehand_how_long_it_takes(capsys) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulate", "fu-bacc", "--seed", "1", "--check", "--tolerance", "0.02"])
    assert end.value.code == 0
    assert re.search(r"about [\d,]+ rounds", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("line", "incomplete", "offered"),
    [
        (["edge"], "fu", ["fu-bacc"]),
        (["edge", "fu-bacc", "--wager"], "l", ["lucky-monkey"]),
        (["edge", "lucky-break", "--pay-table"], "2", ["2/2"]),
        (["edge", "fu-bacc", "--set"], "with=j", ["with=joint"]),
        (["edge", "no-game", "--wager"], "", []),
        (["design", "fu-bacc", "--wager"], "l", ["lucky-monkey"]),
        (["design", "acey-deucey-21", "--wager", "war", "--pay-table"], "", ["1", "2"]),
        (["design", "fu-bacc", "--wager", "tie", "--set"], "with=j", ["with=joint"]),
        (["exposure", "lucky-break", "--wager"], "l", ["lucky-break"]),
        (["exposure", "lucky-break", "--pay-table"], "3", ["3/3"]),
        (["games"], "lu", ["lucky-break"]),
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
        ("strategy acey-deucey-21 --wager acey-deucey", "acey-deucey, pay table 1B"),
        ("exposure lucky-break --pay-table 1/1 --rounds 20000 --set decks=2", "Exposure of lucky-break, decks=2"),
    ],
)  # fmt: skip
def test_titles_say_game_wager_table_and_settings(command: str, title: str, monkeypatch, capsys) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    pitboss.main(args=shlex.split(command), standalone_mode=False)
    assert title in capsys.readouterr().out


def test_help_says_what_is_meant_without_a_name(capsys) -> None:
    for command, wager, table in (
        ("edge", "all of them", "all of them"),
        ("strategy", "the game's first", "the wager's usual one"),
        ("simulate", "the game's first", "the wager's usual one"),
    ):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        said = " ".join(capsys.readouterr().out.split())
        assert f"A wager by its name; without it {wager}" in said
        assert f"A pay table by its name; without it {table}" in said


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
