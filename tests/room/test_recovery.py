"""A table comes back as it stood: after a crash, after a refusal of the store, with a new configuration."""

from __future__ import annotations

import asyncio
import random

import pytest

from pitboss.errors import Conflict, IllegalWager, PitbossError
from pitboss.room.chips import CAGE, wallet
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.keeper import Keeper
from pitboss.room.recovery import recover
from pitboss.rounds.config import Limits
from pitboss.rounds.events import Decision
from pitboss.rounds.views import answered, pending_json, view
from pitboss.store import Store, Unit
from tests.room.support import (
    GAMES,
    config_of,
    make_room,
    open_round_asking,
    play_round,
    player,
    setup_of,
)


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("game", GAMES)
def test_the_table_out_of_the_store_is_the_table_after_every_step(store: Store, game: str) -> None:
    """Whatever the moment of a crash, the table comes back with the same cards, wagers, seats and questions."""

    async def same(keeper: Keeper) -> None:
        again, live = recover(store, keeper.table.setup), keeper.table
        assert again is not None
        assert again.compared() == live.compared()
        assert again.round is not None
        assert live.round is not None
        for spots in ((), (1,), (2,), (1, 2)):
            assert view(again.round, spots) == view(live.round, spots)

    async def scenario() -> None:
        rng = random.Random(7)
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        for _ in range(3):
            await play_round(room, f"{game}-1", people, rng, after=same)
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_who_sits_down_while_the_table_opens_has_the_seat_after_a_restart(store: Store) -> None:
    """The opening carries a snapshot: what is asked for at the same moment is a unit of its own behind it."""

    async def scenario() -> None:
        setup = setup_of(config_of("fu-bacc"))
        room = make_room(store, setup)
        ann = player(room, "ann")
        sitting = asyncio.ensure_future(room.do(setup.id, Sit(ann, "1", 1)))
        await asyncio.sleep(0)
        await room.open()
        await sitting
        live = room.keeper(setup.id).table
        again = recover(store, setup)
        assert again is not None
        assert again.seats[1].player == live.seats[1].player == "ann"
        assert again.compared() == live.compared()
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_bets_and_seats_before_the_deal_come_back_too(store: Store) -> None:
    async def scenario() -> None:
        setup = setup_of(config_of("fu-bacc"))
        room = make_room(store, setup)
        await room.open()
        ann = player(room, "ann")
        await room.do("fu-bacc-1", Sit(ann, "a", 4))
        await room.do("fu-bacc-1", Bet(ann, "b", 4, "ante", 500))
        await room.do("fu-bacc-1", Bet(ann, "c", 4, "tie", 500))
        await room.close()
        again = make_room(store, setup)
        await again.open()
        table = again.tables["fu-bacc-1"]
        assert table.seats[4].player == "ann"
        assert table.seats[4].bets == {"ante": 500, "tie": 500}
        await again.do("fu-bacc-1", Ready(ann, "d"))
        assert again.tables["fu-bacc-1"].phase == "playing"
        await again.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_a_repeated_command_does_nothing_twice_not_even_after_a_restart(store: Store) -> None:
    async def scenario() -> None:
        setup = setup_of(config_of("blackjack"))
        room = make_room(store, setup)
        await room.open()
        ann = player(room, "ann")
        round = await open_round_asking(room, "blackjack-1", ann, "hit")
        made = len(round.decisions)
        for _ in range(3):
            await room.do("blackjack-1", TakeDecision(ann, "one and the same", 1, Decision("hit")))
        assert len(round.decisions) == made + 1
        await room.close()
        again = make_room(store, setup)
        await again.open()
        await again.do("blackjack-1", TakeDecision(ann, "one and the same", 1, Decision("hit")))
        stored = again.tables["blackjack-1"].round
        assert stored is not None
        assert len(stored.decisions) == made + 1
        await again.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_a_late_decision_for_another_round_is_refused(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann")
        await open_round_asking(room, "fu-bacc-1", ann, "stay")
        with pytest.raises(Conflict, match="fu-bacc-1-999 is over"):
            await room.do("fu-bacc-1", TakeDecision(ann, None, 1, Decision("stay"), "fu-bacc-1-999"))
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_a_press_answers_the_question_it_was_made_for(store: Store) -> None:
    """Three presses on one question, however late they come, are one answer."""

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("blackjack")))
        await room.open()
        ann = player(room, "ann")
        await open_round_asking(room, "blackjack-1", ann, "stand")
        round = room.tables["blackjack-1"].round
        assert round is not None
        made = answered(round, 1)
        (shown,) = pending_json(round, {1})
        assert shown["question"] == made
        press = [TakeDecision(ann, f"press {n}", 1, Decision("hit"), None, made) for n in range(3)]
        await room.do("blackjack-1", press[0])
        for late in press[1:]:
            with pytest.raises(PitbossError):
                await room.do("blackjack-1", late)
        stored = room.tables["blackjack-1"].round
        assert stored is not None
        assert answered(stored, 1) == made + 1
        with pytest.raises(PitbossError):
            await room.do("blackjack-1", TakeDecision(ann, None, 1, Decision("stand"), None, made + 7))
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_when_the_store_refuses_the_table_goes_back_to_what_is_on_the_disk(store: Store) -> None:
    """Somebody else empties the wallet behind the room's back: the ledger's own limit stops the deal."""

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann", 1_000)
        await room.do("fu-bacc-1", Sit(ann, None, 1))
        await room.do("fu-bacc-1", Bet(ann, None, 1, "ante", 1_000))

        def drain(unit: Unit) -> None:
            unit.record("test.drained", "cage", "test", {})
            unit.transfer_cents(wallet("ann"), CAGE, 1_000, "play-chips")

        store.write(drain)
        with pytest.raises(Conflict, match="Not booked"):
            await room.do("fu-bacc-1", Ready(ann, None))
        table = room.tables["fu-bacc-1"]
        assert (table.phase, table.number) == ("betting", 0)
        assert table.seats[1].bets == {"ante": 1_000}
        assert room.bank.available("ann") == 0
        assert store.trial_balance() == 0
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-20")
def test_a_second_keeper_of_the_same_table_is_refused_by_the_store(store: Store) -> None:
    async def scenario() -> None:
        setup = setup_of(config_of("fu-bacc"))
        one, other = make_room(store, setup), make_room(store, setup)
        await one.open()
        await other.open()
        ann = player(one, "ann")
        bob = player(one, "bob")
        await one.do("fu-bacc-1", Sit(ann, None, 1))
        with pytest.raises(Conflict, match="taken by ann"):
            await other.do("fu-bacc-1", Sit(bob, None, 1))
        assert other.tables["fu-bacc-1"].seats[1].player == "ann"
        await other.do("fu-bacc-1", Sit(bob, None, 2))
        await one.close()
        await other.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-25")
def test_a_new_configuration_waits_for_the_round_in_play(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann")
        await open_round_asking(room, "fu-bacc-1", ann, "stay")
        old = room.tables["fu-bacc-1"].config_id
        await room.close()
        changed = setup_of(config_of("fu-bacc", spots=5, limits={"ante": Limits(1_000, 5_000)}))
        again = make_room(store, changed)
        await again.open()
        table = again.tables["fu-bacc-1"]
        assert (table.phase, table.config_id) == ("playing", old)
        await again.do("fu-bacc-1", TakeDecision(ann, None, 1, Decision("stay")))
        table = again.tables["fu-bacc-1"]
        assert table.config_id == changed.config_id != old
        await again.do("fu-bacc-1", Ready(ann, None))
        with pytest.raises(IllegalWager, match="outside the posted limits"):
            await again.do("fu-bacc-1", Bet(ann, None, 1, "ante", 500))
        assert sorted(table.seats) == [1, 2, 3, 4, 5]
        await again.close()
        third = make_room(store, setup_of(config_of("fu-bacc")))
        await third.open()
        assert third.tables["fu-bacc-1"].config_id == old
        assert third.tables["fu-bacc-1"].seats[1].player == "ann"
        await third.close()

    asyncio.run(scenario())
