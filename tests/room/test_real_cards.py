"""A table with real cards beside a room: its claims are not called false, and its prizes are paid in money (JP-16)."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any

import pytest

from pitboss.chips.accounts import wallet
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed, PitbossError
from pitboss.jackpots.adjustments import Adjustment, Reason
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.desk import JackpotDesk
from tests.room.pit import TABLE, Pit, open_jackpot
from tests.room.support import CAM, CY, DAN, EVE, SUE, Floor

HAND_TABLE = "by-hand"
REAL = "real cards, not checked by the system"


async def marked(
    floor: Floor, players: dict[int, str] | None = None, hand: str = "straight-flush", **more: Any
) -> tuple[Pit, str]:
    """A claim of the table that is run by hand, beside the one that the room keeps."""
    desk = open_jackpot(floor.store, TABLE, HAND_TABLE, **more)
    desk.start_game(HAND_TABLE, [2, 4], [2, 4], DAN, players=players)
    desk.press(HAND_TABLE, 2, hand, DAN)
    return await Pit.open(floor, desk=desk), desk.open_claims("royal")[0]


def completed(desk: JackpotDesk, claim: str, player: str) -> None:
    """As the terminal signs for it."""
    found = desk.claim(claim)
    desk.confirm(claim, SUE)
    if found.cents > 300_000:
        desk.surveil(claim, CAM, Witnessed(found.hand, 500, found.cents, player))
    desk.complete(claim, EVE)


async def won_by_hand(pit: Pit, who: str) -> None:
    wanted = Adjustment("meter", Reason.AMOUNT_WON, "power cut", 1_000, player=who)
    await to_thread(pit.desk.adjust, "royal", wanted, EVE, SUE)


@pytest.mark.clause("JP-16", "JP-30", "HR-14", "HR-34")
async def test_a_claim_of_real_cards_is_not_called_false_and_is_paid_in_money(floor: Floor) -> None:
    pit, claim = await marked(floor, {2: "Jane Street", 4: "ann"}, "royal-flush")
    log = floor.store.events(f"jackpot-table/{HAND_TABLE}")
    assert [event.payload["cards"] for event in log if event.kind == "hand-button"] == [REAL]
    view = await to_thread(pit.office.claim, claim)
    assert (view.by_hand, view.shown, view.cards, view.round_id) == (True, None, "", None)
    assert view.player == "jane street"
    at_terminal = r"at by-hand is run by hand.*the desk, where it was started \(pitboss jackpot\)"
    for name in ("Jane Street", "somebody else"):
        with pytest.raises(IllegalAction, match=at_terminal):
            await pit.surveil(view, CAM, wager_cents=500, player=name)
    for act, *why in ((pit.office.confirm,), (pit.office.reject, "no cards")):
        with pytest.raises(IllegalAction, match=at_terminal):
            await to_thread(act, claim, SUE, *why)
    await to_thread(completed, pit.desk, claim, "Jane Street")
    (due,) = await to_thread(pit.office.claims)
    assert (due.status, due.by_hand, due.check_over_cents) == ("completed", True, 500_000)
    assert (dict((await to_thread(pit.office.win_page, claim)).rows))["Cards"] == REAL
    with pytest.raises(NotAllowed, match="takes another person"):
        await pit.pay(claim, EVE)
    sheet = await pit.pay(claim)
    assert dict(sheet.rows)["Status"] == "paid"
    assert await to_thread(pit.office.claims) == []
    await to_thread(pit.desk.end_game, HAND_TABLE, DAN)
    assert not [one for one in floor.store.accounts("wallet/") if "jane" in one.name]


@pytest.mark.clause("JP-32", "HR-15", "HR-35", "JP-31")
async def test_the_winner_is_named_when_paid_and_may_have_a_check(floor: Floor) -> None:
    pit, claim = await marked(floor, seed=600_000_00)
    await to_thread(completed, pit.desk, claim, "Ann")
    with pytest.raises(IllegalAction, match="The winner is Ann, not bob"):
        await pit.pay(claim, player="bob")
    before = pit.cents(wallet("ann"))
    sheet = await pit.pay(claim, player="ann", by_check=True)
    assert dict(sheet.rows)["Check due"] != "-"
    assert pit.cents(wallet("ann")) == before, "a wallet of the same name gets nothing"


@pytest.mark.clause("HR-11", "HR-34", "HR-15")
async def test_an_amount_won_is_paid_in_money_or_into_the_winners_wallet_and_nowhere_else(
    floor: Floor,
) -> None:
    """Whoever has no account gets money."""
    pit = await Pit.open(floor)
    for who in ("Jane Street", "Ann"):
        await won_by_hand(pit, who)
    views = {view.player: view for view in await to_thread(pit.office.claims)}
    assert {name: view.by_hand for name, view in views.items()} == {"Jane Street": True, "Ann": False}
    for how in ({"player": "bob"}, {"by_check": True}):
        with pytest.raises(BadInput, match="goes into the winner's wallet"):
            await pit.pay(views["Ann"].id, CY, **how)
    before = pit.cents(wallet("ann"))
    for view in views.values():
        await pit.pay(view.id)
    assert pit.cents(wallet("ann")) == before + 1_000


@pytest.mark.clause("JP-32", "HR-35")
async def test_a_winner_whom_nobody_has_named_is_named_at_the_cage(floor: Floor) -> None:
    pit, claim = await marked(floor)
    await to_thread(completed, pit.desk, claim, "")
    assert (await to_thread(pit.office.claim, claim)).player is None
    for name, says in (("", "Nobody is named as the winner"), ("sue", "sue has signed for it")):
        with pytest.raises(PitbossError, match=says):
            await pit.pay(claim, player=name)
    sheet = await pit.pay(claim, player="Jane Street")
    assert (sheet.award.player, dict(sheet.rows)["Status"]) == ("jane street", "paid")
