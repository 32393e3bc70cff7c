"""Play many rounds in chunks, on any engine, and add them up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.errors import BadInput
from pitboss.simulate.kernel import CHUNK_ROUNDS, Dealer
from pitboss.simulate.statistics import Tally


@dataclass(frozen=True, slots=True)
class ChunkTask:
    dealer: Dealer
    seed: int
    chunk: int
    rounds: int


def play_chunk(task: ChunkTask) -> Tally:
    return Tally.of(task.dealer.nets(task.seed, task.chunk, task.rounds))


def chunk_tasks(dealer: Dealer, rounds: int, seed: int, first: int = 0) -> list[ChunkTask]:
    """The chunks of a run; the last one may be short."""
    whole, rest = divmod(rounds, CHUNK_ROUNDS)
    sizes = [CHUNK_ROUNDS] * whole + ([rest] if rest else [])
    return [ChunkTask(dealer, seed, first + at, size) for at, size in enumerate(sizes)]


def check_run(rounds: int, seed: int) -> None:
    if rounds < 1:
        raise BadInput(f"{rounds} rounds cannot be simulated.", accepted="a whole number of rounds from 1")
    if seed < 0:
        raise BadInput(f"{seed} is not a seed.", accepted="a whole number from 0")


def tallies(
    dealer: Dealer, rounds: int, seed: int, engine: Engine | None = None, progress: Progress = silent
) -> Iterator[Tally]:
    """One tally a chunk, in order, whatever the engine."""
    check_run(rounds, seed)
    yield from (engine or LocalEngine()).map(play_chunk, chunk_tasks(dealer, rounds, seed), progress)


def simulate(
    dealer: Dealer, rounds: int, seed: int, engine: Engine | None = None, progress: Progress = silent
) -> Tally:
    total = Tally()
    for tally in tallies(dealer, rounds, seed, engine, progress):
        total.add(tally)
    return total
