"""Pearson's test with pooled cells, and the tails the evidence tests need."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.special import chdtrc
from scipy.stats import norm


def normal_two_sided(z: float) -> float:
    """Chance of a standard normal at least this far from zero."""
    return float(2 * norm.sf(abs(z)))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Chance of a chi-square with `freedom` degrees at least this large."""
    return float(chdtrc(freedom, max(statistic, 0.0)))


def fit(
    observed: Sequence[float], expected: Sequence[float], smallest: float = 10.0
) -> tuple[float, int, float]:
    """Pearson's statistic, degrees of freedom and tail; neighbouring cells are pooled until none expects too few."""
    cells: list[list[float]] = []
    for seen, due in zip(observed, expected, strict=True):
        if cells and cells[-1][1] < smallest:
            cells[-1][0] += seen
            cells[-1][1] += due
        else:
            cells.append([seen, due])
    if len(cells) > 1 and cells[-1][1] < smallest:
        seen, due = cells.pop()
        cells[-1][0] += seen
        cells[-1][1] += due
    statistic = sum((seen - due) ** 2 / due for seen, due in cells)
    freedom = len(cells) - 1
    return statistic, freedom, chi_square_tail(statistic, freedom) if freedom else 1.0
