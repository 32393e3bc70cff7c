"""Signing in, one's own account with its limits and wishes, and everybody's accounts for admins."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import asdict
from typing import Annotated, Final

from fastapi import Depends, Path, Request, Response

from pitboss.chips.cage import OpenWish, Wish
from pitboss.core.errors import NotAllowed, NotFound
from pitboss.ledger.days import gambling_day
from pitboss.people.accounts import ADMIN, AUDITOR, EXECUTIVE, PLAYER
from pitboss.people.documents import AccountView
from pitboss.people.person import Person, Role
from pitboss.people.protection import PersonLimits, Protection
from pitboss.people.sessions import Session, hash_of
from pitboss.room import unpaid as told
from pitboss.room.demo import WALLET
from pitboss.room.room import Room
from pitboss.web.api.access import (
    Day,
    Somebody,
    Sure,
    TheRoom,
    TheSession,
    address_of,
    api_router,
    gate_of,
    gated,
    origin_of,
    role,
    signer,
)
from pitboss.web.api.jackpots import TheOffice
from pitboss.web.limits import RoomSettings, cookie_name, device_cookie
from pitboss.web.models import SignIn, WhyBody
from pitboss.web.security import cookie_options, too_many_sign_ins
from pitboss.web.staff_models import (
    Account,
    AskBody,
    AskedShape,
    CashOutBody,
    ChipsBody,
    CodeBody,
    ConfirmBody,
    DaysBody,
    Factor,
    FactorBody,
    HeldPay,
    LimitsBody,
    Me,
    NewPerson,
    OthersSessions,
    OwnLimits,
    OwnPasswordBody,
    OwnSession,
    OwnWish,
    PaperCodes,
    PasswordBody,
    RoleBody,
    SignedBody,
    StatementLine,
)

sessions_router = api_router("people")

DEVICE_SECONDS: Final = 365 * 24 * 3600


def me_of(room: Room, session: Session) -> Me:
    person = session.person
    return Me.model_validate(
        {
            "name": person.name,
            "role": person.role,
            "csrf": session.csrf,
            "wallet_cents": room.wallets.available(person.id),
            "demo": person.demo,
            "second_factor": bool(room.people.find(person.id)["second_factor"]),
            "limited": session.limited,
            "lent": session.lent,
            "alarms": room.people.alarms(person.id),
        }
    )


@sessions_router.post("/login")
async def login(request: Request, response: Response, room: TheRoom, body: SignIn) -> Me:
    """Sets the session cookie. Three failures lock the account for whoever sent them (HR-21)."""

    def sign_in() -> tuple[str, Session, str]:
        origin = origin_of(request, screen=False)
        token, session = room.people.sign_in(
            body.name, body.password, address=origin.address, code=body.code, device=origin.device
        )
        known = origin.device or secrets.token_urlsafe(32)
        room.people.remember_device(session.person, origin.address, known)
        return token, session, known

    gate, device = gate_of(request), request.state.device
    if device and await asyncio.to_thread(room.people.knows_device, body.name, device):
        token, session, known = await gate.sign_in_again(hash_of(device), sign_in)
    elif device and not gate.sign_ins.take(address_of(request)):
        raise too_many_sign_ins()
    else:
        token, session, known = await gate.sign_in(sign_in, request.is_disconnected)
    settings: RoomSettings = request.app.state.settings
    response.set_cookie(cookie_name(settings.secure), token, **cookie_options(settings))
    response.set_cookie(
        device_cookie(settings.secure), known, max_age=DEVICE_SECONDS, **cookie_options(settings)
    )
    return await asyncio.to_thread(me_of, room, session)


@sessions_router.post("/guest")
async def guest(request: Request, response: Response, room: TheRoom) -> Me:
    """In the demo room only: an account with play chips, signed in with one press."""
    if not request.app.state.demo_logins:
        raise NotAllowed(
            "Guests play in the demo room only.", clause="HR-21", accepted="an account of one's own"
        )
    token, session = await asyncio.to_thread(add_guest, room)
    settings: RoomSettings = request.app.state.settings
    response.set_cookie(cookie_name(settings.secure), token, **cookie_options(settings))
    return me_of(room, session)


def add_guest(room: Room) -> tuple[str, Session]:
    """A name that nobody has, a password that nobody knows."""
    name = f"guest-{secrets.token_hex(3)}"
    person = room.people.add(name, secrets.token_urlsafe(24), PLAYER, "demo room", demo=True)
    room.wallets.grant(name, WALLET, "demo room", "chips to play with", key=f"guest/{name}")
    return room.people.begin(person)


@sessions_router.post("/logout", status_code=204)
async def logout(request: Request, room: TheRoom, session: TheSession) -> Response:
    await asyncio.to_thread(room.people.sign_out, session)
    request.app.state.sockets.end_session(session.id)
    response = Response(status_code=204)
    settings: RoomSettings = request.app.state.settings
    response.delete_cookie(cookie_name(settings.secure), **cookie_options(settings))
    return response


@sessions_router.get("/me")
async def me(room: TheRoom, session: TheSession) -> Me:
    """The person signed in, and the token that unsafe requests must carry."""
    return await asyncio.to_thread(me_of, room, session)


# What people do with their own account: password, sessions, second factor, alarms.

router = api_router("people", "/me")

Player = Annotated[Person, Depends(role(PLAYER))]


@router.post("/confirm")
@gated
def confirm(request: Request, room: TheRoom, session: TheSession, body: ConfirmBody) -> Me:
    """The credentials again, before something that cannot be taken back; they count for five minutes."""
    fresh = room.people.confirm(session, body.password, origin=origin_of(request), code=body.code)
    return me_of(room, fresh)


@router.post("/password")
@gated
def change_password(request: Request, room: TheRoom, session: TheSession, body: OwnPasswordBody) -> Me:
    """A new password of one's own; all other sessions and tokens end."""
    ended = room.people.change_own_password(
        session, body.password, body.new, origin=origin_of(request), code=body.code
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
@gated
def begin_factor(
    request: Request, room: TheRoom, session: TheSession, body: FactorBody | None = None
) -> Factor:
    """A secret for an authenticator; it counts once its first code has come back. Where there is a second factor
    already, it takes the password and a code."""
    given = body or FactorBody()
    made = room.people.begin_factor(session, given.password, origin=origin_of(request), code=given.code)
    return Factor(**made)


@router.post("/second-factor/confirm", dependencies=[Sure])
@gated
def finish_factor(request: Request, room: TheRoom, session: TheSession, body: CodeBody) -> PaperCodes:
    """The first code of a new authenticator; the codes on paper come back."""
    return PaperCodes(codes=room.people.finish_factor(session, body.code))


@router.post("/alarms/seen")
def alarms_seen(room: TheRoom, session: TheSession) -> Me:
    room.people.dismiss_alarms(session)
    return me_of(room, session)


# A player's own limits (HR-37).


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
    """What came into the wallet and left it on a gambling day (HR-32), and what became of jackpot awards (JP-18); the
    newest first."""
    days = gambling_day(room.store)
    when = days.bounds(day or days.of(room.store.clock()))
    lines = told.statement(room.store, room.cage.statement(person.id, *when), person.id, *when)
    return [StatementLine(**asdict(line)) for line in lines]


@router.get("/held")
def held(room: TheRoom, office: TheOffice, person: Somebody) -> list[HeldPay]:
    """What one has won and is not paid yet, whatever it waits for (HR-14, HR-34, JP-04, JP-16, JP-31)."""
    return [HeldPay(**asdict(pay)) for pay in office.coming_to(person.id)]


# What one asks the cage for (HR-34).


@router.get("/wish")
def wish(room: TheRoom, person: Somebody) -> OwnWish:
    return _wish(room.requests.of(person.id), room.requests.declined(person.id))


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
    return _wish(await asyncio.to_thread(room.requests.ask, *wanted))


@router.delete("/wish")
def take_back(room: TheRoom, person: Player) -> OwnWish:
    room.requests.take_back(person)
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


# Accounts, for admins. Every change is in the log with who, before, after and why (HR-21, HR-22); what concerns
# staff takes a second person, and nobody signs for the own account (HR-35).

people_router = api_router("people", "/people")

Keeper = Annotated[Person, Depends(role(ADMIN, AUDITOR))]
Admin = Annotated[Person, Depends(role(ADMIN))]
Cage = Annotated[Person, Depends(role(Role.CASHIER, EXECUTIVE))]
Cashier = Annotated[Person, Depends(role(Role.CASHIER))]
PersonName = Annotated[str, Path(max_length=40)]


@people_router.get("")
def people(room: TheRoom, person: Annotated[Person, Depends(role(ADMIN, AUDITOR))]) -> list[Account]:
    return [_account(shape) for shape in room.people.everyone()]


@people_router.post("", status_code=201, dependencies=[Sure])
@gated
def add(request: Request, room: TheRoom, admin: Admin, body: NewPerson) -> Account:
    """One account a person."""
    second = signer(request, body.second, "new account")
    room.people.add(body.name, body.password, body.role, admin, second=second)
    return _account(room.people.find(body.name))


@people_router.post("/{name}/unlock", dependencies=[Sure])
def unlock(room: TheRoom, admin: Admin, name: PersonName, body: WhyBody) -> Account:
    room.people.unlock(name, admin, body.why)
    return _account(room.people.find(name))


@people_router.post("/{name}/lock", dependencies=[Sure])
def lock(request: Request, room: TheRoom, admin: Admin, name: PersonName, body: WhyBody) -> Account:
    """Nobody signs in with it any more; its sessions end."""
    request.app.state.sockets.end_sessions(room.people.lock(name, admin, body.why))
    return _account(room.people.find(name))


@people_router.post("/{name}/role", dependencies=[Sure])
@gated
def change_role(request: Request, room: TheRoom, admin: Admin, name: PersonName, body: RoleBody) -> Account:
    """A new role; the person signs in again."""
    second = signer(request, body.second, "new role")
    ended = room.people.set_role(name, body.role, admin, body.why, second)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@people_router.post("/{name}/password", dependencies=[Sure])
@gated
def set_password(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: PasswordBody
) -> Account:
    """A new password; it also unlocks the account, and the person signs in again."""
    second = signer(request, body.second, "another's password")
    ended = room.people.set_password(name, body.password, admin, body.why, second)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@people_router.post("/{name}/second-factor/reset", dependencies=[Sure])
@gated
def reset_factor(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: SignedBody
) -> Account:
    """A lost telephone: the person sets up a new one."""
    second = signer(request, body.second, "second factor reset")
    request.app.state.sockets.end_sessions(room.people.reset_factor(name, admin, body.why, second))
    return _account(room.people.find(name))


@people_router.get("/{name}/sessions")
def sessions(room: TheRoom, person: Keeper, name: PersonName) -> OthersSessions:
    """Where somebody is signed in, and the tokens for the terminal."""
    room.people.find(name)
    found = [
        OwnSession(id=s.id[:16], begun_us=s.begun_us, used_us=s.used_us, address=s.address, here=False)
        for s in room.people.of(name)
    ]
    return OthersSessions(sessions=found, tokens_expire_us=room.people.tokens_of(name))


@people_router.post("/{name}/sign-out", dependencies=[Sure])
def sign_out(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: WhyBody
) -> OthersSessions:
    """All sessions and tokens of somebody end."""
    request.app.state.sockets.end_sessions(room.people.end_sessions(name, admin, body.why))
    return sessions(room, admin, name)


@people_router.post("/{name}/chips", dependencies=[Sure])
@gated
def grant(request: Request, room: TheRoom, person: Cage, name: PersonName, body: ChipsBody) -> Account:
    """Chips from the cage without cash: two people of the money side sign, neither of them the one who gets them."""
    shape = room.people.player(name)
    second = signer(request, body.second, "grant of chips")
    room.cage.grant(name, body.amount_cents, person, second, body.why, body.id)
    return _account(shape)


@people_router.post("/{name}/cash-out", dependencies=[Sure])
def cash_out(room: TheRoom, person: Cashier, name: PersonName, body: CashOutBody) -> Account:
    """Chips back to the cage for cash, as the player has asked for it (HR-34)."""
    shape = room.people.find(name)
    room.cage.buy_back(name, body.amount_cents, person, body.id)
    return _account(shape)


def _account(shape: AccountView) -> Account:
    known = Account.model_fields.keys()
    return Account.model_validate({key: value for key, value in shape.items() if key in known})
