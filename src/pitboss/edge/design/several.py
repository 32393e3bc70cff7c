"""Several wagers of a game at once: a table for each, and what a player gives who lays them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compute.progress import Progress, silent
from pitboss.edge.design.candidates import Bounds
from pitboss.edge.design.search import NEAR, Design, design
from pitboss.edge.report import decimal, exact
from pitboss.errors import BadInput

TRIED = 12
"""tables of each wager that are tried together"""
EMPTY: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one of the wagers is to be."""

    wager: str
    target: Fraction
    units: int = 1
    """what is laid on it when the wagers are taken together"""
    start: str | None = None
    keep: Mapping[str, str] = field(default_factory=dict)
    deviation: Fraction | None = None
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True)
class DesignedTogether:
    """One design of each wager."""

    designs: tuple[Design, ...]
    units: tuple[int, ...]

    @property
    def house_edge(self) -> Fraction:
        """Of all that is laid."""
        lost = sum(
            (n * d.result.house_edge for n, d in zip(self.units, self.designs, strict=True)), Fraction(0)
        )
        return lost / sum(self.units)

    def misses(self, target: Fraction) -> bool:
        return abs(self.house_edge - target) > NEAR

    def to_json(self) -> dict[str, Any]:
        return {
            "house_edge": decimal(self.house_edge),
            "house_edge_exact": exact(self.house_edge),
            "wagers": [
                {"wager": d.result.wager, "units": n} | d.to_json()
                for n, d in zip(self.units, self.designs, strict=True)
            ],
        }


def together(
    game: str,
    wanted: Sequence[Wanted],
    target: Fraction | None = None,
    settings: Mapping[str, str] = EMPTY,
    count: int = 5,
    progress: Progress = silent,
) -> list[DesignedTogether]:
    """Sets of tables, one for each wager near its own target and within its own bounds; with `target`, the sets whose
    edge of all that is laid comes nearest to it. Each wager is solved with the game's other tables as approved."""
    names = [want.wager for want in wanted]
    if len(set(names)) != len(names) or not names:
        raise BadInput(f"The wagers are {', '.join(names) or 'none'}.", accepted="each wager once")
    found = [
        design(
            game, want.wager, want.target, want.start, want.keep, _of(game, want.wager, settings), want.deviation,
            max(count, TRIED if target is not None else count), want.bounds, progress,
        )
        for want in wanted
    ]  # fmt: skip
    units = tuple(want.units for want in wanted)
    if target is None:
        return [
            DesignedTogether(tuple(designs[min(at, len(designs) - 1)] for designs in found), units)
            for at in range(min(count, max(map(len, found))))
        ]
    sets = [DesignedTogether(designs, units) for designs in product(*found)]
    ranks = {id(d): at for designs in found for at, d in enumerate(designs)}
    sets.sort(
        key=lambda s: (round(abs(float(s.house_edge - target)), 4), sum(ranks[id(d)] for d in s.designs))
    )
    return sets[:count]


def _of(game: str, wager: str, settings: Mapping[str, str]) -> dict[str, str]:
    """The settings that this wager has."""
    from pitboss.edge.solver import solver_of

    known = {setting.name for setting in solver_of(game).settings(wager)}
    return {name: value for name, value in settings.items() if name in known}
