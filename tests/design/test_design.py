"""The pay-table designer: near the target, exact, whole odds, kept lines kept."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from pitboss.analysis.designer import PRINTABLE, Bounds, as_toml, design, frontier
from pitboss.analysis.questions import queries, solve
from pitboss.analysis.solver import Query
from pitboss.cli import main
from pitboss.core.errors import BadInput
from pitboss.sheets import load_pay_table_file, sheet


def test_lucky_monkey_near_seven_percent() -> None:
    found = design("fu-bacc", "lucky-monkey", Fraction(7, 100))
    best = found[0]
    assert abs(best.result.house_edge - Fraction(7, 100)) < Fraction(1, 200)
    pays = [int(line.pays.pays) for line in best.table.lines]
    assert all(p in PRINTABLE for p in pays)
    assert all(a >= b for a, b in pairwise(pays))
    misses = [abs(float(d.result.house_edge) - 0.07) for d in found]
    assert misses == sorted(misses) or max(misses) - min(misses) < 1e-3


@pytest.mark.usefixtures("lucky_nines")
def test_every_whole_number_to_thirty_is_printed() -> None:
    """A table of one line has no other way to its target."""
    best = design("lucky-nines", "pair", Fraction("0.1176"))[0]
    assert str(best.table["pair"].pays) == "14 to 1"
    assert not best.misses(Fraction("0.1176"))
    assert set(range(1, 31)) <= set(PRINTABLE)


def test_kept_lines_stay_and_the_exact_solver_confirms(tmp_path: Path) -> None:
    keep = {"monkeys-9": "50", "monkeys-0-5": "5 to 1"}
    best = design("fu-bacc", "lucky-monkey", Fraction(4, 100), keep=keep)[0]
    assert str(best.table["monkeys-9"].pays) == "50 to 1"
    assert str(best.table["monkeys-0-5"].pays) == "5 to 1"
    file = tmp_path / "table.toml"
    file.write_text(as_toml(best.table))
    assert load_pay_table_file(file, "fu-bacc", "lucky-monkey").lines[0].pays == best.table.lines[0].pays
    (query,) = queries("fu-bacc", "lucky-monkey", pay_table_file=file)
    assert solve("fu-bacc", query).house_edge == best.result.house_edge


def test_a_table_that_changes_play_is_solved_anew() -> None:
    best = design("fu-bacc", "main", Fraction(1, 100), count=1)[0]
    assert abs(best.result.house_edge - Fraction(1, 100)) < Fraction(2, 100)
    (query,) = queries("fu-bacc", "main")
    assert best.result.house_edge != solve("fu-bacc", query).house_edge


class Enough(Exception):
    """What is to come was said."""


def test_how_long_it_takes_is_said_before_the_first_table_is_solved() -> None:
    """Down Under's main game: every other pay table is a search of all its deals."""
    said: list[str] = []

    def say(sentence: str) -> None:
        said.append(sentence)
        raise Enough

    with pytest.raises(Enough):
        design("down-under-holdem", "main", Fraction(1, 50), say=say)
    assert said[0].startswith("Down Under Hold'em, main: every table is solved anew, about ")
    assert " tables and more, about " in said[0]
    calm = design("down-under-holdem", "trips-or-better", Fraction(4, 100), say=said.append)
    assert (len(said), len(calm)) == (1, 5), "nothing is said where nothing has to be solved"


def test_volatility_is_a_target_too() -> None:
    calm = design("fu-bacc", "lucky-monkey", Fraction(6, 100), target_deviation=Fraction(3), count=1)[0]
    wild = design("fu-bacc", "lucky-monkey", Fraction(6, 100), target_deviation=Fraction(5), count=1)[0]
    assert calm.result.standard_deviation < wild.result.standard_deviation


@pytest.mark.parametrize(("keep", "says"), [
    ({"dragon": "5"}, "no line 'dragon'"), ({"tie": "lots"}, "not odds"), ({"tie": "8"}, "nothing to design"),
])  # fmt: skip
def test_nonsense_is_refused(keep: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        design("fu-bacc", "tie", Fraction(1, 20), keep=keep)


def test_the_command(tmp_path: Path, capsys) -> None:
    file, tie = tmp_path / "best.toml", ("design", "fu-bacc", "--wager", "tie")
    assert run(*tie, "--target-edge", "7.5%", "-o", str(file)) == 0
    assert "house edge" in capsys.readouterr().out
    assert "8 to 1" in file.read_text()
    more = ("--wager", "lucky-monkey", "--target-edge", "0.05", "--keep", "monkeys-9=30")
    assert run("design", "fu-bacc", *more) == 0
    assert "30 to 1" in capsys.readouterr().out
    for asked, status, says in (
        ((*tie, "--target-edge", "much"), 2, "not a number"),
        # a missed target is said, and is no success
        ((*tie, "--target-edge", "0.95"), 1, "no table comes near 0.95"),
    ):
        assert run(*asked) == status
        assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "wager"), [("acey-deucey-21", "acey-deucey"), ("lucky-break", "lucky-break")]
)
def test_raises_and_multipliers_are_reckoned_with(game: str, wager: str) -> None:
    best = design(game, wager, Fraction(5, 100), count=1)[0]
    assert abs(best.result.house_edge - Fraction(5, 100)) < Fraction(1, 100)


