"""What a session is like: the distribution of results, drawdowns and the bankroll that would have lasted.

A session is `length` consecutive rounds of one chunk. Everything is counted in integers, so the figures
do not depend on how the work was spread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.core.errors import BadInput
from pitboss.simulate.kernel import CHUNK_ROUNDS

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def check_length(length: int, name: str = "session") -> None:
    if not 1 <= length <= CHUNK_ROUNDS:
        raise BadInput(
            f"A {name} of {length} rounds cannot be counted.", accepted=f"1 to {CHUNK_ROUNDS:,} rounds"
        )


@dataclass(slots=True)
class SessionRuns:
    """Counts over all sessions of one length, in cents."""

    length: int
    results: Counter[int] = field(default_factory=Counter)
    drawdowns: Counter[int] = field(default_factory=Counter)
    """largest fall from a high point within the session"""
    depths: Counter[int] = field(default_factory=Counter)
    """lowest point below the start: the bankroll that would just have lasted"""

    @classmethod
    def of(cls, nets: NDArray[np.int64], length: int) -> SessionRuns:
        """Whole sessions only; a rest shorter than a session is left out."""
        count = len(nets) // length
        found = cls(length)
        if not count:
            return found
        paths = np.cumsum(nets[: count * length].reshape(count, length), axis=1)
        highs = np.maximum.accumulate(np.maximum(paths, 0), axis=1)
        for counter, values in (
            (found.results, paths[:, -1]),
            (found.drawdowns, (highs - paths).max(axis=1)),
            (found.depths, np.maximum(-paths.min(axis=1), 0)),
        ):
            distinct, counts = np.unique(values, return_counts=True)
            counter.update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))
        return found

    def add(self, other: SessionRuns) -> None:
        self.results.update(other.results)
        self.drawdowns.update(other.drawdowns)
        self.depths.update(other.depths)

    @property
    def count(self) -> int:
        return self.results.total()

    @property
    def ahead(self) -> float:
        """How many sessions end with the player ahead."""
        return sum(n for net, n in self.results.items() if net > 0) / self.count

    def to_json(self, unit_cents: int) -> dict[str, Any]:
        """Quantiles in units of the first wager."""

        def units(counter: Counter[int]) -> dict[str, float]:
            return {f"{q:g}": quantile(counter, q) / unit_cents for q in QUANTILES}

        return {
            "length": self.length,
            "count": self.count,
            "ahead": self.ahead if self.count else None,
            "result": units(self.results) if self.count else None,
            "drawdown": units(self.drawdowns) if self.count else None,
            "bankroll": units(self.depths) if self.count else None,
        }

    def hold(self, unit_cents: int) -> dict[str, float] | None:
        """The house's win of a shift of this length, as a share of the first wagers, by quantile."""
        if not self.count:
            return None
        per_shift = self.length * unit_cents
        return {f"{q:g}": -quantile(self.results, 1 - q) / per_shift for q in QUANTILES}


def quantile(counter: Counter[int], q: float) -> int:
    """The smallest value that at least a share `q` of the counts does not exceed."""
    need = q * counter.total()
    seen = 0
    for value in sorted(counter):
        seen += counter[value]
        if seen >= need:
            return value
    return max(counter)


# The same without playing, from one round's results. They are multiples of one amount, so the sum lies on a lattice,
# and its distribution is the n-th power of the round's Fourier transform. The transform goes round in a circle: a
# window wide enough for all but `OUTSIDE` of the probability is chosen by Chernoff's bound, and what lies beyond it is
# the whole error but for rounding.

OUTSIDE: Final = 1e-9
"""probability that the window may leave out"""
POINTS_MOST: Final = 1 << 20
POINTS_LEAST: Final = 1 << 8
FINEST: Final = 2_000
"""a lattice finer than this fraction of the wager is not taken"""
TILTS: Final = np.geomspace(1e-9, 20.0, 400)


@dataclass(frozen=True, slots=True)
class SumOfRounds:
    """What so many rounds bring the player, in units of the wager: `values` ascending, with their chances."""

    rounds: int
    values: NDArray[np.float64]
    chances: NDArray[np.float64]

    def quantile(self, share: float) -> float:
        """The least result that so large a share of sessions does not exceed."""
        at = int(np.searchsorted(np.cumsum(self.chances), share))
        return float(self.values[min(at, len(self.values) - 1)])

    @property
    def ahead(self) -> float:
        return float(self.chances[self.values > 0].sum())

    @property
    def mean(self) -> float:
        return float(self.chances @ self.values)


class Rounds:
    """One round's results, ready to be added up. `of` says None where they lie on no lattice that is coarse enough."""

    def __init__(self, outcomes: Mapping[Fraction, Fraction], step: Fraction) -> None:
        self._step = step
        self._at = np.array([int(net / step) for net in outcomes], dtype=np.int64)
        weights = np.array([float(chance) for chance in outcomes.values()])
        self._chances = weights / weights.sum()
        self._mean = float(self._chances @ self._at)
        self._deviation = sqrt(float(self._chances @ (self._at - self._mean) ** 2))
        away: NDArray[np.float64] = (self._at - self._mean).astype(np.float64)
        self._growth = [self._grows(side) for side in (away, -away)]

    @classmethod
    def of(cls, outcomes: Mapping[Fraction, Fraction]) -> Rounds | None:
        finest = lcm(*(net.denominator for net in outcomes))
        return cls(outcomes, Fraction(1, finest)) if finest <= FINEST else None

    def sum(self, rounds: int) -> SumOfRounds | None:
        """The distribution after so many rounds; None where no window that can be computed holds it."""
        if not rounds:
            return SumOfRounds(0, np.zeros(1), np.ones(1))
        points = self._window(rounds)
        if points is None:
            return None
        one = np.zeros(points)
        np.add.at(one, self._at % points, self._chances)
        chances = np.fft.irfft(np.fft.rfft(one) ** rounds, points).clip(0)
        first = round(rounds * self._mean) - points // 2
        places = np.arange(first, first + points)
        chances = chances[places % points]
        return SumOfRounds(
            rounds, np.float64(self._step) * places.astype(np.float64), chances / chances.sum()
        )

    def _window(self, rounds: int) -> int | None:
        points = POINTS_LEAST
        while points <= POINTS_MOST:
            if (
                points / 2 > 4 * sqrt(rounds) * self._deviation
                and self._left_out(rounds, points / 2) < OUTSIDE
            ):
                return points
            points *= 2
        return None

    def _left_out(self, rounds: int, half: float) -> float:
        """Chernoff: how much lies further from the mean than half the window."""
        return sum(
            float(np.exp(np.minimum(rounds * grows - tilts * half, 0).min())) for tilts, grows in self._growth
        )

    def _grows(self, away: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The logarithm of the moment generating function on one side, at tilts of every size."""
        tilts = TILTS / max(float(away.max()), 1.0)
        return tilts, np.log(np.exp(np.outer(tilts, away)) @ self._chances)
