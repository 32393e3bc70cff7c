"""Jackpots at live tables: START GAME to END GAME, claims from the cards to the wallet, linked displays.

The decks are stacked through the shoe's source of random numbers: the order that is committed to is the one that
deals the hand the test needs."""

from __future__ import annotations

from asyncio import to_thread
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.chips.accounts import felt, tray, wallet
from pitboss.core.errors import BadInput, Conflict, IllegalAction, IllegalWager, NotAllowed, NotFound
from pitboss.jackpots import Reason
from pitboss.jackpots.adjustments import Adjustment
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from pitboss.room import table_jackpots
from pitboss.room.commands import Bet, Sit, StartGame
from pitboss.room.history import load_round
from tests.room.pit import FIXED, NOTHING, ROYAL, SEED, TABLE, TRIPS, Pit, open_jackpot
from tests.room.support import BOSS, CY, DAN, EVE, SUE, At, Floor, until


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-16", "JP-17", "JP-20", "HR-14")
async def test_a_royal_from_the_wager_to_the_win_page(floor: Floor) -> None:
    pit = await Pit.open(floor, ROYAL)
    round = await pit.deal()
    assert [hit.hand for hit in round.jackpots] == ["royal-flush"]
    displayed = SEED + 2 * FIXED * 20 // 100
    assert pit.meter_cents == displayed
    (claim,) = pit.office.claims()
    assert (claim.spot, claim.player, claim.status, claim.payout_cents) == (1, "ann", "marked", displayed)
    assert claim.needs == ("surveillance", "supervisor", "supervisor or executive card")

    await pit.ready(pit.people[1])
    with pytest.raises(Conflict, match="is not completed") as refused:
        await pit.ready(pit.people[2])
    assert refused.value.clause == "JP-04"
    assert pit.table.phase == "settled"
    assert pit.table.notices[0].because == "award.not-completed"

    with pytest.raises(NotAllowed):
        await pit.confirm(claim.id, DAN)
    stands = await pit.confirm(claim.id)
    assert (stands.status, stands.needs) == ("confirmed", ("surveillance", "supervisor or executive card"))
    with pytest.raises(IllegalAction, match="over") as early:
        await pit.confirm(claim.id)
    assert early.value.clause == "HR-14"
    for wrong in ({"player": "bob"}, {"payout_cents": displayed - 1}):
        with pytest.raises(IllegalAction):
            await pit.surveil(claim, **wrong)
    with pytest.raises(NotAllowed, match="may not confirm a payout for surveillance"):
        await pit.surveil(claim, SUE)
    await pit.surveil(claim)
    before = {name: pit.cents(wallet(name)) for name in ("ann", "bob")}
    assert (await pit.confirm(claim.id)).status == "completed"
    assert pit.meter_cents == SEED + 2 * FIXED * 3 // 100
    with pytest.raises(Conflict, match=r"^Royal flush at hold-1, spot 1 is completed already"):
        await pit.confirm(claim.id, EVE)

    await until(lambda: pit.table.phase == "betting")
    await pit.keeper.quiet()
    assert pit.table.phase == "betting"
    assert pit.cents(wallet("bob")) == before["bob"] + 1_000_00
    assert pit.cents(wallet("ann")) == before["ann"]
    with pytest.raises(NotAllowed, match="To pay a prize takes another person than to complete an award"):
        await pit.pay(claim.id, SUE)
    page = await pit.pay(claim.id)
    with pytest.raises(Conflict, match="is paid"):
        await pit.pay(claim.id)
    assert (page.award.prize_cents, page.award.player, page.award.state) == (displayed, "ann", "paid")
    rows = dict(page.rows)
    assert (rows["Confirmed by"], rows["Cards"]) == ("sue (supervisor)", "As Ks + Qs Js Ts 4c 5d")
    await until(lambda: pit.room.wallets.available("ann") == before["ann"] + displayed)
    assert pit.cents(wallet("ann")) == before["ann"] + displayed
    assert pit.cents(felt(TABLE)) == 0


