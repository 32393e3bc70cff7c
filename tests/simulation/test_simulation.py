"""The room under a seeded scheduler, with every fault: 2,000 seeds in the gate, more in `make test-long`.

A failing seed is named; `python -m tests.simulation SEED` plays it again, step by step the same."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.simulation.defects import DEFECTS, Defect
from tests.simulation.house import house
from tests.simulation.world import World

pytestmark = [
    # what a killed process had begun is never awaited
    pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEEDS = 2_000
SHARDS = 4
LONG = 50_000
"""a million take five hours on one core: `python -m tests.simulation 0 1000000`"""

REACHED = (
    "short tray filled",
    "answered: done", "answered: not booked", "answered: refused", "award confirmed", "award paid",
    "cards.cut", "proof checked",
    "clock jumped", "decided", "decided by the clock", "game.held", "id used again for something else",
    "jackpot hit", "link broken", "long outage", "message doubled", "message late", "message lost", "outage",
    "pay cut by the aggregate limit", "process killed", "round settled", "seat.left", "shoe disclosed", "shoe revealed",
    "silence, asked again", "store fault: after", "store fault: before", "store fault: full",
    "store fault: slow", "surveillance confirmed", "tables shared out", "time.given",
    "two processes keep the same tables", "win held for surveillance", "written under a lease",
)  # fmt: skip


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of faults would fill the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def play(seeds: Iterable[int]) -> Counter[str]:
    reached: Counter[str] = Counter()
    for seed in seeds:
        try:
            reached += World(seed, house()).play()
        except BaseException as failure:
            raise AssertionError(f"seed {seed}: {failure}") from failure
    return reached


@pytest.mark.clause("HR-20", "HR-22")
@pytest.mark.parametrize("shard", range(SHARDS))
def test_nothing_is_lost_nothing_twice_whatever_fails(shard: int) -> None:
    reached = play(range(shard * SEEDS // SHARDS, (shard + 1) * SEEDS // SHARDS))
    assert not [what for what in REACHED if not reached[what]], "the weather never brought this about"


@pytest.mark.long
def test_many_more_seeds() -> None:
    play(range(SEEDS, SEEDS + LONG))


def test_a_seed_plays_the_same_every_time() -> None:
    for seed in range(12):
        assert World(seed, house()).play() == World(seed, house()).play()


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.__name__)
def test_a_defect_put_back_is_found(defect: Defect, monkeypatch: pytest.MonkeyPatch) -> None:
    defect(monkeypatch)
    with pytest.raises(AssertionError, match="seed"):
        play(range(1, 400))
