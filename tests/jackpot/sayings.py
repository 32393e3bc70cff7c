"""Every kind of event that desk and trays write, by its record."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.chips import events as trays
from pitboss.chips.trays import Movement
from pitboss.core.codec import encode
from pitboss.jackpots import events as entries
from pitboss.ledger import Event
from pitboss.ledger.unit import EventData, read_event


def kinds(*modules: object) -> dict[str, type[EventData]]:
    found = [value for module in modules for value in vars(module).values()]
    return {
        kind.KIND: kind
        for kind in found
        if isinstance(kind, type) and issubclass(kind, EventData) and kind.KIND
    }


KINDS = {**kinds(entries, trays), **{f"tray.{kind.value}": trays.TrayMoved for kind in Movement}}


def said_as_written(events: Iterable[Event]) -> set[str]:
    """What is read from an event and written again is what the log has; returns the kinds that were seen."""
    seen = set()
    for event in events:
        if kind := KINDS.get(event.kind):
            assert encode(read_event(kind, event)) == event.payload, event.kind
            seen.add(event.kind)
        else:
            assert not event.stream.startswith(("jackpot", "tray/", "payout/")), f"{event.kind} has no record"
    return seen
