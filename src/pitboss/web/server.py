"""The door to the street: connections bounded in number, and in the time they take to say what they want."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.web.limits import client_is_proxy
from pitboss.web.settings import RoomSettings

LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Door(H11Protocol):
    """uvicorn's own protocol, with a deadline for a request's first line and headers, and so many open connections an
    address.

    It is a class of uvicorn's that is extended, because uvicorn has no setting for either: its one deadline is for the
    time between requests, so a connection that never ends its first head would stay for ever, whatever its number."""

    settings: ClassVar[RoomSettings]
    open_by_address: ClassVar[Counter[str]]
    _deadline: asyncio.TimerHandle | None = None
    _counted: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else "unknown"
        full = self.open_by_address[address] >= self.settings.connections_per_address
        if full and not client_is_proxy(address, self.settings.proxies):
            transport.abort()
            return
        self._counted = address
        self.open_by_address[address] += 1
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and self.conn.their_state is h11.IDLE:
            self._arm()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._disarm()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the connection is a live one and is counted as such."""
        self._release()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._disarm()  # now the time between requests counts
        super().on_response_complete()

    def _arm(self) -> None:
        self._deadline = self.loop.call_later(self.settings.head_seconds, self._late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _release(self) -> None:
        self._disarm()
        if self._counted is not None:
            self.open_by_address[self._counted] -= 1
            if not self.open_by_address[self._counted]:
                del self.open_by_address[self._counted]
            self._counted = None

    def _late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.write(LATE)
            self.transport.close()


def door(settings: RoomSettings) -> type[asyncio.Protocol]:
    """The protocol of one server, with its settings."""
    shared: dict[str, Any] = {"settings": settings, "open_by_address": Counter()}
    return type("RoomDoor", (Door,), shared)
