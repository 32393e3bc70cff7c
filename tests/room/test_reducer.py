"""The reducer: `decide` changes nothing, `apply` is the only change, every transition is on record."""

from __future__ import annotations

import ast
import asyncio
import itertools
import json
import random
from pathlib import Path

import pytest

from pitboss import room
from pitboss.cards import parse_many
from pitboss.errors import Conflict
from pitboss.people.person import Person
from pitboss.room import records
from pitboss.room.apply import apply_all, unit_written
from pitboss.room.chips import CAGE, felt, tray, wallet
from pitboss.room.commands import Bet, Command, Leave, Ready, Sit, TakeDecision, TakeUp, Tick
from pitboss.room.decide import decide
from pitboss.room.office import Office
from pitboss.room.plan import Now, UnitPlan
from pitboss.room.records import (
    BetsLaid,
    Decided,
    FeltCleared,
    PayHeld,
    RoundOpened,
    SaidReady,
    Settled,
    TimeGiven,
    read,
    stream_of,
)
from pitboss.room.recovery import recover
from pitboss.room.setup import Pace, TableSetup
from pitboss.room.shoes import read_shoe, told_shoe
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.events import Decision
from pitboss.rounds.views import view
from pitboss.store import UNIT_PER_CENT, Store, Unit
from pitboss.store.model import canonical
from pitboss.store.verify import verify
from tests.games.support import random_decision
from tests.room.chosen import choose
from tests.room.support import GAMES, SLOW, config_of, make_room, opening_bets, player, setup_of

ANN, BOB = Person.of("ann", "player"), Person.of("bob", "player")
AL = Person.of("al", "auditor")
SECOND = 1_000_000


def at(us: int) -> Now:
    return Now(us, lambda person: 10**9)


class Table:
    """A table without a store: plans are taken as written. Each is checked against what `apply` makes of it."""

    def __init__(self, setup: TableSetup) -> None:
        self.state = TableState.bare(setup)
        self.now_us = 1_700_000_000 * SECOND
        self.do(TakeUp())

    def plan(self, command: Command) -> UnitPlan:
        before = self.state.compared()
        plan = decide(self.state, command, at(self.now_us))
        assert self.state.compared() == before, "decide has changed the table"
        return plan

    def do(self, command: Command) -> list[type]:
        before, plan = self.state, self.plan(command)
        after = apply_all(before, [entry.record for entry in plan.entries])
        assert after.compared() == plan.state.compared()
        self.state = unit_written(after) if plan.entries else after
        return [type(entry.record) for entry in plan.entries]


def test_every_transition_is_a_record_of_its_own() -> None:
    pace = Pace(betting_s=20, decision_s=30, settled_s=6)
    table = Table(setup_of(config_of("fu-bacc"), pace))
    table.do(Sit(ANN, None, 1))
    table.do(Sit(BOB, None, 2))
    assert table.state.deadline_us == 0
    assert table.do(Bet(ANN, None, 1, "ante", 500)) == [BetsLaid]
    first = table.state.deadline_us
    assert first == table.now_us + 20 * SECOND
    table.now_us += 5 * SECOND
    table.do(Bet(BOB, None, 2, "ante", 500))
    assert table.state.deadline_us == first, "the first bet starts the clock, a second does not"
    assert table.do(Tick()) == []
    assert table.do(Ready(ANN, None)) == [SaidReady]
    assert table.state.seats[1].ready
    table.now_us = first
    assert table.do(Tick())[0] is RoundOpened
    while table.state.phase == "playing":
        assert table.do(Tick()) == []
        table.now_us = table.state.deadline_us
        assert table.do(Tick())[0] is Decided
    # the time to look at the result begins when it has been shown
    after_show = table.state.deadline_us - table.now_us - 6 * SECOND
    assert 0 < after_show <= 6 * SECOND
    assert any(note.endswith(": time ran out: folded for you.") for note in table.state.notices)
    table.now_us = table.state.deadline_us
    assert table.do(Tick()) == [FeltCleared]
    assert (table.state.phase, table.state.deadline_us) == ("betting", 0)


