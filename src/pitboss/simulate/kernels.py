"""Compiled loops that the games' kernels share: the flops of a board, and the counting of nets."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline, njit

FLOPS_OF_BOARD = 10
_PLACES = 50
_TWO = np.array([n * (n - 1) // 2 for n in range(_PLACES)], np.int64)
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(_PLACES)], np.int64)


@inline
def name_flops(flops, a, b, c, d, e):
    """The numbers of the ten flops of a board into `flops`; a < b < c < d < e are places among the cards left."""
    flops[0] = _THREE[c] + _TWO[b] + a
    flops[1] = _THREE[d] + _TWO[b] + a
    flops[2] = _THREE[e] + _TWO[b] + a
    flops[3] = _THREE[d] + _TWO[c] + a
    flops[4] = _THREE[e] + _TWO[c] + a
    flops[5] = _THREE[e] + _TWO[d] + a
    flops[6] = _THREE[d] + _TWO[c] + b
    flops[7] = _THREE[e] + _TWO[c] + b
    flops[8] = _THREE[e] + _TWO[d] + b
    flops[9] = _THREE[e] + _TWO[d] + c


# Counting nets without the interpreter's lock, so that a second core is worth a second core.

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
