"""What is won and not in the wallet yet is stated by the house: wallet and what is coming are always the wallet before
and the result, whatever the pays are made by and whenever one looks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pitboss.chips.accounts import held, tray, wallet
from pitboss.core.cards import parse_many
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision, VoidRound
from pitboss.room.events import PayHeld, stream_of
from pitboss.room.history import recover
from pitboss.room.jackpot_office import Office
from pitboss.room.keeper import Keeper
from pitboss.rounds.events import Decision
from tests.games.support import random_decision
from tests.room.chosen import choose
from tests.room.pit import FIXED, QUADS, STRAIGHT_FLUSHES, TRIPS, Pit
from tests.room.purse import Purse, needed, of_round
from tests.room.support import AL, ANN, GAMES, SUE, At, Floor, until

BONUS = "fortune-bonus"


async def seated(at: At) -> tuple[list[Purse], Callable[[Keeper], Awaitable[None]]]:
    """Everybody has a seat and an open purse; and how to look into all of them."""
    for spot, person in at.people.items():
        await at.do(Sit(person, None, spot))
    purses = [Purse(at, person) for person in at.people.values()]
    await at.keeper.quiet()

    async def look(keeper: Keeper) -> None:
        await keeper.quiet()
        for purse in purses:
            purse.look()

    return purses, look


async def with_purse(floor: Floor, cards: str, **more: Any) -> tuple[Pit, Purse]:
    """Ann sits at a table with a jackpot, her purse open."""
    pit = await Pit.open(floor, cards, **more)
    await pit.do(Sit(pit.people[1], None, 1))
    purse = Purse(pit, pit.people[1])
    await pit.keeper.quiet()
    purse.look()
    return pit, purse


@pytest.mark.clause("HR-34", "HR-33")
@pytest.mark.parametrize("game", GAMES)
async def test_wallet_and_coming_are_the_result_in_every_game(floor: Floor, game: str) -> None:
    """Every optional wager is laid, tokes among them; one round is declared void after a decision."""
    rng, at = random.Random(f"coming {game}"), await floor.table(game)
    at.people = {1: at.player("ann"), 2: at.player("bob")}
    purses, look = await seated(at)
    for _ in range(6):
        await at.play(rng, after=look)
        await look(at.keeper)
    for _ in range(30):
        if at.table.phase == "settled":
            await at.ready()
        await at.bet()
        await at.ready()
        if at.table.phase == "playing":
            ask = at.round.pending[0]
            decision = random_decision(at.round, ask, rng)
            await at.do(TakeDecision(at.people[ask.spot], None, ask.spot, decision))
        if at.table.phase == "playing":
            await at.do(VoidRound(SUE, None, "a card was exposed", AL))
            break
    await look(at.keeper)
    assert at.round.voided
    assert [at.cents(wallet(purse.person.id)) for purse in purses] == [p.before for p in purses]


@pytest.mark.clause("JP-04", "JP-15")
@pytest.mark.parametrize("dealer", ["house", "person"])
async def test_a_fixed_jackpot_pay_is_coming_until_end_game(floor: Floor, dealer: str) -> None:
    pit, purse = await with_purse(floor, TRIPS, dealer=dealer)
    pay = 9 * FIXED
    if dealer == "person":
        await pit.start()
        await pit.play_out()
    else:
        await pit.deal()
    await pit.keeper.quiet()
    (line,) = purse.look()
    assert (line["wager"], line["paid_cents"]) == ("jackpot", 0)
    assert needed([line]) == {"end-game": pay}
    # the account says the same as the table's screen
    (coming,) = pit.office.coming_to("ann")
    assert (coming.wager, coming.round_id) == ("Jackpot", pit.table.round_id)
    assert of_round([coming]) == {"end-game": pay}
    assert pit.office.coming_to("bob") == []
    before = pit.cents(wallet("ann"))
    if dealer == "person":
        await pit.press(1, "three-of-a-kind")
        await pit.end()
    else:
        await pit.ready()
    assert pit.cents(wallet("ann")) == before + pay
    assert pit.office.coming_to("ann") == purse.look() == []


@pytest.mark.clause("HR-14", "JP-04")
async def test_a_large_fixed_pay_waits_for_surveillance_first(floor: Floor) -> None:
    pit, purse = await with_purse(floor, QUADS, surveillance=1_000_00)
    await pit.deal()
    await until(lambda: needed(purse.look()) == {"surveillance": 300 * FIXED})
    assert of_round(pit.office.coming_to("ann")) == {"surveillance": 300 * FIXED}
    (claim,) = pit.office.claims()
    assert (claim.wager_cents, claim.payout_cents, claim.player) == (FIXED, 300 * FIXED, "ann")
    await pit.surveil(claim)
    await until(lambda: of_round(pit.office.coming_to("ann")) == {"end-game": 300 * FIXED})
    before = pit.cents(wallet("ann"))
    await pit.ready()
    assert pit.cents(wallet("ann")) == before + 300 * FIXED
    purse.look()
    assert pit.office.coming_to("ann") == []


@pytest.mark.clause("JP-16", "JP-20", "JP-31")
async def test_parts_of_a_meter_come_beside_the_result_and_envy_with_it(floor: Floor) -> None:
    pit, purse = await with_purse(floor, STRAIGHT_FLUSHES)
    envy = 300_00
    await pit.deal()
    await pit.keeper.quiet()
    assert needed(purse.look()) == {"end-game": envy}

    def beside() -> dict[str, int]:
        return {pay.needs: pay.cents for pay in pit.office.coming_to("ann") if not pay.in_result}

    claims = pit.claims()
    assert beside() == {"supervisor": claims[1].payout_cents}
    assert of_round(pit.office.coming_to("ann")) == {"end-game": envy}
    for spot in (2, 1):
        await pit.confirm(claims[spot].id)
    assert beside() == {"cashier": claims[1].payout_cents}
    for person in pit.people.values():
        if pit.table.phase == "settled":
            await pit.ready(person)
    await until(lambda: pit.table.phase == "betting")
    purse.look()
    assert of_round(pit.office.coming_to("ann")) == {}
    before = pit.cents(wallet("ann"))
    for claim in claims.values():
        await pit.pay(claim.id)
    assert pit.cents(wallet("ann")) == before + claims[1].payout_cents
    assert pit.office.coming_to("ann") == []


@pytest.mark.clause("HR-06", "HR-14", "HR-20", "HR-27")
async def test_a_win_that_the_aggregate_limit_cuts_is_held_over_a_restart_and_paid_right(
    floor: Floor,
) -> None:
    """A limit of $25,000, $25 on Fortune and a seven-card straight flush: surveillance is asked for $25,000. The first
    seven cards are one suit in a row, and the number drawn gives them to spot 1."""
    ranks = [f"{rank}{suit}" for row in ("2345678", "9TJQKA") for suit in "cdhs" for rank in row]
    order = parse_many(" ".join([*ranks, "Jk"]))
    choose(floor.put, lambda config: order, number=7)
    limited = {"offered": frozenset({BONUS}), "aggregate_cents": {BONUS: 2_500_000}}
    at = await floor.table("face-up-pai-gow-poker", "ann", opener_cents=5_000_000, **limited)
    before, opener = at.cents(wallet("ann")), at.cents(tray(at.id))
    await at.do(Sit(ANN, None, 1))
    purse, office = Purse(at, ANN), Office(at.room, asyncio.get_running_loop())
    await at.do(Bet(ANN, None, 1, "standard", 2_500), Bet(ANN, None, 1, BONUS, 2_500), Ready(ANN, None))
    while at.table.phase == "playing":
        ask = at.round.pending[0]
        await at.do(TakeDecision(ANN, None, 1, ask.fallback or Decision(ask.choices[0].action)))
    won = [s for s in at.round.settlements if s.wager == BONUS]
    assert (won[-1].hand, sum(s.net_cents for s in won)) == ("aggregate-limit", 2_500_000)
    assert needed(purse.look()) == {"surveillance": 2_500_000}
    (coming,) = office.coming_to("ann")
    assert (coming.wager, coming.cents, coming.needs) == ("Fortune Bonus", 2_500_000, "surveillance")
    assert at.cents(held(at.id)) == 2_500_000
    assert PayHeld.KIND in [event.kind for event in floor.store.events(stream_of(at.id))]
    found = recover(floor.store, at.table.setup)
    assert found.held_pays == at.table.held_pays != ()
    assert found.compared() == at.table.compared()
    (claim,) = office.claims()
    assert (claim.payout_cents, claim.wager_cents, claim.player) == (2_500_000, 2_500, "ann")
    seen = {"hand": claim.hand, "wager_cents": 2_500, "payout_cents": 2_500_000, "player": "ann"}
    await asyncio.to_thread(office.surveillance, claim.id, AL, **seen)
    await until(lambda: purse.screen.state["you"]["coming"] == [])
    assert office.coming_to("ann") == []
    state, net = purse.screen.state, at.round.net_cents(1)
    assert state["you"]["wallet_cents"] == purse.before + state["view"]["net_cents"]["1"]
    assert (at.cents(wallet("ann")), at.cents(tray(at.id))) == (before + net, opener - net)
    assert at.cents(held(at.id)) == 0
    await at.ready()
    assert at.table.phase == "betting"


@pytest.mark.clause("HR-27")
async def test_a_pay_that_a_limit_may_still_cut_is_coming_until_the_round_is_over(floor: Floor) -> None:
    """Spot 2's side wager is settled while spot 1 still plays."""
    limited = {"offered": frozenset({"acey-deucey"}), "aggregate_cents": {"acey-deucey": 700}}
    rng, at, waited = random.Random(11), await floor.table("acey-deucey-21", **limited, players="ann bob"), 0
    purses, _ = await seated(at)

    async def look(keeper: Keeper) -> None:
        nonlocal waited
        await keeper.quiet()
        waited += sum("cut" in needed(purse.look()) for purse in purses)

    for _ in range(120):
        await at.play(rng, after=look)
        await look(at.keeper)
        if waited:
            break
    assert waited, "no such round in so many"
