"""The application: one factory that puts room, API, live channel and pages together."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles

from pitboss import __version__
from pitboss.people.factor_rule import note_rule
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.room.theory import THEORY, expectations
from pitboss.store import StoreError
from pitboss.web import bell, live, problems
from pitboss.web.api import (
    cage,
    desk,
    jackpots,
    keypad,
    math,
    me,
    people,
    pit,
    rounds,
    sessions,
    tables,
    tray,
)
from pitboss.web.backroom import BackRoom
from pitboss.web.document import describe
from pitboss.web.live import Sockets
from pitboss.web.pages.lab import close_desk
from pitboss.web.security import Guard
from pitboss.web.settings import RoomSettings

HERE = Path(__file__).parent
SESSIONS_S = 2.0
API = (sessions, me, cage, tables, rounds, keypad, tray, jackpots, desk, people, pit, math)


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
        close_desk()
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
    app.state.demo_logins = settings.demo_logins
    problems.install(app)
    describe(app)
    # as the modules made them: a router that is included has each of its routes made anew
    for router in (*(module.router for module in (*API, live, bell)), *_pages()):
        app.router.routes.extend(router.routes)
    if (HERE / "static").is_dir():
        # compressed: nothing secret is in them, unlike in pages and answers
        files = GZipMiddleware(StaticFiles(directory=HERE / "static"), minimum_size=1000)
        app.mount("/static", files, name="static")
    app.add_middleware(Guard, people=room.people, settings=settings)
    return app


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
