"""A side wager's lines counted exactly over all cards that may decide it, off a shoe of any make-up.

`lookup` says for every order of the deciding cards which line fits, without the dealer's blackjack and with it; the
counts, the simulator and the exposure all read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.blackjack.hands import ACE_VALUE, TEN_VALUE, VALUE_OF_CARD
from pitboss.core.cards import rank_of, suit_of
from pitboss.sheets import PayTable
from pitboss.sheets.side_wagers import Pattern, cards_of, condition, first_that_fits

Shoe = NDArray[np.int64]
"""how many of each of the 52 cards"""
CARDS = 52
SUITS = 4
ACES = np.array([VALUE_OF_CARD[card] == ACE_VALUE for card in range(CARDS)])
TENS = np.array([VALUE_OF_CARD[card] == TEN_VALUE for card in range(CARDS)])


def full_shoe(decks: int) -> Shoe:
    return np.full(CARDS, decks, np.int64)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Which line fits, by the deciding cards."""

    line: NDArray[np.uint8]
    """first axis: the dealer has no blackjack, and, where that matters, has one; then a card on each axis.
    The number of the line, or how many lines there are where none fits."""
    up: bool
    """whether the last card is the dealer's up card"""
    together: bool
    """whether no line asks which card lies at which place"""

    @property
    def cards(self) -> int:
        return self.line.ndim - 1

    @property
    def waits(self) -> bool:
        return len(self.line) == 2


def lookup_of(table: PayTable, places: tuple[str, ...]) -> Lookup:
    return _lookup(tuple(line.when for line in table.lines), places)


@lru_cache(maxsize=64)
def _lookup(lines: tuple[str, ...], places: tuple[str, ...]) -> Lookup:
    conditions = [condition(text, places) for text in lines]
    ways = (False, True) if any(one.waits for one in conditions) else (False,)
    count = cards_of(places)
    alike = _alike(conditions)
    known: dict[tuple[int, ...], int] = {}
    found = np.empty((len(ways), *(CARDS,) * count), np.uint8)
    together = not any(one.names_places for one in conditions)
    for way, blackjack in enumerate(ways):
        known.clear()
        for cards in product(range(CARDS), repeat=count):
            seen = alike(cards)
            at = known.get(seen)
            if at is None:
                fits = first_that_fits(conditions, seen, blackjack)
                at = known[seen] = len(lines) if fits is None else fits
            found[(way, *cards)] = at
    return Lookup(found, places[-1] == "dealer.up", together)


def _alike(conditions: Sequence[Pattern]) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Cards that no condition can tell from others, as one of them: in one order unless a condition asks for places,
    and with suits in the order in which they come unless one names a suit."""
    by_suit = any(one.names_suits for one in conditions)
    by_place = any(one.names_places for one in conditions)

    def renamed(cards: tuple[int, ...]) -> tuple[int, ...]:
        if not by_place:
            cards = tuple(sorted(cards))
        if by_suit:
            return cards
        suits: dict[int, int] = {}
        return tuple(rank_of(c) * SUITS + suits.setdefault(suit_of(c), len(suits)) for c in cards)

    return renamed


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many orders of the cards each line comes, of how many orders there are."""

    lines: tuple[int, ...]
    """by line, and last where none fits"""
    orders: int
    alike: int
    """how many of the orders are one combination"""

    def chances(self, table: PayTable) -> dict[str, Fraction]:
        return {
            line.hand: Fraction(n, self.orders)
            for line, n in zip(table.lines, self.lines[: len(table.lines)], strict=True)
        }

    @property
    def combinations(self) -> tuple[tuple[int, ...], int]:
        """By line, and all: without regard to the order of cards that lie together."""
        return tuple(n // self.alike for n in self.lines), self.orders // self.alike


def ways(lookup: Lookup, shoe: Shoe) -> NDArray[np.int64]:
    """By the deciding cards: in how many orders they are dealt, and with them the dealer's blackjack or none."""
    have = np.diag(np.ones(CARDS, np.int64))
    found: NDArray[np.int64] = shoe
    for nth in range(1, lookup.cards):
        left = np.broadcast_to(shoe, (CARDS,) * (nth + 1)).copy()
        for before in range(nth):
            shape = [1] * (nth + 1)
            shape[before] = shape[nth] = CARDS
            left -= have.reshape(shape)
        found = found[..., None] * left
    if not lookup.waits:
        return found[None].clip(0)
    size = int(shoe.sum()) - lookup.cards
    aces, tens = (_left(lookup, kind, shoe) for kind in (ACES, TENS))
    if lookup.up:
        # the hole card that goes with the up card
        with_one = np.where(ACES, tens, np.where(TENS, aces, 0))
        total = size
    else:
        with_one = 2 * aces * tens
        total = size * (size - 1)
    return np.stack([found * (total - with_one), found * with_one]).clip(0)


def _left(lookup: Lookup, kind: NDArray[np.bool_], shoe: Shoe) -> NDArray[np.int64]:
    """By the deciding cards: how many of a kind are still in the shoe."""
    left: NDArray[np.int64] = np.full((CARDS,) * lookup.cards, int(shoe[kind].sum()), np.int64)
    for axis in range(lookup.cards):
        shape = [1] * lookup.cards
        shape[axis] = CARDS
        left = left - kind.astype(np.int64).reshape(shape)
    return left


def count(lookup: Lookup, shoe: Shoe, lines: int) -> Counts:
    many = ways(lookup, shoe)
    found = np.zeros(lines + 1, np.int64)
    np.add.at(found, lookup.line.ravel(), many.ravel())
    size = int(shoe.sum())
    orders, alike = perm(size, lookup.cards), perm(lookup.cards)
    if not lookup.together or (lookup.up and lookup.waits):
        alike = 2
    if lookup.waits:
        left = size - lookup.cards
        orders *= left if lookup.up else left * (left - 1)
        alike *= 1 if lookup.up else 2
    assert int(found.sum()) == orders, "every order of the cards is counted once"
    return Counts(tuple(found.tolist()), orders, alike)
