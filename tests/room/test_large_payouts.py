"""Winnings over the limit at any table: held until surveillance has said what it saw, and whom."""

from __future__ import annotations

import asyncio
import json

import pytest

from pitboss.errors import BadInput, Conflict, IllegalAction, NotAllowed
from pitboss.room.chips import wallet
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.held import held_for
from pitboss.room.office import Office
from pitboss.room.setup import TableSetup
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.store import Store
from pitboss.store.verify import verify
from tests.room.support import SLOW, make_room, player, until
from tests.room.test_jackpots import AL, SUE, cents, stack


@pytest.mark.clause("HR-14")
def test_a_payout_over_three_thousand_waits_for_surveillance(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any table, jackpot or not: the stake comes back at once, the winnings when surveillance has seen them."""
    stack(monkeypatch, "9h Th 3c 2c 5d 4s")

    async def scenario() -> None:
        room = make_room(store, TableSetup("fu-1", "Fu", TableConfig("fu-bacc"), pace=SLOW))
        await room.open()
        office = Office(room, asyncio.get_running_loop())
        ann = player(room, "ann")
        await room.do("fu-1", Sit(ann, None, 1))
        await room.do("fu-1", Bet(ann, None, 1, "ante", 200_000))
        await room.do("fu-1", Ready(ann, None))
        await room.do("fu-1", TakeDecision(ann, None, 1, Decision("stay")))
        table = room.tables["fu-1"]
        assert table.phase == "settled"
        assert "is paid once surveillance has looked" in table.notices[0]
        assert cents(store, wallet("ann")) == 1_000_000 + 200_000
        assert cents(store, "held/fu-1") == 400_000
        (claim,) = office.claims()
        assert (claim.spot, claim.sensor, claim.payout_cents) == (1, "play", 400_000)
        # the player sees it wait, round after round, until it is paid; nobody else does
        await room.do("fu-1", Ready(ann, None))
        assert not room.tables["fu-1"].notices
        (held,) = held_for("ann", office.claims(), room.tables)
        assert (held.wager, held.cents, held.needs) == ("Play", 400_000, "surveillance")
        assert not list(held_for("bob", office.claims(), room.tables))
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
        with pytest.raises(Conflict, match=r"^Player higher at Fu, spot 1 is seen by al already\."):
            office.surveillance(claim.id, AL, **seen)
        assert office.claim(claim.id).status == "paid"
        with pytest.raises(BadInput, match="no payout"):
            office.claim("payout.fu-1-999.0")
        await until(lambda: room.bank.available("ann") == 1_600_000)
        assert cents(store, wallet("ann")) == 1_600_000
        assert store.events("payouts/fu-1")[0].actor == "al"
        await room.close()

    asyncio.run(scenario())
    assert store.trial_balance() == 0
    assert verify(store).sound
