"""The link between simulated processes: locks that end with their connection, messages, and how both break.

A connection breaks on both sides at different times: its locks are gone at once, and the process that held them
believes in them for a while longer. What was on its way to it is lost; what arrives, arrives in order."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from pitboss.room.screens import encode

if TYPE_CHECKING:
    from tests.simulation.world import Process, World

NOTICED_S: Final = 3.0
"""until a process has noticed that its connection is gone, or the database that a process is"""
AGAIN_S: Final = 0.3


class Switchboard:
    """The database's side: who is connected, and who holds which table."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.links: list[SimLink] = []
        self.holders: dict[str, SimLink] = {}
        self.count = 0

    def drop(self, link: SimLink) -> None:
        if link in self.links:
            self.links.remove(link)
        self.holders = {table: holder for table, holder in self.holders.items() if holder is not link}

    def killed(self, link: SimLink) -> None:
        """Whoever says so: the database notices, and lives on."""
        later = self.world.rng.uniform(0, NOTICED_S)
        self.world.loop.call_later(later, self.drop, link, context=contextvars.Context())


class SimLink:
    def __init__(self, board: Switchboard, process: Process) -> None:
        board.count += 1
        self.name = f"process-{board.count}"
        self.heard: Callable[[dict[str, Any]], None] = lambda message: None
        self.broken: Callable[[], None] = lambda: None
        self.silent: Callable[[bool], None] = lambda silent: None
        self._board = board
        self._process = process
        self.connections = 0
        """counts them: what was sent to an earlier one is lost"""
        self._arrived_s = 0.0
        self._believes = False
        self._wanted = False

    @property
    def connected(self) -> bool:
        return self._believes

    @property
    def _there(self) -> bool:
        return self in self._board.links

    async def open(self) -> None:
        self._wanted = True
        while not self._there:
            await self._pause()
            if self._board.world.disk.away:
                await asyncio.sleep(AGAIN_S)
                continue
            self.connections += 1
            self._board.links.append(self)
            self._believes = True

    async def close(self) -> None:
        self._wanted = False
        self._believes = False
        self._board.drop(self)

    def cut(self) -> None:
        """The database lets go of the connection; the process notices later."""
        world = self._board.world
        world.reached["link broken"] += 1
        self._board.drop(self)
        later = world.rng.uniform(0, NOTICED_S)
        self._process.context.run(world.loop.call_later, later, self._notice)

    def _notice(self) -> None:
        self._believes = False
        self.broken()
        if self._wanted:
            self._process.run(self.open())

    def tell(self, **message: Any) -> bool:
        if not self._there:
            return False
        for other in self._board.links:
            if other is not self:
                other.send({"from": self.name, **json.loads(encode(message))})
        return True

    def send(self, message: dict[str, Any]) -> None:
        loop, rng = self._board.world.loop, self._board.world.rng
        self._arrived_s = max(loop.time() + rng.choice((0.0, 0.001, 0.05)), self._arrived_s)
        connection = self.connections
        self._process.context.run(
            loop.call_at,
            self._arrived_s,
            lambda: self._there and self.connections == connection and self.heard(message),
        )

    async def claim(self, table: str) -> bool:
        await self._pause()
        if not self._there or self._board.world.disk.away:
            return False
        return self._board.holders.setdefault(table, self) is self

    async def release(self, table: str) -> None:
        await self._pause()
        if self._board.holders.get(table) is self:
            del self._board.holders[table]

    async def evict(self, table: str) -> None:
        await self._pause()
        if holder := self._board.holders.get(table):
            self._board.world.reached["keeper evicted"] += 1
            holder.cut()

    async def processes(self) -> int:
        await self._pause()
        return max(1, len(self._board.links))

    async def _pause(self) -> None:
        await asyncio.sleep(self._board.world.rng.choice((0, 0.001, 0.02)))
