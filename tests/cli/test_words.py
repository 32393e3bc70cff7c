"""What the terminal says beside its figures: settings, meters, units, and how far a long work is."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from pitboss import __version__
from pitboss.analysis.questions import answers
from pitboss.analysis.report import also
from pitboss.cli.show import bar_for, console, table
from tests.cli.here import pitboss


def test_every_wager_says_what_it_assumes() -> None:
    said = pitboss("edge", "fu-bacc").stdout
    assert "tie: with=main" in said
    assert "main:" not in said


@pytest.mark.clause("JP-10")
def test_the_edge_of_a_jackpot_says_its_meters_and_how_others_are_set() -> None:
    table = ("edge", "face-up-pai-gow-poker", "--wager", "jackpot", "--pay-table", "FUPGPP-ML02")
    said = pitboss(*table, "--set", "mega=2500000").stdout
    assert "* at mega $25,000; another with --set mega=CENTS major=CENTS minor=CENTS" in said
    assert "meter at which the wager costs nothing: Mega $" in said


def test_further_figures_have_words_and_units() -> None:
    (found,) = answers("down-under-holdem", "jackpot", "option-2")
    said = also(found.extra)
    assert said["meter at which the wager costs nothing"] == "$160,530.53"
    assert said["given back of the meter"] == "one part in 341,968"
    assert said["given back by the fixed lines"] == "53.0569 %"
    assert list(said) == [name for name in found.page().facts if name in said]
    assert also({"average_wagered": Fraction(7, 2), "frequency_play_3x": Fraction(1, 2), "deals": 1000}) == {
        "wagered on average, in units of the first wager": "3.5000",
        "rounds with play 3x": "50.0000 %",
        "deals": "1,000",
    }
    assert also({"break_even_meter": None, "dealer_by_up_card": {"A": {"17": "1/13"}}}) == {
        "meter at which the wager costs nothing": "never"
    }


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_figures_of_a_bar_stay_whole(width: int) -> None:
    screen = io.StringIO()
    console = Console(file=screen, width=width, force_terminal=True, color_system=None)
    bar = bar_for(console)
    bar.get_time = lambda: 0.0  # no second passes on a busy machine
    task = bar.add_task("Solving face-up-pai-gow-poker", total=None)
    console.print(bar.get_renderable())
    assert "getting ready, 0:00:00 gone" in screen.getvalue()
    bar.update(task, completed=1, total=10)
    screen.seek(0), screen.truncate()
    console.print(bar.get_renderable())
    assert "10 %, 0:00:00 gone" in screen.getvalue()
    assert "…" not in screen.getvalue()


def test_colons_are_colons(capsys: pytest.CaptureFixture[str]) -> None:
    """A name with two of them is no picture."""
    shape = table("room :a:", "table")
    shape.add_row("T:100:2")
    console.print(shape)
    console.print("pit :b:")
    assert capsys.readouterr().out.split() == ["room", ":a:", "table", "T:100:2", "pit", ":b:"]


def test_the_newest_change_is_of_this_version() -> None:
    changes = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = next(line for line in changes.splitlines() if line.startswith("## "))
    assert heading.removeprefix("## ").split()[0] == __version__
