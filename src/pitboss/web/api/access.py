"""Who asks: the parts of a request the endpoints need, as FastAPI dependencies; and the one way from a request to a
password. Passwords are hashed slowly on purpose: here in threads of their own, within a budget of each person, so that
nobody's guesses are waited for elsewhere."""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Annotated, Any, Final, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request

from pitboss.core.errors import NotAllowed, TooMany
from pitboss.ledger.days import FIRST_DAY, LAST_DAY
from pitboss.people.accounts import need
from pitboss.people.credentials import Origin
from pitboss.people.person import ROLES, Person, Role
from pitboss.people.rights import ACTS, Act
from pitboss.people.sessions import Session
from pitboss.room.room import Room
from pitboss.web.limits import Buckets, RoomSettings
from pitboss.web.models import SignIn

THREADS: Final = 3
"""64 MB each while they compare a password"""
STRANGERS_AT_ONCE: Final = 2
"""sign-ins; a thread is left for those who are signed in, or have signed in before"""
STRANGERS_WAITING: Final = 40
"""sign-ins in all, those at work included; more are told to come again"""

P = ParamSpec("P")
T = TypeVar("T")
_here = threading.local()


def _enter() -> None:
    _here.inside = True


class Gate:
    def __init__(self, settings: RoomSettings) -> None:
        self._of_one = settings.passwords_of_one
        self._rate = Buckets(settings.password_rate)
        self._waiting: Counter[str] = Counter()
        self._strangers = asyncio.Semaphore(STRANGERS_AT_ONCE)
        self._queued = 0
        self.sign_ins = Buckets(settings.sign_in_rate)
        """of each address; a browser that has signed in before has one of its own"""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="credentials", initializer=_enter)

    async def sign_in(self, work: Callable[[], T], gone: Callable[[], Awaitable[bool]] | None = None) -> T:
        """For somebody who is not known yet: a queue of some length. `gone`: whether the client has hung up meanwhile,
        so that the work need not be done. How often an address may ask is decided before (`sign_ins`)."""
        if self._queued >= STRANGERS_WAITING:
            raise TooMany(
                "Too many people sign in just now.", clause="HR-21", accepted="another try in a moment"
            )
        self._queued += 1
        try:
            async with self._strangers:
                if gone is not None and await gone():
                    raise TooMany("Nobody waits for this sign-in.", clause="HR-21", accepted="another try")
                return await self._do(work)
        finally:
            self._queued -= 1

    async def sign_in_again(self, device: str, work: Callable[[], T]) -> T:
        """From a browser that has signed in to this account before: not behind strangers."""
        return await self._of(f"device {device}", work)

    async def run(self, request: Request, work: Callable[[], T]) -> T:
        """For somebody who is signed in: some at once, and so many in a time, whatever the number of sessions."""
        return await self._of(request.state.person.id, work)

    async def _of(self, who: str, work: Callable[[], T]) -> T:
        if self._waiting[who] >= self._of_one or not self._rate.take(who):
            raise TooMany("Too many passwords at once.", clause="HR-21", accepted="one after the other")
        self._waiting[who] += 1
        try:
            return await self._do(work)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        self._threads.shutdown(wait=False)


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def gate_of(request: Request) -> Gate:
    gate: Gate = request.app.state.gate
    return gate


def gated(endpoint: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """An operation that takes a password: all of it is done behind the gate. Without this no password is looked at,
    see `origin_of`. The request is an argument, or that of an argument."""

    @functools.wraps(endpoint)
    async def behind(*args: P.args, **kwargs: P.kwargs) -> T:
        found = (getattr(value, "request", value) for value in (*args, *kwargs.values()))
        request = next(value for value in found if isinstance(value, Request))
        return await gate_of(request).run(request, lambda: endpoint(*args, **kwargs))

    # with the types themselves: their names are known in the module of the operation only
    behind.__signature__ = inspect.signature(endpoint, eval_str=True)  # type: ignore[attr-defined]
    return behind


def origin_of(request: Request, *, screen: bool = True, series: bool = False) -> Origin:
    """Where the password of a request comes from; there is none outside the gate's own threads. `series`: it is that of
    a signature at the screen, of which one code carries several."""
    if not getattr(_here, "inside", False):
        raise RuntimeError("a password is looked at behind the gate only")
    person = request.state.person
    session = request.state.session.id if series else None
    return Origin(
        address_of(request), request.state.device, person.id if person and screen else None, session
    )


# The parts of a request.


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
