"""What people do with their own account: password, sessions, second factor, alarms."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import Depends, Path, Request

from pitboss.errors import NotFound
from pitboss.house.days import gambling_day
from pitboss.people.accounts import PLAYER
from pitboss.people.person import Person
from pitboss.people.protection import PersonLimits, Protection
from pitboss.room.asking import OpenWish, Wish
from pitboss.room.held import held_for
from pitboss.web.api.access import Day, Somebody, TheRoom, TheSession, address_of, role
from pitboss.web.api.jackpots import TheOffice
from pitboss.web.api.routers import api_router
from pitboss.web.api.sessions import me_of
from pitboss.web.people_models import (
    AskBody,
    AskedShape,
    CodeBody,
    ConfirmBody,
    DaysBody,
    Factor,
    HeldPay,
    LimitsBody,
    Me,
    OwnLimits,
    OwnPasswordBody,
    OwnSession,
    OwnWish,
    PaperCodes,
    StatementLine,
)

router = api_router("people", "/me")

Player = Annotated[Person, Depends(role(PLAYER))]


@router.post("/confirm")
def confirm(request: Request, room: TheRoom, session: TheSession, body: ConfirmBody) -> Me:
    """The credentials again, before something that cannot be taken back; they count for five minutes."""
    fresh = room.people.confirm(session, body.password, address=address_of(request), code=body.code)
    return me_of(room, fresh)


@router.post("/password")
def change_password(request: Request, room: TheRoom, session: TheSession, body: OwnPasswordBody) -> Me:
    """A new password of one's own; all other sessions and tokens end."""
    ended = room.people.change_own_password(
        session, body.password, body.new, address=address_of(request), code=body.code
    )
    request.app.state.sockets.end_sessions(ended)
    return me_of(room, session)


@router.get("/sessions")
def own_sessions(room: TheRoom, session: TheSession) -> list[OwnSession]:
    return [
        OwnSession(
            id=one.id[:16],
            begun_us=one.begun_us,
            used_us=one.used_us,
            address=one.address,
            here=one.id == session.id,
        )
        for one in room.people.of(session.person.id)
    ]


@router.delete("/sessions/{id}")
def end_session(
    request: Request,
    room: TheRoom,
    session: TheSession,
    id: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")],
) -> list[OwnSession]:
    """Ends a session of one's own."""
    found = [one.id for one in room.people.of(session.person.id) if one.id.startswith(id)]
    if not found:
        raise NotFound("There is no such session.", accepted="one of GET /api/v1/me/sessions")
    room.people.end(found[0], session.person.id, "ended by the person")
    request.app.state.sockets.end_sessions(found)
    return own_sessions(room, session)


@router.post("/second-factor")
def begin_factor(room: TheRoom, session: TheSession) -> Factor:
    """A secret for an authenticator; it counts once its first code has come back."""
    return Factor(**room.people.begin_factor(session))


@router.post("/second-factor/confirm")
def finish_factor(room: TheRoom, session: TheSession, body: CodeBody) -> PaperCodes:
    return PaperCodes(codes=room.people.finish_factor(session, body.code))


@router.post("/alarms/seen")
def alarms_seen(room: TheRoom, session: TheSession) -> Me:
    room.people.dismiss_alarms(session)
    return me_of(room, session)


# a player's own limits (HR-37)


@router.get("/limits")
def limits(room: TheRoom, person: Somebody) -> OwnLimits:
    return _limits(room.protections.of(person.id), room.store.clock())


@router.post("/limits")
def set_limits(room: TheRoom, person: Somebody, body: LimitsBody) -> OwnLimits:
    """Lowering works at once, raising after a day."""
    wish = PersonLimits(body.day_cents, body.session_minutes)
    return _limits(room.protections.set_limits(person, wish), room.store.clock())


@router.post("/cool-off")
def cool_off(room: TheRoom, person: Somebody, body: DaysBody) -> OwnLimits:
    """No play for 1 to 42 days; it cannot be taken back."""
    return _limits(room.protections.cool_off(person, body.days), room.store.clock())


@router.post("/exclusion")
def exclude(room: TheRoom, person: Somebody, body: DaysBody) -> OwnLimits:
    """Self-exclusion for half a year to five years; it cannot be taken back."""
    return _limits(room.protections.exclude(person, body.days), room.store.clock())


@router.get("/statement")
def statement(room: TheRoom, person: Somebody, day: Day = None) -> list[StatementLine]:
    """What came into the wallet and left it on a gambling day (HR-32), the newest first."""
    days = gambling_day(room.store)
    lines = room.cage.statement(person.id, *days.bounds(day or days.of(room.store.clock())))
    return [StatementLine(at_us=n.at_us, what=n.what, other=n.other, cents=n.cents) for n in lines]


@router.get("/held")
def held(room: TheRoom, office: TheOffice, person: Somebody) -> list[HeldPay]:
    """What one has won and is not paid yet, whatever it waits for (HR-14, JP-16, JP-31)."""
    return [HeldPay(**asdict(pay)) for pay in held_for(person.id, office.claims(), room.tables)]


# what one asks the cage for (HR-34)


@router.get("/wish")
def wish(room: TheRoom, person: Somebody) -> OwnWish:
    return _wish(room.asking.of(person.id), room.asking.declined(person.id))


@router.post("/wish")
async def ask(room: TheRoom, person: Player, body: AskBody) -> OwnWish:
    """Chips for cash, or cash for chips: a dealer or cashier answers. The demo room gives play chips at once."""
    if person.demo and Wish(body.wish) is Wish.CHIPS:
        await asyncio.to_thread(room.cage.give, person, body.amount_cents, body.id)
        for keeper in room.keepers.values():
            if keeper.table.spots_of(person.id):
                keeper.refresh()
        return OwnWish(asked=None, given=True)
    wanted = (person, Wish(body.wish), body.amount_cents, body.table, body.id)
    return _wish(await asyncio.to_thread(room.asking.ask, *wanted))


@router.delete("/wish")
def take_back(room: TheRoom, person: Player) -> OwnWish:
    room.asking.take_back(person)
    return _wish(None)


def _wish(found: OpenWish | None, declined: str = "") -> OwnWish:
    return OwnWish(asked=AskedShape(**asdict(found)) if found else None, declined=declined)


def _limits(found: Protection, now_us: int) -> OwnLimits:
    have = found.now(now_us)
    coming = found.wanted if found.wanted is not None and now_us < found.wanted_from_us else None
    return OwnLimits(
        day_cents=have.day_cents,
        session_minutes=have.session_minutes,
        wanted=asdict(coming) if coming else None,
        wanted_from_us=found.wanted_from_us if coming else 0,
        away_until_us=found.away_until_us,
        excluded=found.excluded,
    )
