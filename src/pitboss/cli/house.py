"""The house: its papers (`pitboss check`, `approve`, `sign`, `report`), and its chips at the tables (`tray`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli import Group, need, print_json
from pitboss.cli.options import (
    Acting,
    acting,
    day_option,
    json_option,
    output_option,
    save,
    show_files,
    signing,
    store_option,
    why_option,
    write_file,
)
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.house.findings import Report
    from pitboss.house.report import MasterGamesReport, TableDay
    from pitboss.house.table_file import Table
    from pitboss.ledger import Event


STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}
FILE = click.Path(path_type=Path)


def today() -> date:
    """In UTC, as the log has it."""
    return datetime.now(UTC).date()


@click.command()
@click.argument("tables", nargs=-1, required=True, type=FILE, metavar="TABLE.toml...")
@day_option("The day of play")
@json_option
def check(tables: tuple[Path, ...], on: date | None, as_json: bool) -> int:
    """What approval and regulation say to a table's configuration on a day.

    Every finding has its clause and what would be accepted. The exit status is 1 if a table may not open."""
    from pitboss.house.check import check_room
    from pitboss.house.table_file import read_table

    reports = check_room([read_table(path) for path in tables], on or today())
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
@day_option("The day of the approval")
@output_option("The record to write (JSON).", required=True)
@click.option("--replace", is_flag=True, help="Write over a record that is there.")
@json_option
def approve(table: Path, reference: str, on: date | None, output: Path, replace: bool, as_json: bool) -> None:
    """Keep a table's rules, pay tables and equipment as approved, with their hash.

    Name the record in the table's file (approved.record); `pitboss check` then shows every later change. A
    table that `check` forbids on that day is not recorded."""
    from pitboss.house.check import CLAUSE, make_record
    from pitboss.house.table_file import read_table

    if output.exists() and not replace:
        raise BadInput(f"{output} is there already.", clause=CLAUSE, accepted="another name, or --replace")
    read, on = read_table(table), on or today()
    # what has changed since the last record is what a new one is for
    _refuse_forbidden(read, on, "recorded as approved", beside=CLAUSE)
    record = make_record(read, on, reference)
    write_file(output, (json.dumps(record.to_json(), ensure_ascii=False, indent=2) + "\n").encode())
    if as_json:
        show_files([output], as_json, hash=record.hash)
    else:
        click.echo(f"{output}: {record.hash}")


@click.command()
@click.argument("table", type=FILE, metavar="TABLE.toml")
@output_option("A .html or .pdf file; HTML on stdout without.")
@day_option("The day of play")
@json_option
def sign(table: Path, output: Path | None, on: date | None, as_json: bool) -> None:
    """The sign at the table, from its configuration: limits, odds, jackpots, aggregate limits, house rules.

    There is none for a table that `check` forbids on that day."""
    from pitboss.house.sign import sign_html, sign_of, sign_pdf
    from pitboss.house.table_file import read_table

    _check_page(output)
    read, on = read_table(table), on or today()
    _refuse_forbidden(read, on, "posted")
    made = sign_of(read, on)
    if output is not None:
        _write_page(output, lambda: sign_html(made), lambda: sign_pdf(made))
    if as_json:
        print_json({"sign": made.to_json()})
    elif output is None:
        click.echo(sign_html(made), nl=False)


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


def _check_page(path: Path | None) -> None:
    """Before the work."""
    if path is not None and path.suffix not in PAGES:
        raise BadInput(f"{path} is neither HTML nor PDF by its name.", accepted="a name in .html or .pdf")
    need("jinja2", *(("typst",) if path is not None and path.suffix == ".pdf" else ()))


PAGES = (".html", ".htm", ".pdf")


def _write_page(path: Path, html: Callable[[], str], pdf: Callable[[], bytes]) -> None:
    """HTML or PDF, by the file's name."""
    if path.suffix == ".pdf":
        save(path, pdf())
    else:
        save(path, html().encode())


@click.command()
@click.argument("tables", nargs=-1, type=FILE, metavar="[TABLE.toml]...")
@store_option
@day_option("The gambling day")
@output_option("A .html or .pdf file to print.")
@json_option
def report(tables: tuple[Path, ...], url: str, on: date | None, output: Path | None, as_json: bool) -> None:
    """Drop, win and jackpot accrual of a day, by table and game; tables without activity are listed too.

    Tables the store knows are in it by themselves; name the files of further ones that stood idle."""
    from pitboss.house.report import report_from_store, report_html, report_pdf
    from pitboss.house.table_file import read_table
    from pitboss.ledger import open_store
    from pitboss.ledger.days import gambling_day

    if output is not None:
        _check_page(output)
    named = {table.id: table.game for table in map(read_table, tables)}
    with open_store(url) as store:
        made = report_from_store(store, on or gambling_day(store).of(store.clock()), named)
    if output is not None:
        _write_page(output, lambda: report_html(made), lambda: report_pdf(made))
    if as_json:
        print_json(made.to_json())
    elif output is None:
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


# `pitboss tray`: inventories with two signatures, fills, credits, and large payouts, on a room's store.


@click.group(cls=Group)
def tray() -> None:
    """Tray inventories, fills, credits and large payouts (HR-14, HR-15, HR-17)."""


