"""What the server of a room is started with, and what one sender may ask of the house: rates, budgets, places at the
live channel, and how much is read of a request."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Final, TypedDict

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from pitboss.core.errors import BadInput, PitbossError, TooMany


class DemoLogin(TypedDict):
    name: str
    password: str
    role: str


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class RoomSettings:
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """names the room answers to; any other Host header is refused (DNS rebinding)"""
    secure: bool = False
    """behind HTTPS: cookies for HTTPS only, and browsers are told to stay there"""
    second_factor: bool = True
    """staff may do nothing but set one up until they have one; the demo room's people need none"""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """whose X-Forwarded-For is believed; without any, the connection's own address counts"""
    demo_logins: tuple[DemoLogin, ...] = ()
    full_disclosure: bool = False
    """whether all cards of a shoe are shown to everybody when it is done (HR-36)"""

    # so many requests of one client: of a session, or of an address where nobody is signed in
    api_rate: Rate = field(default=Rate(300, 100))
    static_rate: Rate = field(default=Rate(1_000, 300))
    sign_in_rate: Rate = field(default=Rate(40, 1))
    password_rate: Rate = field(default=Rate(60, 1))
    """passwords that one person gives who is signed in: confirmations, own passwords, signatures"""
    passwords_of_one: int = 2
    """of them at once"""
    costly_rate: Rate = field(default=Rate(40, 4))
    """questions to the mathematics, documents, replays, drills"""
    socket_rate: Rate = field(default=Rate(60, 30))
    """messages of one live connection"""

    costly_at_once: int = 6
    """of everybody together; more wait a moment or are asked to come again"""
    costly_of_one: int = 3
    connections_per_address: int = 500
    sockets_per_address: int = 400
    """live connections of people who are not signed in; players are counted by session"""
    sockets_per_session: int = 40
    spectators_max: int = 5_000
    """live connections of people who are not signed in, in all: players find a place beside them"""

    header_max: int = 16_384
    head_seconds: float = 10.0
    body_max: int = 65_536
    body_seconds: float = 10.0
    message_max: int = 4_096


# What one sender may ask.

KEPT_MAX = 10_000


# Rates, as token buckets: who sends more than the house can listen to is told so, and waits.


class Bucket:
    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each client; the ones longest unused are forgotten first."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate)
            if len(self._buckets) > KEPT_MAX:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket.take()


# A budget for what costs more than a look: solutions, documents, replays, drills. Play does not feel it.

COSTLY: Final = (
    "/api/v1/audit",
    "/api/v1/edge",
    "/api/v1/me/statement",
    "/api/v1/rounds/",
    "/api/v1/strategy",
    "/lab/",
    "/pit/sign/",
    "/replay/",
    "/rounds/",
    "/school/",
)
PATIENCE_S: Final = 5.0
"""how long a costly request waits for its turn"""


class Budget:
    """So many costly requests at once, of one client and of all; the others wait a moment, or come again."""

    def __init__(self, settings: RoomSettings) -> None:
        self._settings = settings
        self._rate = Buckets(settings.costly_rate)
        self._places = asyncio.Semaphore(settings.costly_at_once)
        self._by_client: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, path: str, client: str) -> AsyncIterator[None]:
        if not path.startswith(COSTLY):
            yield
            return
        if not self._rate.take(client) or self._by_client[client] >= self._settings.costly_of_one:
            raise TooMany("Too many questions at once.", accepted="one after the other")
        self._by_client[client] += 1
        try:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._places.acquire()
            except TimeoutError:
                raise TooMany(
                    "Too many people ask at once.", accepted="the same question in a moment"
                ) from None
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]


# Places at the live channel: players are counted by session, spectators by address and in all.


class Places:
    def __init__(self, settings: RoomSettings) -> None:
        self._settings = settings
        self._taken: Counter[str] = Counter()
        self._spectators = 0

    def take(self, address: str, session: str | None) -> str | None:
        """A place, to be given back with `free`; None when there is none left."""
        settings = self._settings
        name = f"session {session}" if session else f"address {address}"
        most = settings.sockets_per_session if session else settings.sockets_per_address
        if self._taken[name] >= most or (not session and self._spectators >= settings.spectators_max):
            return None
        self._taken[name] += 1
        self._spectators += not session
        return name

    def free(self, name: str) -> None:
        self._spectators -= name.startswith("address ")
        self._taken[name] -= 1
        if not self._taken[name]:
            del self._taken[name]


# What comes in from outside, read within bounds before anybody works on it: headers, our cookie, the body.
#
# Nothing here costs more than the bytes themselves, whoever sends them.

COOKIE: Final = "pitboss_session"
COOKIE_BYTES: Final = 4_096
"""browsers send no cookie header that is longer for a site that sets one cookie"""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class TooLarge(PitbossError):
    """More than this room reads."""

    kind = "too-large"


class TooSlow(PitbossError):
    """The request did not arrive in time."""

    kind = "too-slow"


def cookie_name(secure: bool) -> str:
    """Over HTTPS the name itself tells browsers that no other host or path may set it."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def device_cookie(secure: bool) -> str:
    """Tells a browser that has signed in before from a stranger's."""
    return f"{'__Host-' if secure else ''}pitboss_device"


