"""A room's tray is counted out between two games: not with cards out, an award open or winnings held (HR-17)."""

from __future__ import annotations

import random
from asyncio import to_thread

import pytest

from pitboss.chips.accounts import held, tray
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.chips.verify import check_books, check_days
from pitboss.core.errors import IllegalAction, PitbossError
from pitboss.ledger import Unit
from pitboss.room.commands import Press, StartGame
from tests.room.pit import STRAIGHT_FLUSHES, TABLE, Pit
from tests.room.support import DAN, SUE, At, Floor

pytestmark = pytest.mark.clause("HR-17")


async def close(at: At) -> None:
    """What is in the tray, chip by chip, is counted out."""
    there = Inventory({1: at.cents(tray(at.id))})
    await to_thread(TrayDesk(at.store).closer, at.id, there, SUE, DAN)


@pytest.mark.clause("JP-04")
async def test_no_tray_is_counted_out_from_start_game_to_end_game(floor: Floor) -> None:
    pit = await Pit.open(floor, STRAIGHT_FLUSHES, dealer="person")

    async def refused(says: str) -> None:
        with pytest.raises(IllegalAction, match=says) as refusal:
            await close(pit)
        assert refusal.value.clause == "HR-17"

    await pit.start()
    await refused(f"Round {TABLE}-1 is in play at {TABLE}")
    await pit.play_out()
    await refused(f"Game 1 is running at {TABLE}.*END GAME first")
    await pit.do(*(Press(DAN, None, spot, "straight-flush", "jackpot") for spot in (2, 1)))
    await refused("the award of spot 2, 1 is open.*the award completed, then END GAME")
    for claim in pit.desk.open_claims("royal"):
        await pit.confirm(claim)
    await refused(f"Game 1 is running at {TABLE}.*END GAME first")
    await pit.end()
    await close(pit)
    for award in pit.desk.unpaid("royal"):
        await pit.pay(award.id)
    assert check_books(floor.store) == list(check_days(floor.store)) == []


async def test_no_tray_is_counted_out_with_cards_out(floor: Floor) -> None:
    """Also where no jackpot is on the table, and whoever deals. Between two rounds it is."""
    at = await floor.table(players="ann")

    async def refused(_: object) -> None:
        if at.table.phase == "playing":
            with pytest.raises(IllegalAction, match=rf"Round {at.id}-\d+ is in play"):
                await close(at)

    rng = random.Random(3)
    for _ in range(3):
        await at.play(rng, after=refused)
    await close(at)
    assert check_books(floor.store) == list(check_days(floor.store)) == []


async def test_a_round_decided_before_the_closer_is_not_opened_after_it(floor: Floor) -> None:
    """The closer is booked past the table, which hears of it a moment later."""
    at = await floor.table(dealer="person", players="ann")
    await at.bet()
    await at.ready()
    await close(at)
    assert not at.keeper.halt, "it has not heard of it yet"
    with pytest.raises(PitbossError, match=r"was counted out and is closed"):
        await at.do(StartGame(DAN, None))
    await at.keeper.quiet()
    assert at.table.phase == "betting"
    assert at.keeper.halt.closed
    assert list(check_days(floor.store)) == []


@pytest.mark.clause("HR-14")
async def test_no_tray_is_counted_out_while_winnings_wait_for_surveillance(floor: Floor) -> None:
    at = await floor.table()

    def hold(unit: Unit) -> None:
        unit.record("hold", "test", "test")
        unit.open_account(held(at.id), debits_limited=True)
        unit.transfer_cents(tray(at.id), held(at.id), 400_000, "wager-paid")

    await to_thread(floor.store.write, hold)
    with pytest.raises(IllegalAction, match=r"\$4,000 in winnings .* wait for surveillance.*HR-14"):
        await close(at)
