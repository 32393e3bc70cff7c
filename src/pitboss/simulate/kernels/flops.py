"""The flops that a board of five may have had, as numbers: three of its places in rising order."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline

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
