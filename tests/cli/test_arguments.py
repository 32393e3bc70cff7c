"""Whatever is typed: an answer or a sentence, never a traceback; and what the shell offers by itself."""

from __future__ import annotations

import io
import re

import pytest
from click.shell_completion import ShellComplete
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cli import COMMANDS, main, pitboss
from pitboss.cli.show import progress_bar
from pitboss.compute import announce
from pitboss.sheets.plugins import forget
from tests.amounts import amount
from tests.cli.here import document, line

ODD = st.sampled_from(
    ["", " ", "-1", "0", "1e309", "nan", "inf", "--", "-", "1/0", "½", "x" * 300, "=", "a=", "=b", "decks=0",
     "decks=9", "meter=-5", "wager=0", "no-such-file.toml", "/", ".", "sqlite:///", "sqlite:///none/such.db",
     "postgresql://", "Jk 2d v 3s", "Ac Ac v Ac", "v", "9c 2d v Qs", "[bold]", "2026-02-30", "7" * 40]
)  # fmt: skip
WORDS = st.sampled_from(
    ["fu-bacc", "blackjack", "acey-deucey-21", "lucky-break", "down-under-holdem", "main", "tie", "1", "1/1", "2B",
     "option-1", "war", "--json", "--wager", "--pay-table", "--set", "--hand", "--on", "--store", "--pay-table-file",
     "-o", "--help", "--seed", "--by", "add", "list", "backup", "restore", "export", "test", "examples/fu-bacc.toml"]
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
           "--max-prize", "--confidence", "--tolerance", "--session", "--shift", "--penetration",
           "--neighbours", "--betting-seconds", "--set", "--keep", "--strategy", "--wager", "--sees"]  # fmt: skip
AMOUNTS = st.sampled_from(
    ["-1", "0", "0.5", "1", "1e309", "1e400", "1e999999999", "nan", "inf", "1/0", "½", "7" * 40, "7" * 5000, "",
     "meter=" + "9" * 23, "monkeys-9=" + "9" * 30, "monkeys-9=1/0", ".", "x" * 300, "20"]
)  # fmt: skip


