"""Down Under Hold'em for the simulator: pay tables and the optimal strategy as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable, sheet
from pitboss.compute.streams import stream
from pitboss.edge import down_under_holdem as exact
from pitboss.edge.holdem.folded import MATCHES
from pitboss.edge.holdem.main_game import hand_net
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.symmetry import flop_classes, to_class
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.money import parse_dollars
from pitboss.odds import PercentOfMeter
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name
from pitboss.simulate.kernels import down_under_holdem as compiled

Array = NDArray[Any]


@dataclass(frozen=True)
class DownUnderDealer:
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, bonus or jackpot wager."""

    unit_cents: int
    wager: int
    others: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    main_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]
    envy_pays: NDArray[np.int64]

    def _tables(self) -> tuple[Any, ...]:
        return (
            self.wager, self.others, self.folded_loses, self.choices, *flop_tables(), self.played,
            self.main_pays, self.hand_pays, self.envy_pays,
        )  # fmt: skip

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        nets: NDArray[np.int64] = compiled.play(stream(seed, chunk), rounds, *self._tables())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of one-spot rounds dealt from given orders of cards."""
        nets: NDArray[np.int64] = compiled.play_orders(orders, *self._tables())
        return nets


@cache
def flop_tables() -> tuple[Array, Array, Array]:
    """For each flop its class and the exchange of suits that leads there; each class's representative."""
    kinds = np.zeros(22_100, np.uint16)
    colours = np.zeros(22_100, np.uint8)
    for flop in combinations(range(52), 3):
        a, b, c = flop
        at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
        kinds[at], colours[at] = to_class(flop)
    return kinds, colours, np.array([flop for flop, _ in flop_classes()], np.uint8)


class DownUnderKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> DownUnderDealer:
        if strategy != "optimal":
            raise BadInput(f"There is no strategy {strategy!r} for Down Under Hold'em.", accepted="optimal")
        table = query.pay_table
        assert table is not None
        main = table if query.wager == "main" else sheet(exact.GAME).tables("main")[0]
        solution = exact.SOLVER.main_game(query)[0].solution
        if query.wager == "jackpot":
            return _jackpot_dealer(table, main, solution, query)
        unit = 100 * lcm(*(t.net(line.hand).denominator for t in (table, main) for line in t.lines))
        if query.wager == "main":
            pays = [hand_net(table, kind) for kind in Category]
            wager = compiled.MAIN
        elif query.wager == "trips-or-better":
            pays = [table.net(line_name(kind)) for kind in Category]
            wager = compiled.TRIPS
        else:
            pays = [table.net(name) for name in MATCHES] + [Fraction(-1)]
            wager = compiled.MATCH
        lost = query.wager in exact.BONUSES and exact.bonus_lost(query)
        return _dealer(solution, main, unit, wager, lost, pays)


def _dealer(
    solution: Solution, main: PayTable, unit: int, wager: int, lost: bool, pays: list[Fraction]
) -> DownUnderDealer:
    names = ("player-better", "dealer-better", "tie", "fold")
    return DownUnderDealer(
        unit_cents=unit,
        wager=wager,
        others=0,
        folded_loses=lost,
        choices=solution.choices().astype(np.uint8),
        played=solution.played.astype(np.uint8),
        main_pays=_cents([main.net(name) for name in names], unit),
        hand_pays=_cents(pays, unit),
        envy_pays=np.zeros(2, np.int64),
    )


def _jackpot_dealer(table: PayTable, main: PayTable, solution: Solution, query: Query) -> DownUnderDealer:
    """Percentages are awarded from a meter that stands still at the asked amount."""
    wager, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
    names = [line_name(kind) for kind in Category] + ["flopped-royal-flush", "community-royal-flush"]
    pays = [_jackpot_net(table, name, meter, wager) for name in names]
    by_flop = table.rules["considers"] == "hole-and-flop"
    lost = query.settings["folded_jackpot"] == "lost"
    kind = compiled.FLOP_JACKPOT if by_flop else compiled.BOARD_JACKPOT
    dealer = _dealer(solution, main, wager, kind, lost, pays)
    envy = [table.by_hand[name].envy_cents or 0 for name in ("straight-flush", "royal-flush")]
    others = int(query.settings["others"]) if any(envy) else 0
    return DownUnderDealer(
        **{**vars(dealer), "others": others, "envy_pays": np.array(envy, np.int64)},
    )


def _jackpot_net(table: PayTable, name: str, meter: int, wager: int) -> Fraction:
    line = table.by_hand.get(name)
    if line is None:
        return Fraction(-1)
    if isinstance(line.pays, PercentOfMeter):
        return Fraction(line.pays.award_cents(meter), wager) - 1
    return table.net(name)


def _cents(nets: list[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


KERNEL = DownUnderKernel()
