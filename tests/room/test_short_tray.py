"""A tray that cannot make a pay: the winner is owed it, nothing goes below nothing, the fill pays it (HR-34)."""

from __future__ import annotations

import asyncio
import random
from datetime import date
from typing import Any

import pytest

from pitboss.chips import payouts
from pitboss.chips.accounts import held, tray, wallet
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.core.codec import encode
from pitboss.core.errors import Conflict, IllegalAction, NotAllowed
from pitboss.house.report import report_from_store
from pitboss.jackpots.events import Due
from pitboss.jackpots.tray import check_dues, dues, owe
from pitboss.ledger import Overdraft, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Sit, StartGame
from pitboss.room.events import TimeGiven
from pitboss.room.jackpot_office import Office
from pitboss.room.table import Pace
from tests.room.purse import Purse, needed, of_round
from tests.room.support import ANN, CAM, CY, DAN, EVE, SUE, At, Floor, Screen, make_room, until

TABLE = "fu-bacc-1"


def sell_out(at: At) -> None:
    """The tray's last chip goes to somebody for cash."""
    if there := at.cents(tray(TABLE)) // 100 * 100:
        at.room.cage.sell(at.table, "bob", there, DAN, None, SUE)


async def until_short(at: At) -> int:
    """Rounds on an empty tray until one is won; returns what is due."""
    rng = random.Random(5)
    for _ in range(60):
        sell_out(at)
        await at.play(rng)
        await at.keeper.quiet()
        if waiting := dues(at.store.document, TABLE):
            return sum(due.cents for due in waiting)
    raise AssertionError("nobody ever wins")


def check_trays(store: Store) -> None:
    assert list(check_dues(store)) == []
    assert all(account.credit_balance >= 0 for account in store.accounts("tray/"))


async def at_table(floor: Floor, **more: Any) -> tuple[At, Person, Screen]:
    """Ann plays alone; bob buys chips."""
    at = await floor.table(**more)
    ann, _ = at.player("ann"), at.player("bob", 100)
    at.people = {1: ann}
    return at, ann, at.screen(ann)


async def heard(at: At) -> None:
    """The table has looked at its tray."""
    at.room.chips_moved([], TABLE)
    await asyncio.sleep(0)
    await at.keeper.quiet()


