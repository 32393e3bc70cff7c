"""A warning no regulation asks for: wagers on which a player who plays well has the advantage."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.approvals import Wager
from pitboss.approvals.outside import outside_games
from pitboss.edge.ask import queries, solve
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query, solver_of
from pitboss.house.findings import Finding, warning
from pitboss.house.table import Table

PATIENCE_S = 20.0
"""of a core, for the main wager of a game that nobody has looked at"""


def check_advantage(table: Table) -> Iterator[Finding]:
    """Solve every bonus wager the table offers, with its own pay table and options; of a game from outside its main
    wager too, unless that takes long."""
    sheet = table.sheet
    for wager in sheet.wagers:
        if not _to_solve(table, wager):
            continue
        pay_table = table.pay_tables.get(wager.of, sheet.usual_table(wager.of).id)
        found = _solve(table, wager.of, pay_table)
        if found.house_edge < 0:
            better = [
                t.id
                for t in sheet.tables(wager.of)
                if t.id != pay_table and _solve(table, wager.of, t.id).house_edge > 0
            ]
            yield warning(
                sheet.pay_table(wager.of, pay_table).clause,
                f"{wager.name}, pay table {pay_table}: a player who plays well has an advantage of "
                f"{float(-found.house_edge) * 100:.2f} % of the {found.per}.",
                ("pay table " + ", ".join(better)) if better else "",
                f"pay_tables.{wager.of}",
            )


def _to_solve(table: Table, wager: Wager) -> bool:
    if wager.placed == "first" and table.game in outside_games() and table.sheet.tables(wager.of):
        return solver_of(table.game).seconds(_query(table, wager.of, None)) < PATIENCE_S
    offered = wager.id in table.offered and not wager.sensed and not wager.tokes
    return offered and bool(table.sheet.tables(wager.of))


def _solve(table: Table, wager: str, pay_table: str) -> EdgeResult:
    return solve(table.game, _query(table, wager, pay_table))


def _query(table: Table, wager: str, pay_table: str | None) -> Query:
    known = {setting.name for setting in solver_of(table.game).settings(wager)}
    settings = {name: value for name, value in table.options.items() if name in known}
    return queries(table.game, wager, pay_table, settings)[0]
