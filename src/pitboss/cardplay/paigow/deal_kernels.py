"""Counting deals of two seven-card hands by types. `solution` explains the method; names follow it.

`best[F, type]` is the best back a player's type can put behind a front above F; a dealer's set hand
(F, B) is beaten twice if that is above B, and twice lost to if neither highest front nor best back gets there.
"""

from __future__ import annotations

import numpy as np

from pitboss.cardplay.paigow.kernels import (
    BLOCK,
    COLUMNS,
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FAMILY_START,
    FIVE_ACES,
    FLUSH,
    FLUSH_TYPES,
    FRONTS,
    FULL_HOUSE,
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    OFF_HIGH,
    OFF_LOW,
    RANK_TYPES,
    STRAIGHT_FLUSH,
    SUITED_MASKS,
)
from pitboss.compute.jit import inline, njit

CHOOSE = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.int32
)
LEVELS = 3
"""dealer's backs a flush beats; full houses and fours, which a straight flush beats; five aces"""


@njit
def arrangements(front, level, ranks, flushes, rank_suits):
    """How many arrangements of suits of each rank type win and lose against (front, a back of that level).

    Four arrays by rank type: winning where the ranks alone do not win, and how many more where they do;
    losing where the ranks' best back is not above, and how many more (fewer) where it is."""
    best, top_front, top_back = ranks
    flush_best, flush_top_front, flush_top_back, of_rank, ways = flushes
    win_above = rank_suits.copy()
    win_below = np.zeros(RANK_TYPES, np.int32)
    lose_below = np.zeros(RANK_TYPES, np.int32)
    lose_above = np.zeros(RANK_TYPES, np.int32)
    beats = FLUSH if level == 0 else STRAIGHT_FLUSH if level == 1 else FIVE_ACES
    plain = rank_suits.copy()
    for t in range(of_rank.size):
        plain[of_rank[t]] -= ways[t]
    for p in range(RANK_TYPES):
        win_above[p] = plain[p]
        if top_front[p] <= front:
            lose_below[p] = plain[p]
    odd = 0
    for t in range(of_rank.size):
        p = of_rank[t]
        back = flush_best[front, t]
        if back == best[front, p]:
            win_above[p] += ways[t]
        elif back >= beats:
            win_above[p] += ways[t]
            win_below[p] += ways[t]
        elif back != 0 and (level == 0 or (level == 1 and back >= FULL_HOUSE)):
            odd += 1
        if flush_top_front[t] <= front:
            back = flush_top_back[t]
            if back == top_back[p]:
                lose_below[p] += ways[t]
            elif back < beats:
                if level == 0 or (level == 1 and back >= FULL_HOUSE):
                    odd += 1
                lose_below[p] += ways[t]
                lose_above[p] += ways[t]
    if odd:
        raise ValueError("a flush type is set neither as its ranks are nor with its flush in back")
    return win_below, win_above - win_below, lose_below, lose_above - lose_below


@njit
def products():
    """Ways to choose one hand's suits after another's: [part chosen, part before it], upper and lower."""
    return _products(HIGH), _products(LOW)


@njit
def _products(parts):
    found = np.ones((parts.shape[0], parts.shape[0]), np.int32)
    for chosen in range(parts.shape[0]):
        for before in range(parts.shape[0]):
            for r in range(parts.shape[1]):
                found[chosen, before] *= CHOOSE[4 - parts[before, r], parts[chosen, r]]
    return found


@inline
def parts_of(dealer, joker_start):
    """Joker, upper and lower part of a rank type."""
    joker = 1 if dealer >= joker_start else 0
    size = 7 - joker
    h = 0
    for candidate in range(HIGH.shape[0]):
        cards = size - HIGH_SIZE[candidate]
        if cards < 0:
            continue
        first = BLOCK[joker, candidate] + LOW_START[cards]
        if first <= dealer < first + LOW_START[cards + 1] - LOW_START[cards]:
            h = candidate
            break
    return joker, h, dealer - BLOCK[joker, h]


