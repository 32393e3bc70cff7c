"""What every setting of the dealer's hands is worth, by types. `way_values` explains the method; names follow it."""

from __future__ import annotations

import numpy as np

from pitboss.cardplay.paigow.deal_kernels import parts_of
from pitboss.cardplay.paigow.kernels import (
    BLOCK,
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FLUSH_TYPES,
    FRONTS,
    HIGH,
    HIGH_SIZE,
    LOW_START,
    RANK_TYPES,
    SUITED_MASKS,
    fill_backs,
    flush_cards,
    front_code,
    rank_cards,
    rank_type,
    read_places,
)
from pitboss.compute.jit import inline, njit

ACTION_COUNT = 11
COMPLETE_ACTION = 10
PLACES = 6
TYPES = RANK_TYPES + FLUSH_TYPES


@inline
def _fronts_of(structure, ranks, complete, by_structure, action_places, fronts):
    """The front of each action; -1 where the cards have none."""
    number = by_structure[structure]
    for action in range(ACTION_COUNT):
        front = complete
        if action != COMPLETE_ACTION:
            one, other = action_places[number, action, 0], action_places[number, action, 1]
            front = front_code(ranks[one], ranks[other]) if one >= 0 else -1
        fronts[action] = front
    return number


@inline
def _asked_of(backs, fronts, asked):
    """Mark the settings to be priced: those no other is as good as in both hands, and those of the actions."""
    asked[:] = False
    most = 0
    for front in range(FRONTS - 1, -1, -1):
        if backs[front] > most:
            most = backs[front]
            asked[front] = True
    for action in range(ACTION_COUNT):
        if fronts[action] >= 0 and backs[fronts[action]] > 0:
            asked[fronts[action]] = True


@njit
def read_types(lowest, by_structure, action_places):
    """Of every type, rank types first: structure, ranks by place, the highest front before a straight or flush
    (-1: none), the actions' fronts (-1: none; one that is not asked is a foul), and the settings asked for. A flush
    type is first asked all that its rank type is, in the same order."""
    kinds = np.zeros(TYPES, np.int8)
    places = np.zeros((TYPES, PLACES), np.int8)
    completes = np.zeros(TYPES, np.int8)
    fronts = np.zeros((TYPES, ACTION_COUNT), np.int8)
    of_rank = np.zeros(FLUSH_TYPES, np.int32)
    start = np.zeros(TYPES + 1, np.int64)
    ask_front = np.zeros(4_600_000, np.int8)
    ask_back = np.zeros(4_600_000, np.uint16)
    backs = np.zeros(FRONTS, np.uint16)
    asked = np.zeros(FRONTS, np.bool_)
    ranks, of_place = np.zeros(7, np.int64), np.zeros(8, np.int64)
    suits = np.zeros(7, np.int64)
    counts = np.zeros(13, np.int64)
    place = at = 0
    for joker in range(2):
        for h in range(HIGH.shape[0]):
            size = 7 - joker - HIGH_SIZE[h]
            if size < 0:
                continue
            for low in range(LOW_START[size], LOW_START[size + 1]):
                rank_cards(h, low, joker, ranks, suits, counts)
                complete = fill_backs(ranks, suits, lowest, backs)
                structure = read_places(counts, of_place)
                kinds[place] = _fronts_of(
                    structure, of_place, complete, by_structure, action_places, fronts[place]
                )
                places[place] = of_place[:PLACES]
                completes[place] = complete
                _asked_of(backs, fronts[place], asked)
                start[place] = at
                for front in range(FRONTS):
                    if asked[front]:
                        ask_front[at], ask_back[at] = front, backs[front]
                        at += 1
                place += 1
    for family in range(FAMILIES):
        joker = FAMILY_JOKER[family]
        for m in range(FAMILY_MASKS[family]):
            mask = SUITED_MASKS[family, m]
            for column in range(FAMILY_COLUMN[family], FAMILY_COLUMN[family] + FAMILY_COLUMNS[family]):
                code = flush_cards(mask, column, joker, ranks, suits, counts)
                below = rank_type(code, joker)
                of_rank[place - RANK_TYPES] = below
                complete = fill_backs(ranks, suits, lowest, backs)
                structure = read_places(counts, of_place)
                kinds[place] = _fronts_of(
                    structure, of_place, complete, by_structure, action_places, fronts[place]
                )
                places[place] = of_place[:PLACES]
                completes[place] = complete
                _asked_of(backs, fronts[place], asked)
                start[place] = at
                for i in range(start[below], start[below + 1]):
                    front = ask_front[i]
                    ask_front[at], ask_back[at] = front, ask_back[i]
                    at += 1
                    if backs[front] == ask_back[i]:
                        asked[front] = False
                for front in range(FRONTS):
                    if asked[front]:
                        ask_front[at], ask_back[at] = front, backs[front]
                        at += 1
                place += 1
    start[place] = at
    return kinds, places, completes, fronts, of_rank, start, ask_front[:at].copy(), ask_back[:at].copy()


