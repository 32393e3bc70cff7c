"""Every hand a player can hold, and every way a dealer's hand can end, as arrays for the kernels.

Both are lists of compositions: which values, not in which order. A dealer's ending carries the number
of orders of drawing that lead to it, so that probabilities are sums of whole numbers over falling
factorials of the cards left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.blackjack.hands import ACE_VALUE, POINTS, TEN_VALUE, VALUES, dealer_draws, total_of_values

Counts = tuple[int, ...]

BLACKJACK_CLASS = 5
"""a dealer's ending: 0 to 4 are totals 17 to 21, 5 is blackjack; a bust is what is left to one"""
CLASSES = 6
DEPTHS = 14
"""more than the most cards a dealer ever draws"""


@dataclass(frozen=True, slots=True)
class HandTable:
    """All compositions up to 21 points, in order of points, the empty hand first."""

    counts: NDArray[np.int64]
    """how many of each value, by hand"""
    child: NDArray[np.int64]
    """the hand after one more card, or -1 for a bust"""
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    size: NDArray[np.int64]

    def find(self, values: tuple[int, ...]) -> int:
        """The hand of these cards, or -1 if they bust."""
        at = 0
        for value in values:
            at = int(self.child[at, value]) if at >= 0 else -1
        return at

    def cards(self, hand: int) -> tuple[int, ...]:
        """The values of its cards, the lowest first."""
        return tuple(np.repeat(np.arange(VALUES), self.counts[hand]).tolist())

    def of_two(self) -> list[int]:
        """The hands that can be dealt first."""
        return [int(hand) for hand in np.flatnonzero(self.size == 2)]


@cache
def hand_table() -> HandTable:
    found: dict[Counts, int] = {}

    def grow(counts: list[int], first: int, points: int) -> None:
        found[tuple(counts)] = points
        for value in range(first, VALUES):
            if points + POINTS[value] <= 21:
                counts[value] += 1
                grow(counts, value, points + POINTS[value])
                counts[value] -= 1

    grow([0] * VALUES, 0, 0)
    order = sorted(found, key=lambda counts: (found[counts], counts))
    index = {counts: at for at, counts in enumerate(order)}
    child = np.full((len(order), VALUES), -1, np.int64)
    for at, counts in enumerate(order):
        for value in range(VALUES):
            more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
            child[at, value] = index.get(more, -1)
    array = np.array(order, np.int64)
    points = array @ np.array(POINTS)
    soft = (array[:, ACE_VALUE] > 0) & (points <= 11)
    return HandTable(array, child, points + 10 * soft, soft, array.sum(axis=1))


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Compositions that end a hand, as prefix trees: one tree a start, such as an up card.

    Node `k` adds one card to node `parent[k]`: `slot[k]` is value times `DEPTHS` plus how many of that
    value the parent has. If it ends the hand, it does so in `orders[k]` orders of drawing, and `cell[k]`
    is class times `DEPTHS` plus cards drawn. `start[u]` to `start[u + 1]` are the nodes of tree `u`;
    parents come first.
    """

    start: NDArray[np.int64]
    parent: NDArray[np.int64]
    slot: NDArray[np.int64]
    cell: NDArray[np.int64]
    orders: NDArray[np.int64]
    deepest: int
    """the most cards drawn"""

    @property
    def nodes(self) -> tuple[NDArray[np.int64], ...]:
        return self.start, self.parent, self.slot, self.cell, self.orders


def prefix_tree(trees: Sequence[Mapping[Counts, tuple[int, int]]]) -> Prefixes:
    """From compositions with their class and number of orders."""
    rows: list[tuple[int, int, int, int]] = []
    start = [0]
    deepest = 0
    for endings in trees:
        place: dict[tuple[int, ...], int] = {(): len(rows)}
        rows.append((-1, 0, 0, 0))
        for counts in sorted(endings, reverse=True):
            path = tuple(value for value in range(VALUES) for _ in range(counts[value]))
            deepest = max(deepest, len(path))
            for length in range(1, len(path) + 1):
                prefix = path[:length]
                if prefix not in place:
                    place[prefix] = len(rows)
                    slot = prefix[-1] * DEPTHS + prefix.count(prefix[-1]) - 1
                    rows.append((place[prefix[:-1]], slot, 0, 0))
            at = place[path]
            klass, orders = endings[counts]
            rows[at] = (*rows[at][:2], klass * DEPTHS + len(path), orders)
        start.append(len(rows))
    columns = np.ascontiguousarray(np.array(rows, np.int64).T)
    return Prefixes(np.array(start), columns[0], columns[1], columns[2], columns[3], deepest)


def dealer_endings(up: int, hits_soft_17: bool) -> dict[Counts, tuple[int, int]]:
    """Drawn cards that end a hand without a bust: (class, number of orders)."""
    endings: dict[Counts, tuple[int, int]] = {}
    level: dict[Counts, int] = {(0,) * VALUES: 1}
    while level:
        following: defaultdict[Counts, int] = defaultdict(int)
        for drawn, orders in level.items():
            for value in range(VALUES):
                more = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                total, soft = _dealer_total(up, more)
                if total > 21:
                    continue
                if sum(more) == 1 and total == 21:
                    endings[more] = (BLACKJACK_CLASS, 1)
                elif dealer_draws(total, soft, hits_soft_17):
                    following[more] += orders
                else:
                    klass, before = endings.get(more, (total - 17, 0))
                    endings[more] = (klass, before + orders)
        level = dict(following)
    return endings


def _dealer_total(up: int, drawn: Counts) -> tuple[int, bool]:
    return total_of_values([up, *(value for value in range(VALUES) for _ in range(drawn[value]))])


@cache
def dealer_tree(hits_soft_17: bool) -> Prefixes:
    """For each up card, the further cards that end the dealer's hand at 17 to 21."""
    return prefix_tree([dealer_endings(up, hits_soft_17) for up in range(VALUES)])


def count_endings(shoe: Counts, up: int, hits_soft_17: bool) -> list[list[int]]:
    """Orders of drawing from a shoe that still holds the up card, by class and cards drawn."""
    tree = dealer_tree(hits_soft_17)
    left = list(shoe)
    left[up] -= 1
    first, last = tree.start[up : up + 2].tolist()
    counts = [[0] * DEPTHS for _ in range(CLASSES)]
    products = [1]
    nodes = zip(*(column[first:last].tolist() for column in tree.nodes[1:]), strict=True)
    for parent, slot, cell, orders in nodes:
        if parent >= 0:
            value, nth = divmod(slot, DEPTHS)
            products.append(products[parent - first] * (left[value] - nth))
        if orders:
            klass, drawn = divmod(cell, DEPTHS)
            counts[klass][drawn] += orders * products[-1]
    return counts


def hole_value(up: int) -> int:
    """The hole card that makes a blackjack with this up card, or -1."""
    return {ACE_VALUE: TEN_VALUE, TEN_VALUE: ACE_VALUE}.get(up, -1)
