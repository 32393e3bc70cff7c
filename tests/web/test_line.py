"""The live channel on the wire: nobody gets messages in another order, and they are compressed."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from fastapi import WebSocket
from websockets.sync.client import ClientConnection, connect

from pitboss.web.live import Screen
from tests.client import merge
from tests.patience import PATIENCE_S
from tests.web.asking import at_table
from tests.web.conftest import Server


class Socket:
    """A browser that takes what it is sent when it is let."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.open = asyncio.Event()
        self.open.set()

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.got.append(text)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_the_order_holds_whether_the_browser_reads_or_not() -> None:
    async def scenario() -> None:
        socket = Socket()
        screen = Screen(cast(WebSocket, socket), None, changes=True)
        sender = asyncio.create_task(screen.send_all())
        await settle()
        screen.layout("layout")
        screen.offer("state")
        await settle()
        socket.open.clear()
        screen.add("1")
        await settle()  # the sender has taken the first and waits with it
        screen.add("2")
        socket.open.set()
        screen.add("3")
        await settle()
        screen.add("4")
        await settle()
        assert socket.got == ["layout", "state", "1", "2", "3", "4"]
        sender.cancel()

    asyncio.run(scenario())


def test_the_wire_is_compressed_where_the_client_offers_it(shared_server: Server) -> None:
    """The same table, compressed and not: the same messages, far fewer bytes."""
    address = f"ws://127.0.0.1:{shared_server.port}/api/v1/tables/fu-bacc-1/live?changes=1"
    with (
        connect(address, compression="deflate", open_timeout=PATIENCE_S) as packed,
        connect(address, compression=None, open_timeout=PATIENCE_S) as plain,
    ):
        assert packed.protocol.extensions and not plain.protocol.extensions
        sizes = {packed: Counted(packed), plain: Counted(plain)}
        layouts = [socket.recv(PATIENCE_S) for socket in (packed, plain)]
        assert layouts[0] == layouts[1]
        with at_table(shared_server, "ann") as live:
            for name in ("sit", "leave") * 5:
                version = live.send(name, spot=6)["version"]
        for socket, counted in sizes.items():
            state: dict[str, Any] = {}
            while state.get("version", 0) < version:
                state = merge(state, json.loads(socket.recv(PATIENCE_S)))
            counted.state = state
        one, other = sizes.values()
        assert {**one.state, "server_ms": 0} == {**other.state, "server_ms": 0}
        assert one.bytes * 2 < other.bytes, (one.bytes, other.bytes)


class Counted:
    """What comes over a connection's wire, counted behind its back."""

    def __init__(self, connection: ClientConnection) -> None:
        self.bytes = 0
        self.state: dict[str, Any] = {}
        receive = connection.protocol.receive_data

        def counting(data: Any) -> None:
            self.bytes += len(data)
            receive(data)

        connection.protocol.receive_data = counting  # type: ignore[method-assign]
