"""Play many rounds in chunks, on any engine, and add them up.

A run is a list of chunks; a chunk's rounds depend on (seed, chunk number) alone, and sums are integers. Results are
therefore bit for bit the same whatever the engine and the number of workers, and a run can be stopped and resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.core.files import write_file
from pitboss.simulate.kernel import CHUNK_ROUNDS, Dealer, check_rounds
from pitboss.simulate.kernels import SLOTS, count_nets
from pitboss.simulate.sessions import SessionRuns


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


# The run.

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ChunkTask:
    dealer: Dealer
    seed: int
    chunk: int
    rounds: int
    lengths: tuple[int, ...] = ()
    """session lengths to count"""


@dataclass(slots=True)
class Totals:
    """Everything a run adds up."""

    tally: Tally = field(default_factory=Tally)
    sessions: dict[int, SessionRuns] = field(default_factory=dict)

    def add(self, other: Totals) -> None:
        self.tally.add(other.tally)
        for length, sessions in other.sessions.items():
            self.sessions.setdefault(length, SessionRuns(length)).add(sessions)


def play_chunk(task: ChunkTask) -> Totals:
    nets = task.dealer.nets(task.seed, task.chunk, task.rounds)
    return Totals(Tally.of(nets), {length: SessionRuns.of(nets, length) for length in task.lengths})


@dataclass(slots=True)
class Run:
    """A simulation that can be stopped, saved and gone on with."""

    dealer: Dealer
    seed: int
    lengths: tuple[int, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)
    """what is simulated; a saved run is only resumed for the same"""
    whole: Totals = field(default_factory=Totals)
    """of whole chunks: what is saved"""
    chunks: int = 0
    """whole chunks done"""
    rest: Totals | None = None
    """of a last, short chunk"""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise BadInput(f"{self.seed} is not a seed.", accepted="a whole number from 0")

    @property
    def totals(self) -> Totals:
        if self.rest is None:
            return self.whole
        both = Totals()
        both.add(self.whole)
        both.add(self.rest)
        return both

    @property
    def rounds(self) -> int:
        return self.whole.tally.rounds + (self.rest.tally.rounds if self.rest else 0)

    def play(
        self, rounds: int, engine: Engine | None = None, progress: Progress = silent
    ) -> Iterator[Totals]:
        """Go on until `rounds` rounds are done in all; yields the totals after every chunk."""
        check_rounds(rounds)
        whole, rest = divmod(rounds, CHUNK_ROUNDS)
        sizes = [(chunk, CHUNK_ROUNDS) for chunk in range(self.chunks, whole)]
        if rest and self.rounds < rounds:
            sizes.append((whole, rest))
        tasks = [ChunkTask(self.dealer, self.seed, chunk, size, self.lengths) for chunk, size in sizes]
        for task, part in zip(tasks, (engine or LocalEngine()).map(play_chunk, tasks, progress), strict=True):
            if task.rounds == CHUNK_ROUNDS:
                # Ctrl-C may come at any moment: what is saved has both or neither
                both = Totals()
                both.add(self.whole)
                both.add(part)
                self.whole, self.chunks = both, self.chunks + 1
            else:
                self.rest = part
            yield self.totals

    def save(self, path: Path) -> None:
        """Whole chunks only, so that a resumed run is the run that was never stopped."""
        shape = {
            "format": FORMAT,
            "about": self.about,
            "seed": self.seed,
            "lengths": list(self.lengths),
            "chunks": self.chunks,
            "tally": _pairs(self.whole.tally.counts),
            "sessions": [
                [s.length, _pairs(s.results), _pairs(s.drawdowns), _pairs(s.depths)]
                for s in self.whole.sessions.values()
            ],
        }
        write_file(path, json.dumps(shape))

    def resume(self, path: Path) -> None:
        """Take up a saved run of the same thing."""
        try:
            shape = json.loads(path.read_text(encoding="utf-8"))
            same = (shape["format"], shape["about"], shape["seed"], tuple(shape["lengths"]))
            if same != (FORMAT, self.about, self.seed, self.lengths):
                about = ", ".join(f"{name} {value}" for name, value in shape["about"].items() if value)
                raise BadInput(
                    f"{path} is a run of something else: {about}, seed {shape['seed']}.",
                    accepted="the same game, wager, pay table, settings, strategy, seed and session lengths",
                )
            self.chunks = int(shape["chunks"])
            self.whole = Totals(
                Tally(_counter(shape["tally"])),
                {
                    length: SessionRuns(length, _counter(results), _counter(drawdowns), _counter(depths))
                    for length, results, drawdowns, depths in shape["sessions"]
                },
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            why = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
            raise BadInput(
                f"{path} is not a saved run{why}.",
                accepted="a file written by simulate",
            ) from None


def simulate(
    dealer: Dealer, rounds: int, seed: int, engine: Engine | None = None, progress: Progress = silent
) -> Tally:
    """All at once: the tally of a run."""
    run = Run(dealer, seed)
    for _ in run.play(rounds, engine, progress):
        pass
    return run.totals.tally


def _pairs(counter: Counter[int]) -> list[list[int]]:
    return [[value, counter[value]] for value in sorted(counter)]


def _counter(pairs: list[list[int]]) -> Counter[int]:
    return Counter({int(value): int(count) for value, count in pairs})
