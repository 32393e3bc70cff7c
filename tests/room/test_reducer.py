"""The reducer: `decide` changes nothing, `apply` is the only change, every transition is on record."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path

import pytest

from pitboss import room
from pitboss.core.cards import parse_many
from pitboss.core.codec import decode, encode
from pitboss.core.errors import Conflict
from pitboss.fairness.cuts import Cut
from pitboss.ledger.model import canonical
from pitboss.room import events as records
from pitboss.room.commands import Bet, Leave, Ready, Sit, TakeDecision, TakeUp, Tick
from pitboss.room.events import (
    BetsLaid,
    Decided,
    FeltCleared,
    RoundOpened,
    SaidReady,
    Settled,
    Shuffled,
    TimeGiven,
    read,
    stream_of,
)
from pitboss.room.shoes import TableShoe, shoe_in
from pitboss.room.table import Pace
from pitboss.rounds.events import Decision
from tests.games.support import random_decision
from tests.room.chosen import choose
from tests.room.support import ANN, BOB, GAMES, SECOND, Bare, Floor, config_of, setup_of


def test_every_transition_is_a_record_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody_is_asked = parse_many("2h 3h 4h 2d 3d 4d Kh 5c 6s")
    choose(monkeypatch.setattr, lambda config: somebody_is_asked)
    pace = Pace(betting_s=20, decision_s=30, settled_s=6)
    table = Bare(setup_of(config_of("fu-bacc"), pace))
    table.do(Sit(ANN, None, 1))
    table.do(Sit(BOB, None, 2))
    assert table.state.deadline_us == 0
    assert table.kinds(Bet(ANN, None, 1, "ante", 500)) == [BetsLaid]
    first = table.state.deadline_us
    assert first == table.now_us + 20 * SECOND
    table.now_us += 5 * SECOND
    table.do(Bet(BOB, None, 2, "ante", 500))
    assert table.state.deadline_us == first, "the first bet starts the clock, a second does not"
    assert table.kinds(Tick()) == []
    assert table.kinds(Ready(ANN, None)) == [SaidReady]
    assert table.state.seats[1].ready
    table.now_us = first
    assert table.kinds(Tick())[0] is RoundOpened
    while table.state.phase == "playing":
        assert table.kinds(Tick()) == []
        table.now_us = table.state.deadline_us
        assert table.kinds(Tick())[0] is Decided
    # the time to look at the result begins when it has been shown
    after_show = table.state.deadline_us - table.now_us - 6 * SECOND
    assert 0 < after_show <= 6 * SECOND
    assert any((note.kind, note.action) == ("decided.late", "fold") for note in table.state.notices)
    table.now_us = table.state.deadline_us
    assert table.kinds(Tick()) == [FeltCleared]
    assert (table.state.phase, table.state.deadline_us) == ("betting", 0)


def test_whoever_plays_alone_is_not_hurried_and_the_clock_begins_with_the_second_player() -> None:
    pace = Pace(betting_s=20, decision_s=30, settled_s=6, alone_s=600)
    table = Bare(setup_of(config_of("fu-bacc"), pace))
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
    assert table.kinds(Tick())[0] is Decided, "a round that was walked away from ends"
    assert table.state.phase == "settled"
    assert table.state.deadline_us >= table.now_us + 600 * SECOND, "the result stays"
    assert table.kinds(Ready(ANN, None))[-1] is FeltCleared


def test_who_is_ready_is_dealt_to_when_the_only_one_waited_for_gets_up() -> None:
    table = Bare(setup_of(config_of("fu-bacc"), Pace(betting_s=20, alone_s=600)))
    for person, spot in ((ANN, 1), (BOB, 2)):
        table.do(Sit(person, None, spot))
    table.do(Bet(ANN, None, 1, "ante", 500))
    assert table.kinds(Ready(ANN, None)) == [SaidReady], "bob may still bet"
    assert table.kinds(Tick()) == []
    table.do(Leave(BOB, None, 2))
    assert table.state.deadline_us == 0
    assert table.kinds(Tick())[0] is RoundOpened


def test_a_clock_that_is_set_back_does_not_stop_a_table() -> None:
    table = Bare(setup_of(config_of("fu-bacc"), Pace(betting_s=20)))
    table.do(Sit(ANN, None, 1))
    table.do(Bet(ANN, None, 1, "ante", 500))
    table.now_us -= 3_600 * SECOND
    assert table.kinds(Tick()) == [TimeGiven]
    assert table.state.deadline_us == table.now_us + 20 * SECOND


def test_a_table_taken_up_gives_everybody_full_time() -> None:
    table = Bare(setup_of(config_of("fu-bacc"), Pace(betting_s=20)))
    table.do(Sit(ANN, None, 1))
    table.do(Bet(ANN, None, 1, "ante", 500))
    table.now_us += 600 * SECOND
    assert table.kinds(TakeUp()) == [TimeGiven]
    assert table.state.deadline_us == table.now_us + 20 * SECOND


@pytest.mark.parametrize("game_id", GAMES)
def test_a_round_looked_back_at_is_the_round_as_it_was(game_id: str) -> None:
    """Values: an earlier state keeps its own round, whatever has become of it since."""
    rng = random.Random(game_id)
    table = Bare(setup_of(config_of(game_id)))
    for spot, person in ((1, ANN), (2, BOB)):
        table.do(Sit(person, None, spot))
        table.bet(person, spot)
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


async def test_an_id_used_again_for_something_else_is_refused(floor: Floor) -> None:
    at = await floor.table()
    one = Bet(at.player("ann"), "two", 1, "ante", 500)
    await at.do(Sit(ANN, "one", 1), one, one)
    for _ in range(2):
        with pytest.raises(Conflict, match="used for another command"):
            await at.do(Bet(ANN, "two", 1, "ante", 1_000))
        assert at.table.seats[1].bets == {"ante": 500}
        await at.room.close()
        at = await floor.table()
        await at.do(one)


async def test_records_are_read_back_as_they_were_written(floor: Floor) -> None:
    at = await floor.table("blackjack", players="ann")
    await at.do(Sit(ANN, "a", 1), Bet(ANN, "b", 1, "blackjack", 500), Ready(ANN, "c"))
    while at.table.phase == "playing":
        await at.do(TakeDecision(ANN, None, 1, Decision(at.round.legal(1)[0].action)))
    await at.room.close()
    events = floor.store.events(stream_of(at.id))
    assert {Settled.KIND, SaidReady.KIND, RoundOpened.KIND} <= {event.kind for event in events}
    for event in events:
        assert canonical(encode(read(event))) == event.payload_json


@pytest.mark.parametrize("game", GAMES)
def test_a_shoe_comes_back_from_the_log_with_the_seal_that_its_cards_have(game: str) -> None:
    state = Bare(setup_of(config_of(game))).state
    shoe = TableShoe.fresh("t-1", 7, state.config, state.config_id)
    record = decode(Shuffled, json.loads(json.dumps(encode(shoe.record))))
    again = shoe_in(record, state.config)
    assert again == shoe and (again.seal, again.commitment) == (shoe.seal, shoe.commitment)
    sealed = again.sealed
    assert sealed.terms.seal(sealed.tree.root) == sealed.seal
    cuts = (Cut(1, "ab" * 16),)
    assert again.cut_by(cuts).deal(state.config) == shoe.cut_by(cuts).deal(state.config)


DECIDES = [
    "apply",
    "dealing",
    "decide",
    "events",
    "seating",
    "settling",
    "table",
    "unit_plan",
]


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
    store = {name for name in asked if name.startswith("pitboss.ledger")}
    read_only = (
        "pitboss.ledger.Event",
        "pitboss.ledger.days.GamblingDay",
        "pitboss.ledger.model.fingerprint",
        "pitboss.ledger.unit.EventData",
        "pitboss.ledger.unit.read_event",
    )
    assert not [name for name in store if not name.startswith(read_only)]
    assert not asked & {"datetime.datetime", "datetime"}, "a clock of its own"


CARRY = ("keeper", "processes", "screens")
KNOWN = {"unit_written", "TableState", "setup", "found", "old", "self", "batch", "state"}
"""from where whoever carries may take a table: written, recovered, bare, or another role's"""


@pytest.mark.parametrize("module", CARRY)
def test_who_carries_makes_no_record_and_changes_no_table(module: str) -> None:
    """Keeper, followers and screens hand on what was decided: a record is made by a decision, a table changed by
    `apply`."""
    tree = ast.parse((Path(room.__path__[0]) / f"{module}.py").read_text())
    kinds = {kind.__name__ for kind in records.KINDS.values()}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss.room.events":
            assert not kinds & {alias.name for alias in node.names}, "it makes records of its own"
        if isinstance(node, ast.Attribute) and node.attr in ("_replace", "with_seat"):
            raise AssertionError(f"line {node.lineno} makes another table, seat or record out of one")
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr == "table" for target in node.targets
        ):
            names = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
            assert names <= KNOWN, f"line {node.lineno}: {ast.unparse(node)}"
