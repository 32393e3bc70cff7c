"""The compiled kernel against the readable rules, cent for cent, and simulation against the exact edge."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pitboss.compute.engines import LocalEngine
from pitboss.edge import ask
from pitboss.edge.down_under_holdem import GAME
from pitboss.edge.holdem.down_under import DownUnderGame
from pitboss.edge.holdem.symmetry import (
    RECOLOURINGS,
    FlopSpace,
    flop_classes,
    hole_class,
    to_class,
)
from pitboss.errors import BadInput
from pitboss.games.down_under_holdem import GROUPS, group
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.simulate.down_under_holdem import KERNEL
from pitboss.simulate.run import simulate

from .conftest import RULES

# rules, kernel, simulation


WAGERS = {
    "main": {}, "trips-or-better": {"folded_bonus": "lost"}, "match-the-dealer": {"folded_bonus": "lost"},
    "jackpot": {"folded_jackpot": "lost", "meter": "0"},
}  # fmt: skip


@pytest.mark.parametrize("count", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_rules_and_kernel_agree_cent_for_cent(main: DownUnderGame, count: int) -> None:
    dice = np.random.default_rng(3039)
    orders = np.array([dice.permutation(52) for _ in range(count)], np.uint8)
    options = {"folded_bonus": "lost", "folded_jackpot": "lost"}
    config = TableConfig(GAME, options, offered=frozenset(w for w in WAGERS if w != "main"))
    nets = {}
    for wager, settings in WAGERS.items():
        (query, *_) = ask.queries(GAME, wager, settings=settings)
        dealer = KERNEL.dealer(query)
        unit = dealer.unit_cents
        nets[wager] = dealer.nets_of_orders(orders[:, :9])
        assert unit == (100 if wager == "jackpot" else 200)
    choices, played = main.solution.choices(), main.solution.played
    bets = {1: {"ante": 200, "bet": 200, "trips-or-better": 200, "match-the-dealer": 200, "jackpot": 100}}
    for at in range(count):
        order = orders[at].tolist()
        game = Round(config, bets, order, trusted=True)
        game.act(1, decide_before(choices, order))
        if not game.finished:
            game.act(1, decide_after(played, order))
        got = dict.fromkeys(WAGERS, 0)
        for done in game.settlements:
            got["main" if done.wager in ("ante", "bet", "play") else done.wager] += done.net_cents
        assert got == {w: int(nets[w][at]) for w in nets}, order[:9]


def view_of(order: list[int]) -> int:
    one, other = sorted(GROUPS.index(group(c)) for c in (order[1], order[3]))
    return RULES.views.index((one, other))


def decide_before(choices: np.ndarray, order: list[int]) -> str:
    times = int(choices[hole_class(order[0], order[2]), view_of(order)])
    return f"play-{times}x" if times else "check"


def decide_after(played: np.ndarray, order: list[int]) -> str:
    number, colours = _class(tuple(sorted(order[4:7])))
    space = _space(number)
    hole = tuple(int(RECOLOURINGS[colours][c]) for c in (order[0], order[2]))
    plays = int(played[number, space.number(hole)]) >> view_of(order) & 1
    return "play-1x" if plays else "fold"


_class = cache(to_class)


@cache
def _space(number: int) -> FlopSpace:
    return FlopSpace.of(flop_classes()[number][0])


@pytest.mark.parametrize(
    ("wager", "table", "settings"),
    [
        ("main", "1", {}),
        ("trips-or-better", "1", {"folded_bonus": "lost"}),
        ("match-the-dealer", "3", {"folded_bonus": "lost"}),
        ("jackpot", "option-1", {"folded_jackpot": "lost"}),
        ("jackpot", "option-3", {"folded_jackpot": "lost", "others": "4"}),
    ],
)
def test_exact_edges_and_simulation_agree(wager: str, table: str, settings: dict[str, str]) -> None:
    (query,) = ask.queries(GAME, wager, table, settings)
    exact = ask.solve(GAME, query)
    dealer = KERNEL.dealer(query)
    rounds = 2_000_000
    tally = simulate(dealer, rounds, seed=20210525)
    error = float(exact.standard_deviation) / rounds**0.5
    assert abs(-tally.mean(dealer.unit_cents) - float(exact.house_edge)) < 4.5 * error


def test_simulation_does_not_depend_on_the_number_of_workers() -> None:
    dealer = KERNEL.dealer(ask.queries(GAME, "main")[0])
    runs = [simulate(dealer, 600_000, 7, LocalEngine(workers)).counts for workers in (1, 3)]
    assert runs[0] == runs[1]


def test_only_the_optimal_strategy_is_known() -> None:
    with pytest.raises(BadInput, match="no strategy"):
        KERNEL.dealer(ask.queries(GAME, "main")[0], "timid")
