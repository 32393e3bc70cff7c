"""Who asks: the parts of a request the endpoints need, as FastAPI dependencies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated

from fastapi import Depends, Path, Query, Request

from pitboss.errors import AskedAgain, NotAllowed
from pitboss.people.accounts import need
from pitboss.people.acts import ACTS, Act
from pitboss.people.person import ROLES, Person, Role
from pitboss.people.sessions import Session
from pitboss.room.room import Room
from pitboss.store.days import FIRST_DAY, LAST_DAY
from pitboss.web.models import SignIn
from pitboss.web.settings import RoomSettings


def room_of(request: Request) -> Room:
    room: Room = request.app.state.room
    return room


def person_of(request: Request) -> Person | None:
    person: Person | None = request.state.person
    return person


def signed_in(request: Request) -> Person:
    return need(person_of(request), *ROLES)


def session_of(request: Request) -> Session:
    signed_in(request)
    session: Session = request.state.session
    return session


def role(*roles: str) -> Callable[[Request], Person]:
    """A dependency that admits these roles only."""

    def admitted(request: Request) -> Person:
        return need(person_of(request), *roles)

    return admitted


def may(*acts: Act) -> Callable[[Request], Person]:
    """A dependency that admits who may do one of these acts, as the acts' own table says (HR-35)."""
    roles = dict.fromkeys(role for act in acts for role in ACTS[act].roles if role is not Role.HOUSE)
    return role(*roles)


def asked_again(request: Request) -> None:
    """Before what cannot be taken back, the person at the screen gives credentials again."""
    session = session_of(request)
    if not session.fresh(room_of(request).store.clock()):
        raise AskedAgain(
            f"{session.person.name} signed in some time ago.",
            clause="HR-21",
            accepted="the credentials again: POST /api/v1/me/confirm, then the same request",
        )


def signer(request: Request, signature: SignIn | None, purpose: str) -> Person | None:
    """The second person, by credentials of the own."""
    if signature is None:
        return None
    people = room_of(request).people
    found = people.check(
        signature.name,
        signature.password,
        address=address_of(request),
        purpose=purpose,
        code=signature.code,
        device=device_of(request),
    )
    settings: RoomSettings = request.app.state.settings
    if settings.second_factor and people.without_factor(found):
        raise NotAllowed(
            f"{found.id} has no second factor yet, and staff sign with one.",
            clause="HR-21",
            accepted="setting one up first: sign in, then POST /api/v1/me/second-factor",
        )
    return found


def device_of(request: Request) -> str | None:
    device: str | None = request.state.device
    return device


Sure = Depends(asked_again)


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


TheRoom = Annotated[Room, Depends(room_of)]
Anybody = Annotated[Person | None, Depends(person_of)]
Somebody = Annotated[Person, Depends(signed_in)]
TheSession = Annotated[Session, Depends(session_of)]
TableId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Day = Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)]
"""a gambling day that can be asked for; without it mostly the current one (HR-32)"""
RoundId = Annotated[str, Path(max_length=80, pattern=r"^[a-z0-9][a-z0-9-]*$")]