def test_whoever_plays_alone_is_not_hurried_and_the_clock_begins_with_the_second_player() -> None:
    pace = Pace(betting_s=20, decision_s=30, settled_s=6, alone_s=600)
    table = Table(setup_of(config_of("fu-bacc"), pace))
    table.do(Sit(ANN, None, 1))
    table.do(Bet(ANN, None, 1, "ante", 500))
    assert table.state.deadline_us == 0, "bets stay open"
    table.do(Sit(BOB, None, 2))
    assert table.state.deadline_us == table.now_us + 20 * SECOND
    table.do(Leave(BOB, None, 2))
    assert table.state.deadline_us == 0
    table.do(Ready(ANN, None))
    shown = table.state.deadline_us - table.now_us - 600 * SECOND
    assert (table.state.phase, 0 <= shown <= 6 * SECOND) == ("playing", True)
    table.now_us += 100 * SECOND
    table.do(Sit(BOB, None, 2))
    assert table.state.deadline_us == table.now_us + 30 * SECOND, "now somebody waits"
    table.do(Leave(BOB, None, 2))
    table.now_us = table.state.deadline_us
    assert table.do(Tick())[0] is Decided, "a round that was walked away from ends"
    assert table.state.phase == "settled"
    assert table.state.deadline_us >= table.now_us + 600 * SECOND, "the result stays"
    assert table.do(Ready(ANN, None))[-1] is FeltCleared


def test_who_is_ready_is_dealt_to_when_the_only_one_waited_for_gets_up() -> None:
    table = Table(setup_of(config_of("fu-bacc"), Pace(betting_s=20, alone_s=600)))
    for person, spot in ((ANN, 1), (BOB, 2)):
        table.do(Sit(person, None, spot))
    table.do(Bet(ANN, None, 1, "ante", 500))
    assert table.do(Ready(ANN, None)) == [SaidReady], "bob may still bet"
    assert table.do(Tick()) == []
    table.do(Leave(BOB, None, 2))
    assert table.state.deadline_us == 0
    assert table.do(Tick())[0] is RoundOpened


def test_a_clock_that_is_set_back_does_not_stop_a_table() -> None:
    table = Table(setup_of(config_of("fu-bacc"), Pace(betting_s=20)))
    table.do(Sit(ANN, None, 1))
    table.do(Bet(ANN, None, 1, "ante", 500))
    table.now_us -= 3_600 * SECOND
    assert table.do(Tick()) == [TimeGiven]
    assert table.state.deadline_us == table.now_us + 20 * SECOND


def test_a_table_taken_up_gives_everybody_full_time() -> None:
    table = Table(setup_of(config_of("fu-bacc"), Pace(betting_s=20)))
    table.do(Sit(ANN, None, 1))
    table.do(Bet(ANN, None, 1, "ante", 500))
    table.now_us += 600 * SECOND
    assert table.do(TakeUp()) == [TimeGiven]
    assert table.state.deadline_us == table.now_us + 20 * SECOND


@pytest.mark.parametrize("game_id", GAMES)
def test_a_round_looked_back_at_is_the_round_as_it_was(game_id: str) -> None:
    """Values: an earlier state keeps its own round, whatever has become of it since."""
    rng = random.Random(game_id)
    table = Table(setup_of(config_of(game_id)))
    for spot, person in ((1, ANN), (2, BOB)):
        table.do(Sit(person, None, spot))
        for wager, cents in opening_bets(table.state.config).items():
            table.do(Bet(person, None, spot, wager, cents))
    table.do(Ready(ANN, None))
    table.do(Ready(BOB, None))
    seen = []
    while table.state.phase == "playing":
        round = table.state.playing.round
        seen.append((table.state, len(round.log), len(round.settlements)))
        ask = rng.choice(round.pending)
        who = table.state.seats[ask.spot].player
        table.do(TakeDecision(ANN if who == "ann" else BOB, None, ask.spot, random_decision(round, ask, rng)))
    for state, events, settlements in seen:
        round = state.playing.round
        assert (len(round.log), len(round.settlements)) == (events, settlements)


