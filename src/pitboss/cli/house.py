"""`pitboss check`, `approve`, `sign`, `report`: the house's papers."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option, stores, write_file
from pitboss.core.errors import BadInput

if TYPE_CHECKING:
    from pitboss.house.findings import Report
    from pitboss.house.report import MasterGamesReport, TableDay
    from pitboss.house.table_file import Table

STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}
F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)


def _day(context: click.Context, parameter: click.Parameter, value: str | None) -> date:
    """Today without a value, in UTC as the log has it."""
    return _named_day(context, parameter, value) or datetime.now(UTC).date()


def _named_day(context: click.Context, parameter: click.Parameter, value: str | None) -> date | None:
    from pitboss.ledger.days import day_named

    return day_named(value) if value else None


def day_option(name: str, meaning: str) -> Callable[[F], F]:
    return click.option(name, callback=_day, metavar="DATE", help=f"{meaning}; today without it.")


@click.command()
@click.argument("tables", nargs=-1, required=True, type=FILE, metavar="TABLE.toml...")
@day_option("--on", "The day of play")
@json_option
def check(tables: tuple[Path, ...], on: date, as_json: bool) -> int:
    """What approval and regulation say to a table's configuration on a day.

    Every finding has its clause and what would be accepted. The exit status is 1 if a table may not open."""
    from pitboss.house.check import check_room
    from pitboss.house.table_file import read_table

    reports = check_room([read_table(path) for path in tables], on)
    if as_json:
        print_json({"tables": [report.to_json() for report in reports]})
    else:
        for report in reports:
            _show(report)
    return 0 if all(report.may_play for report in reports) else 1


def _show(report: Report) -> None:
    from rich.markup import escape

    from pitboss.cli.show import console, table

    shape = table(
        f"{report.table}, {report.game}, on {report.on}", "", "clause", "finding", wrap=("finding",)
    )
    for found in report:
        text = escape(found.message)
        if found.accepted:
            text += f"\n[dim]accepted: {escape(found.accepted)}[/]"
        shape.add_row(f"[{STYLES[found.severity]}]{found.severity}[/]", found.clause, text)
    console.print(shape)
    if report.may_play:
        console.print("[bold green]May open for play.[/]\n")
    elif report.may_train:
        console.print("[bold yellow]May train, not play.[/]\n")
    else:
        console.print("[bold red]May not open.[/]\n")


@click.command()
@click.argument("table", type=FILE, metavar="TABLE.toml")
@click.option("--reference", required=True, help="The letter or filing that approves it.")
@day_option("--on", "The day of the approval")
@click.option("-o", "--output", type=FILE, required=True, metavar="FILE", help="The record to write (JSON).")
@click.option("--replace", is_flag=True, help="Write over a record that is there.")
def approve(table: Path, reference: str, on: date, output: Path, replace: bool) -> None:
    """Keep a table's rules, pay tables and equipment as approved, with their hash.

    Name the record in the table's file (approved.record); `pitboss check` then shows every later change. A
    table that `check` forbids on that day is not recorded."""
    from pitboss.house.check import CLAUSE, make_record
    from pitboss.house.table_file import read_table

    if output.exists() and not replace:
        raise BadInput(f"{output} is there already.", clause=CLAUSE, accepted="another name, or --replace")
    read = read_table(table)
    # what has changed since the last record is what a new one is for
    _refuse_forbidden(read, on, "recorded as approved", beside=CLAUSE)
    record = make_record(read, on, reference)
    write_file(output, (json.dumps(record.to_json(), ensure_ascii=False, indent=2) + "\n").encode())
    click.echo(f"{output}: {record.hash}")


@click.command()
@click.argument("table", type=FILE, metavar="TABLE.toml")
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help="A .html or .pdf file; HTML on stdout without."
)
@day_option("--on", "The day of play")
@json_option
def sign(table: Path, output: Path | None, on: date, as_json: bool) -> None:
    """The sign at the table, from its configuration: limits, odds, jackpots, aggregate limits, house rules.

    There is none for a table that `check` forbids on that day."""
    from pitboss.house.sign import sign_html, sign_of, sign_pdf
    from pitboss.house.table_file import read_table

    read = read_table(table)
    _refuse_forbidden(read, on, "posted")
    made = sign_of(read, on)
    if as_json:
        print_json({"sign": made.to_json()})
    elif output is None:
        click.echo(sign_html(made), nl=False)
    else:
        _write_page(output, lambda: sign_html(made), lambda: sign_pdf(made))


def _refuse_forbidden(table: Table, on: date, what: str, beside: str = "") -> None:
    """What may not open has no papers; findings of the clause `beside` do not count."""
    from pitboss.house.check import check_room

    for report in check_room([table], on):
        wrong = [found for found in report.errors if not found.training and found.clause != beside]
        if wrong:
            raise BadInput(
                f"{table.id} may not open on {on}, so it is not {what}: {wrong[0].message}",
                clause=wrong[0].clause,
                accepted=wrong[0].accepted or f"a table without errors in `pitboss check --on {on}`",
            )


def _write_page(path: Path, html: Callable[[], str], pdf: Callable[[], bytes]) -> None:
    """HTML or PDF, by the file's name."""
    if path.suffix == ".pdf":
        write_file(path, pdf())
    elif path.suffix in (".html", ".htm"):
        write_file(path, html().encode())
    else:
        raise BadInput(f"{path} is neither HTML nor PDF by its name.", accepted="a name in .html or .pdf")


