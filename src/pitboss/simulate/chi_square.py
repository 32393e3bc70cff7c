"""Tail probabilities for the evidence tests, without a statistics package."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt


def normal_two_sided(z: float) -> float:
    """Chance of a standard normal at least this far from zero."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Chance of a chi-square with `freedom` degrees at least this large: the regularised upper gamma function."""
    if statistic <= 0:
        return 1.0
    a, x = freedom / 2, statistic / 2
    if x < a + 1:
        return 1 - _lower_series(a, x)
    return _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while abs(term) > abs(total) * 1e-15:
        n += 1
        term *= x / n
        total += term
    return total * exp(a * log(x) - x - lgamma(a))


def _upper_fraction(a: float, x: float) -> float:
    """Lentz's method for the continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    h = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = an * d + b
        d = tiny if abs(d) < tiny else d
        c = b + an / c
        c = tiny if abs(c) < tiny else c
        d = 1 / d
        delta = d * c
        h *= delta
        if abs(delta - 1) < 1e-15:
            break
    return h * exp(a * log(x) - x - lgamma(a))


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
