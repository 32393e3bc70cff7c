"""A table that a room keeps is run in the room: the desk at the terminal does not go past cards and wallets."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pitboss.chips.accounts import tray, wallet
from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import PayoutDesk
from pitboss.chips.trays import Movement, TrayDesk
from pitboss.core.errors import Conflict, IllegalAction, PitbossError
from pitboss.jackpots import JackpotDesk
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.room_or_desk import Caller
from pitboss.people.person import Person
from pitboss.room.commands import StartGame
from tests.room.pit import FIXED, STRAIGHT_FLUSHES, TABLE, TRIPS, Pit, open_jackpot
from tests.room.support import AL, CY, DAN, SUE, Floor

OMA, TIM = Person.of("oma", "executive"), Person.of("tim", "supervisor")


async def refused(clause: str, act: Callable[..., object], *arguments: Any) -> None:
    with pytest.raises(IllegalAction, match="is kept by a room") as error:
        await to_thread(act, *arguments)
    assert error.value.clause == clause
    assert "/console/" in str(error.value) or "/supervisor" in str(error.value), "it says where instead"


async def played(floor: Floor) -> Pit:
    """Straight flushes at spots 1 and 2, dealt by a person and not marked yet."""
    pit = await Pit.open(floor, STRAIGHT_FLUSHES, dealer="person")
    await pit.start()
    await pit.play_out()
    return pit


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-32", "HR-33")
async def test_no_game_of_a_room_is_run_from_the_terminal(floor: Floor) -> None:
    pit = await Pit.open(floor, TRIPS, dealer="person")
    desk = pit.desk
    at_the_desk = partial(desk.start_game, TABLE, [1], [1], DAN, players={1: "zed"})
    await refused("JP-03", at_the_desk)
    await pit.start()
    for when in ("dealt", "settled"):
        before = floor.store.head()
        for clause, act, *arguments in (
            ("JP-15", desk.press, 1, "flush", DAN),
            ("JP-32", desk.name_players, {1: "zed"}, DAN),
            ("JP-04", desk.end_game, DAN),
            ("HR-33", desk.void_game, SUE, "misdeal here", AL),
        ):
            await refused(clause, act, TABLE, *arguments)
        assert floor.store.head() == before
        if when == "dealt":
            await pit.play_out()
    before_cents = pit.cents(wallet("ann"))
    await pit.press(1, "three-of-a-kind")
    await pit.end()
    assert pit.cents(wallet("ann")) - before_cents == 9 * FIXED, "the wager and eight times as much"
    await refused("JP-03", at_the_desk)
    await pit.start()
    assert pit.table.phase == "playing"


@pytest.mark.clause("JP-16", "JP-18", "JP-30", "HR-14")
async def test_every_signature_under_a_claim_of_a_room_is_given_there_and_asks_the_cards(
    floor: Floor,
) -> None:
    pit = await played(floor)
    desk, in_room = pit.desk, JackpotDesk(floor.store, Caller.ROOM)
    await pit.press(2, "royal-flush")
    await pit.press(1, "straight-flush")
    wrong, right = desk.open_claims("royal")
    for id in (wrong, right):
        claim = desk.claim(id)
        seen = Witnessed(claim.hand, FIXED, claim.cents, claim.player)
        await refused("JP-16", desk.confirm, id, SUE)
        await refused("HR-14", desk.surveil, id, AL, seen)
        await refused("JP-16", desk.complete, id, SUE)
        await refused("JP-30", desk.reject, id, SUE, "not so")
    seen = Witnessed("royal-flush", FIXED, desk.claim(wrong).cents, "bob")
    for act, *arguments in (
        (in_room.confirm, SUE), (in_room.surveil, AL, seen), (in_room.complete, SUE), (pit.office.confirm, SUE),
    ):  # fmt: skip
        with pytest.raises(IllegalAction, match="The cards of spot 2 do not make royal-flush") as cards:
            await to_thread(act, wrong, *arguments)
        assert cards.value.clause == "JP-16"
    for reject in (in_room.reject, pit.office.reject):
        with pytest.raises(IllegalAction, match="The cards of spot 1 make straight-flush"):
            await to_thread(reject, right, SUE, "not so")
    await to_thread(pit.office.reject, wrong, SUE, "not royal")
    await pit.press(2, "straight-flush")
    for id in desk.open_claims("royal"):
        await pit.confirm(id)
    last = desk.jackpot("royal").meter("meter").last_award
    assert desk.award(last).round == pit.table.round_id
    await refused("JP-18", desk.back_out, last, OMA, SUE, "misread")
    await refused("JP-31", desk.pay, last, CY)
    await pit.end()
    await refused("JP-18", desk.back_out, last, OMA, SUE, "misread")
    await refused("JP-31", lambda: desk.pay(last, CY, by_check=True))
    won = desk.award(last)
    before_cents = pit.cents(wallet(won.player))
    await pit.pay(last)
    assert pit.cents(wallet(won.player)) == before_cents + won.prize_cents


@pytest.mark.clause("HR-17", "HR-14")
async def test_wagers_and_pays_of_a_room_are_not_booked_on_its_tray_by_hand(floor: Floor) -> None:
    pit = await Pit.open(floor)
    trays, payouts, before = TrayDesk(floor.store), PayoutDesk(floor.store), pit.cents(tray(TABLE))
    seen = SurveillanceCheck("straight", "$100", 300_100, "pat", AL.id)
    for kind in (Movement.WAGER_PAID, Movement.WAGER_TAKEN, Movement.CASH_FOR_CHIPS):
        await refused("HR-17", trays.move, TABLE, kind, 500, DAN, "by hand")
    await refused("HR-17", payouts.pay, TABLE, 500, DAN)
    await refused("HR-17", payouts.pay, TABLE, 300_100, DAN, seen, AL)
    assert pit.cents(tray(TABLE)) == before


@pytest.mark.clause("HR-20", "JP-04")
async def test_a_game_begun_by_hand_is_ended_by_hand_though_a_room_has_come(floor: Floor) -> None:
    """Its table is then the room's; the room never takes up what was begun at the desk, nor signs for it."""
    desk = open_jackpot(floor.store, TABLE, "by-hand")
    desk.start_game(TABLE, [1, 2], [1, 2], DAN, players={1: "ann", 2: "bob"})
    desk.start_game("by-hand", [2], [2], DAN, players={2: "cleo"})
    desk.press("by-hand", 2, "straight-flush", DAN)
    (claim,) = desk.open_claims("royal")
    pit = await Pit.open(floor, desk=desk, dealer="person")
    with pytest.raises(PitbossError, match="is not ended"):
        await pit.start()
    with pytest.raises(IllegalAction, match=r"at by-hand is run by hand.*JP-16.*pitboss jackpot"):
        await pit.confirm(claim)
    await to_thread(desk.press, TABLE, 1, "flush", DAN)
    await to_thread(desk.end_game, TABLE, DAN)
    await pit.do(StartGame(DAN, None))
    await to_thread(desk.confirm, claim, SUE)
    await to_thread(desk.complete, claim, SUE)
    await to_thread(desk.end_game, "by-hand", DAN)


