"""Exact arithmetic that solvers share: the result of many rounds together, and fractions from residues.

Results of one round are multiples of one amount, so the sum lies on a lattice, and its distribution is the n-th power
of the round's Fourier transform. The transform goes round in a circle: a window wide enough for all but `OUTSIDE` of
the probability is chosen by Chernoff's bound, and what lies beyond it is the whole error but for rounding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
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


# Exact fractions from compiled code: count modulo several primes, put the residues together.
#
# A probability over a known common denominator D is an integer over D. Kernels compute it modulo a few
# 31-bit primes; the Chinese remainder theorem gives the integer back when the primes' product is larger.
# One prime more than needed is always used, and the result must agree with it.

Residues = NDArray[np.uint64]

_TOP: Final = 2**31 - 1


@cache
def primes(many: int) -> tuple[int, ...]:
    """The largest primes below 2**31, from the top."""
    found: list[int] = []
    for candidate in count(_TOP, -2):
        if _is_prime(candidate):
            found.append(candidate)
            if len(found) == many:
                return tuple(found)
    raise AssertionError("unreachable")


def _is_prime(n: int) -> bool:
    """Miller-Rabin with bases that decide every odd number below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def enough_primes(largest: int) -> tuple[int, ...]:
    """As many primes as it takes to tell integers up to `largest`, and one to check."""
    return primes(largest.bit_length() // 30 + 2)


def modulo(value: Fraction | int, prime: int) -> int:
    fraction = Fraction(value)
    return fraction.numerator * pow(fraction.denominator, -1, prime) % prime


@lru_cache(maxsize=256)
def inverse_falls(size: int, depth: int, moduli: tuple[int, ...]) -> Residues:
    """`[i, j]`: one over size (size - 1) ... of j factors, modulo prime i; 0 past the last card."""
    table = np.zeros((len(moduli), depth + 1), np.uint64)
    for i, prime in enumerate(moduli):
        inverse = 1
        table[i, 0] = 1
        for j in range(1, min(depth, size) + 1):
            inverse = inverse * pow(size - j + 1, -1, prime) % prime
            table[i, j] = inverse
    return table


def reconstruct(residues: Sequence[int], moduli: Sequence[int], denominator: int) -> Fraction:
    """The fraction of that denominator, not negative, with these residues; the last prime must agree."""
    value, product = 0, 1
    for residue, prime in zip(residues[:-1], moduli[:-1], strict=True):
        target = residue * denominator % prime
        value += product * ((target - value) * pow(product, -1, prime) % prime)
        product *= prime
    check = moduli[-1]
    if (value - residues[-1] * denominator) % check:
        raise ArithmeticError("the residues do not belong to a fraction of the expected denominator")
    return Fraction(value, denominator)
