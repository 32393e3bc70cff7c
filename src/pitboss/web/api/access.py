"""Who asks: the parts of a request the endpoints need, as FastAPI dependencies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Path, Request

from pitboss.people.accounts import Session, need
from pitboss.people.person import ROLES, Person
from pitboss.room.room import Room


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


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


TheRoom = Annotated[Room, Depends(room_of)]
Anybody = Annotated[Person | None, Depends(person_of)]
Somebody = Annotated[Person, Depends(signed_in)]
TheSession = Annotated[Session, Depends(session_of)]
TableId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
RoundId = Annotated[str, Path(max_length=80, pattern=r"^[a-z0-9][a-z0-9-]*$")]