def token_of(headers: Headers, name: str) -> str:
    """The value of our own cookie. The other cookies of a browser are not ours to read."""
    text = headers.get("cookie", "")
    if len(text) > COOKIE_BYTES:
        return ""
    found = [
        value for key, _, value in (part.strip().partition("=") for part in text.split(";")) if key == name
    ]
    # two cookies of one name: somebody else has set one of them
    return found[0] if len(found) == 1 else ""


def header_bytes(scope: Scope) -> int:
    return sum(len(name) + len(value) + 4 for name, value in scope["headers"]) + len(scope["query_string"])


def without_cookies(scope: Scope) -> None:
    """Nobody behind the guard parses cookies."""
    scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"cookie"]


def networks(words: Iterable[str]) -> tuple[Network, ...]:
    """The proxies we trust, as addresses or networks."""
    found = []
    for word in words:
        try:
            found.append(ipaddress.ip_network(word))
        except ValueError as error:
            raise BadInput(
                f"{word!r} is not an address of a proxy.", accepted="an address or network such as 10.0.0.0/8"
            ) from error
    return tuple(found)


def client_address(scope: Scope, headers: Headers, proxies: tuple[Network, ...]) -> str:
    """Who is at the other end: the connection's address, or what the nearest proxy we trust says it is."""
    address: str = scope["client"][0] if scope.get("client") else "unknown"
    if not proxies:
        return address
    hops = [hop.strip() for hop in ",".join(headers.getlist("x-forwarded-for")).split(",")]
    while hops and _trusted(address, proxies):
        hop = hops.pop()
        if _parsed(hop) is None:
            break
        address = hop
    return address


def client_is_proxy(address: str, proxies: tuple[Network, ...]) -> bool:
    return _trusted(address, proxies)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _trusted(text: str, proxies: tuple[Network, ...]) -> bool:
    address = _parsed(text)
    return address is not None and any(address in network for network in proxies)


async def read_body(receive: Receive, most: int, seconds: float) -> bytes | None:
    """The whole body, or None if the client has gone. Too much or too slow is refused."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    raise TooLarge("The request is too large.", accepted=f"{most} bytes")
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError as error:
        raise TooSlow(
            "The request did not arrive in time.", accepted=f"all of it in {seconds:g} s"
        ) from error


def handed_on(body: bytes, receive: Receive) -> Receive:
    """The body that was read, for whoever asks next; then what else the connection says."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return pending.pop() if pending else await receive()

    return again


def check_target(scope: Scope) -> None:
    """No NUL in path or query: no name in the house has one, and not every database can look for it."""
    if "\0" in scope["path"] or b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
        raise _not_text()


def check_text(body: bytes) -> None:
    """Text that every store can keep: UTF-8 without NUL and without half of a surrogate pair."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise _not_text() from error
    if b"\0" in body:
        raise _not_text()
    if b"\\u" not in body:
        return
    try:
        shape = json.loads(body)
    except (ValueError, RecursionError):
        return  # whoever parses it says what is wrong with it
    if any("\0" in text or not _whole(text) for text in _texts(shape)):
        raise _not_text()


def _not_text() -> BadInput:
    return BadInput("The request holds characters that are no text.", accepted="Unicode without NUL")


def _whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _texts(shape: Any) -> Iterable[str]:
    waiting = [shape]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.keys()
            waiting += value.values()
