"""At the door of every request: who is it, does it come from our own pages, is it too much; and what browsers
are told about our pages. Pure ASGI, so that it costs little and covers WebSockets as well."""

from __future__ import annotations

import asyncio
import hmac
import json
from typing import Any, Final
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.core.errors import BadInput, PitbossError, TooMany
from pitboss.ledger import StoreUnavailable
from pitboss.people.accounts import People
from pitboss.people.sessions import Session
from pitboss.web.limits import (
    Buckets,
    Budget,
    Places,
    RoomSettings,
    TooLarge,
    TooSlow,
    check_target,
    check_text,
    client_address,
    cookie_name,
    device_cookie,
    handed_on,
    header_bytes,
    read_body,
    token_of,
    without_cookies,
)
from pitboss.web.problems import books_away, page_asked, refusal_page

CSRF_HEADER: Final = "x-csrf-token"
OWN: Final = ("/api/v1/me", "/api/v1/logout", "/api/v1/login")
SETTING_UP: Final = ("/me", "/login")
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SIGN_IN: Final = "/api/v1/login"
GUEST: Final = "/api/v1/guest"
AWAY: Final = 503
"""the books cannot be asked who it is"""
READ_SECONDS: Final = 30.0
"""who takes longer to read a part of an answer is cut off"""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


Refusal = tuple[int, PitbossError]