@pytest.mark.clause("JP-16", "HR-20")
async def test_a_large_award_waits_for_the_executive_even_over_a_restart(floor: Floor) -> None:
    first = await Pit.open(floor, ROYAL, seed=50_000_00)
    await first.deal()
    await first.room.close()
    pit = await Pit.open(floor, desk=first.desk)
    assert (pit.table.phase, pit.table.game_on) == ("settled", True)
    (claim,) = pit.office.claims()
    await pit.surveil(claim)
    stands = await pit.confirm(claim.id)
    assert (stands.status, stands.needs) == ("ready", ("executive card",))
    done = await pit.confirm(claim.id, EVE)
    # who has completed it, or seen it for surveillance, does not pay it
    assert (done.status, done.not_paid_by) == ("completed", ("eve", "al"))
    rows = dict((await to_thread(pit.office.win_page, claim.id)).rows)
    # who marked it, when its round was played out, and when the card completed it
    assert (rows["Completed by"], rows["Marked by"]) == ("eve (executive)", str(claim.pressed_by))
    moment = gambling_day(floor.store).moment
    assert rows["Time of the hand"] == moment(load_round(floor.store, claim.round_id).settled.at_us)
    assert rows["Time of completion"] == moment(done.award.at_us)


@pytest.mark.clause("JP-01", "JP-11", "JP-28")
async def test_a_fixed_line_is_paid_from_the_tray_with_end_game(floor: Floor) -> None:
    pit = await Pit.open(floor, TRIPS)
    tray_before = pit.cents(tray(TABLE))
    round = await pit.deal()
    meter = pit.meter_cents
    await pit.ready()
    assert pit.table.phase == "betting"
    for spot, person in pit.people.items():
        assert pit.cents(wallet(person.id)) == 1_000_000 + round.net_cents(spot)
    others = sum(s.net_cents for s in round.settlements if s.spot == 1 and s.wager != "jackpot")
    assert round.net_cents(1) - others == 8 * FIXED
    assert pit.meter_cents == meter
    assert pit.cents(tray(TABLE)) == tray_before - round.net_cents(1) - round.net_cents(2)


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-26")
async def test_a_dealer_in_person_starts_marks_and_ends(floor: Floor) -> None:
    pit = await Pit.open(floor, TRIPS, dealer="person")
    await pit.bet()
    await pit.ready()
    assert pit.table.phase == "betting"
    with pytest.raises(NotAllowed):
        await pit.do(StartGame(pit.people[1], None))
    await pit.do(StartGame(DAN, None))
    with pytest.raises(Conflict, match="has been started"):
        await pit.do(StartGame(DAN, None))
    await pit.play_out()
    assert pit.office.claims() == []
    with pytest.raises(Conflict, match="is not marked") as unmarked:
        await pit.end()
    assert unmarked.value.clause == "JP-15"
    await pit.press(1, "flush")
    with pytest.raises(Conflict, match="one hand wins one line"):
        await pit.press(1, "three-of-a-kind")
    with pytest.raises(Conflict, match="not marked"):
        await pit.end()
    await pit.press(1, "flush")
    for _ in range(2):
        await pit.press(1, "three-of-a-kind", "the same press")
    assert [c.hand for c in pit.office.claims()] == ["three-of-a-kind"]
    await pit.end()
    assert pit.table.phase == "betting"
    with pytest.raises(Conflict, match="no finished game"):
        await pit.end()


@pytest.mark.clause("JP-02", "JP-01", "JP-06")
async def test_a_jackpot_wager_is_the_fixed_amount_on_a_table_that_has_one(floor: Floor) -> None:
    pit = await Pit.open(floor, desk=open_jackpot(floor.store, TABLE), tables=(TABLE, "bare-1"))
    bare, ann = At(pit.room, "bare-1"), pit.people[1]
    for table in (pit, bare):
        await table.do(Sit(ann, None, 1))
    with pytest.raises(IllegalWager, match="outside the posted limits"):
        await pit.do(Bet(ann, None, 1, "jackpot", 2 * FIXED))
    with pytest.raises(IllegalWager, match="has no jackpot at this table"):
        await bare.do(Bet(ann, None, 1, "jackpot", FIXED))
    await pit.do(Bet(ann, None, 1, "jackpot", FIXED))
    with pytest.raises(IllegalWager, match="needs a wager on"):
        await pit.ready(ann)


@pytest.mark.clause("HR-10")
async def test_a_suspended_jackpot_gives_its_wagers_back_and_the_game_goes_on(floor: Floor) -> None:
    pit = await Pit.open(floor, NOTHING)
    pit.people = {1: pit.people[1]}
    await pit.bet()
    pit.desk.suspend("royal", "the deposit is short", BOSS)
    with pytest.raises(Conflict, match="suspended"):
        await pit.ready()
    assert pit.table.seats[1].bets == {"ante": 500, "bet": 500}
    assert pit.table.notices[0].kind == "jackpot-wager.returned"
    await pit.ready()
    assert pit.table.phase == "playing"


