"""The types of seven cards that matter (rank multisets, and hands with a flush), and tables over all of them.

Without five of a suit (the joker counting) only ranks matter: 67,600 rank types. A flush's suit is
unique, so such a hand is its ranks in that suit and its ranks outside it: 224,653 flush types.

A rank type is numbered by block: joker or not, the upper six ranks, then the lower seven, so that a
block is contiguous and a product of binomials over ranks splits into an upper and a lower factor.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from pitboss.compute.jit import inline, njit

LOW_RANKS = 7
HIGH_RANKS = 6


def _counts(ranks: int) -> list[tuple[int, ...]]:
    """Numbers of each rank, at most four each and seven together, ordered by how many cards that is."""
    found = [c for c in product(range(5), repeat=ranks) if sum(c) <= 7]
    return sorted(found, key=lambda c: (sum(c), c))


def _by_code(counts: list[tuple[int, ...]]) -> np.ndarray:
    table = np.full(5 ** len(counts[0]), -1, np.int32)
    for place, c in enumerate(counts):
        table[sum(n * 5**i for i, n in enumerate(c))] = place
    return table


_LOW, _HIGH = _counts(LOW_RANKS), _counts(HIGH_RANKS)
LOW = np.array(_LOW, np.int8)
HIGH = np.array(_HIGH, np.int8)
LOW_SIZE = LOW.sum(axis=1).astype(np.int64)
HIGH_SIZE = HIGH.sum(axis=1).astype(np.int64)
LOW_START = np.searchsorted(LOW_SIZE, np.arange(9))
"""where the lower parts with 0, 1 .. 7 cards begin"""
LOW_BY_CODE = _by_code(_LOW)
HIGH_BY_CODE = _by_code(_HIGH)


def _blocks() -> np.ndarray:
    """[joker][upper part] -> number of the block's first rank type, minus where its lower parts begin."""
    starts = np.zeros((2, len(HIGH)), np.int64)
    at = 0
    for joker in (0, 1):
        for h, size in enumerate(HIGH_SIZE):
            cards = 7 - joker - size
            starts[joker, h] = at - (LOW_START[cards] if cards >= 0 else 0)
            at += LOW_START[cards + 1] - LOW_START[cards] if cards >= 0 else 0
    return starts


BLOCK = _blocks()
RANK_TYPES = 67_600
FIRST_JOKER = 49_205
"""rank types from here on have the joker"""

POWER = np.array([5**r if r < LOW_RANKS else 5 ** (r - LOW_RANKS) << 32 for r in range(13)], np.int64)
"""add these up over the natural cards: lower code in the low half, upper code in the high half"""


@inline
def rank_type(code, joker):
    """The number of a rank type from the sum of `POWER`."""
    return BLOCK[joker, HIGH_BY_CODE[code >> 32]] + LOW_BY_CODE[code & 0xFFFFFFFF]


# Flush types.

MASKS = [
    np.array(sorted(sum(1 << r for r in c) for c in combinations(range(13), k)), np.int64) for k in range(8)
]
MASKS4, MASKS5, MASKS6, MASKS7 = MASKS[4], MASKS[5], MASKS[6], MASKS[7]

_PAIRS = [(a, b) for a in range(13) for b in range(a + 1)]
OFF_HIGH = np.array([a for a, _ in _PAIRS] + list(range(13)) + [-1], np.int64)
OFF_LOW = np.array([b for _, b in _PAIRS] + [-1] * 14, np.int64)
"""the ranks outside the suit, by column: 91 pairs, 13 single cards, and none (-1: no card)"""
COLUMNS = 105
OFF_WAYS = np.array([9 if a > b else 3 for a, b in _PAIRS] + [3] * 13 + [1], np.int64)
"""suits those cards can have"""

FAMILY_JOKER = np.array([0, 0, 0, 1, 1, 1], np.int64)
FAMILY_SUITED = np.array([5, 6, 7, 4, 5, 6], np.int64)
FAMILY_COLUMN = np.array([0, 91, 104, 0, 91, 104], np.int64)
FAMILY_COLUMNS = np.array([91, 13, 1, 91, 13, 1], np.int64)
FAMILY_MASKS = np.array([1287, 1716, 1716, 715, 1287, 1716], np.int64)
FAMILY_START = np.concatenate([[0], np.cumsum(FAMILY_COLUMNS * FAMILY_MASKS)])
"""six families of flush types by joker and number of suited cards; within one, by mask, then column"""
FLUSH_TYPES = 224_653
FAMILIES = 6

SUITED_MASKS = np.zeros((FAMILIES, 1716), np.int64)
for _family in range(FAMILIES):
    _masks = MASKS[FAMILY_SUITED[_family]]
    SUITED_MASKS[_family, : len(_masks)] = _masks


@inline
def off_column(a, b):
    """The column of two ranks outside the suit, -1 for none."""
    if a < 0:
        return 104
    if b < 0:
        return 91 + a
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@inline
def flush_type(mask_place, suited, joker, column):
    """The number of a flush type."""
    family = 3 * joker + suited - 5 + joker
    return FAMILY_START[family] + mask_place * FAMILY_COLUMNS[family] + column - FAMILY_COLUMN[family]


