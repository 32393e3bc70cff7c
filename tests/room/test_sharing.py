"""Two processes' rooms on one PostgreSQL, in one loop: what they tell each other."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest
from tools.postgres import PostgresServer

from pitboss.people.accounts import PLAYER, People
from pitboss.room.link import ProcessLink
from pitboss.room.room import Room
from pitboss.store import open_store
from tests.room.support import QUICK, config_of, setup_of

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
            for _ in range(500):
                if told:
                    break
                await asyncio.sleep(0.01)
            assert told == [session.id]
            assert there.people.remembered(token) is None
            assert there.people.session(token) is None
            await asyncio.gather(here.close(), there.close())

    asyncio.run(scenario())
