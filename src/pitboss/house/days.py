"""Days of the log, in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime

from pitboss.store import Event, Store


def day_of(event: Event) -> date:
    return datetime.fromtimestamp(event.at_us / 1_000_000, UTC).date()


def events_of_day(store: Store, stream: str, on: date) -> list[Event]:
    """A day's events of a stream, newest first; older days are not read."""
    found: list[Event] = []
    before = 0
    while page := store.events(stream, after=before, newest_first=True):
        before = page[-1].seq
        found += [event for event in page if day_of(event) == on]
        if day_of(page[-1]) < on:
            break
    return found
