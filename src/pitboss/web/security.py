"""At the door of every request: who is it, does it come from our own pages, is it too much; and what browsers
are told about our pages. Pure ASGI, so that it costs little and covers WebSockets as well."""

from __future__ import annotations

import hmac
import json
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.people.accounts import People, Session
from pitboss.web.rates import Buckets
from pitboss.web.settings import Settings

COOKIE: Final = "pitboss_session"
CSRF_HEADER: Final = "x-csrf-token"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SIGN_IN: Final = "/api/v1/login"

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


class Guard:
    def __init__(self, app: ASGIApp, *, people: People, settings: Settings) -> None:
        self._app = app
        self._people = people
        self._settings = settings
        self._api = Buckets(settings.api_rate)
        self._sign_in = Buckets(settings.sign_in_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = token_of(headers)
        session = self._people.session(token) if token else None
        scope.setdefault("state", {})
        scope["state"] |= {"session": session, "person": session.person if session else None, "token": token}
        refusal = self._refusal(scope, headers, session)
        if scope["type"] == "websocket":
            if refusal:
                await refuse_socket(receive, send, refusal[0])
            else:
                await self._app(scope, receive, send)
            return
        sender = self._with_headers(scope, send)
        if refusal:
            await refuse(sender, *refusal)
            return
        await self._app(scope, self._measured(receive), sender)

    def _refusal(
        self, scope: Scope, headers: Headers, session: Session | None
    ) -> tuple[int, PitbossError] | None:
        """The reason not to listen to this request, if there is one."""
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name not in self._settings.hosts:
            accepted = ", ".join(sorted(self._settings.hosts))
            return 400, PitbossError(f"This room does not answer to {name[:60]!r}.", accepted=accepted)
        address = scope["client"][0] if scope.get("client") else "unknown"
        if scope["path"].startswith("/api/") and not self._api.take(address):
            return 429, PitbossError("Too many requests.", accepted="fewer of them")
        socket = scope["type"] == "websocket"
        if not socket and scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, PitbossError("The request comes from another site.", accepted="our own pages")
        if socket:
            return None
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.body_max:
            return 413, PitbossError("The request is too large.", accepted=f"{self._settings.body_max} bytes")
        if scope["path"] == SIGN_IN:
            if not self._sign_in.take(address):
                return 429, PitbossError("Too many sign-ins.", clause="HR-21", accepted="a pause")
            return None
        if session and not hmac.compare_digest(headers.get(CSRF_HEADER, "").encode(), session.csrf.encode()):
            return 403, PitbossError(
                "The request does not carry the session's token.",
                accepted="the header X-CSRF-Token with the token of the sign-in or of /api/v1/me",
            )
        return None

    def _measured(self, receive: Receive) -> Receive:
        """A body without a length is counted while it comes in."""
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._settings.body_max:
                return {"type": "http.disconnect"}
            return message

        return counted

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
            await send(message)

        return sender


def token_of(headers: Headers) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookie[COOKIE].value if COOKIE in cookie else ""


async def refuse(send: Send, status: int, error: PitbossError) -> None:
    body = json.dumps(error.to_json()).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(receive: Receive, send: Send, status: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": f"refused ({status})"})


def cookie_options(settings: Settings) -> dict[str, Any]:
    return {"httponly": True, "samesite": "strict", "path": "/", "secure": settings.secure}
