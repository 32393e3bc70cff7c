"""A tray that cannot make a pay: the winner is owed it, nothing goes below nothing, the fill pays it (HR-34)."""

from __future__ import annotations

import asyncio
import random
from datetime import date
from typing import Any

import pytest

from pitboss.errors import Conflict, IllegalAction, NotAllowed
from pitboss.house.days import gambling_day
from pitboss.house.inventory import Inventory
from pitboss.house.report import report_from_store
from pitboss.house.tray import TrayDesk
from pitboss.jackpot.dues import check_dues, dues, owe
from pitboss.jackpot.entries import Due
from pitboss.people.person import Person
from pitboss.room import payouts
from pitboss.room.cage import CAPITAL
from pitboss.room.chips import CAGE, held, tray, wallet
from pitboss.room.commands import Bet, Ready, Sit, StartGame
from pitboss.room.keeper import Keeper
from pitboss.room.records import TimeGiven
from pitboss.room.room import Room
from pitboss.room.setup import Pace
from pitboss.store import Overdraft, Store, Unit
from pitboss.store.codec import encode
from pitboss.store.verify import verify
from tests.room.support import Screen, config_of, make_room, play_round, player, setup_of, until
from tests.room.test_cage import CY, DAN, EVE, SUE, TABLE, balance

CAM = Person.of("cam", "surveillance")


def sell_out(room: Room) -> None:
    """The tray's last chip goes to somebody for cash."""
    if there := balance(room.store, tray(TABLE)) // 100 * 100:
        room.cage.sell(room.tables[TABLE], "bob", there, DAN)


async def until_short(room: Room, ann: Person) -> int:
    """Rounds on an empty tray until one is won; returns what is due."""
    rng = random.Random(5)
    for _ in range(60):
        sell_out(room)
        await play_round(room, TABLE, {1: ann}, rng)
        await room.keeper(TABLE).quiet()
        if waiting := dues(room.store.document, TABLE):
            return sum(due.cents for due in waiting)
    raise AssertionError("nobody ever wins")


def chips_of(room: Room) -> int:
    return sum(balance(room.store, name) for name in (wallet("ann"), wallet("bob"), tray(TABLE)))


def sound(store: Store) -> None:
    assert verify(store).sound
    assert list(check_dues(store)) == []
    assert all(account.credit_balance >= 0 for account in store.accounts("tray/"))


def by_the_hour(store: Store, day: date) -> int:
    """The day's win as its hours add up."""
    return sum(hour.win_cents for hour in TrayDesk(store).hours(TABLE, day, store.clock()))


async def at_table(store: Store, **setup: Any) -> tuple[Room, Person, Screen]:
    room = make_room(store, setup_of(config_of("fu-bacc"), **setup))
    await room.open()
    ann, _ = player(room, "ann"), player(room, "bob", 100)
    screen = Screen(ann)
    room.keeper(TABLE).subscribe(screen)
    return room, ann, screen


async def sits_and_bets(keeper: Keeper, person: Person) -> None:
    await keeper.do(Sit(person, None, 1))
    await keeper.do(Bet(person, None, 1, "ante", 500))


