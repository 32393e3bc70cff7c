"""The pit: what the tables hold against theory, the log, the cage's money and the tables' trays."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import Annotated, Literal

from fastapi import Depends, Path, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from pitboss.chips.day_book import today
from pitboss.chips.events import CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.core.codec import encode
from pitboss.core.errors import NotFound
from pitboss.house.report import report_from_store
from pitboss.ledger import Event
from pitboss.ledger.days import GamblingDay, gambling_day
from pitboss.ledger.unit import read_event
from pitboss.people.accounts import ADMIN, AUDITOR, DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person, Role
from pitboss.people.rights import ACTS, Act
from pitboss.room.history import Search, everything, search, shown
from pitboss.room.pit import alerts, edges_of, hand_over, hand_overs, hours_of, pit_day
from pitboss.room.room import Room
from pitboss.web.api.access import Day, Sure, TableId, TheRoom, api_router, gated, may, role, signer
from pitboss.web.api.jackpots import TheOffice, signs
from pitboss.web.models import Answer, WhyBody
from pitboss.web.pages.render import may_enter
from pitboss.web.staff_models import (
    AlertShape,
    AskedShape,
    ChipsBody,
    CountBody,
    HandOverBody,
    HandOverShape,
    HourShape,
    LogEntry,
    MovementBody,
    TableFigures,
    TrayEntry,
    TrayShape,
    WagerEdge,
)

router = api_router("pit", "/pit")

Overseer = Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE, AUDITOR, ADMIN))]
Boss = Annotated[Person, Depends(may(Act.HAND_OVER))]


@router.get("/tables")
def pit_tables(room: TheRoom, person: Overseer, day: Day = None) -> list[TableFigures]:
    """Drop, win and hold of each table on a gambling day, beside the expected win on the stakes laid."""
    lines = pit_day(room, day or date.fromisoformat(today(room.store)))
    return [TableFigures(**encode(line), closed=room.keeper(line.table).halt.closed) for line in lines]


@router.get("/edges")
def pit_edges(room: TheRoom, office: TheOffice, person: Overseer) -> dict[str, list[WagerEdge] | None]:
    """The exact edge of every wager that each table offers, with its own options, pay tables and meters; null while
    it is being solved."""
    found = {id: edges_of(room, office, table) for id, table in room.tables.items()}
    return {id: None if rows is None else [WagerEdge(**row) for row in rows] for id, rows in found.items()}


@router.get("/alerts")
def pit_alerts(room: TheRoom, office: TheOffice, person: Overseer) -> list[AlertShape]:
    """What asks for somebody: claims, deposits, meters, tables outside their band or without a dealer."""
    found = alerts(room, office, date.fromisoformat(today(room.store)))
    return [AlertShape(**{**encode(alert), "link": _way(person, alert.link)}) for alert in found]


def _way(person: Person, link: str) -> str | None:
    """The way to where it is done, for whom that door is open."""
    return link if may_enter(person, link) else None


@router.get("/tables/{table_id}/hours")
def pit_hours(room: TheRoom, person: Overseer, table_id: TableId, day: Day = None) -> list[HourShape]:
    """A table's day by the hour, in dollars: drop, win, win so far, and the expected one with its band."""
    table = room.keeper(table_id).table
    rows = hours_of(room, table, day or date.fromisoformat(today(room.store)))
    return [HourShape(**row) for row in rows]


@router.post("/hand-over")
@gated
def shift(
    request: Request, room: TheRoom, office: TheOffice, person: Boss, body: HandOverBody
) -> HandOverShape:
    """The shift's end: what is open goes over to the next one, who signs for it."""
    taker = signs(request, body.second, "taking over the pit")
    key = f"hand-over/{person.id}/{body.id}" if body.id else None
    return _handed(hand_over(room, office, person, taker, body.note, key))


def _handed(event: Event) -> HandOverShape:
    return HandOverShape(seq=event.seq, at_us=event.at_us, **event.payload)


@router.get("/hand-overs")
def shifts(room: TheRoom, person: Overseer) -> list[HandOverShape]:
    return [_handed(event) for event in hand_overs(room)]


