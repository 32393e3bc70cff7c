"""Blackjack hands counted: what a player can hold, how a dealer can end, what splits do to the shoe.

Players' hands and dealers' endings are lists of compositions: which values, not in which order. A dealer's ending
carries the number of orders of drawing that lead to it, so that probabilities are sums of whole numbers over falling
factorials of the cards left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.blackjack.hands import (
    ACE_VALUE,
    POINTS,
    TEN_VALUE,
    VALUES,
    dealer_draws,
    total_of_values,
)

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


# The dealer's completed hand: total, number of cards, one suit or not, counted exactly.
#
# The dealer's cards are drawn from the shoe whatever the players do. Cards that players draw in between
# are unseen when the next dealer's card comes, and any order of unseen cards is as likely as any other;
# so the dealer's hand has the same law behind any number of players, playing any way they like.

SUITS = 4
Weight = Callable[[int, Counts], int]
"""for an up card and the values of a whole hand: in how many ways something else happens beside it"""


@dataclass(frozen=True, slots=True)
class Ending:
    """One composition of a completed hand: its cards with the up card among them, and its orders."""

    up: int
    counts: Counts
    total: int
    cards: int
    orders: int


@cache
def completed_hands(hits_soft_17: bool) -> tuple[Ending, ...]:
    """Every composition a dealer's hand ends with, by up card (the first of the hand)."""
    found: list[Ending] = []
    for up in range(VALUES):
        first = tuple(int(value == up) for value in range(VALUES))
        level: dict[Counts, int] = {first: 1}
        ended: defaultdict[Counts, int] = defaultdict(int)
        while level:
            following: defaultdict[Counts, int] = defaultdict(int)
            for counts, orders in level.items():
                for value in range(VALUES):
                    more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                    draws = dealer_draws(*total_of_values(values_of(more)), hits_soft_17)
                    (following if draws else ended)[more] += orders
            level = dict(following)
        for counts, orders in ended.items():
            total, _ = total_of_values(values_of(counts))
            found.append(Ending(up, counts, total, sum(counts), orders))
    return tuple(found)


def values_of(counts: Counts) -> Iterable[int]:
    return (value for value in range(VALUES) for _ in range(counts[value]))


def suit_counts(decks: int) -> Counts:
    """One suit of a shoe by value."""
    return tuple(4 * decks if value == TEN_VALUE else decks for value in range(VALUES))


@dataclass(frozen=True, slots=True)
class CompletedHands:
    """Chances by (total, number of cards): of all hands, and of those in one suit."""

    every: dict[tuple[int, int], Fraction]
    suited: dict[tuple[int, int], Fraction]

    def total(self, total: int) -> Fraction:
        return sum((chance for (points, _), chance in self.every.items() if points == total), Fraction(0))

    @property
    def bust(self) -> Fraction:
        return sum((chance for (points, _), chance in self.every.items() if points > 21), Fraction(0))

    def bust_cards(self) -> dict[int, Fraction]:
        """The chance to bust with so many cards."""
        by_cards: defaultdict[int, Fraction] = defaultdict(Fraction)
        for (points, cards), chance in self.every.items():
            if points > 21:
                by_cards[cards] += chance
        return dict(sorted(by_cards.items()))


def completed(
    decks: int, hits_soft_17: bool, beside: Weight | None = None, beside_cards: int = 0
) -> CompletedHands:
    """The law of the completed hand off a fresh shoe; for `beside` see `completed_from`."""
    return completed_from((suit_counts(decks),) * SUITS, hits_soft_17, beside, beside_cards)


def completed_from(
    suits: tuple[Counts, ...], hits_soft_17: bool, beside: Weight | None = None, beside_cards: int = 0
) -> CompletedHands:
    """The law of the completed hand off a shoe given suit by suit.

    With `beside`, the chance that the hand ends so and the other event happens too; the event takes
    `beside_cards` cards of the shoe, in order, and counts its own ways in it."""
    whole = tuple(sum(column) for column in zip(*suits, strict=True))
    cards = sum(whole)
    every: defaultdict[tuple[int, int], int] = defaultdict(int)
    suited: defaultdict[tuple[int, int], int] = defaultdict(int)
    alike = Counter(suits)
    for ending in completed_hands(hits_soft_17):
        ways = ending.orders * (beside(ending.up, ending.counts) if beside else 1)
        if not ways:
            continue
        key = ending.total, ending.cards
        every[key] += ways * _dealer_draws(whole, ending.counts)
        suited[key] += ways * sum(many * _dealer_draws(suit, ending.counts) for suit, many in alike.items())
    return CompletedHands(_chances(every, cards, beside_cards), _chances(suited, cards, beside_cards))


