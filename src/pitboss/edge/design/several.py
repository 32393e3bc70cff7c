"""Several wagers of a game at once: a table for each, and what a player gives who lays them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.approvals import sheet
from pitboss.compute.progress import Progress, silent
from pitboss.edge.ask import refuse_unknown
from pitboss.edge.design.candidates import Bounds
from pitboss.edge.design.search import NEAR, Design, Say, design, unsaid
from pitboss.edge.report import decimal, exact, mean, square_root
from pitboss.edge.solver import Query, Settings, solver_of
from pitboss.errors import BadInput
from pitboss.shown import percent

TRIED = 12
"""tables of each wager that are tried together"""
JOINT_DEALS = 60_000
"""that may be played for the deviation of all: a few seconds"""
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

    def deviation(self, most_deals: int = JOINT_DEALS) -> Fraction:
        """Standard deviation of all that is laid, per unit of it, exactly: the wagers hang together by the cards they
        share, so the game is played through its rules with all of them. Refused where that takes too long, and where
        a wager is played otherwise than for the main game."""
        from pitboss.edge.general.solver import GeneralSolver

        solver = GeneralSolver(self.designs[0].result.game)
        asked = []
        for one in self.designs:
            given = {**one.result.settings, "most_deals": str(most_deals)}
            settings = Settings.complete(solver.settings(one.result.wager), given)
            asked.append(Query(one.result.wager, one.table, settings))
        outcomes = solver.joint(asked, self.units)
        laid = sum(self.units)
        average = mean(outcomes) / laid
        if average != -self.house_edge:
            raise BadInput(
                f"Laid together these wagers give {percent(-average, 4)}, one by one {percent(self.house_edge, 4)}: "
                "one of them is played for itself.",
                accepted="wagers that leave the play of the main game as it is",
            )
        squares = sum((net * net * chance for net, chance in outcomes.items()), Fraction(0)) / laid**2
        return square_root(squares - average**2)

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
    say: Say = unsaid,
) -> list[DesignedTogether]:
    """Sets of tables, one for each wager near its own target and within its own bounds; with `target`, the sets whose
    edge of all that is laid comes nearest to it. Each wager is solved with the game's other tables as approved."""
    names = [want.wager for want in wanted]
    if len(set(names)) != len(names) or not names:
        raise BadInput(f"The wagers are {', '.join(names) or 'none'}.", accepted="each wager once")
    refuse_unknown(solver_of(game), sheet(game).name, tuple(names), settings)
    found = [
        design(
            game, want.wager, want.target, want.start, want.keep, _of(game, want.wager, settings), want.deviation,
            max(count, TRIED if target is not None else count), want.bounds, progress, say,
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
    known = {setting.name for setting in solver_of(game).settings(wager)}
    return {name: value for name, value in settings.items() if name in known}
