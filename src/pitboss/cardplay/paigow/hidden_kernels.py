"""A player's settings against a dealer who sets the house way unseen, counted by types. `hidden_solution`
explains the method; names follow it.

A candidate is a setting (front, back) that may be best for a hand type: no other has both hands as high. The
first candidate of a type is what the house way does.
"""

from __future__ import annotations

import numpy as np

from pitboss.cardplay.paigow.kernels import (
    BLOCK,
    COLUMNS,
    FRONTS,
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    OFF_HIGH,
    OFF_LOW,
    RANK_TYPES,
    bits_in,
)
from pitboss.compute.jit import inline, njit

WIN, LOSE = 0, 1
SUITS = 4
PLACES = 5
"""suit masks of a flush type: its own suit, none of its other cards, the one, the other, both"""


@njit
def candidates(best, top_back, house):
    """Where each type's candidates begin, their fronts and their backs."""
    types = top_back.size
    start = np.zeros(types + 1, np.int64)
    for fill in range(2):
        fronts = np.zeros(start[types] if fill else 0, np.int32)
        backs = np.zeros(start[types] if fill else 0, np.int32)
        at = 0
        for t in range(types):
            if fill:
                start[t] = at
                fronts[at], backs[at] = house[0, t], house[1, t]
            at += 1
            for front in range(FRONTS - 1, -1, -1):
                back = best[front - 1, t] if front else top_back[t]
                if back > best[front, t] and not (front == house[0, t] and back == house[1, t]):
                    if fill:
                        fronts[at], backs[at] = front, back
                    at += 1
        start[types] = at
    return start, fronts, backs


@njit
def rank_shapes():
    """Of every rank type: how many of each rank (naturals), the mask of its ranks, of those held four times."""
    counts = np.zeros((RANK_TYPES, 13), np.int8)
    masks = np.zeros(RANK_TYPES, np.int64)
    fours = np.zeros(RANK_TYPES, np.int64)
    jokers = np.zeros(RANK_TYPES, np.int8)
    place = 0
    for joker in range(2):
        for h in range(HIGH.shape[0]):
            size = 7 - joker - HIGH_SIZE[h]
            if size < 0:
                continue
            for low in range(LOW_START[size], LOW_START[size + 1]):
                jokers[place] = joker
                for r in range(13):
                    n = LOW[low, r] if r < 7 else HIGH[h, r - 7]
                    counts[place, r] = n
                    if n:
                        masks[place] |= 1 << r
                    if n == 4:
                        fours[place] |= 1 << r
                place += 1
    return counts, masks, fours, jokers


@inline
def _parts(place, joker):
    h = 0
    for candidate in range(HIGH.shape[0]):
        size = 7 - joker - HIGH_SIZE[candidate]
        if size < 0:
            continue
        first = BLOCK[joker, candidate] + LOW_START[size]
        if first <= place < first + LOW_START[size + 1] - LOW_START[size]:
            h = candidate
            break
    return h, place - BLOCK[joker, h]


@njit
def dealers_by_rank(first, last, jokers, start, fronts, backs, dealers, choose_high, choose_low):
    """Wins and losses of the settings asked of rank types `first` to `last`, dealers taken by their ranks.

    `dealers` are, by rank type, the front for winning (255: never), the front for losing (-1: never), the back.
    """
    win_front, lose_front, dealer_back = dealers
    result = np.zeros((2, start[last] - start[first]), np.int64)
    for p in range(first, last):
        joker = jokers[p]
        high, low = _parts(p, joker)
        for other_joker in range(2 - joker):
            for h in range(HIGH.shape[0]):
                cards = 7 - other_joker - HIGH_SIZE[h]
                if cards < 0:
                    continue
                factor = np.int64(choose_high[high, h])
                if factor == 0:
                    continue
                begin, end = LOW_START[cards], LOW_START[cards + 1]
                weights = choose_low[low, begin:end]
                begin += BLOCK[other_joker, h]
                end += BLOCK[other_joker, h]
                for s in range(start[p], start[p + 1]):
                    won, lost = _sums(
                        weights, win_front[begin:end], lose_front[begin:end], dealer_back[begin:end],
                        fronts[s], backs[s],
                    )  # fmt: skip
                    result[WIN, s - start[first]] += factor * won
                    result[LOSE, s - start[first]] += factor * lost
    return result


@inline
def _sums(weights, win_front, lose_front, dealer_back, front, back):
    win = lose = np.int32(0)
    for i in range(weights.size):
        won = np.int32(-np.int32((win_front[i] < front) & (dealer_back[i] < back)))
        lost = np.int32(-np.int32((lose_front[i] >= front) & (dealer_back[i] >= back)))
        win += weights[i] & won
        lose += weights[i] & lost
    return np.int64(win), np.int64(lose)


@inline
def _squeezed(mask, ranks):
    """The bits of a mask at the places that `ranks` has."""
    found = place = 0
    while ranks:
        low = ranks & -ranks
        if mask & low:
            found |= 1 << place
        ranks ^= low
        place += 1
    return found


