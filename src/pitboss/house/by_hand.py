"""How much of a table's wagers one person books by hand on a gambling day: what one act may be without surveillance, of
wagers taken and of wagers paid each (HR-14, HR-17)."""

from __future__ import annotations

from datetime import date

from pitboss.house.days import gambling_day
from pitboss.house.regulation import regulation
from pitboss.jackpot.by_hand import count_alone
from pitboss.money import Cents
from pitboss.people.acts import Act
from pitboss.people.person import Person
from pitboss.store import Unit


def surveillance_over(day: date) -> Cents:
    """Payouts above this are confirmed by surveillance on a gambling day (HR-14)."""
    return regulation().value("surveillance-payout", day).cents


def check_alone(
    unit: Unit, act: Act, kind: str, cents: Cents, by: Person, second: Person | None, now_us: int
) -> None:
    most = surveillance_over(gambling_day(unit).of(now_us))
    count_alone(unit, act, kind, cents, by, second, now_us, most=most)
