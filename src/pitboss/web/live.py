"""The live channels: of a table, states out and commands in; and the pit's bell, one connection that says which tables
have changed, for the pages that look at all of them. A hostile client harms nobody but itself."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import deque
from contextlib import suppress
from typing import Any, Final, Protocol

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.analysis.questions import advise as solver_advice
from pitboss.analysis.report import PricedChoice, exact
from pitboss.core.cards import text
from pitboss.core.errors import Conflict, IllegalAction, NotAllowed, NotFound, PitbossError
from pitboss.people.person import Person, Role
from pitboss.room.keeper import Signal, Watching
from pitboss.room.room import Room
from pitboss.room.screens import Offered
from pitboss.rounds.events import Ask
from pitboss.rounds.round import Round
from pitboss.web.limits import Bucket, RoomSettings
from pitboss.web.models import CommandBody, HereMessage, HintMessage, LiveMessage, command_of
from pitboss.web.problems import form_words

router = APIRouter()

MISTAKES_MAX: Final = 100
"""malformed or too frequent messages after which a connection is closed"""
REPLIES_MAX: Final = 200
STATES_MAX: Final = 8
SEND_S: Final = 20.0
"""who takes longer to read one message is cut off"""

RESTARTS = 1012
"""with which the server ends every connection before it stops"""
GOING_AWAY, POLICY, TOO_LARGE, SIGNED_OUT, NO_TABLE = 1001, 1008, 1009, 4401, 4404

_messages: TypeAdapter[CommandBody] = TypeAdapter(LiveMessage)


class Screen:
    """One browser at one table: the layout once, whole states or changes, and answers. They wait for the sender."""

    def __init__(self, socket: WebSocket, person: Person | None, *, changes: bool) -> None:
        self.person = person
        self.changes = changes
        self._keep_first = False
        """the state that carries the layout must not be replaced before it is sent"""
        self.fresh = True
        self._shown: Offered | None = None
        self._socket = socket
        self._states: deque[str] = deque()
        """what has not been sent yet: a whole state, or changes one after another"""
        self._replies: deque[str] = deque()
        self._wake = Signal()
        self._end: tuple[int, str] | None = None
        self._sending_since = math.inf
        self.sender: asyncio.Task[None] | None = None
        self.cut_off = False
        """the server is being stopped: the browser comes back by itself"""

    def layout(self, text: str) -> None:
        if self.changes:
            self._queue(text, self._replies)
        self._keep_first = not self.changes

    @property
    def shown(self) -> Offered | None:
        """Who does not keep up skips: the next state is a whole one."""
        return self._shown if self.changes and len(self._states) < STATES_MAX else None

    @shown.setter
    def shown(self, shown: Offered | None) -> None:
        self._shown = shown

    def offer(self, text: str) -> None:
        if not self._keep_first:
            self._states.clear()
        self.add(text)

    def add(self, text: str) -> None:
        self._queue(text, self._states)
        if time.monotonic() - self._sending_since > SEND_S and self.sender is not None:
            self.sender.cancel()

    def reply(self, shape: dict[str, Any]) -> None:
        if len(self._replies) >= REPLIES_MAX:
            self.end(POLICY, "answers are not being read")
            return
        self._queue(json.dumps(shape), self._replies)

    def _queue(self, text: str, queue: deque[str]) -> None:
        queue.append(text)
        self._wake.ring()

    def end(self, code: int, reason: str) -> None:
        self._end = (code, reason)
        self._wake.ring()

    async def _send(self, text: str) -> None:
        self._sending_since = time.monotonic()
        await self._socket.send_text(text)
        self._sending_since = math.inf

    async def send_all(self) -> None:
        """Send until the connection is to end."""
        socket = self._socket
        while True:
            await self._wake.heard()
            while self._replies:
                await self._send(self._replies.popleft())
            while self._states:
                self._keep_first = False
                await self._send(self._states.popleft())
            if self._end:
                await socket.close(*self._end)
                return


class LiveConnection(Protocol):
    def end(self, code: int, reason: str) -> None: ...


class Sockets:
    """All live connections, by session."""

    def __init__(self) -> None:
        self.by_session: dict[str, set[LiveConnection]] = {}
        self._loop: asyncio.AbstractEventLoop

    def open(self) -> None:
        self._loop = asyncio.get_running_loop()

    def end_session(self, session_id: str) -> None:
        for screen in self.by_session.pop(session_id, set()):
            screen.end(SIGNED_OUT, "signed out")

    def end_sessions(self, ids: list[str]) -> None:
        """From a worker thread: the screens belong to the loop."""
        for id in ids:
            self._loop.call_soon_threadsafe(self.end_session, id)

    def end_all(self) -> None:
        for screens in self.by_session.values():
            for screen in screens:
                screen.end(GOING_AWAY, "the room closes")


@router.websocket("/api/v1/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    room: Room = socket.app.state.room
    settings: RoomSettings = socket.app.state.settings
    sockets: Sockets = socket.app.state.sockets
    try:
        keeper = room.keeper(table_id)
    except NotFound as error:
        await socket.accept()
        await socket.close(NO_TABLE, error.message[:120])
        return
    await socket.accept()
    session = socket.state.session
    screen = Screen(
        socket, session.person if session else None, changes=socket.query_params.get("changes") == "1"
    )
    key = session.id if session else ""
    sockets.by_session.setdefault(key, set()).add(screen)
    sender = screen.sender = asyncio.create_task(screen.send_all())
    try:
        keeper.subscribe(screen)
        reader = asyncio.create_task(_read(socket, table_id, screen, room, settings))
        await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
    finally:
        keeper.unsubscribe(screen, cut_off=screen.cut_off)
        sockets.by_session.get(key, set()).discard(screen)
        await _finish(socket, screen, sender)


async def _finish(socket: WebSocket, screen: Screen, sender: asyncio.Task[None]) -> None:
    """Let a pending close go out, then stop sending; a connection that is gone needs no more words."""
    if not sender.done() and socket.client_state is WebSocketState.CONNECTED:
        screen.end(GOING_AWAY, "closed")
        await asyncio.wait({sender}, timeout=2)
    sender.cancel()
    await asyncio.gather(sender, return_exceptions=True)


async def _read(socket: WebSocket, table_id: str, screen: Screen, room: Room, settings: RoomSettings) -> None:
    bucket = Bucket(settings.socket_rate)
    mistakes = 0
    while True:
        try:
            message = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            screen.cut_off = message.get("code") == RESTARTS
            return
        text = message.get("text")
        id: str | None = None
        try:
            if not bucket.take():
                raise PitbossError("Too many messages.", accepted="fewer of them")
            if text is None or len(text) > settings.message_max:
                raise PitbossError("Not a message for a table.", accepted="a small JSON object as text")
            command = _messages.validate_json(text)
            id = command.id
            if screen.person is not None and room.people.session(socket.state.token) is None:
                screen.end(SIGNED_OUT, "signed out")
                return
            await _answer(command, table_id, screen, room)
        except ValidationError as error:
            mistakes += 1
            screen.reply({"type": "error", "id": _id_of(text), **_malformed(error)})
        except PitbossError as error:
            mistakes += not bucket.take()
            screen.reply({"type": "error", "id": id or _id_of(text), **error.to_json()})
        if mistakes > MISTAKES_MAX:
            screen.end(POLICY, "too many malformed messages")
            return


async def _answer(command: CommandBody, table_id: str, screen: Screen, room: Room) -> None:
    keeper = room.keeper(table_id)
    if isinstance(command, HereMessage):
        screen.reply({"type": "ok", "id": command.id, "version": keeper.version})
        return
    if screen.person is None:
        raise NotAllowed("Spectators only watch.", clause="HR-21", accepted="signing in")
    if isinstance(command, HintMessage):
        options = await hint_for(keeper, screen.person, command.spot)
        screen.reply({"type": "hint", "id": command.id, "options": options})
        return
    await keeper.do(command_of(screen.person, command))
    screen.reply({"type": "ok", "id": command.id, "version": keeper.version})


def _malformed(error: ValidationError) -> dict[str, Any]:
    first = error.errors(include_url=False, include_input=False)[0]
    return {
        "error": form_words(first["type"], first["loc"], first.get("ctx", {})),
        "kind": "malformed",
        "facts": {"field": [str(part) for part in first["loc"]]},
        "clause": None,
        "accepted": "type sit, leave, bet, clear, cut, ready, act, hint or here, with the fields of docs/api.md",
    }


def _id_of(text: str | None) -> str | int | None:
    """The id of a message that was refused, where one can be read, whether or not it may be one."""
    try:
        shape = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    id = shape.get("id") if isinstance(shape, dict) else None
    return id if isinstance(id, str | int) else None


# The pit's bell.

QUIET_S: Final = 0.4
"""so long it gathers what changes before it rings again"""
BEAT_S: Final = 5.0
"""so often it says that it is there: a page that hears nothing for longer knows that the house stands still"""
STAFF: Final = tuple(role for role in Role if role not in (Role.PLAYER, Role.HOUSE))


class Bell:
    """One screen that hears of every table. It gets no state: it asks for what it may see."""

    def __init__(self) -> None:
        self.changed: set[str] = set()
        self.wake = asyncio.Event()
        self.ended: tuple[int, str] | None = None

    def ring(self, table: str) -> None:
        self.changed.add(table)
        self.wake.set()

    def end(self, code: int, reason: str) -> None:
        self.ended = (code, reason)
        self.wake.set()


class Ear:
    """A subscriber at one table that hears that something is shown, not what."""

    person: Person | None = None
    changes = True
    fresh = False

    def __init__(self, bell: Bell, table: str) -> None:
        self._bell, self._table = bell, table
        self.shown: Offered | None = None

    def layout(self, text: str) -> None:
        self._bell.ring(self._table)

    def offer(self, text: str) -> None:
        self._bell.ring(self._table)

    def add(self, text: str) -> None:
        self._bell.ring(self._table)


@router.websocket("/api/v1/pit/live")
async def pit_live(socket: WebSocket) -> None:
    """`{"type": "changed", "tables": [...]}` whenever tables show something new, without tables every five seconds;
    for staff."""
    room: Room = socket.app.state.room
    sockets: Sockets = socket.app.state.sockets
    session = socket.state.session
    await socket.accept()
    if session is None or not session.person.has(*STAFF):
        await socket.close(POLICY, "for staff")
        return
    bell = Bell()
    ears = {id: Ear(bell, id) for id in room.keepers}
    sockets.by_session.setdefault(session.id, set()).add(bell)
    sending = asyncio.create_task(_send_changes(socket, bell))
    try:
        for id, ear in ears.items():
            room.keeper(id).subscribe(ear)
        reading = asyncio.create_task(_until_closed(socket))
        await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
    finally:
        for id, ear in ears.items():
            room.keeper(id).unsubscribe(ear)
        sockets.by_session.get(session.id, set()).discard(bell)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_changes(socket: WebSocket, bell: Bell) -> None:
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_S):
                await bell.wake.wait()
        bell.wake.clear()
        if bell.ended:
            await socket.close(*bell.ended)
            return
        tables, bell.changed = sorted(bell.changed), set()
        await socket.send_text(json.dumps({"type": "changed", "tables": tables}))
        await asyncio.sleep(QUIET_S)


async def _until_closed(socket: WebSocket) -> None:
    """Nobody has anything to say here; who talks is cut off."""
    try:
        message = await socket.receive()
    except (WebSocketDisconnect, RuntimeError):
        return
    if message["type"] == "websocket.receive":
        await socket.close(POLICY, "the bell only rings")


DECIMALS = 4
"""of a cent, in the figures drawn as bars; the exact fraction goes along"""


# What each choice is worth: the solver's exact advice, in the shape the table page draws.


def advise(round: Round, spot: int) -> list[dict[str, Any]]:
    """Every choice with its expectation in cents and what it gives up against the best one.

    The solver is handed the round but looks only at what this spot may see."""
    ask = round.asked(spot)
    if ask is None:
        raise IllegalAction(
            f"Spot {spot} has nothing to decide.", accepted="a hint when it is the spot's turn"
        )
    options = solver_advice(round, spot)
    if not options:
        return []
    best = max(option.expectation for option in options)
    return [_shape(option, ask, best) for option in sorted(options, key=lambda o: -o.expectation)]


def _shape(option: PricedChoice, ask: Ask, best: Any) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "action": option.action,
        "text": option.text or _text(ask, option.action),
        "expectation_cents": round_cents(option.expectation),
        "expectation_exact": exact(option.expectation),
        "cost_cents": round_cents(best - option.expectation),
        "best": option.expectation == best,
    }
    if option.certain:
        shape["certain"] = option.certain
    if option.cards:
        shape["cards"] = [text(card) for card in option.cards]
    if option.amount_cents:
        shape["amount_cents"] = option.amount_cents
    return shape


def _text(ask: Ask, action: str) -> str:
    return next((choice.text for choice in ask.choices if choice.action == action), action)


def round_cents(value: Any) -> float:
    return round(float(value), DECIMALS)


# Asks the adviser of the pages for a seat, without holding up the tables.


async def hint_for(keeper: Watching, person: Person, spot: int) -> list[dict[str, Any]]:
    """What each choice of the spot is worth; only on cards that the spot may see."""
    table = keeper.table
    table.own_seat(person.id, spot)
    if table.dealt is None or table.dealt.round.asked(spot) is None:
        raise Conflict(
            f"Spot {spot} is not asked for anything.", accepted="a hint when it is the spot's turn"
        )
    round = table.dealt.replay()
    options: list[dict[str, Any]] = await asyncio.to_thread(advise, round, spot)
    return options
