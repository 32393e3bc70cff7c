"""Exact chances of the bonus lines, from the types of a single seven-card hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.approvals import PayTable
from pitboss.paigow.bonus import HANDS, line_of
from pitboss.paigow.kernels.bonus import ROYAL_MATCH, flush_fits, rank_fits

HANDS_DEALT = comb(53, 7)


@lru_cache(maxsize=1)
def hands_by_fit() -> Mapping[tuple[str, ...], int]:
    """How many of the 154,143,080 hands fit exactly these lines."""
    by_rank, plain = rank_fits()
    by_flush, of_rank, flushes = flush_fits()
    np.subtract.at(plain, of_rank, flushes)
    counts: Counter[int] = Counter()
    for bits, ways in ((by_rank, plain), (by_flush, flushes)):
        for value in np.unique(bits):
            counts[int(value)] += int(ways[bits == value].sum())
    for value in [value for value in counts if value & ROYAL_MATCH]:
        matched = counts[value] // 3  # three of nine pairs of suits are equal
        counts[value & ~ROYAL_MATCH] += counts[value] - matched
        counts[value] = matched
    return {_names(bits): n for bits, n in sorted(counts.items()) if n}


def _names(bits: int) -> tuple[str, ...]:
    return tuple(hand for place, hand in enumerate(HANDS) if bits >> place & 1)


def hands_by_line(table: PayTable, options: Mapping[str, str]) -> dict[str | None, int]:
    """How many hands take each line of a table, None for no line."""
    lines: Counter[str | None] = Counter()
    for fitting, n in hands_by_fit().items():
        lines[line_of(table, fitting, options)] += n
    return dict(lines)


def chances(table: PayTable, options: Mapping[str, str]) -> dict[str | None, Fraction]:
    return {hand: Fraction(n, HANDS_DEALT) for hand, n in hands_by_line(table, options).items()}
