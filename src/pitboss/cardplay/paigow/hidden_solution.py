"""The player's best setting against a dealer who sets the house way with cards unseen: all deals, exactly.

For every hand of the player and every setting that may be best, the deals it wins and loses are counted over all
C(46,7) hands of the dealer; the best is taken, hand by hand. Three steps (types: `pitboss.cardplay.paigow.kernels`):

1. Dealers by ranks alone. What they hold depends on the player's ranks only, a product of binomials: 67,600 rank
   types of the player times 67,600 of the dealer, for each setting asked (`dealers_by_rank`).
2. A dealer's flush type that is set otherwise than its ranks alone would be is put right: as it is set less as its
   ranks are set. That depends on the cards the player holds in the flush's suit (a mask) and outside it (ranks). For
   each mask one sweep over the dealers' backs answers every question (`corrections`).
3. Every arrangement of suits: a hand's count is the first step's plus the second's for its four suits. The best
   setting is chosen, and beside it the one of the house way counted (`tally_ranks`, `tally_flushes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solutions import Arrays, Slot
from pitboss.cardplay.paigow import hidden_kernels as kernels
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.deal_kernels import products
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS
from pitboss.cardplay.paigow.kernels import COLUMNS, FLUSH_TYPES, OFF_HIGH, OFF_LOW, RANK_TYPES
from pitboss.cardplay.paigow.solution import (
    DEALS,
    HiddenCounts,
    HiddenRules,
    Structure,
    flush_cards,
    shape_hash,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import ACE

Ints = NDArray[Any]

RANK_CHUNK: Final = 1300
FLUSH_CHUNK: Final = 40_000
HEAVY_BITS, MASKS_IN_TASK = 2, 24
"""masks of so few cards are a task of their own, the others go together"""
NEVER_WON, NEVER_LOST = 255, -1
NINE: Final = 7
NINE_HIGH: Final = range(NINE * (NINE - 1) // 2, NINE * (NINE + 1) // 2)
"""the fronts 9-2 to 9-8"""


@dataclass(frozen=True)
class _Candidates:
    start: Ints
    fronts: Ints
    backs: Ints
    slot: Ints
    """where a type's corrections begin"""


@dataclass(frozen=True)
class _Job:
    counts: Ints
    masks: Ints
    fours: Ints
    jokers: Ints
    ranks: _Candidates
    flushes: _Candidates
    of_rank: Ints
    flush_mask: Ints
    off: Ints
    dealers: tuple[Ints, Ints, Ints]
    entries: tuple[Ints, Ints, Ints, Ints, Ints]
    asked: _Candidates
    """by rank type: the settings of the rank type and of its flush types together"""
    choose: tuple[Ints, Ints]


def _job(rules: HiddenRules) -> _Job:
    return _job_of(replace(rules, commission=Fraction(0)))


@lru_cache(maxsize=2)
def _job_of(rules: HiddenRules) -> _Job:
    found = tables(rules.house_way, rules.wheel)
    ranks, flushes = found.ranks, found.flushes
    counts, masks, fours, jokers = kernels.rank_shapes()
    mask, column, joker = flush_cards()
    by_rank = kernels.candidates(ranks.best, ranks.top_back, ranks.house)
    by_flush = kernels.candidates(flushes.best, flushes.top_back, flushes.house)
    pieces = 1 << np.array([int(m).bit_count() for m in range(1 << 13)])[masks]
    of_rank = flushes.of_rank.astype(np.int64)
    high, low = products()
    return _Job(
        counts, masks, fours, jokers,
        _Candidates(by_rank[0], by_rank[1], by_rank[2], _slots(by_rank[0], pieces)),
        _Candidates(by_flush[0], by_flush[1], by_flush[2], _slots(by_flush[0], np.full(FLUSH_TYPES, kernels.PLACES))),
        of_rank, mask, column,
        _dealers(ranks.house, rules.nine_high_pushes),
        _entries(ranks.house, flushes.house, of_rank, (mask, column, joker), rules.nine_high_pushes),
        _together(by_rank, by_flush, of_rank),
        (np.ascontiguousarray(high.T), np.ascontiguousarray(low.T)),
    )  # fmt: skip


