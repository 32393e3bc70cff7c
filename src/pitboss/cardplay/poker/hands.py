"""The best poker hand of up to seven cards: its name, the five cards that make it, and which is better.

Written to be read beside a rule sheet. `pitboss.cardplay.poker.kernels` ranks arrays of hands with other code;
the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import comb

from pitboss.core.cards import (
    ACE,
    DECK,
    FIVE,
    RANK_NAMES,
    RANK_PLURALS,
    SUIT_NAMES,
    Card,
    rank_of,
    suit_of,
    text,
)
from pitboss.core.errors import BadInput

HAND_SIZE = 5
MOST_CARDS = 7


class Category(IntEnum):
    """The ten kinds of hand, lowest first; the royal flush counts as a kind of its own, as pay tables do."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").capitalize()


@dataclass(frozen=True, order=True, slots=True)
class Hand:
    """A made hand. Hands compare with `<`, `==`, `>`; the greater one wins, equal ones tie.

    `ranks` are the ranks that decide between hands of the same category, most important first.
    `cards` are the cards played, in the same order.
    """

    category: Category
    ranks: tuple[int, ...]
    cards: tuple[Card, ...] = field(compare=False)

    @property
    def name(self) -> str:
        """The hand in words: `full house, kings over fours`."""
        return _NAMES[self.category](self)

    @property
    def best_five(self) -> str:
        """The cards played, fewer where fewer were held: `As Ks Qs Js Ts`."""
        return " ".join(map(text, self.cards))

    @property
    def rank(self) -> int:
        """Among all hands of as many cards, from 1 up: of five, 7462 is a royal flush. The greater one wins."""
        from pitboss.cardplay.poker.kernels import evaluate

        return int(evaluate([self.cards])[0])

    def __str__(self) -> str:
        return self.name


def best_hand(cards: Iterable[Card]) -> Hand:
    """The best hand that one to seven cards make; of fewer than five only pairs and the like."""
    held = _checked(cards)
    suited = _flush_cards(held)
    if suited and (run := _straight_cards(suited)):
        top = rank_of(run[0])
        category = Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH
        return Hand(category, (top,), run)
    sets = _sets(held)
    shape = [len(cards_of_rank) for cards_of_rank in sets]
    if shape[0] == 4:
        return _from_sets(Category.FOUR_OF_A_KIND, sets, 1)
    if shape[0] == 3 and len(shape) > 1 and shape[1] >= 2:
        return _from_sets(Category.FULL_HOUSE, sets, 2)
    if suited:
        five = tuple(suited[:HAND_SIZE])
        return Hand(Category.FLUSH, tuple(map(rank_of, five)), five)
    if run := _straight_cards(held):
        return Hand(Category.STRAIGHT, (rank_of(run[0]),), run)
    if shape[0] == 3:
        return _from_sets(Category.THREE_OF_A_KIND, sets, 1)
    if shape[0] == 2:
        two = len(shape) > 1 and shape[1] == 2
        return _from_sets(Category.TWO_PAIR, sets, 2) if two else _from_sets(Category.PAIR, sets, 1)
    return _from_sets(Category.HIGH_CARD, sets, 0)


def _checked(cards: Iterable[Card]) -> list[Card]:
    """The cards from the highest rank down."""
    held = sorted(cards, reverse=True)
    if not 1 <= len(held) <= MOST_CARDS:
        raise BadInput(f"A hand of {len(held)} cards cannot be ranked.", accepted="one to seven cards")
    if len(set(held)) != len(held):
        raise BadInput("The same card is in the hand twice.", accepted="each card of the deck once")
    if held[-1] < 0 or held[0] >= len(DECK):
        raise BadInput("A hand holds something that is not a card of the deck.", accepted="codes 0 to 51")
    return held


def _flush_cards(held: Sequence[Card]) -> list[Card] | None:
    """All cards of the suit that has five or more."""
    suits = [suit_of(c) for c in held]
    for suit in range(4):
        if suits.count(suit) >= HAND_SIZE:
            return [c for c in held if suit_of(c) == suit]
    return None


RUNS = (
    *(tuple(range(top, top - HAND_SIZE, -1)) for top in range(ACE, FIVE, -1)),
    (FIVE, FIVE - 1, FIVE - 2, FIVE - 3, ACE),
)
"""the ranks of each straight from the highest; in the last one the ace stands below the deuce"""


