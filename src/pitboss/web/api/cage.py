"""The cage: the house's own money in it (HR-34, HR-35)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel

from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE
from pitboss.people.person import Person, Role
from pitboss.web.api.access import Sure, TheRoom, role, signer
from pitboss.web.api.routers import api_router
from pitboss.web.models import WhyBody
from pitboss.web.people_models import AskedShape, ChipsBody

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
    return [AskedShape(**asdict(one)) for one in room.asking.open() if table in ("", one.table)]


@router.post("/wishes/{name}/decline")
def decline(
    room: TheRoom,
    person: Annotated[Person, Depends(role(DEALER, Role.CASHIER))],
    name: PersonName,
    body: WhyBody,
) -> list[AskedShape]:
    """No, with a reason. Yes is said by selling the chips, or buying them back."""
    room.asking.decline(name, person, body.why)
    return wishes(room, person)


@router.post("/fund", dependencies=[Sure])
def fund(request: Request, room: TheRoom, person: Executive, body: ChipsBody) -> CageShape:
    """Money of the house into the cage, signed by two; chips are granted out of what is there."""
    second = signer(request, body.second, "money into the cage")
    room.cage.fund(body.amount_cents, person, second, body.why, body.id)
    return CageShape(cents=room.cage.cents())
