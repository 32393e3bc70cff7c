"""Several awards in one round at a live table, and what a table with a jackpot should hold."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from pitboss.edge.jackpots import envy_return, fixed_return
from pitboss.errors import IllegalAction
from pitboss.house.day_book import DayBook
from pitboss.house.jackpots import controls_on
from pitboss.house.report import TableDay
from pitboss.jackpot import JackpotConfig, Kind
from pitboss.jackpot.arithmetic import chances_of
from pitboss.jackpot.records import new_jackpot
from pitboss.jackpot.verify import check_books
from pitboss.room.commands import Ready
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.room.theory import NO_AMOUNT, figures, jackpot_expectation, posted_of, sensed
from pitboss.store import UNIT_PER_CENT, Store
from tests.jackpot.pit import NOTICES
from tests.room.support import player
from tests.room.test_jackpots import (
    AL,
    CASHIER,
    EVE,
    FIXED,
    GAME,
    SUE,
    TABLE,
    config,
    deal,
    open_jackpot,
    run,
    stack,
)

STRAIGHT_FLUSHES = "6s Js 3c 7s Qs 8d 8s 9s Ts 4c 5d"
"""spots 1 and 2 flop one each"""


@pytest.mark.clause("JP-14", "JP-29", "JP-18", "HR-14")
@pytest.mark.parametrize("backed_out", [False, True])
def test_two_meter_awards_in_one_round(
    store: Store, monkeypatch: pytest.MonkeyPatch, backed_out: bool
) -> None:
    """From the dealer's right, each of the meter as the one before left it; surveillance signs what will be paid, and
    a back-out in mid-game puts the hand back into its place."""
    stack(monkeypatch, STRAIGHT_FLUSHES)
    desk = open_jackpot(store, TABLE, seed=100_000_00)

    async def scenario(room: Room, office: Office) -> None:
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        await deal(room, people)
        meter = 100_000_00 + 2 * FIXED * 20 // 100
        right = meter // 10
        left = (meter - right) // 10
        claims = {claim.spot: claim for claim in office.claims()}
        assert {spot: claim.payout_cents for spot, claim in claims.items()} == {1: left, 2: right}
        assert [claim.spot for claim in office.claims()] == [2, 1]

        def sign(spot: int, cents: int) -> None:
            seen = {"hand": "straight-flush", "wager_cents": FIXED, "payout_cents": cents}
            office.surveillance(open_claim(office, spot), AL, **seen, player=people[spot].id)

        def award(spot: int, cents: int) -> None:
            id = open_claim(office, spot)
            office.confirm(id, SUE)
            sign(spot, cents)
            office.confirm(id, EVE)

        with pytest.raises(IllegalAction) as order:
            await asyncio.to_thread(office.confirm, claims[1].id, SUE)
        assert order.value.clause == "JP-14"
        await asyncio.to_thread(award, 2, right)
        if backed_out:
            await asyncio.to_thread(office.back_out, claims[2].id, EVE, SUE, "a card was misread")
            assert desk.meter_cents("royal") == meter
            await asyncio.to_thread(award, 2, right)
        assert desk.meter_cents("royal") == meter - right
        await asyncio.to_thread(award, 1, left)
        assert desk.meter_cents("royal") == meter - right - left
        for award_of in desk.unpaid("royal"):
            await asyncio.to_thread(office.pay, award_of.id, CASHIER)
        for person in people.values():
            if room.tables[TABLE].phase == "settled":
                await room.do(TABLE, Ready(person, None))
        await room.keeper(TABLE).quiet()
        prizes = {"ann": left, "bob": right}
        for name, prize in prizes.items():
            (paid,) = [row for row in room.cage.statement(name, 0, 2**62) if row.what == "prize-chips"]
            assert (paid.cents, paid.other) == (prize, "cage")
        through = store.movements("cage")
        assert through["prize-money"] == (0, (left + right) * UNIT_PER_CENT)
        assert through["prize-chips"] == ((left + right) * UNIT_PER_CENT, 0), "the cage saw it come and go"

    run(store, scenario)
    assert check_books(store) == []


def open_claim(office: Office, spot: int) -> str:
    (id,) = (c.id for c in office.claims() if c.spot == spot and c.needs)
    return str(id)


@pytest.mark.clause("HR-16")
def test_theory_has_the_jackpot_wagers_that_the_win_has(store: Store) -> None:
    (place,) = sensed(config())
    expected = jackpot_expectation(config(), place)
    assert expected is not None
    table = config().tables["jackpot"]
    chances = chances_of(GAME, table.id)
    assert expected.edge == pytest.approx(float(1 - fixed_return(table, chances)), abs=1e-12)

    async def scenario(room: Room, office: Office) -> None:
        state = room.tables[TABLE]
        book = DayBook(rounds=10, wagers={"jackpot": (20, 20 * FIXED, 0, 0)})
        envy = 20 * 1 * float(envy_return(table, chances, FIXED, 1)) * FIXED
        theory = figures(state, [expected], book, TableDay(TABLE, GAME, rounds=10)).theory_cents
        assert theory == pytest.approx(expected.edge * 20 * FIXED - envy)

    run(store, scenario)


@pytest.mark.clause("HR-09", "HR-16")
def test_theory_goes_by_what_the_desk_has_posted() -> None:
    (place,) = sensed(config())
    table = config().tables["jackpot"]
    made = JackpotConfig(
        "house", Kind.HOUSE, GAME, table.id, FIXED, controls_on(date.today(), executive_from_cents=0), "here",
        posted_cents=dict.fromkeys(table.meters, 500_000), notices=NOTICES,
    )  # fmt: skip
    low = new_jackpot(made)
    high = replace(low, posted_cents=dict.fromkeys(table.meters, 5_000_000))
    assert posted_of([]) == NO_AMOUNT
    edges = [jackpot_expectation(config(), place, posted_of([jackpot])) for jackpot in (low, high)]
    assert edges[0] and edges[1] and edges[0].edge > edges[1].edge
