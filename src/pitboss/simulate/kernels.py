"""Nets counted without the interpreter's lock, so that a second core is worth a second core."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import njit

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