def test_an_id_used_again_for_something_else_is_refused(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann")
        await room.do("fu-bacc-1", Sit(ann, "one", 1))
        await room.do("fu-bacc-1", Bet(ann, "two", 1, "ante", 500))
        await room.do("fu-bacc-1", Bet(ann, "two", 1, "ante", 500))
        with pytest.raises(Conflict, match="used for another command"):
            await room.do("fu-bacc-1", Bet(ann, "two", 1, "ante", 1_000))
        assert room.tables["fu-bacc-1"].seats[1].bets == {"ante": 500}
        await room.close()
        again = make_room(store, setup_of(config_of("fu-bacc")))
        await again.open()
        with pytest.raises(Conflict, match="used for another command"):
            await again.do("fu-bacc-1", Bet(ann, "two", 1, "ante", 1_000))
        await again.do("fu-bacc-1", Bet(ann, "two", 1, "ante", 500))
        await again.close()

    asyncio.run(scenario())


# pays under an aggregate limit


def cents(store: Store, account: str) -> int:
    return store.account(account).credit_balance // UNIT_PER_CENT


FORTUNE = "face-up-pai-gow-poker"


def seven_card_straight_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seven cards are one suit in a row, and the number drawn gives them to spot 1."""
    suits = [f"{rank}{suit}" for suit in "cdhs" for rank in ("2", "3", "4", "5", "6", "7", "8")]
    rest = [f"{rank}{suit}" for suit in "cdhs" for rank in ("9", "T", "J", "Q", "K", "A")]
    order = (*parse_many(" ".join(suits)), *parse_many(" ".join(rest)), *parse_many("Jk"))
    choose(monkeypatch.setattr, lambda config: order, number=7)


@pytest.mark.clause("HR-27", "HR-14", "HR-06")
def test_a_win_that_the_aggregate_limit_cuts_is_held_and_paid_right(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit of $25,000, $25 on Fortune, a seven-card straight flush: the player gets $25,000, and surveillance
    is asked for that amount."""
    seven_card_straight_flush(monkeypatch)
    config = TableConfig(
        FORTUNE, offered=frozenset({"fortune-bonus"}), aggregate_cents={"fortune-bonus": 2_500_000}
    )

    async def scenario() -> None:
        room = make_room(store, TableSetup("pg-1", "Pai Gow", config, pace=SLOW, opener_cents=5_000_000))
        await room.open()
        ann = player(room, "ann")
        before, opener = cents(store, wallet("ann")), cents(store, tray("pg-1"))
        await room.do("pg-1", Sit(ann, None, 1))
        await room.do("pg-1", Bet(ann, None, 1, "standard", 2_500))
        await room.do("pg-1", Bet(ann, None, 1, "fortune-bonus", 2_500))
        await room.do("pg-1", Ready(ann, None))
        table = room.tables["pg-1"]
        round = table.playing.round
        while not round.finished:
            ask = round.pending[0]
            decision = ask.fallback or Decision(ask.choices[0].action)
            await room.do("pg-1", TakeDecision(ann, None, 1, decision))
        table = room.tables["pg-1"]
        assert table.phase == "settled"
        won = [s for s in round.settlements if s.wager == "fortune-bonus"]
        assert [s.hand for s in won][-1] == "aggregate-limit"
        assert sum(s.net_cents for s in won) == 2_500_000
        office = Office(room, asyncio.get_running_loop())
        (claim,) = office.claims()
        assert (claim.payout_cents, claim.wager_cents, claim.player) == (2_500_000, 2_500, "ann")
        assert cents(store, "held/pg-1") == 2_500_000
        assert PayHeld.KIND in [event.kind for event in store.events(stream_of("pg-1"))]
        live = table.compared()
        found = recover(store, table.setup)
        assert found is not None
        assert found.compared() == live
        seen = {"hand": claim.hand, "wager_cents": 2_500, "payout_cents": 2_500_000, "player": "ann"}
        await asyncio.to_thread(lambda: office.surveillance(claim.id, AL, **seen))
        won_in_all = round.net_cents(1)
        assert cents(store, wallet("ann")) == before + won_in_all
        assert cents(store, tray("pg-1")) == opener - won_in_all
        assert cents(store, "held/pg-1") == 0
        await room.do("pg-1", Ready(ann, None))
        assert room.tables["pg-1"].phase == "betting"
        await room.close()

    asyncio.run(scenario())
    assert verify(store).sound


def test_records_are_read_back_as_they_were_written(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("blackjack")))
        await room.open()
        ann = player(room, "ann")
        await room.do("blackjack-1", Sit(ann, "a", 1))
        await room.do("blackjack-1", Bet(ann, "b", 1, "blackjack", 500))
        await room.do("blackjack-1", Ready(ann, "c"))
        while room.tables["blackjack-1"].phase == "playing":
            round = room.tables["blackjack-1"].playing.round
            await room.do("blackjack-1", TakeDecision(ann, None, 1, Decision(round.legal(1)[0].action)))
        await room.close()

    asyncio.run(scenario())
    events = store.events(stream_of("blackjack-1"))
    assert {Settled.KIND, SaidReady.KIND, RoundOpened.KIND} <= {event.kind for event in events}
    for event in events:
        assert canonical(read(event).payload()) == event.payload_json
        told = records.KINDS[event.kind].told(event.payload)
        assert told == read(event) and canonical(told.payload()) == event.payload_json


def test_a_shoe_that_another_process_tells_of_is_dealt_as_the_one_in_the_log() -> None:
    table = Table(setup_of(config_of("fu-bacc")))
    assert table.state.coming is not None
    shape = json.loads(json.dumps(table.state.coming.to_json()))
    told, found = told_shoe(shape), read_shoe(shape)
    assert told == found and (told.seal, told.commitment) == (found.seal, found.commitment)
    cuts = (Cut(1, "ab" * 16),)
    assert told.cut_by(cuts).deal(table.state.config) == found.cut_by(cuts).deal(table.state.config)