async def count(at: At, which: str) -> None:
    """Opener or closer of what is there, and the table has looked at it."""
    getattr(TrayDesk(at.store), which)(TABLE, Inventory({100: at.cents(tray(TABLE)) // 100}), SUE, DAN)
    await heard(at)


async def not_started(at: At, clause: str, words: str | None = None) -> None:
    assert at.table.phase == "betting"
    with pytest.raises(Conflict, match=words) as refused:
        await at.do(StartGame(DAN, None))
    assert refused.value.clause == clause


@pytest.mark.clause("HR-34", "HR-17")
async def test_a_pay_that_the_tray_cannot_make_is_coming_and_waits_for_the_fill(floor: Floor) -> None:
    at, ann, screen = await at_table(floor)
    purse, office = Purse(at, ann), Office(at.room, asyncio.get_running_loop())
    cage, desk, available = at.room.cage, TrayDesk(floor.store), at.room.wallets.available
    cage.fund(1_000_000, EVE, CY, "chips for fills")
    due = await until_short(at)
    before, there = at.cents(wallet("ann")), at.cents(tray(TABLE))
    assert there < due
    assert available("ann") == before, "nobody bets what has not been paid"
    assert screen.state["notices"][0]["kind"] == "tray.owes"
    (short,) = [e for e in floor.store.events(tray(TABLE)) if e.kind == "tray.short"]
    assert short.payload["fill_cents"] == due - there
    assert needed(purse.look()) == of_round(office.coming_to("ann")) == {"fill": due}

    await at.ready(ann)
    await at.keeper.quiet()
    (coming,) = office.coming_to("ann")  # the felt is cleared, the money is still owed
    assert (coming.cents, coming.needs, coming.round_id) == (due, "fill", None)
    await at.do(Bet(ann, None, 1, "ante", 500))
    await at.ready(ann)
    await not_started(at, "HR-34")  # no round before the last one is paid
    with pytest.raises(Overdraft):
        cage.sell(at.table, "bob", 100, DAN)
    with pytest.raises(IllegalAction):
        desk.credit(TABLE, 100, SUE, DAN, "the tray is not theirs to empty")
    with pytest.raises(IllegalAction):
        desk.fill(TABLE, cage.cents() + 100, SUE, DAN, "more than the cage has")
    if due > 100:
        desk.fill(TABLE, 100, SUE, DAN, "too little")
        assert at.cents(wallet("ann")) == before, "a pay is made whole"

    filled = desk.fill(TABLE, due + 5_000, SUE, DAN, "slip 1", "slip-1")
    at.room.chips_moved([one["payee"] for one in filled.payload["paid_due"]], TABLE)
    await asyncio.sleep(0)
    await at.keeper.quiet()
    assert at.cents(wallet("ann")) == before + due
    assert dues(floor.store.document, TABLE) == []
    desk.fill(TABLE, due + 5_000, SUE, DAN, "slip 1", "slip-1")  # a retry
    assert at.cents(wallet("ann")) == available("ann") == before + due
    await at.do(StartGame(DAN, None))
    assert at.table.phase == "playing"
    check_trays(floor.store)


@pytest.mark.clause("HR-34", "HR-20")
async def test_what_is_due_outlives_the_room_and_counts_in_the_days_win(floor: Floor) -> None:
    at, _, _ = await at_table(floor)
    due = await until_short(at)
    await at.room.close()
    store = floor.store
    day: date = gambling_day(store).of(store.clock())
    won = store.document(f"day/{day.isoformat()}/{TABLE}")["win_cents"]

    def win_is_booked() -> None:
        """A pay that waits is lost already, as far as the win goes; so the day's hours say too."""
        (line,) = report_from_store(store, day, {}).lines
        hours = TrayDesk(store).hours(TABLE, day, store.clock())
        assert line.win_cents == won == sum(hour.win_cents for hour in hours)

    win_is_booked()
    again = await floor.table()
    await again.ready(ANN)
    await not_started(again, "HR-34", "owes")
    await again.room.close()
    make_room(store).cage.fund(due, EVE, CY, "chips for fills")
    TrayDesk(store).fill(TABLE, due, SUE, DAN, "slip 1")
    win_is_booked()
    check_trays(store)


@pytest.mark.clause("HR-34")
async def test_a_table_may_fetch_its_fill_from_the_cage_as_far_as_that_has_it(floor: Floor) -> None:
    """In the same unit: the first state that shows the pay has it whole."""
    at, ann, _ = await at_table(floor, short_tray="fill", opener_cents=100_000)
    at.room.cage.fund(150_000, EVE, CY, "chips for fills")
    purse, rng, fills = Purse(at, ann), random.Random(7), 0
    for _ in range(40):
        sell_out(at)
        have = at.room.wallets.available("ann")
        round = await at.play(rng)
        await at.keeper.quiet()
        if dues(floor.store.document, TABLE):
            break
        assert purse.look() == []
        assert at.cents(wallet("ann")) == at.room.wallets.available("ann") == have + round.net_cents(1)
        fills = sum(e.kind == "tray.fill" for e in floor.store.events(tray(TABLE)))
    assert fills >= 2
    assert 0 <= at.room.cage.cents() < 150_000
    assert dues(floor.store.document, TABLE), "an empty cage fills nothing"
    check_trays(floor.store)


@pytest.mark.clause("HR-34", "HR-14")
async def test_winnings_that_wait_for_surveillance_and_for_chips_need_both(floor: Floor) -> None:
    at, store = await floor.table(), floor.store
    hand = ("r", 1, "bonus", "royal", "Royal", "8 to 1")
    claim = payouts.HeldPayout("payout.r.0", TABLE, *hand, "ann", 500, 400_000, wallet("ann"))

    def work(unit: Unit) -> None:
        unit.record("pay.held", "test", "house", {})
        unit.open_account(held(TABLE), debits_limited=True)
        unit.open_account(wallet("ann"), debits_limited=True)
        unit.put(payouts.held_key(claim.id), encode(claim))
        owe(unit, TABLE, [Due(held(TABLE), 2_400_000)], "house")

    store.write(work)
    seen = ("royal", 500, 400_000, "ann")
    with pytest.raises(NotAllowed):
        payouts.release_held(store, claim.id, SUE, *seen)
    with pytest.raises(IllegalAction) as refused:
        payouts.release_held(store, claim.id, CAM, *seen)
    assert refused.value.clause == "HR-34"
    at.room.cage.fund(1_000_000, EVE, CY, "chips for fills")
    TrayDesk(store).fill(TABLE, 1_000_000, SUE, DAN, "slip 1")
    payouts.release_held(store, claim.id, CAM, *seen)
    assert at.cents(wallet("ann")) == 400_000
    check_trays(store)


@pytest.mark.clause("HR-34", "HR-17")
async def test_a_count_draws_no_chips_from_the_cage_that_are_not_there(floor: Floor) -> None:
    """A tray counted down to nothing and opened again takes its chips from the cage, as a fill does."""
    at, desk = await floor.table(), TrayDesk(floor.store)
    desk.closer(TABLE, Inventory({}), SUE, DAN)
    with pytest.raises(IllegalAction, match="The cage holds") as refused:
        desk.opener(TABLE, Inventory({10_000: 1_000_000}), SUE, DAN)
    assert refused.value.clause == "HR-34"
    at.room.cage.fund(50_000, EVE, CY, "chips for the opener")
    desk.opener(TABLE, Inventory({100: 500}), SUE, DAN)
    assert (at.room.cage.cents(), at.cents(tray(TABLE))) == (0, 50_000)


@pytest.mark.clause("HR-17", "HR-34")
async def test_where_openers_are_counted_a_new_table_brings_no_chips(floor: Floor) -> None:
    """Its first chips come out of the cage, counted and signed for by two people; until then it deals no round."""
    at = await floor.table(counted_opener=True)
    ann, cage = at.player("ann"), at.room.cage
    assert at.cents(tray(TABLE)) == cage.cents() == 0
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 500))
    await at.ready(ann)
    await not_started(at, "HR-17")
    chips, desk = Inventory({500: 400}), TrayDesk(floor.store)
    with pytest.raises(IllegalAction, match="The cage holds"):
        desk.opener(TABLE, chips, SUE, DAN)
    cage.fund(chips.cents, EVE, CY, "the house's money")
    for second in (None, SUE):
        with pytest.raises(NotAllowed):
            desk.opener(TABLE, chips, SUE, second)
    desk.opener(TABLE, chips, SUE, DAN)
    await heard(at)
    assert (at.cents(tray(TABLE)), cage.cents()) == (chips.cents, 0)
    await at.ready(ann)
    assert at.table.phase != "betting"


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize("restarted", [False, True])
async def test_who_was_ready_at_a_closed_table_is_dealt_to_when_it_opens(
    floor: Floor, restarted: bool
) -> None:
    """Nobody has to press Deal twice, and whoever plays alone has no clock that would deal."""
    pace = Pace(betting_s=600, decision_s=600, settled_s=600, alone_s=600)
    at, ann, _ = await at_table(floor, pace=pace)
    await count(at, "closer")
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 500))
    await at.ready(ann)
    await asyncio.sleep(0.02)
    assert (at.table.phase, at.table.deadline_us) == ("betting", 0)
    if restarted:
        await at.room.close()
        TrayDesk(floor.store).opener(TABLE, Inventory({100: at.cents(tray(TABLE)) // 100}), SUE, DAN)
        at = await floor.table(pace=pace)
    else:
        await count(at, "opener")
    await until(lambda: at.table.phase != "betting")


@pytest.mark.clause("HR-17")
async def test_who_still_bets_when_a_table_opens_has_the_full_time(floor: Floor) -> None:
    """The clock stands still while the table is closed: nobody is dealt to because it ran out meanwhile."""
    at, ann, screen = await at_table(floor, pace=Pace(betting_s=0.05, decision_s=600, settled_s=600))
    await count(at, "closer")
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 500))
    assert screen.state["deadline"] is None, "no clock that nothing comes of"
    ran_out = at.table.deadline_us
    while floor.store.clock() <= ran_out:
        await asyncio.sleep(0.01)
    assert at.table.phase == "betting"
    await count(at, "opener")
    given = [e for e in floor.store.events(f"table/{TABLE}") if e.kind == TimeGiven.KIND]
    assert given and given[-1].payload["deadline_us"] > ran_out
    await until(lambda: at.table.phase == "playing")


@pytest.mark.clause("HR-17")
async def test_a_table_counted_out_is_closed_until_it_is_counted_in(floor: Floor) -> None:
    at, ann, screen = await at_table(floor)
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 500))
    await count(at, "closer")
    assert any(note["kind"] == "table.closed" for note in screen.state["notices"])
    await at.ready(ann)
    await not_started(at, "HR-17")  # no round is dealt at a closed table
    with pytest.raises(IllegalAction, match=r"counted out and is closed.*HR-17"):
        await asyncio.to_thread(at.room.cage.sell, at.table, "ann", 10_000, DAN)
    await count(at, "opener")
    assert not any(note["kind"] == "table.closed" for note in screen.state["notices"])
    await at.ready(ann)
    assert at.table.phase != "betting"
