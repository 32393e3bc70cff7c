"""A tray as it is shown: what its account holds, and what was counted and moved (HR-17)."""

from __future__ import annotations

from typing import TypedDict

from pitboss.money import Cents


class TrayLine(TypedDict):
    """One count or movement of a tray, as it was booked."""

    seq: int
    at_us: int
    kind: str
    cents: Cents
    over_cents: Cents | None
    by: str
    signed: list[str]
    why: str
    counts: dict[str, int]


class TrayStanding(TypedDict):
    """A tray as console and pit show it: what its account holds now, and a gambling day's counts and movements."""

    table: str
    day: str
    opened: bool
    book_cents: Cents
    opener_cents: Cents | None
    closer_cents: Cents | None
    over_cents: Cents
    fills_cents: Cents
    credits_cents: Cents
    sold_cents: Cents
    taken_cents: Cents
    paid_cents: Cents
    entries: list[TrayLine]