def test_the_file_is_the_table_shown_envy_and_all(tmp_path: Path) -> None:
    """It lost envy, and with it 2.7 points of edge."""
    settings = {"others": "5", "wager": "5"}
    best = design("face-up-pai-gow-poker", "fortune-bonus", Fraction(6, 100), settings=settings, count=1)[0]
    file = tmp_path / "table.toml"
    file.write_text(as_toml(best.table))
    (query,) = queries("face-up-pai-gow-poker", "fortune-bonus", settings=settings, pay_table_file=file)
    assert solve("face-up-pai-gow-poker", query).house_edge == best.result.house_edge
    assert any(line.envy_cents for line in best.table.lines)


def test_what_pays_more_still_pays_more_and_no_table_favours_the_player() -> None:
    for found in design("fu-bacc", "main", Fraction(2, 100), count=12):
        nine, eight = (found.table.net(f"natural-{n}") for n in (9, 8))
        assert nine >= eight
        assert found.result.house_edge > 0


def test_bounds_are_kept() -> None:
    bounds = Bounds(most_deviation=Fraction(4), least_hit=Fraction(1, 20), most_prize=25)
    for found in design("fu-bacc", "lucky-monkey", Fraction(6, 100), bounds=bounds):
        assert found.result.standard_deviation <= 4
        assert found.result.hit_frequency >= Fraction(1, 20)
        assert max(line.pays.pays for line in found.table.lines) <= 25
    with pytest.raises(BadInput, match="within the bounds"):
        design("fu-bacc", "lucky-monkey", Fraction(6, 100), bounds=Bounds(most_deviation=Fraction(1)))


def test_bounds_lead_the_search_and_do_not_only_end_it() -> None:
    """The approved tables of Match the Dealer pay up to 1,000: one that pays 150 at most is farther off."""
    bounds = Bounds(most_prize=150, most_deviation=Fraction(2))
    best = design("down-under-holdem", "match-the-dealer", Fraction(5, 100), bounds=bounds, count=1)[0]
    assert not best.misses(Fraction(5, 100))
    assert max(line.pays.pays for line in best.table.lines) <= 150
    assert best.result.standard_deviation <= 2


@pytest.mark.parametrize(("game", "wager"), [
    ("fu-bacc", "lucky-monkey"), ("down-under-holdem", "trips-or-better"),
    ("down-under-holdem", "match-the-dealer"),
])  # fmt: skip
def test_counts_that_are_known_give_what_solving_gives(game: str, wager: str) -> None:
    start = process_time()
    found = design(game, wager, Fraction(8, 100), count=12)
    assert process_time() - start < 5
    for one in (found[0], found[-1]):
        query = Query(wager, one.table, one.result.asked.settings)
        solved = solve(game, query)
        assert (one.result.outcomes, one.result.lines) == (solved.outcomes, solved.lines)


def test_the_frontier_lies_around_every_table_near_it() -> None:
    found = frontier("fu-bacc", "lucky-monkey")
    edges = [d.result.house_edge for d in found.calm]
    assert edges == sorted(edges)
    for calm, wild in zip(found.calm, found.wild, strict=True):
        assert calm.result.standard_deviation <= wild.result.standard_deviation
    near = design("fu-bacc", "lucky-monkey", Fraction(6, 100), count=12)
    for one in near:
        at = min(range(len(edges)), key=lambda n: abs(edges[n] - one.result.house_edge))
        low = min(found.calm[n].result.standard_deviation for n in (max(0, at - 1), at))
        high = max(found.wild[n].result.standard_deviation for n in (max(0, at - 1), at))
        assert low <= one.result.standard_deviation <= high
    assert {t.id for t, _ in found.approved} == {t.id for t in sheet("fu-bacc").tables("lucky-monkey")}


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    return int(ended.value.code or 0)


def test_a_game_from_outside_is_designed_and_drawn(own_games: Path, capsys) -> None:
    folder, picture, tables = (own_games / name for name in ("lucky-nines", "frontier.svg", "best.toml"))
    assert run("new-game", "lucky-nines", "-o", str(folder)) == 0
    capsys.readouterr()
    asked = ["--games", str(folder), "design", "lucky-nines", "--wager", "pair", "--target-edge", "0.06"]
    assert run(*asked, "--frontier", str(picture), "-o", str(tables), "--json") == 0
    best = json.loads(capsys.readouterr().out)["designs"][0]
    assert best["house_edge_exact"] == "1/17"
    drawn = picture.read_text()
    assert drawn.startswith("<svg")
    assert "approved" in drawn and "design 1" in drawn
    assert "15 to 1" in tables.read_text()
    page = own_games / "frontier.html"
    assert run(*asked, "--frontier", str(page)) == 0
    assert "<svg" in page.read_text()
    assert run(*asked, "--frontier", str(own_games / "frontier.gif")) == 2
