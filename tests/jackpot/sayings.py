"""Every kind of event that desk and trays write, by its record."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.house import entries as trays
from pitboss.house.tray import Movement
from pitboss.jackpot import entries
from pitboss.store import Event
from pitboss.store.codec import encode
from pitboss.store.entries import Saying, read_event


def kinds(*modules: object) -> dict[str, type[Saying]]:
    found = [value for module in modules for value in vars(module).values()]
    return {
        kind.KIND: kind for kind in found if isinstance(kind, type) and issubclass(kind, Saying) and kind.KIND
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
