"""The daily master games report: every table and game, with drop, win and jackpot accrual (HR-16); and what one person
has done alone or with one other at a table on the day: rounds declared void, chips sold for cash (HR-34, HR-43). That
is in a room's day books, and for tables that are run by hand in their own records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from fractions import Fraction
from importlib import resources
from operator import attrgetter
from typing import Any, Final, TypeVar

from pitboss.chips.day_book import DayBook, Sales, Voids, books_of_day
from pitboss.chips.events import STREAM_KINDS, TrayMoved
from pitboss.chips.trays import Movement, TrayDay, TrayDesk, table_win
from pitboss.core.codec import decode
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.documents import Award, State, award_key, table_key
from pitboss.jackpots.events import KeypadGameEnded, KeypadGameStarted, KeypadGameVoided
from pitboss.jackpots.model import Kind
from pitboss.jackpots.postings import CASH
from pitboss.jackpots.postings import tray as tray_account
from pitboss.jackpots.room_or_desk import kept_by_room
from pitboss.ledger import UNIT_PER_CENT, Event, Store
from pitboss.ledger.days import events_of_day, gambling_day
from pitboss.ledger.unit import read_event

# What one person has done alone or with one other.

Sums = TypeVar("Sums", Voids, Sales)


@dataclass(frozen=True, slots=True)
class VoidsOf:
    table: str
    person: str
    sums: Voids


@dataclass(frozen=True, slots=True)
class SalesOf:
    table: str
    person: str
    sums: Sales


def in_books(books: Iterable[DayBook]) -> tuple[list[VoidsOf], list[SalesOf]]:
    voids, sales = [], []
    for book in books:
        voids += [VoidsOf(book.table, person, sums) for person, sums in sorted(book.voids.items())]
        sales += [SalesOf(book.table, person, sums) for person, sums in sorted(book.sales.items())]
    return voids, sales


def by_hand(store: Store, table: str, on: date) -> tuple[list[VoidsOf], list[SalesOf]]:
    """Those of a table that no room keeps. What a void changed is not known there: the wagers went back."""
    if kept_by_room(store.document, table):
        return [], []
    voids: dict[str, Voids] = {}
    sales: dict[str, Sales] = {}
    for event in _of_kind(store, table_key(table), on, KeypadGameVoided.KIND):
        returned = sum(read_event(KeypadGameVoided, event).returned_cents.values())
        _add(voids, event, Voids(1, returned, 0))
    for event in _of_kind(store, tray_account(table), on, f"{STREAM_KINDS}{Movement.CASH_FOR_CHIPS}"):
        moved = read_event(TrayMoved, event)
        _add(sales, event, Sales(1, moved.cents, 0 if moved.second else moved.cents))
    return (
        [VoidsOf(table, person, sums) for person, sums in sorted(voids.items())],
        [SalesOf(table, person, sums) for person, sums in sorted(sales.items())],
    )


def _of_kind(store: Store, stream: str, on: date, kind: str) -> Iterator[Event]:
    return (event for event in events_of_day(store, stream, on) if event.kind == kind)


def _add(known: dict[str, Sums], event: Event, more: Sums) -> None:
    person = event.actor.partition(" (")[0]
    old = known.get(person, type(more)())
    known[person] = type(more)(*(getattr(old, f.name) + getattr(more, f.name) for f in fields(more)))


@dataclass(frozen=True, slots=True)
class TableDay:
    """One table on one day. Without activity all amounts are zero and the line says so."""

    table: str
    game: str
    """empty where the store knows the table by its tray only"""
    rounds: int = 0
    drop_cents: Cents = 0
    win_cents: Cents = 0
    tokes_cents: Cents = 0
    accrual_cents: Cents = 0
    """what the day's jackpot wagers added to the players' money"""
    fills_cents: Cents = 0
    credits_cents: Cents = 0
    opener_cents: Cents | None = None
    closer_cents: Cents | None = None
    over_cents: Cents = 0
    """what counts found over the tray's account, short where negative"""
    jackpot_pays_cents: Cents = 0
    """fixed pays and envy from the tray, and prizes off meters or of house jackpots won at the table"""
    house_prizes_cents: Cents = 0
    """of those, the house's own money: they lower its win, though no tray paid them"""
    checks_cents: Cents = 0
    """won at the table and paid by check: they lower the win as well"""
    uncounted_cents: Cents = 0
    """what came and went before the opener's count and after the closer's is not in the counted win"""
    variance_cents: Cents | None = None
    """what the counts from the opener to the closer found over or short"""
    reopened_cents: Cents = 0
    """what the cage brought for further openers of the day, until the closer"""

    @property
    def active(self) -> bool:
        moved = (self.rounds, self.drop_cents, self.win_cents, self.accrual_cents, self.jackpot_pays_cents)
        return any(moved) or bool(self.fills_cents or self.credits_cents or self.over_cents)

    @property
    def hold(self) -> Fraction | None:
        """Win as a share of the drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    @property
    def counted_win_cents(self) -> Cents | None:
        """The win by the tray's counts, where both were taken: the opener, and a closer after it."""
        if self.opener_cents is None or self.closer_cents is None or self.variance_cents is None:
            return None
        whole = table_win(
            self.opener_cents, self.closer_cents, self.fills_cents, self.credits_cents, self.drop_cents
        )
        return whole - self.reopened_cents - self.uncounted_cents

    def to_json(self) -> dict[str, Any]:
        hold = self.hold
        return {
            "table": self.table,
            "game": self.game or None,
            "activity": self.active,
            "rounds": self.rounds,
            "drop_cents": self.drop_cents,
            "win_cents": self.win_cents,
            "hold": None if hold is None else f"{float(hold):.6f}",
            "jackpot_accrual_cents": self.accrual_cents,
            "tokes_cents": self.tokes_cents,
            "opener_cents": self.opener_cents,
            "reopened_cents": self.reopened_cents,
            "fills_cents": self.fills_cents,
            "credits_cents": self.credits_cents,
            "closer_cents": self.closer_cents,
            "over_cents": self.over_cents,
            "jackpot_pays_cents": self.jackpot_pays_cents,
            "house_prizes_cents": self.house_prizes_cents,
            "checks_cents": self.checks_cents,
            "counted_win_cents": self.counted_win_cents,
            "variance_cents": self.variance_cents,
        }


