"""Two processes' rooms on one PostgreSQL, in one loop: what they tell each other."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import ExitStack
from threading import Thread

import pytest
from tools.postgres import PostgresServer

from pitboss.cli.serve import prepared
from pitboss.people.accounts import PLAYER, People
from pitboss.room.demo import add_demo_people
from pitboss.room.link import PREPARING, ProcessLink
from pitboss.room.room import Room
from pitboss.store import open_store
from tests.patience import PATIENCE_S, wait_for
from tests.room.support import QUICK, config_of, setup_of, until

PASSWORD = "correct horse battery"


@pytest.mark.postgres
@pytest.mark.clause("HR-21")
def test_a_session_that_ends_at_one_process_is_forgotten_at_the_other(postgres: PostgresServer) -> None:
    url = postgres.fresh_url()

    async def scenario() -> None:
        with ExitStack() as stack:
            rooms = []
            for _ in range(2):
                store = stack.enter_context(open_store(url))
                people = People(store, hasher=QUICK)
                rooms.append(Room(store, [setup_of(config_of("fu-bacc"))], people, link=ProcessLink(url)))
            here, there = rooms
            await asyncio.gather(here.open(), there.open())
            here.people.add("ann", PASSWORD, PLAYER, "test")
            told: list[str] = []
            there.session_ended = told.append
            token, session = here.people.sign_in("ann", PASSWORD, address="10.0.0.1")
            assert there.people.session(token) is not None
            assert there.people.remembered(token) is not None  # without asking the store again
            await asyncio.to_thread(here.people.sign_out, session)
            await until(lambda: bool(told))
            assert told == [session.id]
            assert there.people.remembered(token) is None
            assert there.people.session(token) is None
            await asyncio.gather(here.close(), there.close())

    asyncio.run(scenario())


@pytest.mark.postgres
@pytest.mark.clause("HR-21")
def test_a_second_process_waits_until_the_first_has_prepared_the_room(postgres: PostgresServer) -> None:
    """Both found no account: whoever comes second would make each of them again, and be refused."""
    url = postgres.fresh_url()
    found: Future[list[tuple[str, str, str]]] = Future()

    with open_store(url) as here, open_store(url) as there:

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
