"""The pit: what the tables hold against theory, and the log. For supervisors, executives, auditors and admins."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from pitboss.house.report import report_from_store
from pitboss.people.accounts import ADMIN, AUDITOR, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person
from pitboss.room.accounting import books_of_day, today
from pitboss.room.records import Shuffled
from pitboss.room.theory import figures
from pitboss.rounds.seal import Terms
from pitboss.store import Event
from pitboss.web.api.access import TheRoom, role
from pitboss.web.models import Answer, LogEntry, TableFigures

router = APIRouter(prefix="/pit", tags=["pit"])

Overseer = Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE, AUDITOR, ADMIN))]
SECRET = frozenset({"order", "salt", "salts", "secret"})
SHOWN_OF_A_SHOE = frozenset({"kind", *Terms._fields, "seal", "commitment", "start"})
"""what everybody may know; its order, its number and what its salts come from stay the house's (HR-36)"""


@router.get("/tables")
def pit_tables(room: TheRoom, person: Overseer, day: date | None = None) -> list[TableFigures]:
    """Drop, win and hold of each table on a gambling day, beside the expected win on the stakes laid."""
    books = {
        book["table"]: book
        for book in books_of_day(room.store, day.isoformat() if day else today(room.store))
    }
    return [TableFigures(**figures(table, books.get(id))) for id, table in room.tables.items()]


@router.get("/report")
def pit_report(room: TheRoom, person: Overseer, day: date | None = None) -> Answer:
    """The daily master games report: every table and game, those without activity too (HR-16)."""
    tables = {id: table.config.game for id, table in room.tables.items()}
    return Answer(
        **report_from_store(room.store, day or date.fromisoformat(today(room.store)), tables).to_json()
    )


@router.get("/log")
def pit_log(
    room: TheRoom,
    person: Overseer,
    stream: Annotated[str | None, Query(max_length=100)] = None,
    kind: Annotated[str | None, Query(max_length=60)] = None,
    actor: Annotated[str | None, Query(max_length=60)] = None,
    before: Annotated[int, Query(ge=0, le=2**62)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[LogEntry]:
    """The log, newest first. Filters look at one page of it at a time; `before` turns the page."""
    page = room.store.events(stream, after=before, limit=limit, newest_first=True)
    return [
        log_entry(event)
        for event in page
        if (kind is None or event.kind.startswith(kind)) and (actor is None or event.actor == actor)
    ]


def log_entry(event: Event) -> LogEntry:
    """Without what is in a shoe: cards that may still be dealt are nobody's business."""
    payload: dict[str, Any] = {k: v for k, v in event.payload.items() if k not in SECRET}
    if event.kind == Shuffled.KIND:
        payload = {k: v for k, v in payload.items() if k in SHOWN_OF_A_SHOE}
    return LogEntry(
        seq=event.seq,
        at_us=event.at_us,
        stream=event.stream,
        actor=event.actor,
        kind=event.kind,
        payload=payload,
        hash=event.hash,
        prev=event.prev,
    )
