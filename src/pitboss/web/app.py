"""The application: one factory that puts room, API, live channel and pages together."""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import pkgutil
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Final

import h11
import uvicorn
from fastapi import APIRouter, FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss import __version__
from pitboss.core.errors import BadInput
from pitboss.lab.worker import BackRoom
from pitboss.ledger import StoreError
from pitboss.people.credentials import note_rule
from pitboss.room.jackpot_office import Office
from pitboss.room.room import Room
from pitboss.room.theoretical_win import THEORY, expectations
from pitboss.web import live, problems
from pitboss.web.api import accounts, jackpots, math, pit, tables
from pitboss.web.api.access import Gate
from pitboss.web.limits import RoomSettings, client_is_proxy
from pitboss.web.live import Sockets
from pitboss.web.pages.lab import close_job_queue
from pitboss.web.pages.render import layout_file
from pitboss.web.problems import describe
from pitboss.web.security import Guard

HERE = Path(__file__).parent
SESSIONS_S = 2.0
API = (
    accounts.sessions_router, accounts.router, pit.cage_router, tables.router, tables.rounds_router,
    jackpots.keypad_router, pit.tray_router, jackpots.router, jackpots.desk_router, accounts.people_router,
    pit.router, math.router,
)  # fmt: skip


def create_app(room: Room, settings: RoomSettings | None = None) -> FastAPI:
    """The room's application. The room is opened when the server starts and closed when it stops."""
    settings = settings or RoomSettings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.sockets.open()
        app.state.office = Office(room, asyncio.get_running_loop())
        room.session_ended = app.state.sockets.end_session
        back = BackRoom()
        THEORY.work = lambda config, posted: back.do(lambda _: None, expectations, config, posted)
        await room.open()
        if not settings.demo_logins:
            await asyncio.to_thread(note_rule, room.store, settings.second_factor)
        looking = asyncio.create_task(_look_after_sessions(app))
        yield
        looking.cancel()
        close_job_queue()
        app.state.gate.close()
        back.close()
        app.state.sockets.end_all()
        await room.close()

    app = FastAPI(
        title="pitboss",
        version=__version__,
        description="The card room: tables, rounds, people, jackpots, the pit and the mathematics.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.room = room
    app.state.settings = settings
    app.state.sockets = Sockets()
    app.state.gate = Gate(settings)
    app.state.demo_logins = settings.demo_logins
    problems.install(app)
    describe(app)
    # as the modules made them: a router that is included has each of its routes made anew
    for router in (*API, live.router, *_pages()):
        app.router.routes.extend(router.routes)
    if (HERE / "static").is_dir():
        # compressed: nothing secret is in them, unlike in pages and answers
        files = GZipMiddleware(Scripts(directory=HERE / "static"), minimum_size=1000)
        app.mount("/static", files, name="static")
    app.add_middleware(Guard, people=room.people, settings=settings, sign_ins=app.state.gate.sign_ins)
    return app


class Scripts(StaticFiles):
    """What browsers load; the layout of a game's table lies in the folder of the game."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        folder, name = os.path.split(path)
        if folder == "js/layouts" and name.endswith(".js"):
            layout = layout_file(name.removesuffix(".js"))
            if layout is not None:
                return str(layout), layout.stat()
        return super().lookup_path(path)


async def _look_after_sessions(app: FastAPI) -> None:
    """Sessions that ended elsewhere, or that nobody used for too long, end here too, with their screens."""
    while True:
        with suppress(StoreError):
            await asyncio.to_thread(app.state.room.protections.refresh)
            for id in await asyncio.to_thread(app.state.room.people.refresh):
                app.state.sockets.end_session(id)
        await asyncio.sleep(SESSIONS_S)


def _pages() -> Iterator[APIRouter]:
    """Every module of `pitboss.web.pages` brings its own router."""
    import pitboss.web.pages as pages

    for found in sorted(pkgutil.iter_modules(pages.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"pitboss.web.pages.{found.name}")
        if isinstance(router := getattr(module, "router", None), APIRouter):
            yield router


# The application under its server, as `pitboss serve` runs it.

COLLECT: Final = (50_000, 20, 100)
"""when the collector of cycles looks: a room makes many small values and hardly a cycle"""

PING_S: Final = 5.0
"""how often a browser is asked whether it is there"""
PONG_S: Final = 10.0
"""and how long for an answer: a browser that went without a word is noticed so late"""


def take_place(host: str, port: int) -> list[socket.socket]:
    """The addresses the room will listen on, taken before anything is said or opened; refused if somebody has one."""
    taken: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            place = socket.socket(family, kind, protocol)
            taken.append(place)
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                place.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            place.bind(address)
    except OSError as error:
        for place in taken:
            place.close()
        raise BadInput(
            f"The room cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}.",
            accepted="an address of this machine and a port that nobody uses, such as --port 8080",
        ) from None
    return taken


def serve_app(
    app: FastAPI, settings: RoomSettings, places: Sequence[socket.socket], *, compressed: bool = True
) -> None:
    """Returns when the server has stopped. `compressed` is the live channel's offer to browsers."""
    spare_collector()
    config = uvicorn.Config(
        app,
        http=door(settings),
        h11_max_incomplete_event_size=settings.header_max,
        ws="websockets-sansio",
        ws_max_size=2 * settings.message_max,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PONG_S,
        ws_per_message_deflate=compressed,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets=list(places))
    if not server.started:
        sys.exit(1)


def spare_collector() -> None:
    """What the program itself is made of stays for good and need not be looked at again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


# The door to the street: connections bounded in number, and in the time they take to say what they want.

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