@pytest.mark.clause("HR-34", "HR-17")
def test_a_pay_that_the_tray_cannot_make_waits_for_the_fill(store: Store) -> None:
    async def scenario() -> None:
        room, ann, screen = await at_table(store)
        room.cage.fund(1_000_000, EVE, CY, "chips for fills")
        due = await until_short(room, ann)
        before = balance(store, wallet("ann"))
        assert balance(store, tray(TABLE)) < due
        assert room.bank.available("ann") == before, "nobody bets what has not been paid"
        assert "wait for a fill" in screen.state["notices"][0]
        (short,) = [e for e in store.events(tray(TABLE)) if e.kind == "tray.short"]
        assert short.payload["fill_cents"] == due - balance(store, tray(TABLE))

        keeper = room.keeper(TABLE)
        await keeper.do(Ready(ann, None))
        await keeper.do(Bet(ann, None, 1, "ante", 500))
        await keeper.do(Ready(ann, None))
        assert keeper.table.phase == "betting", "no round before the last one is paid"
        with pytest.raises(Conflict) as refused:
            await keeper.do(StartGame(DAN, None))
        assert refused.value.clause == "HR-34"
        desk = TrayDesk(store)
        with pytest.raises(Overdraft):
            room.cage.sell(keeper.table, "bob", 100, DAN)
        with pytest.raises(IllegalAction):
            desk.credit(TABLE, 100, SUE, DAN, "the tray is not theirs to empty")
        with pytest.raises(IllegalAction):
            desk.fill(TABLE, room.cage.cents() + 100, SUE, DAN, "more than the cage has")
        if due > 100:
            desk.fill(TABLE, 100, SUE, DAN, "too little")
            assert balance(store, wallet("ann")) == before, "a pay is made whole"

        filled = desk.fill(TABLE, due + 5_000, SUE, DAN, "slip 1", "slip-1")
        room.chips_moved([one["payee"] for one in filled.payload["paid_due"]], TABLE)
        await asyncio.sleep(0)
        await keeper.quiet()
        assert balance(store, wallet("ann")) == before + due
        assert dues(store.document, TABLE) == []
        desk.fill(TABLE, due + 5_000, SUE, DAN, "slip 1", "slip-1")  # a retry
        assert balance(store, wallet("ann")) == before + due
        assert room.bank.available("ann") == before + due
        await keeper.do(StartGame(DAN, None))
        assert keeper.table.phase == "playing"
        await room.close()

    asyncio.run(scenario())
    sound(store)


@pytest.mark.clause("HR-34", "HR-20")
def test_what_is_due_outlives_the_room_and_counts_in_the_days_win(store: Store) -> None:
    async def scenario() -> int:
        room, ann, _ = await at_table(store)
        due = await until_short(room, ann)
        await room.close()
        return due

    due = asyncio.run(scenario())
    day: date = gambling_day(store).of(store.clock())
    book = store.document(f"day/{day.isoformat()}/{TABLE}")
    (line,) = report_from_store(store, day, {}).lines
    assert line.win_cents == book["win_cents"], "a pay that waits is lost already, as far as the win goes"
    assert by_the_hour(store, day) == line.win_cents

    async def again() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        keeper = room.keeper(TABLE)
        await keeper.do(Ready(Person.of("ann", "player"), None))
        assert keeper.table.phase == "betting"
        with pytest.raises(Conflict, match="owes") as refused:
            await keeper.do(StartGame(DAN, None))
        assert refused.value.clause == "HR-34"
        await room.close()

    asyncio.run(again())
    room = make_room(store, setup_of(config_of("fu-bacc")))
    room.cage.fund(due, EVE, CY, "chips for fills")
    TrayDesk(store).fill(TABLE, due, SUE, DAN, "slip 1")
    (line,) = report_from_store(store, day, {}).lines
    assert line.win_cents == book["win_cents"] == by_the_hour(store, day)
    sound(store)


@pytest.mark.clause("HR-34")
def test_a_table_may_fetch_its_fill_from_the_cage_as_far_as_that_has_it(store: Store) -> None:
    async def scenario() -> None:
        room, ann, _ = await at_table(store, short_tray="fill", opener_cents=100_000)
        room.cage.fund(150_000, EVE, CY, "chips for fills")
        rng, fills = random.Random(7), 0
        for _ in range(40):
            sell_out(room)
            have = room.bank.available("ann")
            round = await play_round(room, TABLE, {1: ann}, rng)
            await room.keeper(TABLE).quiet()
            if dues(store.document, TABLE):
                break
            assert balance(store, wallet("ann")) == have + round.net_cents(1)
            assert room.bank.available("ann") == have + round.net_cents(1)
            fills = sum(e.kind == "tray.fill" for e in store.events(tray(TABLE)))
        assert fills >= 2
        assert 0 <= room.cage.cents() < 150_000
        assert dues(store.document, TABLE), "an empty cage fills nothing"
        await room.close()

    asyncio.run(scenario())
    sound(store)


