"""Every published figure beside the exact one.

`agrees`: the exact edge rounds to the printed figure. `rounded`: it is off by no more than one unit of
the last printed digit, as after truncation. `disagrees`: anything else; the note says what the solver
knows about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import EdgeResult, decimal
from pitboss.analysis.solver import solver_of
from pitboss.compute import Progress, silent
from pitboss.sheets import Published, game_ids, sheet


@dataclass(frozen=True, slots=True)
class AuditedFigure:
    game: str
    wager: str
    pay_table: str
    figure: str
    exact: Fraction
    verdict: str
    note: str
    elsewhere: bool = False
    """published by others, and by no approval"""
    line: str = ""
    """the line whose chance it is; none for the house edge"""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            **({"line": self.line} if self.line else {}),
            "elsewhere" if self.elsewhere else "published": self.figure,
            "exact": decimal(self.exact),
            "verdict": self.verdict,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about an approval that is not a number: a slip of its letter, a wager without a figure."""

    game: str
    clause: str
    text: str


def verdict(published: Published, exact: Fraction) -> str:
    off = abs(exact - published.value)
    if off <= published.half_unit:
        return "agrees"
    return "rounded" if off <= 2 * published.half_unit else "disagrees"


def audit(progress: Progress = silent) -> Iterator[AuditedFigure]:
    """Solve every wager with a published figure, in the order of the approvals."""
    return _beside([(game, figure) for game in game_ids() for figure in sheet(game).published], progress)


def audit_elsewhere(
    progress: Progress = silent, games: Iterable[str] | None = None
) -> Iterator[AuditedFigure]:
    """The same for figures that others have published, and no approval."""
    asked = game_ids() if games is None else games
    return _beside([(game, figure) for game in asked for figure in sheet(game).elsewhere], progress)


def _beside(todo: list[tuple[str, Published]], progress: Progress) -> Iterator[AuditedFigure]:
    """Each figure and the exact one under the settings it was printed for."""
    for done, (game, figure) in enumerate(todo):
        progress(done, len(todo))
        (query,) = queries(game, figure.wager, figure.pay_table, figure.settings)
        result = solve(game, query)
        exact = result.house_edge
        if figure.line:
            at = [line.hand for line in query.table.lines].index(figure.line)
            exact = result.lines[at].probability
        yield AuditedFigure(
            game,
            figure.wager,
            figure.pay_table,
            figure.figure,
            exact,
            verdict(figure, exact),
            note_on(game, figure, result),
            bool(figure.source),
            figure.line,
        )
    progress(len(todo), len(todo))


def note_on(game: str, figure: Published, result: EdgeResult) -> str:
    """The sheet's own note, and what the solver has found out about the figure."""
    parts = (figure.source, figure.note, solver_of(game).audit_note(figure, result))
    return " ".join(_sentence(part) for part in parts if part)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:].rstrip(".") + "."


def remarks() -> list[Remark]:
    """Slips of the letters (HR-31), and wagers whose edge the approval does not print."""
    found = []
    for game in game_ids():
        rules = sheet(game)
        if rules.letter is None:
            continue
        for slip in rules.letter.slips:
            found.append(Remark(game, "HR-31", slip))
        silent_tables = [
            f"{table.wager} {table.id}"
            for table in rules.pay_tables
            if rules.published_figure(table.wager, table.id) is None
        ]
        if silent_tables:
            found.append(Remark(game, "HR-31", "No edge is printed for " + ", ".join(silent_tables) + "."))
    return found
