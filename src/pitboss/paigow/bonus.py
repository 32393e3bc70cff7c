"""The lines of the Fortune Bonus and the jackpots: which of them seven cards fit (FU-13 .. FU-17, JP-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from pitboss.approvals import PayTable
from pitboss.cards import JOKER, KING, QUEEN, Card, rank_of, suit_of
from pitboss.paigow.hands import Category, back_value, plays_as

SEVEN_NATURAL: Final = "seven-card-straight-flush"
SEVEN_WITH_JOKER: Final = "seven-card-straight-flush-joker"
HANDS: Final = (
    SEVEN_NATURAL,
    "royal-flush-royal-match",
    SEVEN_WITH_JOKER,
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "three-of-a-kind",
    "straight",
    "three-pair",
)
"""every line a table may have, in the order they are printed"""

SEVEN_RUNS: Final = tuple(frozenset((low + step) % 13 for step in range(7)) for low in range(-1, 7))
"""ace to seven up to eight to ace, never around the ace (FU-15)"""


def fits(cards: Sequence[Card]) -> tuple[str, ...]:
    """All hands of `HANDS` that are among the seven cards, in that order."""
    found = set(_fits(cards))
    return tuple(hand for hand in HANDS if hand in found)


def _fits(cards: Sequence[Card]) -> Iterator[str]:
    fives = {back_value(five).category: five for five in combinations(cards, 5)}
    if seven := seven_card_straight_flush(cards):
        yield seven
    if Category.ROYAL_FLUSH in fives:
        yield "royal-flush"
        if has_royal_match(cards):
            yield "royal-flush-royal-match"
    if fives.keys() & {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
        yield from ("straight-flush", "flush", "straight")
    if Category.FLUSH in fives:
        yield "flush"
    if Category.STRAIGHT in fives:
        yield "straight"
    counts = sorted(Counter(plays_as(c) for c in cards).values(), reverse=True)
    if counts[0] == 5:
        yield "five-aces"
    if counts[0] >= 4:
        yield "four-of-a-kind"
    if counts[0] >= 3:
        yield "three-of-a-kind"
        if counts[1] >= 2:
            yield "full-house"
    if len(counts) >= 3 and counts[2] >= 2:
        yield "three-pair"


def seven_card_straight_flush(cards: Sequence[Card]) -> str | None:
    """Seven suited cards in sequence; six in sequence and one other are a plain straight flush (FU-15)."""
    natural = [c for c in cards if c != JOKER]
    ranks = {rank_of(c) for c in natural}
    if len({suit_of(c) for c in natural}) > 1 or not any(ranks <= run for run in SEVEN_RUNS):
        return None
    return SEVEN_NATURAL if len(natural) == 7 else SEVEN_WITH_JOKER


def has_royal_match(cards: Sequence[Card]) -> bool:
    """A royal with the natural king and queen of one suit as the other two cards (FU-16)."""
    for match in combinations(cards, 2):
        if JOKER not in match and {rank_of(c) for c in match} == {KING, QUEEN}:
            rest = [c for c in cards if c not in match]
            if suit_of(match[0]) == suit_of(match[1]) and back_value(rest).category is Category.ROYAL_FLUSH:
                return True
    return False


def line_of(table: PayTable, fitting: Sequence[str], options: Mapping[str, str]) -> str | None:
    """The highest printed line the cards fit (FU-14, FU-17, JP-26), or None.

    A bare "7 card straight flush" takes the joker too unless the house says natural only (JP-25)."""
    found = set(fitting)
    bare = table.rules.get("straight_flush_7") == "option"
    if bare and options.get("straight_flush_7", "any") == "any" and SEVEN_WITH_JOKER in found:
        found.add(SEVEN_NATURAL)
    return next((line.hand for line in table.lines if line.hand in found), None)
