"""A misdeal at a live table: the round is void, and everybody has what he had before it (HR-33)."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pitboss.chips import payouts
from pitboss.chips.accounts import felt, held, tokes, tray, wallet
from pitboss.chips.day_book import DayBook, Voids, books_of_day, today
from pitboss.core.cards import parse_many
from pitboss.core.errors import Conflict, IllegalAction, NotAllowed
from pitboss.fairness.download import verify as verify_proof
from pitboss.fairness.download import verify_together
from pitboss.house.report import VoidsOf, report_from_store
from pitboss.jackpots import JackpotDesk
from pitboss.ledger import Unit
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Sit, TakeDecision, VoidRound
from pitboss.room.events import RoundVoided, read, stream_of
from pitboss.room.history import load_round, recent_rounds, recover, round_facts
from pitboss.room.jackpot_office import Office
from pitboss.room.pit import alerts
from pitboss.room.proof import verify_stored
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from tests.games.support import random_decision
from tests.room.chosen import choose, stack
from tests.room.pit import TRIPS, Pit
from tests.room.sealed import AUDIT, download
from tests.room.support import AL, ANN, CAM, CY, DAN, EVE, GAMES, SUE, At, Floor, config_of, setup_of

pytestmark = pytest.mark.clause("HR-33")

WHY = "a card was exposed"
BLACKJACK = "As 9h 7c Kd 5h 8d"
"""spot 1 has a blackjack, which is paid at once; spot 2 has to decide"""


async def dealt_until(at: At, rng: random.Random, decisions: int) -> dict[str, int]:
    """A round in play with so many decisions; what everybody had before it."""
    accounts = (wallet("ann"), wallet("bob"), felt(at.id), tray(at.id), tokes(at.id))
    for _ in range(30):
        if at.table.phase == "settled":
            await at.ready()
        await at.bet()
        before = {name: at.cents(name) for name in accounts}
        await at.ready()
        while at.table.phase == "playing" and len(at.round.decisions) != decisions:
            ask = at.round.pending[0]
            decision = random_decision(at.round, ask, rng)
            await at.do(TakeDecision(at.people[ask.spot], None, ask.spot, decision))
        if at.table.phase == "playing":
            return before
    raise AssertionError("no round asks so often")


@pytest.mark.parametrize("game", GAMES)
async def test_a_void_round_of_every_game_moves_nothing_and_is_proven(floor: Floor, game: str) -> None:
    """Voided before any decision, and after one, twice: money, books, recovery, proof, and the table plays on."""
    rng, at, store = random.Random(game), await floor.table(game, players="ann bob"), floor.store
    screen = at.screen()
    rounds: list[str] = []
    for decisions in (0, 1, 1):
        before = await dealt_until(at, rng, decisions)
        rounds.append(str(at.table.round_id))
        book = books_of_day(store, today(store)) or [DayBook(at.id, game)]
        for _ in range(2):  # once
            await at.do(VoidRound(SUE, f"void-{len(rounds)}", "a card  was exposed", AL))
        assert {name: at.cents(name) for name in before} == before
        after = [replace(b, voids={}) for b in books_of_day(store, today(store))]
        assert after == [replace(b, voids={}) for b in book], "it counts as void, and as nothing else"
        assert at.room.wallets.available("ann") == before[wallet("ann")]
        assert (at.table.phase, at.round.voided) == ("settled", WHY)
        assert [(told["kind"], told["why"], told["clause"]) for told in screen.state["notices"]] == [
            ("round.void", WHY, "HR-33")
        ]
        assert set(screen.state["view"]["net_cents"].values()) == {0}
        assert recover(store, at.table.setup).compared() == at.table.compared()
    await at.play(rng)
    rounds.append(str(at.table.round_id))
    await at.room.close()
    for id in rounds[:3]:
        assert load_round(store, id).void == WHY
        assert "settled as the record of it says" in verify_stored(store, id)[-1]
        assert "Declared void" in verify_proof(download(store, id, AUDIT))[-1]
        # a hand that was set face down stays so; who was shown no card has nothing to check
        said = verify_proof(download(store, id, ANN))[-1]
        assert said.startswith(("Declared void", "its settlement was not checked"))
    count = int(rounds[3].rpartition("-")[2])
    assert verify_together([download(store, f"{at.id}-{n}", ANN) for n in range(1, count + 1)])
    lines = {line["round"]: line for line in recent_rounds(store, at.id, 100, person=AUDIT)}
    assert [lines[id].get("void", "") for id in rounds] == [WHY] * 3 + [""]
    assert all(set(lines[id]["net"].values()) == {0} for id in rounds[:3])


async def test_a_supervisor_voids_with_a_reason_before_the_settlement(floor: Floor) -> None:
    at = await floor.table(players="ann")
    void = VoidRound(SUE, None, "a misdeal", AL)
    with pytest.raises(Conflict, match="no round on"):
        await at.do(void)
    await at.bet()
    await at.ready()
    for person in (ANN, DAN, AL, CY):
        with pytest.raises(NotAllowed, match="void a game"):
            await at.do(VoidRound(person, None, "a misdeal", AL))
    for reason in ("", "  \n"):
        with pytest.raises(IllegalAction, match="has a reason"):
            await at.do(VoidRound(SUE, None, reason, AL))
    assert (at.table.phase, at.round.voided) == ("playing", None)
    await at.do(void)
    with pytest.raises(Conflict, match="no round on"):
        await at.do(void)
    await at.room.close()
    (event,) = [e for e in floor.store.events(stream_of(at.id)) if e.kind == RoundVoided.KIND]
    assert (event.actor, event.payload["reason"]) == ("sue", "a misdeal")
    staked = sum(load_round(floor.store, "fu-bacc-1-1").wagers[1].values())
    assert event.payload["returned"] == {"1": staked}


@pytest.mark.clause("JP-29")
async def test_jackpot_wagers_and_contributions_of_a_void_round_go_back(floor: Floor) -> None:
    pit = await Pit.open(floor, TRIPS, dealer="person")
    meter, chips = pit.meter_cents, pit.cents(tray(pit.id))
    await pit.start()
    assert pit.meter_cents > meter
    await pit.do(VoidRound(SUE, None, "dealt to the wrong spot", AL))
    assert (pit.meter_cents, pit.cents(tray(pit.id))) == (meter, chips)
    assert [pit.cents(wallet(name)) for name in ("ann", "bob")] == [1_000_000] * 2
    assert pit.office.claims() == []
    assert not JackpotDesk(floor.store).game(pit.id).running
    await pit.end()
    assert pit.table.phase == "betting"


@pytest.mark.clause("HR-14")
async def test_winnings_that_wait_for_surveillance_go_back_too(floor: Floor) -> None:
    """A blackjack of $2,500 is paid at once and held; then the round is void."""
    choose(floor.put, lambda config: parse_many(BLACKJACK))
    at = await floor.table("blackjack", options={"decks": "1"}, players="ann bob")
    for (spot, person), cents in zip(at.people.items(), (250_000, 500), strict=True):
        await at.do(Sit(person, None, spot), Bet(person, None, spot, "blackjack", cents))
    chips = at.cents(tray(at.id))
    await at.ready()
    assert at.table.phase == "playing"
    assert at.cents(held(at.id)) == 375_000
    (claim,) = Office(at.room, asyncio.get_running_loop()).claims()
    looked = payouts.load_held(floor.store, claim.id)
    await at.do(VoidRound(SUE, None, "two cards stuck together", AL))
    assert (at.cents(held(at.id)), at.cents(tray(at.id))) == (0, chips)
    assert [event.kind for event in floor.store.events(f"payouts/{at.id}")] == ["payout.void"]
    assert [at.cents(wallet(name)) for name in ("ann", "bob")] == [1_000_000] * 2
    assert Office(at.room, asyncio.get_running_loop()).claims() == []

    # surveillance had it before its eyes; what is held by now is another's
    floor.store.write(lambda unit: _moved(unit, tray(at.id), held(at.id)))
    floor.put(payouts, "load_held", lambda store, id: looked)
    with pytest.raises(Conflict, match="no longer"):
        payouts.release_held(
            floor.store, looked.id, AL, looked.hand, looked.wager_cents, looked.payout_cents, looked.player
        )
    assert (at.cents(held(at.id)), at.cents(wallet("ann"))) == (375_000, 1_000_000)
    floor.store.write(lambda unit: _moved(unit, held(at.id), tray(at.id)))


def _moved(unit: Unit, debit: str, credit: str) -> None:
    unit.record("moved", "test", "test")
    unit.transfer_cents(debit, credit, 375_000, "test")


async def paid_and_laid(floor: Floor, cents: int) -> At:
    """$20 on a blackjack brought $30; so much of it lies on another table's felt."""
    choose(floor.put, lambda config: parse_many(BLACKJACK) if config.game == "blackjack" else None)
    setups = (config_of("blackjack", options={"decks": "1"}), config_of("fu-bacc"))
    room = await floor.open(*map(setup_of, setups))
    at, other = At(room, "blackjack-1"), At(room, "fu-bacc-1")
    at.people = {1: at.player("ann", 2_000), 2: at.player("bob")}
    for spot, person in at.people.items():
        await at.do(Sit(person, None, spot), Bet(person, None, spot, "blackjack", 2_000))
    await at.ready()
    assert at.cents(wallet("ann")) == 5_000
    await other.do(Sit(ANN, None, 1), Bet(ANN, None, 1, "ante", cents))
    await other.ready(ANN)
    assert at.cents(wallet("ann")) == 5_000 - cents
    return at


