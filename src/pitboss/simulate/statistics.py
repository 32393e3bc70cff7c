"""Integer accumulators of a simulation. Sums are exact and do not care in which order chunks arrive."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.kernels.tally import SLOTS, count_nets


@dataclass(slots=True)
class Tally:
    """How often each net result, in cents, came up."""

    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, nets: NDArray[np.int64]) -> Tally:
        keys = np.empty(SLOTS, np.int64)
        table = np.zeros(SLOTS, np.int64)
        used = np.empty(SLOTS, np.int64)
        found = count_nets(nets, keys, table, used)
        if found >= 0:
            slots = used[:found]
            return cls(Counter(dict(zip(keys[slots].tolist(), table[slots].tolist(), strict=True))))
        values, counts = np.unique(nets, return_counts=True)
        return cls(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))))

    def add(self, other: Tally) -> None:
        self.counts.update(other.counts)

    @property
    def rounds(self) -> int:
        return self.counts.total()

    def mean(self, unit_cents: int) -> float:
        """Player's mean result per unit wagered."""
        return sum(net * n for net, n in self.counts.items()) / self.rounds / unit_cents

    def standard_deviation(self, unit_cents: int) -> float:
        rounds = self.rounds
        total = sum(net * n for net, n in self.counts.items())
        squares = sum(net * net * n for net, n in self.counts.items())
        # integers to the end: no cancellation
        return sqrt(max(0, squares * rounds - total * total)) / rounds / unit_cents

    def standard_error(self, unit_cents: int) -> float:
        return self.standard_deviation(unit_cents) / sqrt(self.rounds)

    def interval(self, unit_cents: int, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true mean lies at that confidence."""
        width = NormalDist().inv_cdf(0.5 + confidence / 2) * self.standard_error(unit_cents)
        mean = self.mean(unit_cents)
        return mean - width, mean + width

    @property
    def hit_frequency(self) -> float:
        return sum(n for net, n in self.counts.items() if net > 0) / self.rounds
