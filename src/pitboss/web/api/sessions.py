"""Signing in and out."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from pitboss.people.accounts import Session
from pitboss.room.room import Room
from pitboss.web.api.access import TheRoom, TheSession, address_of
from pitboss.web.incoming import cookie_name
from pitboss.web.models import Me, SignIn
from pitboss.web.security import cookie_options
from pitboss.web.settings import Settings

router = APIRouter(tags=["people"])


def me_of(room: Room, session: Session) -> Me:
    person = session.person
    return Me.model_validate(
        {
            "name": person.name,
            "role": person.role,
            "csrf": session.csrf,
            "wallet_cents": room.bank.available(person.id),
            "demo": person.demo,
        }
    )


@router.post("/login")
async def login(request: Request, response: Response, room: TheRoom, body: SignIn) -> Me:
    """Sets the session cookie. Three failures lock the account (HR-21)."""
    token, session = await asyncio.to_thread(
        room.people.sign_in, body.name, body.password, address=address_of(request)
    )
    settings: Settings = request.app.state.settings
    response.set_cookie(cookie_name(settings.secure), token, **cookie_options(settings))
    return me_of(room, session)


@router.post("/logout", status_code=204)
async def logout(request: Request, room: TheRoom, session: TheSession) -> Response:
    await asyncio.to_thread(room.people.sign_out, session)
    request.app.state.sockets.end_session(session.id)
    response = Response(status_code=204)
    settings: Settings = request.app.state.settings
    response.delete_cookie(cookie_name(settings.secure), **cookie_options(settings))
    return response


@router.get("/me")
async def me(room: TheRoom, session: TheSession) -> Me:
    """The person signed in, and the token that unsafe requests must carry."""
    return me_of(room, session)
