"""The general solver against the hand-written ones: the same fractions, from the readable rules alone."""

from __future__ import annotations

import pytest

from pitboss.analysis.general.explore import UNIT_CENTS, Explorer, Goal, Over, SearchFelt
from pitboss.analysis.general.tally import Solved
from pitboss.analysis.report import mean
from pitboss.core.odds import EVEN
from pitboss.rounds.config import TableConfig
from pitboss.rounds.felt import Felt
from pitboss.sheets import sheet
from pitboss.table_games.fu_bacc import solve as fu_bacc

MAIN = frozenset({"ante", "play"})


ONLY_LOGGED = {"discards", "jackpots", "log", "settlements"}
"""what a search has no use for: no procedure reads it, the round does"""


def search_felt() -> SearchFelt:
    stakes = {1: {"ante": UNIT_CENTS, "play": UNIT_CENTS}}
    return SearchFelt(TableConfig("fu-bacc"), stakes, 1, {}, MAIN, MAIN, 52)


@pytest.mark.clause("FB-12")
def test_fu_bacc_on_a_reduced_shoe() -> None:
    shoe = tuple(range(24, 48))
    """eights to kings"""
    explorer = Explorer(TableConfig("fu-bacc"), Goal({"ante": UNIT_CENTS}, MAIN, MAIN), shoe)
    deck = [0] * 10
    for card in shoe:
        deck[fu_bacc.POINTS[card >> 2]] += 1
    outcomes = fu_bacc.solve(fu_bacc.Pays.of(sheet("fu-bacc").tables("main")[0]), deck=tuple(deck)).outcomes
    total = Solved(explorer.explore(), explorer.pack.size).total()
    assert sum(total.values()) == 1
    assert sum(net * chance for (_, _, net, _, _), chance in total.items()) / UNIT_CENTS == mean(outcomes)


def test_the_search_felt_has_all_that_a_procedure_reads() -> None:
    felt = search_felt()
    missing = {name for name in Felt.__slots__ if not name.startswith("_") and not hasattr(felt, name)}
    assert missing == ONLY_LOGGED
    kept = {*ONLY_LOGGED, "_order", "_second", "_for_dealer"}
    acts = {name: act for name, act in vars(Felt).items() if not name.startswith("_") and callable(act)}
    logging = {name for name, act in acts.items() if kept.intersection(act.__code__.co_names)}
    assert {"deal", "look", "void"} <= logging <= set(vars(SearchFelt))


@pytest.mark.clause("FB-07")
def test_the_search_sees_what_its_own_spot_looks_at() -> None:
    felt = search_felt()
    felt.look(2, "hand", (0, 1), "FB-07")
    assert felt.seen == []
    felt.look(1, "hand", (2, 3), "FB-07")
    assert felt.seen == [(1, "hand", (2, 3))]


@pytest.mark.clause("HR-33")
def test_a_void_round_is_worth_nothing_to_the_search() -> None:
    felt = search_felt()
    felt.settle(1, "play", EVEN, "win", "FB-18")
    with pytest.raises(Over):
        felt.void("not four cards remain", "HR-33")
    assert (felt.net, felt.worth, felt.staked, felt.line) == (0, 0, 2 * UNIT_CENTS, "void")
