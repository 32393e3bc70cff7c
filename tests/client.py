"""A small client of the room: signs in, asks the API, plays and follows a table over the live channel.

    with Client("http://localhost:8000") as room:
        room.sign_in("ann", password)
        room.command("fu-bacc-1", "sit", spot=3)
        room.command("fu-bacc-1", "bet", spot=3, wager="ante", amount_cents=500)

The standard library for HTTP, `websockets` for the live channel."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import SimpleCookie
from queue import SimpleQueue
from threading import TIMEOUT_MAX, Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.core.errors import PitbossError

PLAYED = ("sit", "leave", "bet", "clear", "cut", "ready", "act")


class Refused(PitbossError):
    """The room said no; `status` is HTTP's."""

    def __init__(self, status: int, shape: dict[str, Any]) -> None:
        super().__init__(
            str(shape.get("error", "refused")), clause=shape.get("clause"), accepted=shape.get("accepted")
        )
        self.status = status


class Client:
    timeout_s = 30.0
    """how long an answer, or the next message of a table, may take"""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "https"
        self._netloc = parts.netloc
        self._cookies: dict[str, str] = {}
        self._csrf = ""
        self._pages: dict[str, Page] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._csrf:
            self.sign_out()

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """One call of the API; `path` is relative to /api/v1."""
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._netloc, timeout=self.timeout_s)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._cookies:
            headers |= {"Cookie": self._cookie, "X-CSRF-Token": self._csrf}
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", text, headers)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        shape = json.loads(data) if data else None
        if answer.status >= 400:
            raise Refused(answer.status, shape if isinstance(shape, dict) else {})
        for value in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(value).items():
                self._cookies[name] = morsel.value
        return shape

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items() if value)

    def sign_in(self, name: str, password: str, code: str | None = None) -> dict[str, Any]:
        """`code`: the six digits, where the account has a second factor."""
        body = {"name": name, "password": password} | ({"code": code} if code else {})
        me: dict[str, Any] = self.request("POST", "/login", body)
        self._csrf = me["csrf"]
        return me

    @classmethod
    def of_browser(cls, url: str, cookies: Mapping[str, str]) -> Self:
        """Whoever is signed in there."""
        made = cls(url)
        made._cookies.update(cookies)
        return made

    def close_pages(self) -> None:
        for page in self._pages.values():
            page.close()
        self._pages.clear()

    def sign_out(self) -> None:
        self.close_pages()
        self.request("POST", "/logout")
        self._csrf = ""

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.request("GET", "/tables")
        return found

    def state(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.request("GET", f"/tables/{table}")
        return found

    def round(self, round_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.request("GET", f"/rounds/{round_id}")
        return found

    def command(self, table: str, command: str, **fields: Any) -> dict[str, Any]:
        """With an id of its own, so a retry does nothing twice. What a player does goes over a live channel that stays
        open, as a page's does; the rest over HTTP."""
        body = {"id": uuid.uuid4().hex, **fields}
        done: dict[str, Any]
        if command not in PLAYED:
            done = self.request("POST", f"/tables/{table}/{command}", body)
            return done
        try:
            if (page := self._pages.get(table)) is None or page.ended:
                page = self._pages[table] = Page(self._connected(table), self.timeout_s)
            done = page.ask({"type": command, **body})
        except InvalidStatus as refused:
            raise Refused(refused.response.status_code, json.loads(refused.response.body or b"{}")) from None
        return done

    def follow(self, table: str) -> Live:
        """The live channel of a table, to be used as a context manager."""
        return Live(self._connected(table), self.timeout_s)

    def _connected(self, table: str) -> AbstractContextManager[ClientConnection]:
        scheme = "wss" if self._secure else "ws"
        headers = {"Cookie": self._cookie} if self._cookie else None
        return connect(
            f"{scheme}://{self._netloc}/api/v1/tables/{table}/live?changes=1",
            additional_headers=headers,
            compression=None,
            open_timeout=self.timeout_s,
        )


def merge(state: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The state after a message of the live channel: the layout, a whole state, or what is different."""
    if message["type"] == "layout":
        return {**state, "table": message["table"]}
    if message["type"] == "state":
        return {**({"table": state["table"]} if "table" in state else {}), **message}
    changed = dict(message["set"])
    standing, log, laid = (changed.pop(name, None) for name in ("standing", "log", "laid"))
    if seated := {seat["spot"]: seat for seat in changed.pop("seated", ())}:
        changed["seats"] = [seated.get(seat["spot"], seat) for seat in state["seats"]]
    after = {**state, **changed, **{k: message[k] for k in ("version", "server_ms", "you") if k in message}}
    if standing or log or laid:
        before = after["view"]
        places = {spot: here for spot, here in {**before["places"], **(laid or {})}.items() if here}
        log = [*before["log"], *(log or ())]
        after["view"] = {**before, **(standing or {}), "places": places, "log": log}
    return after


class Page:
    """A live channel that is only spoken through: what it shows is read and dropped."""

    def __init__(self, opening: AbstractContextManager[ClientConnection], timeout_s: float) -> None:
        self._opening = opening
        self._socket = opening.__enter__()
        self._timeout_s = timeout_s
        self._answers: dict[str, SimpleQueue[dict[str, Any] | None]] = {}
        self.ended = False
        Thread(target=self._read, daemon=True).start()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        answers = self._answers[message["id"]] = SimpleQueue()
        with suppress(ConnectionClosed):
            self._socket.send(json.dumps(message))
        if self.ended:
            answers.put(None)
        answer = answers.get(timeout=self._timeout_s)
        if answer is None:
            raise Refused(503, {"error": "The connection has ended."})
        if answer["type"] == "error":
            raise Refused(409, answer)
        return answer

    def close(self) -> None:
        self._opening.__exit__(None, None, None)

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                message = json.loads(text)
                if waiting := self._answers.pop(str(message.get("id")), None):
                    waiting.put(message)
        self.ended = True
        for waiting in list(self._answers.values()):
            waiting.put(None)


class Live:
    """States as they come, and commands with their answers."""

    def __init__(self, opening: AbstractContextManager[ClientConnection], timeout_s: float) -> None:
        self._opening = opening
        self.timeout_s = timeout_s
        self.socket: ClientConnection
        self.state: dict[str, Any] = {}
        self.raw: list[str] = []
        """everything received, as text"""
        self.frames: list[str] = []
        """the whole state after each message that changed it"""

    def __enter__(self) -> Self:
        self.socket = self._opening.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opening.__exit__(kind, error, trace)

    def receive(self, timeout_s: float | None = None) -> dict[str, Any]:
        """The next message; states, changes and the layout before them are put together in `state`."""
        text = self.socket.recv(self.timeout_s if timeout_s is None else timeout_s)
        if isinstance(text, bytes):
            text = text.decode()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "layout":
            self.state = merge(self.state, message)
            return self.receive(timeout_s)
        if message["type"] in ("state", "change"):
            self.state = merge(self.state, message)
            self.frames.append(json.dumps({**self.state, "table": None}))
        return message

    def send(self, type: str, **fields: Any) -> dict[str, Any]:
        """A command; waits for its answer and raises `Refused` when it is one."""
        id = uuid.uuid4().hex
        self.socket.send(json.dumps({"type": type, "id": id, **fields}))
        while True:
            message = self.receive()
            if message.get("id") == id:
                if message["type"] == "error":
                    raise Refused(409, message)
                return message

    def states(self) -> Iterator[dict[str, Any]]:
        while True:
            if self.receive(TIMEOUT_MAX)["type"] in ("state", "change"):
                yield self.state

    def until(self, phase: str) -> dict[str, Any]:
        """Wait for a state in this phase."""
        while self.state.get("phase") != phase:
            self.receive()
        return self.state