def _slots(start: Ints, pieces: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(np.diff(start) * pieces)])


def _is_dead(fronts: Ints, nine_high_pushes: bool) -> NDArray[np.bool_]:
    dead: NDArray[np.bool_] = nine_high_pushes & np.isin(fronts, NINE_HIGH)
    return dead


def _dealers(house: Ints, nine_high_pushes: bool) -> tuple[Ints, Ints, Ints]:
    """Fronts for winning and losing, backs; a front that pushes the deal does neither (FP-08)."""
    front, back = house.astype(np.int32)
    dead = _is_dead(front, nine_high_pushes)
    won = np.where(dead, NEVER_WON, front).astype(np.int32)
    return won, np.where(dead, NEVER_LOST, front).astype(np.int32), back


def _entries(
    by_ranks: Ints, as_set: Ints, of_rank: Ints, cards: tuple[Ints, Ints, Ints], nine_high_pushes: bool
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Flush types to be put right, as set and as their ranks are, from the lowest back."""
    ranks = by_ranks[:, of_rank]
    special = np.flatnonzero((as_set != ranks).any(axis=0))
    mask, column, joker = (part[special] for part in cards)
    front = np.concatenate([as_set[0, special], ranks[0, special]]).astype(np.int64)
    back = np.concatenate([as_set[1, special], ranks[1, special]]).astype(np.int64)
    sign = np.repeat([1, -1], len(special))
    live = np.flatnonzero(~_is_dead(front, nine_high_pushes))
    order = live[np.argsort(back[live], kind="stable")]
    both = (np.tile(mask, 2), front, back, np.tile(column + COLUMNS * joker, 2), sign)
    found = tuple(part[order] for part in both)
    return found[0], found[1], found[2], found[3], found[4].astype(np.int32)


def _together(by_rank: tuple[Ints, ...], by_flush: tuple[Ints, ...], of_rank: Ints) -> _Candidates:
    """All settings asked of a rank type, each once; `slot` says where each candidate stands among them."""
    owner = [np.repeat(np.arange(RANK_TYPES), np.diff(by_rank[0])), np.repeat(of_rank, np.diff(by_flush[0]))]
    keys = np.concatenate(
        [
            (who.astype(np.int64) << 24) | (fronts.astype(np.int64) << 16) | backs
            for who, (_, fronts, backs) in zip(owner, (by_rank, by_flush), strict=True)
        ]
    )
    distinct, place = np.unique(keys, return_inverse=True)
    start = np.searchsorted(distinct >> 24, np.arange(RANK_TYPES + 1))
    fronts, backs = (distinct >> 16 & 0xFF).astype(np.int32), (distinct & 0xFFFF).astype(np.int32)
    return _Candidates(start, fronts, backs, place)


# The tasks of a solution.


@dataclass(frozen=True, slots=True)
class RankTask:
    """Step 1 for some rank types."""

    rules: HiddenRules
    first: int
    last: int


def run_ranks(task: RankTask) -> Ints:
    job = _job(task.rules)
    asked = job.asked
    return np.asarray(
        kernels.dealers_by_rank(
            task.first,
            task.last,
            job.jokers,
            asked.start,
            asked.fronts,
            asked.backs,
            job.dealers,
            *job.choose,
        )
    )


@dataclass(frozen=True, slots=True)
class MaskTask:
    """Step 2 for some masks."""

    rules: HiddenRules
    masks: tuple[int, ...]


def run_masks(task: MaskTask) -> tuple[Ints, Ints]:
    """Where corrections go, and what they are."""
    parts = [_one_mask(_job(task.rules), mask) for mask in task.masks]
    return np.concatenate([where for where, _ in parts]), np.concatenate(
        [found for _, found in parts], axis=1
    )


def _one_mask(job: _Job, mask: int) -> tuple[Ints, Ints]:
    high, low = OFF_HIGH[job.off], OFF_LOW[job.off]
    off_mask = np.where(high >= 0, 1 << np.maximum(high, 0), 0) | np.where(
        low >= 0, 1 << np.maximum(low, 0), 0
    )
    with_off = np.flatnonzero(mask & ~off_mask == 0) if mask.bit_count() <= 2 else np.zeros(0, np.int64)
    who, which, where = kernels.questions(
        mask, job.masks, job.fours, job.jokers, job.ranks.start, job.ranks.slot, (job.off, job.of_rank),
        job.flushes.start, job.flushes.slot, np.flatnonzero(job.flush_mask == mask), with_off,
    )  # fmt: skip
    backs = np.where(
        which >= 0, job.ranks.backs[np.maximum(which, 0)], job.flushes.backs[np.maximum(-1 - which, 0)]
    )
    found = kernels.corrections(
        mask, (who, which), (job.ranks.fronts, job.ranks.backs, job.flushes.fronts, job.flushes.backs),
        np.argsort(backs, kind="stable"), job.counts, job.jokers, job.entries,
    )  # fmt: skip
    return where, found


@dataclass(frozen=True)
class TallyTask:
    """Step 3 for some types, with their counts of step 1 and corrections of step 2."""

    rules: HiddenRules
    flushes: bool
    first: int
    last: int
    base: Ints
    changes: Ints


def run_tally(task: TallyTask) -> Ints:
    job = _job(task.rules)
    keep, whole = task.rules.worth
    worth = np.array([keep, whole], np.int64)
    if task.flushes:
        found = kernels.tally_flushes(
            task.first,
            task.last,
            job.off,
            job.flushes.start,
            job.flushes.slot,
            task.base,
            task.changes,
            worth,
        )
    else:
        found = kernels.tally_ranks(
            task.first, task.last, job.counts, job.masks, job.jokers, job.ranks.start, job.ranks.slot, task.base,
            task.changes, worth,
        )  # fmt: skip
    return np.asarray(found)


def _chunks(count: int, size: int) -> list[tuple[int, int]]:
    return [(first, min(first + size, count)) for first in range(0, count, size)]


def mask_tasks(rules: HiddenRules) -> list[MaskTask]:
    masks = sorted((m for m in range(1 << 13) if m.bit_count() <= 7), key=lambda m: (m.bit_count(), m))
    heavy = [m for m in masks if m.bit_count() <= HEAVY_BITS]
    light = masks[len(heavy) :]
    return [MaskTask(rules, (m,)) for m in heavy] + [
        MaskTask(rules, tuple(light[at : at + MASKS_IN_TASK])) for at in range(0, len(light), MASKS_IN_TASK)
    ]


@dataclass(frozen=True)
class Counted:
    """Steps 1 and 2, which do not ask for the commission: by candidate, and by candidate and mask."""

    base: Ints
    changes: tuple[Ints, Ints]
    """of rank types and of flush types"""


def count(rules: HiddenRules, engine: Engine, progress: Progress = silent) -> Counted:
    job = _job(rules)
    chunks = [RankTask(rules, *chunk) for chunk in _chunks(RANK_TYPES, RANK_CHUNK)]
    base = np.concatenate(list(engine.map(run_ranks, chunks, progress)), axis=1)[:, job.asked.slot]
    ranks, flushes = (np.zeros((2, int(c.slot[-1])), np.int32) for c in (job.ranks, job.flushes))
    for where, found in engine.map(run_masks, mask_tasks(rules), progress):
        ours = where >= 0
        ranks[:, where[ours]] = found[:, ours]
        flushes[:, -1 - where[~ours]] = found[:, ~ours]
    return Counted(base, (ranks, flushes))


def by_type(
    rules: HiddenRules, counted: Counted, engine: Engine, progress: Progress = silent
) -> tuple[Ints, Ints]:
    """Step 3: what `kernels.tally_*` add up, by rank type and by flush type."""
    parts = []
    for kind, chunks in enumerate((_chunks(RANK_TYPES, RANK_CHUNK), _chunks(FLUSH_TYPES, FLUSH_CHUNK))):
        tasks = [_tally_task(rules, kind, *chunk, counted.base, counted.changes[kind]) for chunk in chunks]
        parts.append(np.concatenate(list(engine.map(run_tally, tasks, progress))))
    return parts[0], parts[1]


def _tally_task(rules: HiddenRules, kind: int, first: int, last: int, base: Ints, changes: Ints) -> TallyTask:
    job = _job(rules)
    which = (job.ranks, job.flushes)[kind]
    ahead = len(job.ranks.fronts) if kind else 0
    return TallyTask(
        rules, bool(kind), first, last,
        np.ascontiguousarray(base[:, ahead + which.start[first] : ahead + which.start[last]]),
        np.ascontiguousarray(changes[:, which.slot[first] : which.slot[last]]),
    )  # fmt: skip


def structures(job: _Job) -> Ints:
    """The number in `KINDS` of every rank type's pair structure, the joker read as an ace (PG-27)."""
    counts = job.counts.astype(np.int64)
    counts[:, ACE] += job.jokers
    most, second = np.sort(counts, axis=1)[:, -1], np.sort(counts, axis=1)[:, -2]
    pairs = (counts == 2).sum(axis=1)
    by_kind = {
        "five aces": most == 5, "four of a kind": most == 4, "two trips": second == 3,
        "full house": (most == 3) & (second == 2), "three of a kind": (most == 3) & (second == 1),
        "three pair": pairs == 3, "two pair": pairs == 2, "one pair": pairs == 1, "no pair": most == 1,
    }  # fmt: skip
    assert tuple(by_kind) == KINDS
    return np.select(list(by_kind.values()), list(range(len(KINDS))))


def arrays_of(rules: HiddenRules, ranks: Ints, flushes: Ints) -> Arrays:
    """As stored: totals; where house way and best part, by pair structure, without and with a flush; the front of
    the best setting of each rank type, then of each flush type."""
    job, (keep, whole) = _job(rules), rules.worth
    of_rank = structures(job)
    parts, fronts = [], []
    for rows, of_type, found in (
        (ranks, of_rank, job.ranks), (flushes, of_rank[job.of_rank], job.flushes),
    ):  # fmt: skip
        for kind in range(len(KINDS)):
            total = rows[of_type == kind].sum(axis=0)
            gain = keep * (total[kernels.BEST_WIN] - total[kernels.HOUSE_WIN])
            gain -= whole * (total[kernels.BEST_LOSE] - total[kernels.HOUSE_LOSE])
            parts.append([total[kernels.HANDS], total[kernels.OTHERWISE], gain])
        at = found.start[:-1] + rows[:, kernels.CHOICE]
        fronts.append(found.fronts[at])
    every = ranks.sum(axis=0) + flushes.sum(axis=0)
    names = ("BEST_WIN", "BEST_LOSE", "HOUSE_WIN", "HOUSE_LOSE", "TYPE_WIN", "TYPE_LOSE")
    totals = np.array([every[getattr(kernels, name)] for name in names], np.int64)
    return totals, np.array(parts, np.int64), np.concatenate(fronts).astype(np.uint8)


def solve(rules: HiddenRules, engine: Engine, progress: Progress = silent) -> Arrays:
    counted = count(rules, engine, progress)
    return arrays_of(rules, *by_type(rules, counted, engine, progress))


# Where the solutions are: in the package, on the disk, or counted now.

VERSION: Final = 1
"""of the solver: to be raised when it, or how hands are ranked and set, would count something else"""
TYPES: Final = 67_600 + 224_653
COMMISSIONS: Final = {
    "5%": (Fraction(1, 20), False),
    "free": (Fraction(0), True),
    "none": (Fraction(0), False),
}
"""the option's words: what is taken of a win, and whether a dealer's nine high pushes (FP-05, FP-08)"""
KINDS: Final = (
    "five aces", "four of a kind", "two trips", "full house", "three of a kind", "three pair", "two pair",
    "one pair", "no pair",
)  # fmt: skip
STRUCTURES: Final = (*KINDS, *(f"{kind} and a flush" for kind in KINDS))


def rules_of(commission: str, house_way: str, wheel: Wheel) -> HiddenRules:
    return HiddenRules(house_way, wheel, *COMMISSIONS[commission])


def every_rules() -> list[HiddenRules]:
    """Each house way, each rule for A-2-3-4-5, each commission."""
    return [rules_of(c, way, wheel) for way in HOUSE_WAYS for wheel in Wheel for c in COMMISSIONS]


def shipped() -> Iterator[tuple[Slot, Arrays]]:
    """Rules that differ in the commission alone share what is counted before the choice."""

    engine, dealt, counted = LocalEngine(), None, None
    for rules in sorted(every_rules(), key=lambda r: (r.house_way, r.wheel, r.nine_high_pushes)):
        alike = replace(rules, commission=Fraction(0))
        if counted is None or dealt != alike:
            dealt, counted = alike, count(rules, engine)
        yield slot_of(rules), arrays_of(rules, *by_type(rules, counted, engine))


def rules_hash(rules: HiddenRules) -> str:
    return shape_hash(
        rules.house_way, rules.wheel, hidden=True, commission=str(rules.commission),
        nine_high_pushes=rules.nine_high_pushes,
    )  # fmt: skip


def slot_of(rules: HiddenRules) -> Slot:
    """Six totals; hands, hands better set otherwise and the gain by structure; the best front of each type."""
    arrays = (("<i8", (6,)), ("<i8", (len(STRUCTURES), 3)), ("<u1", (TYPES,)))
    return Slot("fortune-pai-gow-poker", rules_hash(rules), VERSION, arrays)


def solution(
    rules: HiddenRules, *, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[HiddenCounts, str]:
    """The counts, and where they come from: `shipped`, `cached` or `computed`."""
    arrays, source = _get(rules, fresh, engine, progress)
    totals, structures, _ = arrays
    best_win, best_lose, house_win, house_lose, type_win, type_lose = (int(n) for n in totals)
    parts = tuple(
        Structure(name, *(int(n) for n in row))
        for name, row in zip(STRUCTURES, structures, strict=True)
        if row[0]
    )
    found = HiddenCounts(best_win, best_lose, house_win, house_lose, type_win, type_lose, parts)
    return found, source


def choices(rules: HiddenRules) -> NDArray[np.uint16]:
    """[front or back, type]: the best setting of every rank type, then of every flush type."""
    from pitboss.cardplay.paigow.coverage import tables

    found = tables(rules.house_way, rules.wheel)
    fronts: NDArray[np.int64] = _get(rules)[0][2].astype(np.int64)
    by_rank, by_flush = np.split(fronts, [len(found.ranks.top_back)])
    backs = (
        _backs(by_rank, found.ranks.best, found.ranks.top_back),
        _backs(by_flush, found.flushes.best, found.flushes.top_back),
    )
    return np.stack([fronts, np.concatenate(backs)]).astype(np.uint16)


def _backs(
    fronts: NDArray[np.int64], best: NDArray[np.uint16], top_back: NDArray[np.uint16]
) -> NDArray[np.uint16]:
    """The best back behind a front at least as high."""
    return np.where(fronts > 0, best[np.maximum(fronts - 1, 0), np.arange(len(fronts))], top_back)


def _get(
    rules: HiddenRules, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Arrays, str]:
    def compute() -> Arrays:
        # only whoever solves needs the compiler

        return solve(rules, engine or LocalEngine(), progress)

    return slot_of(rules).get(compute, fresh, _every_hand)


def _every_hand(arrays: Arrays) -> bool:
    totals: Any = arrays[0]
    return int(arrays[1][:, 0].sum()) == 154_143_080 and 0 < int(totals[0]) + int(totals[1]) < DEALS
