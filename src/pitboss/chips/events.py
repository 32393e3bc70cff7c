"""What trays, cage and payouts write into the log: one record for each kind of event (HR-14, HR-17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pitboss.core.arguments import Reason, in_words
from pitboss.core.codec import LEFT_OUT
from pitboss.core.money import Cents
from pitboss.jackpots.events import Due
from pitboss.ledger.unit import EventData

STREAM_KINDS: Final = "tray."
"""how the kinds of a tray's events begin"""


@dataclass(frozen=True, slots=True)
class TrayCount(EventData):
    """Chips counted by two people, and what the account had."""

    table: str
    counts: Mapping[Cents, int]
    cents: Cents
    signed: tuple[str, ...]
    book_cents: Cents = 0
    over_cents: Cents = 0
    paid_due: tuple[Due, ...] = ()
    """what had waited for these chips"""
    from_cage_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """what the cage brought of them, to a tray that was never counted in or was counted out empty"""


@dataclass(frozen=True, slots=True)
class OpenerCounted(TrayCount):
    KIND: ClassVar[str] = "tray.opener"


@dataclass(frozen=True, slots=True)
class CloserCounted(TrayCount):
    KIND: ClassVar[str] = "tray.closer"


@dataclass(frozen=True, slots=True)
class TrayMoved(EventData):
    """One movement; its kind is the movement's."""

    table: str
    movement: str
    cents: Cents
    why: Reason
    second: str | None = field(default=None, metadata=LEFT_OUT)
    paid_due: tuple[Due, ...] | None = field(default=None, metadata=LEFT_OUT)
    signed: tuple[str, ...] | None = field(default=None, metadata=LEFT_OUT)
    """the two of a fill's or credit's slip"""
    counts: Mapping[Cents, int] | None = field(default=None, metadata=LEFT_OUT)
    """its chips by value, where the slip names them"""

    @property
    def kind(self) -> str:
        return f"{STREAM_KINDS}{self.movement}"


@dataclass(frozen=True, slots=True)
class CageFunded(EventData):
    KIND: ClassVar[str] = "cage.funded"
    cents: Cents
    why: Reason
    second: str | None = None


@dataclass(frozen=True, slots=True)
class SurveillanceCheck:
    """What surveillance has seen and confirms before a large payout is completed (HR-14)."""

    hand: str
    wager: str
    payout_cents: Cents
    player: str
    by: str

    def missing(self) -> tuple[str, ...]:
        seen = {"hand": self.hand, "wager": self.wager, "player": self.player, "the officer's name": self.by}
        return tuple(what for what, value in seen.items() if not in_words(value))


@dataclass(frozen=True, slots=True)
class PayoutMade(EventData):
    KIND: ClassVar[str] = "payout"
    table: str
    payout_cents: Cents
    surveillance: SurveillanceCheck | None
    by_check: bool
    check_due: str | None
