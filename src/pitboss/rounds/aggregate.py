"""The posted aggregate payout limit in a round: what one deal's pays of one prize may add up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pitboss.money import Cents, dollars
from pitboss.rounds.events import RoundEvent, Settlement
from pitboss.rounds.felt import Felt

CUT: Final = "aggregate-limit"
"""the hand of a settlement that takes back what exceeds the limit"""


def reduce_to_limit(pays: Sequence[Cents], limit_cents: Cents) -> list[Cents]:
    """Each pay in proportion, cents down, so that together they keep within the limit (HR-27).

    >>> reduce_to_limit([40_000, 20_000], 50_000)
    [33333, 16666]
    """
    together = sum(pays)
    if together <= limit_cents:
        return list(pays)
    return [pay * limit_cents // together for pay in pays]


def apply_aggregate_limits(felt: Felt, holders: Mapping[int, str]) -> None:
    """After the last settlement, take back what exceeds a posted limit; the cut is a line of its own.

    Envy is fixed dollars and no odds, tokes are the dealer's, meter awards have their own rules: all three
    stay outside (HR-06, FU-10)."""
    for wager, limit in felt.config.aggregate_cents.items():
        for paid in _shared(felt, wager, holders):
            allowed = reduce_to_limit([s.net_cents for s in paid], limit)
            for settlement, cents in zip(paid, allowed, strict=True):
                if cents < settlement.net_cents:
                    _cut(felt, settlement, cents - settlement.net_cents, limit)


def _shared(felt: Felt, wager: str, holders: Mapping[int, str]) -> Iterator[list[Settlement]]:
    """The pays that share one limit: the table's, or each player's own where the house posts it so."""
    paid = [
        s for s in felt.settlements if s.wager == wager and s.odds and s.net_cents > 0 and not s.tokes_cents
    ]
    if felt.config.options.get("aggregate_limit_per") != "player":
        yield paid
        return
    players: dict[str, list[Settlement]] = {}
    for settlement in paid:
        players.setdefault(holders.get(settlement.spot, f"spot {settlement.spot}"), []).append(settlement)
    yield from players.values()


def _cut(felt: Felt, paid: Settlement, cents: Cents, limit_cents: Cents) -> None:
    text = f"Aggregate limit of {dollars(limit_cents)} reached"
    cut = Settlement(paid.spot, paid.wager, 0, cents, CUT, None, "HR-27", text)
    felt.settlements.append(cut)
    felt.log.append(
        RoundEvent("settle", "HR-27", paid.spot, paid.wager, amount_cents=cents, text=text, detail=cut)
    )
