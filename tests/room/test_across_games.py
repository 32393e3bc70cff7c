"""One progressive over a Face Up and a Fortune Pai Gow Poker table, live (FP-10, JP-07, JP-14, HR-13)."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from pitboss.core.errors import IllegalAction
from pitboss.jackpots import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.ledger import Store
from pitboss.room.commands import Bet, Sit, TakeDecision
from pitboss.room.jackpot_office import Office
from pitboss.room.table import TableSetup
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from tests.face_up_pai_gow_poker.support import order_of
from tests.room.chosen import choose
from tests.room.support import BOSS, SLOW, SUE, At, Floor, until

pytestmark = pytest.mark.clause("FP-10")

FIXED, SEED = 100, 2_000_00
FACE_UP, FORTUNE = "face-up-pai-gow-poker", "fortune-pai-gow-poker"
TABLES = {"up-1": (FACE_UP, "FUPGPP-WA03", "standard"), "fortune-1": (FORTUNE, "FPGPP-WA03", "pai-gow")}
FIVE_ACES = {0: "Ks Kh Qd Jc 9s 4d 3h", 1: "As Ah Ad Ac Jk 7h 2c"}


def config(table: str) -> TableConfig:
    game, pays, _ = TABLES[table]
    wager = {"offered": frozenset({"jackpot"}), "limits": {"jackpot": Limits(FIXED, FIXED)}}
    return TableConfig(game, pay_tables={"jackpot": pays}, **wager)


def desk_with(store: Store, **jackpots: tuple[str, str]) -> JackpotDesk:
    """Progressives of a game and a pay table each, and both tables, which are on none of them yet."""
    desk, bounds = (
        JackpotDesk(store),
        {"executive_from_cents": 100_000_00, "surveillance_over_cents": 3_000_00},
    )
    controls = Controls(**bounds, deposit_days=7, notices=3)
    meters = {"meter": MeterSettings(SEED, Fraction(20, 100), Fraction(3, 100))}
    for id, (game, pays) in jackpots.items():
        desk.create(JackpotConfig(id, Kind.PROGRESSIVE, game, pays, FIXED, controls, "here", meters), BOSS)
    for table, (game, _, _) in TABLES.items():
        desk.add_table(table, game, BOSS, spots=6, location="here", options=dict(config(table).options))
    return desk


def open_link(store: Store) -> JackpotDesk:
    """Both tables on the first of two progressives of the Face Up game."""
    desk = desk_with(store, link=(FACE_UP, "FUPGPP-WA03"), second=(FACE_UP, "FUPGPP-WA07"))
    for table, (_, pays, _) in TABLES.items():
        desk.link("link", table, pays, BOSS)
    desk.start("link", BOSS)
    return desk


@pytest.mark.clause("JP-07", "JP-14", "HR-13")
async def test_both_tables_feed_and_win_one_meter_in_the_order_of_the_cards(floor: Floor) -> None:
    """Every deal gives spot 1 five aces."""
    order, desk = order_of(FIVE_ACES), open_link(floor.store)
    choose(floor.put, lambda config: order)
    room = await floor.open(*(TableSetup(id, id, config(id), pace=SLOW) for id in TABLES))
    office, tables = Office(room, asyncio.get_running_loop()), {id: At(room, id) for id in TABLES}
    screens = [at.screen() for at in tables.values()]
    for (id, at), name in zip(tables.items(), ("ann", "bob"), strict=True):
        at.people = {1: at.player(name)}
        bets = ((TABLES[id][2], 1000), ("jackpot", FIXED))
        await at.do(Sit(at.people[1], None, 1), *(Bet(at.people[1], None, 1, *laid) for laid in bets))
    for at in reversed(tables.values()):  # the Fortune table's hand is complete first
        await at.ready()
        while not at.round.finished:
            await at.do(TakeDecision(at.people[1], None, 1, Decision("house-way")))
        assert [hit.hand for hit in at.round.jackpots] == ["five-aces"]

    def shown() -> set[int]:
        return {screen.state["jackpots"][0]["meters"][0]["cents"] for screen in screens}

    before = SEED + 2 * FIXED * 20 // 100
    await until(lambda: shown() == {before})  # one meter on both displays
    claims = {claim.table: claim.id for claim in office.claims()}
    assert claims.keys() == TABLES.keys()
    with pytest.raises(IllegalAction, match="first"):
        await asyncio.to_thread(office.confirm, claims["up-1"], SUE)
    for table in ("fortune-1", "up-1"):
        done = await asyncio.to_thread(office.confirm, claims[table], SUE)
        assert done.status == "completed"
    assert desk.meter_cents("link") < before


@pytest.mark.clause("HR-13")
def test_a_second_progressive_on_the_linked_games_only_when_confirmed(store: Store) -> None:
    desk = open_link(store)
    for table, pays in (("up-1", "FUPGPP-WA07"), ("fortune-1", "FPGPP-WA07")):
        with pytest.raises(IllegalAction) as refused:
            desk.link("second", table, pays, BOSS, sensor="second-jackpot")
        assert refused.value.clause == "HR-13"


@pytest.mark.clause("JP-07")
def test_a_progressive_of_the_fortune_game_takes_face_up_tables_too(store: Store) -> None:
    desk = desk_with(store, f=(FORTUNE, "FPGPP-WA07"))
    desk.link("f", "fortune-1", "FPGPP-WA07", BOSS)
    with pytest.raises(IllegalAction) as refused:
        desk.link("f", "up-1", "FUPGPP-WA03", BOSS)
    assert refused.value.clause == "JP-07"
    desk.link("f", "up-1", "FUPGPP-WA07", BOSS)
    assert set(desk.jackpot("f").tables) == set(TABLES)