@njit
def rank_asks(dealers, backs, behind, top_back, counts, alone, joker_start, choose_high, choose_low):
    """What settings with one front are worth to hands taken by their ranks: against every player, and against
    players taken by their ranks alone.

    `counts` and `alone` are, by the player's rank type, what a hand counts, what more where the back behind the
    front is above the dealer's, and what more where the player's best back is."""
    result = np.zeros((2, dealers.size), np.int64)
    base, more, most = counts
    base_alone, more_alone, most_alone = alone
    for i in range(dealers.size):
        limit = np.int32(backs[i])
        joker, high, low = parts_of(dealers[i], joker_start)
        whole = ranks = np.int64(0)
        for other_joker in range(2 - joker):
            for h in range(HIGH.shape[0]):
                cards = 7 - other_joker - HIGH_SIZE[h]
                factor = np.int64(choose_high[high, h])
                if cards < 0 or factor == 0:
                    continue
                begin, end = LOW_START[cards], LOW_START[cards + 1]
                weights = choose_low[low, begin:end]
                begin += BLOCK[other_joker, h]
                end += BLOCK[other_joker, h]
                one, other = _two_sums(
                    weights, behind[begin:end], top_back[begin:end], limit,
                    base[begin:end], more[begin:end], most[begin:end],
                    base_alone[begin:end], more_alone[begin:end], most_alone[begin:end],
                )  # fmt: skip
                whole += factor * one
                ranks += factor * other
        result[0, i] = whole
        result[1, i] = ranks
    return result


@inline
def _two_sums(weights, behind, top_back, limit, base, more, most, base_alone, more_alone, most_alone):
    whole = ranks = np.int64(0)
    for i in range(weights.size):
        won = np.int32(-np.int32(behind[i] > limit))
        held = np.int32(-np.int32(top_back[i] > limit))
        weight = np.int64(weights[i])
        whole += weight * np.int64(np.int32(base[i] + (more[i] & won) + (most[i] & held)))
        ranks += weight * np.int64(np.int32(base_alone[i] + (more_alone[i] & won) + (most_alone[i] & held)))
    return whole, ranks


# The best rule to add to a house way at one place: every rule of the vocabulary is weighed. `way_search` explains
# the method; names follow it.
#
# What a rule gains is a sum over the classes it would set. For each front and each pair of names the classes' gains are
# laid out by the two ranks; every range of both is then four corners of one table of sums.

RANKS = 13
STRUCTURES = 13
KINDS = 5
"""what may be asked of a straight or flush: nothing; one in back; behind a pair; either with the higher front"""
BEHIND_OF = np.array([0, 1, 2, 1, 2], np.int64)
HIGHER_OF = np.array([0, 0, 0, 1, 1], np.int64)
FIELDS = 9
"""of a found rule: gain, action, kind, combination of names, least and most of each rank, structures"""


