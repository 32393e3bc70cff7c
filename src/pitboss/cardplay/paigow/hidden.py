"""Solutions against a dealer's hidden hand: from the package, the disk, or the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solutions import Arrays, Slot
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS
from pitboss.cardplay.paigow.solution import DEALS, HiddenCounts, HiddenRules, Structure, shape_hash
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine

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
    from pitboss.cardplay.paigow.hidden_solution import arrays_of, by_type, count

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
        from pitboss.cardplay.paigow.hidden_solution import solve

        return solve(rules, engine or LocalEngine(), progress)

    return slot_of(rules).get(compute, fresh, _every_hand)


def _every_hand(arrays: Arrays) -> bool:
    totals: Any = arrays[0]
    return int(arrays[1][:, 0].sum()) == 154_143_080 and 0 < int(totals[0]) + int(totals[1]) < DEALS
