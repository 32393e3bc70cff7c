"""What volatility a house edge can be had with: the calmest and the wildest table at every edge in reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.approvals import PayTable, sheet
from pitboss.compute.progress import Progress, silent
from pitboss.edge.ask import solve
from pitboss.edge.design.candidates import REACHES, Bounds, NearTables
from pitboss.edge.design.search import Design, workshops
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.shown import Page, ShownTable, Shows, percent, titled

STEPS = 24
"""edges at which the frontier is looked at where the counts are known"""
SOLVED_STEPS = 6
"""and where every table has to be solved"""
LOWEST, HIGHEST = 0.0, 0.25
"""edges of tables that a house would print"""


@dataclass(frozen=True, slots=True, repr=False)
class Frontier(Shows):
    """Tables with exact answers: the calmest and the wildest by edge, and the approved ones."""

    game: str
    wager: str
    calm: tuple[Design, ...]
    wild: tuple[Design, ...]
    approved: tuple[tuple[PayTable, EdgeResult], ...]

    def page(self) -> Page:
        rows = tuple(
            (
                percent(calm.result.house_edge, 3),
                f"{float(calm.result.standard_deviation):.3f}",
                percent(wild.result.house_edge, 3),
                f"{float(wild.result.standard_deviation):.3f}",
            )
            for calm, wild in zip(self.calm, self.wild, strict=True)
        )
        heads = ("calm: edge", "std dev", "wild: edge", "std dev")
        return Page(
            f"{titled(self.game, self.wager)}: edge against volatility", {}, (ShownTable(heads, rows),)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "calm": [d.to_json() for d in self.calm],
            "wild": [d.to_json() for d in self.wild],
            "approved": [
                {"pay_table": t.id, "edge": float(r.house_edge), "deviation": float(r.standard_deviation)}
                for t, r in self.approved
            ],
        }


def frontier(
    game: str,
    wager: str,
    start: str | None = None,
    keep: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    bounds: Bounds | None = None,
    progress: Progress = silent,
    lowest: float = LOWEST,
    highest: float = HIGHEST,
) -> Frontier:
    """At every edge in reach the calmest and the wildest table near the approved ones."""
    within = bounds or Bounds()
    shops = list(workshops(game, wager, start, keep, settings, progress))
    known = all(shop.known for shop in shops)
    cuts = np.linspace(lowest, highest, (STEPS if known else SOLVED_STEPS) + 1)
    best: dict[tuple[int, bool], tuple[float, int, dict[str, str]]] = {}
    for number, shop in enumerate(shops):
        for many in shop.near(within, REACHES[0]):
            _keep_best(best, number, many, shop.base, cuts, within)
    designs = {key: shops[number].made(changes) for key, (_, number, changes) in best.items()}
    fitting = {
        key: d for key, d in designs.items() if within.hold(d.table, d.result) and d.result.house_edge > 0
    }
    bins = [at for at in range(len(cuts)) if (at, False) in fitting and (at, True) in fitting]
    if not bins:
        raise BadInput(
            f"No table of {game} {wager} with an edge of {lowest:.0%} to {highest:.0%} keeps within the bounds.",
            accepted="wider bounds, or fewer --keep",
        )
    query = shops[0].settings
    approved = tuple(
        (table, solve(game, Query(wager, table, query)))
        for table in (sheet(game).tables(wager) if known else (sheet(game).pay_table(wager, shops[0].start),))
    )
    return Frontier(
        game,
        wager,
        tuple(fitting[at, False] for at in bins),
        tuple(fitting[at, True] for at in bins),
        approved,
    )


def _keep_best(
    best: dict[tuple[int, bool], tuple[float, int, dict[str, str]]],
    number: int,
    many: NearTables,
    base: PayTable,
    cuts: np.ndarray,
    bounds: Bounds,
) -> None:
    """Of these tables those that are calmer or wilder than any so far at their edge."""
    fits = np.ones(len(many.edge), bool)
    if bounds.most_deviation is not None:
        fits &= many.deviation <= float(bounds.most_deviation)
    bins = np.where(fits, np.digitize(many.edge, cuts), 0)
    for at in _inside(np.unique(bins).tolist(), len(cuts)):
        here = np.flatnonzero(bins == at)
        for wild in (False, True):
            found = here[np.argmax(many.deviation[here]) if wild else np.argmin(many.deviation[here])]
            deviation = float(many.deviation[found])
            before = best.get((at, wild))
            if before is None or (deviation > before[0] if wild else deviation < before[0]):
                best[at, wild] = (deviation, number, many.changes(base, int(found)))


def _inside(bins: Iterable[int], cuts: int) -> list[int]:
    return [at for at in bins if 0 < at < cuts]