@click.command()
@click.argument("tables", nargs=-1, type=FILE, metavar="[TABLE.toml]...")
@click.option(
    "--store", "url", required=True, shell_complete=stores,
    help="The room's store: sqlite:///room.db or postgresql://...",
)  # fmt: skip
@click.option("--day", callback=_named_day, metavar="DATE", help="The gambling day; today's without it.")
@click.option("-o", "--output", type=FILE, metavar="FILE", help="A .html or .pdf file to print.")
@json_option
def report(tables: tuple[Path, ...], url: str, day: date | None, output: Path | None, as_json: bool) -> None:
    """Drop, win and jackpot accrual of a day, by table and game; tables without activity are listed too.

    Tables the store knows are in it by themselves; name the files of further ones that stood idle."""
    from pitboss.house.report import report_from_store, report_html, report_pdf
    from pitboss.house.table_file import read_table
    from pitboss.ledger import open_store
    from pitboss.ledger.days import gambling_day

    named = {table.id: table.game for table in map(read_table, tables)}
    with open_store(url) as store:
        made = report_from_store(store, day or gambling_day(store).of(store.clock()), named)
    if as_json:
        print_json(made.to_json())
    elif output is not None:
        _write_page(output, lambda: report_html(made), lambda: report_pdf(made))
    else:
        _show_report(made)


def _show_report(made: MasterGamesReport) -> None:
    from pitboss.cli.show import console, table
    from pitboss.house.report import HEADS, NO_GAME, by_person, cells

    columns = (*range(8), HEADS.index("over or short"))

    def row(line: TableDay) -> tuple[str, ...]:
        texts = cells(line)
        return (
            tuple(texts[n] for n in columns) if texts else (line.table, line.game or NO_GAME, "no activity")
        )

    heads = [HEADS[n] for n in columns]
    shape = table(f"Daily master games report, {made.day}", *heads, right=tuple(heads[2:]))
    for line in made.lines:
        shape.add_row(*row(line))
    shape.add_section()
    for line in (*made.by_game.values(), made.total):
        shape.add_row(*row(line), style="bold" if line.game == made.total.game else "")
    console.print(shape)
    for (title, *names), rows in by_person(made).items():
        shape = table(title.capitalize(), "table", *names, right=tuple(names[1:]))
        for one in rows:
            shape.add_row(*one)
        console.print(shape)
