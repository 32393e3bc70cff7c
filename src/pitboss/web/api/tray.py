"""A table's tray: what is in it, fills and credits, the opener's and the closer's count (HR-17)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from pitboss.errors import NotFound
from pitboss.house.days import gambling_day
from pitboss.house.entries import CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.house.inventory import Inventory
from pitboss.house.tray import TrayDesk
from pitboss.people.acts import ACTS, Act
from pitboss.people.person import Person, Role
from pitboss.room.room import Room
from pitboss.store import Event
from pitboss.store.entries import read_event
from pitboss.web.api.access import Day, TableId, TheRoom, role, signer
from pitboss.web.api.routers import api_router
from pitboss.web.pit_models import CountBody, MovementBody, TrayEntry, TrayShape

router = api_router("tray", "/tables/{table_id}/tray")

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


@router.post("/fill")
def fill(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the cage to the tray, signed for by two: who may book it, and who saw the chips."""
    return made.carry(TrayDesk(made.room.store).fill, Act.FILL, body)


@router.post("/credit")
def credit(made: Carries, body: MovementBody) -> TrayEntry:
    """Chips from the tray back to the cage, signed for by two."""
    return made.carry(TrayDesk(made.room.store).credit, Act.CREDIT, body)


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
    desk = TrayDesk(made.room.store)
    book = desk.opener if which == "opener" else desk.closer
    return made.entry(book(made.table, inventory(body.counts), by, other, made.key(body.id)))