def _show_event(act: Acting, event: Event, text: str) -> None:
    if act.as_json:
        print_json({"seq": event.seq, "kind": event.kind, **event.payload})
    else:
        click.echo(f"{text}   (event {event.seq})")


def _counts(pairs: tuple[str, ...]) -> dict[Cents, int]:
    counts: dict[Cents, int] = {}
    for pair in pairs:
        value, x, count = pair.partition("x")
        if not x or not count.strip().isdigit():
            raise BadInput(
                f"{pair!r} is not a count of chips.", clause="HR-17", accepted="VALUExCOUNT: $25x40"
            )
        counts[parse_dollars(value)] = int(count)
    return counts


def _count_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning)
    @click.argument("table")
    @click.argument("counts", nargs=-1, required=True, metavar="VALUExCOUNT...")
    @acting(two=True)
    def command(act: Acting, table: str, counts: tuple[str, ...]) -> None:
        from pitboss.chips.events import TrayCount
        from pitboss.chips.trays import Inventory, TrayDesk
        from pitboss.ledger.unit import read_event

        inventory, desk = Inventory(_counts(counts)), TrayDesk(act.store)
        book = desk.opener if which == "open" else desk.closer
        event = book(table, inventory, act.by, act.second, act.key)
        said = read_event(TrayCount, event)
        over, brought = said.over_cents, said.from_cage_cents
        found = f"{dollars(abs(over))} {'over' if over > 0 else 'short'}" if over else "as the ledger has it"
        cage = f", {dollars(brought)} of it from the cage" if brought else ""
        _show_event(act, event, f"{table}: {dollars(inventory.cents)} counted{cage}, {found}")

    return command


TWO = ("fill", "credit", "cash-for-chips", "wager-taken", "wager-paid")
"""what two people sign for; wagers and sales only beyond the amount that one books in a day"""


def _carry_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning, context_settings={"ignore_unknown_options": True})
    @click.argument("table")
    @click.argument("amount", metavar="DOLLARS")
    @why_option
    @acting(two=which in TWO)
    def command(act: Acting, table: str, amount: str, why: str) -> None:
        from pitboss.chips.trays import Movement, TrayDesk

        cents, desk = parse_dollars(amount), TrayDesk(act.store)
        if which in ("fill", "credit"):
            book = desk.fill if which == "fill" else desk.credit
            event = book(table, cents, act.by, act.second, why, act.key)
        else:
            event = desk.move(table, Movement(which), cents, act.by, why, act.key, act.second)
        _show_event(act, event, f"{table}: {which} of {dollars(cents)}")

    return command


@click.command("payout")
@click.argument("table")
@click.argument("amount", metavar="DOLLARS")
@click.option("--hand", default="", help="What surveillance saw: the hand,")
@click.option("--bet", default="", metavar="DOLLARS", help="the wager,")
@click.option("--player", default="", help="and the player.")
@signing("surveillance", "Who confirms it for surveillance")
@click.option("--bank-check", "check_asked", is_flag=True, help="The winner asks for a check.")
@acting()
def payout(
    act: Acting,
    table: str,
    amount: str,
    hand: str,
    bet: str,
    player: str,
    surveillance: str | None,
    surveillance_token: Path | None,
    check_asked: bool,
) -> None:
    """A large payout from the tray.

    Where it needs surveillance's confirmation, --surveillance signs for what was seen."""
    from datetime import datetime

    from pitboss.chips.events import PayoutMade, SurveillanceCheck
    from pitboss.chips.payouts import PayoutDesk
    from pitboss.ledger.days import gambling_day
    from pitboss.ledger.unit import read_event

    cents = parse_dollars(amount)
    watcher = act.other(surveillance, surveillance_token)
    seen = SurveillanceCheck(hand, bet, cents, player, watcher.id) if watcher else None
    event = PayoutDesk(act.store).pay(
        table, cents, act.by, seen, watcher, check_asked=check_asked, key=act.key
    )
    due = read_event(PayoutMade, event).check_due
    until = ""
    if due:
        at_us = int(datetime.fromisoformat(due).timestamp() * 1_000_000)
        until = f", check due {gambling_day(act.store).moment(at_us)}"
    _show_event(act, event, f"{table}: {dollars(cents)} paid{until}")


@click.command("fund")
@click.argument("amount", metavar="DOLLARS")
@why_option
@acting(two=True)
def fund(act: Acting, amount: str, why: str) -> None:
    """The house's own money into the cage, for fills."""
    from pitboss.chips.trays import TrayDesk

    cents = parse_dollars(amount)
    event = TrayDesk(act.store).fund(cents, act.by, act.second, why, act.key)
    _show_event(act, event, f"{dollars(cents)} into the cage")


tray.add_command(fund)
tray.add_command(_count_command("open", "The opener: chips counted and signed for by two people."))
tray.add_command(_count_command("close", "The closer: chips counted and signed for by two people."))
tray.add_command(_carry_command("fill", "Chips from the cage to the tray."))
tray.add_command(_carry_command("credit", "Chips from the tray to the cage."))
tray.add_command(_carry_command("cash-for-chips", "Cash into the drop box, chips to a player."))
tray.add_command(_carry_command("wager-taken", "Chips won by the house at a table without a room's books."))
tray.add_command(_carry_command("wager-paid", "Chips paid to players at such a table."))
tray.add_command(payout)
