"""An award of a hand that the sealed cards show is not taken from its winner: who backs it out has surveillance beside
them, the claim is open again and pays, the envy of the hand stands, and the winner is told (JP-18)."""

from __future__ import annotations

from asyncio import to_thread
from functools import partial

import pytest

from pitboss.chips.accounts import wallet
from pitboss.core.errors import Conflict, IllegalAction, NotAllowed
from pitboss.jackpots import Reason, awards, keypad
from pitboss.jackpots.adjustments import Adjustment
from pitboss.jackpots.room_or_desk import Caller
from pitboss.ledger import Unit
from pitboss.people.person import Person
from pitboss.room.history import round_facts
from pitboss.room.unpaid import statement
from tests.room.pit import STRAIGHT_FLUSHES, TABLE, TRIPS, Pit
from tests.room.support import AL, ANN, BOSS, CAM, CY, EVE, SUE, Floor

WHY = "the flop was misread"
FOREVER = (0, 2**62)


async def won(floor: Floor, *, ended: bool) -> tuple[Pit, dict[int, str]]:
    """A straight flush at spots 1 and 2, both completed; END GAME where it is ended. Claims by spot."""
    pit = await Pit.open(floor, STRAIGHT_FLUSHES)
    await pit.deal()
    claims = {spot: claim.id for spot, claim in pit.claims().items()}
    for spot in (2, 1):
        await pit.confirm(claims[spot])
    if ended:
        await pit.ready()
        assert pit.table.phase == "betting"
    return pit, claims


@pytest.mark.clause("JP-18", "JP-30", "HR-14")
@pytest.mark.parametrize("ended", [False, True])
async def test_what_the_cards_show_is_backed_out_only_to_be_verified_anew(floor: Floor, ended: bool) -> None:
    pit, claims = await won(floor, ended=ended)
    id, desk, office = claims[1], pit.desk, pit.office
    before, meter, purse = desk.award(id), pit.meter_cents, pit.cents(wallet("ann"))
    assert (await to_thread(office.claim, id)).round_id == before.round
    with pytest.raises(IllegalAction, match="The cards of spot 1 make straight flush") as alone:
        await pit.back_out(id)
    assert alone.value.clause == "JP-18" and "surveillance" in str(alone.value.accepted)
    same_people = [(Person.of(name, "surveillance"), "JP-18") for name in ("eve", "sue")]
    for watcher, clause in ((CY, "HR-14"), (EVE, None), (SUE, None), *same_people):
        with pytest.raises(NotAllowed) as wrong:
            await pit.back_out(id, watcher)
        assert clause in (None, wrong.value.clause)
    assert desk.award(id) == before and pit.meter_cents == meter

    await pit.back_out(id, CAM)
    back = desk.award(id)
    assert (back.state, back.reason) == ("backed-out", WHY)
    assert [str(one) for one in back.backed_out_with] == ["sue (supervisor)", "cam (surveillance)"]
    assert pit.meter_cents == meter + before.prize_cents
    (claim,) = (claim for claim in office.claims() if claim.spot == 1 and claim.needs)
    assert claim.id == back.reopened_as != id
    assert claim.id.endswith(".3"), "two were pressed"
    assert (claim.status, claim.player, claim.shown) == ("marked", "ann", True)
    same = (before.prize_cents, before.round, before.cards)
    assert (claim.payout_cents, claim.round_id, claim.cards) == same
    # the hand stands: nobody rejects it, and the desk at the terminal does not touch it
    with pytest.raises(IllegalAction, match="make straight-flush"):
        await to_thread(office.reject, claim.id, SUE, "no")
    for act, *arguments in (
        (desk.confirm, claim.id, SUE),
        (desk.reject, claim.id, SUE, "not so"),
        (partial(desk.back_out, watcher=CAM), id, EVE, SUE, WHY),
    ):
        with pytest.raises(IllegalAction):
            await to_thread(act, *arguments)
    with pytest.raises(Conflict, match="is backed out already"):
        await pit.back_out(id, CAM)

    await pit.confirm(claim.id)
    again = desk.award(claim.id)
    assert (again.prize_cents, again.round, again.cards, again.player) == (*same, "ann")
    assert pit.meter_cents == meter
    await pit.pay(claim.id)
    assert pit.cents(wallet("ann")) == purse + before.prize_cents
    if not ended:  # envy is paid once, with END GAME
        await pit.ready()
        assert pit.table.phase == "betting"
    assert len([m for m in floor.store.moved_by("end-game") if m.code == "envy"]) == 2


