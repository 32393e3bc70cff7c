"""Neighbours' cards known: against the solver, against counting one by one, and that knowing never costs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pitboss.cardplay.holdem.neighbours import check_wager, flops_of
from pitboss.cardplay.holdem.rules import (
    RECOLOURINGS,
    FlopSpace,
    class_size,
    flop_classes,
    hole_class,
    to_class,
)
from pitboss.cardplay.holdem.solution import hand_net, solution_of
from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import Category
from pitboss.core.cards import parse_many
from pitboss.core.errors import BadInput
from pitboss.sheets import sheet
from pitboss.table_games.down_under_holdem import kernel as down_under_kernel
from pitboss.table_games.down_under_holdem import solve as down_under
from pitboss.table_games.down_under_holdem.kernel import FLOPS, PairTask
from pitboss.table_games.down_under_holdem.rules import GROUPS, group
from pitboss.table_games.ultimate_texas_holdem import kernel as ultimate_kernel
from pitboss.table_games.ultimate_texas_holdem import solve as ultimate
from pitboss.table_games.ultimate_texas_holdem.kernel import ALONE, BASE, INFORMED, PLAY, TableTask, flop_nets
from tests.cli.here import document, pitboss

DOWN_UNDER, ULTIMATE = (
    sheet(game).tables("main")[0] for game in ("down-under-holdem", "ultimate-texas-holdem")
)
DU_RULES, UT_RULES = down_under.rules_of(DOWN_UNDER), ultimate.rules_of(ULTIMATE)


def hole_of(text: str) -> tuple[int, int]:
    one, other = parse_many(text)
    return one, other


@pytest.fixture(scope="module")
def pair() -> tuple[PairTask, tuple[np.ndarray, np.ndarray]]:
    """Down Under: one neighbour."""
    wins = down_under_kernel.pair_task(DOWN_UNDER, DU_RULES, 1, 0).wins
    task = PairTask(DU_RULES, wins, hole_of("Ks 7s"), hole_of("Kd 2s"))
    return task, down_under_kernel.flop_nets(task)


@pytest.fixture(scope="module")
def full_table() -> tuple[TableTask, np.ndarray]:
    """Ultimate: six."""
    task = TableTask(UT_RULES, hole_of("Ts 7s"), tuple(parse_many("Kd 2s Kh 3c 7d 7h As Qs 9c 9d 4s 5h")))
    return task, flop_nets(task)


Pair = tuple[PairTask, tuple[np.ndarray, np.ndarray]]


@pytest.mark.parametrize("flop", ["2c 7h Jd", "4s 9s Ts", "Kc Kh 8s"])
def test_one_flop_of_down_under_counted_one_by_one(pair: Pair, flop: str) -> None:
    task, nets = pair
    known = task.hole + task.neighbour
    left = [c for c in range(52) if c not in known]
    cards = tuple(sorted(parse_many(flop)))
    at = int(np.flatnonzero((np.array(left)[FLOPS] == cards).all(axis=1))[0])
    rest = [c for c in left if c not in cards]
    base, play, deals = (np.zeros(6, np.int64) for _ in range(3))
    for dealer in combinations(rest, 2):
        one, other = sorted(GROUPS.index(group(c)) for c in dealer)
        view = DU_RULES.views.index((one, other))
        runs = np.array(list(combinations([c for c in rest if c not in dealer], 2)))
        boards = np.concatenate([np.tile(cards, (len(runs), 1)), runs], axis=1)
        mine, theirs = (
            kernels.evaluate(np.concatenate([boards, np.tile(h, (len(runs), 1))], axis=1))
            for h in (task.hole, dealer)
        )
        won, lost = mine > theirs, mine < theirs
        bet = np.array([int(DU_RULES.scale * hand_net(DOWN_UNDER, kind)) for kind in Category])[
            kernels.category(mine)
        ]
        base[view] += int((bet * won).sum()) + DU_RULES.scale * (int(won.sum()) - 2 * int(lost.sum()))
        play[view] += DU_RULES.scale * (int(won.sum()) - int(lost.sum()))
        deals[view] += len(runs)
    assert (nets[0][at, :, down_under_kernel.BASE] == base).all()
    assert (nets[0][at, :, down_under_kernel.PLAY] == play).all()
    assert (nets[1][at] == deals).all()


@pytest.mark.parametrize("flop", ["2c 7c Jd", "6s 8s Js"])
def test_one_flop_of_ultimate_counted_one_by_one(full_table: tuple[TableTask, np.ndarray], flop: str) -> None:
    task, nets = full_table
    cards = tuple(sorted(parse_many(flop)))
    at = int(np.flatnonzero((task.left[flops_of(len(task.left))] == cards).all(axis=1))[0])
    scale = UT_RULES.scale
    blind = np.array([int(scale * hand_net(ULTIMATE, kind)) for kind in Category])
    unseen = [c for c in range(52) if c not in task.hole + cards]
    base = play = informed = alone = 0
    for run in combinations([c for c in unseen if c not in task.known], 2):
        board = (*cards, *run)
        holes = np.array(list(combinations([c for c in unseen if c not in run], 2)))
        real = ~np.isin(holes, task.known).any(axis=1)
        (mine,) = kernels.evaluate([(*board, *task.hole)])
        theirs = kernels.evaluate(np.concatenate([np.tile(board, (len(holes), 1)), holes], axis=1))
        won, lost = (mine > theirs).astype(int), (mine < theirs).astype(int)
        ante = scale * (won - lost) * (theirs >= ultimate.LOWEST_PAIR)
        stakes = ante + won * blind[kernels.category(np.array([mine]))[0]] - scale * lost
        plays = scale * (won - lost)
        best, seen = stakes + plays, (stakes + plays).sum() >= -2 * scale * len(holes)
        base += int(stakes[real].sum())
        play += int(plays[real].sum())
        folded = -2 * scale * int(real.sum())
        informed += max(int(best[real].sum()), folded)
        alone += int(best[real].sum()) if seen else folded
    assert nets[at].tolist() == [base, play, informed, alone]


def test_more_knowledge_never_costs(pair: Pair, full_table: tuple[TableTask, np.ndarray]) -> None:
    after_flop, both = down_under_kernel.pair_gains(solution_of(DU_RULES)[0], pair[0], *pair[1])
    assert 0 <= after_flop <= both
    river, flop, every = ultimate_kernel.gains(solution_of(UT_RULES)[0], *full_table)
    assert 0 < river <= flop <= every


def test_with_nobody_known_it_is_the_solution_itself() -> None:
    hole = hole_of("Qs 5d")
    solution, _ = solution_of(UT_RULES)
    task = TableTask(UT_RULES, hole, ())
    nets = flop_nets(task)
    at = hole_class(*hole)
    size = class_size(at)
    for times in UT_RULES.before_flop:
        worth = int((nets[:, BASE] + times * nets[:, PLAY]).sum())
        assert worth * size == int(solution.before_flop(times)[at, 0])
    assert (nets[:, INFORMED] == nets[:, ALONE]).all()
    at_flop = nets[:, BASE] + UT_RULES.flop_times * nets[:, PLAY]
    assert int(np.maximum(at_flop, nets[:, ALONE]).sum()) * size == int(solution.waiting[at, 0])
    assert ultimate_kernel.gains(solution, task, nets) == (0.0, 0.0, 0.0)


def test_the_lone_players_decisions_are_the_solutions(pair: Pair) -> None:
    task, (solution, _) = pair[0], solution_of(DU_RULES)
    plays = down_under_kernel.plays_alone(solution, task)
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour])
    for at in range(0, len(FLOPS), 1500):
        number, colours = to_class(tuple(int(c) for c in left[FLOPS[at]]))
        hole = tuple(int(RECOLOURINGS[colours][c]) for c in task.hole)
        bits = int(solution.played[number, FlopSpace.of(flop_classes()[number][0]).number(hole)])
        assert plays[at].tolist() == [bits >> view & 1 == 1 for view in range(6)]


def test_exposure_of_down_under_says_what_it_is_made_of() -> None:
    found = down_under_kernel.exposure(DOWN_UNDER, pairs=2, seed=5)
    assert found.alone == pytest.approx(-0.0297239752597)
    assert found.informed == found.alone + found.gain
    assert 0 <= found.after_flop <= found.gain < 0.2
    shape = found.to_json()
    assert shape["pairs"] == 2
    assert document("exposure", "down-under-holdem", "--rounds", "2", "--seed", "5")["results"] == [shape]


@pytest.mark.clause("UT-01")
def test_the_command_prints_that_of_ultimate() -> None:
    asked = ["exposure", "ultimate-texas-holdem", "--neighbours", "6", "--rounds", "2", "--seed", "5"]
    (found,) = document(*asked)["results"]
    assert found == ultimate_kernel.exposure(ULTIMATE, 2, 5, neighbours=6).to_json()
    assert 0 <= found["river"] <= found["after_flop"] <= found["gain"]
    assert "river" in pitboss(*asked, code=0).stdout


def test_what_is_refused() -> None:
    for refused, says in (
        (lambda: down_under_kernel.exposure(DOWN_UNDER, pairs=1, seed=5), "standard error"),
        (lambda: check_wager("trips-or-better"), "main"),
        (lambda: ultimate_kernel.exposure(ULTIMATE, 1, 5), "standard error"),
        (lambda: ultimate_kernel.exposure(ULTIMATE, 2, 5, neighbours=7), "UT-01"),
    ):
        with pytest.raises(BadInput, match=says):
            refused()
