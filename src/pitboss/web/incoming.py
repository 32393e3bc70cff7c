"""What comes in from outside, read within bounds before anybody works on it: headers, our cookie, the body.

Nothing here costs more than the bytes themselves, whoever sends them."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Iterable
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from pitboss.errors import BadInput, PitbossError

COOKIE: Final = "pitboss_session"
COOKIE_BYTES: Final = 4_096
"""browsers send no cookie header that is longer for a site that sets one cookie"""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class TooLarge(PitbossError):
    """More than this room reads."""


class TooSlow(PitbossError):
    """The request did not arrive in time."""


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
