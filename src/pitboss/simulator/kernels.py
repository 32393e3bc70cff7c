"""Compiled code of every simulation: random streams and dealing from them, and the counting of nets.

Nets are counted without the interpreter's lock, so that a second core is worth a second core.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.jit import inline, njit

SLOTS = 1 << 14
"""places of the hash table; results that differ in more ways than half of it are counted by sorting"""


@njit
def count_nets(nets, keys, counts, used):
    """Open addressing: how often each net occurs. The number of different nets, or -1 if the table is too small."""
    mask = np.uint64(keys.shape[0] - 1)
    limit = keys.shape[0] // 2
    found = 0
    for net in nets:
        at = (np.uint64(net) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(50)
        while True:
            slot = np.int64(at & mask)
            if counts[slot] == 0:
                if found == limit:
                    return -1
                keys[slot] = net
                counts[slot] = 1
                used[found] = slot
                found += 1
                break
            if keys[slot] == net:
                counts[slot] += 1
                break
            at += np.uint64(1)
    return found


# Random streams.

State = NDArray[np.uint64]
LINE_WORDS = 16
"""words of two cache lines"""


def stream(seed: int, chunk: int) -> State:
    """The starting state of one chunk, alone on its cache lines: two threads whose states were neighbours
    would take the line from each other at every draw."""
    line = np.zeros(3 * LINE_WORDS, np.uint64)
    state = line[LINE_WORDS : LINE_WORDS + 4]
    state[:] = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64)
    return state


@inline
def next_u64(s):
    """One 64-bit word."""
    a = s[0] + s[3]
    result = ((a << np.uint64(23)) | (a >> np.uint64(41))) + s[0]
    t = s[1] << np.uint64(17)
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = (s[3] << np.uint64(45)) | (s[3] >> np.uint64(19))
    return result


@inline
def below(s, n):
    """A whole number from 0 to n-1 without bias: multiply and reject on the low half of a 32-bit draw."""
    n64 = np.uint64(n)
    product = (next_u64(s) >> np.uint64(32)) * n64
    low = product & np.uint64(0xFFFFFFFF)
    if low < n64:
        floor = (np.uint64(0x100000000) - n64) % n64
        while low < floor:
            product = (next_u64(s) >> np.uint64(32)) * n64
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))


BATCH = 6
"""cards drawn from one 64-bit word; 416 cards, eight decks, to the sixth power stay far below 2**64"""


@inline
def deal_more(s, deck, size, dealt, count):
    """Fisher-Yates for cards `dealt` to `count` of `deck`'s `size`, in place, without bias.

    One word serves a batch of cards: each index is the high half of word times range, the low half goes
    on to the next, and one test at the end rejects the uneven rest (batched ranged generation). A rejected
    batch has only permuted the deck before the next, equally likely, draw."""
    low32 = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    first = dealt
    while first < count:
        last = min(first + BATCH, count)
        word = next_u64(s)
        product = np.uint64(1)
        for i in range(first, last):
            n = np.uint64(size - i)
            product *= n
            high = ((word >> half) * n + (((word & low32) * n) >> half)) >> half
            word *= n
            j = i + np.int64(high)
            c = deck[j]
            deck[j] = deck[i]
            deck[i] = c
        if word >= product or word >= (np.uint64(0) - product) % product:
            first = last


@inline
def deal(s, deck, size, count):
    """The first `count` cards of a deck, as `deal_more`."""
    deal_more(s, deck, size, 0, count)
