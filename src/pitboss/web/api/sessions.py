"""Signing in and out."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from fastapi import Request, Response

from pitboss.errors import NotAllowed
from pitboss.people.accounts import PLAYER
from pitboss.people.sessions import Session
from pitboss.room.demo import WALLET
from pitboss.room.room import Room
from pitboss.web.api.access import TheRoom, TheSession, address_of
from pitboss.web.api.routers import api_router
from pitboss.web.incoming import cookie_name, device_cookie
from pitboss.web.models import SignIn
from pitboss.web.people_models import Me
from pitboss.web.security import cookie_options
from pitboss.web.settings import RoomSettings

router = api_router("people")

DEVICE_SECONDS: Final = 365 * 24 * 3600
_signing_in = ThreadPoolExecutor(max_workers=2, thread_name_prefix="sign-in")


def me_of(room: Room, session: Session) -> Me:
    person = session.person
    return Me.model_validate(
        {
            "name": person.name,
            "role": person.role,
            "csrf": session.csrf,
            "wallet_cents": room.bank.available(person.id),
            "demo": person.demo,
            "second_factor": bool(room.people.find(person.id)["second_factor"]),
            "limited": session.limited,
            "lent": session.lent,
            "alarms": room.people.alarms(person.id),
        }
    )


@router.post("/login")
async def login(request: Request, response: Response, room: TheRoom, body: SignIn) -> Me:
    """Sets the session cookie. Three failures lock the account for whoever sent them (HR-21)."""
    address, device = address_of(request), request.state.device
    loop = asyncio.get_running_loop()

    def sign_in() -> tuple[str, Session, str]:
        token, session = room.people.sign_in(
            body.name, body.password, address=address, code=body.code, device=device
        )
        known = device or secrets.token_urlsafe(32)
        room.people.remember_device(session.person, address, known)
        return token, session, known

    # sign-ins wait for each other, not for everybody's other work
    token, session, known = await loop.run_in_executor(_signing_in, sign_in)
    settings: RoomSettings = request.app.state.settings
    response.set_cookie(cookie_name(settings.secure), token, **cookie_options(settings))
    response.set_cookie(
        device_cookie(settings.secure), known, max_age=DEVICE_SECONDS, **cookie_options(settings)
    )
    return await asyncio.to_thread(me_of, room, session)


@router.post("/guest")
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
    room.bank.grant(name, WALLET, "demo room", "chips to play with", key=f"guest/{name}")
    return room.people.begin(person)


@router.post("/logout", status_code=204)
async def logout(request: Request, room: TheRoom, session: TheSession) -> Response:
    await asyncio.to_thread(room.people.sign_out, session)
    request.app.state.sockets.end_session(session.id)
    response = Response(status_code=204)
    settings: RoomSettings = request.app.state.settings
    response.delete_cookie(cookie_name(settings.secure), **cookie_options(settings))
    return response


@router.get("/me")
async def me(room: TheRoom, session: TheSession) -> Me:
    """The person signed in, and the token that unsafe requests must carry."""
    return await asyncio.to_thread(me_of, room, session)
