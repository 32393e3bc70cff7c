"""What the kernels of the blackjack family need, made from a table's rules and a computed play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.blackjack import round_kernels as short
from pitboss.cardplay.blackjack.choices import play_from, play_of
from pitboss.cardplay.blackjack.counting import hand_table
from pitboss.cardplay.blackjack.hands import (
    ACE_VALUE,
    TEN_VALUE,
    VALUE_OF_CARD,
    VALUES,
    dealer_draws,
    shoe_counts,
    total_of_values,
)
from pitboss.cardplay.blackjack.play import Play, pairs
from pitboss.cardplay.blackjack.round_kernels import DOUBLE, SPLIT, STAND, SURRENDER, RoundRules
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.sheets import PayTable

PADDING = 256
"""places behind the shoe, all tens, where nobody ever draws"""
UNITS_DENOMINATOR = 2
"""surrender gives back half"""
STRATEGIES = ("basic", "composition")
Floats = NDArray[np.float64]
Worth = Callable[[NDArray[np.int16], NDArray[np.uint8]], Floats]
"""what a bonus is worth for each row of (cards left, cards in sight)"""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A bonus that can be valued for the cards left in a shoe (see `pitboss.cardplay.blackjack.exposure`).

    `worths` gives what the player reckons before the deal, and what the round is then worth on average."""

    worths: Callable[[PayTable, Mapping[str, str], str], tuple[Worth, Worth]]
    sees: tuple[str, ...] = ("shoe",)
    hole_first: bool = False
    completes: bool = False


def unit_cents(rules: BlackjackRules) -> int:
    """The smallest whole number of dollars on which every pay is whole cents."""
    return 100 * lcm(UNITS_DENOMINATOR, rules.blackjack_odds.net.denominator)


def cards_for(spots: int) -> int:
    """More cards than a round of so many spots takes."""
    return 12 * spots + 24


def value_shoe(decks: int) -> NDArray[np.uint8]:
    """A shoe of values, in order."""
    counts = shoe_counts(decks)
    shoe = [value for value in range(VALUES) for _ in range(counts[value])]
    return np.array(shoe + [TEN_VALUE] * PADDING, np.uint8)


def card_shoe(decks: int) -> NDArray[np.uint8]:
    """A shoe of cards, in order."""
    king = 47
    return np.array(list(range(52)) * decks + [king] * PADDING, np.uint8)


WORTH_OF_VALUE = np.arange(VALUES, dtype=np.uint8)
WORTH_OF_CARD = np.array(VALUE_OF_CARD, np.uint8)


def round_rules(
    rules: BlackjackRules,
    play: Play,
    worth: NDArray[np.uint8],
    *,
    hole_first: bool = False,
    completes: bool = False,
) -> RoundRules:
    """A play as the kernel's tables."""
    hands = hand_table()
    first = play.two.astype(np.uint8)
    for hand, pair in pairs().items():
        first[:, hand] = np.where(play.split[:, pair], SPLIT, first[:, hand])
    first = np.where(play.surrender, SURRENDER, first).astype(np.uint8)
    split = range(1, VALUES)
    after = np.array([play.two_after_split(up, split[0]) for up in range(VALUES)], np.uint8)
    aces = np.array([play.two_after_split(up, ACE_VALUE) for up in range(VALUES)], np.uint8)
    unit = unit_cents(rules)
    soft = hands.soft.astype(np.int64)
    return RoundRules(
        worth, hands.child.astype(np.int16), hands.total, hands.total - 10 * soft,
        first, play.many.astype(np.uint8), after, aces, play.split.astype(np.uint8),
        np.array([rules.split_limit(aces=value == ACE_VALUE) for value in range(VALUES)]),
        rules.peeks, hole_first, completes, rules.hits_soft_17,
        unit, int(unit * rules.blackjack_odds.net), -unit // 2,
    )  # fmt: skip


# A standing is how the player's hand is when the dealer's turn comes: 0 over 21, 1 at 16 or less, 2 to 6 for
# 17 to 21; the same plus 7 with two units; 14 a natural, 15 surrendered. An ending is 0 to 4 for 17 to 21,
# 5 over 21, 6 blackjack.
_NATURAL, _SURRENDERED, _BLACKJACK = 14, 15, 6


@dataclass(frozen=True)
class ShortTables:
    """The lookups of `kernels.blackjack.play_short`."""

    first: NDArray[np.uint16]
    draws: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    live: NDArray[np.uint8]
    results: NDArray[np.int64]


