"""All settings of every hand type at once: the best back behind each front, and what the house way does."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.paigow.kernels.types import (
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FLUSH_TYPES,
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    OFF_HIGH,
    OFF_LOW,
    OFF_WAYS,
    POWER,
    RANK_TYPES,
    SUITED_MASKS,
    rank_type,
)
from pitboss.paigow.kernels.values import (
    ACE_BIT,
    FIRST_PAIR,
    FRONTS,
    FULL_HOUSE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    back_code,
    front_code,
    is_foul,
)

OFF_SUIT, SUITED, JOKER = 0, 1, 2

KING, ACE, JACK, TEN = 11, 12, 9, 8


@njit
def fill_backs(ranks, kinds, lowest, backs):
    """The best legal back behind each front (0: none), and the highest front before a complete hand (or -1)."""
    backs[:] = 0
    complete = -1
    for i in range(7):
        for j in range(i):
            front = front_code(ranks[i], ranks[j])
            m1 = m2 = m3 = m4 = joker = 0
            suited = True
            for k in range(7):
                if k in (i, j):
                    continue
                if kinds[k] == JOKER:
                    joker = 1
                    continue
                if kinds[k] == OFF_SUIT:
                    suited = False
                bit = 1 << ranks[k]
                m4 |= m3 & bit
                m3 |= m2 & bit
                m2 |= m1 & bit
                m1 |= bit
            back = back_code(m1, m2, m3, m4, joker, suited, lowest)
            if is_foul(front, back, m1 | ACE_BIT if joker else m1):
                continue
            if back > backs[front]:
                backs[front] = back
            if (
                front > complete
                and (STRAIGHT <= back < FULL_HOUSE or back >= STRAIGHT_FLUSH)
                and back < (10 << 12)
            ):
                complete = front
    return complete


@inline
def _keeps(rule, high, low):
    """The conditions of `house_way.Keep` in its order."""
    if rule == 1:
        return high >= KING
    if rule == 2:
        return high == ACE
    if rule == 3:
        return high == ACE and low >= JACK
    return rule == 4


@njit
def house_front(counts, complete, two_pair, four, ace_before_high_pair, kings_before_five_aces):
    """The front the house way asks for, from the ranks with the joker as an ace (PG-27)."""
    fours = threes = pair = pair_low = -1
    threes_n = pairs_n = 0
    singles = np.full(7, -1, np.int64)
    n = 0
    for rank in range(12, -1, -1):
        count = counts[rank]
        if count == 5:
            if kings_before_five_aces and counts[KING] == 2:
                return FIRST_PAIR + KING
            return FIRST_PAIR + ACE
        if count == 4:
            fours = rank
        elif count == 3:
            threes_n += 1
            if threes < 0:
                threes = rank
        elif count == 2:
            pairs_n += 1
            if pair < 0:
                pair = rank
            elif pair_low < 0:
                pair_low = rank
        elif count == 1:
            singles[n] = rank
            n += 1
    if fours >= 0:
        if pair >= 0:
            return FIRST_PAIR + pair
        if threes >= 0:
            return FIRST_PAIR + threes
        if _keeps(four[fours], singles[0], singles[1]):
            return front_code(singles[0], singles[1])
        return FIRST_PAIR + fours
    if threes_n == 2:
        return FIRST_PAIR + threes
    if threes >= 0 and pair >= 0:
        return FIRST_PAIR + pair
    if pairs_n == 3:
        return FIRST_PAIR + pair
    if pairs_n == 2:
        if _keeps(two_pair[pair, pair_low], singles[0], singles[1]):
            return front_code(singles[0], singles[1])
        return FIRST_PAIR + pair_low
    if complete >= 0:
        if ace_before_high_pair and threes < 0 and TEN <= pair <= KING and singles[0] == ACE:
            return max(complete, front_code(singles[0], singles[1]))
        return complete
    if threes == ACE:
        return front_code(ACE, singles[0])
    if threes >= 0 or pair >= 0:
        return front_code(singles[0], singles[1])
    return front_code(singles[1], singles[2])


@njit
def rank_cards(h, low, joker, ranks, kinds, counts):
    """Write out a rank type's cards; `counts` has the joker as an ace. Returns its arrangements of suits."""
    n = 0
    ways = 1
    counts[:] = 0
    for rank in range(13):
        count = LOW[low, rank] if rank < 7 else HIGH[h, rank - 7]
        for _ in range(count):
            ranks[n] = rank
            kinds[n] = OFF_SUIT
            n += 1
        counts[rank] = count
        if count == 1 or count == 3:
            ways *= 4
        elif count == 2:
            ways *= 6
    if joker:
        ranks[n] = ACE
        kinds[n] = JOKER
        counts[ACE] += 1
    return ways


