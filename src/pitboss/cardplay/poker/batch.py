"""Ranking arrays of hands: cards in as small integers, values out, compiled.

A value is 1 for the worst hand (seven-high) and 7462 for a royal flush: the greater one wins, equal
ones tie. `category` turns values into `pitboss.cardplay.poker.hands.Category` numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import BEST_VALUE, CATEGORY_OF_VALUE, Hands, Values
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import DECK
from pitboss.core.errors import BadInput

WORST, BEST = 1, int(BEST_VALUE)

_BY_SIZE = {5: kernels.values5, 6: kernels.values6, 7: kernels.values7}
_WALKS = {5: kernels.walk5, 7: kernels.walk7}


def evaluate(hands: ArrayLike) -> Values:
    """The value of every row of an (n, 5), (n, 6) or (n, 7) array of cards."""
    try:
        given = np.asarray(hands)
    except ValueError:
        raise BadInput("These hands are no array.", accepted="rows of the same number of cards") from None
    if given.ndim != 2 or given.shape[1] not in _BY_SIZE:
        raise BadInput(
            f"An array of shape {given.shape} does not hold hands.", accepted="rows of 5, 6 or 7 cards"
        )
    # read as unsigned a negative number is a large one: one pass instead of two
    if given.size and (given.dtype.kind not in "iu" or _unsigned(given).max() >= len(DECK)):
        raise BadInput(
            "A hand holds something that is not a card of the deck.", accepted="whole numbers from 0 to 51"
        )
    cards = np.ascontiguousarray(given, np.uint8)
    if (row := kernels.first_with_a_card_twice(cards)) < len(cards):
        raise BadInput(f"Row {row} holds a card twice.", accepted="each card once in a hand")
    return evaluate_unchecked(cards)


def _unsigned(given: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
    return given.view(given.dtype.str.replace("i", "u"))


def evaluate_unchecked(cards: Hands, out: Values | None = None) -> Values:
    """As `evaluate`, for a contiguous uint8 array known to hold cards, into `out` if given."""
    values = np.empty(len(cards), np.uint16) if out is None else out
    _BY_SIZE[cards.shape[1]](cards, values)
    return values


def category(values: Values) -> NDArray[np.uint8]:
    """The category of each value."""
    kinds: NDArray[np.uint8] = CATEGORY_OF_VALUE[values]
    return kinds


def walk(size: int, lowest: int, out: Values | None = None) -> Values:
    """The values of all hands of `size` (5 or 7) cards with that lowest card, in order of the cards."""
    if size not in _WALKS:
        raise BadInput(f"Hands of {size} cards are not walked.", accepted="5 or 7 cards")
    many = comb(len(DECK) - 1 - lowest, size - 1)
    values = np.empty(many, np.uint16) if out is None else out
    return values[: _WALKS[size](lowest, values)]


def _categories_from(task: tuple[int, int]) -> NDArray[np.int64]:
    values = walk(*task)
    by_value = np.zeros(BEST + 1, np.int64)
    kernels.tally(values, by_value)
    return np.bincount(CATEGORY_OF_VALUE, by_value, minlength=len(Category)).astype(np.int64)


def category_counts(size: int, engine: Engine | None = None) -> dict[Category, int]:
    """How many of all hands of `size` cards are of each category, counted one by one."""
    tasks = [(size, lowest) for lowest in range(len(DECK) - size + 1)]
    counts: Iterator[NDArray[np.int64]] = (engine or LocalEngine()).map(_categories_from, tasks)
    total = sum(counts, np.zeros(len(Category), np.int64))
    return {kind: int(total[kind]) for kind in Category}
