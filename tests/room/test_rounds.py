"""Rounds at a live table: the money, the records, and what is refused."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace

import pytest

from pitboss.chips.accounts import CAGE, TRAY_MOVEMENTS, Move, drop, felt, post, tokes, tray, wallet
from pitboss.chips.day_book import books_of_day, today
from pitboss.core.errors import Conflict, IllegalAction, IllegalWager, NotFound
from pitboss.ledger import Unit
from pitboss.room.commands import Bet, Clear, Leave, Ready, Sit, TakeDecision
from pitboss.room.history import load_round, recent_rounds
from pitboss.room.table import Pace
from pitboss.rounds.config import Limits
from pitboss.rounds.events import Decision
from tests.room.support import ANN, BOB, DAN, GAMES, SLOW, At, Floor, config_of, setup_of, until


@pytest.mark.clause("HR-17", "HR-20")
@pytest.mark.parametrize("game", GAMES)
async def test_money_of_every_round_is_in_the_ledger(floor: Floor, game: str) -> None:
    """What players win or lose is what wallets, felt, tray and tokes say, and nothing stays on the felt."""
    rng, at = random.Random(game), await floor.table(game, players="ann bob")
    opener, toked = at.cents(tray(at.id)), 0
    net = dict.fromkeys(("ann", "bob"), 0)
    for _ in range(8):
        round = await at.play(rng)
        for spot, person in at.people.items():
            net[person.name] += round.net_cents(spot)
        toked += round.tokes_cents
        assert at.cents(felt(at.id)) == 0
        for name, won in net.items():
            assert at.cents(wallet(name)) == 1_000_000 + won == at.room.wallets.available(name)
        assert at.cents(tokes(at.id)) == toked
        assert at.cents(tray(at.id)) == opener - sum(net.values()) - toked
        assert floor.store.trial_balance() == 0


# game, options, where ann sits, the spot that only bob gets and the clause that says so
SEATS = [
    ("fu-bacc", {}, [1], 2, "FB-07"),
    ("fu-bacc", {"two_spots": "yes"}, [1], 3, "FB-07"),
    ("fu-bacc", {"two_spots": "yes"}, [1, 2], 3, "FB-07"),
    ("face-up-pai-gow-poker", {}, [4], 5, "PG-01"),
    ("fortune-pai-gow-poker", {}, [4], 5, "PG-01"),
    ("blackjack", {}, [1, 2, 3], None, ""),
]


@pytest.mark.clause("FB-07", "PG-01")
@pytest.mark.parametrize(("game", "options", "sat", "refused", "clause"), SEATS)
async def test_a_seat_that_could_not_be_dealt_to_is_refused_when_somebody_sits_down(
    floor: Floor, game: str, options: dict[str, str], sat: list[int], refused: int | None, clause: str
) -> None:
    at = await floor.table(game, options=options, players="ann bob")
    await at.do(*(Sit(ANN, None, spot) for spot in sat))
    if refused is not None:
        with pytest.raises(IllegalWager) as refusal:
            await at.do(Sit(ANN, None, refused))
        assert refusal.value.clause == clause
        await at.do(Sit(BOB, None, refused))
    assert at.table.spots_of("ann") == set(sat)


async def test_what_a_player_may_not_do_is_refused_and_leaves_the_table_as_it_was(floor: Floor) -> None:
    at = await floor.table(limits={"ante": Limits(500, 10_000)})
    ann, bob = at.player("ann", 2_000), at.player("bob")
    stay = TakeDecision(ann, None, 1, Decision("stay"))
    await at.do(Sit(ann, None, 1))
    units = at.table.units
    for command, kind, words in (
        (Sit(bob, None, 1), Conflict, "taken by ann"),
        (Sit(bob, None, 8), IllegalWager, "no spot 8"),
        (Bet(bob, None, 1, "ante", 500), Conflict, "not bob's"),
        (Bet(ann, None, 1, "ante", 100), IllegalWager, "outside the posted limits"),
        (Bet(ann, None, 1, "ante", 2_500), IllegalWager, "has \\$20 in chips"),
        (Bet(ann, None, 1, "play", 500), IllegalWager, "made during the round"),
        (Ready(bob, None), Conflict, "no seat"),
        (stay, IllegalAction, "no round on"),
    ):
        with pytest.raises(kind, match=words):
            await at.do(command)
    assert at.table.units == units
    await at.do(Bet(ann, None, 1, "ante", 1_000), Ready(ann, None))
    for command, kind, words in (
        (stay, IllegalWager, "has \\$10 in chips; \\$20 are needed"),
        (TakeDecision(ann, None, 1, Decision("double")), IllegalAction, "not possible here"),
        (Leave(ann, None, 1), Conflict, "has wagers in this round"),
        (Bet(ann, None, 1, "ante", 500), Conflict, "No more bets"),
        (Clear(ann, None, 1), Conflict, "No more bets"),
    ):
        with pytest.raises(kind, match=words):
            await at.do(command)
    await at.do(TakeDecision(ann, None, 1, Decision("fold")))
    assert at.table.phase == "settled"
    assert at.room.wallets.available("ann") == 1_000


async def test_chips_bet_at_two_tables_are_spent_once(floor: Floor) -> None:
    setup = setup_of(config_of("fu-bacc"))
    room = await floor.open(setup, replace(setup, id="fu-bacc-2"))
    one, other = At(room, "fu-bacc-1"), At(room, "fu-bacc-2")
    ann = one.player("ann", 1_000)
    for at in (one, other):
        await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 1_000))
    await one.ready(ann)
    await other.ready(ann)
    assert (one.table.phase, other.table.phase) == ("playing", "betting")
    assert other.table.notices[0].because == "chips.short"
    assert other.table.seats[1].bets == {}
    assert one.cents(wallet("ann")) == 0


async def test_the_clock_deals_decides_by_the_fallback_and_clears_the_felt(floor: Floor) -> None:
    at = await floor.table(pace=Pace(betting_s=0.05, decision_s=0.05, settled_s=0.05), players="ann")
    screen = at.screen(ANN)
    await at.do(Sit(ANN, None, 1), Bet(ANN, None, 1, "ante", 500))
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


async def test_who_sits_out_three_rounds_gives_up_the_seat(floor: Floor) -> None:
    at = await floor.table(players="ann")
    bob = at.player("bob")
    await at.do(Sit(bob, None, 2), Ready(bob, None))
    for n in range(SLOW.rounds_missed):
        assert at.table.seats[2].player == "bob"
        await at.ready(bob)
        await at.play(n)
    assert at.table.seats[2].player is None


@pytest.mark.clause("HR-17")
async def test_cash_for_chips_is_drop_and_the_tray_knows_six_movements_only(floor: Floor) -> None:
    at, store = await floor.table(), floor.store
    at.people = {1: at.player("ann", 100)}
    before = at.cents(tray(at.id))
    for _ in range(2):  # once
        at.cage.sell(at.table, "ann", 50_000, DAN, "x")
    assert at.room.wallets.available("ann") == 50_100
    assert at.cents(drop(at.id)) == 50_000
    assert at.cents(tray(at.id)) == before - 50_000
    for n in range(3):
        await at.play(n)
    await at.room.close()
    transfers = [t for event in store.events() for t in store.transfers(event.seq)]
    assert {t.code for t in transfers if tray(at.id) in (t.debit, t.credit)} <= set(TRAY_MOVEMENTS)

    def gift(unit: Unit) -> None:
        unit.record("x", "x", "x")
        post(unit, [Move(CAGE, tray(at.id), 1, "gift")])

    with pytest.raises(ValueError, match="HR-17"):
        store.write(gift)


@pytest.mark.clause("HR-16")
async def test_the_day_book_adds_up_to_what_the_tables_won(floor: Floor) -> None:
    at = await floor.table()
    at.people = {1: at.player("ann"), 3: at.player("bob")}
    lost = -sum([(await at.play(n)).net_cents() for n in range(5)])
    (book,) = books_of_day(floor.store, today(floor.store))
    assert (book.rounds, book.win_cents, book.game) == (5, lost, "fu-bacc")
    assert book.wagers["ante"][:3] == (10, 5_000, 10 * 500**2)
    assert sum(won for *_, won in book.wagers.values()) == lost


async def test_a_round_is_found_by_its_id_and_history_goes_back_page_by_page(floor: Floor) -> None:
    at, store = await floor.table(players="ann"), floor.store
    nets = [(await at.play(n)).net_cents(1) for n in range(12)]
    await at.room.close()
    newest = recent_rounds(store, at.id, 5, person=at.people[1])
    older = recent_rounds(store, at.id, 50, before=newest[-1]["seq"], person=at.people[1])
    assert [line["net"]["1"] for line in (*newest, *older)] == nets[::-1]
    stored = load_round(store, "fu-bacc-1-7")
    assert stored.replay().net_cents(1) == nets[6]
    assert stored.holders == {1: "ann"}
    with pytest.raises(NotFound):
        load_round(store, "fu-bacc-1-13")