@dataclass(frozen=True, slots=True)
class MasterGamesReport:
    day: date
    lines: tuple[TableDay, ...]
    voids: tuple[VoidsOf, ...] = ()
    sales: tuple[SalesOf, ...] = ()

    @property
    def by_game(self) -> dict[str, TableDay]:
        """The day's sums of each game over its tables."""
        return {
            game: _sum("all tables", game, [line for line in self.lines if line.game == game])
            for game in dict.fromkeys(line.game for line in self.lines)
        }

    @property
    def total(self) -> TableDay:
        return _sum("all tables", "all games", self.lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "day": self.day.isoformat(),
            "tables": [line.to_json() for line in self.lines],
            "games": [line.to_json() for line in self.by_game.values()],
            "total": self.total.to_json(),
            "voids": [_by_person_json(one) for one in self.voids],
            "sales": [_by_person_json(one) for one in self.sales],
        }


def _by_person_json(one: VoidsOf | SalesOf) -> dict[str, Any]:
    return {"table": one.table, "person": one.person, **asdict(one.sums)}


def _sum(table: str, game: str, lines: Iterable[TableDay]) -> TableDay:
    rows = list(lines)
    return TableDay(
        table,
        game,
        rounds=sum(x.rounds for x in rows),
        drop_cents=sum(x.drop_cents for x in rows),
        win_cents=sum(x.win_cents for x in rows),
        tokes_cents=sum(x.tokes_cents for x in rows),
        accrual_cents=sum(x.accrual_cents for x in rows),
        fills_cents=sum(x.fills_cents for x in rows),
        credits_cents=sum(x.credits_cents for x in rows),
        over_cents=sum(x.over_cents for x in rows),
        jackpot_pays_cents=sum(x.jackpot_pays_cents for x in rows),
        house_prizes_cents=sum(x.house_prizes_cents for x in rows),
        checks_cents=sum(x.checks_cents for x in rows),
    )


@dataclass(frozen=True, slots=True)
class Jackpots:
    """What a table's jackpots took and paid on a day, exact to the unit until it is shown."""

    accrual_units: int = 0
    pays_cents: Cents = 0
    house_prizes_cents: Cents = 0


def master_games_report(
    day: date,
    tables: Mapping[str, str],
    books: Iterable[DayBook],
    jackpots: Mapping[str, Jackpots] | None = None,
    trays: Mapping[str, TrayDay] | None = None,
) -> MasterGamesReport:
    """The report from its parts.

    `tables` are all tables of the room with their game, the idle ones too; `books` the day's books as a room
    keeps them, one for each table with activity; `jackpots` and `trays` by table."""
    by_table = {book.table: book for book in books}
    everywhere = {**{id: book.game for id, book in by_table.items()}, **tables}
    return MasterGamesReport(
        day,
        tuple(
            _line(
                id,
                everywhere[id],
                by_table.get(id, DayBook()),
                (jackpots or {}).get(id, Jackpots()),
                (trays or {}).get(id),
            )
            for id in sorted(everywhere)
        ),
    )


