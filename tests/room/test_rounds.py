"""Rounds at a live table: the money, the records, and the table out of the store after every single step."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from dataclasses import replace

import pytest

from pitboss.errors import Conflict, IllegalAction, IllegalWager, NotFound
from pitboss.house.day_book import books_of_day
from pitboss.people.person import Person
from pitboss.room.accounting import today
from pitboss.room.chips import CAGE, TRAY_MOVEMENTS, Move, drop, felt, post, tokes, tray, wallet
from pitboss.room.commands import Bet, Clear, Leave, Ready, Sit, TakeDecision
from pitboss.room.history import load_round, recent_rounds
from pitboss.room.keeper import Keeper
from pitboss.room.setup import Pace
from pitboss.rounds.config import Limits
from pitboss.rounds.events import Decision
from pitboss.rounds.views import view
from pitboss.store import UNIT_PER_CENT, Store
from pitboss.store.verify import verify
from tests.room.support import (
    GAMES,
    SLOW,
    Screen,
    config_of,
    make_room,
    play_round,
    player,
    setup_of,
    until,
)


def cents(store: Store, account: str) -> int:
    return store.account(account).credit_balance // UNIT_PER_CENT


@pytest.mark.clause("HR-17", "HR-20")
@pytest.mark.parametrize("game", GAMES)
def test_money_of_every_round_is_in_the_ledger(store: Store, game: str) -> None:
    """What players win or lose is what wallets, felt, tray and tokes say, and nothing stays on the felt."""

    async def scenario() -> None:
        rng = random.Random(game)
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        table = f"{game}-1"
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        opener = cents(store, tray(table))
        net = dict.fromkeys(("ann", "bob"), 0)
        toked = 0
        for _ in range(8):
            round = await play_round(room, table, people, rng)
            for spot, person in people.items():
                net[person.name] += round.net_cents(spot)
            toked += round.tokes_cents
            assert cents(store, felt(table)) == 0
            for name, won in net.items():
                assert cents(store, wallet(name)) == 1_000_000 + won == room.bank.available(name)
            assert cents(store, tokes(table)) == toked
            assert cents(store, tray(table)) == opener - sum(net.values()) - toked
            assert store.trial_balance() == 0
        await room.close()

    asyncio.run(scenario())
    assert verify(store).sound


@pytest.mark.clause("FB-07", "PG-01")
@pytest.mark.parametrize(
    ("game", "options", "sat", "refused", "clause"),
    [
        ("fu-bacc", {}, [1], 2, "FB-07"),
        ("fu-bacc", {"two_spots": "yes"}, [1], 3, "FB-07"),
        ("fu-bacc", {"two_spots": "yes"}, [1, 2], 3, "FB-07"),
        ("face-up-pai-gow-poker", {}, [4], 5, "PG-01"),
        ("fortune-pai-gow-poker", {}, [4], 5, "PG-01"),
        ("blackjack", {}, [1, 2, 3], None, ""),
    ],
)
def test_a_seat_that_could_not_be_dealt_to_is_refused_when_somebody_sits_down(
    store: Store, game: str, options: dict[str, str], sat: list[int], refused: int | None, clause: str
) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of(game, options=options)))
        await room.open()
        ann, bob = player(room, "ann"), player(room, "bob")
        for spot in sat:
            await room.do(f"{game}-1", Sit(ann, None, spot))
        if refused is not None:
            with pytest.raises(IllegalWager) as refusal:
                await room.do(f"{game}-1", Sit(ann, None, refused))
            assert refusal.value.clause == clause
            await room.do(f"{game}-1", Sit(bob, None, refused))
        assert room.tables[f"{game}-1"].spots_of("ann") == set(sat)
        await room.close()

    asyncio.run(scenario())


def test_what_a_player_may_not_do_is_refused_and_leaves_the_table_as_it_was(store: Store) -> None:
    async def scenario() -> None:
        config = config_of("fu-bacc", limits={"ante": Limits(500, 10_000)})
        room = make_room(store, setup_of(config))
        await room.open()
        ann, bob = player(room, "ann", 2_000), player(room, "bob")
        await room.do("fu-bacc-1", Sit(ann, None, 1))
        units = room.tables["fu-bacc-1"].units
        refusals = [
            (Sit(bob, None, 1), Conflict, "taken by ann"),
            (Sit(bob, None, 8), IllegalWager, "no spot 8"),
            (Bet(bob, None, 1, "ante", 500), Conflict, "not bob's"),
            (Bet(ann, None, 1, "ante", 100), IllegalWager, "outside the posted limits"),
            (Bet(ann, None, 1, "ante", 2_500), IllegalWager, "has \\$20 in chips"),
            (Bet(ann, None, 1, "play", 500), IllegalWager, "made during the round"),
            (Ready(bob, None), Conflict, "no seat"),
            (TakeDecision(ann, None, 1, Decision("stay")), IllegalAction, "no round on"),
        ]
        for command, kind, words in refusals:
            with pytest.raises(kind, match=words):
                await room.do("fu-bacc-1", command)
        assert room.tables["fu-bacc-1"].units == units
        await room.do("fu-bacc-1", Bet(ann, None, 1, "ante", 1_000))
        await room.do("fu-bacc-1", Ready(ann, None))
        for command, kind, words in [
            (
                TakeDecision(ann, None, 1, Decision("stay")),
                IllegalWager,
                "has \\$10 in chips; \\$20 are needed",
            ),
            (TakeDecision(ann, None, 1, Decision("double")), IllegalAction, "not possible here"),
            (Leave(ann, None, 1), Conflict, "has wagers in this round"),
            (Bet(ann, None, 1, "ante", 500), Conflict, "No more bets"),
            (Clear(ann, None, 1), Conflict, "No more bets"),
        ]:
            with pytest.raises(kind, match=words):
                await room.do("fu-bacc-1", command)
        await room.do("fu-bacc-1", TakeDecision(ann, None, 1, Decision("fold")))
        assert room.tables["fu-bacc-1"].phase == "settled"
        assert room.bank.available("ann") == 1_000
        await room.close()

    asyncio.run(scenario())


def test_chips_bet_at_two_tables_are_spent_once(store: Store) -> None:
    async def scenario() -> None:
        first = setup_of(config_of("fu-bacc"))
        second = replace(first, id="fu-bacc-2")
        room = make_room(store, first, second)
        await room.open()
        ann = player(room, "ann", 1_000)
        for table in ("fu-bacc-1", "fu-bacc-2"):
            await room.do(table, Sit(ann, None, 1))
            await room.do(table, Bet(ann, None, 1, "ante", 1_000))
        await room.do("fu-bacc-1", Ready(ann, None))
        await room.do("fu-bacc-2", Ready(ann, None))
        assert room.tables["fu-bacc-1"].phase == "playing"
        assert room.tables["fu-bacc-2"].phase == "betting"
        assert "not enough chips" in room.tables["fu-bacc-2"].notices[0]
        assert room.tables["fu-bacc-2"].seats[1].bets == {}
        assert cents(store, wallet("ann")) == 0
        await room.close()

    asyncio.run(scenario())


def test_the_clock_deals_decides_by_the_fallback_and_clears_the_felt(store: Store) -> None:
    async def scenario() -> None:
        pace = Pace(betting_s=0.05, decision_s=0.05, settled_s=0.05)
        room = make_room(store, setup_of(config_of("fu-bacc"), pace))
        await room.open()
        ann = player(room, "ann")
        screen = Screen(ann)
        room.keeper("fu-bacc-1").subscribe(screen)
        await room.do("fu-bacc-1", Sit(ann, None, 1))
        await room.do("fu-bacc-1", Bet(ann, None, 1, "ante", 500))
        # the decision's and the result's time begin when they have been shown
        await until(lambda: screen.state["round_number"] == 2)
        states = [json.loads(text) for text in screen.texts]
        phases = [phase for phase, _ in itertools.groupby(s["phase"] for s in states)]
        assert phases == ["betting", "playing", "settled", "betting"]
        settled = next(s for s in states if s["phase"] == "settled")
        chosen = [e["place"] for e in settled["view"]["log"] if e["kind"] == "choice"]
        assert chosen[0] in ("fold", "bonus")
        timed = [s for s in states if s["phase"] != "betting" or s["seats"][0]["bets"]]
        assert all(s["deadline"] is not None for s in timed)
        await room.close()

    asyncio.run(scenario())


def test_who_sits_out_three_rounds_gives_up_the_seat(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann, bob = player(room, "ann"), player(room, "bob")
        await room.do("fu-bacc-1", Sit(bob, None, 2))
        await room.do("fu-bacc-1", Ready(bob, None))
        for n in range(SLOW.rounds_missed):
            assert room.tables["fu-bacc-1"].seats[2].player == "bob"
            await room.do("fu-bacc-1", Ready(bob, None))
            await play_round(room, "fu-bacc-1", {1: ann}, random.Random(n))
        assert room.tables["fu-bacc-1"].seats[2].player is None
        await room.close()

    asyncio.run(scenario())


@pytest.mark.clause("HR-17")
def test_cash_for_chips_is_drop_and_the_tray_knows_six_movements_only(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann", 100)
        before = cents(store, tray("fu-bacc-1"))
        dan = Person.of("dan", "dealer")
        room.cage.sell(room.tables["fu-bacc-1"], "ann", 50_000, dan, "x")
        room.cage.sell(room.tables["fu-bacc-1"], "ann", 50_000, dan, "x")
        assert room.bank.available("ann") == 50_100
        assert cents(store, drop("fu-bacc-1")) == 50_000
        assert cents(store, tray("fu-bacc-1")) == before - 50_000
        for n in range(3):
            await play_round(room, "fu-bacc-1", {1: ann}, random.Random(n))
        await room.close()

    asyncio.run(scenario())
    codes = {
        t.code
        for event in store.events()
        for t in store.transfers(event.seq)
        if "tray/fu-bacc-1" in (t.debit, t.credit)
    }
    assert codes <= set(TRAY_MOVEMENTS)
    with pytest.raises(ValueError, match="HR-17"):
        store.write(
            lambda unit: (unit.record("x", "x", "x"), post(unit, [Move(CAGE, tray("fu-bacc-1"), 1, "gift")]))[
                0
            ]
        )


@pytest.mark.clause("HR-16")
def test_the_day_book_adds_up_to_what_the_tables_won(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann, bob = player(room, "ann"), player(room, "bob")
        lost = 0
        for n in range(5):
            round = await play_round(room, "fu-bacc-1", {1: ann, 3: bob}, random.Random(n))
            lost -= round.net_cents()
        (book,) = books_of_day(store, today(store))
        assert (book.rounds, book.win_cents, book.game) == (5, lost, "fu-bacc")
        count, stake, squares, _ = book.wagers["ante"]
        assert (count, stake, squares) == (10, 5_000, 10 * 500**2)
        assert sum(won for *_, won in book.wagers.values()) == lost
        await room.close()

    asyncio.run(scenario())


def test_a_round_is_found_by_its_id_and_history_goes_back_page_by_page(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann")
        nets = []
        for n in range(12):
            round = await play_round(room, "fu-bacc-1", {1: ann}, random.Random(n))
            nets.append(round.net_cents(1))
        await room.close()
        newest = recent_rounds(store, "fu-bacc-1", 5)
        older = recent_rounds(store, "fu-bacc-1", 50, before=newest[-1]["seq"])
        assert [line["net"]["1"] for line in (*newest, *older)] == nets[::-1]
        stored = load_round(store, "fu-bacc-1-7")
        assert stored.replay().net_cents(1) == nets[6]
        assert stored.holders == {1: "ann"}
        with pytest.raises(NotFound):
            load_round(store, "fu-bacc-1-13")

    asyncio.run(scenario())


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_a_round_is_its_view(store: Store, game: str) -> None:
    """The log is encoded piece by piece; together it is what `views.view` says, for every class of observers."""

    async def same(keeper: Keeper) -> None:
        round = keeper.table.round
        assert round is not None
        for screen in screens:
            spots = keeper.table.spots_of(screen.person.name if screen.person else None)
            assert screen.state["view"] == json.loads(json.dumps(view(round, spots)))

    screens: list[Screen] = []

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        for person in (None, *people.values()):
            screens.append(Screen(person))
            room.keeper(f"{game}-1").subscribe(screens[-1])
        for n in range(2):
            await play_round(room, f"{game}-1", people, random.Random(n), after=same)
        await room.close()

    asyncio.run(scenario())