# Hand values as small whole numbers that compare as the hands do.
#
# A back is `category * 4096 + place + 1`, so nothing is 0; a front is 0..90: 78 hands without a pair, then
# 13 pairs. Ranks come as masks: m1 of the ranks there, m2 of those there at least twice, and so on.

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


# All settings of every hand type at once: the best back behind each front, and what the house way does.

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


@inline
def read_places(counts, ranks):
    """Fill in the ranks by their places (groups, then the cards in no group); returns the pair structure."""
    ranks[:] = -1
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
    return structure


@njit
def house_front(counts, complete, rules):
    """The front the house way asks for, from the ranks with the joker as an ace (PG-27), and its rule; -1, -1
    where none fits. `rules` as `tables.encoded` writes them."""
    ranks = np.full(8, -1, np.int64)
    structure = read_places(counts, ranks)
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


# Which bonus lines every hand type fits, as bits in the order of `pitboss.cardplay.paigow.hands.HANDS`.

SEVEN, ROYAL_MATCH, SEVEN_JOKER, BONUS_FIVE_ACES, ROYAL, BONUS_STRAIGHT_FLUSH = 1, 2, 4, 8, 16, 32
FOUR, BONUS_FULL_HOUSE, BONUS_FLUSH, THREE, BONUS_STRAIGHT, THREE_PAIR = 64, 128, 256, 512, 1024, 2048

WHEEL = 0b1000000001111
ROYAL_RANKS = 0b1111100000000
RUNS = np.array([WHEEL] + [0b11111 << low for low in range(9)], np.int64)
SEVEN_RUNS = np.array([0b1000000111111] + [0b1111111 << low for low in range(7)], np.int64)
KING_AND_QUEEN = 11 * 12 // 2 + 10
"""their column among the pairs outside the suit"""


@inline
def bits_in(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@inline
def _has_run(mask, joker):
    found = False
    for run in RUNS:
        found |= bits_in(mask & run) >= 5 - joker
    return found


@inline
def _rank_bits(counts, mask, joker):
    bits = 0
    most = second = pairs = 0
    for count in counts:
        if count > most:
            second = most
            most = count
        elif count > second:
            second = count
        if count >= 2:
            pairs += 1
    if most == 5:
        bits |= BONUS_FIVE_ACES
    if most >= 4:
        bits |= FOUR
    if most >= 3:
        bits |= THREE
        if second >= 2:
            bits |= BONUS_FULL_HOUSE
    if pairs >= 3:
        bits |= THREE_PAIR
    if _has_run(mask, joker):
        bits |= BONUS_STRAIGHT
    return bits


@njit
def rank_fits():
    """By rank type: the lines, and the arrangements of suits."""
    fits = np.zeros(RANK_TYPES, np.uint16)
    ways = np.zeros(RANK_TYPES, np.int64)
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
                mask = 0
                for i in range(7 - joker):
                    mask |= 1 << ranks[i]
                fits[place] = _rank_bits(counts, mask, joker)
                place += 1
    return fits, ways


@njit
def flush_fits():
    """By flush type: the lines, the rank type, the arrangements of suits.

    ROYAL_MATCH is set where the two cards outside the suit are king and queen; of their nine pairs of suits
    only the three with equal suits count (FU-16)."""
    fits = np.zeros(FLUSH_TYPES, np.uint16)
    of_rank = np.zeros(FLUSH_TYPES, np.int64)
    ways = np.zeros(FLUSH_TYPES, np.int64)
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
                of_rank[place] = rank_type(code, joker)
                ways[place] = 4 * OFF_WAYS[column]
                all_ranks = 0
                for i in range(7 - joker):
                    all_ranks |= 1 << ranks[i]
                bits = BONUS_FLUSH | _rank_bits(counts, all_ranks, joker)
                if _has_run(mask, joker):
                    bits |= BONUS_STRAIGHT_FLUSH
                if bits_in(mask & ROYAL_RANKS) >= 5 - joker:
                    bits |= ROYAL
                    if column == KING_AND_QUEEN:
                        bits |= ROYAL_MATCH
                if FAMILY_SUITED[family] + joker == 7:
                    for run in SEVEN_RUNS:
                        if mask & ~run == 0:
                            bits |= SEVEN_JOKER if joker else SEVEN
                fits[place] = bits
                place += 1
    return fits, of_rank, ways


# The type of a hand of seven cards.

JOKER = 52


@inline
def hand_type(cards, at):
    """(joker, flush?, number of the type, whether two cards outside the flush suit share theirs)."""
    code = np.int64(0)
    counts = np.int64(0)
    joker = 0
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            joker = 1
        else:
            code += POWER[card >> 2]
            counts += np.int64(1) << ((card & 3) << 3)
    suit = np.int64(-1)
    for s in range(4):
        if (counts >> (s << 3)) & 255 >= 5 - joker:
            suit = np.int64(s)
    if suit < 0:
        return joker, False, rank_type(code, joker), False
    mask = np.int64(0)
    suited = 0
    high = low = np.int64(-1)
    high_suit = low_suit = np.int64(-1)
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            continue
        if card & 3 == suit:
            mask |= np.int64(1) << (card >> 2)
            suited += 1
        elif high < 0:
            high = card >> 2
            high_suit = card & 3
        else:
            low = card >> 2
            low_suit = card & 3
    place = flush_type(MASK_PLACE[mask], suited, joker, off_column(high, low))
    return joker, True, place, high_suit == low_suit