@inline
def _best_behind(backs, best, place):
    """best[F, place]: the best back behind a front above F. Returns the highest front and the best back."""
    most = np.uint16(0)
    top = 0
    for front in range(FRONTS - 1, -1, -1):
        best[front, place] = most
        if backs[front] > most:
            if most == 0:
                top = front
            most = backs[front]
    return top, most


@njit
def rank_tables(lowest, two_pair, four, ace_rule, kings_rule):
    """For every rank type: best back above each front, highest front, best back, house way, ace-high?, suits."""
    best = np.zeros((FRONTS, RANK_TYPES), np.uint16)
    top_front = np.zeros(RANK_TYPES, np.uint8)
    top_back = np.zeros(RANK_TYPES, np.uint16)
    house = np.zeros((2, RANK_TYPES), np.uint16)
    ace_high = np.zeros(RANK_TYPES, np.bool_)
    ways = np.zeros(RANK_TYPES, np.int64)
    backs = np.zeros(FRONTS, np.uint16)
    ranks = np.zeros(7, np.int64)
    kinds = np.zeros(7, np.int64)
    counts = np.zeros(13, np.int64)
    place = 0
    for joker in range(2):
        for h in range(HIGH.shape[0]):
            size = 7 - joker - HIGH_SIZE[h]
            if size < 0:
                continue
            for low in range(LOW_START[size], LOW_START[size + 1]):
                ways[place] = rank_cards(h, low, joker, ranks, kinds, counts)
                complete = fill_backs(ranks, kinds, lowest, backs)
                top_front[place], top_back[place] = _best_behind(backs, best, place)
                front = house_front(counts, complete, two_pair, four, ace_rule, kings_rule)
                house[0, place] = front
                house[1, place] = backs[front]
                ace_high[place] = complete < 0 and counts[ACE] == 1 and counts.max() == 1
                place += 1
    return best, top_front, top_back, house, ace_high, ways


@njit
def flush_tables(lowest, two_pair, four, ace_rule, kings_rule):
    """The same for every flush type, with its rank type; the arrangements include the four suits."""
    best = np.zeros((FRONTS, FLUSH_TYPES), np.uint16)
    top_front = np.zeros(FLUSH_TYPES, np.uint8)
    top_back = np.zeros(FLUSH_TYPES, np.uint16)
    house = np.zeros((2, FLUSH_TYPES), np.uint16)
    of_rank = np.zeros(FLUSH_TYPES, np.int32)
    ways = np.zeros(FLUSH_TYPES, np.int64)
    backs = np.zeros(FRONTS, np.uint16)
    ranks = np.zeros(7, np.int64)
    kinds = np.zeros(7, np.int64)
    counts = np.zeros(13, np.int64)
    place = 0
    for family in range(FAMILIES):
        joker = FAMILY_JOKER[family]
        for m in range(FAMILY_MASKS[family]):
            mask = SUITED_MASKS[family, m]
            for column in range(FAMILY_COLUMN[family], FAMILY_COLUMN[family] + FAMILY_COLUMNS[family]):
                code = flush_cards(mask, column, joker, ranks, kinds, counts)
                complete = fill_backs(ranks, kinds, lowest, backs)
                top_front[place], top_back[place] = _best_behind(backs, best, place)
                front = house_front(counts, complete, two_pair, four, ace_rule, kings_rule)
                house[0, place] = front
                house[1, place] = backs[front]
                of_rank[place] = rank_type(code, joker)
                ways[place] = 4 * OFF_WAYS[column]
                place += 1
    return best, top_front, top_back, house, of_rank, ways


@njit
def flush_cards(mask, column, joker, ranks, kinds, counts):
    """Write out a flush type's cards; returns the code of its rank type."""
    n = 0
    code = 0
    counts[:] = 0
    for rank in range(13):
        if mask >> rank & 1:
            ranks[n] = rank
            kinds[n] = SUITED
            n += 1
            counts[rank] += 1
            code += POWER[rank]
    for rank in (OFF_HIGH[column], OFF_LOW[column]):
        if rank >= 0:
            ranks[n] = rank
            kinds[n] = OFF_SUIT
            n += 1
            counts[rank] += 1
            code += POWER[rank]
    if joker:
        ranks[n] = ACE
        kinds[n] = JOKER
        counts[ACE] += 1
    return code
