"""Several awards in one round at a live table, and what a table with a jackpot should hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from pitboss.analysis.jackpot_edges import envy_return, fixed_return
from pitboss.chips.day_book import DayBook
from pitboss.core.errors import IllegalAction
from pitboss.house.jackpots import controls_on
from pitboss.house.report import TableDay
from pitboss.jackpots import JackpotConfig, Kind
from pitboss.jackpots.arithmetic import chances_of
from pitboss.jackpots.documents import new_jackpot
from pitboss.ledger import UNIT_PER_CENT
from pitboss.room.theoretical_win import NO_AMOUNT, figures, jackpot_expectation, posted_of, sensed
from tests.jackpot.pit import NOTICES
from tests.room.pit import CONFIG, FIXED, GAME, STRAIGHT_FLUSHES, TABLE, Pit
from tests.room.support import AL, EVE, Floor


@pytest.mark.clause("JP-14", "JP-29", "JP-18", "HR-14")
@pytest.mark.parametrize("backed_out", [False, True])
async def test_two_meter_awards_in_one_round(floor: Floor, backed_out: bool) -> None:
    """From the dealer's right, each of the meter as the one before left it; surveillance signs what will be paid, and
    a back-out in mid-game puts the hand back into its place."""
    pit = await Pit.open(floor, STRAIGHT_FLUSHES, seed=100_000_00)
    await pit.deal()
    meter = 100_000_00 + 2 * FIXED * 20 // 100
    right = meter // 10
    left = (meter - right) // 10
    claims = pit.claims()
    assert {spot: claim.payout_cents for spot, claim in claims.items()} == {1: left, 2: right}
    assert [(spot, claim.turn) for spot, claim in claims.items()] == [(2, 1), (1, 2)]

    async def award(spot: int, cents: int) -> None:
        (claim,) = (c for c in pit.office.claims() if c.spot == spot and c.needs)
        await pit.confirm(claim.id)
        await pit.surveil(claim, payout_cents=cents)
        await pit.confirm(claim.id, EVE)

    with pytest.raises(IllegalAction) as order:
        await pit.confirm(claims[1].id)
    assert order.value.clause == "JP-14"
    await award(2, right)
    if backed_out:
        await pit.back_out(claims[2].id, AL)
        assert pit.meter_cents == meter
        await award(2, right)
    assert pit.meter_cents == meter - right
    await award(1, left)
    assert pit.meter_cents == meter - right - left
    for unpaid in pit.desk.unpaid("royal"):
        await pit.pay(unpaid.id)
    for person in pit.people.values():
        if pit.table.phase == "settled":
            await pit.ready(person)
    await pit.keeper.quiet()
    for name, prize in {"ann": left, "bob": right}.items():
        (paid,) = [row for row in pit.room.cage.statement(name, 0, 2**62) if row.what == "prize-chips"]
        assert (paid.cents, paid.other) == (prize, "cage")
    through, both = floor.store.movements("cage"), (left + right) * UNIT_PER_CENT
    assert through["prize-money"] == (0, both)
    assert through["prize-chips"] == (both, 0), "the cage saw it come and go"


@pytest.mark.clause("HR-16")
async def test_theory_has_the_jackpot_wagers_that_the_win_has(floor: Floor) -> None:
    (place,) = sensed(CONFIG)
    expected: Any = jackpot_expectation(CONFIG, place)
    table = CONFIG.tables["jackpot"]
    chances = chances_of(GAME, table.id)
    assert expected.edge == pytest.approx(float(1 - fixed_return(table, chances)), abs=1e-12)
    state = (await Pit.open(floor)).table
    book = DayBook(rounds=10, wagers={"jackpot": (20, 20 * FIXED, 0, 0)})
    envy = 20 * 1 * float(envy_return(table, chances, FIXED, 1)) * FIXED
    theory = figures(state, [expected], book, TableDay(TABLE, GAME, rounds=10)).theory_cents
    assert theory == pytest.approx(expected.edge * 20 * FIXED - envy)


@pytest.mark.clause("HR-09", "HR-16")
def test_theory_goes_by_what_the_desk_has_posted() -> None:
    (place,) = sensed(CONFIG)
    table = CONFIG.tables["jackpot"]
    made = JackpotConfig(
        "house", Kind.HOUSE, GAME, table.id, FIXED, controls_on(date.today(), executive_from_cents=0), "here",
        posted_cents=dict.fromkeys(table.meters, 500_000), notices=NOTICES,
    )  # fmt: skip
    low = new_jackpot(made)
    high = replace(low, posted_cents=dict.fromkeys(table.meters, 5_000_000))
    assert posted_of([]) == NO_AMOUNT
    edges = [jackpot_expectation(CONFIG, place, posted_of([jackpot])) for jackpot in (low, high)]
    assert edges[0].edge > edges[1].edge
