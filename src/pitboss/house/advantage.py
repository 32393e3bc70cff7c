"""A warning no regulation asks for: wagers on which a player who plays well has the advantage."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.edge.ask import queries, solve
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import solver_of
from pitboss.house.findings import Finding, warning
from pitboss.house.table import Table


def check_advantage(table: Table) -> Iterator[Finding]:
    """Solve every bonus wager the table offers, with its own pay table and options."""
    sheet = table.sheet
    for wager in sheet.wagers:
        if wager.id not in table.offered or wager.sensed or wager.tokes or not sheet.tables(wager.of):
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


def _solve(table: Table, wager: str, pay_table: str) -> EdgeResult:
    known = {setting.name for setting in solver_of(table.game).settings(wager)}
    settings = {name: value for name, value in table.options.items() if name in known}
    (query,) = queries(table.game, wager, pay_table, settings)
    return solve(table.game, query)
