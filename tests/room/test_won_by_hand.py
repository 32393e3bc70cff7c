"""Amounts won that no keypad recorded: from the adjustment to the winner's wallet."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.errors import BadInput, NotAllowed, NotFound
from pitboss.jackpot.adjust import Adjustment, Reason
from pitboss.room.chips import wallet
from pitboss.room.office import Office
from pitboss.room.room import Room
from pitboss.store import Store
from tests.room.support import player
from tests.room.test_jackpots import CASHIER, EVE, SEED, SUE, TABLE, cents, open_jackpot, run


@pytest.mark.clause("HR-11", "HR-34")
def test_an_amount_won_by_hand_waits_among_the_claims_and_is_paid(store: Store) -> None:
    desk = open_jackpot(store, TABLE)

    async def scenario(room: Room, office: Office) -> None:
        player(room, "ann")

        def won(who: str, key: str) -> None:
            wanted = Adjustment("meter", Reason.AMOUNT_WON, "power cut", 1_000, player=who)
            office.adjust("royal", wanted, EVE, SUE, key=f"adjust/eve/{key}")

        for nobody in ("nobody such", "sue", ""):
            with pytest.raises((NotFound, BadInput, NotAllowed)):
                await asyncio.to_thread(won, nobody, f"no-{nobody}")
        assert desk.meter_cents("royal") == SEED
        await asyncio.to_thread(won, "ann", "k1")
        await asyncio.to_thread(won, "ann", "k2")
        first, last = await asyncio.to_thread(office.claims)
        assert {(claim.player, claim.payout_cents) for claim in (first, last)} == {("ann", 1_000)}
        assert "/" not in first.id + last.id
        assert (await asyncio.to_thread(office.claim, first.id)).status == "completed"
        newest = desk.jackpot("royal").meter("meter").last_award
        paid, back = (first, last) if newest == last.id else (last, first)
        await asyncio.to_thread(office.back_out, back.id, EVE, SUE, "counted twice")
        before = cents(store, wallet("ann"))
        for signer in (EVE, SUE):
            with pytest.raises(NotAllowed, match="takes another person than to adjust a meter"):
                await asyncio.to_thread(office.pay, paid.id, signer)
        await asyncio.to_thread(office.pay, paid.id, CASHIER)
        assert cents(store, wallet("ann")) == before + 1_000
        assert await asyncio.to_thread(office.claims) == []
        named = [e.payload["player"] for e in store.events("jackpot/royal") if "player" in e.payload]
        assert named == ["ann", "ann", "ann"], "two booked, one paid; the log says whose"

    run(store, scenario)
