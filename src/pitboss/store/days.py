"""The gambling day: it turns at an hour of the room's own clock; the store keeps UTC (HR-32)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.errors import BadInput
from pitboss.store.store import Store
from pitboss.store.unit import Unit

KEY: Final = "house/gambling-day"


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
        return self.begins(first), self.begins((last or first) + timedelta(days=1))

    def moment(self, at_us: int) -> str:
        """As the room's clock shows it."""
        return self.local(at_us).strftime("%Y-%m-%d %H:%M:%S %Z")


def gambling_day(where: Store | Unit) -> GamblingDay:
    """As the room's file has set it; inside a unit of work, as that unit sees it."""
    found = where.get(KEY) if isinstance(where, Unit) else where.document(KEY)
    return GamblingDay(found["hour"], found["zone"]) if found else GamblingDay()
