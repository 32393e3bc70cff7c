"""A question and its answer in one line."""

from __future__ import annotations

from pitboss.analysis import questions
from pitboss.analysis.report import EdgeResult
from pitboss.analysis.solver import Query


def query_of(game: str, wager: str = "main", table: str | None = None, /, **settings: str) -> Query:
    """On the first pay table of the wager, where none is named."""
    return questions.queries(game, wager, table, settings)[0]


def result_of(game: str, wager: str = "main", table: str | None = None, /, **settings: str) -> EdgeResult:
    return questions.solve(game, query_of(game, wager, table, **settings))