@router.get("/report")
def pit_report(room: TheRoom, person: Overseer, day: Day = None) -> Answer:
    """The daily master games report: every table and game, those without activity too (HR-16)."""
    tables = {id: table.config.game for id, table in room.tables.items()}
    return Answer(
        **report_from_store(room.store, day or date.fromisoformat(today(room.store)), tables).to_json()
    )


Words = Annotated[str, Query(max_length=200)]


def search_of(
    words: Words = "",
    stream: Words = "",
    kind: Words = "",
    actor: Words = "",
    first: Day = None,
    last: Day = None,
) -> Search:
    return Search(words, stream, kind, actor, first, last)


TheSearch = Annotated[Search, Depends(search_of)]


@router.get("/log")
def pit_log(
    room: TheRoom,
    person: Overseer,
    wanted: TheSearch,
    before: Annotated[int, Query(ge=0, le=2**62)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[LogEntry]:
    """The log, newest first: between gambling days, of a stream, a kind, a person, with all of these words. `before`
    turns the page: the smallest number of the last one."""
    return [log_entry(event) for event in search(room.store, wanted, before=before, limit=limit).events]


@router.get("/log/export", response_class=StreamingResponse)
def export_log(
    room: TheRoom, person: Overseer, wanted: TheSearch, form: Literal["csv", "json"] = "csv"
) -> StreamingResponse:
    """Everything that fits, as a file: CSV with the content as JSON in the last column, or JSON lines."""
    events = everything(room.store, wanted)
    days = gambling_day(room.store)
    kind = "text/csv" if form == "csv" else "application/x-ndjson"
    lines = _csv(events, days) if form == "csv" else _json_lines(events)
    name = f'attachment; filename="log.{"csv" if form == "csv" else "jsonl"}"'
    return StreamingResponse(lines, media_type=kind, headers={"Content-Disposition": name})


COLUMNS = ("seq", "time", "actor", "kind", "stream", "hash", "prev", "payload")


def _csv(events: Iterable[Event], days: GamblingDay) -> Iterator[str]:
    def row(cells: Iterable[object]) -> str:
        out = io.StringIO()
        csv.writer(out).writerow([_plain(str(cell)) for cell in cells])
        return out.getvalue()

    yield row(COLUMNS)
    for event in events:
        text = json.dumps(shown(event), ensure_ascii=False)
        at = days.moment(event.at_us)
        yield row((event.seq, at, event.actor, event.kind, event.stream, event.hash, event.prev, text))


def _plain(cell: str) -> str:
    """A cell that a spreadsheet would take for a formula is marked as text."""
    return f"'{cell}" if cell[:1] in "=+-@\t\r" and not cell.lstrip("-").isdigit() else cell


def _json_lines(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield log_entry(event).model_dump_json() + "\n"


def log_entry(event: Event) -> LogEntry:
    return LogEntry(
        seq=event.seq,
        at_us=event.at_us,
        stream=event.stream,
        actor=event.actor,
        kind=event.kind,
        payload=shown(event),
        hash=event.hash,
        prev=event.prev,
    )


# Chips: the cage's money (HR-34, HR-35) and the tables' trays (HR-17).

cage_router = api_router("cage", "/cage")

Executive = Annotated[Person, Depends(role(EXECUTIVE))]
PersonName = Annotated[str, Path(max_length=40)]


class CageShape(BaseModel):
    cents: int


@cage_router.get("")
def cage(
    room: TheRoom, person: Annotated[Person, Depends(role(Role.CASHIER, EXECUTIVE, AUDITOR))]
) -> CageShape:
    return CageShape(cents=room.cage.cents())


@cage_router.get("/wishes")
def wishes(
    room: TheRoom,
    person: Annotated[Person, Depends(role(DEALER, Role.CASHIER, EXECUTIVE, AUDITOR))],
    table: Annotated[str, Query(max_length=40)] = "",
) -> list[AskedShape]:
    """What players ask for and nobody has answered, the oldest first; of one table, or all."""
    return [AskedShape(**asdict(one)) for one in room.requests.open() if table in ("", one.table)]


@cage_router.post("/wishes/{name}/decline")
def decline(
    room: TheRoom,
    person: Annotated[Person, Depends(role(DEALER, Role.CASHIER))],
    name: PersonName,
    body: WhyBody,
) -> list[AskedShape]:
    """No, with a reason. Yes is said by selling the chips, or buying them back."""
    room.requests.decline(name, person, body.why)
    return wishes(room, person)


@cage_router.post("/fund", dependencies=[Sure])
@gated
def fund(request: Request, room: TheRoom, person: Executive, body: ChipsBody) -> CageShape:
    """Money of the house into the cage, signed by two; chips are granted out of what is there."""
    second = signer(request, body.second, "money into the cage")
    room.cage.fund(body.amount_cents, person, second, body.why, body.id)
    return CageShape(cents=room.cage.cents())


# A table's tray: what is in it, fills and credits, the opener's and the closer's count (HR-17).

tray_router = api_router("tray", "/tables/{table_id}/tray")

Looks = Annotated[
    Person,
    Depends(role(Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.CASHIER, Role.AUDITOR)),
]


@tray_router.get("")
def tray(room: TheRoom, person: Looks, table_id: TableId, day: Day = None) -> TrayShape:
    """What the tray's account holds, and the gambling day's counts, fills, credits and wagers."""
    room.keeper(table_id)
    on = day or gambling_day(room.store).of(room.store.clock())
    return TrayShape.model_validate(TrayDesk(room.store).standing(table_id, on))


@dataclass(frozen=True, slots=True)
class Booking:
    """Chips that somebody at the table's screen has brought or taken away."""

    request: Request
    room: Room
    person: Person
    table: str

    def carry(self, book: Callable[..., Event], act: Act, body: MovementBody) -> TrayEntry:
        """Booked by the one of the two who may; the other signs as having seen the chips."""
        other = signer(self.request, body.second, f"{act} of {self.table}")
        mine = other is None or self.person.has(*ACTS[act].roles)
        by, second = (self.person, other) if mine else (other, self.person)
        chips = None if body.counts is None else inventory(body.counts)
        return self.entry(
            book(self.table, body.amount_cents, by, second, body.why, self.key(body.id), chips=chips)
        )

    def entry(self, event: Event) -> TrayEntry:
        """What was booked; the table looks at its tray, and whoever was paid at the wallet."""
        counted = event.kind in (OpenerCounted.KIND, CloserCounted.KIND)
        says = read_event(TrayCount, event) if counted else read_event(TrayMoved, event)
        self.room.chips_moved([due.payee for due in says.paid_due or ()], self.table)
        return TrayEntry(seq=event.seq, entry=event.payload)

    def key(self, id: str | None) -> str | None:
        return f"tray/{self.person.name}/{id}" if id else None


def inventory(counts: dict[str, int]) -> Inventory:
    return Inventory({int(value): n for value, n in counts.items()})


def at_the_screen(*roles: Role) -> Callable[..., Booking]:
    who = Depends(role(*roles))

    def booking(request: Request, room: TheRoom, table_id: TableId, person: Person = who) -> Booking:
        room.keeper(table_id)
        return Booking(request, room, person, table_id)

    return booking


Carries = Annotated[
    Booking, Depends(at_the_screen(Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.CASHIER))
]
Counts = Annotated[Booking, Depends(at_the_screen(Role.DEALER, *ACTS[Act.COUNT_TRAY].roles))]


@tray_router.post("/fill")
@gated
def fill(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the cage to the tray, signed for by two: who may book it, and who saw the chips."""
    return made.carry(TrayDesk(made.room.store).fill, Act.FILL, body)


@tray_router.post("/credit")
@gated
def credit(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the tray back to the cage, signed for by two."""
    return made.carry(TrayDesk(made.room.store).credit, Act.CREDIT, body)


@tray_router.post("/{which}")
@gated
def count(made: Counts, which: str, body: CountBody) -> TrayEntry:
    """The opener's or closer's inventory, by two people: the dealer at the screen and a supervisor who signs, or the
    other way round."""
    if which not in ("opener", "closer"):
        raise NotFound(f"There is no {which!r} of a tray.", clause="HR-17", accepted="opener, closer")
    second = signer(made.request, body.second, f"count the tray of {made.table}")
    assert second is not None
    mine = made.person.has(*ACTS[Act.COUNT_TRAY].roles)
    by, other = (made.person, second) if mine else (second, made.person)
    desk = TrayDesk(made.room.store)
    book = desk.opener if which == "opener" else desk.closer
    return made.entry(book(made.table, inventory(body.counts), by, other, made.key(body.id)))
