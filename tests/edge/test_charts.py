"""The published charts of the games with decisions: no cell can be changed to the player's good (blackjack's: see
`tests/blackjack/test_chart.py`)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.analysis import questions
from pitboss.cardplay.holdem.rules import HOLE_CLASSES, hole_class
from pitboss.cardplay.holdem.solution import before_flop, solution_of
from pitboss.core.errors import BadInput
from pitboss.sheets import sheet
from pitboss.table_games.acey_deucey_21 import solve as acey_deucey_21
from pitboss.table_games.down_under_holdem.solve import options_of, rules_of, whole_grid
from pitboss.table_games.fu_bacc import solve as fu_bacc
from pitboss.table_games.ultimate_texas_holdem.solve import approved_rules, every_hand, square


@pytest.mark.clause("FB-12")
def test_fu_bacc_by_total_and_by_hand() -> None:
    pays = fu_bacc.Pays.of(sheet("fu-bacc").pay_table("main", "1"))
    grid, exceptions = fu_bacc.chart(pays, None)
    codes = {code: action for action, code in fu_bacc.CODES.items()}
    cells = {(int(total), up): codes[cell] for total, row in grid.rows for up, cell in enumerate(row)}
    worth: dict[tuple[int, int], dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    odd = 0
    for state, ways in fu_bacc.states():
        cell = (state[0] + state[1]) % 10, state[2]
        values = {action: fu_bacc.worth_of(state, action, pays) for action in fu_bacc.legal(state)}
        for action, value in values.items():
            worth[cell][action] += ways * value
        best = max(values.values())
        if values.get(cells[cell], best - 1) < best:
            odd += 1
            assert any(f"{state[0]}-{state[1]} against" in line for line in exceptions), state
    assert odd
    # the page said: hit 5 or less against low cards
    page = (Path(__file__).parents[2] / "docs" / "games" / "fu-bacc.md").read_text()
    assert [up for up in range(10) if cells[5, up] == "stay"] == [1, 2, 3, 4]
    assert "stay with 5 against 1 to 4" in page and "5 or less" not in page
    for cell, totals in worth.items():
        if cells[cell] != "bonus":  # which not every hand of the cell may take
            assert totals[cells[cell]] == max(totals[action] for action in ("stay", "hit", "fold")), cell


@pytest.mark.clause("AD-12", "AD-18")
@pytest.mark.parametrize(
    "decks", [1, 6, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4, 5, 7, 8))]
)
@pytest.mark.parametrize("table", ["1", "2", "3", "1B", "2B", "3B"])
def test_acey_deucey_raises(decks: int, table: str) -> None:
    pays, shoe = sheet("acey-deucey-21").pay_table("acey-deucey", table), acey_deucey_21.full_shoe(decks)
    rows = dict(acey_deucey_21.chart(pays, shoe).rows)
    worth: dict[tuple[str, bool], list[Fraction]] = defaultdict(list)
    for hand in acey_deucey_21.hands(shoe):
        between = hand.high // 4 - hand.low // 4 - 1
        worth["pair" if hand.pair else f"spread {between}", hand.suited].append(hand.worth(pays))
    for (row, suited), values in worth.items():
        raised = rows[row][0 if suited else 1] == "R"
        if row == "pair" and table.endswith("B"):
            assert not raised
        else:
            assert all((value > 0) == raised for value in values), (row, suited)


@pytest.mark.clause("DU-04")
def test_down_under_groups() -> None:
    solution, _ = solution_of(rules_of(sheet("down-under-holdem").pay_table("main", "1")))
    actions = {"-": "check", "2": "play-2x", "3": "play-3x"}
    rows = whole_grid(solution).rows
    holes = {hole_class(one, other): (one, other) for one, other in combinations(range(52), 2)}
    for at in range(HOLE_CLASSES):
        for view, cell in enumerate(rows[at][1]):
            worth = {o.action: o.expectation for o in options_of(solution, holes[at], view, ())}
            assert worth[actions[cell]] == max(worth.values()), (rows[at][0], view)


@pytest.mark.clause("UT-02")
def test_ultimate_before_the_flop() -> None:
    solution, _ = solution_of(approved_rules())
    cells = [cell for _, row in square(solution).rows for cell in row]
    actions = {"-": "check", "3": "play-3x", "4": "play-4x"}
    assert len(cells) == HOLE_CLASSES == len(every_hand(solution).rows)
    for hand, cell in enumerate(cells):
        worth = before_flop(solution, hand)
        assert worth[actions[cell]] == max(worth.values()), hand


@pytest.mark.clause("FB-12")
@pytest.mark.parametrize(("game", "wager", "hands"), [
    ("fu-bacc", "main", ["Jk 2d v 3s", "2d 3s v Jk", "Jk v Jk", "", "v", "9c 2d", "9c 2d v 2d", "9c v 2d"]),
    ("blackjack", "main", ["Jk 2d v 3s", "T 6 v Jk"]), ("acey-deucey-21", "acey-deucey", ["Jk 2d"]),
    ("down-under-holdem", "main", ["Jk 2d | gold red", "As Kd | gold red | Jk 2c 3d"]),
    ("ultimate-texas-holdem", "main", ["Jk 2d", "As Kd | Jk 2c 3d"]),
    ("face-up-pai-gow-poker", "main", ["As Kd"]),
])  # fmt: skip
def test_a_hand_with_a_joker_is_refused_in_a_sentence(game: str, wager: str, hands: list[str]) -> None:
    """It was a traceback."""
    query = questions.queries(game, wager)[0]
    for hand in hands:
        with pytest.raises(BadInput):
            questions.strategy(game, query, hand)
