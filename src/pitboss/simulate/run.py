"""Play many rounds in chunks, on any engine, and add them up.

A run is a list of chunks; a chunk's rounds depend on (seed, chunk number) alone. Results are therefore
bit for bit the same whatever the engine and the number of workers, and a run can be stopped and resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.errors import BadInput
from pitboss.outfile import write_file
from pitboss.simulate.kernel import CHUNK_ROUNDS, Dealer, check_rounds
from pitboss.simulate.sessions import SessionRuns
from pitboss.simulate.statistics import Tally

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
