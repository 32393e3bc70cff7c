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

ACE = 12
SINGLES = 3
"""places of a hand's ranks: three groups, then the cards in no group"""


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


@njit
def house_front(counts, complete, rules):
    """The front the house way asks for, from the ranks with the joker as an ace (PG-27), and its rule; -1, -1
    where none fits. `rules` as `tables.encoded` writes them."""
    ranks = np.full(8, -1, np.int64)
    structure = 0
    groups, others = 0, SINGLES
    for size in range(5, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] != size:
                continue
            if size > 1:
                ranks[groups] = rank
                groups += 1
                structure = structure * 8 + size
            elif others < 6:
                ranks[others] = rank
                others += 1
    for row in range(rules.shape[0]):
        rule = rules[row]
        if rule[0] != structure:
            continue
        if rule[1] > 0 and (complete < 0 or (rule[1] == 2 and complete < FIRST_PAIR)):
            continue
        fits = True
        for place in range(5):
            if not rule[4 + 2 * place] <= ranks[place] <= rule[5 + 2 * place]:
                fits = False
        if not fits:
            continue
        if rule[14] < 0:
            return complete, rule[3]
        front = front_code(ranks[rule[14]], ranks[rule[15]])
        if rule[2] and front <= complete:
            continue
        return front, rule[3]
    return -1, -1


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
def rank_tables(lowest, rules):
    """For every rank type: best back above each front, highest front, best back, house way, ace-high?, suits,
    and the house way's rule (a back of 0: none fits, or it fouls)."""
    best = np.zeros((FRONTS, RANK_TYPES), np.uint16)
    top_front = np.zeros(RANK_TYPES, np.uint8)
    top_back = np.zeros(RANK_TYPES, np.uint16)
    house = np.zeros((2, RANK_TYPES), np.uint16)
    ace_high = np.zeros(RANK_TYPES, np.bool_)
    ways = np.zeros(RANK_TYPES, np.int64)
    rule = np.zeros(RANK_TYPES, np.int16)
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
                front, rule[place] = house_front(counts, complete, rules)
                if front >= 0:
                    house[0, place] = front
                    house[1, place] = backs[front]
                ace_high[place] = complete < 0 and counts[ACE] == 1 and counts.max() == 1
                place += 1
    return best, top_front, top_back, house, ace_high, ways, rule


@njit
def flush_tables(lowest, rules):
    """The same for every flush type, with its rank type; the arrangements include the four suits."""
    best = np.zeros((FRONTS, FLUSH_TYPES), np.uint16)
    top_front = np.zeros(FLUSH_TYPES, np.uint8)
    top_back = np.zeros(FLUSH_TYPES, np.uint16)
    house = np.zeros((2, FLUSH_TYPES), np.uint16)
    of_rank = np.zeros(FLUSH_TYPES, np.int32)
    ways = np.zeros(FLUSH_TYPES, np.int64)
    rule = np.zeros(FLUSH_TYPES, np.int16)
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
                front, rule[place] = house_front(counts, complete, rules)
                if front >= 0:
                    house[0, place] = front
                    house[1, place] = backs[front]
                of_rank[place] = rank_type(code, joker)
                ways[place] = 4 * OFF_WAYS[column]
                place += 1
    return best, top_front, top_back, house, of_rank, ways, rule


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
