"""The result of many rounds together, exactly: one round's distribution taken so often with itself.

Results of one round are multiples of one amount, so the sum lies on a lattice, and its distribution is the n-th power
of the round's Fourier transform. The transform goes round in a circle: a window wide enough for all but `OUTSIDE` of
the probability is chosen by Chernoff's bound, and what lies beyond it is the whole error but for rounding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
