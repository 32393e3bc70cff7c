"""The gambling day: its own hour, its own clock (HR-32)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from pitboss.core.errors import BadInput, PitbossError
from pitboss.house.jackpots import jackpot_config
from pitboss.house.table_file import Table
from pitboss.ledger import create_store
from pitboss.ledger.days import (
    FIRST_DAY,
    LAST_DAY,
    GamblingDay,
    day_named,
    events_of_day,
    gambling_day,
    keep_gambling_day,
)
from tests.house.tables import example
from tests.refusals import refused

TACOMA = GamblingDay(6, "America/Los_Angeles")


def us(*moment: int) -> int:
    return int(datetime(*moment, tzinfo=UTC).timestamp() * 1_000_000)  # type: ignore[misc,arg-type]


@pytest.mark.clause("HR-32")
@pytest.mark.parametrize(("moment", "day"), [
    ((2026, 11, 16, 0, 30), date(2026, 11, 15)),  # half past four in the afternoon of the 15th
    ((2026, 11, 16, 13, 59), date(2026, 11, 15)),  # 05:59
    ((2026, 11, 16, 14, 0), date(2026, 11, 16)),  # 06:00
    ((2026, 7, 1, 12, 59), date(2026, 6, 30)),  # summer time: 05:59
    ((2026, 7, 1, 13, 0), date(2026, 7, 1)),
])  # fmt: skip
def test_the_day_turns_at_its_own_hour(moment: tuple[int, ...], day: date) -> None:
    assert TACOMA.of(us(*moment)) == day
    begin, end = TACOMA.bounds(day)
    assert begin <= us(*moment) < end


@pytest.mark.clause("HR-32")
def test_days_follow_each_other_without_gap_when_the_clocks_change() -> None:
    for first in (date(2026, 3, 7), date(2026, 10, 31)):
        one, two = TACOMA.bounds(first), TACOMA.bounds(date.fromordinal(first.toordinal() + 1))
        assert one[1] == two[0]
        assert (two[1] - two[0]) // 3_600_000_000 == 24
    assert (TACOMA.bounds(date(2026, 3, 7))[1] - TACOMA.begins(date(2026, 3, 7))) // 3_600_000_000 == 23
    assert (TACOMA.bounds(date(2026, 10, 31))[1] - TACOMA.begins(date(2026, 10, 31))) // 3_600_000_000 == 25


@pytest.mark.clause("HR-32")
@pytest.mark.parametrize("day", [date.min, date.max, date(1899, 12, 31)])
def test_days_without_a_neighbour_are_refused(day: date) -> None:
    outside = refused(BadInput, "1900-01-01 to 9998-12-31")
    outside(TACOMA.bounds, day)
    outside(TACOMA.bounds, date(2026, 11, 16), day)
    outside(day_named, day.isoformat())


@pytest.mark.clause("HR-32")
def test_the_first_and_the_last_day_have_bounds() -> None:
    for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"):
        for day in (FIRST_DAY, LAST_DAY):
            begin, end = GamblingDay(23, zone).bounds(day)
            assert begin < end


def in_its_file(line: str, name: str = "fu-bacc") -> Table:
    return example(name, ("[establishment]", f"[establishment]\n{line}"))


@pytest.mark.clause("HR-32")
def test_what_is_no_day_is_refused() -> None:
    refused(BadInput, "an hour, 0 to 23")(GamblingDay, 24, "UTC")
    refused(BadInput, r"'Washington' is not a time zone.*HR-32")(GamblingDay, 6, "Washington")
    refused(BadInput, "HR-32")(in_its_file, 'time_zone = "Seattle"')
    place = in_its_file('day_hour = 6\ntime_zone = "America/Los_Angeles"').establishment
    assert GamblingDay(place.day_hour, place.time_zone) == TACOMA


@pytest.mark.clause("HR-17", "HR-11")
def test_openers_and_the_days_to_report_a_malfunction_are_in_the_rooms_file() -> None:
    usual = example("down-under-holdem").establishment
    assert (usual.openers, usual.malfunction_days) == ("house", None)
    assert in_its_file('openers = "counted"').establishment.openers == "counted"
    named = in_its_file("malfunction_days = 5", "down-under-holdem")
    (jackpot,) = named.jackpots
    assert jackpot_config(named, jackpot, date(2026, 11, 16)).controls.malfunction_days == 5
    refused(PitbossError, "at least 1")(in_its_file, "malfunction_days = 0")


@pytest.mark.clause("HR-32")
def test_the_rooms_day_is_kept_in_the_store(tmp_path: object) -> None:
    now = us(2026, 11, 16, 13, 0)
    with create_store(f"sqlite:///{tmp_path}/days.db", clock=lambda: now) as store:
        assert gambling_day(store) == GamblingDay()
        for _ in range(2):
            keep_gambling_day(store, TACOMA, "table files")
        assert gambling_day(store) == TACOMA
        assert store.head().seq == 1
        (kept,) = events_of_day(store, "house/gambling-day", date(2026, 11, 15))
        assert kept.kind == "gambling-day"
        assert events_of_day(store, "house/gambling-day", date(2026, 11, 16)) == []
    assert TACOMA.moment(now) == "2026-11-16 05:00:00 PST"