def _dealer_draws(shoe: Counts, hand: Counts) -> int:
    ways = 1
    for have, need in zip(shoe, hand, strict=True):
        if need:
            ways *= perm(have, need)
    return ways


def _chances(counts: dict[tuple[int, int], int], cards: int, beside: int) -> dict[tuple[int, int], Fraction]:
    return {key: Fraction(many, perm(cards, key[1] + beside)) for key, many in counts.items() if many}


# How many hands a split becomes, and what that does to the cards each of them draws from.
#
# Every split hand plays by the same rule book: its choices look at its own cards and the up card. Then
# all unseen cards are exchangeable, and it does not matter which hand draws first: a hand's law depends
# only on how many further cards of the pair, and how many other second cards known not to be of the pair,
# are out. The second kind is removed one at a time: a card that may be anything is of the pair or is not,
#
#     E[a, b - 1] = v E[a + 1, b - 1] + (1 - v) E[a, b],
#
# so E[a, b] is a combination of laws with only cards of the pair removed, and those can be counted.

Mix = dict[tuple[str, int], Fraction]
"""A combination of counted laws: (part, cards of the pair removed) to its coefficient. Part `N` is
"the second card is not of the pair", part `P` "it is", both with the chance of that included."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way for a split to end: its chance, and the hands by what is known of their second cards."""

    chance: Fraction
    hands: tuple[tuple[int, Mix], ...]
    """(how many, their law)"""


@cache
def scenarios(pairs_left: int, cards_left: int, limit: int) -> tuple[Scenario, ...]:
    """Ways to end after a pair is split, with `cards_left` unseen, of which `pairs_left` are of the pair.

    The dealer's up card and the two split cards are already out; `limit` is the most hands allowed."""
    others = cards_left - pairs_left
    found: list[Scenario] = []
    for hands in range(2, limit):
        # every hand's second card is something else; there are hands - 1 orders for two and three hands
        chance = (hands - 1) * _draws(pairs_left, others, cards_left, hands - 2, hands)
        if chance:
            law = _settled(pairs_left, cards_left, hands - 2, hands - 1)
            found.append(Scenario(chance, ((hands, law),)))
    for done in range(limit - 1):
        # `done` hands had their second card when the last split happened; the others take any card
        orders = 2 if limit == 4 and done else 1
        chance = orders * _draws(pairs_left, others, cards_left, limit - 2, done)
        if not chance:
            continue
        parts = [(limit - done, _open(pairs_left, cards_left, limit - 2, done))]
        if done:
            parts.append((done, _settled(pairs_left, cards_left, limit - 2, done - 1)))
        found.append(Scenario(chance, tuple(parts)))
    return tuple(found)


def _draws(pairs: int, others: int, cards: int, of_pair: int, of_others: int) -> Fraction:
    """The chance of one given order of cards of the pair and others."""
    chance = Fraction(1)
    for i in range(of_pair):
        chance *= Fraction(max(pairs - i, 0), cards - i)
    for i in range(of_others):
        chance *= Fraction(max(others - i, 0), cards - of_pair - i)
    return chance


def _open(pairs: int, cards: int, a: int, b: int) -> Mix:
    """A hand whose second card may be anything, with `a` of the pair and `b` others removed."""
    if b == 0:
        return {("N", a): Fraction(1), ("P", a): Fraction(1)} if pairs > a else {("N", a): Fraction(1)}
    v = Fraction(pairs - a, cards - a - (b - 1))
    return _without(v, _open(pairs, cards, a, b - 1), lambda: _open(pairs, cards, a + 1, b - 1))


def _settled(pairs: int, cards: int, a: int, b: int) -> Mix:
    """A hand whose second card is not of the pair, with `a` of the pair and `b` others removed."""
    v = Fraction(pairs - a, cards - a - b)
    if b == 0:
        return {("N", a): 1 / (1 - v)}
    return _without(v, _settled(pairs, cards, a, b - 1), lambda: _settled(pairs, cards, a + 1, b - 1))


def _without(v: Fraction, either: Mix, of_pair: Callable[[], Mix]) -> Mix:
    """The recursion above, solved for E[a, b]."""
    mix: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for law, coefficient in either.items():
        mix[law] += coefficient / (1 - v)
    if v:
        for law, coefficient in of_pair().items():
            mix[law] -= coefficient * v / (1 - v)
    return dict(mix)


@cache
def whole_split(pairs_left: int, cards_left: int, limit: int) -> Mix:
    """The sum over all hands of all scenarios: apply it to the counted laws of one hand."""
    mix: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for scenario in scenarios(pairs_left, cards_left, limit):
        for many, law in scenario.hands:
            for part, coefficient in law.items():
                mix[part] += scenario.chance * many * coefficient
    return dict(mix)
