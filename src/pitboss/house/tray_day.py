"""What may happen to a tray, and a tray's day and hours as its account and its counts tell them (HR-17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pitboss.money import Cents


class Movement(StrEnum):
    """Everything that may happen to a tray."""

    CASH_FOR_CHIPS = "cash-for-chips"
    WAGER_TAKEN = "wager-taken"
    WAGER_PAID = "wager-paid"
    COLOUR_CHANGE = "colour-change"
    FILL = "fill"
    CREDIT = "credit"


CHANGE: Final[Mapping[Movement, int]] = {
    Movement.CASH_FOR_CHIPS: -1,
    Movement.WAGER_TAKEN: 1,
    Movement.WAGER_PAID: -1,
    Movement.COLOUR_CHANGE: 0,
    Movement.FILL: 1,
    Movement.CREDIT: -1,
}
"""whether chips come into the tray or leave it; a colour change swaps equal amounts"""


def checks_account(table: str) -> str:
    """what was won at a table and paid by check"""
    return f"checks/{table}"


def drop_account(table: str) -> str:
    return f"drop/{table}"


def over_short_account(table: str) -> str:
    return f"over-short/{table}"


def expected(opener_cents: Cents, movements: Mapping[Movement, Cents]) -> Cents:
    """What has to be in the tray after these movements."""
    return opener_cents + sum(CHANGE[kind] * cents for kind, cents in movements.items())


def table_win(
    opener_cents: Cents, closer_cents: Cents, fills_cents: Cents, credits_cents: Cents, drop_cents: Cents
) -> Cents:
    """The win as the count room finds it: what the tray and the drop box gained, less what was brought."""
    return closer_cents + credits_cents + drop_cents - opener_cents - fills_cents


@dataclass(frozen=True, slots=True)
class TrayHour:
    """Drop and win of an hour that begins at a moment."""

    at_us: int
    drop_cents: Cents
    win_cents: Cents


@dataclass(frozen=True, slots=True)
class TrayDay:
    """A tray on a gambling day: its counts, and what its account moved for."""

    opener_cents: Cents | None = None
    closer_cents: Cents | None = None
    over_cents: Cents = 0
    moved: Mapping[Movement, Cents] = field(default_factory=dict)
    checks_cents: Cents = 0
    """won at the table and paid by check: no chips of the tray, and yet not the house's win"""
    due_cents: Cents = 0
    """pays of the day that wait for a fill, less those of earlier days that were made"""
    uncounted_cents: Cents = 0
    """what fills, credits and the drop before the opener's count and after the closer's would add to the counted win"""
    variance_cents: Cents | None = None
    """what the counts since the opener found over the account, where both were taken"""

    @property
    def win_cents(self) -> Cents:
        """The tray's own: wagers taken less wagers paid or due, jackpot wagers and their pays from the tray among
        them."""
        return self.cents(Movement.WAGER_TAKEN) - self.cents(Movement.WAGER_PAID) - self.due_cents

    def cents(self, kind: Movement) -> Cents:
        return self.moved.get(kind, 0)
