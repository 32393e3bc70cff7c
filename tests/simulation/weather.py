"""Which faults a simulated run has."""

from __future__ import annotations

import random

from tests.simulation.disk import FAULTS


class Weather:
    """Which faults a run has, and how often: a few of them at a time, so that each is met in calm air too."""

    def __init__(self, rng: random.Random) -> None:
        self.store = {fault: rng.choice((0.0, 0.0, 0.02, 0.2)) for fault in FAULTS}
        self.outage = rng.random() < 0.3
        self.crash_every = rng.choice((0, 0, 100, 400))
        """steps of the scheduler between two kills, about"""
        self.second_process = rng.random() < 0.35
        self.leases = self.second_process and rng.random() < 0.6
        """the processes share the tables out among them; otherwise both keep all, as one that nobody expects"""
        self.links_break = self.leases and rng.random() < 0.5
        self.clock_jumps = rng.random() < 0.25
        self.lost = rng.choice((0.0, 0.0, 0.1))
        self.doubled = rng.choice((0.0, 0.0, 0.2))
        self.late_s = rng.choice((0.0, 0.05, 5.0))
        self.reused_ids = rng.random() < 0.3
