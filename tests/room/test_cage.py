"""Chips come from cash that somebody has counted, within what is there and what the player allows (HR-34, HR-37)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from pitboss.errors import BadInput, Conflict, NotAllowed, NotFound
from pitboss.house.days import GamblingDay, gambling_day, keep_gambling_day
from pitboss.people.person import Person
from pitboss.people.protection import DAY_US, MINUTE_US, PersonLimits, Protections
from pitboss.room.asking import Wish
from pitboss.room.cage import CAPITAL, GIFT_MAX
from pitboss.room.chips import CAGE, CASH, GIFT, drop, tray, wallet
from pitboss.room.commands import Bet, Leave, Sit
from pitboss.room.room import Room
from pitboss.store import UNIT_PER_CENT, KeyReused, Overdraft, Store
from pitboss.store.verify import verify
from tests.room.support import config_of, make_room, player, setup_of

TABLE = "fu-bacc-1"
ANN, BOB = Person.of("ann", "player"), Person.of("bob", "player")
DAN, CY = Person.of("dan", "dealer"), Person.of("cy", "cashier")
SUE, EVE = Person.of("sue", "supervisor"), Person.of("eve", "executive")
ADA, AL = Person.of("ada", "admin"), Person.of("al", "auditor")


def balance(store: Store, name: str) -> int:
    found = {account.name: account for account in store.accounts(name)}
    return found[name].credit_balance // UNIT_PER_CENT if name in found else 0


def opened(store: Store, scenario: Coroutine[Any, Any, None] | Any) -> None:
    async def run() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        await scenario(room)
        await room.close()

    asyncio.run(run())
    assert verify(store).sound


@pytest.mark.clause("HR-34")
def test_chips_are_sold_by_a_dealer_or_cashier_and_by_nobody_else(store: Store) -> None:
    async def scenario(room: Room) -> None:
        table = room.tables[TABLE]
        for by in (ANN, SUE, EVE, ADA, AL):
            with pytest.raises(NotAllowed, match="may not sell chips"):
                room.cage.sell(table, "ann", 10_000, by)
        with pytest.raises(NotAllowed, match="the same person"):
            room.cage.sell(table, "dan", 10_000, DAN)
        for by in (DAN, CY):
            room.cage.sell(table, "ann", 10_000, by, "one")
            room.cage.sell(table, "ann", 10_000, by, "one")  # a retry
        with pytest.raises(KeyReused):
            room.cage.sell(table, "ann", 90_000, DAN, "one")
        assert balance(store, wallet("ann")) == 20_000
        assert balance(store, drop(TABLE)) == 20_000
        sold = [event for event in store.events("cage") if event.kind == "chips.bought"]
        assert [(event.actor, event.payload["cash"]) for event in sold] == [
            ("dan", "confirmed"),
            ("cy", "confirmed"),
        ]

    opened(store, scenario)


@pytest.mark.clause("HR-34")
def test_a_tray_and_the_cage_give_only_what_they_have(store: Store) -> None:
    async def scenario(room: Room) -> None:
        table = room.tables[TABLE]
        there = balance(store, tray(TABLE))
        with pytest.raises(Overdraft) as refused:
            room.cage.sell(table, "ann", there + 100, DAN)
        assert refused.value.clause == "HR-34"
        room.cage.sell(table, "ann", there, DAN)
        with pytest.raises(Overdraft):
            room.cage.sell(table, "bob", 100, DAN)
        assert balance(store, tray(TABLE)) == 0
        with pytest.raises(Overdraft):  # what the house put in for the opener is in the tray
            room.cage.grant("bob", 100, EVE, CY, "an apology")
        for second in (None, EVE, ADA, DAN):
            with pytest.raises(NotAllowed):
                room.cage.fund(10_000_000, EVE, second, "opening")
        room.cage.fund(10_000_000, EVE, CY, "opening")
        assert (balance(store, CAPITAL), room.cage.cents()) == (-10_000_000 - there, 10_000_000)
        room.cage.grant("bob", 100, EVE, CY, "an apology")
        with pytest.raises(Overdraft):
            room.cage.grant("bob", 10_000_000, EVE, CY, "too much")
        room.asking.ask(BOB, Wish.CASH, 500)
        with pytest.raises(Overdraft):
            room.cage.buy_back("bob", 101, CY)
        room.cage.buy_back("bob", 100, CY)
        assert (balance(store, wallet("bob")), balance(store, CASH)) == (0, 100 - there)

    opened(store, scenario)


@pytest.mark.clause("HR-34")
def test_a_cashier_takes_no_chips_that_their_owner_has_not_asked_to_change(store: Store) -> None:
    async def scenario(room: Room) -> None:
        room.cage.sell(room.tables[TABLE], "bob", 10_000, DAN)
        with pytest.raises(Conflict, match="has asked for \\$0 in cash") as refused:
            room.cage.buy_back("bob", 10_000, CY)
        assert refused.value.clause == "HR-34"
        room.asking.ask(BOB, Wish.CHIPS, 10_000, TABLE)
        with pytest.raises(Conflict):
            room.cage.buy_back("bob", 100, CY)  # another wish than this
        room.asking.ask(BOB, Wish.CASH, 2_550)
        with pytest.raises(Conflict, match="not for"):
            room.cage.buy_back("bob", 2_600, CY)
        room.cage.buy_back("bob", 2_550, CY, "one")
        room.cage.buy_back("bob", 2_550, CY, "one")  # a retry
        with pytest.raises(Conflict):
            room.cage.buy_back("bob", 2_550, CY, "two")  # a wish is granted once
        assert balance(store, wallet("bob")) == 10_000 - 2_550

    opened(store, scenario)


@pytest.mark.clause("HR-35")
def test_a_grant_takes_two_of_the_money_side_and_neither_gets_it(store: Store) -> None:
    async def scenario(room: Room) -> None:
        room.cage.fund(10_000_000, EVE, CY, "opening")
        for by, second in [
            (EVE, None),
            (EVE, EVE),
            (ADA, CY),
            (EVE, ADA),
            (EVE, AL),
            (SUE, CY),
            (DAN, SUE),
            (ANN, BOB),
        ]:
            with pytest.raises(NotAllowed):
                room.cage.grant("ann", 100, by, second, "why not")
        for concerned in ("eve", "cy"):
            with pytest.raises(NotAllowed, match="the same person"):
                room.cage.grant(concerned, 100, EVE, CY, "for me")
        room.cage.grant("ann", 100, CY, SUE, "an apology")
        assert balance(store, wallet("ann")) == 100

    opened(store, scenario)


@pytest.mark.clause("HR-34")
def test_the_demo_rooms_gift_is_bounded_marked_and_for_the_demo_room_only(store: Store) -> None:
    async def scenario(room: Room) -> None:
        with pytest.raises(NotAllowed) as refused:
            room.cage.give(ANN, 100)
        assert refused.value.clause == "HR-34"
        visitor = Person.of("ann", "player", demo=True)
        room.cage.give(visitor, 10_000)
        for too_much in (GIFT_MAX, 0, -5):
            with pytest.raises(BadInput):
                room.cage.give(visitor, too_much)
        room.cage.give(visitor, GIFT_MAX - 10_000)
        assert (balance(store, wallet("ann")), balance(store, GIFT)) == (GIFT_MAX, -GIFT_MAX)
        assert (balance(store, CAGE), balance(store, CAPITAL)) == (0, -balance(store, tray(TABLE)))
        assert [e.payload["gift"] for e in store.events("cage") if e.kind == "chips.given"] == [True, True]

    opened(store, scenario)


# HR-37


class Clock:
    now = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(store: Store) -> Clock:
    store.clock = made = Clock()
    return made


@pytest.mark.clause("HR-37")
def test_lowering_works_at_once_and_raising_after_a_day(store: Store, clock: Clock) -> None:
    mine = Protections(store)
    assert mine.set_limits(ANN, PersonLimits(50_000, 60)).now(clock.now) == PersonLimits(50_000, 60)
    raised = mine.set_limits(ANN, PersonLimits(90_000, 30))  # more money, less time
    assert raised.now(clock.now) == PersonLimits(50_000, 30)
    assert raised.now(clock.now + DAY_US - 1) == PersonLimits(50_000, 30)
    assert raised.now(clock.now + DAY_US) == PersonLimits(90_000, 30)
    clock.now += DAY_US // 2
    again = mine.set_limits(ANN, PersonLimits(None, None))  # a new wish waits a day of its own
    assert again.now(clock.now + DAY_US // 2) == PersonLimits(50_000, 30)
    assert again.now(clock.now + DAY_US) == PersonLimits()
    lowered = mine.set_limits(ANN, PersonLimits(10_000, 30))  # and less takes the wish back
    assert lowered.now(clock.now + 9 * DAY_US) == PersonLimits(10_000, 30)
    with pytest.raises(BadInput):
        mine.set_limits(ANN, PersonLimits(-1, None))
    other_process = Protections(store)
    other_process.refresh()
    assert other_process.of("ann") == lowered


@pytest.mark.clause("HR-37")
def test_a_days_limit_counts_every_table_and_every_gift(store: Store, clock: Clock) -> None:
    async def scenario(room: Room) -> None:
        table = room.tables[TABLE]
        room.protections.set_limits(ANN, PersonLimits(20_000))
        room.cage.sell(table, "ann", 15_000, DAN)
        with pytest.raises(NotAllowed) as refused:
            room.cage.sell(table, "ann", 6_000, CY)
        assert (refused.value.clause, refused.value.accepted) == ("HR-37", "at most $50 today")
        with pytest.raises(NotAllowed):
            room.cage.give(Person.of("ann", "player", demo=True), 6_000)
        room.cage.fund(10_000_000, EVE, CY, "opening")
        with pytest.raises(NotAllowed, match="limit"):
            room.cage.grant("ann", 6_000, EVE, CY, "an apology")
        room.cage.sell(table, "ann", 5_000, CY)
        clock.now += DAY_US
        room.cage.sell(table, "ann", 20_000, DAN)
        lines = room.cage.statement("ann", 0, 2**62)
        assert {line.what for line in lines} == {"cash-for-chips"}
        assert [line.cents for line in lines] == [20_000, 5_000, 15_000]

    opened(store, scenario)


@pytest.mark.clause("HR-32", "HR-37")
def test_a_days_limit_follows_the_rooms_own_day(store: Store, clock: Clock) -> None:
    """At a room in Tacoma whose day turns at six in the morning, midnight of UTC is nothing."""
    keep_gambling_day(store, GamblingDay(6, "America/Los_Angeles"), "ada")

    async def scenario(room: Room) -> None:
        table = room.tables[TABLE]
        room.protections.set_limits(ANN, PersonLimits(20_000))
        days = gambling_day(store)
        first = days.of(clock.now)
        clock.now = days.bounds(first)[1] - 2 * MINUTE_US
        room.cage.sell(table, "ann", 20_000, DAN)
        clock.now += MINUTE_US
        with pytest.raises(NotAllowed, match="limit"):
            room.cage.sell(table, "ann", 100, DAN)
        clock.now += 2 * MINUTE_US
        room.cage.sell(table, "ann", 20_000, DAN)
        assert store.document(f"day/{first}/{TABLE}")["drop_cents"] == 20_000

    opened(store, scenario)


@pytest.mark.clause("HR-37")
def test_who_promised_not_to_play_gets_no_seat_no_bet_and_no_chips(store: Store, clock: Clock) -> None:
    async def scenario(room: Room) -> None:
        ann = player(room, "ann", 10_000)
        await room.do(TABLE, Sit(ann, None, 1))
        room.protections.cool_off(ann, 7)
        for command in (Sit(ann, None, 2), Bet(ann, None, 1, "ante", 500)):
            with pytest.raises(NotAllowed) as refused:
                await room.do(TABLE, command)
            assert refused.value.clause == "HR-37"
        with pytest.raises(NotAllowed, match="takes a break"):
            room.cage.sell(room.tables[TABLE], "ann", 10_000, DAN)
        room.cage.fund(10_000_000, EVE, CY, "opening")
        with pytest.raises(NotAllowed, match="takes a break"):
            room.cage.grant("ann", 10_000, EVE, CY, "an apology")
        room.protections.exclude(ann, 200)
        room.protections.cool_off(ann, 1)  # a shorter promise does not shorten a longer one
        clock.now += 199 * DAY_US
        with pytest.raises(NotAllowed, match="has excluded"):
            await room.do(TABLE, Sit(ann, None, 2))
        clock.now += DAY_US
        await room.do(TABLE, Leave(ann, None, 1))
        await room.do(TABLE, Sit(ann, None, 2))
        for days in (0, 43):
            with pytest.raises(BadInput):
                room.protections.cool_off(ann, days)
        with pytest.raises(BadInput):
            room.protections.exclude(ann, 30)

    opened(store, scenario)


@pytest.mark.clause("HR-37")
def test_a_sessions_limit_counts_from_the_sign_in(store: Store, clock: Clock) -> None:
    async def scenario(room: Room) -> None:
        ann = player(room, "ann", 10_000)
        room.people.begin(ann)
        room.protections.set_limits(ann, PersonLimits(session_minutes=30))
        clock.now += 30 * MINUTE_US
        await room.do(TABLE, Sit(ann, None, 1))
        clock.now += 1
        with pytest.raises(NotAllowed, match="30 minutes"):
            await room.do(TABLE, Bet(ann, None, 1, "ante", 500))

    opened(store, scenario)


# what players ask for


@pytest.mark.clause("HR-34")
def test_asking_moves_nothing_and_the_sale_answers_it(store: Store) -> None:
    async def scenario(room: Room) -> None:
        asking = room.asking
        with pytest.raises(BadInput, match="at a table"):
            asking.ask(ANN, Wish.CHIPS, 10_000, "nowhere")
        for cents in (0, -100, 150, 10_000_100):
            with pytest.raises(BadInput, match="amount"):
                asking.ask(ANN, Wish.CHIPS, cents, TABLE)
        asking.ask(ANN, Wish.CHIPS, 5_000, TABLE, "one")
        asking.ask(ANN, Wish.CHIPS, 5_000, TABLE, "one")  # a retry
        asking.ask(BOB, Wish.CASH, 1_000)
        asking.ask(ANN, Wish.CHIPS, 20_000, TABLE)
        assert [(a.player, a.wish, a.cents) for a in asking.open()] == [
            ("bob", Wish.CASH, 1_000),
            ("ann", Wish.CHIPS, 20_000),
        ]
        assert balance(store, wallet("ann")) == 0
        room.cage.sell(room.tables[TABLE], "ann", 15_000, DAN)
        assert asking.of("ann") is None, "less was sold than was asked for: it is answered all the same"
        room.cage.sell(room.tables[TABLE], "bob", 5_000, CY)
        assert asking.of("bob") is not None, "another wish than the sale"
        room.cage.fund(100_000, EVE, SUE, "opening")
        room.cage.buy_back("bob", 1_000, CY)
        assert asking.open() == []
        assert balance(store, wallet("bob")) == 4_000

    opened(store, scenario)


@pytest.mark.clause("HR-34", "HR-35")
def test_a_wish_is_taken_back_by_its_owner_or_declined_by_whoever_could_grant_it(store: Store) -> None:
    async def scenario(room: Room) -> None:
        asking = room.asking
        with pytest.raises(Conflict):
            asking.take_back(ANN)
        with pytest.raises(NotFound):
            asking.decline("ann", CY, "nothing")
        asking.ask(ANN, Wish.CASH, 1_000)
        for by in (BOB, DAN, SUE, EVE, ADA, AL):
            with pytest.raises(NotAllowed):
                asking.decline("ann", by, "no")
        asking.decline("ann", CY, "come to the cage with your chips")
        assert asking.declined("ann").endswith(": declined, come to the cage with your chips.")
        assert asking.of("ann") is None
        asking.ask(ANN, Wish.CHIPS, 1_000, TABLE)
        assert asking.declined("ann") == ""
        asking.take_back(ANN)
        assert asking.open() == []

    opened(store, scenario)
