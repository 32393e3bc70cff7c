"""A misdeal at a live table: the round is void, and everybody has what he had before it (HR-33)."""

from __future__ import annotations

import asyncio
import random

import pytest

from pitboss.cards import parse_many
from pitboss.errors import Conflict, IllegalAction, NotAllowed
from pitboss.house.day_book import books_of_day
from pitboss.jackpot import JackpotDesk
from pitboss.people.person import Person
from pitboss.room.accounting import today
from pitboss.room.chips import felt, held, tokes, tray, wallet
from pitboss.room.commands import Bet, EndGame, Ready, Sit, StartGame, TakeDecision, VoidRound
from pitboss.room.history import load_round, recent_rounds
from pitboss.room.proof import verify_stored
from pitboss.room.records import RoundVoided, stream_of
from pitboss.room.recovery import recover
from pitboss.rounds.events import Decision
from pitboss.rounds.proving import verify as verify_proof
from pitboss.rounds.proving import verify_together
from pitboss.rounds.round import Round
from pitboss.store import UNIT_PER_CENT, Store
from pitboss.store.verify import verify
from tests.games.support import random_decision
from tests.room.chosen import choose
from tests.room.sealed import AUDIT, download
from tests.room.support import (
    GAMES,
    Screen,
    config_of,
    make_room,
    play_round,
    player,
    seat_and_bet,
    setup_of,
)
from tests.room.test_jackpots import (
    DAN,
    SUE,
    TABLE,
    TRIPS,
    Office,
    Room,
    bet_with_jackpot,
    open_jackpot,
    run,
    stack,
)

pytestmark = pytest.mark.clause("HR-33")


def cents(store: Store, account: str) -> int:
    return store.account(account).credit_balance // UNIT_PER_CENT


@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_of_every_game_moves_nothing_and_is_proven(store: Store, game: str) -> None:
    """Voided before any decision, and after one, twice: money, books, recovery, proof, and the table plays on."""
    table = f"{game}-1"
    rounds: list[str] = []

    async def scenario() -> None:
        rng = random.Random(game)
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        keeper = room.keeper(table)
        screen = Screen(None)
        keeper.subscribe(screen)
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        accounts = (wallet("ann"), wallet("bob"), felt(table), tray(table), tokes(table))
        for decisions in (0, 1, 1):
            before = {name: cents(store, name) for name in accounts}
            for _ in range(30):
                if keeper.table.phase == "settled":
                    for person in people.values():
                        await keeper.do(Ready(person, None))
                await seat_and_bet(room, table, people)
                before = {name: cents(store, name) for name in accounts}
                for person in people.values():
                    await keeper.do(Ready(person, None))
                while keeper.table.phase == "playing":
                    round = keeper.table.playing.round
                    if len(round.decisions) == decisions:
                        break
                    ask = round.pending[0]
                    act = TakeDecision(people[ask.spot], None, ask.spot, random_decision(round, ask, rng))
                    await keeper.do(act)
                if keeper.table.phase == "playing":
                    break
            assert keeper.table.phase == "playing"
            rounds.append(str(keeper.table.round_id))
            book = books_of_day(store, today(store))
            await keeper.do(VoidRound(SUE, f"void-{len(rounds)}", "a card  was exposed"))
            await keeper.do(VoidRound(SUE, f"void-{len(rounds)}", "a card  was exposed"))  # once
            assert {name: cents(store, name) for name in accounts} == before
            assert books_of_day(store, today(store)) == book
            assert room.bank.available("ann") == before[wallet("ann")]
            assert keeper.table.phase == "settled"
            assert keeper.table.playing.round.voided == "a card was exposed"
            assert screen.state["notices"] == [
                "The round is void: a card was exposed. Every wager is returned (HR-33)."
            ]
            assert set(screen.state["view"]["net_cents"].values()) == {0}
            found = recover(store, keeper.table.setup)
            assert found is not None
            assert found.compared() == keeper.table.compared()
        await play_round(room, table, people, rng)
        rounds.append(str(keeper.table.round_id))
        await room.close()

    asyncio.run(scenario())
    ann = Person.of("ann", "player")
    assert verify(store).sound
    for id in rounds[:3]:
        stored = load_round(store, id)
        assert stored.void == "a card was exposed"
        assert "settled as the record of it says" in verify_stored(store, id)[-1]
        assert "Declared void" in verify_proof(download(store, id, AUDIT))[-1]
        # a hand that was set face down stays so; who was shown no card has nothing to check
        assert verify_proof(download(store, id, ann))[-1].startswith(
            ("Declared void", "its settlement was not checked")
        )
    together = [download(store, f"{table}-{n}", ann) for n in range(1, int(rounds[3].rpartition("-")[2]) + 1)]
    assert verify_together(together)
    lines = {line["round"]: line for line in recent_rounds(store, table, 100)}
    assert [lines[id]["void"] for id in rounds] == ["a card was exposed"] * 3 + [""]
    assert all(set(lines[id]["net"].values()) == {0} for id in rounds[:3])