def _line(table: str, game: str, book: DayBook, jackpots: Jackpots, tray: TrayDay | None) -> TableDay:
    """The win is the tray's own where its account is known; a house jackpot's prize and a payout by check lower it,
    though no tray paid them (HR-16)."""
    win = tray.win_cents if tray else book.win_cents
    tray = tray or TrayDay()
    return TableDay(
        table,
        game,
        rounds=book.rounds,
        drop_cents=book.drop_cents or tray.cents(Movement.CASH_FOR_CHIPS),
        win_cents=win - jackpots.house_prizes_cents - tray.checks_cents,
        tokes_cents=book.tokes_cents,
        accrual_cents=jackpots.accrual_units // UNIT_PER_CENT,
        fills_cents=tray.cents(Movement.FILL),
        credits_cents=tray.cents(Movement.CREDIT),
        opener_cents=tray.opener_cents,
        closer_cents=tray.closer_cents,
        over_cents=tray.over_cents,
        jackpot_pays_cents=jackpots.pays_cents,
        house_prizes_cents=jackpots.house_prizes_cents,
        checks_cents=tray.checks_cents,
        uncounted_cents=tray.uncounted_cents,
        variance_cents=tray.variance_cents,
        reopened_cents=tray.reopened_cents,
    )


def report_from_store(store: Store, day: date, tables: Mapping[str, str]) -> MasterGamesReport:
    """The report of a gambling day from a store: its tables with their day books, jackpots and trays, whether a room
    or the terminal has kept them (HR-32).

    `tables` adds tables that the store has never seen open."""
    books = books_of_day(store, day.isoformat())
    by_tray = {name.removeprefix(tray_account("")) for name in _trays(store)}
    games = {**tables, **_tables_in(store), **{book.table: book.game for book in books}}
    known = {**dict.fromkeys(by_tray, ""), **games}
    desk = TrayDesk(store)
    trays = {id: desk.day(id, day) for id in by_tray}
    made = master_games_report(
        day, known, books, jackpots={id: jackpots_of_day(store, id, day) for id in known}, trays=trays
    )
    voids, sales = in_books(books)
    for table in known:
        more = by_hand(store, table, day)
        voids += more[0]
        sales += more[1]
    return replace(
        made,
        voids=tuple(sorted(voids, key=attrgetter("table", "person"))),
        sales=tuple(sorted(sales, key=attrgetter("table", "person"))),
    )


def _trays(store: Store) -> set[str]:
    return {account.name for account in store.accounts("tray/")}


def _tables_in(store: Store) -> dict[str, str]:
    """Every table that ever opened in the room or was added to the jackpot desk, with its game."""
    games = {data["table"]: str(data["game"]) for data in store.documents(table_key("")).values()}
    for key, shape in store.documents("table/").items():
        config = store.document(f"config/{shape['config_id']}")
        games[key.removeprefix("table/")] = str(config["game"])
    return games


def jackpots_of_day(store: Store, table: str, day: date) -> Jackpots:
    """What a table's jackpot wagers of a day added to the players' money (meters, reserves and overflow), less what
    void games took back; and what its jackpots paid."""
    units = pays = house = 0
    for event in events_of_day(store, table_key(table), day):
        if event.kind in (KeypadGameStarted.KIND, KeypadGameVoided.KIND):
            for transfer in store.transfers(event.seq):
                units += transfer.amount * (_fed(transfer.debit) and not _kept(transfer.credit))
                units -= transfer.amount * (_fed(transfer.credit) and not _kept(transfer.debit))
        elif event.kind == KeypadGameEnded.KIND:
            pays += sum(pay.cents for pay in read_event(KeypadGameEnded, event).pays)
    for award in _awards_of_day(store, table, day):
        pays += award.prize_cents
        house += award.prize_cents if award.kind is Kind.HOUSE else 0
    return Jackpots(units, pays, house)


def line_of_day(store: Store, table: str, game: str, day: date, book: DayBook | None) -> TableDay:
    """A table's line of the report without what its jackpots took in: for whoever looks at it all day long."""
    desk = TrayDesk(store)
    house = sum(cents for _, cents in house_prizes(store, table, day))
    tray = desk.day(table, day) if tray_account(table) in _trays(store) else None
    return _line(table, game, book or DayBook(), Jackpots(house_prizes_cents=house), tray)


