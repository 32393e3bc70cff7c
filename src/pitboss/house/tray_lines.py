"""A tray as it is shown: what its account holds, and what was counted and moved (HR-17)."""

from __future__ import annotations

from typing import TypedDict

from pitboss.house.entries import STREAM_KINDS, CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.jackpot.entries import TrayShort
from pitboss.money import Cents
from pitboss.store import Event
from pitboss.store.entries import read_event


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


def line_of(event: Event) -> TrayLine:
    line: TrayLine = {
        "seq": event.seq,
        "at_us": event.at_us,
        "kind": event.kind.removeprefix(STREAM_KINDS),
        "cents": 0,
        "over_cents": None,
        "by": event.actor,
        "signed": [],
        "why": "",
        "counts": {},
    }
    if event.kind in (OpenerCounted.KIND, CloserCounted.KIND):
        count = read_event(TrayCount, event)
        line["cents"], line["over_cents"], line["signed"] = count.cents, count.over_cents, list(count.signed)
        line["counts"] = {str(value): number for value, number in count.counts.items()}
    elif event.kind != TrayShort.KIND:
        moved = read_event(TrayMoved, event)
        line["cents"], line["why"] = moved.cents, moved.why
        line["signed"] = list(moved.signed or ())
        line["counts"] = {str(value): count for value, count in (moved.counts or {}).items()}
    return line


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