@inline
def _dot(weights, back, limit, base, more):
    """Sum of weights times `base`, and `more` where the back is above the limit. Masks, so that it is vectors."""
    total = np.int64(0)
    for i in range(weights.size):
        mask = np.int32(-np.int32(back[i] > limit))
        total += np.int64(weights[i]) * np.int64(np.int32(base[i] + (more[i] & mask)))
    return total


@inline
def _sums(weights, back, top_front, top_back, front, limit):
    """Weights of those that win and of those that lose against (front, limit), ranks alone."""
    win = lose = np.int64(0)
    for i in range(weights.size):
        won = np.int32(-np.int32(back[i] > limit))
        lost = np.int32(-np.int32((top_front[i] <= front) & (top_back[i] <= limit)))
        win += np.int64(weights[i] & won)
        lose += np.int64(weights[i] & lost)
    return win, lose


@njit
def rank_dealers(dealers, backs, behind, top_back, counts, joker_start, choose_high, choose_low):
    """Deals won and lost by the player against dealers taken by their ranks, all having the same front.

    The player's suits are counted first (`counts` from `arrangements`), then the dealer's: a product of
    binomials of what the player's ranks leave. `behind` is the row of `best` for the front."""
    result = np.zeros((2, dealers.size), np.int64)
    win_base, win_more, lose_base, lose_more = counts
    for i in range(dealers.size):
        limit = np.int32(backs[i])
        joker, high, low = parts_of(dealers[i], joker_start)
        win = lose = np.int64(0)
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
                win += factor * _dot(
                    weights, behind[begin:end], limit, win_base[begin:end], win_more[begin:end]
                )
                lose += factor * _dot(
                    weights, top_back[begin:end], limit, lose_base[begin:end], lose_more[begin:end]
                )
        result[0, i] = win
        result[1, i] = lose
    return result


@njit
def flush_dealers_by_rank(dealers, fronts, backs, ranks, kind, joker_start, choose_high, choose_low):
    """Players taken by their ranks against dealers whose suits are fixed.

    For each dealer: win and lose against (front, back) as its ranks alone are set, front -1 for a dealer
    that is not played against so; and how many players there are of each `kind`."""
    best, top_front, top_back = ranks
    as_ranks = np.zeros((2, dealers.size), np.int64)
    kinds = np.zeros((dealers.size, kind.max() + 1), np.int64)
    for i in range(dealers.size):
        joker, high, low = parts_of(dealers[i], joker_start)
        front, limit = np.int32(fronts[i]), np.int32(backs[i])
        behind = best[max(front, 0)]
        tally = kinds[i]
        win = lose = np.int64(0)
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
                if front >= 0:
                    won, lost = _sums(
                        weights, behind[begin:end], top_front[begin:end], top_back[begin:end], front, limit
                    )
                    win += factor * won
                    lose += factor * lost
                for k in range(weights.size):
                    tally[kind[begin + k]] += factor * weights[k]
        as_ranks[0, i] = win
        as_ranks[1, i] = lose
    return as_ranks, kinds


@njit
def reach(best):
    """For how many fronts, from the lowest, a rank type still has a full house, or five aces, behind a higher one."""
    found = np.zeros((2, RANK_TYPES), np.int64)
    for p in range(RANK_TYPES):
        for f in range(FRONTS):
            if best[f, p] >= FULL_HOUSE:
                found[0, p] = f + 1
            if best[f, p] >= FIVE_ACES:
                found[1, p] = f + 1
    return found


@inline
def column_weights(left, weights):
    """Ways to choose the cards outside the suit, by column, from what is left of each rank there."""
    for c in range(COLUMNS):
        a, b = OFF_HIGH[c], OFF_LOW[c]
        if a < 0:
            weights[c] = 1
        elif b < 0:
            weights[c] = left[a]
        elif a == b:
            weights[c] = left[a] * (left[a] - 1) // 2
        else:
            weights[c] = left[a] * left[b]


