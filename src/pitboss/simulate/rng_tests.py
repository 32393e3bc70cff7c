"""Evidence that the live shuffle is fair (HR-19): statistical tests on orders made by the production path.

Every test yields a p-value. They are judged together at 99 % by Holm's rule, so that a fair shuffle fails
the whole battery once in a hundred runs, not once per test.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, deck_of
from pitboss.compute.progress import Progress, silent
from pitboss.errors import BadInput
from pitboss.shoe import shuffled
from pitboss.simulate.chi_square import chi_square_tail, fit, normal_two_sided

Orders = NDArray[np.int16]
LEAST_SHUFFLES = 2000
SIGNIFICANCE = 0.01


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    what: str
    statistic: float
    p: float


@dataclass(frozen=True, slots=True)
class Battery:
    """All results and the joint verdict."""

    shuffles: int
    cards: int
    results: tuple[Result, ...]

    @property
    def rejected(self) -> tuple[str, ...]:
        """Holm: the smallest p against 1 % of all, the next against 1 % of the rest, until one passes."""
        names = []
        ordered = sorted(self.results, key=lambda r: r.p)
        for at, result in enumerate(ordered):
            if result.p > SIGNIFICANCE / (len(ordered) - at):
                break
            names.append(result.name)
        return tuple(names)

    @property
    def passed(self) -> bool:
        return not self.rejected

    def to_json(self) -> dict[str, Any]:
        return {
            "shuffles": self.shuffles,
            "cards": self.cards,
            "confidence": 1 - SIGNIFICANCE,
            "passed": self.passed,
            "rejected": list(self.rejected),
            "tests": [
                {"name": r.name, "what": r.what, "statistic": r.statistic, "p": r.p} for r in self.results
            ],
        }


def production_orders(count: int, decks: int = 1, jokers: int = 0, progress: Progress = silent) -> Orders:
    """`count` shuffles exactly as a live table makes them."""
    if count < 1:
        raise BadInput(f"{count} shuffles cannot be made.", accepted="a whole number from 1")
    cards = deck_of(decks, jokers=jokers)
    orders = np.empty((count, len(cards)), np.int16)
    for at in range(count):
        orders[at] = shuffled(cards)
        if at % 1000 == 0:
            progress(at, count)
    progress(count, count)
    return orders


def battery(orders: Orders) -> Battery:
    """All tests on one set of orders, of one deck or of a shoe of several."""
    count, size = orders.shape
    if count < LEAST_SHUFFLES:
        raise BadInput(f"{count} shuffles prove nothing.", accepted=f"at least {LEAST_SHUFFLES:,}")
    told_apart = distinct(orders)
    return Battery(count, size, tuple(test(told_apart) for test in TESTS))


def distinct(orders: Orders) -> Orders:
    """Every card of a shoe by a number of its own: which of the copies of a card it is, is drawn by lot for
    every order, so that a fair order of the shoe becomes a fair order of different cards, and no other does.

    Copies of a card lie 52 apart, the jokers at the end."""
    size = orders.shape[1]
    kinds, copies = np.unique(orders[0], return_counts=True)
    if any(not np.array_equal(np.sort(order), np.sort(orders[0])) for order in orders):
        raise BadInput("The orders are not of the same cards.", accepted="orders of one shoe")
    if len(kinds) == size:
        return orders
    lot = np.random.default_rng(secrets.randbits(128))
    found = np.empty_like(orders)
    for kind, count in zip(kinds.tolist(), copies.tolist(), strict=True):
        numbers = kind + 52 * np.arange(count) if kind < JOKER else np.arange(size - count, size)
        drawn = lot.permuted(np.tile(numbers, (len(orders), 1)), axis=1)
        found[orders == kind] = drawn.reshape(-1)
    return found


def position_by_card(orders: Orders) -> Result:
    count, size = orders.shape
    table = np.zeros((size, size))
    for position in range(size):
        table[position] = np.bincount(orders[:, position], minlength=size)
    statistic = float(((table - count / size) ** 2).sum() / (count / size))
    freedom = (size - 1) ** 2
    # rows and columns both have fixed sums, which scales the statistic by (size-1)/size
    return Result(
        "position by card", f"each card at each position, {freedom} degrees", statistic,
        chi_square_tail(statistic * (size - 1) / size, freedom),
    )  # fmt: skip


def first_two_in_order(orders: Orders) -> Result:
    count, size = orders.shape
    index = orders[:, 0].astype(np.int64) * size + orders[:, 1]
    seen = np.bincount(index, minlength=size * size).reshape(size, size)
    cells = seen[~np.eye(size, dtype=bool)]
    statistic, freedom, p = fit(cells.tolist(), [count / len(cells)] * len(cells))
    return Result("first two cards", f"ordered pairs, {freedom} degrees", statistic, p)


def first_three_combination(orders: Orders) -> Result:
    count, size = orders.shape
    low, mid, high = np.sort(orders[:, :3].astype(np.int64), axis=1).T
    index = high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low
    possible = comb(size, 3)
    # a shoe has millions of them: neighbours are counted together from the start
    together = max(1, possible // 100_000)
    cells = np.bincount(index // together, minlength=-(-possible // together))
    sizes = np.diff(np.minimum(np.arange(len(cells) + 1) * together, possible))
    statistic, freedom, p = fit(cells.tolist(), (sizes * count / possible).tolist())
    return Result("first three cards", f"combinations, {freedom} degrees", statistic, p)


def serial_correlation(orders: Orders) -> Result:
    """Neighbouring cards within an order; without replacement their correlation is -1/(size-1)."""
    count, size = orders.shape
    centred = orders.astype(np.float64) - (size - 1) / 2
    sums = (centred[:, :-1] * centred[:, 1:]).sum(axis=1)
    variance = (size * size - 1) / 12
    due = -(size - 1) * variance / (size - 1)
    z = z_score(sums.sum() - count * due, sums.std(ddof=1) * sqrt(count))
    return Result("serial correlation", "neighbours within an order", z, normal_two_sided(z))


def successive_shuffles(orders: Orders) -> Result:
    """The same position in one shuffle and the next."""
    count, size = orders.shape
    centred = orders.astype(np.float64) - (size - 1) / 2
    products = (centred[:-1] * centred[1:]).sum(axis=1)
    variance = (size * size - 1) / 12
    # two independent permutations: the sum has variance size**2 * variance**2 / (size - 1)
    spread = size * variance / sqrt(size - 1)
    z = float(products.sum() / (spread * sqrt(count - 1)))
    return Result("successive shuffles", "one order against the next", z, normal_two_sided(z))


def ascending_runs(orders: Orders) -> Result:
    count, size = orders.shape
    descents = (orders[:, :-1] > orders[:, 1:]).sum(axis=1)
    cells = np.bincount(descents, minlength=size)
    expected = [count * n / factorial(size) for n in eulerian(size)]
    statistic, freedom, p = fit(cells.tolist(), expected)
    return Result("runs up", f"number of descents, {freedom} degrees", statistic, p)


def fixed_points(orders: Orders) -> Result:
    count, size = orders.shape
    cells = np.bincount((orders == np.arange(size)).sum(axis=1), minlength=size + 1)
    expected = [count * comb(size, k) * derangements(size - k) / factorial(size) for k in range(size + 1)]
    statistic, freedom, p = fit(cells.tolist(), expected)
    return Result("fixed points", f"cards in their factory place, {freedom} degrees", statistic, p)


def cycles(orders: Orders) -> Result:
    count, size = orders.shape
    found = np.array([cycle_count(row) for row in orders.tolist()])
    cells = np.bincount(found, minlength=size + 1)
    expected = [count * n / factorial(size) for n in stirling_cycles(size)]
    statistic, freedom, p = fit(cells.tolist(), expected)
    return Result("cycles", f"cycles of the permutation, {freedom} degrees", statistic, p)


def inversions(orders: Orders) -> Result:
    count, size = orders.shape
    total = sum(int((orders[:, i : i + 1] > orders[:, i + 1 :]).sum()) for i in range(size - 1))
    mean = count * size * (size - 1) / 4
    spread = sqrt(count * size * (size - 1) * (2 * size + 5) / 72)
    z = (total - mean) / spread
    return Result("inversions", "pairs out of order", z, normal_two_sided(z))


def coupon_collector(orders: Orders) -> Result:
    """How many shuffles until every card has been first: the top cards as a stream of independent draws."""
    _, size = orders.shape
    lengths: list[int] = []
    # every column is a stream of its own; all of them together are not independent, a few far apart are close to it
    for column in range(0, size, 13):
        seen: set[int] = set()
        length = 0
        for card in orders[:, column].tolist():
            length += 1
            seen.add(card)
            if len(seen) == size:
                lengths.append(length)
                seen.clear()
                length = 0
    if len(lengths) < 20:
        return Result("coupon collector", "too few complete sets", 0.0, 1.0)
    edges = coupon_edges(size, 8)
    cells = np.histogram(lengths, [0, *edges, 10**9])[0]
    chances = np.diff([0.0, *(coupon_chances(size)[e - 1] for e in edges), 1.0])
    statistic, freedom, p = fit(cells.tolist(), (chances * len(lengths)).tolist(), 5.0)
    return Result("coupon collector", f"draws until all were first, {freedom} degrees", statistic, p)


def suits_and_jokers_alternate(orders: Orders) -> Result:
    """Runs of one suit: how often a card has the suit of the one before it."""
    count, size = orders.shape
    same = int(((orders[:, :-1] & 3) == (orders[:, 1:] & 3)).sum())
    sizes = np.bincount(np.arange(size) & 3)
    chance = float((sizes * (sizes - 1)).sum()) / (size * (size - 1))
    trials = count * (size - 1)
    per_order = ((orders[:, :-1] & 3) == (orders[:, 1:] & 3)).sum(axis=1)
    z = z_score(same - trials * chance, per_order.std(ddof=1) * sqrt(count))
    return Result("suits in a row", "neighbours of one suit", z, normal_two_sided(z))


TESTS: tuple[Callable[[Orders], Result], ...] = (
    position_by_card,
    first_two_in_order,
    first_three_combination,
    serial_correlation,
    successive_shuffles,
    ascending_runs,
    inversions,
    fixed_points,
    cycles,
    suits_and_jokers_alternate,
    coupon_collector,
)


def z_score(distance: float, spread: float) -> float:
    """Distance in spreads; orders that never differ have no spread, and any distance is then endless."""
    if not spread:
        return inf if distance else 0.0
    return float(distance / spread)


def cycle_count(order: list[int]) -> int:
    seen = [False] * len(order)
    found = 0
    for start in range(len(order)):
        if seen[start]:
            continue
        found += 1
        at = start
        while not seen[at]:
            seen[at] = True
            at = order[at]
    return found


@lru_cache
def eulerian(n: int) -> tuple[int, ...]:
    """Permutations of n by number of descents."""
    row = [1]
    for size in range(2, n + 1):
        row = [
            (k + 1) * (row[k] if k < size - 1 else 0) + (size - k) * (row[k - 1] if k else 0)
            for k in range(size)
        ]
    return tuple(row)


@lru_cache
def derangements(n: int) -> int:
    before, now = 1, 0
    if n == 0:
        return before
    for k in range(2, n + 1):
        before, now = now, (k - 1) * (now + before)
    return now


@lru_cache
def stirling_cycles(n: int) -> tuple[int, ...]:
    """Permutations of n by number of cycles."""
    row = [1]
    for size in range(1, n + 1):
        row = [
            (row[k - 1] if k else 0) + (size - 1) * (row[k] if k < len(row) else 0) for k in range(size + 1)
        ]
    return tuple(row)


@lru_cache
def coupon_chances(n: int) -> list[float]:
    """Chance that all n cards have been seen within so many draws, draw by draw until it is all but certain."""
    seen = np.zeros(n + 1)
    seen[0] = 1.0
    stay = np.arange(n + 1) / n
    chances = [0.0]
    while chances[-1] < 0.999:
        seen = seen * stay + np.concatenate(([0.0], seen[:-1] * (1 - stay[:-1])))
        chances.append(float(seen[n]))
    return chances


def coupon_edges(n: int, cells: int) -> list[int]:
    """Lengths that split the distribution into about equally likely parts."""
    chances = coupon_chances(n)
    edges = [bisect_left(chances, cell / cells) + 1 for cell in range(1, cells)]
    return list(dict.fromkeys(edges))
