"""The dealer's console: START GAME, hand buttons, END GAME, the clock; and the tray (HR-17)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from pitboss.errors import NotFound
from pitboss.house.tray import Inventory, TrayDesk
from pitboss.people.accounts import DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person
from pitboss.room.commands import CallTime, EndGame, Press, StartGame, VoidRound
from pitboss.room.room import Room
from pitboss.store import Event
from pitboss.web.api.access import TableId, TheRoom, role
from pitboss.web.api.jackpots import signs
from pitboss.web.models import (
    CommandBody,
    CountBody,
    Done,
    MovementBody,
    PressBody,
    StartBody,
    TrayEntry,
    VoidBody,
)

router = APIRouter(prefix="/tables/{table_id}", tags=["console"])

Dealer = Annotated[Person, Depends(role(DEALER, SUPERVISOR))]
Boss = Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE))]
Supervisor = Annotated[Person, Depends(role(SUPERVISOR))]


@router.post("/keypad/start")
async def start(room: TheRoom, person: Dealer, table_id: TableId, body: StartBody) -> Done:
    """No more bets: lit sensors are locked in, the round is dealt (JP-03); with the dice where they are rolled."""
    await room.do(table_id, StartGame(person, body.id, tuple(body.dice)))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/press")
async def press(room: TheRoom, person: Dealer, table_id: TableId, body: PressBody) -> Done:
    """The button of a spot and a hand; pressed again it takes the mark off (JP-15)."""
    await room.do(table_id, Press(person, body.id, body.spot, body.hand, body.place))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/end")
async def end(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """The felt is cleared for the next bets; refused while a meter award is unconfirmed (JP-04)."""
    await room.do(table_id, EndGame(person, body.id))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/time")
async def time(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """Time is up: the house way or the safest legal choice for every spot that is waited for."""
    await room.do(table_id, CallTime(person, body.id))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/void")
async def void(room: TheRoom, person: Boss, table_id: TableId, body: VoidBody) -> Done:
    """A misdeal: the round is void before it is settled, every wager goes back, with the reason (HR-33)."""
    await room.do(table_id, VoidRound(person, body.id, body.reason))
    return Done(version=room.keeper(table_id).version)


@router.post("/tray/fill")
def fill(room: TheRoom, person: Supervisor, table_id: TableId, body: MovementBody) -> TrayEntry:
    """Chips from the cage to the tray; what waited for them is paid at once (HR-34)."""
    room.keeper(table_id)
    event = TrayDesk(room.store).fill(table_id, body.amount_cents, person, body.why, _key(person, body.id))
    return _entry(room, table_id, event)


@router.post("/tray/credit")
def credit(room: TheRoom, person: Supervisor, table_id: TableId, body: MovementBody) -> TrayEntry:
    """Chips from the tray back to the cage."""
    room.keeper(table_id)
    event = TrayDesk(room.store).credit(table_id, body.amount_cents, person, body.why, _key(person, body.id))
    return _entry(room, table_id, event)


@router.post("/tray/{which}")
def count(
    request: Request, room: TheRoom, person: Supervisor, table_id: TableId, which: str, body: CountBody
) -> TrayEntry:
    """The opener's or closer's inventory, signed by the one signed in and a second person with a password."""
    room.keeper(table_id)
    if which not in ("opener", "closer"):
        raise NotFound(f"There is no {which!r} of a tray.", clause="HR-17", accepted="opener, closer")
    second = signs(request, body.second, f"count the tray of {table_id}")
    inventory = Inventory({int(value): n for value, n in body.counts.items()})
    desk = TrayDesk(room.store)
    book = desk.opener if which == "opener" else desk.closer
    event = book(table_id, inventory, person, second, _key(person, body.id))
    return _entry(room, table_id, event)


def _key(person: Person, id: str | None) -> str | None:
    return f"tray/{person.name}/{id}" if id else None


def _entry(room: Room, table: str, event: Event) -> TrayEntry:
    """What was booked; the table looks at its tray, and whoever was paid at the wallet."""
    payload: dict[str, Any] = event.payload
    room.chips_moved([due["payee"] for due in payload.get("paid_due", ())], table)
    return TrayEntry(seq=event.seq, entry=payload)
