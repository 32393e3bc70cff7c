"""Several processes on one store: what two rooms on one PostgreSQL tell each other, and an embedded store for one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from threading import Thread

import pytest
from tools.postgres import PostgresServer

from pitboss.cli.serve import prepared
from pitboss.core.errors import Conflict
from pitboss.ledger import create_store, ensure_store, open_store
from pitboss.people.accounts import PLAYER, People
from pitboss.room.commands import Sit
from pitboss.room.demo import add_demo_people
from pitboss.room.lock import alone
from pitboss.room.postgres import PREPARING, ProcessLink
from pitboss.room.room import Room
from pitboss.room.table import Pace
from tests.patience import PATIENCE_S, wait_for
from tests.room.support import ANN, BOB, QUICK, At, Screen, config_of, setup_of, until

PACE = Pace(alone_s=600, away_s=0.5, kept_s=600, returning_s=0.2, spoken_s=0.2)


@asynccontextmanager
async def two_rooms(postgres: PostgresServer) -> AsyncIterator[list[Room]]:
    """In one loop, each with a store of its own on the one database."""
    url = postgres.fresh_url()
    ensure_store(url)
    with ExitStack() as stack:
        stores = [stack.enter_context(open_store(url)) for _ in range(2)]
        setup = setup_of(config_of("fu-bacc"), PACE)
        rooms = [Room(store, [setup], People(store, hasher=QUICK), link=ProcessLink(url)) for store in stores]
        await asyncio.gather(*(room.open() for room in rooms))
        yield rooms
        await asyncio.gather(*(room.close() for room in rooms))


@pytest.mark.postgres
@pytest.mark.clause("HR-21")
async def test_a_session_that_ends_at_one_process_is_forgotten_at_the_other(postgres: PostgresServer) -> None:
    async with two_rooms(postgres) as (here, there):
        here.people.add("ann", "correct horse battery", PLAYER, "test")
        told: list[str] = []
        there.session_ended = told.append
        token, session = here.people.sign_in("ann", "correct horse battery", address="10.0.0.1")
        assert there.people.session(token) is not None
        assert there.people.remembered(token) is not None  # without asking the store again
        await asyncio.to_thread(here.people.sign_out, session)
        await until(lambda: bool(told))
        assert told == [session.id]
        assert there.people.remembered(token) is None
        assert there.people.session(token) is None


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
async def test_a_browser_at_another_process_is_its_players_presence(postgres: PostgresServer) -> None:
    async with two_rooms(postgres) as rooms:
        tables = [At(room, "fu-bacc-1") for room in rooms]
        roles = [room.keeper("fu-bacc-1") for room in rooms]
        screens = [Screen(ANN), Screen(BOB)]
        for role, screen, spot in zip(roles, screens, (1, 2), strict=True):
            role.subscribe(screen)
            await role.do(Sit(screen.person, None, spot))
        await until(lambda: all(at.table.taken == [1, 2] for at in tables))
        await asyncio.sleep(2.5)  # several of a process's words later
        assert [room.keeper("fu-bacc-1").away_spots for room in rooms] == [[], []]
        for room, screen, spot in zip(rooms, screens, (1, 2), strict=True):
            room.keeper("fu-bacc-1").unsubscribe(screen)
            await until(lambda spot=spot: all(spot in r.keeper("fu-bacc-1").away_spots for r in rooms))


@pytest.mark.postgres
@pytest.mark.clause("HR-21")
def test_a_second_process_waits_until_the_first_has_prepared_the_room(postgres: PostgresServer) -> None:
    """Both found no account: whoever comes second would make each of them again, and be refused."""
    url = postgres.fresh_url()
    found: Future[list[tuple[str, str, str]]] = Future()

    with create_store(url) as here, open_store(url) as there:

        def second() -> None:
            try:
                with prepared(url):
                    found.set_result(add_demo_people(there, People(there, hasher=QUICK, demo=True)))
            except BaseException as error:
                found.set_exception(error)

        def waits() -> bool:
            test = f"SELECT 1 FROM pg_locks WHERE classid = {PREPARING} AND NOT granted"
            return bool(here.ask(lambda c: c.execute(test)))

        with prepared(url):
            thread = Thread(target=second)
            thread.start()
            wait_for(lambda: waits() or found.done())
            assert waits() and not found.done(), "nobody waits for the first process"
            made = add_demo_people(here, People(here, hasher=QUICK, demo=True))
        assert found.result(PATIENCE_S) == made
        thread.join()


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
def test_a_second_room_on_one_file_is_refused(tmp_path: Path, link: str) -> None:
    store, other = tmp_path / "room.db", tmp_path / "other.db"
    store.write_bytes(b"")
    if link == "symbolic":
        other.symlink_to(store)
    elif link == "hard":
        other.hardlink_to(store)
    else:
        other = tmp_path / "folder" / ".." / "room.db"
        other.parent.parent.mkdir()
    with (
        alone(f"sqlite:///{store}"),
        pytest.raises(Conflict, match="Another process"),
        alone(f"sqlite:///{other}"),
    ):
        pass
    with alone(f"sqlite:///{other}"):
        pass