@pytest.mark.clause("HR-11", "HR-22")
async def test_an_adjustment_needs_the_executive_and_a_reason(floor: Floor) -> None:
    pit = await Pit.open(floor)

    async def adjust(person: Person, why: str) -> None:
        wanted = Adjustment("meter", Reason.MALFUNCTION, why, -100)
        await to_thread(pit.office.adjust, "royal", wanted, person, SUE, key=None)

    for person, why, refusal in (
        (SUE, "fault", NotAllowed),
        (DAN, "fault", NotAllowed),
        (EVE, " ", BadInput),
    ):
        with pytest.raises(refusal):
            await adjust(person, why)
    await adjust(EVE, "display fault, ticket 12")
    assert pit.meter_cents == SEED - 100
    entry = next(e for e in floor.store.events("jackpot/royal", newest_first=True) if e.kind == "adjustment")
    assert (entry.payload["note"], entry.actor) == ("display fault, ticket 12", "eve (executive)")


@pytest.mark.clause("HR-11", "HR-34")
async def test_an_amount_won_by_hand_waits_among_the_claims_and_is_paid(floor: Floor) -> None:
    """No keypad recorded it: from the adjustment to the winner's wallet."""
    pit = await Pit.open(floor)

    async def won(who: str, key: str) -> None:
        wanted = Adjustment("meter", Reason.AMOUNT_WON, "power cut", 1_000, player=who)
        await to_thread(pit.office.adjust, "royal", wanted, EVE, SUE, key=f"adjust/eve/{key}")

    for nobody in ("nobody such", "sue", ""):
        with pytest.raises((NotFound, BadInput, NotAllowed)):
            await won(nobody, f"no-{nobody}")
    assert pit.meter_cents == SEED
    await won("ann", "k1")
    await won("ann", "k2")
    first, last = await to_thread(pit.office.claims)
    assert {(claim.player, claim.payout_cents) for claim in (first, last)} == {("ann", 1_000)}
    assert "/" not in first.id + last.id
    assert [(one.round_id, one.turn) for one in (first, last)] == [(None, None)] * 2
    assert (await to_thread(pit.office.claim, first.id)).status == "completed"
    newest = pit.desk.jackpot("royal").meter("meter").last_award
    paid, back = (first, last) if newest == last.id else (last, first)
    await pit.back_out(back.id, why="counted twice")
    before = pit.cents(wallet("ann"))
    for signer in (EVE, SUE):
        with pytest.raises(NotAllowed, match="takes another person than to adjust a meter"):
            await pit.pay(paid.id, signer)
    await pit.pay(paid.id, CY)
    assert pit.cents(wallet("ann")) == before + 1_000
    assert await to_thread(pit.office.claims) == []
    named = [e.payload["player"] for e in floor.store.events("jackpot/royal") if "player" in e.payload]
    assert named == ["ann"] * 4, "two booked, one taken back, one paid; the log says whose"


ROYAL_AT_4, STRAIGHT_AT_2 = ("jackpot", 4, "royal-flush"), ("jackpot", 2, "straight-flush")


@pytest.mark.clause("JP-15", "JP-16")
@pytest.mark.parametrize(
    ("marked", "won", "says"),
    [
        ((), (ROYAL_AT_4, STRAIGHT_AT_2), "Spot 2 has straight flush and spot 4 has royal flush on the jackpot, "
         "and they are not marked."),
        ((ROYAL_AT_4,), (ROYAL_AT_4, STRAIGHT_AT_2), "Spot 2 has straight flush on the jackpot, and it is not marked."),
        ((ROYAL_AT_4,), (), "Spot 4 is marked with royal flush, which its cards are not."),
    ],
)  # fmt: skip
def test_every_spot_that_is_not_marked_is_named_with_its_hand_in_words(
    monkeypatch: pytest.MonkeyPatch, marked: tuple[Any, ...], won: tuple[Any, ...], says: str
) -> None:
    """END GAME too early says what is missing on the keypad as people say it."""
    rows = [dict(zip(("sensor", "spot", "hand"), one, strict=True)) for one in marked]
    claims = {str(n): SimpleNamespace(**row) for n, row in enumerate(rows)}
    monkeypatch.setattr(
        table_jackpots, "running_game", lambda unit, table: SimpleNamespace(claims=tuple(claims))
    )
    monkeypatch.setattr(table_jackpots, "load_claim", lambda get, id: claims[id])
    with pytest.raises(IllegalAction) as found:
        table_jackpots.check_marks(SimpleNamespace(get=None), "t", set(won))
    assert found.value.message == says