@njit
def questions(
    mask, masks, fours, jokers, start, rank_slot, flush, flush_start, flush_slot, of_mask, with_off
):
    """What is asked of hands that hold exactly `mask` of a suit: rank type, candidate, and where it goes.

    Rank types: every candidate, without a flush in that suit. Flush types: their own suit, and the other three.
    A place from `flush_slot` on is negative, less one."""
    suited = bits_in(mask)
    off, of_rank = flush
    many = 0
    for fill in range(2):
        if fill:
            who = np.zeros(many, np.int32)
            which = np.zeros(many, np.int32)
            where = np.zeros(many, np.int64)
        many = 0
        for p in range(RANK_TYPES):
            if mask & ~masks[p] or fours[p] & ~mask or suited + jokers[p] > 4:
                continue
            n = start[p + 1] - start[p]
            if fill:
                to = rank_slot[p] + _squeezed(mask, masks[p]) * n
                for s in range(n):
                    who[many + s], which[many + s], where[many + s] = p, start[p] + s, to + s
            many += n
        for group in range(2):
            types = of_mask if group == 0 else with_off
            for t in types:
                n = flush_start[t + 1] - flush_start[t]
                place = 0
                if group:
                    a, b = OFF_HIGH[off[t]], OFF_LOW[off[t]]
                    place = 1
                    if mask:
                        first = a >= 0 and mask >> a & 1
                        second = b >= 0 and b != a and mask >> b & 1
                        place = 4 if first and second else 2 if first else 3
                if fill:
                    to = flush_slot[t] + place * n
                    for s in range(n):
                        who[many + s] = of_rank[t]
                        which[many + s] = -1 - (flush_start[t] + s)
                        where[many + s] = -1 - (to + s)
                many += n
    return who, which, where


@njit
def corrections(mask, asked, settings, order, counts, jokers, entries):
    """What dealers with a flush, in a suit of which the player holds exactly `mask`, change: wins and losses.

    `asked` is who and which; `order` lists the questions from the lowest back. `entries` are the dealers' types
    in order of their backs: as set (+1), and as their ranks alone are set (-1)."""
    who, which = asked
    fronts, backs, flush_fronts, flush_backs = settings
    e_mask, e_front, e_back, e_column, e_sign = entries
    below = np.zeros((2 * COLUMNS, FRONTS + 1), np.int32)
    above = np.zeros((2 * COLUMNS, FRONTS + 1), np.int32)
    passed = np.zeros(2 * COLUMNS, np.int32)
    chosen = np.zeros(e_mask.size, np.int64)
    many = 0
    for e in range(e_mask.size):
        if e_mask[e] & mask:
            continue
        chosen[many] = e
        many += 1
        row = above[e_column[e]]
        for f in range(e_front[e] + 1):
            row[f] += e_sign[e]
    result = np.zeros((2, who.size), np.int32)
    left = np.zeros(13, np.int64)
    at = 0
    for q in order:
        s = which[q]
        front, back = (fronts[s], backs[s]) if s >= 0 else (flush_fronts[-1 - s], flush_backs[-1 - s])
        while at < many and e_back[chosen[at]] < back:
            e = chosen[at]
            passed[e_column[e]] += e_sign[e]
            row = below[e_column[e]]
            for f in range(e_front[e] + 1, FRONTS + 1):
                row[f] += e_sign[e]
            at += 1
        p = who[q]
        for r in range(13):
            left[r] = 3 - counts[p, r] + (mask >> r & 1)
        win = lose = np.int64(0)
        for half in range(2 - jokers[p]):
            won, lost = _weighed(half * COLUMNS, left, front, below, above, passed)
            win += won
            lose += lost
        result[WIN, q] = win
        result[LOSE, q] = lose
    return result


@inline
def _weighed(base, left, front, below, above, passed):
    """Sums over the dealers' cards outside the suit, from what is left of each rank there."""
    win = lose = np.int64(0)
    column = base
    for a in range(13):
        won = lost = np.int64(0)
        for b in range(a):
            won += left[b] * below[column, front]
            lost += left[b] * (above[column, front] - passed[column] + below[column, front])
            column += 1
        twice = left[a] * (left[a] - 1) // 2
        win += left[a] * won + twice * below[column, front]
        lose += left[a] * lost + twice * (above[column, front] - passed[column] + below[column, front])
        column += 1
    for a in range(13):
        win += left[a] * below[column, front]
        lose += left[a] * (above[column, front] - passed[column] + below[column, front])
        column += 1
    win += below[column, front]
    lose += above[column, front] - passed[column] + below[column, front]
    return win, lose


WAYS = np.array([1, 4, 6, 4, 1], np.int64)
"""suits that so many cards of one rank can have, and which"""
WHICH = np.zeros((5, 6), np.int64)
for _n in range(5):
    _sets = [m for m in range(16) if bin(m).count("1") == _n]
    WHICH[_n, : len(_sets)] = _sets

