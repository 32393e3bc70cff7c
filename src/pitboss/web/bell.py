"""The pit's bell: one connection that says which tables have changed, for the pages that look at all of them."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from pitboss.people.person import Person, Role
from pitboss.room.room import Room
from pitboss.room.screens import Offered
from pitboss.web.live import POLICY, Sockets

router = APIRouter()

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
    sending = asyncio.create_task(_send(socket, bell))
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


async def _send(socket: WebSocket, bell: Bell) -> None:
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
