"""A table that cannot go on says so, waits before it tries again, and goes on by itself (HR-20)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from tools.postgres import PostgresServer

from pitboss.core.errors import Conflict, NotBooked, PitbossError
from pitboss.ledger import Receipt, StoreFull, create_store
from pitboss.ledger.writer import Work
from pitboss.room import keeper as keeping
from pitboss.room.commands import Bet, Sit, Tick, VoidRound
from pitboss.room.decide import HANDLERS
from pitboss.room.store_access import StoreBooks
from pitboss.room.table import Pace
from tests.patience import DAY_S, PATIENCE_S
from tests.room.support import ANN, CAM, At, Floor, until


class FullBooks(StoreBooks):
    """A disk without room for anything new; what is on it can be read."""

    full = False
    refused = 0

    async def write(self, work: Work, key: str, request: object) -> Receipt:
        if self.full:
            self.refused += 1
            raise StoreFull("The store could not be written (database or disk is full).")
        return await super().write(work, key, request)


def told_of_the_table(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [text for record in caplog.records if "fu-bacc-1" in (text := record.getMessage())]


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("bets", (0, 1))
async def test_a_full_disk_is_said_on_every_screen_until_there_is_room(
    floor: Floor, caplog: pytest.LogCaptureFixture, bets: int
) -> None:
    """With a deadline to set anew and without one."""
    caplog.set_level(logging.WARNING)
    at = await floor.table(players="ann")
    at.keeper._books = books = FullBooks(floor.store)
    await at.do(Sit(ANN, None, 1), *[Bet(ANN, None, 1, "ante", 500)] * bets)
    screen, again = at.screen(), Bet(ANN, "again", 1, "ante", 1_000)
    books.full = True
    with pytest.raises(NotBooked):
        await at.do(again)
    await until(lambda: keeping.FULL in screen.texts[-1])
    shown, refused = len(screen.texts), books.refused
    await until(lambda: books.refused > refused)
    with pytest.raises(NotBooked, match="room on the disk"):
        await at.do(again)
    assert len(screen.texts) == shown, "states in which nothing is different"
    books.full = False
    await until(lambda: keeping.FULL not in screen.texts[-1])
    await at.do(again)
    assert at.table.seats[1].bets == {"ante": 1_000}
    await at.room.close()
    full, on = told_of_the_table(caplog)
    assert "disk is full" in full and "goes on" in on


@pytest.mark.parametrize("fault", (ZeroDivisionError("division by zero"), Conflict("It does not go on.")))
async def test_rules_that_fail_at_the_clocks_turn_are_not_tried_without_a_pause(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    tried = 0
    really = HANDLERS[Tick]

    def fail(draft: Any, command: Any) -> None:
        nonlocal tried
        if draft.state.phase != "playing":
            return really(draft, command)
        tried += 1
        raise fault

    monkeypatch.setitem(HANDLERS, Tick, fail)
    monkeypatch.setattr(keeping, "TICK_AGAIN_S", float(DAY_S))  # longer than anything here takes
    at = await floor.table(pace=Pace(betting_s=0.01, decision_s=0.01, settled_s=600, shows=False))
    ann, screen = at.player("ann"), at.screen()
    boss = at.room.people.add("boss", "a pass phrase", "supervisor", "test")
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 500))
    await until(lambda: tried > 0)
    await until(lambda: keeping.STUCK in screen.texts[-1])
    await asyncio.sleep(0.2)
    assert tried == 1, f"tried {tried} times"
    with pytest.raises(Conflict):  # everything else is answered as ever
        await at.do(Bet(ann, None, 1, "ante", 1_000))
    assert tried == 1, f"tried {tried} times"
    await at.do(VoidRound(boss, None, "the rules failed", CAM))
    assert keeping.STUCK not in screen.texts[-1]
    assert at.table.phase == "settled"
    await at.room.close()
    assert len(told_of_the_table(caplog)) <= 3


# the real database goes away under a room: everybody is answered, and the table comes back by itself


USUAL_S = (keeping.ANSWER_S, keeping.BLINK_S)


async def answer_to(at: At, cents: int, request: str) -> PitbossError | None:
    try:
        await at.do(Bet(ANN, request, 1, "ante", cents))
    except PitbossError as error:
        return error
    return None


async def ask_until_done(at: At) -> list[NotBooked]:
    """The same command again and again, as a browser does; every single one is answered, those before the last so."""
    answers: list[NotBooked] = []
    while answer := await asyncio.wait_for(answer_to(at, 1_000, "during"), PATIENCE_S):
        assert isinstance(answer, NotBooked), answer
        answers.append(answer)
        await asyncio.sleep(0.05)
    return answers


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("away_s", [0.0, pytest.param(45.0, marks=pytest.mark.long)])
async def test_postgresql_goes_away_and_the_table_comes_back(
    away_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def patience(answer_s: float, blink_s: float) -> None:
        monkeypatch.setattr(keeping, "ANSWER_S", answer_s)
        monkeypatch.setattr(keeping, "BLINK_S", blink_s)

    with PostgresServer() as server, create_store(server.fresh_url(), patience_s=0.5) as store:
        floor = Floor(store, monkeypatch.setattr)
        at = await floor.table(players="ann")
        await at.do(Sit(ANN, "sit", 1), Bet(ANN, "before", 1, "ante", 500))
        # until here and once it is back, a slow disk is waited for
        patience(*(USUAL_S if away_s else (0.2, 0.1)))
        server.stop()
        first = asyncio.create_task(ask_until_done(at))
        await until(lambda: bool(at.keeper._trouble))
        assert keeping.AWAY in at.keeper.display.text(None)  # every screen says so
        assert isinstance(await answer_to(at, 1_500, "refused at once"), NotBooked)
        await asyncio.sleep(away_s)
        await asyncio.to_thread(server.start)
        patience(PATIENCE_S, PATIENCE_S)
        assert await first
        assert keeping.AWAY not in at.keeper.display.text(None)
        assert at.table.seats[1].bets == {"ante": 1_000}
        events = [event for event in store.events(f"table/{at.id}") if event.kind == "bets.laid"]
        assert len(events) == 2  # carried out once, however often it was asked
        await floor.close()
