"""Winnings that a player has made and not been paid yet: they stay in sight until they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.money import Cents
from pitboss.room.chips import wallet
from pitboss.room.claim_views import ClaimView
from pitboss.room.table import TableState

DUE: Final = ("open", "completed")
"""prizes and payouts that have been won and not handed over"""
WAITS_FOR: Final = {"surveillance": "surveillance", "": "cashier"}
"""whom winnings wait for; whatever else is needed is the supervisor's to bring about"""


@dataclass(frozen=True, slots=True)
class HeldWin:
    id: str
    table: str
    round_id: str | None
    wager: str
    """as the felt calls it"""
    cents: Cents
    needs: str
    """whom it waits for"""


def held_for(player: str, claims: Sequence[ClaimView], tables: Mapping[str, TableState]) -> Iterator[HeldWin]:
    """Of all claims those whose money is this player's (HR-14, JP-16, JP-31); a toke is the dealer's."""
    for claim in claims:
        own = claim.player == player and claim.payee in ("", wallet(player))
        if own and claim.payout_cents and (claim.needs or claim.status in DUE):
            table = tables.get(claim.table)
            wager = table.config.sheet.wager(claim.sensor).name if table else claim.jackpot_name
            needs = WAITS_FOR.get((*claim.needs, "")[0], "supervisor")
            yield HeldWin(claim.id, claim.table, claim.round_id, wager, claim.payout_cents, needs)
