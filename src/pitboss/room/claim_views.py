"""What waits for somebody's signature, as the pit sees it: a marked hand, a prize booked by hand, or a table's payout
that surveillance has not seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pitboss.jackpot.records import Award, Sighting
from pitboss.money import Cents
from pitboss.store.codec import LEFT_OUT, encode


@dataclass(frozen=True, slots=True)
class Seen:
    """What surveillance saw, and who it was (HR-14)."""

    hand: str
    wager_cents: Cents
    payout_cents: Cents
    player: str
    by: str

    @classmethod
    def of(cls, sighting: Sighting | None) -> Seen | None:
        if sighting is None:
            return None
        amounts = (sighting.wager_cents, sighting.payout_cents)
        return cls(sighting.hand, *amounts, sighting.player, str(sighting.by))


@dataclass(frozen=True, slots=True)
class ClaimView:
    kind: str
    """claim, award or payout"""
    id: str
    jackpot: str
    jackpot_name: str
    table: str
    table_name: str
    spot: int
    hand: str
    text: str
    pays: str
    meter: str | None
    player: str | None
    wager_cents: Cents
    payout_cents: Cents
    status: str
    round_id: str | None
    cards: str
    shown: bool
    """whether the cards show what was marked"""
    surveillance: Seen | None = None
    needs: tuple[str, ...] = ()
    turn: int | None = None
    """the place in the order of pay on its meter (JP-14)"""
    sensor: str = ""
    number: int | None = field(default=None, metadata=LEFT_OUT)
    marked_us: int | None = field(default=None, metadata=LEFT_OUT)
    held_cents: Cents = 0
    envy_cents: Cents = 0
    pressed_by: str = ""
    confirmed_by: str | None = None
    reason: str = ""
    payee: str = ""
    """the account that gets it; empty: the player's wallet"""
    award: Award | None = None

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = encode(self)
        return {**shape, "award": award_json(self.award) if self.award else None}


@dataclass(frozen=True, slots=True)
class WinSheet:
    """An award with everything accounting needs of it (JP-17)."""

    award: Award
    rows: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        return {**award_json(self.award), "rows": [list(row) for row in self.rows]}


def award_json(award: Award) -> dict[str, Any]:
    """An award as pages show it."""
    return {
        **encode(award),
        "award": award.id,
        "status": award.state.value,
        "round_id": award.round or None,
        "player": award.player or None,
    }
