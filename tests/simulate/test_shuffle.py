"""The live shuffle is fair: statistics of its orders at 99 %, which find shuffles that are not (HR-19)."""

from __future__ import annotations

import random
from math import erfc, exp, lgamma, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.core.cards import deck_of, shuffled

pytestmark = pytest.mark.clause("HR-19")

Orders = NDArray[np.int16]
SIGNIFICANCE = 0.01


def chi_squared_above(freedom: int, statistic: float) -> float:
    """The chance of more: the incomplete gamma function, by its series or continued fraction (DLMF 8.11.4, 8.9.2)."""
    a, x = freedom / 2, statistic / 2
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while term > total * 1e-16:
            a += 1
            term *= x / a
            total += term
        return 1 - scale * total
    d = fraction = 1 / (x + 1 - a)
    c, step, i = 1e300, 0.0, 0
    while abs(step - 1) > 1e-15:
        i += 1
        b, n = x + 2 * i + 1 - a, i * (a - i)
        d, c = 1 / (b + n * d), b + n / c
        step = c * d
        fraction *= step
    return scale * fraction


def normal_beyond(z: float) -> float:
    """The chance to lie further from the mean, on either side."""
    return erfc(abs(z) / sqrt(2))


@pytest.mark.parametrize(
    ("freedom", "statistic", "chance"),
    [
        (1, 3.84, 0.05004352124870519),
        (10, 0.5, 0.999993388289439),
        (2601, 2601.0, 0.4963124706565348),
        (2651, 3000.0, 2.047348700441613e-06),
        (2704, 2400.25, 0.9999909434722023),
        (2704, 2850.5, 0.024633061496346125),
    ],
)
def test_tails_of_chi_squared_are_those_of_scipy(freedom: int, statistic: float, chance: float) -> None:
    assert chi_squared_above(freedom, statistic) == pytest.approx(chance, rel=1e-9)


def test_tails_of_the_normal_distribution_are_those_of_scipy() -> None:
    known = {0.0: 1.0, 1.0: 0.31731050786291415, 2.575829: 0.010000008778481622, 5.5: 3.797912493177536e-08}
    assert {z: normal_beyond(z) for z in known} == pytest.approx(known, rel=1e-12)


def position_by_card(orders: Orders) -> float:
    """How often each card lies at each position. Rows and columns have fixed sums: (n-1)² degrees of freedom."""
    count, size = orders.shape
    seen = np.array([np.bincount(orders[:, position], minlength=size) for position in range(size)])
    statistic = ((seen - count / size) ** 2).sum() / (count / size)
    return chi_squared_above((size - 1) ** 2, float(statistic) * (size - 1) / size)


def first_two_cards(orders: Orders) -> float:
    """Every ordered pair as often as any other."""
    count, size = orders.shape
    seen = np.bincount(orders[:, 0].astype(int) * size + orders[:, 1], minlength=size * size)
    pairs = seen.reshape(size, size)[~np.eye(size, dtype=bool)]
    due = count / len(pairs)
    return chi_squared_above(len(pairs) - 1, float(((pairs - due) ** 2).sum()) / due)


def one_after_another(orders: Orders) -> float:
    """No order follows from the one before: the sum of products has variance size² · variance² / (size - 1)."""
    count, size = orders.shape
    centred = orders.astype(float) - (size - 1) / 2
    spread = size * (size * size - 1) / 12 / sqrt(size - 1)
    z = (centred[:-1] * centred[1:]).sum() / (spread * sqrt(count - 1))
    return normal_beyond(z)


STATISTICS = (position_by_card, first_two_cards, one_after_another)


def passes(orders: Orders) -> bool:
    """All of them together at 99 %: a fair shuffle fails once in a hundred times."""
    return min(statistic(orders) for statistic in STATISTICS) > SIGNIFICANCE / len(STATISTICS)


def live(count: int) -> Orders:
    deck = deck_of(jokers=1)
    return np.array([shuffled(deck) for _ in range(count)], np.int16)


def naive(count: int) -> Orders:
    """The classic mistake: every card exchanged with any card."""
    dice = random.Random(2)
    orders = np.tile(np.arange(52, dtype=np.int16), (count, 1))
    for order in orders:
        for at in range(52):
            other = dice.randrange(52)
            order[[at, other]] = order[[other, at]]
    return orders


def fair(count: int) -> Orders:
    return np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.int16), (count, 1)), axis=1)


def sticky(count: int) -> Orders:
    """Every second order is the one before, cut once."""
    orders = fair(count)
    orders[1::2] = np.roll(orders[:-1:2], 1, axis=1)
    return orders


def test_the_live_shuffle_is_fair() -> None:
    """A fair one is rejected three times in a row once in a million."""
    assert any(passes(live(8000)) for _ in range(3))


def test_unfair_shuffles_are_found() -> None:
    assert passes(fair(8000))
    assert not passes(naive(8000))
    assert not passes(sticky(8000))
    assert not passes(np.sort(fair(8000), axis=1))
