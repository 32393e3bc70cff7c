"""Chips over HTTP: the cage's money (HR-34, HR-35) and the tables' trays (HR-17)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel

from pitboss.chips.events import CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.core.errors import NotFound
from pitboss.ledger import Event
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import read_event
from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE
from pitboss.people.person import Person, Role
from pitboss.people.rights import ACTS, Act
from pitboss.room.room import Room
from pitboss.web.api.access import Day, Sure, TableId, TheRoom, api_router, gated, role, signer
from pitboss.web.models import WhyBody
from pitboss.web.staff_models import AskedShape, ChipsBody, CountBody, MovementBody, TrayEntry, TrayShape

router = api_router("cage", "/cage")

Executive = Annotated[Person, Depends(role(EXECUTIVE))]
PersonName = Annotated[str, Path(max_length=40)]


class CageShape(BaseModel):
    cents: int


@router.get("")
def cage(
    room: TheRoom, person: Annotated[Person, Depends(role(Role.CASHIER, EXECUTIVE, AUDITOR))]
) -> CageShape:
    return CageShape(cents=room.cage.cents())


@router.get("/wishes")
def wishes(
    room: TheRoom,
    person: Annotated[Person, Depends(role(DEALER, Role.CASHIER, EXECUTIVE, AUDITOR))],
    table: Annotated[str, Query(max_length=40)] = "",
) -> list[AskedShape]:
    """What players ask for and nobody has answered, the oldest first; of one table, or all."""
    return [AskedShape(**asdict(one)) for one in room.requests.open() if table in ("", one.table)]


@router.post("/wishes/{name}/decline")
def decline(
    room: TheRoom,
    person: Annotated[Person, Depends(role(DEALER, Role.CASHIER))],
    name: PersonName,
    body: WhyBody,
) -> list[AskedShape]:
    """No, with a reason. Yes is said by selling the chips, or buying them back."""
    room.requests.decline(name, person, body.why)
    return wishes(room, person)


@router.post("/fund", dependencies=[Sure])
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