@pytest.mark.clause("HR-34", "HR-14")
def test_winnings_that_wait_for_surveillance_and_for_chips_need_both(store: Store) -> None:
    room = make_room(store, setup_of(config_of("fu-bacc")))
    asyncio.run(_open_and_close(room))
    claim = payouts.HeldPayout(
        "payout.r.0", TABLE, "r", 1, "bonus", "royal", "Royal", "8 to 1", "ann", 500, 400_000
    )

    def work(unit: Unit) -> None:
        unit.record("pay.held", "test", "house", {})
        unit.open_account(held(TABLE), debits_limited=True)
        unit.open_account(wallet("ann"), debits_limited=True)
        unit.put(payouts.key(claim.id), encode(claim))
        owe(unit, TABLE, [Due(held(TABLE), 2_400_000)], "house")

    store.write(work)
    args = (store, claim.id, CAM, "royal", 500, 400_000, "ann")
    with pytest.raises(NotAllowed):
        payouts.release(store, claim.id, SUE, "royal", 500, 400_000, "ann")
    with pytest.raises(IllegalAction) as refused:
        payouts.release(*args)
    assert refused.value.clause == "HR-34"
    room.cage.fund(1_000_000, EVE, CY, "chips for fills")
    TrayDesk(store).fill(TABLE, 1_000_000, SUE, DAN, "slip 1")
    payouts.release(*args)
    assert balance(store, wallet("ann")) == 400_000
    sound(store)


async def _open_and_close(room: Room) -> None:
    await room.open()
    await room.close()


@pytest.mark.clause("HR-34", "HR-17")
def test_a_count_draws_no_chips_from_the_cage_that_are_not_there(store: Store) -> None:
    """A tray counted down to nothing and opened again takes its chips from the cage, as a fill does."""
    room = make_room(store, setup_of(config_of("fu-bacc")))
    asyncio.run(_open_and_close(room))
    desk = TrayDesk(store)
    desk.closer(TABLE, Inventory({}), SUE, DAN)
    with pytest.raises(IllegalAction, match="The cage holds") as refused:
        desk.opener(TABLE, Inventory({10_000: 1_000_000}), SUE, DAN)
    assert refused.value.clause == "HR-34"
    room.cage.fund(50_000, EVE, CY, "chips for the opener")
    desk.opener(TABLE, Inventory({100: 500}), SUE, DAN)
    assert (room.cage.cents(), balance(store, tray(TABLE))) == (0, 50_000)


@pytest.mark.clause("HR-34")
def test_a_cage_of_an_earlier_version_is_made_whole_when_its_book_begins(store: Store) -> None:
    def work(unit: Unit) -> None:
        unit.record("opener", "test", "house", {})
        for name in (CAGE, "tray/old-1"):
            unit.open_account(name)
        unit.transfer_cents(CAGE, "tray/old-1", 70_000, "fill")

    store.write(work)
    room = make_room(store)
    room.cage.fund(10_000, EVE, CY, "opening")
    assert (room.cage.cents(), balance(store, CAPITAL)) == (10_000, -80_000)
    with pytest.raises(IllegalAction):
        TrayDesk(store).fill("old-1", 10_100, SUE, DAN, "slip 1")
    TrayDesk(store).fill("old-1", 10_000, SUE, DAN, "slip 1")
    assert room.cage.cents() == 0


@pytest.mark.clause("HR-17", "HR-34")
def test_where_openers_are_counted_a_new_table_brings_no_chips(store: Store) -> None:
    """Its first chips come out of the cage, counted and signed for by two people; until then it deals no round."""

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc"), counted_opener=True))
        await room.open()
        keeper, ann, table = room.keeper("fu-bacc-1"), player(room, "ann"), "fu-bacc-1"
        assert balance(store, tray(table)) == room.cage.cents() == 0
        await sits_and_bets(keeper, ann)
        await keeper.do(Ready(ann, None))
        assert keeper.table.phase == "betting"
        with pytest.raises(Conflict) as refused:
            await keeper.do(StartGame(DAN, None))
        assert refused.value.clause == "HR-17"
        chips, desk = Inventory({500: 400}), TrayDesk(store)
        with pytest.raises(IllegalAction, match="The cage holds"):
            desk.opener(table, chips, SUE, DAN)
        room.cage.fund(chips.cents, EVE, CY, "the house's money")
        for second in (None, SUE):
            with pytest.raises(NotAllowed):
                desk.opener(table, chips, SUE, second)
        desk.opener(table, chips, SUE, DAN)
        room.chips_moved([], table)
        await asyncio.sleep(0)
        await keeper.quiet()
        assert (balance(store, tray(table)), room.cage.cents()) == (chips.cents, 0)
        await keeper.do(Ready(ann, None))
        assert keeper.table.phase != "betting"
        await room.close()

    asyncio.run(scenario())


