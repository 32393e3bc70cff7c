"""A table comes back as it stood: after a crash, after a refusal of the store, with a new configuration."""

from __future__ import annotations

import asyncio
import random

import pytest

from pitboss.chips.accounts import CAGE, wallet
from pitboss.core.errors import Conflict, IllegalWager, PitbossError
from pitboss.ledger import Unit
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.history import recover
from pitboss.room.keeper import Keeper
from pitboss.rounds.config import Limits
from pitboss.rounds.events import Decision
from pitboss.rounds.views import answered, pending_json, view
from tests.room.support import ANN, GAMES, At, Floor, config_of, make_room, setup_of

pytestmark = pytest.mark.clause("HR-20")


async def opened_again(floor: Floor, at: At, **more: object) -> At:
    await at.room.close()
    return await floor.table(at.table.config.game, **more)


@pytest.mark.parametrize("game", GAMES)
async def test_the_table_out_of_the_store_is_the_table_after_every_step(floor: Floor, game: str) -> None:
    """Whatever the moment of a crash, the table comes back with the same cards, wagers, seats and questions."""

    async def same(keeper: Keeper) -> None:
        again, live = recover(floor.store, keeper.table.setup), keeper.table
        assert again.compared() == live.compared()
        for spots in ((), (1,), (2,), (1, 2)):
            assert view(again.round, spots) == view(live.round, spots)

    rng, at = random.Random(7), await floor.table(game, players="ann bob")
    for _ in range(3):
        await at.play(rng, after=same)


async def test_who_sits_down_while_the_table_opens_has_the_seat_after_a_restart(floor: Floor) -> None:
    """The opening carries a snapshot: what is asked for at the same moment is a unit of its own behind it."""
    setup = setup_of(config_of("fu-bacc"))
    at = At(make_room(floor.store, setup), setup.id)
    sitting = asyncio.ensure_future(at.do(Sit(at.player("ann"), "1", 1)))
    await asyncio.sleep(0)
    await at.room.open()
    await sitting
    again = recover(floor.store, setup)
    assert again.seats[1].player == at.table.seats[1].player == "ann"
    assert again.compared() == at.table.compared()
    await at.room.close()


async def test_bets_and_seats_before_the_deal_come_back_too(floor: Floor) -> None:
    at = await floor.table(players="ann")
    await at.do(Sit(ANN, "a", 4), Bet(ANN, "b", 4, "ante", 500), Bet(ANN, "c", 4, "tie", 500))
    again = await opened_again(floor, at)
    assert again.table.seats[4].player == "ann"
    assert again.table.seats[4].bets == {"ante": 500, "tie": 500}
    await again.do(Ready(ANN, "d"))
    assert again.table.phase == "playing"


async def test_a_repeated_command_does_nothing_twice_not_even_after_a_restart(floor: Floor) -> None:
    at = await floor.table("blackjack", players="ann")
    round = await at.until_asked(ANN, "hit")
    made = len(round.decisions)
    hit = TakeDecision(ANN, "one and the same", 1, Decision("hit"))
    await at.do(hit, hit, hit)
    assert len(round.decisions) == made + 1
    again = await opened_again(floor, at)
    await again.do(hit)
    assert len(again.round.decisions) == made + 1


async def test_a_press_answers_the_question_it_was_made_for(floor: Floor) -> None:
    """Three presses on one question, however late they come, are one answer; one for another round is none."""
    at = await floor.table("blackjack", players="ann")
    await at.until_asked(ANN, "stand")
    with pytest.raises(Conflict, match="blackjack-1-999 is over"):
        await at.do(TakeDecision(ANN, None, 1, Decision("stand"), "blackjack-1-999"))
    made = answered(at.round, 1)
    (shown,) = pending_json(at.round, {1})
    assert shown["question"] == made
    press = [TakeDecision(ANN, f"press {n}", 1, Decision("hit"), None, made) for n in range(3)]
    await at.do(press[0])
    for late in (*press[1:], TakeDecision(ANN, None, 1, Decision("stand"), None, made + 7)):
        with pytest.raises(PitbossError):
            await at.do(late)
        assert answered(at.round, 1) == made + 1


async def test_when_the_store_refuses_the_table_goes_back_to_what_is_on_the_disk(floor: Floor) -> None:
    """Somebody else empties the wallet behind the room's back: the ledger's own limit stops the deal."""
    at = await floor.table()
    ann = at.player("ann", 1_000)
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 1_000))

    def drain(unit: Unit) -> None:
        unit.record("test.drained", "cage", "test", {})
        unit.transfer_cents(wallet("ann"), CAGE, 1_000, "play-chips")

    floor.store.write(drain)
    with pytest.raises(Conflict, match="Not booked"):
        await at.ready(ann)
    assert (at.table.phase, at.table.number) == ("betting", 0)
    assert at.table.seats[1].bets == {"ante": 1_000}
    assert at.room.wallets.available("ann") == 0


async def test_a_second_keeper_of_the_same_table_is_refused_by_the_store(floor: Floor) -> None:
    one, other = await floor.table(), await floor.table()
    ann, bob = one.player("ann"), one.player("bob")
    await one.do(Sit(ann, None, 1))
    with pytest.raises(Conflict, match="taken by ann"):
        await other.do(Sit(bob, None, 1))
    assert other.table.seats[1].player == "ann"
    await other.do(Sit(bob, None, 2))


@pytest.mark.clause("HR-25")
async def test_a_new_configuration_waits_for_the_round_in_play(floor: Floor) -> None:
    at = await floor.table()
    at.player("ann")
    await at.until_asked(ANN, "stay")
    old = at.table.config_id
    again = await opened_again(floor, at, spots=5, limits={"ante": Limits(1_000, 5_000)})
    changed = again.table.setup.config_id
    assert (again.table.phase, again.table.config_id) == ("playing", old)
    await again.do(TakeDecision(ANN, None, 1, Decision("stay")))
    assert again.table.config_id == changed != old
    await again.ready(ANN)
    with pytest.raises(IllegalWager, match="outside the posted limits"):
        await again.do(Bet(ANN, None, 1, "ante", 500))
    assert sorted(again.table.seats) == [1, 2, 3, 4, 5]
    third = await opened_again(floor, again)
    assert third.table.config_id == old
    assert third.table.seats[1].player == "ann"
