"""The cage: the house's own money in it (HR-34, HR-35)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from pitboss.people.accounts import AUDITOR, EXECUTIVE
from pitboss.people.person import Person, Role
from pitboss.web.api.access import Sure, TheRoom, role, signer
from pitboss.web.people_models import ChipsBody

router = APIRouter(prefix="/cage", tags=["cage"])

Executive = Annotated[Person, Depends(role(EXECUTIVE))]


class CageShape(BaseModel):
    cents: int


@router.get("")
def cage(
    room: TheRoom, person: Annotated[Person, Depends(role(Role.CASHIER, EXECUTIVE, AUDITOR))]
) -> CageShape:
    return CageShape(cents=room.cage.cents())


@router.post("/fund", dependencies=[Sure])
def fund(request: Request, room: TheRoom, person: Executive, body: ChipsBody) -> CageShape:
    """Money of the house into the cage, signed by two; chips are granted out of what is there."""
    second = signer(request, body.second, "money into the cage")
    room.cage.fund(body.amount_cents, person, second, body.why, body.id)
    return CageShape(cents=room.cage.cents())
