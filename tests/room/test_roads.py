"""A table that a room keeps is run in the room: the desk at the terminal is no second road past cards and wallets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from pitboss.errors import Conflict, IllegalAction, PitbossError
from pitboss.house.entries import SurveillanceCheck
from pitboss.house.payouts import PayoutDesk
from pitboss.house.tray import Movement, TrayDesk
from pitboss.jackpot import JackpotDesk
from pitboss.jackpot.awards import Witnessed
from pitboss.jackpot.kept import Road
from pitboss.jackpot.verify import check_books
from pitboss.people.person import Person
from pitboss.room.chips import tray, wallet
from pitboss.room.commands import EndGame, Press, StartGame
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.store import Store
from tests.room.support import player
from tests.room.test_jackpots import (
    AL,
    CASHIER,
    DAN,
    EVE,
    FIXED,
    SUE,
    TABLE,
    TRIPS,
    bet_with_jackpot,
    cents,
    open_jackpot,
    play_out,
    run,
    stack,
)
from tests.room.test_several_awards import STRAIGHT_FLUSHES

OMA, TIM = Person.of("oma", "executive"), Person.of("tim", "supervisor")


def refused(act: Callable[[], object], clause: str) -> None:
    with pytest.raises(IllegalAction, match="is kept by a room") as error:
        act()
    assert error.value.clause == clause
    assert "/console/" in str(error.value) or "/supervisor" in str(error.value), "it says where instead"


async def start(room: Room, people: dict[int, Person]) -> None:
    await bet_with_jackpot(room, people)
    await room.do(TABLE, StartGame(DAN, None))


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-32", "HR-33")
def test_no_game_of_a_room_is_run_from_the_terminal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, TRIPS)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        at_the_desk = partial(desk.start_game, TABLE, [1], [1], DAN, players={1: "zed"})
        await asyncio.to_thread(refused, at_the_desk, "JP-03")
        await start(room, people)
        for when in ("dealt", "settled"):
            before = store.head()
            for act, clause in (
                (lambda: desk.press(TABLE, 1, "flush", DAN), "JP-15"),
                (lambda: desk.name_players(TABLE, {1: "zed"}, DAN), "JP-32"),
                (lambda: desk.end_game(TABLE, DAN), "JP-04"),
                (lambda: desk.void_game(TABLE, SUE, "misdeal here"), "HR-33"),
            ):
                await asyncio.to_thread(refused, act, clause)
            assert store.head() == before
            if when == "dealt":
                await play_out(room, people)
        before_cents = cents(store, wallet("ann"))
        await room.do(TABLE, Press(DAN, None, 1, "three-of-a-kind", "jackpot"))
        await room.do(TABLE, EndGame(DAN, None))
        assert cents(store, wallet("ann")) - before_cents == 9 * FIXED, "the wager and eight times as much"
        await asyncio.to_thread(refused, at_the_desk, "JP-03")
        await start(room, people)
        assert room.tables[TABLE].phase == "playing"

    run(store, scenario, dealer="person")
    assert check_books(store) == []


@pytest.mark.clause("JP-16", "JP-18", "JP-30", "HR-14")
def test_every_signature_under_a_claim_of_a_room_is_given_there_and_asks_the_cards(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, STRAIGHT_FLUSHES)
    desk, in_room = open_jackpot(store, TABLE), JackpotDesk(store, Road.ROOM)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        await start(room, people)
        await play_out(room, people)
        await room.do(TABLE, Press(DAN, None, 2, "royal-flush", "jackpot"))
        await room.do(TABLE, Press(DAN, None, 1, "straight-flush", "jackpot"))
        wrong, right = desk.open_claims("royal")

        def signatures(id: str) -> None:
            claim = desk.claim(id)
            seen = Witnessed(claim.hand, FIXED, claim.cents, claim.player)
            refused(lambda: desk.confirm(id, SUE), "JP-16")
            refused(lambda: desk.surveil(id, AL, seen), "HR-14")
            refused(lambda: desk.complete(id, SUE), "JP-16")
            refused(lambda: desk.reject(id, SUE, "not so"), "JP-30")

        for id in (wrong, right):
            await asyncio.to_thread(signatures, id)
        seen = Witnessed("royal-flush", FIXED, desk.claim(wrong).cents, "bob")
        for act in (
            lambda: in_room.confirm(wrong, SUE),
            lambda: in_room.surveil(wrong, AL, seen),
            lambda: in_room.complete(wrong, SUE),
            lambda: office.confirm(wrong, SUE),
        ):
            with pytest.raises(IllegalAction, match="The cards of spot 2 do not make royal-flush") as cards:
                await asyncio.to_thread(act)
            assert cards.value.clause == "JP-16"
        for reject in (in_room.reject, office.reject):
            with pytest.raises(IllegalAction, match="The cards of spot 1 make straight-flush"):
                await asyncio.to_thread(reject, right, SUE, "not so")
        await asyncio.to_thread(office.reject, wrong, SUE, "not royal")
        await room.do(TABLE, Press(DAN, None, 2, "straight-flush", "jackpot"))
        for id in desk.open_claims("royal"):
            await asyncio.to_thread(office.confirm, id, SUE)
        last = desk.jackpot("royal").meter("meter").last_award
        assert last is not None
        assert desk.award(last).round == room.tables[TABLE].round_id
        await asyncio.to_thread(refused, lambda: desk.back_out(last, EVE, SUE, "misread"), "JP-18")
        await room.do(TABLE, EndGame(DAN, None))
        await asyncio.to_thread(desk.back_out, last, EVE, SUE, "the game is over and nothing is marked again")

    run(store, scenario, dealer="person")
    assert check_books(store) == []


@pytest.mark.clause("HR-17", "HR-14")
def test_wagers_and_pays_of_a_room_are_not_booked_on_its_tray_by_hand(store: Store) -> None:
    async def scenario(room: Room, office: Office) -> None:
        trays, before = TrayDesk(store), cents(store, tray(TABLE))
        seen = SurveillanceCheck("straight", "$100", 300_100, "pat", AL.id)
        for kind in (Movement.WAGER_PAID, Movement.WAGER_TAKEN, Movement.CASH_FOR_CHIPS):
            await asyncio.to_thread(
                refused, lambda kind=kind: trays.move(TABLE, kind, 500, DAN, "by hand"), "HR-17"
            )
        await asyncio.to_thread(refused, lambda: PayoutDesk(store).pay(TABLE, 500, DAN), "HR-17")
        await asyncio.to_thread(
            refused, lambda: PayoutDesk(store).pay(TABLE, 300_100, DAN, seen, AL), "HR-17"
        )
        assert cents(store, tray(TABLE)) == before

    run(store, scenario)


@pytest.mark.clause("HR-20", "JP-04")
def test_a_game_begun_by_hand_is_ended_by_hand_though_a_room_has_come(store: Store) -> None:
    """Its table is then the room's; the room never takes up what was begun at the desk, nor signs for it."""
    desk = open_jackpot(store, TABLE, "by-hand")
    desk.start_game(TABLE, [1, 2], [1, 2], DAN, players={1: "ann", 2: "bob"})
    desk.start_game("by-hand", [2], [2], DAN, players={2: "cleo"})
    desk.press("by-hand", 2, "straight-flush", DAN)
    (claim,) = desk.open_claims("royal")

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        await bet_with_jackpot(room, people)
        with pytest.raises(PitbossError, match="is not ended"):
            await room.do(TABLE, StartGame(DAN, None))
        with pytest.raises(IllegalAction, match=r"at by-hand is run by hand.*JP-16.*pitboss jackpot"):
            await asyncio.to_thread(office.confirm, claim, SUE)
        await asyncio.to_thread(desk.press, TABLE, 1, "flush", DAN)
        await asyncio.to_thread(desk.end_game, TABLE, DAN)
        await room.do(TABLE, StartGame(DAN, None))
        await asyncio.to_thread(desk.confirm, claim, SUE)
        await asyncio.to_thread(desk.complete, claim, SUE)
        await asyncio.to_thread(desk.end_game, "by-hand", DAN)

    run(store, scenario, dealer="person")


