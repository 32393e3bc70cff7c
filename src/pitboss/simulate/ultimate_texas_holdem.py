"""Ultimate Texas Hold'em for the simulator: pay tables and strategies as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable, sheet
from pitboss.compute.streams import stream
from pitboss.edge.holdem.main_game import hand_net
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.ultimate import GAME, readable, rules_of
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.money import parse_dollars
from pitboss.odds import PercentOfMeter
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name
from pitboss.simulate.down_under_holdem import flop_tables
from pitboss.simulate.kernels import ultimate_texas_holdem as compiled

STRATEGIES: Final = ("optimal", "readable")
NAMES: Final = ("player-better", "dealer-better", "tie", "fold", "dealer-not-qualified")
PLACES: Final = {"main": compiled.MAIN, "trips": compiled.TRIPS, "jackpot": compiled.JACKPOT}


@dataclass(frozen=True)
class UltimateDealer:
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, Trips or jackpot wager."""

    unit_cents: int
    wager: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    outs: int
    qualifies_from: int
    main_pays: NDArray[np.int64]
    blind_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]

    def _tables(self) -> tuple[Any, ...]:
        return (
            self.wager, self.folded_loses, self.choices, *flop_tables(), self.played, self.outs,
            self.qualifies_from, self.main_pays, self.blind_pays, self.hand_pays,
        )  # fmt: skip

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        nets: NDArray[np.int64] = compiled.play(stream(seed, chunk), rounds, *self._tables())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of one-spot rounds dealt from given orders of cards."""
        nets: NDArray[np.int64] = compiled.play_orders(orders, *self._tables())
        return nets


class UltimateKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return STRATEGIES if wager == "main" else STRATEGIES[:1]

    def dealer(self, query: Query, strategy: str = "optimal") -> UltimateDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"There is no strategy {strategy!r} for {query.wager} of Ultimate Texas Hold'em.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        table = query.pay_table
        assert table is not None
        main = table if query.wager == "main" else sheet(GAME).tables("main")[0]
        rules = rules_of(main)
        if "readable" in (strategy, query.settings.get("play")):
            rules = readable(rules)
        solution, _ = solution_of(rules, engine=query.engine, progress=query.progress)
        unit, pays = _pays(table, main, query)
        return UltimateDealer(
            unit_cents=unit,
            wager=PLACES[query.wager],
            folded_loses=query.settings.get("folded_trips") == "lost",
            choices=solution.choices()[:, 0].astype(np.uint8),
            played=solution.played.astype(np.uint8),
            outs=rules.outs,
            qualifies_from=rules.qualifies_from,
            main_pays=_cents([main.net(name) for name in NAMES], unit),
            blind_pays=_cents([hand_net(main, kind) for kind in Category], unit),
            hand_pays=_cents(pays, unit),
        )


def _pays(table: PayTable, main: PayTable, query: Query) -> tuple[int, list[Fraction]]:
    """The unit in cents, and what each kind of hand is paid by Trips or the jackpot."""
    if query.wager == "jackpot":
        unit, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
        return unit, [_jackpot_net(table, line_name(kind), meter, unit) for kind in Category]
    unit = 100 * lcm(*(t.net(line.hand).denominator for t in (table, main) for line in t.lines))
    return unit, [table.net(line_name(kind)) for kind in Category]


def _jackpot_net(table: PayTable, name: str, meter: int, wager: int) -> Fraction:
    """Percentages are awarded from a meter that stands still at the asked amount."""
    line = table.by_hand.get(name)
    if line is None:
        return Fraction(-1)
    if isinstance(line.pays, PercentOfMeter):
        return Fraction(line.pays.award_cents(meter), wager) - 1
    return table.net(name)


def _cents(nets: list[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


KERNEL = UltimateKernel()