@njit
def same_suit(masks, offs, jokers, backs, front, flushes):
    """What flushes in the dealer's own flush suit change against (front, back): wins and losses, by dealer.

    `masks` are the dealers' ranks in the suit, `offs` their columns outside it."""
    flush_best, ranks_best, flush_top_front, flush_top_back, ranks_top_front, ranks_top_back = flushes
    result = np.zeros((2, masks.size), np.int64)
    left = np.zeros(13, np.int64)
    weights = np.zeros(COLUMNS, np.int32)
    front = np.int32(front)
    for i in range(masks.size):
        left[:] = 3
        for off in (OFF_HIGH[offs[i]], OFF_LOW[offs[i]]):
            if off >= 0:
                left[off] -= 1
        column_weights(left, weights)
        limit = np.int32(backs[i])
        win = lose = np.int64(0)
        for family in range(FAMILIES):
            if jokers[i] and FAMILY_JOKER[family]:
                continue
            columns, first = FAMILY_COLUMNS[family], FAMILY_COLUMN[family]
            chosen = weights[first : first + columns]
            for m in range(FAMILY_MASKS[family]):
                if SUITED_MASKS[family, m] & masks[i]:
                    continue
                at = FAMILY_START[family] + m * columns
                to = at + columns
                win += _gained(chosen, flush_best[at:to], ranks_best[at:to], limit)
                lose += _lost(
                    chosen, flush_top_front[at:to], flush_top_back[at:to],
                    ranks_top_front[at:to], ranks_top_back[at:to], front, limit,
                )  # fmt: skip
        result[0, i] = win
        result[1, i] = lose
    return result


@inline
def _gained(weights, with_flush, by_ranks, limit):
    """Weights that win with the flush, less those that win by ranks alone."""
    total = np.int32(0)
    for c in range(weights.size):
        with_it = np.int32(-np.int32(with_flush[c] > limit))
        without = np.int32(-np.int32(by_ranks[c] > limit))
        total += np.int32((weights[c] & with_it) - (weights[c] & without))
    return np.int64(total)


@inline
def _lost(weights, flush_front, flush_back, ranks_front, ranks_back, front, limit):
    """The same for losing."""
    total = np.int32(0)
    for c in range(weights.size):
        with_it = np.int32(-np.int32((flush_front[c] <= front) & (flush_back[c] <= limit)))
        without = np.int32(-np.int32((ranks_front[c] <= front) & (ranks_back[c] <= limit)))
        total += np.int32((weights[c] & with_it) - (weights[c] & without))
    return np.int64(total)


@njit
def other_suit_table(taken, steps, flushes, front, wins, losses):
    """What flushes in a suit without the ranks `taken` change, for all backs at once.

    `flushes` hold each type's values as places among the `steps` backs that are asked for. On return
    wins[place, column] and losses[place, column] are changes against the back of that place."""
    flush_best, ranks_best, flush_top_front, flush_top_back, ranks_top_front, ranks_top_back = flushes
    wins[: steps + 1] = 0
    losses[: steps + 1] = 0
    for family in range(FAMILIES):
        columns = FAMILY_COLUMNS[family]
        first = FAMILY_COLUMN[family] + COLUMNS * FAMILY_JOKER[family]
        for m in range(FAMILY_MASKS[family]):
            if SUITED_MASKS[family, m] & taken:
                continue
            at = FAMILY_START[family] + m * columns
            for c in range(columns):
                t = at + c
                if flush_best[t] != ranks_best[t]:
                    wins[flush_best[t], first + c] += 1
                    wins[ranks_best[t], first + c] -= 1
                if flush_top_front[t] <= front:
                    losses[flush_top_back[t], first + c] += 1
                if ranks_top_front[t] <= front:
                    losses[ranks_top_back[t], first + c] -= 1
    # a value of place k is above the backs of places below k
    for c in range(2 * COLUMNS):
        wins[0, c] = 0
    for k in range(steps, 0, -1):
        for c in range(2 * COLUMNS):
            if k < steps:
                wins[k, c] += wins[k + 1, c]
    for k in range(1, steps + 1):
        for c in range(2 * COLUMNS):
            losses[k, c] += losses[k - 1, c]
    for k in range(steps):
        for c in range(2 * COLUMNS):
            wins[k, c] = wins[k + 1, c]


