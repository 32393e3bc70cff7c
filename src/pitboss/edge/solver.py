"""The few questions every solver answers, and where to find a game's solver.

The solver of game `fu-bacc` is the object `SOLVER` of `pitboss.edge.fu_bacc`. Nothing is registered
by hand: the game's name says where its solver is.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.report import EdgeResult, Strategy

if TYPE_CHECKING:
    from pitboss.approvals.model import PayTable


@dataclass(frozen=True, slots=True)
class Setting:
    """A named setting of a solver: its default, and what else is accepted (empty: any value of `kind`)."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    kind: str = "choice"
    """`choice`, `integer`, `dollars`, `cents`"""
    meaning: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """One question. `pay_table` is the approved one by that name, or a user's own for analysis."""

    wager: str
    pay_table: PayTable | None
    """None where the wager has no pay table of its own (blackjack's main wager)"""
    settings: Mapping[str, str] = field(default_factory=dict)
    """complete: defaults filled in and validated against `Solver.settings`"""
    fresh: bool = False
    progress: Progress = silent
    engine: Engine = field(default_factory=LocalEngine)


class Solver(Protocol):
    def settings(self, wager: str) -> tuple[Setting, ...]:
        """What `--set` accepts for this wager."""
        ...

    def solve(self, query: Query) -> EdgeResult: ...

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        """How to play the wager; with `hand`, what each choice with it is worth."""
        ...


def solver_of(game: str) -> Solver:
    module = importlib.import_module("pitboss.edge." + game.replace("-", "_"))
    solver: Solver = module.SOLVER
    return solver
