"""A neighbour's two cards known: the kernel against counting one by one, and the sign of the gain."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from pitboss.approvals import sheet
from pitboss.cards import parse_many
from pitboss.edge.holdem.down_under import rules_of
from pitboss.edge.holdem.main_game import hand_net
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.symmetry import FlopSpace, flop_classes, to_class
from pitboss.errors import BadInput
from pitboss.games.down_under_holdem import GROUPS, group
from pitboss.poker import batch
from pitboss.poker.hands import Category
from pitboss.simulate.collusion import (
    FLOPS,
    PairTask,
    check_wager,
    exposure,
    flop_nets,
    pair_gains,
    pair_task,
    plays_alone,
)
from pitboss.simulate.kernels.collusion import BASE, PLAY

TABLE = sheet("down-under-holdem").tables("main")[0]
RULES = rules_of(TABLE)


@pytest.fixture(scope="module")
def task() -> PairTask:
    hole, neighbour = parse_many("Ks 7s"), parse_many("Kd 2s")
    wins = pair_task(TABLE, RULES, 1, 0).wins
    return PairTask(RULES, wins, (hole[0], hole[1]), (neighbour[0], neighbour[1]))


@pytest.fixture(scope="module")
def nets(task: PairTask) -> tuple[np.ndarray, np.ndarray]:
    return flop_nets(task)


@pytest.mark.parametrize("flop", ["2c 7h Jd", "4s 9s Ts", "Kc Kh 8s"])
def test_one_flop_counted_one_by_one(task: PairTask, nets: tuple[np.ndarray, np.ndarray], flop: str) -> None:
    known = task.hole + task.neighbour
    left = [c for c in range(52) if c not in known]
    cards = tuple(sorted(parse_many(flop)))
    at = int(np.flatnonzero((np.array(left)[FLOPS] == cards).all(axis=1))[0])
    rest = [c for c in left if c not in cards]
    base, play, deals = (np.zeros(6, np.int64) for _ in range(3))
    for dealer in combinations(rest, 2):
        one, other = sorted(GROUPS.index(group(c)) for c in dealer)
        view = RULES.views.index((one, other))
        runs = np.array(list(combinations([c for c in rest if c not in dealer], 2)))
        boards = np.concatenate([np.tile(cards, (len(runs), 1)), runs], axis=1)
        mine, theirs = (
            batch.evaluate(np.concatenate([boards, np.tile(h, (len(runs), 1))], axis=1))
            for h in (task.hole, dealer)
        )
        won, lost = mine > theirs, mine < theirs
        bet = np.array([int(RULES.scale * hand_net(TABLE, kind)) for kind in Category])[batch.category(mine)]
        base[view] += int((bet * won).sum()) + RULES.scale * (int(won.sum()) - 2 * int(lost.sum()))
        play[view] += RULES.scale * (int(won.sum()) - int(lost.sum()))
        deals[view] += len(runs)
    assert (nets[0][at, :, BASE] == base).all()
    assert (nets[0][at, :, PLAY] == play).all()
    assert (nets[1][at] == deals).all()


def test_more_knowledge_never_costs(task: PairTask, nets: tuple[np.ndarray, np.ndarray]) -> None:
    solution, _ = solution_of(RULES)
    after_flop, both = pair_gains(solution, task, *nets)
    assert 0 <= after_flop <= both


def test_the_lone_players_decisions_are_the_solutions(task: PairTask) -> None:
    solution, _ = solution_of(RULES)
    plays = plays_alone(solution, task)
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour])
    from pitboss.edge.holdem.symmetry import RECOLOURINGS

    for at in range(0, len(FLOPS), 1500):
        number, colours = to_class(tuple(int(c) for c in left[FLOPS[at]]))
        hole = tuple(int(RECOLOURINGS[colours][c]) for c in task.hole)
        bits = int(solution.played[number, FlopSpace.of(flop_classes()[number][0]).number(hole)])
        assert plays[at].tolist() == [bits >> view & 1 == 1 for view in range(6)]


def test_exposure_says_what_it_is_made_of() -> None:
    found = exposure(TABLE, pairs=2, seed=5)
    assert found.alone == pytest.approx(-0.0297239752597)
    assert found.informed == found.alone + found.gain
    assert 0 <= found.after_flop <= found.gain < 0.2
    assert found.to_json()["pairs"] == 2
    with pytest.raises(BadInput):
        exposure(TABLE, pairs=1, seed=5)
    with pytest.raises(BadInput):
        check_wager("trips-or-better")


def test_the_command_prints_it() -> None:
    command = [
        sys.executable,
        "-m",
        "pitboss",
        "exposure",
        "down-under-holdem",
        "--rounds",
        "2",
        "--seed",
        "5",
    ]
    said = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    (found,) = json.loads(said.stdout)["results"]
    assert found == exposure(TABLE, pairs=2, seed=5).to_json()
