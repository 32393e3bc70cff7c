"""Which printed figure belongs beside an answer: the one that was printed for its settings, and no other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pitboss.analysis.report import EdgeResult
from pitboss.analysis.solver import Query, Settings, solver_of
from pitboss.sheets import Published, sheet
from pitboss.sheets.plugins import outside_games


def published_for(query: Query, result: EdgeResult) -> Published | None:
    """The figure that the approval prints for this question."""
    return _first(sheet(result.game).published, query, result)


def elsewhere_for(query: Query, result: EdgeResult) -> Published | None:
    """A figure that others have published for this question."""
    return _first(sheet(result.game).elsewhere, query, result)


def _first(figures: Iterable[Published], query: Query, result: EdgeResult) -> Published | None:
    return next((figure for figure in figures if applies(figure, query, result)), None)


def applies(figure: Published, query: Query, result: EdgeResult) -> bool:
    """Whether a figure was printed for this question: for this pay table under these settings, or under others that
    leave the wager exactly as it is, as the dealer's soft 17 leaves War."""
    table = query.pay_table
    if table is None or not table.approved or figure.line:
        return False
    if (figure.wager, figure.pay_table) != (query.wager, table.id):
        return False
    solver = solver_of(result.game)
    printed = Settings.complete(solver.settings(query.wager), {**_how(query, result), **figure.settings})
    if dict(printed) == dict(query.settings):
        return True
    if result.game in outside_games():
        return False  # the rules would have to be played out a second time
    return solver.solve(replace(query, settings=printed, fresh=False)).outcomes == result.outcomes


def _how(query: Query, result: EdgeResult) -> dict[str, str]:
    """Settings that say how an answer is found, not which game it is of."""
    known = solver_of(result.game).settings(query.wager)
    return {s.name: query.settings[s.name] for s in known if s.how}
