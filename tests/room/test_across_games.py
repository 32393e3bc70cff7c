"""One progressive over a Face Up and a Fortune Pai Gow Poker table, live (FP-10, JP-07, JP-14, HR-13)."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from pitboss.errors import IllegalAction
from pitboss.jackpot import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.people.person import Person, Role
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.room.setup import TableSetup
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from pitboss.store import Store
from pitboss.store.verify import verify
from tests.face_up_pai_gow_poker.support import order_of
from tests.room.chosen import choose
from tests.room.support import SLOW, Screen, make_room, player, until

BOSS, SUE = Person.of("boss", Role.EXECUTIVE), Person.of("sue", "supervisor")
FIXED, SEED = 100, 2_000_00
FACE_UP, FORTUNE = "face-up-pai-gow-poker", "fortune-pai-gow-poker"
TABLES = {"up-1": (FACE_UP, "FUPGPP-WA03", "standard"), "fortune-1": (FORTUNE, "FPGPP-WA03", "pai-gow")}
FIVE_ACES = {0: "Ks Kh Qd Jc 9s 4d 3h", 1: "As Ah Ad Ac Jk 7h 2c"}


def config(table: str) -> TableConfig:
    game, pays, _ = TABLES[table]
    return TableConfig(
        game,
        offered=frozenset({"jackpot"}),
        pay_tables={"jackpot": pays},
        limits={"jackpot": Limits(FIXED, FIXED)},
    )


def open_link(store: Store, confirmed: bool = False) -> JackpotDesk:
    desk = JackpotDesk(store)
    controls = Controls(
        executive_from_cents=100_000_00, surveillance_over_cents=3_000_00, deposit_days=7, notices=3,
        second_progressive_confirmed=confirmed,
    )  # fmt: skip
    meters = {"meter": MeterSettings(SEED, Fraction(20, 100), Fraction(3, 100))}
    for id, pays in (("link", "FUPGPP-WA03"), ("second", "FUPGPP-WA07")):
        desk.create(JackpotConfig(id, Kind.PROGRESSIVE, FACE_UP, pays, FIXED, controls, "here", meters), BOSS)
    for table, (game, pays, _) in TABLES.items():
        desk.add_table(table, game, BOSS, spots=6, location="here", options=dict(config(table).options))
        desk.link("link", table, pays, BOSS)
    desk.start("link", BOSS)
    return desk


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal gives spot 1 five aces."""
    order = order_of(FIVE_ACES)
    choose(monkeypatch.setattr, lambda config: order)


async def bet(room: Room, table: str, person: Person) -> None:
    await room.do(table, Sit(person, None, 1))
    for wager, cents in ((TABLES[table][2], 1000), ("jackpot", FIXED)):
        await room.do(table, Bet(person, None, 1, wager, cents))


async def play(room: Room, table: str, person: Person) -> None:
    await room.do(table, Ready(person, None))
    round = room.tables[table].round
    assert round is not None
    while not round.finished:
        await room.do(table, TakeDecision(person, None, 1, Decision("house-way")))
    assert [hit.hand for hit in round.jackpots] == ["five-aces"]


@pytest.mark.clause("FP-10", "JP-07", "JP-14", "HR-13")
def test_both_tables_feed_and_win_one_meter_in_the_order_of_the_cards(store: Store, stacked: None) -> None:
    desk = open_link(store)

    async def scenario() -> None:
        room = make_room(store, *(TableSetup(id, id, config(id), pace=SLOW) for id in TABLES))
        await room.open()
        office = Office(room, asyncio.get_running_loop())
        screens = {table: Screen(None) for table in TABLES}
        for table, screen in screens.items():
            room.keeper(table).subscribe(screen)
        people = {"up-1": player(room, "ann"), "fortune-1": player(room, "bob")}
        for table, person in people.items():
            await bet(room, table, person)
        await play(room, "fortune-1", people["fortune-1"])
        await play(room, "up-1", people["up-1"])

        def shown() -> set[int]:
            return {screen.state["jackpots"][0]["meters"][0]["cents"] for screen in screens.values()}

        before = SEED + 2 * FIXED * 20 // 100
        await until(lambda: shown() == {before})  # one meter on both displays
        claims = {claim.table: claim.id for claim in office.claims()}
        assert claims.keys() == TABLES.keys()
        # the Fortune table's hand was complete first: the other claim waits for it
        with pytest.raises(IllegalAction, match="first"):
            await asyncio.to_thread(office.confirm, claims["up-1"], SUE)
        for table in ("fortune-1", "up-1"):
            done = await asyncio.to_thread(office.confirm, claims[table], SUE)
            assert done.status == "completed"
        assert desk.meter_cents("link") < before
        await room.close()

    asyncio.run(scenario())
    assert store.trial_balance() == 0
    assert verify(store).sound


@pytest.mark.clause("FP-10", "HR-13")
def test_a_second_progressive_on_the_linked_games_only_when_confirmed(store: Store) -> None:
    desk = open_link(store)
    for table in TABLES:
        with pytest.raises(IllegalAction) as refused:
            desk.link("second", table, {"up-1": "FUPGPP-WA07", "fortune-1": "FPGPP-WA07"}[table], BOSS,
                      sensor="second-jackpot")  # fmt: skip
        assert refused.value.clause == "HR-13"


@pytest.mark.clause("FP-10", "JP-07")
def test_a_progressive_of_the_fortune_game_takes_face_up_tables_too(store: Store) -> None:
    desk = JackpotDesk(store)
    controls = Controls(
        executive_from_cents=100_000_00, surveillance_over_cents=3_000_00, deposit_days=7, notices=3
    )
    meters = {"meter": MeterSettings(SEED, Fraction(20, 100), Fraction(3, 100))}
    desk.create(
        JackpotConfig("f", Kind.PROGRESSIVE, FORTUNE, "FPGPP-WA07", FIXED, controls, "here", meters), BOSS
    )
    for table, (game, _, _) in TABLES.items():
        desk.add_table(table, game, BOSS, spots=6, location="here", options=dict(config(table).options))
    desk.link("f", "fortune-1", "FPGPP-WA07", BOSS)
    with pytest.raises(IllegalAction) as refused:
        desk.link("f", "up-1", "FUPGPP-WA03", BOSS)
    assert refused.value.clause == "JP-07"
    desk.link("f", "up-1", "FUPGPP-WA07", BOSS)
    assert set(desk.jackpot("f").tables) == set(TABLES)
