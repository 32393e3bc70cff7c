"""What is written at once and what waits: nobody gets messages in another order, and nobody is waited for."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest
from fastapi import WebSocket
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from pitboss.web.client import merge
from pitboss.web.line import LINE, frame_of
from pitboss.web.live import Screen
from tests.patience import PATIENCE_S
from tests.web.conftest import Server


class Socket:
    """A browser that takes what it is sent, at once or only when it is let."""

    def __init__(self) -> None:
        self.scope = {"extensions": {LINE: {"write": self.write}}}
        self.got: list[str] = []
        self.open = asyncio.Event()
        self.open.set()

    def write(self, text: str) -> bool:
        if self.open.is_set():
            self.got.append(text)
        return self.open.is_set()

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.got.append(text)


def run(scenario: Any) -> None:
    async def inside() -> None:
        socket = Socket()
        screen = Screen(cast(WebSocket, socket), None, changes=True)
        sender = asyncio.create_task(screen.send_all())
        await asyncio.sleep(0)
        await scenario(socket, screen)
        sender.cancel()

    asyncio.run(inside())


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_message_is_written_without_waking_the_sender() -> None:
    async def scenario(socket: Socket, screen: Screen) -> None:
        screen.layout("layout")
        screen.offer("state")
        screen.add("change")
        screen.reply({"type": "ok"})
        assert socket.got == ["layout", "state", "change", json.dumps({"type": "ok"})]

    run(scenario)


def test_the_order_holds_when_the_line_opens_before_the_sender_has_run() -> None:
    async def scenario(socket: Socket, screen: Screen) -> None:
        socket.open.clear()
        screen.add("1")
        await settle()  # the sender has taken the first and waits with it
        screen.add("2")
        socket.open.set()
        screen.add("3")  # the line would take it; those before it have not gone yet
        await settle()
        screen.add("4")
        assert socket.got == ["1", "2", "3", "4"]

    run(scenario)


def test_without_a_line_the_sender_sends_all() -> None:
    async def scenario(socket: Socket, screen: Screen) -> None:
        bare = Screen(cast(WebSocket, Bare(socket)), None, changes=True)
        sender = asyncio.create_task(bare.send_all())
        bare.add("1")
        assert not socket.got
        await settle()
        assert socket.got == ["1"]
        sender.cancel()

    run(scenario)


class Bare:
    scope: dict[str, Any] = {}

    def __init__(self, socket: Socket) -> None:
        self.send_text = socket.send_text


@pytest.mark.parametrize("size", (0, 1, 125, 126, 127, 65_535, 65_536, 70_000))
def test_a_frame_is_what_the_library_makes(size: int) -> None:
    text = "ä" * (size // 2) + "x" * (size % 2)
    assert frame_of(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


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
        with shared_server.client("ann") as ann, ann.follow("fu-bacc-1") as live:
            live.receive()
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