def short_tables(rules: BlackjackRules, kernel_rules: RoundRules) -> ShortTables:
    rows: dict[bytes, int] = {}
    first = np.zeros((VALUES,) * 4, np.uint16)
    for up in range(VALUES):
        for hole in range(VALUES):
            beaten = {up, hole} == {ACE_VALUE, TEN_VALUE}
            for a in range(VALUES):
                for b in range(VALUES):
                    row = _row(kernel_rules, up, a, b, beaten)
                    first[up, hole, a, b] = rows.setdefault(row, len(rows))
    draws = np.frombuffer(b"".join(rows), np.uint8).copy()
    live = np.array([s not in (0, 7, _NATURAL, _SURRENDERED) for s in range(16)], np.uint8)
    return ShortTables(first.ravel(), draws, _dealer(rules), live, _results(rules))


@lru_cache(maxsize=65536)
def _standing(total: int, units: int) -> int:
    place = 0 if total > 21 else max(1, total - 15)
    return place + 7 * (units - 1)


def _row(rules: RoundRules, up: int, a: int, b: int, beaten: bool) -> bytes:
    """What becomes of two cards, for every next two."""
    hand = int(rules.child[rules.child[0, a], b])
    if rules.total[hand] == 21:
        return bytes([_NATURAL] * 100)
    if beaten:
        return bytes([1] * 100)
    choice = int(rules.first[up, hand])
    if choice == SURRENDER:
        return bytes([_SURRENDERED] * 100)
    if choice == SPLIT:
        return bytes([short.LONG] * 100)
    return bytes(_drawn(rules, up, hand, choice, x, y) for x in range(VALUES) for y in range(VALUES))


def _drawn(rules: RoundRules, up: int, hand: int, choice: int, *cards: int) -> int:
    units = 1
    for took, card in enumerate(cards):
        if choice == STAND:
            return _standing(int(rules.total[hand]), units) | took << short.TOOK
        units = 2 if choice == DOUBLE else 1
        hand = int(rules.child[hand, card])
        if hand < 0:
            return _standing(22, units) | (took + 1) << short.TOOK
        choice = STAND if choice == DOUBLE else int(rules.many[up, hand])
    if choice != STAND:
        return short.LONG
    return _standing(int(rules.total[hand]), units) | len(cards) << short.TOOK


def _dealer(rules: BlackjackRules) -> NDArray[np.uint8]:
    table = np.zeros((VALUES,) * 4, np.uint8)
    for up in range(VALUES):
        for hole in range(VALUES):
            for x in range(VALUES):
                for y in range(VALUES):
                    table[up, hole, x, y] = _ending(rules, up, hole, x, y)
    return table.ravel()


def _ending(rules: BlackjackRules, up: int, hole: int, *cards: int) -> int:
    if {up, hole} == {ACE_VALUE, TEN_VALUE}:
        return _BLACKJACK
    hand = [up, hole]
    for card in (*cards, -1):
        total, soft = total_of_values(hand)
        if not dealer_draws(total, soft, rules.hits_soft_17):
            return (5 if total > 21 else total - 17) | (len(hand) - 2) << short.DREW
        hand.append(card)
    return short.MORE


def _results(rules: BlackjackRules) -> NDArray[np.int64]:
    unit = unit_cents(rules)
    table = np.zeros((16, 8), np.int64)
    for standing in range(14):
        units, place = divmod(standing, 7)
        for ending in range(6):
            won = place > 0 and (ending == 5 or place > ending + 2)
            tied = place > 1 and place == ending + 2 and ending < 5
            table[standing, ending] = 0 if tied else (units + 1) * unit * (1 if won else -1)
        table[standing, _BLACKJACK] = -unit
    table[_NATURAL] = int(unit * rules.blackjack_odds.net)
    table[_NATURAL, _BLACKJACK] = 0
    table[_SURRENDERED] = -unit // 2
    return table.ravel()


def play_for(rules: BlackjackRules, strategy: str, setting: str) -> Play:
    """The named strategy: `basic`, or `composition`, which the setting of that name asks for too; or a file."""
    if strategy not in STRATEGIES:
        return play_from(Path(strategy), play_of(rules, "total"))
    return play_of(rules, "composition" if "composition" in (strategy, setting) else "total")


def whole_cents(net: Fraction, unit: int) -> int:
    cents = net * unit
    if cents.denominator != 1:
        raise ValueError(f"{net} of {unit} cents is not whole cents")
    return cents.numerator
