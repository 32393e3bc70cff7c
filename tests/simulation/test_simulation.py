"""The room under a seeded scheduler, with every fault: 400 seeds in the gate, half of them others with every commit,
and 50,000 in the night.

A failing seed is named; `python -m tests.simulation SEED` plays it again, step by step the same."""

from __future__ import annotations

import gc
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tests.amounts import from_the_commit
from tests.simulation.defects import DEFECTS, Defect
from tests.simulation.house import house
from tests.simulation.scheduler import Scheduler
from tests.simulation.world import World

pytestmark = [
    # what a killed process had begun is never awaited
    pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEEDS = 200
"""always the same, in which everything is reached, and as many that the commit chooses"""
LONG = 50_000
"""a million, overnight: `make simulation`"""

REACHED = (
    "answered: done", "answered: not booked", "answered: refused", "award confirmed", "award paid",
    "cut with ready", "proof checked", "browser closed", "decided for one who is away",
    "seat of one who is away freed",
    "clock jumped", "decided", "decided by the clock", "game.held", "id used again for something else",
    "jackpot hit", "link broken", "long outage", "message doubled", "message late", "message lost", "outage",
    "pay cut by the aggregate limit", "process killed", "round settled", "round voided", "seat.left", "shoe disclosed",
    "dice rolled", "silence, asked again", "store fault: after", "store fault: before",
    "store fault: full",
    "store fault: slow", "surveillance confirmed", "tables shared out", "time.given",
    "two processes keep the same tables", "win held for surveillance", "written under a lease",
)  # fmt: skip


RARE = ("short tray filled",)
"""about once in 500 seeds: asked for in the long run only"""


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
        except Exception as failure:
            raise AssertionError(f"seed {seed}: {failure}") from failure
    return reached


def test_ctrl_c_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def interrupted(self: World) -> Counter[str]:
        played.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(World, "play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(range(3))
    assert len(played) == 1


@pytest.mark.clause("HR-20", "HR-22")
def test_nothing_is_lost_nothing_twice_whatever_fails() -> None:
    reached = play(range(SEEDS))
    assert not [what for what in REACHED if not reached[what]], "the weather never brought this about"


@pytest.mark.clause("HR-20", "HR-22")
def test_nothing_is_lost_with_seeds_that_were_never_tried() -> None:
    first = SEEDS + LONG + from_the_commit()
    play(range(first, first + SEEDS))


@pytest.mark.long
def test_many_more_seeds() -> None:
    reached = play(range(SEEDS, SEEDS + LONG))
    assert not [what for what in (*REACHED, *RARE) if not reached[what]]


def trace(seed: int) -> tuple[int, float, Counter[str]]:
    world = World(seed, house())
    world.play()
    return world.trace


def test_a_seed_plays_the_same_in_any_company() -> None:
    """Whatever was played before it, and whenever garbage is collected: what a killed process has left behind does
    not run its last words in somebody else's step."""
    seeds = range(12)
    first = {seed: trace(seed) for seed in seeds}
    often = gc.get_threshold()
    gc.set_threshold(50)
    try:
        assert {seed: trace(seed) for seed in reversed(seeds)} == first
    finally:
        gc.set_threshold(*often)


def test_nothing_of_a_killed_process_runs_when_garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    collecting = False

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal collecting
        collecting = phase == "start"

    said = []
    call_soon: Any = Scheduler.call_soon

    def heard(self: Scheduler, *arguments: Any, **more: Any) -> Any:
        if collecting:
            said.append(arguments)
        return call_soon(self, *arguments, **more)

    monkeypatch.setattr(Scheduler, "call_soon", heard)
    gc.callbacks.append(note)
    often = gc.get_threshold()
    gc.set_threshold(300)
    try:
        play(range(240, 262))
    finally:
        gc.set_threshold(*often)
        gc.callbacks.remove(note)
    assert not said


@pytest.mark.parametrize(("defect", "words"), DEFECTS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_defect_put_back_is_found(defect: Defect, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    defect(monkeypatch)
    with pytest.raises(AssertionError, match=f"seed .*({words})"):
        play(range(1200, 2000))
