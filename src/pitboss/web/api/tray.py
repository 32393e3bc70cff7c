"""A table's tray: what is in it, fills and credits, the opener's and the closer's count (HR-17)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from pitboss.errors import NotFound
from pitboss.house.days import gambling_day
from pitboss.house.inventory import Inventory
from pitboss.house.tray import TrayDesk
from pitboss.people.acts import ACTS, Act
from pitboss.people.person import Person, Role
from pitboss.room.room import Room
from pitboss.store import Event
from pitboss.web.api.access import Day, TableId, TheRoom, role, signer
from pitboss.web.pit_models import CountBody, MovementBody, TrayEntry, TrayShape

router = APIRouter(prefix="/tables/{table_id}/tray", tags=["tray"])

Looks = Annotated[
    Person,
    Depends(role(Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.CASHIER, Role.AUDITOR)),
]


@router.get("")
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

    def by(self, body: MovementBody, what: str) -> Person:
        """The one who answers for it: with own credentials where somebody else is signed in at the screen."""
        return signer(self.request, body.signed, f"{what} of {self.table}") or self.person

    def entry(self, event: Event) -> TrayEntry:
        """What was booked; the table looks at its tray, and whoever was paid at the wallet."""
        payload: dict[str, Any] = event.payload
        self.room.chips_moved([due["payee"] for due in payload.get("paid_due", ())], self.table)
        return TrayEntry(seq=event.seq, entry=payload)

    def key(self, id: str | None) -> str | None:
        return f"tray/{self.person.name}/{id}" if id else None


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


@router.post("/fill")
def fill(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the cage to the tray. Where the person at the screen may not book it, the one who may signs."""
    desk, by = TrayDesk(made.room.store), made.by(body, "fill")
    return made.entry(desk.fill(made.table, body.amount_cents, by, body.why, made.key(body.id)))


@router.post("/credit")
def credit(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the tray back to the cage."""
    desk, by = TrayDesk(made.room.store), made.by(body, "credit")
    return made.entry(desk.credit(made.table, body.amount_cents, by, body.why, made.key(body.id)))


@router.post("/{which}")
def count(made: Counts, which: str, body: CountBody) -> TrayEntry:
    """The opener's or closer's inventory, by two people: the dealer at the screen and a supervisor who signs, or the
    other way round."""
    if which not in ("opener", "closer"):
        raise NotFound(f"There is no {which!r} of a tray.", clause="HR-17", accepted="opener, closer")
    second = signer(made.request, body.second, f"count the tray of {made.table}")
    assert second is not None
    mine = made.person.has(*ACTS[Act.COUNT_TRAY].roles)
    by, other = (made.person, second) if mine else (second, made.person)
    inventory = Inventory({int(value): n for value, n in body.counts.items()})
    desk = TrayDesk(made.room.store)
    book = desk.opener if which == "opener" else desk.closer
    return made.entry(book(made.table, inventory, by, other, made.key(body.id)))
