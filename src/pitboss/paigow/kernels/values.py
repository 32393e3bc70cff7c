"""Hand values as small whole numbers that compare as the hands do.

A back is `category * 4096 + place + 1`, so nothing is 0; a front is 0..90: 78 hands without a pair, then
13 pairs. Ranks come as masks: m1 of the ranks there, m2 of those there at least twice, and so on.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from pitboss.compute.jit import inline, njit

STRAIGHT = 4 << 12
FLUSH = 5 << 12
FULL_HOUSE = 6 << 12
STRAIGHT_FLUSH = 8 << 12
ROYAL_FLUSH = 9 << 12
FIVE_ACES = 10 << 12
PAIR = 1 << 12
TWO_PAIR = 2 << 12

FRONTS = 91
FIRST_PAIR = 78
ACE_BIT = 1 << 12

WHEEL_MASK = 0b1000000001111


def _places(wheel_lowest: bool) -> list[tuple[int, int]]:
    """The ten straights as (mask, place 1..10)."""
    runs = [(0b11111 << low, low) for low in range(9)]
    if wheel_lowest:
        return [(WHEEL_MASK, 1)] + [(mask, low + 2) for mask, low in runs]
    return [(mask, low + 1 if low < 8 else 10) for mask, low in runs] + [(WHEEL_MASK, 9)]


def _straights() -> np.ndarray:
    """[wheel rule][joker?][mask of exactly the hand's ranks] -> place 1..10, or 0."""
    table = np.zeros((2, 2, 8192), np.uint8)
    for rule in (0, 1):
        for mask, place in _places(bool(rule)):
            table[rule, 0, mask] = place
            for rank in range(13):
                if mask >> rank & 1:
                    four = mask & ~(1 << rank)
                    table[rule, 1, four] = max(table[rule, 1, four], place)
    return table


def _mask_places() -> np.ndarray:
    """The place of a mask among the masks with as many bits: higher cards first to tell."""
    table = np.zeros(8192, np.int64)
    for bits in range(8):
        masks = sorted(sum(1 << r for r in ranks) for ranks in combinations(range(13), bits))
        for place, mask in enumerate(masks):
            table[mask] = place
    return table


def _highest_bits() -> np.ndarray:
    return np.array([max(mask.bit_length() - 1, 0) for mask in range(8192)], np.int64)


STRAIGHTS = _straights()
MASK_PLACE = _mask_places()
HIGHEST = _highest_bits()


@inline
def front_code(a, b):
    """Two ranks, the joker already an ace."""
    if a == b:
        return FIRST_PAIR + a
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@inline
def rank_code(m1, m2, m3, m4, five_aces):
    """What ranks alone make, straights aside."""
    if five_aces:
        return FIVE_ACES + 1
    if m4:
        return (7 << 12) + HIGHEST[m4] * 13 + HIGHEST[m1 & ~m4] + 1
    if m3:
        pair = m2 & ~m3
        if pair:
            return FULL_HOUSE + HIGHEST[m3] * 13 + HIGHEST[pair] + 1
        return (3 << 12) + HIGHEST[m3] * 78 + MASK_PLACE[m1 & ~m3] + 1
    if m2:
        high = HIGHEST[m2]
        low = m2 & ~(1 << high)
        if low:
            return TWO_PAIR + (high * 13 + HIGHEST[low]) * 13 + HIGHEST[m1 & ~m2] + 1
        return PAIR + high * 286 + MASK_PLACE[m1 & ~m2] + 1
    return MASK_PLACE[m1] + 1


@inline
def back_code(m1, m2, m3, m4, joker, suited, lowest):
    """Five cards; the masks are of the natural ones, `suited` whether these share a suit."""
    if m2 == 0:
        place = np.int64(STRAIGHTS[lowest, joker, m1])
        if suited:
            if place:
                return ROYAL_FLUSH + 10 if place == 10 else STRAIGHT_FLUSH + place
            filled = m1
            if joker:
                filled |= 1 << HIGHEST[0x1FFF & ~m1]
            return FLUSH + MASK_PLACE[filled] + 1
        if place:
            return STRAIGHT + place
    five = False
    if joker:
        five = m4 & ACE_BIT != 0
        m4 |= m3 & ACE_BIT
        m3 |= m2 & ACE_BIT
        m2 |= m1 & ACE_BIT
        m1 |= ACE_BIT
    return rank_code(m1, m2, m3, m4, five)


@inline
def is_foul(front, back, m1):
    """PG-05, with the back's ranks (the joker an ace) for the case of two hands without a pair."""
    if back >= TWO_PAIR:
        return False
    if front >= FIRST_PAIR:
        return back < PAIR or (back - PAIR - 1) // 286 < front - FIRST_PAIR
    if back >= PAIR:
        return False
    high = HIGHEST[m1]
    low = HIGHEST[m1 & ~(1 << high)]
    return high * (high - 1) // 2 + low < front


@njit
def set_code(front_cards, back_cards, lowest):
    """(front, back, foul?) of a setting given as card numbers; 52 is the joker."""
    a, b = front_cards[0], front_cards[1]
    front = front_code(12 if a == 52 else a >> 2, 12 if b == 52 else b >> 2)
    m1 = m2 = m3 = m4 = joker = 0
    suit = -1
    suited = True
    for card in back_cards:
        if card == 52:
            joker = 1
            continue
        if suit >= 0 and (card & 3) != suit:
            suited = False
        suit = card & 3
        bit = 1 << (card >> 2)
        m4 |= m3 & bit
        m3 |= m2 & bit
        m2 |= m1 & bit
        m1 |= bit
    back = back_code(m1, m2, m3, m4, joker, suited, lowest)
    ranks = m1 | ACE_BIT if joker else m1
    return front, back, is_foul(front, back, ranks)