@njit
def ask_table(places, lefts, jokers, wins, losses):
    """Weighted sums of the tables' rows for dealers that leave `lefts` of each rank outside the suit."""
    result = np.zeros((2, places.size), np.int64)
    weights = np.zeros(COLUMNS, np.int64)
    for i in range(places.size):
        column_weights(lefts[i], weights)
        k = places[i]
        win = lose = np.int64(0)
        for half in range(2 - jokers[i]):
            for c in range(COLUMNS):
                win += weights[c] * wins[k, half * COLUMNS + c]
                lose += weights[c] * losses[k, half * COLUMNS + c]
        result[0, i] = win
        result[1, i] = lose
    return result


# A player's settings against all hands of the dealer. No shortcut is taken here.

NINE_HIGH_FIRST, NINE_HIGH_LAST = 21, 27
"""the fronts 9-2 to 9-8"""


@njit
def others_by_type(masks, joker):
    """How many other hands the deck leaves of each rank type, and of those how many of each flush type.

    `masks` are the ranks held in each suit."""
    by_rank = np.zeros(RANK_TYPES, np.int64)
    by_flush = np.zeros(FLUSH_TYPES, np.int64)
    held = np.zeros(13, np.int64)
    for rank in range(13):
        for suit in range(4):
            held[rank] += masks[suit] >> rank & 1
    for other_joker in range(2 - joker):
        for h in range(HIGH.shape[0]):
            cards = 7 - other_joker - HIGH_SIZE[h]
            if cards < 0:
                continue
            factor = np.int64(1)
            for r in range(6):
                factor *= CHOOSE[4 - held[7 + r], HIGH[h, r]]
            for low_part in range(LOW_START[cards], LOW_START[cards + 1]):
                weight = factor
                for r in range(7):
                    weight *= CHOOSE[4 - held[r], LOW[low_part, r]]
                by_rank[BLOCK[other_joker, h] + low_part] = weight
    left = np.zeros(13, np.int64)
    weights = np.zeros(COLUMNS, np.int64)
    for suit in range(4):
        for rank in range(13):
            left[rank] = 3 - held[rank] + (masks[suit] >> rank & 1)
        column_weights(left, weights)
        for family in range(FAMILIES):
            if joker and FAMILY_JOKER[family]:
                continue
            columns, first = FAMILY_COLUMNS[family], FAMILY_COLUMN[family]
            for m in range(FAMILY_MASKS[family]):
                if not SUITED_MASKS[family, m] & masks[suit]:
                    start = FAMILY_START[family] + m * columns
                    for c in range(columns):
                        by_flush[start + c] += weights[first + c]
    return by_rank, by_flush


@inline
def _tally(result, settings, front, back, weight, nine_high_pushes):
    """Add the deals of one dealer's type to every setting; a nine high in front may push them all (FP-08)."""
    if weight == 0 or (nine_high_pushes and NINE_HIGH_FIRST <= front <= NINE_HIGH_LAST):
        return
    for i in range(settings.shape[0]):
        better = np.int64(settings[i, 0] > front) + np.int64(settings[i, 1] > back)
        if better == 2:
            result[i, 0] += weight
        elif better == 0:
            result[i, 1] += weight


@njit
def against_house_way(masks, joker, settings, house, flush_house, of_rank, nine_high_pushes):
    """Wins and losses of a player's settings (front, back) over all dealers, who set the house way unseen.

    `masks` are the player's ranks in each suit."""
    result = np.zeros((settings.shape[0], 2), np.int64)
    by_rank, by_flush = others_by_type(masks, joker)
    for t in range(FLUSH_TYPES):
        p = of_rank[t]
        if flush_house[0, t] != house[0, p] or flush_house[1, t] != house[1, p]:
            by_rank[p] -= by_flush[t]
            _tally(result, settings, flush_house[0, t], flush_house[1, t], by_flush[t], nine_high_pushes)
    for p in range(RANK_TYPES):
        _tally(result, settings, house[0, p], house[1, p], by_rank[p], nine_high_pushes)
    return result