CALM = settings(
    max_examples=amount(25, 60),
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


@pytest.mark.parametrize("words", [
    "exposure lucky-break --rounds 20 --seed -1", "exposure down-under-holdem --rounds 1 --set decks=2",
    "exposure lucky-break --rounds 20 --neighbours 2",
    "design fu-bacc --wager lucky-monkey --target-edge 1e309",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 --max-deviation 1e400",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 --target-deviation 1e400",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 --set foo=2",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 --keep monkeys-9",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 -o missing/mine.toml",
    f"simulate down-under-holdem --wager jackpot --set meter={'9' * 23} --rounds 10 --seed 1",
    f"simulate face-up-pai-gow-poker --wager jackpot --set meter={'9' * 23} --rounds 10 --seed 1",
    f"jackpot math down-under-holdem --pay-table option-1 --meters seed={'9' * 32},contribution=18%,reserve=2%",
    "simulate fu-bacc --rounds 10 --seed 1 --confidence 2",
    "simulate fu-bacc --rounds 10 --seed 1 --strategy .",
    "simulate fu-bacc --seed 1 --check --tolerance 1e-9",
    "simulate blackjack --rounds 10 --seed 1 --set penetration=20",
    "simulate blackjack --rounds 10 --seed 1 --set penetration=101 --shoe table",
    "strategy lucky-break --hand Ac", "packet fu-bacc -o missing/packet.pdf",
    "serve --demo --in-person nobody --port 0", "games nothing",
    "simulate fu-bacc --rounds 10 --seed 1 --file missing/run.npz", "strategy fu-bacc -o missing/chart.svg",
    "simulate fu-bacc --seed 1 --check --tolerance 0", "simulate fu-bacc --seed 1 --check --tolerance nan",
    "house-way best face-up-pai-gow-poker --rules 5 -o missing/way.toml",
])  # fmt: skip
def test_what_cannot_be_is_said_before_the_work(words: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = line(words)
    assert done.returncode == 2
    assert len(done.stderr) < 400 and "Errno" not in done.stderr and "--set name" not in done.stderr
    assert list(tmp_path.iterdir()) == []


REFUSED = [
    # what is typed in a folder with a file of ours, and what is said
    ("edge poker", "There is no game 'poker'"), ("edge fu-back", "Did you mean fu-bacc? Accepted: fu-bacc, "),
    ("egde fu-bacc", "Did you mean edge?"), ("user lst", "Did you mean list?"),
    ("edge fu-bacc --wager lucky-monky", "Did you mean lucky-monkey?"),
    ("edge fu-bacc --set wiht=main", "Did you mean with?"),
    ("edge fu-bacc --wager dragon", "no wager 'dragon'"),
    ("edge fu-bacc --wager ''", "no wager ''"), ("edge fu-bacc --wager tie --pay-table 9", "no pay table '9'"),
    ("edge fu-bacc --pay-table 9", "no pay table '9'. Accepted: 1.\n"),
    ("edge fu-bacc --set with", "not a setting"), ("edge fu-bacc --set decks=6", "no setting 'decks'"),
    ("edge fu-bacc --wager tie --set with=luck", "main, alone, joint"),
    ("edge fu-bacc --set with=main --set with=joint", "with is set twice"),
    ("edge fu-bacc --wager tie --pay-table-file /nowhere.toml", "cannot be read"),
    ("edge fu-bacc --wager tie --pay-table-file mine.toml", "mine.toml is not TOML: "),
    ("edge fu-bacc --wager tie --pay-table-file mine.toml", "line 1"),
    ("edge fu-bacc --wager tie --pay-table 1 --pay-table-file mine.toml", "one of the two"),
    ("edge blackjack --set penetration=101", "Accepted: 0 to 100, every-round."),
    ("edge lucky-break --pay-table 5/5", "LB-23"), ("edge lucky-break --set hole_card=none", "LB-02"),
    ("strategy fu-bacc --hand '9c 2d'", "not a hand of this game"),
    ("strategy fu-bacc --hand '9c 9c v Kd'", "named twice"),
    ("strategy fu-bacc -o chart.png", "a name that ends in .svg"),
    ("strategy fu-bacc -o missing/chart.svg", "cannot be written"),
    ("simulate fu-bacc --rounds -5 --seed 1", "cannot be simulated"),
    ("simulate fu-bacc --rounds 0 --seed 1", "cannot be simulated"),
    (f"simulate fu-bacc --rounds 1{'0' * 23} --seed 1", "from 1 to 1,000,000,000,000"),
    ("simulate fu-bacc --rounds ten --seed 1", "Accepted: a whole number, such as 1,000 or 1e3"),
    ("simulate fu-bacc --rounds 10", "Missing option '--seed'"),
    ("simulate fu-bacc --rounds 9 --seed 1 --scheduler tcp://x:1", "--engine dask"),
    ("simulate fu-bacc --rounds 10 --seed 1 --tolerance 0.1", "A tolerance is for --check"),
    ("simulate fu-bacc --seed 1 --check --wager lucky-monkey --tolerance 0.5", "agreement would say nothing"),
    ("simulate fu-bacc --rounds 10 --seed 1 --shoe table", "no cut card to deal to"),
    ("simulate fu-bacc --rounds 10 --seed 1 --file mine.toml", "is not a saved run. Accepted"),
    (f"exposure acey-deucey-21 --rounds 1{'0' * 23}", "from 1 to 1,000,000,000,000"),
    ("exposure lucky-break --rounds 0", "rounds"), ("exposure fu-bacc", "acey-deucey-21"),
    ("exposure lucky-break --penetration 120", "BJ-11"),
    ("play fu-bacc --rounds -1", "a whole number from 0"),
    ("play fu-bacc --set two_spots=maybe", "[FB-07] Accepted: no, yes"),
    ("play blackjack --set split_to=5", "BJ-08"), ("shuffle", "There is no command 'shuffle'"),
    ("report --store sqlite:///mistyped.db", "There is no store"),
    ("verify --store sqlite:///mistyped.db", "There is no store"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "says"), REFUSED, ids=[words for words, _ in REFUSED])
def test_refusals_are_short_end_with_status_two_and_leave_nothing_behind(
    words: str, says: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("neither a table nor a run")
    done = line(words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 400
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_a_variable_with_no_folder_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path / "nothing"))
    forget()
    try:
        done = line("games")
        assert done.returncode == 2 and "is not a folder" in done.stderr
    finally:
        monkeypatch.undo()
        forget()


SAID = [
    # titles say game, wager, table and settings
    ("edge fu-bacc --wager tie --set with=joint", "House edge, fu-bacc, with=joint"),
    ("strategy blackjack --set decks=8", "blackjack main, decks=8"),
    ('strategy fu-bacc --hand "9c 2d v Qs"', "9c 2d v Qs: fu-bacc main, pay table 1"),
    ("strategy down-under-holdem --wager main", "down-under-holdem main, pay table 1"),
    ("strategy acey-deucey-21 --wager acey-deucey", "acey-deucey, pay table 1B"),
    ("simulate lucky-break --rounds 1000 --seed 1 --set decks=8", "lucky-break, pay table 1/1, decks=8"),
    ("exposure lucky-break --pay-table 1/1 --rounds 20000 --set decks=2", "Exposure of lucky-break, decks=2"),
    # one game shows all that it pays, and no other's
    ("games lucky-break", r"(?s)^(?!.*Fu Bacc).*times 100"), ("games lucky-break", "Dealer 26"),
    # the cut card is in no exact edge, and its effect in a simulation has its error beside it
    ("edge lucky-break --pay-table 1/1 --set penetration=20", "penetration has no part"),
    ("simulate blackjack --rounds 5000 --seed 1 --shoe table",
     r"(?s)effect of the cut card +[-+]\d\.\d{4} % ± \d\.\d{4} %.*do not tell the cut card's effect from none"),
    # what is meant without a name
    *((f"{command} --help", rf"A wager by its name; without it {wager}.*A pay table by its name; without it {table}")
      for command, wager, table in (
        ("edge", "all of them", "all of them"), ("strategy", "the game's first", "the wager's usual one"),
        ("simulate", "the game's first", "the wager's usual one"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(("words", "says"), SAID)
def test_what_is_said(words: str, says: str, monkeypatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    done = line(words)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split()) if words.endswith("--help") else done.stdout
    assert re.search(says, said), said


def test_what_a_game_pays_and_how_long_a_check_takes() -> None:
    (game,) = document("games", "fu-bacc")["games"]
    assert game["wagers"][0]["pays"]["1"]["natural-9"] == "2 to 1"
    check = line("simulate fu-bacc --seed 1 --check --tolerance 0.02")
    assert check.returncode == 0
    assert re.search(r"about [\d,]+ rounds", check.stderr), "said beforehand"


def test_a_search_in_a_pipe_says_what_it_does(capsys) -> None:
    with progress_bar("Solving") as progress:
        progress(1, 2)
        announce(progress, "Three Card Poker, main: about 22 million deals.")
    assert capsys.readouterr().err == "Three Card Poker, main: about 22 million deals.\n"


def test_long_work_in_a_pipe_says_a_line_now_and_then(capsys, monkeypatch) -> None:
    monkeypatch.setattr("pitboss.cli.show.FIRST_LINE_S", 0.0)
    monkeypatch.setattr("pitboss.cli.show.LINE_EVERY_S", 0.0)
    with progress_bar("Solving") as progress:
        progress.first.join()  # type: ignore[attr-defined]
        progress(1, 4)
    assert capsys.readouterr().err == "Solving ...\nSolving: 25%, 0:00:00 gone\n"


def test_short_work_in_a_pipe_says_nothing(capsys) -> None:
    with progress_bar("Solving") as progress:
        progress(1, 4)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("line", "incomplete", "offered"), [
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
    (["room", "--store"], "sqlite:///no", []), (["house-way"], "fo", ["foxwoods"]),
])  # fmt: skip
def test_the_shell_offers_what_the_sheets_hold(monkeypatch, tmp_path, line, incomplete: str, offered) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pitboss-demo.db").touch()
    monkeypatch.setenv("COMP_WORDS", " ".join(["pitboss", *line]))
    complete = ShellComplete(pitboss, {}, "pitboss", "_PITBOSS_COMPLETE")
    assert [item.value for item in complete.get_completions(line, incomplete)] == offered
