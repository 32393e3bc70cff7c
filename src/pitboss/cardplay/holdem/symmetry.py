"""Suits are interchangeable: the 22,100 flops fall into 1,755 classes, and runouts and hands with them.

Hole cards after a flop are numbered 0 to 1175: the pairs of the 49 other cards in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.core.cards import RANKS, Card

Ints = NDArray[np.int64]

HOLES = 1326
HOLE_CLASSES = 169
REST = 49
REST_HOLES = comb(REST, 2)

PAIRS: Ints = np.array(list(combinations(range(REST), 2)), np.int64)
"""the two cards of a hole after the flop, as places among the 49"""
PAIR_NUMBER: Ints = np.zeros((REST, REST), np.int64)
PAIR_NUMBER[PAIRS[:, 0], PAIRS[:, 1]] = PAIR_NUMBER[PAIRS[:, 1], PAIRS[:, 0]] = np.arange(REST_HOLES)

RANK_PAIRS: Ints = np.array([(x, y) for x in range(13) for y in range(x, 13)], np.int64)
RANK_PAIR_NUMBER: Ints = np.zeros((13, 13), np.int64)
RANK_PAIR_NUMBER[RANK_PAIRS[:, 0], RANK_PAIRS[:, 1]] = np.arange(len(RANK_PAIRS))
RANK_PAIR_NUMBER[RANK_PAIRS[:, 1], RANK_PAIRS[:, 0]] = np.arange(len(RANK_PAIRS))

RECOLOURINGS: Ints = np.array([[c // 4 * 4 + p[c % 4] for c in range(52)] for p in permutations(range(4))])
"""the 24 ways to exchange the suits, each as where every card goes"""


@cache
def flop_classes() -> tuple[tuple[tuple[Card, Card, Card], int], ...]:
    """The representative of each class, its cards in rising order, with the number of flops it stands for."""
    flops = np.array(list(combinations(range(52), 3)), np.int64)
    codes = np.array([_code(np.sort(colours[flops], axis=1)) for colours in RECOLOURINGS])
    found, counts = np.unique(codes.min(axis=0), return_counts=True)
    return tuple(
        ((int(code) // 2704, int(code) // 52 % 52, int(code) % 52), int(count))
        for code, count in zip(found, counts, strict=True)
    )


def _code(flops: Ints) -> Ints:
    return (flops[..., 0] * 52 + flops[..., 1]) * 52 + flops[..., 2]


@cache
def _class_numbers() -> dict[tuple[Card, ...], int]:
    return {flop: at for at, (flop, _) in enumerate(flop_classes())}


def to_class(flop: tuple[Card, ...]) -> tuple[int, int]:
    """The class of a flop, and the number of the exchange of suits that leads to its representative."""
    images = np.sort(RECOLOURINGS[:, list(flop)], axis=1)
    best = int(np.argmin(_code(images)))
    return _class_numbers()[tuple(int(c) for c in images[best])], best


@dataclass(frozen=True, slots=True)
class FlopSpace:
    """What can still come after a flop, with what exchanging suits leaves alone counted once.

    `images[g]` says where each hole goes under the g-th exchange that keeps the flop. `runouts` are one
    turn and river of each kind, and `weights` how many each stands for."""

    flop: tuple[Card, ...]
    rest: NDArray[np.uint8]
    images: NDArray[np.int64]
    runouts: NDArray[np.int64]
    weights: NDArray[np.int64]

    @classmethod
    def of(cls, flop: tuple[Card, ...]) -> FlopSpace:
        rest = np.array([c for c in range(52) if c not in flop], np.int64)
        kept = [colours for colours in RECOLOURINGS if set(colours[list(flop)].tolist()) == set(flop)]
        places = np.array([np.searchsorted(rest, colours[rest]) for colours in kept])
        images = np.ascontiguousarray(PAIR_NUMBER[places[:, PAIRS[:, 0]], places[:, PAIRS[:, 1]]])
        first, weights = np.unique(images.min(axis=0), return_counts=True)
        return cls(flop, rest.astype(np.uint8), images, PAIRS[first], weights.astype(np.int64))

    def number(self, hole: tuple[Card, ...]) -> int:
        """The number of a hole among those after this flop."""
        one, other = np.searchsorted(self.rest, hole)
        return int(PAIR_NUMBER[one, other])

    def by_rank_pair(self) -> tuple[NDArray[np.uint32], Ints]:
        """The holes sorted by their two ranks, and where each pair of ranks begins."""
        ranks = self.rest[PAIRS].astype(np.int64) // 4
        pairs = RANK_PAIR_NUMBER[ranks[:, 0], ranks[:, 1]]
        start = np.concatenate([[0], np.cumsum(np.bincount(pairs, minlength=len(RANK_PAIRS)))])
        return np.argsort(pairs, kind="stable").astype(np.uint32), start

    def classes(self) -> Ints:
        """The starting-hand class of each hole."""
        cards = self.rest[PAIRS]
        return CLASS_OF_PAIR[cards[:, 0], cards[:, 1]]


def hole_class(one: Card, other: Card) -> int:
    """0 to 168: row and column of the usual square, suited above the diagonal, offsuit below."""
    high, low = max(one // 4, other // 4), min(one // 4, other // 4)
    row, column = (high, low) if one % 4 == other % 4 else (low, high)
    return (12 - row) * 13 + (12 - column)


CLASS_OF_PAIR: Ints = np.array([[hole_class(one, other) for other in range(52)] for one in range(52)])


def class_name(number: int) -> str:
    """`AA`, `AKs`, `T9o`."""
    row, column = (12 - part for part in divmod(number, 13))
    high, low = RANKS[max(row, column)], RANKS[min(row, column)]
    return high + low + ("" if row == column else "s" if row > column else "o")


def class_size(number: int) -> int:
    """How many of the 1,326 holes are of this class."""
    row, column = divmod(number, 13)
    return 6 if row == column else 4 if row < column else 12