class Guard:
    def __init__(self, app: ASGIApp, *, people: People, settings: RoomSettings, sign_ins: Buckets) -> None:
        self._app = app
        self._people = people
        self._settings = settings
        self._cookie = cookie_name(settings.secure)
        self._device = device_cookie(settings.secure)
        self._api = Buckets(settings.api_rate)
        self._static = Buckets(settings.static_rate)
        self._sign_ins = sign_ins
        self._guests = Buckets(settings.sign_in_rate)
        self._budget = Budget(settings)
        self._places = Places(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        address = client_address(scope, headers, self._settings.proxies)
        scope["client"] = (address, 0)
        socket = scope["type"] == "websocket"
        sender = send if socket else self._with_headers(scope, send)
        refusal = self._misfit(scope, headers)
        session: Session | None = None
        token = token_of(headers, self._cookie)
        device = token_of(headers, self._device)[:100] or None
        without_cookies(scope)
        if refusal is None:
            session, refusal = await self._who(token, address, scope["path"])
        if refusal is None:
            refusal = self._foreign(scope, headers, session, address, device)
        if refusal is None and session is not None and self._limited(session):
            if not socket and page_asked(scope["method"], scope["path"], headers):
                if not scope["path"].startswith(SETTING_UP):
                    part = "password" if session.lent else "second-factor"
                    await lead_to(sender, f"/me?next={quote(scope['path'])}#{part}")
                    return
            else:
                refusal = self._unready(scope, session)
        if refusal:
            if socket:
                await refuse_socket(scope, receive, send, refusal[0])
            elif refusal[0] == AWAY and page_asked(scope["method"], scope["path"], headers):
                scope.setdefault("state", {}).update(session=None, person=None, token="", device=None)
                await refusal_page(Request(scope), refusal[1], AWAY)(scope, receive, sender)
            else:
                await refuse(sender, *refusal)
            return
        person = session.person if session else None
        scope.setdefault("state", {})
        scope["state"] |= {"session": session, "person": person, "token": token, "device": device}
        client = scope["state"]["client"] = session.id if session else address
        if socket:
            await self._live(scope, receive, send, address, session)
        else:
            await self._answer(scope, receive, sender, client)

    async def _live(
        self, scope: Scope, receive: Receive, send: Send, address: str, session: Session | None
    ) -> None:
        place = self._places.take(address, session.id if session else None)
        if place is None:
            await refuse_socket(scope, receive, send, 429)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._places.free(place)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        """The body is here in full, or the request refused, before anybody works on it."""
        try:
            if scope["method"] not in SAFE:
                body = await read_body(receive, self._settings.body_max, self._settings.body_seconds)
                if body is None:
                    return
                check_text(body)
                receive = handed_on(body, receive)
            async with self._budget.place(scope["path"], client):
                await self._app(scope, receive, send)
        except _Unread:
            return
        except (TooLarge, TooSlow, BadInput, TooMany) as error:
            await refuse(send, _EDGE[type(error)], error)

    def _misfit(self, scope: Scope, headers: Headers) -> Refusal | None:
        """What can be said of a request without knowing who sends it."""
        if (size := header_bytes(scope)) > self._settings.header_max:
            accepted = f"{self._settings.header_max} bytes"
            return 431, PitbossError(f"The headers have {size} bytes.", accepted=accepted)
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name not in self._settings.hosts:
            accepted = ", ".join(sorted(self._settings.hosts))
            return 400, PitbossError(f"This room does not answer to {name[:60]!r}.", accepted=accepted)
        try:
            check_target(scope)
        except BadInput as error:
            return 400, error
        return None

    async def _who(self, token: str, address: str, path: str) -> tuple[Session | None, Refusal | None]:
        """The session, and whether its client, or else the address, has asked too often. A token that nobody
        here remembers is looked up in the store, which counts as a request of the address."""
        buckets = self._static if path.startswith("/static/") else self._api
        session = self._people.remembered(token) if token else None
        if not buckets.take(session.id if session else address):
            return None, (429, PitbossError("Too many requests.", accepted="fewer of them"))
        if token and session is None and buckets is not self._static:
            try:
                session = await asyncio.to_thread(self._people.session, token)
            except StoreUnavailable as error:
                return None, (AWAY, books_away(error, path))
        return session, None

    def _foreign(
        self, scope: Scope, headers: Headers, session: Session | None, address: str, device: str | None
    ) -> Refusal | None:
        """Unsafe requests and live connections come from our own pages, in a size we read."""
        socket = scope["type"] == "websocket"
        if not socket and scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
            return 403, PitbossError("The request comes from another site.", accepted="our own pages")
        scheme = "https" if self._settings.secure else "http"
        if origin is not None and urlsplit(origin).scheme != scheme:
            return 403, PitbossError(
                f"The request comes from a page that did not come over {scheme}.",
                accepted=f"our own pages over {scheme}; a room behind HTTPS is served with --secure",
            )
        if socket:
            return None
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > self._settings.body_max:
            return 413, PitbossError("The request is too large.", accepted=f"{self._settings.body_max} bytes")
        path = scope["path"]
        # whether the account knows the device is seen where the name is read: `pitboss.web.api.accounts`
        arriving = (
            self._guests if path == GUEST else self._sign_ins if path == SIGN_IN and not device else None
        )
        if arriving is not None and not arriving.take(address):
            return 429, too_many_sign_ins()
        if scope["path"] == SIGN_IN:
            return None
        if session and not hmac.compare_digest(headers.get(CSRF_HEADER, "").encode(), session.csrf.encode()):
            return 403, PitbossError(
                "The request does not carry the session's token.",
                accepted="the header X-CSRF-Token with the token of the sign-in or of /api/v1/me",
            )
        return None

    def _limited(self, session: Session | None) -> bool:
        limited = session and session.limited and self._settings.second_factor
        return bool(session and (session.lent or limited))

    def _unready(self, scope: Scope, session: Session) -> Refusal | None:
        """A password that somebody else has set is exchanged for an own one, and staff without a second factor set
        one up, before anything else; whoever asks for a page is led there."""
        if scope["path"].startswith(OWN) or not scope["path"].startswith(
            ("/api/", "/pit", "/console", "/super")
        ):
            return None
        if session.lent:
            return 403, PitbossError(
                "Somebody else has set this password.",
                clause="HR-21",
                accepted="one of your own first: POST /api/v1/me/password",
            )
        return 403, PitbossError(
            "Staff sign in with a second factor.",
            clause="HR-21",
            accepted="setting one up first: POST /api/v1/me/second-factor",
        )

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        secure = self._settings.secure

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out[name] = value
                if secure:
                    out["Strict-Transport-Security"] = "max-age=31536000"
                if "cache-control" not in out:
                    static = scope["path"].startswith("/static/")
                    out["Cache-Control"] = "no-cache" if static else "no-store"
            try:
                async with asyncio.timeout(READ_SECONDS):
                    await send(message)
            except TimeoutError as error:
                raise _Unread from error

        return sender


class _Unread(Exception):
    """The client does not read the answer; there is nobody to tell."""


def too_many_sign_ins() -> TooMany:
    return TooMany("Too many sign-ins.", clause="HR-21", accepted="a pause")


_EDGE: Final = {TooLarge: 413, TooSlow: 408, BadInput: 400, TooMany: 429}


async def lead_to(send: Send, page: str) -> None:
    headers = [(b"location", page.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def refuse(send: Send, status: int, error: PitbossError) -> None:
    body = json.dumps(error.to_json()).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    if status in (408, 413):
        # what is left of the body is not waited for
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    await receive()
    if status == AWAY and "websocket.http.response" in (scope.get("extensions") or {}):
        await send({"type": "websocket.http.response.start", "status": AWAY, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    await send({"type": "websocket.close", "code": 1008, "reason": f"refused ({status})"})


def cookie_options(settings: RoomSettings) -> dict[str, Any]:
    return {"httponly": True, "samesite": "strict", "path": "/", "secure": settings.secure}
