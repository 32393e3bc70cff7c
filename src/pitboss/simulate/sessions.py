"""What a session is like: the distribution of results, drawdowns and the bankroll that would have lasted.

A session is `length` consecutive rounds of one chunk. Everything is counted in integers, so the figures
do not depend on how the work was spread.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.core.errors import BadInput
from pitboss.simulate.kernel import CHUNK_ROUNDS

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def check_length(length: int, name: str = "session") -> None:
    if not 1 <= length <= CHUNK_ROUNDS:
        raise BadInput(
            f"A {name} of {length} rounds cannot be counted.", accepted=f"1 to {CHUNK_ROUNDS:,} rounds"
        )


@dataclass(slots=True)
class SessionRuns:
    """Counts over all sessions of one length, in cents."""

    length: int
    results: Counter[int] = field(default_factory=Counter)
    drawdowns: Counter[int] = field(default_factory=Counter)
    """largest fall from a high point within the session"""
    depths: Counter[int] = field(default_factory=Counter)
    """lowest point below the start: the bankroll that would just have lasted"""

    @classmethod
    def of(cls, nets: NDArray[np.int64], length: int) -> SessionRuns:
        """Whole sessions only; a rest shorter than a session is left out."""
        count = len(nets) // length
        found = cls(length)
        if not count:
            return found
        paths = np.cumsum(nets[: count * length].reshape(count, length), axis=1)
        highs = np.maximum.accumulate(np.maximum(paths, 0), axis=1)
        for counter, values in (
            (found.results, paths[:, -1]),
            (found.drawdowns, (highs - paths).max(axis=1)),
            (found.depths, np.maximum(-paths.min(axis=1), 0)),
        ):
            distinct, counts = np.unique(values, return_counts=True)
            counter.update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))
        return found

    def add(self, other: SessionRuns) -> None:
        self.results.update(other.results)
        self.drawdowns.update(other.drawdowns)
        self.depths.update(other.depths)

    @property
    def count(self) -> int:
        return self.results.total()

    @property
    def ahead(self) -> float:
        """How many sessions end with the player ahead."""
        return sum(n for net, n in self.results.items() if net > 0) / self.count

    def to_json(self, unit_cents: int) -> dict[str, Any]:
        """Quantiles in units of the first wager."""

        def units(counter: Counter[int]) -> dict[str, float]:
            return {f"{q:g}": quantile(counter, q) / unit_cents for q in QUANTILES}

        return {
            "length": self.length,
            "count": self.count,
            "ahead": self.ahead if self.count else None,
            "result": units(self.results) if self.count else None,
            "drawdown": units(self.drawdowns) if self.count else None,
            "bankroll": units(self.depths) if self.count else None,
        }

    def hold(self, unit_cents: int) -> dict[str, float] | None:
        """The house's win of a shift of this length, as a share of the first wagers, by quantile."""
        if not self.count:
            return None
        per_shift = self.length * unit_cents
        return {f"{q:g}": -quantile(self.results, 1 - q) / per_shift for q in QUANTILES}


def quantile(counter: Counter[int], q: float) -> int:
    """The smallest value that at least a share `q` of the counts does not exceed."""
    need = q * counter.total()
    seen = 0
    for value in sorted(counter):
        seen += counter[value]
        if seen >= need:
            return value
    return max(counter)