async def count(room: Room, which: str) -> None:
    """Opener or closer of what is there, and the table has looked at it."""
    there = Inventory({100: balance(room.store, tray(TABLE)) // 100})
    getattr(TrayDesk(room.store), which)(TABLE, there, SUE, DAN)
    room.chips_moved([], TABLE)
    await asyncio.sleep(0)
    await room.keeper(TABLE).quiet()


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize("restarted", [False, True])
def test_who_was_ready_at_a_closed_table_is_dealt_to_when_it_opens(store: Store, restarted: bool) -> None:
    """Nobody has to press Deal twice, and whoever plays alone has no clock that would deal."""
    pace = Pace(betting_s=600, decision_s=600, settled_s=600, alone_s=600)

    async def scenario() -> None:
        room, ann, _ = await at_table(store, pace=pace)
        await count(room, "closer")
        keeper = room.keeper(TABLE)
        await sits_and_bets(keeper, ann)
        await keeper.do(Ready(ann, None))
        await asyncio.sleep(0.02)
        assert (keeper.table.phase, keeper.table.deadline_us) == ("betting", 0)
        if restarted:
            await room.close()
            TrayDesk(store).opener(TABLE, Inventory({100: balance(store, tray(TABLE)) // 100}), SUE, DAN)
            room = make_room(store, setup_of(config_of("fu-bacc"), pace))
            await room.open()
        else:
            await count(room, "opener")
        await until(lambda: room.tables[TABLE].phase != "betting")
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-17")
def test_who_still_bets_when_a_table_opens_has_the_full_time(store: Store) -> None:
    """The clock stands still while the table is closed: nobody is dealt to because it ran out meanwhile."""
    pace = Pace(betting_s=0.05, decision_s=600, settled_s=600)

    async def scenario() -> None:
        room, ann, screen = await at_table(store, pace=pace)
        await count(room, "closer")
        keeper = room.keeper(TABLE)
        await sits_and_bets(keeper, ann)
        assert screen.state["deadline"] is None, "no clock that nothing comes of"
        ran_out = keeper.table.deadline_us
        while store.clock() <= ran_out:
            await asyncio.sleep(0.01)
        assert keeper.table.phase == "betting"
        await count(room, "opener")
        given = [e for e in store.events(f"table/{TABLE}") if e.kind == TimeGiven.KIND]
        assert given and given[-1].payload["deadline_us"] > ran_out
        await until(lambda: keeper.table.phase == "playing")
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-17")
def test_a_table_counted_out_is_closed_until_it_is_counted_in(store: Store) -> None:
    async def scenario() -> None:
        room, ann, screen = await at_table(store)
        keeper = room.keeper(TABLE)
        await sits_and_bets(keeper, ann)
        there = Inventory({100: balance(store, tray(TABLE)) // 100})
        TrayDesk(store).closer(TABLE, there, SUE, DAN)
        room.chips_moved([], TABLE)
        await asyncio.sleep(0)
        await keeper.quiet()
        assert any("closed" in note for note in screen.state["notices"])
        await keeper.do(Ready(ann, None))
        assert keeper.table.phase == "betting", "no round is dealt at a closed table"
        with pytest.raises(Conflict) as refused:
            await keeper.do(StartGame(DAN, None))
        assert refused.value.clause == "HR-17"
        with pytest.raises(IllegalAction, match=r"counted out and is closed.*HR-17"):
            await asyncio.to_thread(room.cage.sell, keeper.table, "ann", 10_000, DAN)
        TrayDesk(store).opener(TABLE, there, SUE, DAN)
        room.chips_moved([], TABLE)
        await asyncio.sleep(0)
        await keeper.quiet()
        assert not any("closed" in note for note in screen.state["notices"])
        await keeper.do(Ready(ann, None))
        assert keeper.table.phase != "betting"
        await room.close()

    asyncio.run(scenario())
