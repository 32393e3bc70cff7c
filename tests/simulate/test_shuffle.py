"""The live shuffle is fair: statistics of its orders at 99 %, which find shuffles that are not (HR-19)."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import chdtrc
from scipy.stats import norm

from pitboss.core.cards import deck_of
from pitboss.core.shoe import shuffled

pytestmark = pytest.mark.clause("HR-19")

Orders = NDArray[np.int16]
SIGNIFICANCE = 0.01


def position_by_card(orders: Orders) -> float:
    """How often each card lies at each position. Rows and columns have fixed sums: (n-1)² degrees of freedom."""
    count, size = orders.shape
    seen = np.array([np.bincount(orders[:, position], minlength=size) for position in range(size)])
    statistic = ((seen - count / size) ** 2).sum() / (count / size)
    return float(chdtrc((size - 1) ** 2, statistic * (size - 1) / size))


def first_two_cards(orders: Orders) -> float:
    """Every ordered pair as often as any other."""
    count, size = orders.shape
    seen = np.bincount(orders[:, 0].astype(int) * size + orders[:, 1], minlength=size * size)
    pairs = seen.reshape(size, size)[~np.eye(size, dtype=bool)]
    due = count / len(pairs)
    return float(chdtrc(len(pairs) - 1, ((pairs - due) ** 2).sum() / due))


def one_after_another(orders: Orders) -> float:
    """No order follows from the one before: the sum of products has variance size² · variance² / (size - 1)."""
    count, size = orders.shape
    centred = orders.astype(float) - (size - 1) / 2
    spread = size * (size * size - 1) / 12 / sqrt(size - 1)
    z = (centred[:-1] * centred[1:]).sum() / (spread * sqrt(count - 1))
    return float(2 * norm.sf(abs(z)))


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
