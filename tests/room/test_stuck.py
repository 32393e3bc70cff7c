"""A table that cannot go on says so, waits before it tries again, and goes on by itself (HR-20)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from pitboss.errors import Conflict, NotBooked
from pitboss.room import keeper as keeping
from pitboss.room.books import StoreBooks
from pitboss.room.commands import Bet, Sit, Tick, VoidRound
from pitboss.room.decide import HANDLERS
from pitboss.room.keeper import Keeper
from pitboss.room.setup import Pace
from pitboss.store import Receipt, Store, StoreFull
from pitboss.store.writer import Work
from tests.room.support import Screen, config_of, make_room, player, setup_of, until

TABLE = "fu-bacc-1"


class FullBooks(StoreBooks):
    """A disk without room for anything new; what is on it can be read."""

    full = False
    refused = 0

    async def write(self, work: Work, key: str, request: object) -> Receipt:
        if self.full:
            self.refused += 1
            raise StoreFull("The store could not be written (database or disk is full).")
        return await super().write(work, key, request)


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("bets", (0, 1))
def test_a_full_disk_is_said_on_every_screen_until_there_is_room(
    store: Store, caplog: pytest.LogCaptureFixture, bets: int
) -> None:
    """With a deadline to set anew and without one."""
    caplog.set_level(logging.WARNING)

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        ann = player(room, "ann")
        keeper = room.keeper(TABLE)
        assert isinstance(keeper, Keeper)
        keeper._books = books = FullBooks(store)
        await room.open()
        await room.do(TABLE, Sit(ann, None, 1))
        if bets:
            await room.do(TABLE, Bet(ann, None, 1, "ante", 500))
        screen = Screen(None)
        keeper.subscribe(screen)
        books.full = True
        with pytest.raises(NotBooked):
            await room.do(TABLE, Bet(ann, "again", 1, "ante", 1_000))
        await until(lambda: keeping.FULL in screen.texts[-1])
        shown, refused = len(screen.texts), books.refused
        await until(lambda: books.refused > refused)
        with pytest.raises(NotBooked, match="room on the disk"):
            await room.do(TABLE, Bet(ann, "again", 1, "ante", 1_000))
        assert len(screen.texts) == shown, "states in which nothing is different"
        books.full = False
        await until(lambda: keeping.FULL not in screen.texts[-1])
        await room.do(TABLE, Bet(ann, "again", 1, "ante", 1_000))
        assert keeper.table.seats[1].bets == {"ante": 1_000}
        await room.close()

    asyncio.run(scenario())
    told = [record.getMessage() for record in caplog.records if TABLE in record.getMessage()]
    assert len(told) == 2, told
    assert "disk is full" in told[0] and "goes on" in told[1]


@pytest.mark.parametrize("fault", (ZeroDivisionError("division by zero"), Conflict("It does not go on.")))
def test_rules_that_fail_at_the_clocks_turn_are_not_tried_without_a_pause(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    tried = 0
    really = HANDLERS[Tick]

    def fail(draft: Any, command: Any) -> None:
        nonlocal tried
        if draft.state.phase != "playing":
            return really(draft, command)
        tried += 1
        raise fault

    monkeypatch.setitem(HANDLERS, Tick, fail)  # type: ignore[arg-type]
    monkeypatch.setattr(keeping, "TICK_AGAIN_S", 60.0)  # longer than anything here takes

    async def scenario() -> None:
        pace = Pace(betting_s=0.01, decision_s=0.01, settled_s=600, shows=False)
        room = make_room(store, setup_of(config_of("fu-bacc"), pace))
        ann = player(room, "ann")
        boss = room.people.add("boss", "a pass phrase", "supervisor", "test")
        await room.open()
        keeper = room.keeper(TABLE)
        screen = Screen(None)
        keeper.subscribe(screen)
        await room.do(TABLE, Sit(ann, None, 1))
        await room.do(TABLE, Bet(ann, None, 1, "ante", 500))
        await until(lambda: tried > 0)
        await until(lambda: keeping.STUCK in screen.texts[-1])
        await asyncio.sleep(0.2)
        assert tried == 1, f"tried {tried} times"
        with pytest.raises(Conflict):  # everything else is answered as ever
            await room.do(TABLE, Bet(ann, None, 1, "ante", 1_000))
        assert tried == 1, f"tried {tried} times"
        await room.do(TABLE, VoidRound(boss, None, "the rules failed"))
        assert keeping.STUCK not in screen.texts[-1]
        assert keeper.table.phase == "settled"
        await room.close()

    asyncio.run(scenario())
    assert len([record for record in caplog.records if TABLE in record.getMessage()]) <= 3