def house_prizes(store: Store, table: str, day: date) -> list[tuple[int, Cents]]:
    """The day's prizes of house jackpots at a table, each with its time: they lower the win, though no tray paid."""
    awards = _awards_of_day(store, table, day)
    return [(award.at_us, award.prize_cents) for award in awards if award.kind is Kind.HOUSE]


def _fed(account: str) -> bool:
    return account.startswith("jackpot/") and account.endswith("/wagers")


def _kept(account: str) -> bool:
    """Wagers come from the house's cash and go back there when a game is void: neither is accrual."""
    return account == CASH or account.startswith("tray/")


def _awards_of_day(store: Store, table: str, day: date) -> list[Award]:
    begin, end = gambling_day(store).bounds(day)
    found = (decode(Award, data) for data in store.documents(award_key(f"{table}.")).values())
    return [
        award for award in found
        if award.table == table and award.state is not State.BACKED_OUT and begin <= award.at_us < end
    ]  # fmt: skip


# The report to read and to print.

_TEMPLATES = resources.files("pitboss.house") / "templates"

HEADS: Final = (
    "table", "game", "rounds", "drop", "win", "hold", "jackpot accrual", "jackpot pays", "tokes",
    "opener", "fills", "credits", "closer", "over or short", "win by count",
)  # fmt: skip


NO_GAME: Final = "game not known"
"""of a table that has a tray, and no game in the store"""


def cells(line: TableDay) -> tuple[str, ...]:
    """One line as texts, under `HEADS`; empty where nothing was counted, nothing at all on an idle day."""
    if not line.active:
        return ()
    hold = line.hold
    return (
        line.table,
        line.game or NO_GAME,
        f"{line.rounds:,}",
        dollars(line.drop_cents),
        dollars(line.win_cents),
        "" if hold is None else f"{float(hold) * 100:.2f} %",
        dollars(line.accrual_cents),
        dollars(line.jackpot_pays_cents),
        dollars(line.tokes_cents),
        _counted(line.opener_cents) + (f" + {dollars(line.reopened_cents)}" if line.reopened_cents else ""),
        dollars(line.fills_cents),
        dollars(line.credits_cents),
        _counted(line.closer_cents),
        dollars(line.over_cents) if line.over_cents else "",
        _counted(line.counted_win_cents),
    )


def _counted(cents: Cents | None) -> str:
    return "" if cents is None else dollars(cents)


VOID_HEADS: Final = ("void rounds", "declared by", "rounds", "losses given back", "wins taken back")
SALE_HEADS: Final = ("chips for cash", "sold by", "sales", "sum", "of it alone")


def by_person(report: MasterGamesReport) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """Heads and rows of what is listed by table and person; a list without rows is left out."""
    voids: list[tuple[str, ...]] = [
        (one.table, one.person, str(n.count), dollars(n.given_cents), dollars(n.taken_cents))
        for one in report.voids
        for n in (one.sums,)
    ]
    sales: list[tuple[str, ...]] = [
        (one.table, one.person, str(n.count), dollars(n.cents), dollars(n.alone_cents))
        for one in report.sales
        for n in (one.sums,)
    ]
    return {heads: rows for heads, rows in ((VOID_HEADS, voids), (SALE_HEADS, sales)) if rows}


def _page(report: MasterGamesReport) -> dict[str, Any]:
    def row(line: TableDay, total: bool = False) -> dict[str, Any]:
        return {"table": line.table, "game": line.game or NO_GAME, "cells": list(cells(line)), "total": total}

    return {
        "day": report.day.isoformat(),
        "heads": list(HEADS),
        "tables": [row(line) for line in report.lines],
        "people": [{"heads": heads, "rows": rows} for heads, rows in by_person(report).items()],
        "games": [*(row(line) for line in report.by_game.values()), row(report.total, total=True)],
    }


def report_html(report: MasterGamesReport) -> str:
    import jinja2

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((_TEMPLATES / "report.html.jinja").read_text(encoding="utf-8"))
    return template.render(page=_page(report))


def report_pdf(report: MasterGamesReport) -> bytes:
    import typst

    source = (_TEMPLATES / "report.typ").read_bytes()
    pdf: bytes = typst.compile(source, sys_inputs={"page": json.dumps(_page(report))})
    return pdf
