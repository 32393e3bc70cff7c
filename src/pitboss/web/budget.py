"""A budget for what costs more than a look: solutions, documents, replays, drills. Play does not feel it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.errors import TooMany
from pitboss.web.rates import Buckets
from pitboss.web.settings import RoomSettings

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
