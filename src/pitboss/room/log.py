"""The log as people search it: by day, stream, kind, person and words, and as they read it.

Nothing is found by what is not shown: the order of a shoe, its number and its salts are searched by nobody (HR-36)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pitboss.fairness.seal import Terms
from pitboss.ledger import Event, Store
from pitboss.ledger.days import gambling_day
from pitboss.room.events import Shuffled

SECRET: Final = frozenset({"order", "salt", "salts", "secret"})
SHOWN_OF_A_SHOE: Final = frozenset({"kind", *Terms._fields, "seal", "commitment", "start"})
"""what everybody may know; its order, its number and what its salts come from stay the house's (HR-36)"""
PAGE: Final = 1000
LOOKED_AT_MAX: Final = 20_000
"""records looked through for one answer; the next one goes on from there"""


def shown(event: Event) -> dict[str, Any]:
    """A record's content without what is in a shoe: cards that may still be dealt are nobody's business."""
    payload = {k: v for k, v in event.payload.items() if k not in SECRET}
    if event.kind == Shuffled.KIND:
        payload = {k: v for k, v in payload.items() if k in SHOWN_OF_A_SHOE}
    return payload


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is empty is not asked."""

    words: str = ""
    stream: str = ""
    kind: str = ""
    actor: str = ""
    first: date | None = None
    last: date | None = None

    def fits(self, event: Event) -> bool:
        if self.kind and not event.kind.startswith(self.kind):
            return False
        if self.actor and event.actor.partition(" ")[0] != self.actor and event.actor != self.actor:
            return False
        if not self.words:
            return True
        text = f"{event.kind} {event.stream} {event.actor} {json.dumps(shown(event), ensure_ascii=False)}".lower()
        return all(word in text for word in self.words.lower().split())


@dataclass(frozen=True, slots=True)
class Found:
    events: tuple[Event, ...]
    before: int
    """go on from here; 0: everything was looked at"""


def search(store: Store, wanted: Search, *, before: int = 0, limit: int = 100) -> Found:
    """The newest records that fit, before a number."""
    low, high = _bounds(store, wanted)
    at = min(before, high + 1) if before else high + 1
    found: list[Event] = []
    for looked, event in enumerate(_backwards(store, wanted.stream, at, low)):
        if len(found) == limit or looked == LOOKED_AT_MAX:
            return Found(tuple(found), event.seq + 1)
        if wanted.fits(event):
            found.append(event)
    return Found(tuple(found), 0)


def everything(store: Store, wanted: Search) -> Iterator[Event]:
    """All that fits, the newest first: for an export."""
    low, high = _bounds(store, wanted)
    return (event for event in _backwards(store, wanted.stream, high + 1, low) if wanted.fits(event))


def _bounds(store: Store, wanted: Search) -> tuple[int, int]:
    """After the first number, up to the second."""
    days = gambling_day(store)
    low = store.seq_before(days.begins(wanted.first)) if wanted.first else 0
    high = store.seq_before(days.bounds(wanted.last)[1]) if wanted.last else store.head().seq
    return low, high


def _backwards(store: Store, stream: str, before: int, low: int) -> Iterator[Event]:
    while page := store.events(stream or None, after=before, limit=PAGE, newest_first=True):
        for event in page:
            if event.seq <= low:
                return
            yield event
        before = page[-1].seq
