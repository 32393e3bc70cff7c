"""The dealer's completed hand: total, number of cards, one suit or not, counted exactly.

The dealer's cards are drawn from the shoe whatever the players do. Cards that players draw in between
are unseen when the next dealer's card comes, and any order of unseen cards is as likely as any other;
so the dealer's hand has the same law behind any number of players, playing any way they like.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.blackjack.hands import TEN_VALUE, VALUES, dealer_draws, total_of_values
from pitboss.blackjack.tables import Counts

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
        every[key] += ways * _draws(whole, ending.counts)
        suited[key] += ways * sum(many * _draws(suit, ending.counts) for suit, many in alike.items())
    return CompletedHands(_chances(every, cards, beside_cards), _chances(suited, cards, beside_cards))


def _draws(shoe: Counts, hand: Counts) -> int:
    ways = 1
    for have, need in zip(shoe, hand, strict=True):
        if need:
            ways *= perm(have, need)
    return ways


def _chances(counts: dict[tuple[int, int], int], cards: int, beside: int) -> dict[tuple[int, int], Fraction]:
    return {key: Fraction(many, perm(cards, key[1] + beside)) for key, many in counts.items() if many}
