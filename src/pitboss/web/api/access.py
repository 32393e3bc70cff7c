"""Who asks: the parts of a request the endpoints need, as FastAPI dependencies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from pitboss.core.errors import NotAllowed
from pitboss.ledger.days import FIRST_DAY, LAST_DAY
from pitboss.people.accounts import need
from pitboss.people.person import ROLES, Person, Role
from pitboss.people.rights import ACTS, Act
from pitboss.people.sessions import Session
from pitboss.room.room import Room
from pitboss.web.models import SignIn
from pitboss.web.passwords import origin_of
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
    room_of(request).people.need_fresh(session_of(request))


def signer(request: Request, signature: SignIn | None, purpose: str) -> Person | None:
    """The second person, by credentials of the own; in an operation that is `gated`."""
    if signature is None:
        return None
    people = room_of(request).people
    found = people.check(
        signature.name,
        signature.password,
        origin=origin_of(request, series=True),
        purpose=purpose,
        code=signature.code,
    )
    settings: RoomSettings = request.app.state.settings
    if settings.second_factor and people.without_factor(found):
        raise NotAllowed(
            f"{found.id} has no second factor yet, and staff sign with one.",
            clause="HR-21",
            accepted="setting one up first: sign in, then POST /api/v1/me/second-factor",
        )
    return found


Sure = Depends(asked_again)


TheRoom = Annotated[Room, Depends(room_of)]
Anybody = Annotated[Person | None, Depends(person_of)]
Somebody = Annotated[Person, Depends(signed_in)]
TheSession = Annotated[Session, Depends(session_of)]
TableId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Day = Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)]
"""a gambling day that can be asked for; without it mostly the current one (HR-32)"""
RoundId = Annotated[str, Path(max_length=80, pattern=r"^[a-z0-9][a-z0-9-]*$")]


# Where the API's addresses begin.


def api_router(tag: str, prefix: str = "") -> APIRouter:
    return APIRouter(prefix=f"/api/v1{prefix}", tags=[tag])