@pytest.mark.clause("JP-18", "JP-31", "HR-14")
async def test_another_pair_with_the_same_words_is_not_told_that_it_has_backed_out(floor: Floor) -> None:
    pit = await played(floor)
    await pit.press(2, "straight-flush")
    (id,) = pit.desk.open_claims("royal")
    with pytest.raises(PitbossError, match="no award"):
        await pit.back_out(id, AL)
    await pit.confirm(id)
    await pit.back_out(id, AL)
    with pytest.raises(Conflict, match="is backed out already"):
        await pit.back_out(id)
    with pytest.raises(Conflict, match="is backed out already"):
        await to_thread(pit.office.back_out, id, OMA, TIM, "the flop was misread")


@pytest.mark.clause("JP-31", "HR-14")
async def test_two_who_sign_at_one_moment_are_not_both_told_that_it_was_them(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each saw the award as it stood before; the second's own signature is nowhere, so the answer is a refusal."""
    pit = await played(floor)
    for spot in (2, 1):
        await pit.press(spot, "straight-flush")
    paid, back = pit.desk.open_claims("royal")
    for id in (paid, back):
        await pit.confirm(id)
    stale = {id: pit.desk.award(id) for id in (paid, back)}
    monkeypatch.setattr(pit.office.desk, "award", stale.__getitem__)
    await pit.back_out(back, AL)
    with pytest.raises(PitbossError, match="was used for another act"):
        await to_thread(pit.office.back_out, back, OMA, TIM, "the flop was misread", AL)
    await pit.pay(paid)
    with pytest.raises(PitbossError, match="was used for another act"):
        await pit.pay(paid, OMA)
