"""Jackpots: displays for everybody, claims and adjustments for those who sign for them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Path, Request

from pitboss.errors import BadInput, NotFound
from pitboss.jackpot.adjust import Adjustment, Reason
from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.acts import Act, allow
from pitboss.people.person import Person, Role
from pitboss.room.claim_views import ClaimView
from pitboss.room.jackpots import jackpot_json
from pitboss.room.office import Office
from pitboss.web.api.access import Sure, TheRoom, role, signer
from pitboss.web.api.routers import api_router
from pitboss.web.models import (
    AdjustBody,
    Claim,
    JackpotShape,
    SecondBody,
    SignIn,
    SurveillanceBody,
    WhyBody,
    WinPageShape,
)

router = api_router("jackpots")

SURVEILLANCE, CASHIER = Role.SURVEILLANCE, Role.CASHIER

JackpotId = Annotated[str, Path(max_length=80)]
ClaimId = Annotated[str, Path(max_length=120)]
PitPerson = Annotated[Person, Depends(role(DEALER, SUPERVISOR, EXECUTIVE, AUDITOR, SURVEILLANCE, CASHIER))]


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


@router.post("/jackpots/{jackpot_id}/adjust", dependencies=[Sure])
def adjust(
    office: TheOffice,
    request: Request,
    room: TheRoom,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    jackpot_id: JackpotId,
    body: AdjustBody,
) -> JackpotShape:
    """A meter moved by hand, for one of the listed reasons, by two people, before and after on record (HR-11)."""
    key = f"adjust/{person.id}/{body.id}" if body.id else None
    purpose = f"adjust {jackpot_id}"
    second = signs(request, body.second, purpose)
    watcher = signs(request, body.surveillance, purpose) if body.surveillance else None
    wanted = Adjustment(
        body.meter, Reason(body.reason), body.why, body.amount_cents, body.source, body.player, watcher
    )
    office.adjust(jackpot_id, wanted, person, second, key=key)
    return jackpot(office, jackpot_id)


def signs(request: Request, who: SignIn, purpose: str) -> Person:
    """The person who signs with name and password beside the one who is signed in."""
    found = signer(request, who, purpose)
    assert found is not None
    return found


@router.get("/claims")
def claims(office: TheOffice, person: PitPerson) -> list[Claim]:
    """The marked hands of all games under way, and what each still needs."""
    return [Claim(**view.to_json()) for view in office.claims_for(person)]


@router.get("/claims/{claim_id}")
def claim(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> Claim:
    return _shown(office, person, _found(office, claim_id))


@router.post("/claims/{claim_id}/surveillance", dependencies=[Sure])
def surveillance(
    office: TheOffice,
    person: Annotated[Person, Depends(role(AUDITOR, SURVEILLANCE))],
    claim_id: ClaimId,
    body: SurveillanceBody,
) -> Claim:
    """Surveillance has seen hand, wager, payout and player (HR-14)."""
    _found(office, claim_id)
    seen = office.surveillance(
        claim_id,
        person,
        hand=body.hand,
        wager_cents=body.wager_cents,
        payout_cents=body.payout_cents,
        player=body.player,
    )
    return _shown(office, person, seen)


@router.post("/claims/{claim_id}/confirm")
async def confirm(
    request: Request, room: TheRoom, office: TheOffice, session: PitPerson, claim_id: ClaimId, body: SignIn
) -> Claim:
    """Confirmed with the credentials of the supervisor or executive, whoever is signed in at the screen."""
    await asyncio.to_thread(_found, office, claim_id)
    card = await asyncio.to_thread(signs, request, body, f"confirm {claim_id}")
    view = await asyncio.to_thread(office.confirm, claim_id, card)
    return await asyncio.to_thread(_shown, office, session, view)


@router.post("/claims/{claim_id}/reject")
def reject(
    office: TheOffice,
    person: Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE))],
    claim_id: ClaimId,
    body: WhyBody,
) -> Claim:
    """A marked hand that the cards do not show ends with a reason (JP-30)."""
    _found(office, claim_id)
    return Claim(**office.reject(claim_id, person, body.why).to_json())


@router.post("/claims/{claim_id}/pay", dependencies=[Sure])
def pay(
    office: TheOffice,
    person: Annotated[Person, Depends(role(CASHIER, SUPERVISOR, EXECUTIVE))],
    claim_id: ClaimId,
) -> WinPageShape:
    """The prize is handed over."""
    _found(office, claim_id)
    return WinPageShape(**office.pay(claim_id, person).to_json())


@router.post("/claims/{claim_id}/back-out", dependencies=[Sure])
def back_out(
    office: TheOffice,
    request: Request,
    room: TheRoom,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    claim_id: ClaimId,
    body: SecondBody,
) -> WinPageShape:
    """An award that is not paid yet is taken back, by a logged adjustment that two people sign (JP-18, JP-31)."""
    second = signs(request, body.second, f"back out {claim_id}")
    allow(Act.BACK_OUT, person, second)
    _found(office, claim_id)
    office.back_out(claim_id, person, second, body.why)
    return WinPageShape(**office.win_page(claim_id).to_json())


@router.get("/claims/{claim_id}/win-page")
def win_page(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> WinPageShape:
    """Prize, hand, spot, table, time, meter before and after, who confirmed (JP-17)."""
    _found(office, claim_id)
    sheet = office.win_page(claim_id)
    blind = sheet.award.table in office.blind_to(person)
    return WinPageShape(**(sheet.veiled if blind else sheet).to_json())


def _shown(office: Office, person: Person, view: ClaimView) -> Claim:
    """A claim as the person at the screen may see it."""
    return Claim(**office.shown_to(person, view).to_json())


def _found(office: Office, claim_id: str) -> ClaimView:
    try:
        return office.claim(claim_id)
    except BadInput as error:
        raise NotFound(error.message, clause=error.clause, accepted=error.accepted) from None
