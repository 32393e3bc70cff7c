"""Jackpots: displays for everybody, claims and adjustments for those who sign for them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request

from pitboss.errors import BadInput, NotFound
from pitboss.jackpot import Reason
from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person
from pitboss.room.jackpots import jackpot_json
from pitboss.room.office import Office
from pitboss.web.api.access import TheRoom, address_of, role
from pitboss.web.models import (
    AdjustBody,
    Claim,
    JackpotShape,
    SignIn,
    SurveillanceBody,
    WhyBody,
    WinPageShape,
)

router = APIRouter(tags=["jackpots"])

JackpotId = Annotated[str, Path(max_length=80)]
ClaimId = Annotated[str, Path(max_length=120)]
PitPerson = Annotated[Person, Depends(role(DEALER, SUPERVISOR, EXECUTIVE, AUDITOR))]


def office_of(request: Request) -> Office:
    office: Office = request.app.state.office
    return office


TheOffice = Annotated[Office, Depends(office_of)]


@router.get("/jackpots")
def jackpots(office: TheOffice) -> list[JackpotShape]:
    """All jackpots as their displays show them."""
    return [JackpotShape(**jackpot_json(office.desk, found)) for found in office.desk.jackpots().values()]


@router.get("/jackpots/{jackpot_id}")
def jackpot(office: TheOffice, jackpot_id: JackpotId) -> JackpotShape:
    try:
        found = office.desk.jackpot(jackpot_id)
    except BadInput as error:
        raise NotFound(error.message, accepted=error.accepted) from None
    return JackpotShape(**jackpot_json(office.desk, found))


@router.post("/jackpots/{jackpot_id}/adjust")
def adjust(
    office: TheOffice,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    jackpot_id: JackpotId,
    body: AdjustBody,
) -> JackpotShape:
    """A meter moved by hand, for one of the listed reasons, with before and after on record (HR-11)."""
    key = f"adjust/{person.name}/{body.id}" if body.id else None
    office.adjust(
        jackpot_id,
        Reason(body.reason),
        person,
        body.why,
        meter=body.meter,
        cents=body.amount_cents,
        source=body.source,
        key=key,
    )
    return jackpot(office, jackpot_id)


@router.get("/claims")
def claims(office: TheOffice, person: PitPerson) -> list[Claim]:
    """The marked hands of all games under way, and what each still needs."""
    return [Claim(**shape) for shape in office.claims()]


@router.get("/claims/{claim_id}")
def claim(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> Claim:
    return Claim(**_found(office, claim_id))


@router.post("/claims/{claim_id}/surveillance")
def surveillance(
    office: TheOffice,
    person: Annotated[Person, Depends(role(AUDITOR))],
    claim_id: ClaimId,
    body: SurveillanceBody,
) -> Claim:
    """Surveillance has seen hand, wager, payout and player (HR-14)."""
    _found(office, claim_id)
    return Claim(
        **office.surveillance(
            claim_id,
            person,
            hand=body.hand,
            wager_cents=body.wager_cents,
            payout_cents=body.payout_cents,
            player=body.player,
        )
    )


@router.post("/claims/{claim_id}/confirm")
async def confirm(
    request: Request, room: TheRoom, office: TheOffice, session: PitPerson, claim_id: ClaimId, body: SignIn
) -> Claim:
    """Confirmed with the credentials of the supervisor or executive, whoever is signed in at the screen."""
    await asyncio.to_thread(_found, office, claim_id)
    card = await asyncio.to_thread(
        room.people.check,
        body.name,
        body.password,
        address=address_of(request),
        purpose=f"confirm {claim_id}",
    )
    return Claim(**await asyncio.to_thread(office.confirm, claim_id, card))


@router.post("/claims/{claim_id}/pay")
def pay(
    office: TheOffice, person: Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE))], claim_id: ClaimId
) -> WinPageShape:
    """The prize is handed over."""
    _found(office, claim_id)
    return WinPageShape(**office.pay(claim_id, person))


@router.post("/claims/{claim_id}/back-out")
def back_out(
    office: TheOffice,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    claim_id: ClaimId,
    body: WhyBody,
) -> WinPageShape:
    """An award that is not paid yet is taken back, by a logged adjustment (JP-18)."""
    _found(office, claim_id)
    office.back_out(claim_id, person, body.why)
    return WinPageShape(**office.win_page(claim_id))


@router.get("/claims/{claim_id}/win-page")
def win_page(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> WinPageShape:
    """Prize, hand, spot, table, time, meter before and after, who confirmed (JP-17)."""
    _found(office, claim_id)
    return WinPageShape(**office.win_page(claim_id))


def _found(office: Office, claim_id: str) -> dict[str, Any]:
    try:
        return office.claim(claim_id)
    except BadInput as error:
        raise NotFound(error.message, clause=error.clause, accepted=error.accepted) from None