async def test_what_was_won_and_spent_elsewhere_keeps_the_round(floor: Floor) -> None:
    """The round is played out, or the player comes back."""
    at = await paid_and_laid(floor, 2_500)
    with pytest.raises(Conflict, match=r"ann was paid \$30 in this round"):
        await at.do(VoidRound(SUE, None, "a misdeal", AL))
    assert at.table.phase == "playing"
    await at.do(TakeDecision(at.people[2], None, 2, Decision("stand")))
    assert at.table.phase == "settled"


async def test_who_has_exactly_what_was_paid_gives_it_back(floor: Floor) -> None:
    at = await paid_and_laid(floor, 2_000)
    await at.do(VoidRound(SUE, None, "a misdeal", AL))
    assert at.cents(wallet("ann")) == 0


def test_wagers_go_back_in_one_order_whoever_bet_first() -> None:
    """The log has them by name: a round out of it is the one that was shown, event by event."""
    config, bets = config_of("down-under-holdem"), {"bet": 500, "ante": 500}
    live = Round(config, {2: bets, 1: bets}, tuple(range(52)))
    stored = Round(config, {spot: dict(sorted(bets.items())) for spot in (1, 2)}, tuple(range(52)))
    for round in (live, stored):
        round.void(WHY)
    assert (live.log, live.settlements) == (stored.log, stored.settlements)


