"""Jackpots at live tables: START GAME to END GAME, claims from the cards to the wallet, linked displays.

The decks are stacked through the shoe's source of random numbers: the order that is committed to is the one that
deals the hand the test needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from fractions import Fraction

import pytest

from pitboss.cards import parse_many
from pitboss.errors import BadInput, Conflict, IllegalAction, IllegalWager, NotAllowed
from pitboss.house.days import gambling_day
from pitboss.jackpot import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings, Reason
from pitboss.jackpot.adjust import Adjustment
from pitboss.people.person import Person, Role
from pitboss.room.chips import felt, tray, wallet
from pitboss.room.commands import Bet, EndGame, Press, Ready, Sit, StartGame, TakeDecision
from pitboss.room.history import load_round
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.room.setup import Pace, TableSetup
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.store import UNIT_PER_CENT, Store
from pitboss.store.verify import verify
from tests.room.chosen import choose
from tests.room.support import SLOW, Screen, make_room, player, until

GAME = "down-under-holdem"
TABLE = "hold-1"
BOSS = Person.of("boss", Role.EXECUTIVE)
FIXED = 500
SEED = 5_000_00
SURVEILLANCE = 3_000_00
DAN, SUE, EVE, AL, CASHIER = (
    Person.of("dan", "dealer"),
    Person.of("sue", "supervisor"),
    Person.of("eve", "executive"),
    Person.of("al", "auditor"),
    Person.of("cy", "cashier"),
)

Scenario = Callable[[Room, Office], Awaitable[None]]


def config() -> TableConfig:
    return TableConfig(
        GAME,
        offered=frozenset({"jackpot"}),
        pay_tables={"jackpot": "option-3"},
        limits={"jackpot": Limits(FIXED, FIXED)},
    )


def open_jackpot(store: Store, *tables: str, seed: int = SEED) -> JackpotDesk:
    desk = JackpotDesk(store)
    controls = Controls(
        executive_from_cents=10_000_00, surveillance_over_cents=SURVEILLANCE, deposit_days=7, notices=3
    )
    meters = {"meter": MeterSettings(seed * 100 // FIXED, Fraction(20, 100), Fraction(3, 100))}
    desk.create(
        JackpotConfig("royal", Kind.PROGRESSIVE, GAME, "option-3", FIXED, controls, "here", meters), BOSS
    )
    for table in tables:
        desk.add_table(
            table, GAME, BOSS, spots=config().spots, location="here", options=dict(config().options)
        )
        desk.link("royal", table, "option-3", BOSS)
    desk.start("royal", BOSS)
    return desk


def run(
    store: Store,
    scenario: Scenario,
    *,
    dealer: str = "house",
    tables: tuple[str, ...] = (TABLE,),
    pace: Pace = SLOW,
) -> None:
    async def whole() -> None:
        setups = [TableSetup(id, id, config(), dealer=dealer, pace=pace) for id in tables]  # type: ignore[arg-type]
        room = make_room(store, *setups)
        await room.open()
        office = Office(room, asyncio.get_running_loop())
        await scenario(room, office)
        await room.close()

    asyncio.run(whole())
    assert store.trial_balance() == 0
    assert verify(store).sound


def stack(monkeypatch: pytest.MonkeyPatch, front: str) -> None:
    """Every shoe begins with these cards, the others follow in their order."""
    first = parse_many(front)
    order = (*first, *(card for card in range(52) if card not in first))
    choose(monkeypatch.setattr, lambda config: order)


async def deal(room: Room, people: dict[int, Person], table: str = TABLE) -> Round:
    """Everybody bets Ante, Bet and jackpot, says ready, checks and plays once after the flop."""
    await bet_with_jackpot(room, people, table)
    for person in people.values():
        await room.do(table, Ready(person, None))
    return await play_out(room, people, table)


async def bet_with_jackpot(room: Room, people: dict[int, Person], table: str = TABLE) -> None:
    """Everybody sits down and bets Ante, Bet and jackpot."""
    for spot, person in people.items():
        if room.tables[table].seats[spot].player is None:
            await room.do(table, Sit(person, None, spot))
        for wager, cents in (("ante", 500), ("bet", 500), ("jackpot", FIXED)):
            await room.do(table, Bet(person, None, spot, wager, cents))


async def play_out(room: Room, people: dict[int, Person], table: str = TABLE) -> Round:
    round = room.tables[table].round
    assert round is not None
    while not round.finished:
        ask = round.pending[0]
        action = "check" if any(c.action == "check" for c in ask.choices) else "play-1x"
        await room.do(table, TakeDecision(people[ask.spot], None, ask.spot, Decision(action)))
    return round


def cents(store: Store, account: str) -> int:
    return store.account(account).credit_balance // UNIT_PER_CENT


ROYAL = "As 2h 3c Ks 7d 8d Qs Js Ts 4c 5d"
"""spot 1 flops a royal flush"""
TRIPS = "Ah 2h 3c Ad 7d 8d As Kd 9c 4c 5d"
"""spot 1 flops three aces"""
NOTHING = "Ah 2h 3c 9d 7d 8d Js Kd 4c 4s 5d"


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-16", "JP-17", "JP-20", "HR-14")
def test_a_royal_from_the_wager_to_the_win_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, ROYAL)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        round = await deal(room, people)
        assert [hit.hand for hit in round.jackpots] == ["royal-flush"]
        displayed = SEED + 2 * FIXED * 20 // 100
        assert desk.meter_cents("royal") == displayed
        (claim,) = office.claims()
        assert (claim.spot, claim.player, claim.status, claim.payout_cents) == (
            1,
            "ann",
            "marked",
            displayed,
        )
        assert claim.needs == ("surveillance", "supervisor", "supervisor or executive card")

        await room.do(TABLE, Ready(people[1], None))
        with pytest.raises(Conflict, match="is not completed") as refused:
            await room.do(TABLE, Ready(people[2], None))
        assert refused.value.clause == "JP-04"
        assert room.tables[TABLE].phase == "settled"
        assert "not completed" in room.tables[TABLE].notices[0]

        with pytest.raises(NotAllowed):
            await asyncio.to_thread(office.confirm, claim.id, DAN)
        stands = await asyncio.to_thread(office.confirm, claim.id, SUE)
        assert (stands.status, stands.needs) == (
            "confirmed",
            ("surveillance", "supervisor or executive card"),
        )
        with pytest.raises(IllegalAction, match="over") as early:
            await asyncio.to_thread(office.confirm, claim.id, SUE)
        assert early.value.clause == "HR-14"
        seen = {"hand": "royal-flush", "wager_cents": FIXED, "payout_cents": displayed}
        for wrong in ({"player": "bob"}, {"player": "ann", "payout_cents": displayed - 1}):
            with pytest.raises(IllegalAction):
                await asyncio.to_thread(lambda w=wrong: office.surveillance(claim.id, AL, **{**seen, **w}))
        with pytest.raises(NotAllowed, match="may not confirm a payout for surveillance"):
            await asyncio.to_thread(lambda: office.surveillance(claim.id, SUE, **seen, player="ann"))
        await asyncio.to_thread(lambda: office.surveillance(claim.id, AL, **seen, player="ann"))
        before = {name: cents(store, wallet(name)) for name in ("ann", "bob")}
        done = await asyncio.to_thread(office.confirm, claim.id, SUE)
        assert done.status == "completed"
        assert desk.meter_cents("royal") == SEED + 2 * FIXED * 3 // 100
        with pytest.raises(Conflict, match=r"^Royal flush at hold-1, spot 1 is completed already"):
            await asyncio.to_thread(office.confirm, claim.id, EVE)

        await until(lambda: room.tables[TABLE].phase == "betting")
        await room.keeper(TABLE).quiet()
        assert room.tables[TABLE].phase == "betting"
        assert cents(store, wallet("bob")) == before["bob"] + 1_000_00
        assert cents(store, wallet("ann")) == before["ann"]
        with pytest.raises(NotAllowed, match="To pay a prize takes another person than to complete an award"):
            await asyncio.to_thread(office.pay, claim.id, SUE)
        page = await asyncio.to_thread(office.pay, claim.id, CASHIER)
        with pytest.raises(Conflict, match="is paid"):
            await asyncio.to_thread(office.pay, claim.id, CASHIER)
        assert (page.award.prize_cents, page.award.player, page.award.state) == (displayed, "ann", "paid")
        rows = dict(page.rows)
        assert rows["Confirmed by"] == "sue (supervisor)"
        assert rows["Cards"] == "As Ks + Qs Js Ts 4c 5d"
        await until(lambda: room.bank.available("ann") == before["ann"] + displayed)
        assert cents(store, wallet("ann")) == before["ann"] + displayed
        assert cents(store, felt(TABLE)) == 0

    run(store, scenario)


@pytest.mark.clause("JP-16", "HR-20")
def test_a_large_award_waits_for_the_executive_even_over_a_restart(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, ROYAL)
    open_jackpot(store, TABLE, seed=50_000_00)

    async def first(room: Room, office: Office) -> None:
        await deal(room, {1: player(room, "ann"), 2: player(room, "bob")})

    async def second(room: Room, office: Office) -> None:
        table = room.tables[TABLE]
        assert (table.phase, table.game_on) == ("settled", True)
        (claim,) = office.claims()
        payout = claim.payout_cents
        await asyncio.to_thread(
            lambda: office.surveillance(
                claim.id, AL, hand="royal-flush", wager_cents=FIXED, payout_cents=payout, player="ann"
            )
        )
        stands = await asyncio.to_thread(office.confirm, claim.id, SUE)
        assert (stands.status, stands.needs) == ("ready", ("executive card",))
        done = await asyncio.to_thread(office.confirm, claim.id, EVE)
        assert done.status == "completed"
        # who has completed it, or seen it for surveillance, does not pay it
        assert done.not_paid_by == ("eve", "al")
        page = await asyncio.to_thread(office.win_page, claim.id)
        rows = dict(page.rows)
        assert rows["Completed by"] == "eve (executive)"
        # who marked it, when its round was played out, and when the card completed it
        assert rows["Marked by"] == str(claim.pressed_by)
        played = load_round(store, claim.round_id or "").settled
        assert played is not None and done.award is not None
        moment = gambling_day(store).moment
        assert (rows["Time of the hand"], rows["Time of completion"]) == (
            moment(played.at_us),
            moment(done.award.at_us),
        )

    run(store, first)
    run(store, second)


@pytest.mark.clause("JP-01", "JP-11", "JP-28")
def test_a_fixed_line_is_paid_from_the_tray_with_end_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, TRIPS)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        tray_before = cents(store, tray(TABLE))
        round = await deal(room, people)
        meter = desk.meter_cents("royal")
        for person in people.values():
            await room.do(TABLE, Ready(person, None))
        assert room.tables[TABLE].phase == "betting"
        assert cents(store, wallet("ann")) == 1_000_000 + round.net_cents(1)
        assert cents(store, wallet("bob")) == 1_000_000 + round.net_cents(2)
        assert (
            round.net_cents(1)
            - sum(s.net_cents for s in round.settlements if s.spot == 1 and s.wager != "jackpot")
            == 8 * FIXED
        )
        assert desk.meter_cents("royal") == meter
        assert cents(store, tray(TABLE)) == tray_before - round.net_cents(1) - round.net_cents(2)

    run(store, scenario)


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-26")
def test_a_dealer_in_person_starts_marks_and_ends(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, TRIPS)
    open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        for spot, person in people.items():
            await room.do(TABLE, Sit(person, None, spot))
            for wager, amount in (("ante", 500), ("bet", 500), ("jackpot", FIXED)):
                await room.do(TABLE, Bet(person, None, spot, wager, amount))
            await room.do(TABLE, Ready(person, None))
        assert room.tables[TABLE].phase == "betting"
        with pytest.raises(NotAllowed):
            await room.do(TABLE, StartGame(people[1], None))
        await room.do(TABLE, StartGame(DAN, None))
        with pytest.raises(Conflict, match="has been started"):
            await room.do(TABLE, StartGame(DAN, None))
        await play_out(room, people)
        assert office.claims() == []
        with pytest.raises(Conflict, match="is not marked") as unmarked:
            await room.do(TABLE, EndGame(DAN, None))
        assert unmarked.value.clause == "JP-15"
        await room.do(TABLE, Press(DAN, None, 1, "flush", "jackpot"))
        with pytest.raises(Conflict, match="one hand wins one line"):
            await room.do(TABLE, Press(DAN, None, 1, "three-of-a-kind", "jackpot"))
        with pytest.raises(Conflict, match="not marked"):
            await room.do(TABLE, EndGame(DAN, None))
        await room.do(TABLE, Press(DAN, None, 1, "flush", "jackpot"))
        await room.do(TABLE, Press(DAN, "the same press", 1, "three-of-a-kind", "jackpot"))
        await room.do(TABLE, Press(DAN, "the same press", 1, "three-of-a-kind", "jackpot"))
        assert [c.hand for c in office.claims()] == ["three-of-a-kind"]
        await room.do(TABLE, EndGame(DAN, None))
        assert room.tables[TABLE].phase == "betting"
        with pytest.raises(Conflict, match="no finished game"):
            await room.do(TABLE, EndGame(DAN, None))

    run(store, scenario, dealer="person")


@pytest.mark.clause("JP-02", "JP-01", "JP-06")
def test_a_jackpot_wager_is_the_fixed_amount_on_a_table_that_has_one(store: Store) -> None:
    open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        ann = player(room, "ann")
        for table in (TABLE, "bare-1"):
            await room.do(table, Sit(ann, None, 1))
        with pytest.raises(IllegalWager, match="outside the posted limits"):
            await room.do(TABLE, Bet(ann, None, 1, "jackpot", 2 * FIXED))
        with pytest.raises(IllegalWager, match="has no jackpot at this table"):
            await room.do("bare-1", Bet(ann, None, 1, "jackpot", FIXED))
        await room.do(TABLE, Bet(ann, None, 1, "jackpot", FIXED))
        with pytest.raises(IllegalWager, match="needs a wager on"):
            await room.do(TABLE, Ready(ann, None))

    run(store, scenario, tables=(TABLE, "bare-1"))


@pytest.mark.clause("HR-13")
def test_a_meter_rises_on_every_linked_display(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, NOTHING)
    open_jackpot(store, TABLE, "hold-2")

    async def scenario(room: Room, office: Office) -> None:
        screen = Screen(None)
        room.keeper("hold-2").subscribe(screen)
        shown = screen.state["jackpots"][0]["meters"][0]["cents"]
        await deal(room, {1: player(room, "ann"), 2: player(room, "bob")})
        due = shown + 2 * FIXED * 20 // 100
        await until(lambda: screen.state["jackpots"][0]["meters"][0]["cents"] == due)

    run(store, scenario, tables=(TABLE, "hold-2"))


@pytest.mark.clause("HR-10")
def test_a_suspended_jackpot_gives_its_wagers_back_and_the_game_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, NOTHING)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        ann = player(room, "ann")
        await room.do(TABLE, Sit(ann, None, 1))
        for wager, amount in (("ante", 500), ("bet", 500), ("jackpot", FIXED)):
            await room.do(TABLE, Bet(ann, None, 1, wager, amount))
        desk.suspend("royal", "the deposit is short", BOSS)
        with pytest.raises(Conflict, match="suspended"):
            await room.do(TABLE, Ready(ann, None))
        assert room.tables[TABLE].seats[1].bets == {"ante": 500, "bet": 500}
        assert "jackpot wager returned" in room.tables[TABLE].notices[0]
        await room.do(TABLE, Ready(ann, None))
        assert room.tables[TABLE].phase == "playing"

    run(store, scenario)


@pytest.mark.clause("HR-11", "HR-22")
def test_an_adjustment_needs_the_executive_and_a_reason(store: Store) -> None:
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        def adjust(person: Person, why: str) -> None:
            office.adjust("royal", Adjustment("meter", Reason.MALFUNCTION, why, -100), person, SUE, key=None)

        for person, kind in ((SUE, NotAllowed), (DAN, NotAllowed)):
            with pytest.raises(kind):
                await asyncio.to_thread(adjust, person, "display fault")
        with pytest.raises(BadInput):
            await asyncio.to_thread(adjust, EVE, " ")
        await asyncio.to_thread(adjust, EVE, "display fault, ticket 12")
        assert desk.meter_cents("royal") == SEED - 100
        entry = next(e for e in store.events("jackpot/royal", newest_first=True) if e.kind == "adjustment")
        assert entry.payload["note"] == "display fault, ticket 12"
        assert entry.actor == "eve (executive)"

    run(store, scenario)