EARLIER = Path(__file__).parent / "data" / "earlier-room.json"
"""events and documents of tables as the version before the reducer wrote them: bets laid, in mid-round, settled,
bets after a settled round"""


@pytest.mark.clause("HR-20")
def test_tables_of_an_earlier_version_are_taken_up_where_they_stood(store: Store) -> None:
    saved = json.loads(EARLIER.read_text())

    def restore(unit: Unit) -> None:
        for event in unit_events:
            unit.record(event["kind"], event["stream"], event["actor"], event["payload"])
            for key, value in event["sets"].items():
                unit.put(key, value)

    for key, events in itertools.groupby(saved["events"], lambda event: event["key"].partition("+")[0]):
        unit_events = list(events)
        store.write(restore, key=key)
    for table, expected in saved["tables"].items():
        state = recover(store, setup_of(config_of(table.removesuffix("-1"))))
        assert state is not None
        assert (state.phase, state.number, state.round_id) == tuple(expected["at"])
        assert {str(s.spot): dict(s.bets) for s in state.seats.values() if s.bets} == expected["bets"]
        assert {str(s.spot): s.player for s in state.seats.values() if s.player} == expected["players"]
        if expected["view"] is not None:
            assert state.round is not None
            seen = json.loads(json.dumps(view(state.round, (1,))))
            for part in ("stakes", "on_felt", "waiting_for", "net_cents"):
                assert seen[part] == expected["view"][part]
        assert state.answered_before("ann:sit") is not None

    async def goes_on() -> None:
        setups = [setup_of(config_of(table.removesuffix("-1"))) for table in saved["tables"]]
        room = make_room(store, *setups)
        player(room, "ann")
        await room.open()
        for table in saved["tables"]:
            await room.do(table, Sit(ANN, "sit", 1))
            while room.tables[table].phase == "playing":
                store.write(lambda unit, table=table: open_felt(unit, table))  # type: ignore[misc]
                round = room.tables[table].playing.round
                ask = round.pending[0]
                decision = ask.fallback or Decision(ask.choices[0].action)
                await room.do(table, TakeDecision(ANN, None, ask.spot, decision))
        await room.close()

    asyncio.run(goes_on())


def open_felt(unit: Unit, table: str) -> None:
    """The accounts are not part of the dump: chips for what lies on the felt."""
    unit.record("test.felt", "test", "test")
    for name, limited in ((CAGE, False), (felt(table), True), (tray(table), False)):
        unit.open_account(name, debits_limited=limited)
    unit.transfer_cents(CAGE, felt(table), 1_000_000, "test")


DECIDES = (
    "apply",
    "dealing",
    "dealt",
    "decide",
    "plan",
    "records",
    "seating",
    "settling",
    "table",
    "voiding",
)


@pytest.mark.parametrize("module", DECIDES)
def test_who_decides_has_no_clock_no_dice_and_no_way_to_the_store(module: str) -> None:
    """What a decision depends on is handed in: time, wallets, jackpots, the shuffle."""
    tree = ast.parse((Path(room.__path__[0]) / f"{module}.py").read_text())
    asked = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            asked |= {f"{node.module}.{alias.name}" for alias in node.names}
    outside = ("asyncio", "os", "random", "secrets", "socket", "threading", "time", "uuid")
    assert not [name for name in asked if name.partition(".")[0] in outside]
    store = {name for name in asked if name.startswith("pitboss.store")}
    assert not {
        name for name in store if not name.startswith(("pitboss.store.Event", "pitboss.store.codec."))
    }
    assert not asked & {"datetime.datetime", "datetime"}, "a clock of its own"


CARRY = ("display", "follower", "keeper", "screens", "sharing", "texts", "watching")
KNOWN = {"unit_written", "TableState", "setup", "found", "old", "self", "batch", "state"}
"""from where whoever carries may take a table: written, recovered, bare, or another role's"""


@pytest.mark.parametrize("module", CARRY)
def test_who_carries_makes_no_record_and_changes_no_table(module: str) -> None:
    """Keeper, followers and screens hand on what was decided: a record is made by a decision, a table changed by
    `apply`."""
    tree = ast.parse((Path(room.__path__[0]) / f"{module}.py").read_text())
    kinds = {kind.__name__ for kind in records.KINDS.values()}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss.room.records":
            assert not kinds & {alias.name for alias in node.names}, "it makes records of its own"
        if isinstance(node, ast.Attribute) and node.attr in ("_replace", "with_seat"):
            raise AssertionError(f"line {node.lineno} makes another table, seat or record out of one")
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr == "table" for target in node.targets
        ):
            names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
            assert names <= KNOWN, f"line {node.lineno}: {ast.unparse(node)}"