# a void takes a supervisor and surveillance, and says what it changed, for whom, by whom (HR-43)


ZOE = Person.of("zoe", "player")
CAMERA = "  camera 4,  21:07 "
CARDS = "6s Kc 9h Ks Tc 8d Qs"
"""spot 1 has 16 and draws a queen, spot 2 has 20, the dealer 17"""


async def dealt(floor: Floor, *players: str) -> At:
    stack(floor.put, CARDS)
    at = await floor.table("blackjack", options={"decks": "1"})
    at.people = {spot: at.player(name) for spot, name in enumerate(players, 1)}
    for spot, person in at.people.items():
        await at.do(Sit(person, None, spot), Bet(person, None, spot, "blackjack", 10_000))
    await at.ready()
    return at


@pytest.mark.clause("HR-43")
async def test_a_loss_comes_back_only_with_surveillance_and_is_on_record_everywhere(floor: Floor) -> None:
    """Ann is over and has lost $100; bob still decides."""
    at, store = await dealt(floor, "ann", "bob"), floor.store
    await at.do(TakeDecision(ANN, None, 1, Decision("hit")))
    assert at.round.net_cents(1) == -10_000
    assert at.table.phase == "playing"
    before = store.head()
    for by, second, why in (
        (SUE, None, "takes two people"),
        (SUE, SUE, "takes two people; sue is one"),
        (SUE, EVE, "may not sign as the second"),
        (SUE, DAN, "may not sign as the second"),
        (CAM, SUE, "may not void a game"),
        (DAN, CAM, "may not void a game"),
    ):
        with pytest.raises(NotAllowed, match=why):
            await at.do(VoidRound(by, None, "misdeal", second))
    assert store.head() == before
    assert at.cents(wallet("ann")) == 990_000
    for watcher in (CAM, AL):  # the second time it is a retry
        await at.do(VoidRound(SUE, "once", "misdeal", watcher, CAMERA))
    assert [at.cents(wallet(name)) for name in ("ann", "bob")] == [1_000_000] * 2
    day, office = date.fromisoformat(today(store)), Office(at.room, asyncio.get_running_loop())
    found = await asyncio.to_thread(alerts, at.room, office, day)
    words = f"1 round was declared void by sue at {at.table.setup.name}: $100 of losses given back"
    assert (words, "HR-43", True) in [(one.text, one.clause, one.grave) for one in found]
    await at.room.close()
    (event,) = [e for e in store.events(stream_of(at.id), limit=500) if e.kind == RoundVoided.KIND]
    says: Any = read(event)
    assert (event.actor, says.second, says.camera) == ("sue", "cam", "camera 4, 21:07")
    assert (says.changed, says.holders) == ({1: 10_000, 2: 0}, {1: "ann", 2: "bob"})
    report = report_from_store(store, day, {})
    assert report.voids == (VoidsOf(at.id, "sue", Voids(1, 10_000, 0)),)
    (line,) = report.to_json()["voids"]
    assert line == {"table": at.id, "person": "sue", "count": 1, "given_cents": 10_000, "taken_cents": 0}
    for person, changed, signed, camera in (
        (SUE, {"1": 10_000, "2": 0}, ["sue", "cam"], "camera 4, 21:07"),
        (ANN, {"1": 10_000}, None, None),
        (None, {}, None, None),
        (ZOE, {}, None, None),
    ):
        void = round_facts(store, f"{at.id}-1", person)["void"]
        assert (void["changed"], void["signed"], void["camera"]) == (changed, signed, camera)
        assert void["reason"] == "misdeal"


@pytest.mark.clause("HR-43")
async def test_a_void_without_a_decided_wager_takes_two_as_well(floor: Floor) -> None:
    """Cards lie open: whoever voids already chooses between results. It is counted too."""
    at = await dealt(floor, "ann")
    with pytest.raises(NotAllowed, match="takes two people"):
        await at.do(VoidRound(EVE, None, "misdeal"))
    await at.do(VoidRound(EVE, None, "misdeal", AL))
    report = report_from_store(floor.store, date.fromisoformat(today(floor.store)), {})
    assert report.voids == (VoidsOf(at.id, "eve", Voids(1, 0, 0)),)
