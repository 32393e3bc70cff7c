"""The real database goes away under a room: everybody is answered, and the table comes back by itself (HR-20)."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from tools.postgres import PostgresServer

from pitboss.errors import NotBooked, PitbossError
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.room import keeper as keeping
from pitboss.room.commands import Bet, Sit
from pitboss.room.keeper import Keeper
from pitboss.room.room import Room
from pitboss.store import Store, open_store
from tests.room.support import PATIENCE_S, QUICK, config_of, player, setup_of, until

TABLE = "fu-bacc-1"
USUAL_S = (keeping.ANSWER_S, keeping.BLINK_S)


async def answer_to(room: Room, command: Bet) -> PitbossError | None:
    try:
        await room.do(TABLE, command)
    except PitbossError as error:
        return error
    return None


async def ask_until_done(room: Room, ann: Person, request: str, cents: int) -> list[PitbossError | None]:
    """The same command again and again, as a browser does; every single one is answered."""
    answers = []
    for _ in itertools.count():
        answers.append(
            await asyncio.wait_for(answer_to(room, Bet(ann, request, 1, "ante", cents)), PATIENCE_S)
        )
        if answers[-1] is None:
            return answers
        assert isinstance(answers[-1], NotBooked), answers[-1]
        await asyncio.sleep(0.05)
    raise AssertionError


async def through_an_outage(
    server: PostgresServer, store: Store, away_s: float, patience: pytest.MonkeyPatch
) -> None:
    room = Room(store, [setup_of(config_of("fu-bacc"))], People(store, hasher=QUICK))
    ann = player(room, "ann")
    await room.open()
    await room.do(TABLE, Sit(ann, "sit", 1))
    await room.do(TABLE, Bet(ann, "before", 1, "ante", 500))
    keeper = room.keeper(TABLE)
    assert isinstance(keeper, Keeper)
    # until here and once it is back, a slow disk is waited for
    answer_s, blink_s = USUAL_S if away_s else (0.2, 0.1)
    patience.setattr(keeping, "ANSWER_S", answer_s)
    patience.setattr(keeping, "BLINK_S", blink_s)
    server.stop()
    first = asyncio.create_task(ask_until_done(room, ann, "during", 1_000))
    await until(lambda: bool(keeper._trouble))
    assert keeping.AWAY in keeper.display.text(None)  # every screen says so
    refused = await answer_to(room, Bet(ann, "refused at once", 1, "ante", 1_500))
    assert isinstance(refused, NotBooked)
    await asyncio.sleep(away_s)
    await asyncio.to_thread(server.start)
    patience.setattr(keeping, "ANSWER_S", PATIENCE_S)
    patience.setattr(keeping, "BLINK_S", PATIENCE_S)
    answers = await first
    assert answers[-1] is None
    assert any(isinstance(answer, NotBooked) for answer in answers)
    assert keeping.AWAY not in keeper.display.text(None)
    assert keeper.table.seats[1].bets == {"ante": 1_000}
    events = [event for event in store.events(f"table/{TABLE}") if event.kind == "bets.laid"]
    assert len(events) == 2  # carried out once, however often it was asked
    await room.close()


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("away_s", [0.0, pytest.param(45.0, marks=pytest.mark.long)])
def test_postgresql_goes_away_and_the_table_comes_back(
    away_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresServer() as server, open_store(server.fresh_url(), patience_s=0.5) as store:
        asyncio.run(through_an_outage(server, store, away_s, monkeypatch))