@pytest.mark.clause("JP-18", "JP-31", "HR-14")
def test_another_pair_with_the_same_words_is_not_told_that_it_has_backed_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, STRAIGHT_FLUSHES)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        await start(room, people)
        await play_out(room, people)
        await room.do(TABLE, Press(DAN, None, 2, "straight-flush", "jackpot"))
        (id,) = desk.open_claims("royal")
        with pytest.raises(PitbossError, match="no award"):
            await asyncio.to_thread(office.back_out, id, EVE, SUE, "misread card")
        await asyncio.to_thread(office.confirm, id, SUE)
        await asyncio.to_thread(office.back_out, id, EVE, SUE, "misread card")
        for pair in ((EVE, SUE), (OMA, TIM)):
            with pytest.raises(Conflict, match="is backed out already"):
                await asyncio.to_thread(office.back_out, id, *pair, "misread card")

    run(store, scenario, dealer="person")


@pytest.mark.clause("JP-31", "HR-14")
def test_two_who_sign_at_one_moment_are_not_both_told_that_it_was_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each saw the award as it stood before; the second's own signature is nowhere, so the answer is a refusal."""
    stack(monkeypatch, STRAIGHT_FLUSHES)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        await start(room, people)
        await play_out(room, people)
        for spot in (2, 1):
            await room.do(TABLE, Press(DAN, None, spot, "straight-flush", "jackpot"))
        paid, back = desk.open_claims("royal")
        for id in (paid, back):
            await asyncio.to_thread(office.confirm, id, SUE)
        stale = {id: desk.award(id) for id in (paid, back)}
        monkeypatch.setattr(office.desk, "award", stale.__getitem__)
        await asyncio.to_thread(office.back_out, back, EVE, SUE, "misread card")
        with pytest.raises(PitbossError, match="was used for another act"):
            await asyncio.to_thread(office.back_out, back, OMA, TIM, "misread card")
        await asyncio.to_thread(office.pay, paid, CASHIER)
        with pytest.raises(PitbossError, match="was used for another act"):
            await asyncio.to_thread(office.pay, paid, OMA)

    run(store, scenario, dealer="person")
