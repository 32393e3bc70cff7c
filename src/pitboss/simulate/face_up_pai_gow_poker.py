"""Face Up Pai Gow Poker for the simulator: pays as small arrays, hands by the tables of all types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable
from pitboss.compute.streams import stream
from pitboss.edge.face_up_pai_gow_poker import LINES
from pitboss.edge.pai_gow.ace_high import JOINT, NO_JOKER, WITH_JOKER
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.money import DOLLAR, parse_dollars
from pitboss.odds import PercentOfMeter
from pitboss.paigow.bonus import HANDS, line_of
from pitboss.paigow.hands import Wheel
from pitboss.paigow.kernels.bonus import flush_fits, rank_fits
from pitboss.paigow.tables import tables
from pitboss.simulate.kernels import face_up_pai_gow_poker as compiled

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class FaceUpDealer:
    """Everything a chunk of rounds needs, in cents; the big tables are made where the rounds are played."""

    unit_cents: int
    wager: int
    others: int
    house_way: str
    wheel: Wheel
    pays: Ints
    envy: Ints

    def _arguments(self) -> tuple[Any, ...]:
        return self.wager, self.others, _tables(self.house_way, self.wheel), self.pays, self.envy

    def nets(self, seed: int, chunk: int, rounds: int) -> Ints:
        nets: Ints = compiled.play(stream(seed, chunk), rounds, *self._arguments())
        return nets

    def nets_of_hands(self, hands: NDArray[np.uint8]) -> Ints:
        """The nets for given cards: rows of the dealer's seven, the player's seven, then the others'."""
        nets: Ints = compiled.play_hands(hands, *self._arguments())
        return nets


@lru_cache(maxsize=4)
def _tables(way: str, wheel: Wheel) -> tuple[Any, ...]:
    found = tables(way, wheel)
    ranks, flushes = found.ranks, found.flushes
    return (
        ranks.house, ranks.ace_high, ranks.best, ranks.top_front, ranks.top_back,
        flushes.house, flushes.best, flushes.top_front, flushes.top_back,
        *_fits(),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _fits() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    return rank_fits()[0], flush_fits()[0]


class FaceUpKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal", "house-way") if wager == "main" else ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> FaceUpDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"{query.wager} has no strategy {strategy!r}.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        assert query.pay_table is not None
        table, settings = query.pay_table, query.settings
        if query.wager == "main":
            return _main(table, settings, strategy)
        if query.wager == "ace-high":
            lines = (JOINT, WITH_JOKER, NO_JOKER)
            unit = _unit(DOLLAR, table)
            pays = [*(_cents(table.net(line), unit) for line in lines), -unit]
            return _dealer(unit, compiled.ACE_HIGH, np.array(pays, np.int64))
        if query.wager == "fortune-bonus":
            return _fortune(table, settings)
        return _jackpot(table, settings)


def _main(table: PayTable, settings: Mapping[str, str], strategy: str) -> FaceUpDealer:
    if settings["variant"] != "face-up":
        raise BadInput(
            "The ordinary game is solved exactly but not simulated.",
            clause="FU-03",
            accepted="variant=face-up",
        )
    unit = _unit(DOLLAR, table)
    pays = np.array([_cents(table.net(line), unit) for line in LINES], np.int64)
    wager = compiled.MAIN if strategy == "optimal" else compiled.HOUSE_WAY
    return _dealer(unit, wager, pays, house_way=settings["house_way"], wheel=Wheel(settings["wheel"]))


def _fortune(table: PayTable, settings: Mapping[str, str]) -> FaceUpDealer:
    wager_cents = parse_dollars(settings["wager"])
    unit = _unit(wager_cents, table)
    qualifies = wager_cents >= int(table.rules.get("envy_from_dollars", "0")) * DOLLAR
    times = unit // wager_cents

    def own(line: str | None) -> int:
        return _cents(table.net(line), unit) if line else -unit

    def envy(line: str | None) -> int:
        return times * (table[line].envy_cents or 0) if line and qualifies else 0

    others = int(settings["others"])
    return _dealer(unit, compiled.BONUS, _by_fit(table, {}, own), _by_fit(table, {}, envy), others)


def _jackpot(table: PayTable, settings: Mapping[str, str]) -> FaceUpDealer:
    unit = parse_dollars(settings["wager"])

    def pays(line: str | None) -> int:
        if line is None:
            return -unit
        odds = table.odds(line)
        if isinstance(odds, PercentOfMeter):
            return odds.award_cents(int(settings[odds.meter])) - unit
        return _cents(table.net(line), unit)

    return _dealer(unit, compiled.BONUS, _by_fit(table, settings, pays))


def _dealer(
    unit: int,
    wager: int,
    pays: Ints,
    envy: Ints | None = None,
    others: int = 0,
    house_way: str = "foxwoods",
    wheel: Wheel = Wheel.SECOND_HIGHEST,
) -> FaceUpDealer:
    return FaceUpDealer(
        unit, wager, others, house_way, wheel, pays, np.zeros(1, np.int64) if envy is None else envy
    )


def _by_fit(table: PayTable, options: Mapping[str, str], pays: Callable[[str | None], int]) -> Ints:
    """What a hand gets by the bits of the lines it fits."""
    found = np.zeros(1 << len(HANDS), np.int64)
    for bits in range(len(found)):
        fitting = [hand for place, hand in enumerate(HANDS) if bits >> place & 1]
        found[bits] = pays(line_of(table, fitting, options))
    return found


def _unit(wager_cents: int, table: PayTable) -> int:
    """The smallest multiple of the wager on which every fixed pay is whole cents."""
    nets = [table.net(n.hand) for n in table.lines if not isinstance(n.pays, PercentOfMeter)]
    return wager_cents * lcm(*(net.denominator for net in nets))


def _cents(net: Fraction, unit: int) -> int:
    return int(net * unit)


KERNEL = FaceUpKernel()
