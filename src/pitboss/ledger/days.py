"""The gambling day: it turns at an hour of the room's own clock; the store keeps UTC (HR-32)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.core.errors import BadInput
from pitboss.ledger import Event, Store, Unit
from pitboss.ledger.store import Reader

KEY: Final = "house/gambling-day"
FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(9998, 12, 31)
"""the days that can be asked for: each has one before it and one after it on every clock"""


def day_named(text: str) -> date:
    """A day as people write it; every text that names one comes through here."""
    try:
        return check_day(date.fromisoformat(text))
    except ValueError:
        raise BadInput(f"{text!r} is not a day.", accepted="a date such as 2026-11-15") from None


def check_day(day: date) -> date:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise BadInput(
            f"{day} is not a day of a room.", clause="HR-32", accepted=f"from {FIRST_DAY} to {LAST_DAY}"
        )
    return day


@dataclass(frozen=True, slots=True)
class GamblingDay:
    """A day is named after the date on which it begins. Without a setting it is the day of UTC."""

    hour: int = 0
    zone: str = "UTC"

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= 23:
            raise BadInput(
                f"A gambling day does not begin at {self.hour}.", clause="HR-32", accepted="an hour, 0 to 23"
            )
        self.clock  # noqa: B018  a zone that nobody knows is refused here

    @property
    def clock(self) -> tzinfo:
        if self.zone == "UTC":
            return UTC
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise BadInput(
                f"{self.zone!r} is not a time zone.", clause="HR-32", accepted="such as America/Los_Angeles"
            ) from None

    def local(self, at_us: int) -> datetime:
        return datetime.fromtimestamp(at_us / 1_000_000, UTC).astimezone(self.clock)

    def of(self, at_us: int) -> date:
        """The day to which a moment belongs."""
        here = self.local(at_us)
        return here.date() - timedelta(days=here.hour < self.hour)

    def begins(self, day: date) -> int:
        """The first moment of a day, in microseconds of UTC."""
        here = datetime.combine(day, time(self.hour), self.clock)
        return int(here.timestamp() * 1_000_000)

    def bounds(self, first: date, last: date | None = None) -> tuple[int, int]:
        """From the first moment of a day to the first one after another, or after itself."""
        return self.begins(check_day(first)), self.begins(check_day(last or first) + timedelta(days=1))

    def moment(self, at_us: int) -> str:
        """As the room's clock shows it."""
        return self.local(at_us).strftime("%Y-%m-%d %H:%M:%S %Z")


def gambling_day(where: Reader | Unit) -> GamblingDay:
    """As the room's file has set it; inside a unit of work, as that unit sees it."""
    found = where.get(KEY) if isinstance(where, Unit) else where.document(KEY)
    return GamblingDay(found["hour"], found["zone"]) if found else GamblingDay()


# The room's gambling day as its file sets it, and what belongs to a day (HR-32).

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
