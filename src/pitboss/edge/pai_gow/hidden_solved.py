"""Solutions against a hidden hand from the package, the disk, or the solver."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.pai_gow.rules import DEALS, HiddenCounts, HiddenRules, Structure
from pitboss.edge.pai_gow.solved import shape_hash
from pitboss.edge.store import Arrays, Slot
from pitboss.paigow.hands import Wheel
from pitboss.paigow.way_file import HOUSE_WAYS

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
    from pitboss.paigow.tables import tables

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
        from pitboss.edge.pai_gow.hidden_solution import solve

        return solve(rules, engine or LocalEngine(), progress)

    return slot_of(rules).get(compute, fresh, _every_hand)


def _every_hand(arrays: Arrays) -> bool:
    totals: Any = arrays[0]
    return int(arrays[1][:, 0].sum()) == 154_143_080 and 0 < int(totals[0]) + int(totals[1]) < DEALS