def test_a_supervisor_voids_with_a_reason_before_the_settlement(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        keeper = room.keeper("fu-bacc-1")
        ann = player(room, "ann")
        with pytest.raises(Conflict, match="no round on"):
            await keeper.do(VoidRound(SUE, None, "a misdeal"))
        await seat_and_bet(room, "fu-bacc-1", {1: ann})
        await keeper.do(Ready(ann, None))
        for person in (ann, DAN, Person.of("al", "auditor"), Person.of("cy", "cashier")):
            with pytest.raises(NotAllowed, match="void a game"):
                await keeper.do(VoidRound(person, None, "a misdeal"))
        for reason in ("", "  \n"):
            with pytest.raises(IllegalAction, match="has a reason"):
                await keeper.do(VoidRound(SUE, None, reason))
        assert keeper.table.phase == "playing"
        assert keeper.table.playing.round.voided is None
        await keeper.do(VoidRound(SUE, None, "a misdeal"))
        with pytest.raises(Conflict, match="no round on"):
            await keeper.do(VoidRound(SUE, None, "a misdeal"))
        await room.close()

    asyncio.run(scenario())
    (event,) = [e for e in store.events(stream_of("fu-bacc-1")) if e.kind == RoundVoided.KIND]
    assert (event.actor, event.payload["reason"]) == ("sue", "a misdeal")
    assert event.payload["returned"] == {"1": sum(load_round(store, "fu-bacc-1-1").wagers[1].values())}


@pytest.mark.clause("JP-29")
def test_jackpot_wagers_and_contributions_of_a_void_round_go_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, TRIPS)
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        meter, chips = desk.meter_cents("royal"), cents(store, tray(TABLE))
        await bet_with_jackpot(room, people)
        await room.do(TABLE, StartGame(DAN, None))
        assert desk.meter_cents("royal") > meter
        await room.do(TABLE, VoidRound(SUE, None, "dealt to the wrong spot"))
        assert desk.meter_cents("royal") == meter
        assert cents(store, tray(TABLE)) == chips
        assert [cents(store, wallet(name)) for name in ("ann", "bob")] == [1_000_000] * 2
        assert office.claims() == []
        assert not JackpotDesk(store).game(TABLE).running
        await room.do(TABLE, EndGame(DAN, None))
        assert room.tables[TABLE].phase == "betting"

    run(store, scenario, dealer="person")


@pytest.mark.clause("HR-14")
def test_winnings_that_wait_for_surveillance_go_back_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blackjack of $2,500 is paid at once and held; then the round is void."""
    first = parse_many("As 9h 7c Kd 5h 8d")
    choose(monkeypatch.setattr, lambda config: first)
    config = config_of("blackjack", options={"decks": "1"})

    async def scenario() -> None:
        room = make_room(store, setup_of(config))
        await room.open()
        ann, bob = player(room, "ann"), player(room, "bob")
        for spot, person, amount in ((1, ann, 250_000), (2, bob, 500)):
            await room.do("blackjack-1", Sit(person, None, spot))
            await room.do("blackjack-1", Bet(person, None, spot, "blackjack", amount))
        chips = cents(store, tray("blackjack-1"))
        for person in (ann, bob):
            await room.do("blackjack-1", Ready(person, None))
        assert room.tables["blackjack-1"].phase == "playing"
        assert cents(store, held("blackjack-1")) == 375_000
        await room.do("blackjack-1", VoidRound(SUE, None, "two cards stuck together"))
        assert cents(store, held("blackjack-1")) == 0
        assert cents(store, tray("blackjack-1")) == chips
        assert [cents(store, wallet(name)) for name in ("ann", "bob")] == [1_000_000] * 2
        assert Office(room, asyncio.get_running_loop()).claims() == []
        await room.close()

    asyncio.run(scenario())
    assert verify(store).sound


def test_what_was_won_and_spent_elsewhere_keeps_the_round(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blackjack was paid and lies on another table's felt: the round is played out, or the player comes back."""
    first = parse_many("As 9h 7c Kd 5h 8d")
    choose(monkeypatch.setattr, lambda config: first if config.game == "blackjack" else None)

    async def scenario() -> None:
        tables = (
            setup_of(config_of("blackjack", options={"decks": "1"})),
            setup_of(config_of("fu-bacc")),
        )
        room = make_room(store, *tables)
        await room.open()
        ann, bob = player(room, "ann", 2_000), player(room, "bob")
        for spot, person in ((1, ann), (2, bob)):
            await room.do("blackjack-1", Sit(person, None, spot))
            await room.do("blackjack-1", Bet(person, None, spot, "blackjack", 2_000))
        for person in (ann, bob):
            await room.do("blackjack-1", Ready(person, None))
        assert cents(store, wallet("ann")) == 5_000
        await room.do("fu-bacc-1", Sit(ann, None, 1))
        await room.do("fu-bacc-1", Bet(ann, None, 1, "ante", 2_500))
        await room.do("fu-bacc-1", Ready(ann, None))
        with pytest.raises(Conflict, match=r"ann was paid \$30 in this round"):
            await room.do("blackjack-1", VoidRound(SUE, None, "a misdeal"))
        assert room.tables["blackjack-1"].phase == "playing"
        await room.do("blackjack-1", TakeDecision(bob, None, 2, Decision("stand")))
        assert room.tables["blackjack-1"].phase == "settled"
        await room.close()

    asyncio.run(scenario())
    assert verify(store).sound


def test_wagers_go_back_in_one_order_whoever_bet_first() -> None:
    """The log has them by name: a round out of it is the one that was shown, event by event."""
    config = config_of("down-under-holdem")
    bets = {"bet": 500, "ante": 500}
    live = Round(config, {2: bets, 1: bets}, tuple(range(52)))
    stored = Round(config, {spot: dict(sorted(bets.items())) for spot in (1, 2)}, tuple(range(52)))
    for round in (live, stored):
        round.void("a card was exposed")
    assert live.log == stored.log
    assert live.settlements == stored.settlements
