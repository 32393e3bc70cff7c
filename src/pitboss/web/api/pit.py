"""The pit: what the tables hold against theory, and the log. For supervisors, executives, auditors and admins."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Literal

from fastapi import Depends, Query, Request
from fastapi.responses import StreamingResponse

from pitboss.chips.day_book import today
from pitboss.core.codec import encode
from pitboss.house.report import report_from_store
from pitboss.ledger import Event
from pitboss.ledger.days import GamblingDay, gambling_day
from pitboss.people.accounts import ADMIN, AUDITOR, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person
from pitboss.people.rights import Act
from pitboss.room.history import Search, everything, search, shown
from pitboss.room.pit import alerts, edges_of, hand_over, hand_overs, hours_of, pit_day
from pitboss.web.api.access import Day, TableId, TheRoom, api_router, gated, may, role
from pitboss.web.api.jackpots import TheOffice, signs
from pitboss.web.models import Answer
from pitboss.web.pages.render import may_enter
from pitboss.web.staff_models import (
    AlertShape,
    HandOverBody,
    HandOverShape,
    HourShape,
    LogEntry,
    TableFigures,
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
