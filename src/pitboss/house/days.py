"""The room's gambling day as its file sets it, and what belongs to a day (HR-32)."""

from __future__ import annotations

from datetime import date

from pitboss.store import Event, Store, Unit
from pitboss.store.days import KEY, GamblingDay, day_named, gambling_day

__all__ = ["GamblingDay", "day_named", "events_of_day", "gambling_day", "keep_gambling_day"]


def keep_gambling_day(store: Store, day: GamblingDay, by: str) -> None:
    """Write down the room's day where reports find it; a change is on record."""
    before = gambling_day(store)
    if before == day:
        return

    def work(unit: Unit) -> None:
        change = {"before": [before.hour, before.zone], "after": [day.hour, day.zone]}
        unit.record("gambling-day", KEY, by, change)
        unit.put(KEY, {"hour": day.hour, "zone": day.zone})

    store.write(work)


def events_of_day(store: Store, stream: str, on: date) -> list[Event]:
    """A gambling day's events of a stream, newest first; older days are not read."""
    begin, end = gambling_day(store).bounds(on)
    found: list[Event] = []
    before = 0
    while page := store.events(stream, after=before, newest_first=True):
        before = page[-1].seq
        found += [event for event in page if begin <= event.at_us < end]
        if page[-1].at_us < begin:
            break
    return found