HANDS, BEST_WIN, BEST_LOSE, HOUSE_WIN, HOUSE_LOSE, OTHERWISE, TYPE_WIN, TYPE_LOSE, CHOICE = range(9)
"""what is added up by type: hands; deals won and lost at best and the house way; hands better set otherwise;
deals won and lost by the candidate that is best for the type as a whole, and which one that is"""
ROW = 9


@inline
def _choose(row, every, ways, worth, win, lose, n):
    """Add the hands of one arrangement to a type's row: the best candidate's deals, and the house way's."""
    best = 0
    most = worth[0] * win[0] - worth[1] * lose[0]
    for s in range(n):
        score = worth[0] * win[s] - worth[1] * lose[s]
        if score > most:
            most, best = score, s
        every[WIN, s] += ways * win[s]
        every[LOSE, s] += ways * lose[s]
    row[HANDS] += ways
    row[BEST_WIN] += ways * win[best]
    row[BEST_LOSE] += ways * lose[best]
    if best:
        row[OTHERWISE] += ways


@inline
def _choose_for_type(row, every, worth, n):
    row[HOUSE_WIN], row[HOUSE_LOSE] = every[WIN, 0], every[LOSE, 0]
    best = 0
    for s in range(1, n):
        # the sums are below 2**53 and the worths small
        if worth[0] * every[WIN, s] - worth[1] * every[LOSE, s] > (
            worth[0] * every[WIN, best] - worth[1] * every[LOSE, best]
        ):
            best = s
    row[TYPE_WIN], row[TYPE_LOSE], row[CHOICE] = every[WIN, best], every[LOSE, best], best
    every[:, :n] = 0


@njit
def tally_ranks(first, last, counts, masks, jokers, start, slot, base, changes, worth):
    """Every arrangement of suits without a flush, for rank types `first` to `last`."""
    rows = np.zeros((last - first, ROW), np.int64)
    every = np.zeros((2, 64), np.int64)
    held = np.zeros(7, np.int64)
    turn = np.zeros(7, np.int64)
    holds = np.zeros(SUITS, np.int64)
    win, lose = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for p in range(first, last):
        n = start[p + 1] - start[p]
        at, to = start[p] - start[first], slot[p] - slot[first]
        ranks = 0
        for r in range(13):
            if counts[p, r]:
                held[ranks] = counts[p, r]
                turn[ranks] = 0
                ranks += 1
        # suits are alike: the first rank's one card, or its one missing card, may stay where it is
        fixed = held[0] == 1 or held[0] == 3
        while True:
            holds[:] = 0
            for i in range(ranks):
                suits = WHICH[held[i], turn[i]]
                for suit in range(SUITS):
                    if suits >> suit & 1:
                        holds[suit] |= 1 << i
            flush = False
            for suit in range(SUITS):
                flush |= bits_in(holds[suit]) + jokers[p] >= 5
            if not flush:
                for s in range(n):
                    win[s], lose[s] = base[WIN, at + s], base[LOSE, at + s]
                for suit in range(SUITS):
                    where = to + holds[suit] * n
                    for s in range(n):
                        win[s] += changes[WIN, where + s]
                        lose[s] += changes[LOSE, where + s]
                _choose(rows[p - first], every, 4 if fixed else 1, worth, win, lose, n)
            i = ranks - 1
            while i >= fixed:
                turn[i] += 1
                if turn[i] < WAYS[held[i]]:
                    break
                turn[i] = 0
                i -= 1
            if i < fixed:
                break
        _choose_for_type(rows[p - first], every, worth, n)
    return rows


@njit
def tally_flushes(first, last, off, start, slot, base, changes, worth):
    """Every hand of flush types `first` to `last`: its own suit, and what its other cards leave the other three."""
    rows = np.zeros((last - first, ROW), np.int64)
    every = np.zeros((2, 64), np.int64)
    win, lose = np.zeros(64, np.int64), np.zeros(64, np.int64)
    shape = np.zeros(PLACES, np.int64)
    for t in range(first, last):
        n = start[t + 1] - start[t]
        at, to = start[t] - start[first], slot[t] - slot[first]
        a, b = OFF_HIGH[off[t]], OFF_LOW[off[t]]
        for apart in range(2 if b >= 0 and a != b else 1):
            shape[:] = 0
            shape[0] = 1
            if a < 0:
                shape[1], ways = 3, 4
            elif b < 0:
                shape[1], shape[2], ways = 2, 1, 12
            elif a == b:
                shape[1], shape[2], ways = 1, 2, 12
            elif apart:
                shape[1], shape[2], shape[3], ways = 1, 1, 1, 24
            else:
                shape[1], shape[4], ways = 2, 1, 12
            for s in range(n):
                win[s], lose[s] = base[WIN, at + s], base[LOSE, at + s]
                for place in range(PLACES):
                    win[s] += shape[place] * changes[WIN, to + place * n + s]
                    lose[s] += shape[place] * changes[LOSE, to + place * n + s]
            _choose(rows[t - first], every, ways, worth, win, lose, n)
        _choose_for_type(rows[t - first], every, worth, n)
    return rows
