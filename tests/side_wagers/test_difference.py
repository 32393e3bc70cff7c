"""`pitboss diff`, `pitboss design` on side wagers, and a side bet from a folder with one file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.analysis.questions import one_query, queries, solve
from pitboss.cli.difference import diff
from pitboss.cli.edge import design
from pitboss.core.errors import BadApproval, BadInput
from pitboss.lab.difference import difference, sides
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.sheets.plugins import HOUSE, forget, use_games
from pitboss.simulator.kernel import kernel_of
from tests.side_wagers.support import order_with

SHEET = """
[game]
id = "red-pair"
name = "Red Pair"
base = "blackjack"
per = "red-pair"
decks = [1, 8]
spots = [1, 7, 7]

[[wager]]
id = "red-pair"
name = "Red Pair"
placed = "optional"
of = "red-pair"
needs = ["blackjack"]
clause = "RP-01"
decided_by = ["spot.first_two"]

[[pay_table]]
wager = "red-pair"
id = "1"
clause = "RP-01"
line = [{ hand = "red-pair", text = "Two red cards of a rank", when = "one_rank and colour red", pays = "40 to 1" }]

[clauses]
RP-01 = "A red pair as the first two cards is paid"
"""


@pytest.fixture(autouse=True)
def only_these_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PITBOSS_GAMES", "")
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def red_pair(tmp_path: Path) -> Path:
    folder = tmp_path / "red-pair"
    folder.mkdir()
    (folder / "sheet.toml").write_text(SHEET, encoding="utf-8")
    return folder


def test_a_folder_with_one_file_is_a_game_with_all_that_follows(red_pair: Path) -> None:
    use_games(red_pair)
    query = one_query("red-pair")
    result = solve("red-pair", query)
    # 13 ranks, 12 red cards of each among 312
    assert result.lines[0].probability == Fraction(13 * 12 * 11, 312 * 311)
    dealer = kernel_of("red-pair").dealer(query, "basic")
    assert dealer.nets(1, 0, 1000).shape == (1000,)
    config = TableConfig("red-pair")
    round = Round(config, {1: {"blackjack": 500, "red-pair": 100}}, order_with(config, "Kd 5c Kh 9s"))
    assert [(s.wager, s.net_cents) for s in round.settlements] == [("red-pair", 4000)]
    assert game_of("red-pair").cut_card is not None


def test_a_sheet_that_says_nothing_of_its_wager_is_refused(red_pair: Path) -> None:
    text = SHEET.replace('decided_by = ["spot.first_two"]\n', "").replace(
        'when = "one_rank and colour red", ', ""
    )
    (red_pair / "sheet.toml").write_text(text, encoding="utf-8")
    use_games(red_pair)
    with pytest.raises(BadApproval, match="decided_by"):
        game_of("red-pair")


def test_two_pay_tables_side_by_side() -> None:
    found = difference(
        *sides("royal-match-21/royal-match/25-2.5", "royal-match-21/royal-match/30-9-5-1.5"), rounds=20_000
    )
    (pair,) = found.pairs
    assert [line.pays for line in pair.lines] == [
        ("25 to 1", "30 to 1"), ("5 to 2", "3 to 2"), ("-", "9 to 1"), ("-", "5 to 1"),
    ]  # fmt: skip
    exact = [float(solve("royal-match-21", q).house_edge) for q in queries("royal-match-21", "royal-match")]
    assert pair.figures["house edge"] == (exact[0], exact[2])
    assert {"standard deviation", "hit frequency", "hands bet by a counter", "its standard error"} <= {
        *pair.figures
    }
    assert found.rules == () and found.alone == ((), ())


def test_two_versions_of_a_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "kings_bounty"
    shutil.copytree(HOUSE / "kings_bounty", folder)
    text = (folder / "sheet.toml").read_text(encoding="utf-8")
    changed = text.replace('pays = "9 to 1"', 'pays = "10 to 1"').replace("most = 8", "most = 6")
    (folder / "sheet.toml").write_text(changed, encoding="utf-8")
    found = difference(*sides("kings-bounty", str(folder)))
    assert [what for what, _, _ in found.rules] == ["option decks"]
    assert len(found.pairs) == 2
    for pair in found.pairs:
        apart = [line.hand for line in pair.lines if line.pays[0] != line.pays[1]]
        assert apart == ["suited-20"]
        chance = next(line.chance[0] for line in pair.lines if line.hand == "suited-20")
        assert pair.first.result.house_edge - pair.second.result.house_edge == chance


def test_two_sheets_and_what_only_one_has() -> None:
    found = difference(*sides("royal-match-21", "bet-the-set-21"))
    assert (
        found.pairs == () and "royal-match 25-2.5" in found.alone[0] and "bet-the-set 15-10" in found.alone[1]
    )
    assert ("name", "Royal Match 21", "Bet the Set 21") in found.rules


def test_a_pay_table_of_ones_own_beside_the_printed_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[pay_table]]\nwager = "bet-the-set"\nid = "mine"\n'
        'line = [{ hand = "suited-pair", pays = "18 to 1" }, { hand = "pair", pays = "10 to 1" }]\n'
    )
    told = CliRunner().invoke(
        diff,
        ["bet-the-set-21/bet-the-set/15-10", str(file), "--rounds", "0", "--json"],
        catch_exceptions=False,
    )
    (pair,) = json.loads(told.output)["pairs"]
    assert pair["house_edge_exact"] == ["33/311", str(Fraction(33, 311) - 3 * Fraction(5, 311))]


@pytest.mark.parametrize(("first", "second", "says"), [
    ("roulette", "kings-bounty", "no game or file"), ("kings-bounty/red", "kings-bounty", "no wager"),
    ("kings-bounty/kings-bounty/9", "kings-bounty", "no pay table"),
    ("nowhere.toml", "kings-bounty", "no game or file"),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused(first: str, second: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refusal:
        sides(first, second)
    assert refusal.value.accepted


@pytest.mark.parametrize(("game", "wager", "target"), [
    ("royal-match-21", "royal-match", "0.05"), ("trilux-bonus", "trilux", "0.04"),
    ("kings-bounty", "kings-bounty", "0.15"),
])  # fmt: skip
def test_pay_tables_are_designed_for_side_wagers(game: str, wager: str, target: str) -> None:
    told = CliRunner().invoke(
        design, [game, "--wager", wager, "--target-edge", target, "--json"], catch_exceptions=False
    )
    document = json.loads(told.output)
    assert abs(float(document["designs"][0]["house_edge"]) - float(target)) < 0.01