@njit
def best_insertions(
    start, named, known, available, behind, higher, legal, worth, current, alive, combinations
):
    """For each action and kind the rule that gains most on the classes alive; a gain of 0: none gains."""
    found = np.zeros((ACTION_COUNT * KINDS, FIELDS), np.int64)
    total = np.zeros((RANKS * RANKS, RANKS * RANKS), np.int64)
    masks = np.zeros((RANKS * RANKS, RANKS * RANKS), np.int16)
    sums = np.zeros((RANKS + 1, RANKS + 1), np.int64)
    fouls = np.zeros((RANKS + 1, RANKS + 1), np.int32)
    fits = np.zeros(behind.size, np.int64)
    for action in range(ACTION_COUNT):
        for kind in range(KINDS):
            if action == COMPLETE_ACTION and kind not in (1, 2):
                continue
            row = found[action * KINDS + kind]
            row[1], row[2] = action, kind
            many = _fitting(start, available, behind, higher, alive, action, kind, fits)
            if many[STRUCTURES] == 0:
                continue
            for c in range(combinations.shape[0]):
                one, other = combinations[c]
                total[:], masks[:] = 0, 0
                some = False
                first = 0
                for s in range(STRUCTURES):
                    here = fits[first : first + many[s]]
                    first += many[s]
                    if here.size == 0 or not (_has(known, s, one) and _has(known, s, other)):
                        continue
                    sums[:], fouls[:] = 0, 0
                    for i in here:
                        a = named[i, one] + 1 if one >= 0 else 1
                        b = named[i, other] + 1 if other >= 0 else 1
                        if legal[i] >> action & 1:
                            sums[a, b] += worth[i, action] - current[i]
                        else:
                            fouls[a, b] += 1
                    some |= _weigh(sums, fouls, one >= 0, other >= 0, 1 << s, total, masks)
                if some:
                    _take(total, masks, one >= 0, other >= 0, c, row)
    return found


@inline
def _has(known, structure, name):
    return name < 0 or known[structure, name]


@inline
def _fitting(start, available, behind, higher, alive, action, kind, fits):
    """The classes a rule of this action and kind may set, whatever their ranks; how many by structure, and in all."""
    many = np.zeros(STRUCTURES + 1, np.int64)
    at = 0
    for s in range(STRUCTURES):
        if not available[s, action]:
            continue
        for i in range(start[s], start[s + 1]):
            if (
                alive[i]
                and behind[i] >= BEHIND_OF[kind]
                and (HIGHER_OF[kind] == 0 or higher[i] >> action & 1)
            ):
                fits[at] = i
                at += 1
                many[s] += 1
    many[STRUCTURES] = at
    return many


@inline
def _weigh(sums, fouls, first, second, mask, total, masks):
    """Add what the ranges of one structure gain, where they gain and set no foul."""
    for a in range(1, RANKS + 1):
        for b in range(1, RANKS + 1):
            sums[a, b] += sums[a - 1, b] + sums[a, b - 1] - sums[a - 1, b - 1]
            fouls[a, b] += fouls[a - 1, b] + fouls[a, b - 1] - fouls[a - 1, b - 1]
    some = False
    for low in range(RANKS if first else 1):
        for high in range(low, RANKS if first else 1):
            left, right = (low, high + 1) if first else (0, 1)
            row = total[low * RANKS + high]
            row_masks = masks[low * RANKS + high]
            for least in range(RANKS if second else 1):
                for most in range(least, RANKS if second else 1):
                    down, up = (least, most + 1) if second else (0, 1)
                    gain = sums[right, up] - sums[left, up] - sums[right, down] + sums[left, down]
                    if gain > 0 and (
                        fouls[right, up] - fouls[left, up] - fouls[right, down] + fouls[left, down] == 0
                    ):
                        row[least * RANKS + most] += gain
                        row_masks[least * RANKS + most] |= mask
                        some = True
    return some


@inline
def _take(total, masks, first, second, combination, row):
    """The most that is gained, the widest ranges first."""
    for low in range(RANKS if first else 1):
        for high in range(RANKS - 1 if first else 0, low - 1, -1):
            for least in range(RANKS if second else 1):
                for most in range(RANKS - 1 if second else 0, least - 1, -1):
                    gain = total[low * RANKS + high, least * RANKS + most]
                    if gain > row[0]:
                        row[0], row[3], row[8] = (
                            gain, combination, masks[low * RANKS + high, least * RANKS + most],
                        )  # fmt: skip
                        row[4], row[5], row[6], row[7] = low, high, least, most
