"""Winnings over the limit at any table: held until surveillance has said what it saw, and whom."""

from __future__ import annotations

import asyncio
import json

import pytest

from pitboss.chips.accounts import held, wallet
from pitboss.core.errors import BadInput, Conflict, IllegalAction, NotAllowed
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.jackpot_office import Office
from pitboss.rounds.events import Decision
from tests.room.chosen import stack
from tests.room.support import AL, SUE, Floor, until


@pytest.mark.clause("HR-14")
async def test_a_payout_over_three_thousand_waits_for_surveillance(floor: Floor) -> None:
    """At any table, jackpot or not: the stake comes back at once, the winnings when surveillance has seen them."""
    stack(floor.put, "9h Th 3c 2c 5d 4s")
    at = await floor.table()
    office, ann = Office(at.room, asyncio.get_running_loop()), at.player("ann")
    await at.do(Sit(ann, None, 1), Bet(ann, None, 1, "ante", 200_000), Ready(ann, None))
    await at.do(TakeDecision(ann, None, 1, Decision("stay")))
    assert at.table.phase == "settled"
    assert at.table.notices[0].kind == "pay.held"
    assert at.cents(wallet("ann")) == 1_000_000 + 200_000
    assert at.cents(held(at.id)) == 400_000
    assert floor.store.account(held(at.id)).debits_limited
    (claim,) = office.claims()
    assert (claim.spot, claim.sensor, claim.payout_cents) == (1, "play", 400_000)
    # the player sees it wait, round after round, until it is paid; nobody else does
    await at.ready(ann)
    assert not at.table.notices
    (coming,) = office.coming_to("ann")
    assert (coming.wager, coming.cents, coming.needs) == ("Play", 400_000, "surveillance")
    assert not office.coming_to("bob")
    seen = {"hand": claim.hand, "wager_cents": 400_000, "payout_cents": 400_000, "player": "ann"}
    with pytest.raises(NotAllowed):
        office.surveillance(claim.id, SUE, **seen)
    with pytest.raises(IllegalAction, match="player does not agree"):
        office.surveillance(claim.id, AL, **{**seen, "player": "bob"})
    with pytest.raises(IllegalAction, match="not a card"):
        office.confirm(claim.id, SUE)
    # until surveillance has said whom it saw, nothing tells it a name
    (blind,) = office.claims_for(AL)
    assert (blind.player, blind.payee, blind.veiled) == (None, "", True)
    assert "ann" not in json.dumps(blind.to_json())
    assert office.claims_for(SUE) == [claim]
    # a name is the same however it is typed
    assert office.surveillance(claim.id, AL, **{**seen, "player": " ANN "}).status == "paid"
    assert office.claims() == []
    # who comes later is told what became of it, by the names that the page shows
    with pytest.raises(Conflict, match=r"^Player higher at Table of fu-bacc, spot 1 is seen by al already\."):
        office.surveillance(claim.id, AL, **seen)
    with pytest.raises(NotAllowed):
        office.surveillance(claim.id, SUE, **seen)
    assert office.claim(claim.id).status == "paid"
    with pytest.raises(BadInput, match="no payout"):
        office.claim("payout.fu-bacc-1-999.0")
    await until(lambda: at.room.wallets.available("ann") == 1_600_000)
    assert at.cents(wallet("ann")) == 1_600_000
    assert floor.store.events(f"payouts/{at.id}")[0].actor == "al"