@pytest.mark.clause("JP-18")
async def test_the_winner_is_told_and_the_envy_stands(floor: Floor) -> None:
    pit, claims = await won(floor, ended=True)
    id, store = claims[1], floor.store
    others = {name: pit.cents(wallet(name)) for name in ("ann", "bob")}
    award = pit.desk.award(id)
    await pit.back_out(id, AL)
    assert {name: pit.cents(wallet(name)) for name in ("ann", "bob")} == others
    (event,) = [e for e in store.events("jackpot/royal") if e.payload.get("reason") == "award-backed-out"]
    assert event.payload["envy_stands_cents"] == 300_00
    assert (event.payload["player"], event.payload["watcher"]) == ("ann", "al (auditor)")
    assert event.payload["reopened"] == pit.desk.award(id).reopened_as
    # on the account, in the statement, among what is coming, at the round
    (alarm,) = pit.room.people.alarms("ann")
    assert WHY in alarm["text"] and "verified anew" in alarm["text"]
    assert pit.room.people.alarms("bob") == []
    lines = statement(store, pit.room.cage.statement("ann", *FOREVER), "ann", *FOREVER)
    told = {line.what: line for line in lines if not line.cents}
    assert set(told) == {"jackpot-won", "jackpot-taken-back"}
    assert told["jackpot-taken-back"].round_id == award.round and WHY in told["jackpot-taken-back"].text
    (coming,) = pit.office.coming_to("ann")
    assert (coming.cents, coming.needs, coming.why) == (award.prize_cents, "supervisor", WHY)
    for person, why in ((ANN, WHY), (None, "")):
        facts = round_facts(store, award.round, person)["awards"]
        mine = next(one for one in facts if one["award"] == id)
        assert (mine["status"], mine["reopened"], mine["why"]) == ("backed-out", True, why)
    assert dict(pit.office.win_page(id).rows)["Open again as"] == event.payload["reopened"]


@pytest.mark.clause("JP-18", "JP-14", "JP-29")
async def test_a_claim_that_is_open_again_comes_before_those_of_later_games(floor: Floor) -> None:
    """It keeps its amount: what was displayed when its hand was marked, whatever is dealt at its table since."""
    pit, claims = await won(floor, ended=True)
    prize = pit.desk.award(claims[1]).prize_cents
    await pit.deal()
    later = [claim.id for claim in pit.office.claims() if claim.needs]
    await pit.back_out(claims[1], AL)
    again = pit.desk.award(claims[1]).reopened_as
    waiting = [claim for claim in pit.office.claims() if claim.needs]
    assert [claim.id for claim in sorted(waiting, key=lambda claim: claim.turn or 0)] == [again, *later]
    assert pit.desk.claim(again).cents == prize
    with pytest.raises(IllegalAction, match="comes before"):
        await pit.confirm(later[0])
    for id in (again, *later):
        await pit.confirm(id)
    assert pit.desk.award(again).prize_cents == prize
    for award in pit.desk.unpaid("royal"):
        await pit.pay(award.id)
    await pit.keeper.quiet()


async def test_a_prize_without_cards_is_backed_out_by_two_and_its_winner_is_told(floor: Floor) -> None:
    """Booked by hand: no cards stand for it."""
    pit = await Pit.open(floor, TRIPS)
    wanted = Adjustment("meter", Reason.AMOUNT_WON, "the keypad was down", 100_00, player="ann")
    await to_thread(pit.office.adjust, "royal", wanted, EVE, SUE, key=None)
    (award,) = pit.desk.unpaid("royal")
    await pit.back_out(award.id, why="counted twice")
    (alarm,) = pit.room.people.alarms("ann")
    assert "counted twice" in alarm["text"] and "Ask the card room" in alarm["text"]
    assert pit.office.coming_to("ann") == []


@pytest.mark.clause("JP-36", "JP-15", "JP-30", "HR-33")
async def test_nothing_but_the_card_ends_a_claim_that_is_open_again(floor: Floor) -> None:
    """Its mark is not the dealer's to take off any more: marked anew, it would have another place and amount."""
    pit = await Pit.open(floor, STRAIGHT_FLUSHES, dealer="person")
    await pit.start()
    await pit.play_out()
    await pit.press(2, "straight-flush")
    for _ in range(3):  # a mark that nobody has signed is the dealer's
        await pit.press(1, "straight-flush")
    claims = {spot: claim.id for spot, claim in pit.claims().items()}
    for spot in (2, 1):
        await pit.confirm(claims[spot])
    for spot in (1, 2):
        await pit.back_out(claims[spot], AL)
    first, again = (pit.desk.award(claims[spot]).reopened_as for spot in (2, 1))
    before = pit.desk.claim(again)
    for hand in ("straight-flush", "royal-flush"):
        with pytest.raises(Conflict, match="open again after a back-out") as refused:
            await pit.press(1, hand)
        assert refused.value.clause == "JP-36" and "confirmation and card" in str(refused.value.accepted)
    with pytest.raises(Conflict, match="is not completed") as waits:
        await pit.end()
    assert "take it off" not in str(waits.value.accepted)

    def void(unit: Unit) -> None:
        keypad.void_game(unit, TABLE, SUE, "misdeal", AL, caller=Caller.ROOM)

    def reject(unit: Unit) -> None:
        awards.reject(unit, again, SUE, "not so", caller=Caller.ROOM)

    for act in (void, reject):
        with pytest.raises(IllegalAction, match="make straight-flush") as stays:
            await to_thread(floor.store.write, act)
        assert stays.value.clause == "JP-36"
    with pytest.raises(IllegalAction, match="open claims"):
        await to_thread(pit.desk.retire, "royal", EVE, BOSS, distribution="the players")
    down = Adjustment("meter", Reason.MALFUNCTION, "the display was wrong", -1_00)
    with pytest.raises(IllegalAction, match="is open"):
        await to_thread(pit.office.adjust, "royal", down, EVE, SUE, key=None)
    assert pit.desk.claim(again) == before

    for id in (first, again):
        await pit.confirm(id)
    assert pit.desk.award(again).prize_cents == before.cents == pit.desk.award(claims[1]).prize_cents
    with pytest.raises(Conflict, match="is final"):
        await pit.press(1, "straight-flush")
    await pit.end()
    assert pit.table.phase == "betting"
