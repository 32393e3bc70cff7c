"""A bell for one who waits: rung any number of times, heard once. Cheaper than an event for many waiters."""

from __future__ import annotations

import asyncio


class Wake:
    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def heard(self) -> None:
        """Returns at once if it has rung since it was last heard."""
        while not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False
