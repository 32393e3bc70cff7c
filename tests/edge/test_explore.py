"""The general solver against the hand-written ones: the same fractions, from the readable rules alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.approvals import sheet
from pitboss.edge import fu_bacc
from pitboss.edge.general.explore import UNIT_CENTS, Explorer, Goal
from pitboss.edge.general.tally import Solved
from pitboss.edge.report import mean
from pitboss.rounds.config import TableConfig

MAIN = frozenset({"ante", "play"})


def edge_of(explorer: Explorer) -> Fraction:
    solved = Solved(explorer.explore(), explorer.pack.size)
    total = solved.total()
    assert sum(total.values()) == 1
    return -sum((net * chance for (_, _, net, _, _), chance in total.items()), Fraction(0)) / UNIT_CENTS


@pytest.mark.clause("FB-12")
def test_fu_bacc_on_a_reduced_shoe() -> None:
    shoe = tuple(range(24, 48))
    """eights to kings"""
    explorer = Explorer(TableConfig("fu-bacc"), Goal({"ante": UNIT_CENTS}, MAIN, MAIN), shoe)
    deck = [0] * 10
    for card in shoe:
        deck[fu_bacc.POINTS[card >> 2]] += 1
    outcomes, _ = fu_bacc.solve_main(sheet("fu-bacc").tables("main")[0], tuple(deck))
    assert edge_of(explorer) == -mean(outcomes)
