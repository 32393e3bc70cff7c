"""Neighbours' cards known: against the solver, against counting one by one, and that knowing never costs."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

from pitboss.approvals import sheet
from pitboss.cards import parse_many
from pitboss.cli import pitboss
from pitboss.edge.holdem.main_game import hand_net
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.symmetry import class_size, hole_class
from pitboss.edge.holdem.ultimate import LOWEST_PAIR, rules_of
from pitboss.errors import BadInput
from pitboss.poker import batch
from pitboss.poker.hands import Category
from pitboss.simulate.collusion import flops_of
from pitboss.simulate.kernels.river_collusion import ALONE, BASE, INFORMED, PLAY
from pitboss.simulate.river_collusion import TableTask, exposure, flop_nets, gains

TABLE = sheet("ultimate-texas-holdem").tables("main")[0]
RULES = rules_of(TABLE)


def hole_of(text: str) -> tuple[int, int]:
    one, other = parse_many(text)
    return one, other


@pytest.fixture(scope="module")
def full_table() -> tuple[TableTask, np.ndarray]:
    task = TableTask(RULES, hole_of("Ts 7s"), tuple(parse_many("Kd 2s Kh 3c 7d 7h As Qs 9c 9d 4s 5h")))
    return task, flop_nets(task)


def test_with_nobody_known_it_is_the_solution_itself() -> None:
    hole = hole_of("Qs 5d")
    solution, _ = solution_of(RULES)
    task = TableTask(RULES, hole, ())
    nets = flop_nets(task)
    at = hole_class(*hole)
    size = class_size(at)
    for times in RULES.before_flop:
        worth = int((nets[:, BASE] + times * nets[:, PLAY]).sum())
        assert worth * size == int(solution.before_flop(times)[at, 0])
    assert (nets[:, INFORMED] == nets[:, ALONE]).all()
    at_flop = nets[:, BASE] + RULES.flop_times * nets[:, PLAY]
    assert int(np.maximum(at_flop, nets[:, ALONE]).sum()) * size == int(solution.waiting[at, 0])
    assert gains(solution, task, nets) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("flop", ["2c 7c Jd", "6s 8s Js"])
def test_one_flop_counted_one_by_one(full_table: tuple[TableTask, np.ndarray], flop: str) -> None:
    task, nets = full_table
    cards = tuple(sorted(parse_many(flop)))
    at = int(np.flatnonzero((task.left[flops_of(len(task.left))] == cards).all(axis=1))[0])
    scale = RULES.scale
    blind = np.array([int(scale * hand_net(TABLE, kind)) for kind in Category])
    unseen = [c for c in range(52) if c not in task.hole + cards]
    base = play = informed = alone = 0
    for run in combinations([c for c in unseen if c not in task.known], 2):
        board = (*cards, *run)
        holes = np.array(list(combinations([c for c in unseen if c not in run], 2)))
        real = ~np.isin(holes, task.known).any(axis=1)
        (mine,) = batch.evaluate([(*board, *task.hole)])
        theirs = batch.evaluate(np.concatenate([np.tile(board, (len(holes), 1)), holes], axis=1))
        won, lost = (mine > theirs).astype(int), (mine < theirs).astype(int)
        ante = scale * (won - lost) * (theirs >= LOWEST_PAIR)
        stakes = ante + won * blind[batch.category(np.array([mine]))[0]] - scale * lost
        plays = scale * (won - lost)
        best, seen = stakes + plays, (stakes + plays).sum() >= -2 * scale * len(holes)
        base += int(stakes[real].sum())
        play += int(plays[real].sum())
        folded = -2 * scale * int(real.sum())
        informed += max(int(best[real].sum()), folded)
        alone += int(best[real].sum()) if seen else folded
    assert nets[at].tolist() == [base, play, informed, alone]


def test_more_knowledge_never_costs(full_table: tuple[TableTask, np.ndarray]) -> None:
    solution, _ = solution_of(RULES)
    river, flop, every = gains(solution, *full_table)
    assert 0 < river <= flop <= every


def test_what_it_refuses() -> None:
    with pytest.raises(BadInput, match="standard error"):
        exposure(TABLE, 1, 5)
    with pytest.raises(BadInput, match="UT-01"):
        exposure(TABLE, 2, 5, neighbours=7)


@pytest.mark.clause("UT-01")
def test_the_command_prints_it() -> None:
    asked = ["exposure", "ultimate-texas-holdem", "--neighbours", "6", "--rounds", "2", "--seed", "5"]
    said = CliRunner().invoke(pitboss, [*asked, "--json"])
    assert said.exit_code == 0, said.output
    (found,) = json.loads(said.stdout)["results"]
    assert found == exposure(TABLE, 2, 5, neighbours=6).to_json()
    assert 0 <= found["river"] <= found["after_flop"] <= found["gain"]
    assert "river" in CliRunner().invoke(pitboss, asked).stdout
