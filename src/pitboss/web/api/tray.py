"""A table's tray: what is in it, fills and credits, the opener's and the closer's count (HR-17)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from pitboss.errors import NotFound
from pitboss.house.days import gambling_day
from pitboss.house.tray import Inventory, TrayDesk
from pitboss.people.acts import ACTS, Act
from pitboss.people.person import Person, Role
from pitboss.room.room import Room
from pitboss.store import Event
from pitboss.web.api.access import Day, TableId, TheRoom, role, signer
from pitboss.web.models import SignIn
from pitboss.web.pit_models import CountBody, MovementBody, TrayEntry, TrayShape

router = APIRouter(prefix="/tables/{table_id}/tray", tags=["tray"])

Looks = Annotated[
    Person,
    Depends(role(Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.CASHIER, Role.AUDITOR)),
]
AtTheTable = Annotated[Person, Depends(role(Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.CASHIER))]
Counts = Annotated[Person, Depends(role(Role.DEALER, *ACTS[Act.COUNT_TRAY].roles))]


@router.get("")
def tray(room: TheRoom, person: Looks, table_id: TableId, day: Day = None) -> TrayShape:
    """What the tray's account holds, and the gambling day's counts, fills, credits and wagers."""
    room.keeper(table_id)
    on = day or gambling_day(room.store).of(room.store.clock())
    return TrayShape(**TrayDesk(room.store).standing(table_id, on))


@router.post("/fill")
def fill(
    request: Request, room: TheRoom, person: AtTheTable, table_id: TableId, body: MovementBody
) -> TrayEntry:
    """Chips from the cage to the tray. Where the person at the screen may not book it, the one who may signs."""
    room.keeper(table_id)
    by = booked_by(request, person, body.signed, f"fill of {table_id}")
    event = TrayDesk(room.store).fill(table_id, body.amount_cents, by, body.why, _key(person, body.id))
    return _entry(room, table_id, event)


@router.post("/credit")
def credit(
    request: Request, room: TheRoom, person: AtTheTable, table_id: TableId, body: MovementBody
) -> TrayEntry:
    """Chips from the tray back to the cage."""
    room.keeper(table_id)
    by = booked_by(request, person, body.signed, f"credit of {table_id}")
    event = TrayDesk(room.store).credit(table_id, body.amount_cents, by, body.why, _key(person, body.id))
    return _entry(room, table_id, event)


@router.post("/{which}")
def count(
    request: Request, room: TheRoom, person: Counts, table_id: TableId, which: str, body: CountBody
) -> TrayEntry:
    """The opener's or closer's inventory, by two people: the dealer at the screen and a supervisor who signs, or the
    other way round."""
    room.keeper(table_id)
    if which not in ("opener", "closer"):
        raise NotFound(f"There is no {which!r} of a tray.", clause="HR-17", accepted="opener, closer")
    second = signer(request, body.second, f"count the tray of {table_id}")
    assert second is not None
    by, other = (person, second) if person.has(*ACTS[Act.COUNT_TRAY].roles) else (second, person)
    inventory = Inventory({int(value): n for value, n in body.counts.items()})
    desk = TrayDesk(room.store)
    book = desk.opener if which == "opener" else desk.closer
    event = book(table_id, inventory, by, other, _key(person, body.id))
    return _entry(room, table_id, event)


def booked_by(request: Request, person: Person, signed: SignIn | None, purpose: str) -> Person:
    """The one who answers for it: with own credentials where somebody else is signed in at the screen."""
    found = signer(request, signed, purpose)
    return found or person


def _key(person: Person, id: str | None) -> str | None:
    return f"tray/{person.name}/{id}" if id else None


def _entry(room: Room, table: str, event: Event) -> TrayEntry:
    """What was booked; the table looks at its tray, and whoever was paid at the wallet."""
    payload: dict[str, Any] = event.payload
    room.chips_moved([due["payee"] for due in payload.get("paid_due", ())], table)
    return TrayEntry(seq=event.seq, entry=payload)
