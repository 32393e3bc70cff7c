"""Chips come from cash that somebody has counted, within what is there and what the player allows (HR-34, HR-37)."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from pitboss.chips.accounts import CAGE, CASH, GIFT, Wallets, drop, tray, wallet
from pitboss.chips.cage import BUY_IN_MAX, CAPITAL, GIFT_MAX, Cage, Wish, need
from pitboss.chips.day_book import Sales, today
from pitboss.chips.trays import TrayDesk
from pitboss.core.errors import BadInput, Conflict, IllegalAction, NotAllowed, NotFound
from pitboss.house.report import SalesOf, report_from_store, report_html
from pitboss.ledger import KeyReused, Overdraft, Store, Unit
from pitboss.ledger.days import GamblingDay, gambling_day, keep_gambling_day
from pitboss.people.person import Person
from pitboss.people.protection import DAY_US, MINUTE_US, PersonLimits, Protections
from pitboss.room.commands import Bet, Leave, Sit
from pitboss.room.jackpot_office import Office
from pitboss.room.pit import alerts
from tests.refusals import refused
from tests.room.support import ADA, AL, ANN, BOB, CY, DAN, EVE, SUE, Floor

TABLE = "fu-bacc-1"


@pytest.mark.clause("HR-34")
async def test_chips_are_sold_by_a_dealer_or_cashier_and_by_nobody_else(floor: Floor) -> None:
    at = await floor.table()
    for by in (ANN, SUE, EVE, ADA, AL):
        with pytest.raises(NotAllowed, match="may not sell chips"):
            at.cage.sell(at.table, "ann", 10_000, by)
    with pytest.raises(NotAllowed, match="the same person"):
        at.cage.sell(at.table, "dan", 10_000, DAN)
    for by in (DAN, CY):
        at.cage.sell(at.table, "ann", 10_000, by, "one")
        at.cage.sell(at.table, "ann", 10_000, by, "one")  # a retry
    with pytest.raises(KeyReused):
        at.cage.sell(at.table, "ann", 90_000, DAN, "one")
    assert at.balance(wallet("ann")) == 20_000
    assert at.balance(drop(TABLE)) == 20_000
    sold = [event for event in floor.store.events("cage") if event.kind == "chips.bought"]
    assert [(e.actor, e.payload["cash"]) for e in sold] == [("dan", "confirmed"), ("cy", "confirmed")]


@pytest.mark.clause("HR-34")
async def test_a_tray_and_the_cage_give_only_what_they_have(floor: Floor) -> None:
    at = await floor.table()
    there = at.balance(tray(TABLE))
    with pytest.raises(Overdraft) as refused:
        at.cage.sell(at.table, "ann", there + 100, DAN)
    assert refused.value.clause == "HR-34"
    at.cage.sell(at.table, "ann", there, DAN, None, SUE)
    with pytest.raises(Overdraft):
        at.cage.sell(at.table, "bob", 100, DAN)
    assert at.balance(tray(TABLE)) == 0
    with pytest.raises(Overdraft):  # what the house put in for the opener is in the tray
        at.cage.grant("bob", 100, EVE, CY, "an apology")
    for second in (None, EVE, ADA, DAN):
        with pytest.raises(NotAllowed):
            at.cage.fund(10_000_000, EVE, second, "opening")
    at.cage.fund(10_000_000, EVE, CY, "opening")
    assert (at.balance(CAPITAL), at.cage.cents()) == (-10_000_000 - there, 10_000_000)
    at.cage.grant("bob", 100, EVE, CY, "an apology")
    with pytest.raises(Overdraft):
        at.cage.grant("bob", 10_000_000, EVE, CY, "too much")
    at.room.requests.ask(BOB, Wish.CASH, 500)
    with pytest.raises(Overdraft):
        at.cage.buy_back("bob", 101, CY)
    at.cage.buy_back("bob", 100, CY)
    assert (at.balance(wallet("bob")), at.balance(CASH)) == (0, 100 - there)


@pytest.mark.clause("HR-34")
async def test_a_cashier_takes_no_chips_that_their_owner_has_not_asked_to_change(floor: Floor) -> None:
    at = await floor.table()
    at.cage.sell(at.table, "bob", 10_000, DAN)
    with pytest.raises(Conflict, match="has asked for \\$0 in cash") as refused:
        at.cage.buy_back("bob", 10_000, CY)
    assert refused.value.clause == "HR-34"
    at.room.requests.ask(BOB, Wish.CHIPS, 10_000, TABLE)
    with pytest.raises(Conflict):
        at.cage.buy_back("bob", 100, CY)  # another wish than this
    at.room.requests.ask(BOB, Wish.CASH, 2_550)
    with pytest.raises(Conflict, match="not for"):
        at.cage.buy_back("bob", 2_600, CY)
    at.cage.buy_back("bob", 2_550, CY, "one")
    at.cage.buy_back("bob", 2_550, CY, "one")  # a retry
    with pytest.raises(Conflict):
        at.cage.buy_back("bob", 2_550, CY, "two")  # a wish is granted once
    assert at.balance(wallet("bob")) == 10_000 - 2_550


@pytest.mark.clause("HR-35")
async def test_a_grant_takes_two_of_the_money_side_and_neither_gets_it(floor: Floor) -> None:
    at = await floor.table()
    at.cage.fund(10_000_000, EVE, CY, "opening")
    no_pairs = (EVE, None), (EVE, EVE), (ADA, CY), (EVE, ADA), (EVE, AL), (SUE, CY), (DAN, SUE), (ANN, BOB)
    for by, second in no_pairs:
        with pytest.raises(NotAllowed):
            at.cage.grant("ann", 100, by, second, "why not")
    for concerned in ("eve", "cy"):
        with pytest.raises(NotAllowed, match="the same person"):
            at.cage.grant(concerned, 100, EVE, CY, "for me")
    at.cage.grant("ann", 100, CY, SUE, "an apology")
    assert at.balance(wallet("ann")) == 100


@pytest.mark.clause("HR-34")
async def test_the_demo_rooms_gift_is_bounded_marked_and_for_the_demo_room_only(floor: Floor) -> None:
    at = await floor.table()
    with pytest.raises(NotAllowed) as refused:
        at.cage.give(ANN, 100)
    assert refused.value.clause == "HR-34"
    visitor = Person.of("ann", "player", demo=True)
    at.cage.give(visitor, 10_000)
    for too_much in (GIFT_MAX, 0, -5):
        with pytest.raises(BadInput):
            at.cage.give(visitor, too_much)
    at.cage.give(visitor, GIFT_MAX - 10_000)
    assert (at.balance(wallet("ann")), at.balance(GIFT)) == (GIFT_MAX, -GIFT_MAX)
    assert (at.balance(CAGE), at.balance(CAPITAL)) == (0, -at.balance(tray(TABLE)))
    assert [e.payload["gift"] for e in floor.store.events("cage") if e.kind == "chips.given"] == [True, True]


@pytest.mark.clause("HR-34", "HR-35")
async def test_the_cage_at_its_edges(floor: Floor) -> None:
    """The largest sale, a sale of nothing, a gift that fills the wallet; each is told to who keeps wallets at hand."""
    at = await floor.table()
    at.cage.fund(BUY_IN_MAX, EVE, CY, "opening")
    TrayDesk(floor.store).fill(TABLE, BUY_IN_MAX, CY, DAN, "slip 1")
    assert at.room.wallets.available("bob") == 0
    for cents in (0, -100, 50, BUY_IN_MAX + 100):
        wrong = refused(BadInput)(at.cage.sell, at.table, "bob", cents, DAN, None, SUE)
        assert wrong.accepted == "whole chips, up to 10000000 cents"
    at.cage.sell(at.table, "bob", BUY_IN_MAX, DAN, None, SUE)
    assert at.room.wallets.available("bob") == BUY_IN_MAX
    refused(NotAllowed, "the same person")(at.cage.buy_back, "cy", 100, CY)
    visitor = Person.of("ann", "player", demo=True)
    at.cage.give(visitor, 10_000)
    assert refused(BadInput)(at.cage.give, visitor, GIFT_MAX).accepted == "up to $9,900"


@pytest.mark.clause("HR-34")
def test_a_cage_that_is_not_there_has_nothing(store: Store) -> None:
    cage = Cage(store, Wallets(store))
    assert cage.cents() == 0
    refused(Overdraft)(cage.grant, "ann", 1, EVE, CY, "an apology")

    def work(unit: Unit) -> None:
        unit.record("needed", "test", "test")
        for cents in (0, 1):
            refused(Overdraft)(need, unit, "nobody's", cents, "chips")

    store.write(work)


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
async def test_a_days_limit_counts_every_table_and_every_gift(floor: Floor, clock: Clock) -> None:
    at = await floor.table()
    at.room.protections.set_limits(ANN, PersonLimits(20_000))
    at.cage.sell(at.table, "ann", 15_000, DAN)
    with pytest.raises(NotAllowed) as refused:
        at.cage.sell(at.table, "ann", 6_000, CY)
    assert (refused.value.clause, refused.value.accepted) == ("HR-37", "at most $50 today")
    with pytest.raises(NotAllowed):
        at.cage.give(Person.of("ann", "player", demo=True), 6_000)
    at.cage.fund(10_000_000, EVE, CY, "opening")
    with pytest.raises(NotAllowed, match="limit"):
        at.cage.grant("ann", 6_000, EVE, CY, "an apology")
    at.cage.sell(at.table, "ann", 5_000, CY)
    clock.now += DAY_US
    at.cage.sell(at.table, "ann", 20_000, DAN)
    lines = at.cage.statement("ann", 0, 2**62)
    assert {line.what for line in lines} == {"cash-for-chips"}
    assert [line.cents for line in lines] == [20_000, 5_000, 15_000]


@pytest.mark.clause("HR-32", "HR-37")
async def test_a_days_limit_follows_the_rooms_own_day(floor: Floor, clock: Clock) -> None:
    """At a room in Tacoma whose day turns at six in the morning, midnight of UTC is nothing."""
    keep_gambling_day(floor.store, GamblingDay(6, "America/Los_Angeles"), "ada")
    at = await floor.table()
    at.room.protections.set_limits(ANN, PersonLimits(20_000))
    days = gambling_day(floor.store)
    first = days.of(clock.now)
    clock.now = days.bounds(first)[1] - 2 * MINUTE_US
    at.cage.sell(at.table, "ann", 20_000, DAN)
    clock.now += MINUTE_US
    with pytest.raises(NotAllowed, match="limit"):
        at.cage.sell(at.table, "ann", 100, DAN)
    clock.now += 2 * MINUTE_US
    at.cage.sell(at.table, "ann", 20_000, DAN)
    assert floor.store.document(f"day/{first}/{TABLE}")["drop_cents"] == 20_000


@pytest.mark.clause("HR-37")
async def test_who_promised_not_to_play_gets_no_seat_no_bet_and_no_chips(floor: Floor, clock: Clock) -> None:
    at = await floor.table()
    ann = at.player("ann", 10_000)
    await at.do(Sit(ann, None, 1))
    at.room.protections.cool_off(ann, 7)
    for command in (Sit(ann, None, 2), Bet(ann, None, 1, "ante", 500)):
        with pytest.raises(NotAllowed) as refused:
            await at.do(command)
        assert refused.value.clause == "HR-37"
    with pytest.raises(NotAllowed, match="takes a break"):
        at.cage.sell(at.table, "ann", 10_000, DAN)
    at.cage.fund(10_000_000, EVE, CY, "opening")
    with pytest.raises(NotAllowed, match="takes a break"):
        at.cage.grant("ann", 10_000, EVE, CY, "an apology")
    at.room.protections.exclude(ann, 200)
    at.room.protections.cool_off(ann, 1)  # a shorter promise does not shorten a longer one
    clock.now += 199 * DAY_US
    with pytest.raises(NotAllowed, match="has excluded"):
        await at.do(Sit(ann, None, 2))
    clock.now += DAY_US
    await at.do(Leave(ann, None, 1), Sit(ann, None, 2))
    for days in (0, 43):
        with pytest.raises(BadInput):
            at.room.protections.cool_off(ann, days)
    with pytest.raises(BadInput):
        at.room.protections.exclude(ann, 30)


@pytest.mark.clause("HR-37")
async def test_a_sessions_limit_counts_from_the_sign_in(floor: Floor, clock: Clock) -> None:
    at = await floor.table()
    ann = at.player("ann", 10_000)
    at.room.people.begin(ann)
    at.room.protections.set_limits(ann, PersonLimits(session_minutes=30))
    clock.now += 30 * MINUTE_US
    await at.do(Sit(ann, None, 1))
    clock.now += 1
    with pytest.raises(NotAllowed, match="30 minutes"):
        await at.do(Bet(ann, None, 1, "ante", 500))


# what players ask for


@pytest.mark.clause("HR-34")
async def test_asking_moves_nothing_and_the_sale_answers_it(floor: Floor) -> None:
    at = await floor.table()
    requests = at.room.requests
    with pytest.raises(BadInput, match="at a table"):
        requests.ask(ANN, Wish.CHIPS, 10_000, "nowhere")
    for cents in (0, -100, 150, 10_000_100):
        with pytest.raises(BadInput, match="amount"):
            requests.ask(ANN, Wish.CHIPS, cents, TABLE)
    requests.ask(ANN, Wish.CHIPS, 5_000, TABLE, "one")
    requests.ask(ANN, Wish.CHIPS, 5_000, TABLE, "one")  # a retry
    requests.ask(BOB, Wish.CASH, 1_000)
    requests.ask(ANN, Wish.CHIPS, 20_000, TABLE)
    wishes = [("bob", Wish.CASH, 1_000), ("ann", Wish.CHIPS, 20_000)]
    assert [(a.player, a.wish, a.cents) for a in requests.open()] == wishes
    assert at.balance(wallet("ann")) == 0
    at.cage.sell(at.table, "ann", 15_000, DAN)
    assert requests.of("ann") is None, "less was sold than was asked for: it is answered all the same"
    at.cage.sell(at.table, "bob", 5_000, CY)
    assert requests.of("bob") is not None, "another wish than the sale"
    at.cage.fund(100_000, EVE, SUE, "opening")
    at.cage.buy_back("bob", 1_000, CY)
    assert requests.open() == []
    assert at.balance(wallet("bob")) == 4_000


@pytest.mark.clause("HR-34")
async def test_a_wish_for_chips_is_answered_once_however_many_people_press(floor: Floor) -> None:
    at = await floor.table()
    asked = at.room.requests.ask(ANN, Wish.CHIPS, 5_000, TABLE)

    def answer(by: Person, at_us: int = asked.at_us) -> str:
        try:
            at.cage.sell(at.table, "ann", 5_000, by, asked_us=at_us)
        except Conflict as error:
            return error.message
        return "sold"

    answers = await asyncio.gather(*(asyncio.to_thread(answer, by) for by in (CY, DAN, CY)))
    assert sorted(answers) == [*["What ann asked for is answered already, or asked for no more."] * 2, "sold"]
    assert at.balance(wallet("ann")) == 5_000
    again = at.room.requests.ask(ANN, Wish.CHIPS, 1_000, TABLE)
    assert answer(CY) != "sold", "a page that shows the wish before"
    at.room.requests.ask(ANN, Wish.CASH, 1_000)
    assert answer(CY, again.at_us) != "sold"
    assert at.balance(wallet("ann")) == 5_000
    at.cage.sell(at.table, "ann", 5_000, DAN)
    assert at.balance(wallet("ann")) == 10_000, "cash that comes without a wish"


@pytest.mark.clause("HR-34", "HR-35")
async def test_a_wish_is_taken_back_by_its_owner_or_declined_by_whoever_could_grant_it(floor: Floor) -> None:
    at = await floor.table()
    requests = at.room.requests
    with pytest.raises(Conflict):
        requests.take_back(ANN)
    with pytest.raises(NotFound):
        requests.decline("ann", CY, "nothing")
    requests.ask(ANN, Wish.CASH, 1_000)
    for by in (BOB, DAN, SUE, EVE, ADA, AL):
        with pytest.raises(NotAllowed):
            requests.decline("ann", by, "no")
    requests.decline("ann", CY, "come to the cage with your chips")
    assert requests.declined("ann").endswith(": declined, come to the cage with your chips.")
    assert requests.of("ann") is None
    requests.ask(ANN, Wish.CHIPS, 1_000, TABLE)
    assert requests.declined("ann") == ""
    requests.take_back(ANN)
    assert requests.open() == []


@pytest.mark.clause("HR-34")
async def test_above_the_days_amount_a_boss_counts_the_cash_too(floor: Floor) -> None:
    """$3,000 at a table by one person alone, in however many sales; then every sale takes two."""
    at = await floor.table()
    before = floor.store.head()
    with pytest.raises(IllegalAction, match=r"dan has booked \$0 of chips for cash at fu-bacc-1.*two people"):
        at.cage.sell(at.table, "ann", 300_500, DAN)
    assert floor.store.head() == before
    at.cage.sell(at.table, "ann", 200_000, DAN, "one")
    at.cage.sell(at.table, "bob", 100_000, DAN, "two")
    at.cage.sell(at.table, "bob", 100_000, DAN, "two")  # a retry
    head = floor.store.head()
    for second, why in (
        (None, "take two people"),
        (DAN, "takes two people; dan is one"),
        (CY, "may not sign as the second"),
        (AL, "may not sign as the second"),
        (Person.of("bob", "supervisor"), "it is the same person"),
    ):
        with pytest.raises((IllegalAction, NotAllowed), match=why):
            at.cage.sell(at.table, "bob", 500, DAN, "three", second)
    assert floor.store.head() == head
    at.cage.sell(at.table, "bob", 500, DAN, "three", SUE)
    at.cage.sell(at.table, "ann", 30_000, CY)  # somebody else has an amount of the own
    with pytest.raises(IllegalAction, match="take two people"):
        at.cage.sell(at.table, "ann", 500, DAN)
    found = await asyncio.to_thread(
        alerts, at.room, Office(at.room, asyncio.get_running_loop()), date.fromisoformat(today(floor.store))
    )
    (told,) = [one for one in found if one.kind == "sales"]
    assert told.text.startswith("dan has sold $3,005 of chips for cash at ")
    assert told.text.endswith(", $3,000 of it alone")
    sold = [e.payload.get("second") for e in floor.store.events("cage") if e.kind == "chips.bought"]
    assert sold == [None, None, "sue", None]
    day = date.fromisoformat(today(floor.store))
    report = report_from_store(floor.store, day, {})
    cy, dan = Sales(1, 30_000, 30_000), Sales(3, 300_500, 300_000)
    assert report.sales == (SalesOf(TABLE, "cy", cy), SalesOf(TABLE, "dan", dan))
    assert sum(one.sums.cents for one in report.sales) == report.total.drop_cents
    page = report_html(report)
    assert "sold by" in page and "$3,005" in page