def _straight_cards(held: Sequence[Card]) -> tuple[Card, ...] | None:
    """Five cards in sequence, highest first."""
    by_rank = {rank_of(c): c for c in reversed(held)}
    if len(by_rank) >= HAND_SIZE:
        for run in RUNS:
            if by_rank.keys() >= set(run):
                return tuple(by_rank[rank] for rank in run)
    return None


def _sets(held: Sequence[Card]) -> list[list[Card]]:
    """Cards of equal rank together: the larger set first, of equal ones the higher."""
    by_rank: dict[int, list[Card]] = {}
    for c in held:
        by_rank.setdefault(rank_of(c), []).append(c)
    return sorted(by_rank.values(), key=lambda same: (len(same), rank_of(same[0])), reverse=True)


def _from_sets(category: Category, sets: list[list[Card]], made_of: int) -> Hand:
    """A hand made of the first `made_of` sets, filled up with the highest of the other cards."""
    made = [c for same in sets[:made_of] for c in same]
    if category is Category.FULL_HOUSE:
        made = made[:HAND_SIZE]  # two threes of a kind: the lower one gives only its pair
    kickers = sorted((c for same in sets[made_of:] for c in same), reverse=True)[: HAND_SIZE - len(made)]
    ranks = tuple(rank_of(same[0]) for same in sets[:made_of]) + tuple(map(rank_of, kickers))
    return Hand(category, ranks, (*made, *kickers))


def _kicker(hand: Hand, made_of: int) -> str:
    if len(hand.ranks) == made_of:
        return ""
    return f", {RANK_NAMES[hand.ranks[made_of]]} kicker"


_NAMES = {
    Category.HIGH_CARD: lambda h: f"{RANK_NAMES[h.ranks[0]]} high",
    Category.PAIR: lambda h: f"pair of {RANK_PLURALS[h.ranks[0]]}{_kicker(h, 1)}",
    Category.TWO_PAIR: lambda h: (
        f"two pair, {RANK_PLURALS[h.ranks[0]]} and {RANK_PLURALS[h.ranks[1]]}{_kicker(h, 2)}"
    ),
    Category.THREE_OF_A_KIND: lambda h: f"three of a kind, {RANK_PLURALS[h.ranks[0]]}{_kicker(h, 1)}",
    Category.STRAIGHT: lambda h: f"straight, {RANK_NAMES[h.ranks[0]]} high",
    Category.FLUSH: lambda h: f"flush in {SUIT_NAMES[suit_of(h.cards[0])]}, {RANK_NAMES[h.ranks[0]]} high",
    Category.FULL_HOUSE: lambda h: f"full house, {RANK_PLURALS[h.ranks[0]]} over {RANK_PLURALS[h.ranks[1]]}",
    Category.FOUR_OF_A_KIND: lambda h: f"four of a kind, {RANK_PLURALS[h.ranks[0]]}{_kicker(h, 1)}",
    Category.STRAIGHT_FLUSH: lambda h: (
        f"straight flush in {SUIT_NAMES[suit_of(h.cards[0])]}, {RANK_NAMES[h.ranks[0]]} high"
    ),
    Category.ROYAL_FLUSH: lambda h: f"royal flush in {SUIT_NAMES[suit_of(h.cards[0])]}",
}


def explain(hand: Hand) -> str:
    """Name and cards: `pair of aces, king kicker (As Ad Kc 9h 2s)`."""
    return f"{hand.name} ({' '.join(map(text, hand.cards))})"


def _five_card_counts() -> dict[Category, int]:
    """How many of the 2,598,960 hands of five cards are of each kind."""
    ranks = comb(13, 5)
    straights, suits = 10, 4
    counts = {
        Category.ROYAL_FLUSH: suits,
        Category.STRAIGHT_FLUSH: suits * (straights - 1),
        Category.FOUR_OF_A_KIND: 13 * 12 * 4,
        Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
        Category.FLUSH: suits * (ranks - straights),
        Category.STRAIGHT: straights * (4**5 - suits),
        Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
        Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
        Category.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
    }
    counts[Category.HIGH_CARD] = comb(52, 5) - sum(counts.values())
    return counts


FIVE_CARDS = _five_card_counts()
