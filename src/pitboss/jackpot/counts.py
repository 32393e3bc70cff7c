"""The last count of a tray: after its closer a table is closed until two people have counted it in (HR-17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.errors import IllegalAction
from pitboss.jackpot.state import Get
from pitboss.money import Cents
from pitboss.store import Unit
from pitboss.store.codec import LEFT_OUT, decode, encode
from pitboss.store.days import gambling_day


class TrayCounting(StrEnum):
    OPENER = "opener"
    CLOSER = "closer"


@dataclass(frozen=True, slots=True)
class LastCount:
    which: TrayCounting
    cents: Cents
    at_us: int | None = field(default=None, metadata=LEFT_OUT)
    signed: tuple[str, ...] | None = field(default=None, metadata=LEFT_OUT)
    """counts of an earlier version have neither time nor names"""


def _key(table: str) -> str:
    return f"tray/{table}"


def last_count(get: Get, table: str) -> LastCount | None:
    found = get(_key(table))
    return None if found is None else decode(LastCount, found)


def keep_count(unit: Unit, table: str, count: LastCount) -> None:
    unit.put(_key(table), encode(count))


def check_opened(unit: Unit, table: str) -> None:
    """Nothing is played at a table that was counted out. One that nobody has counted keeps no counts."""
    last = last_count(unit.get, table)
    if last is not None and last.which is TrayCounting.CLOSER:
        raise IllegalAction(
            f"{table} was counted out and is closed.", clause="HR-17", accepted="the opener's count first"
        )


def check_not_out(unit: Unit, table: str) -> None:
    """A tray is counted out once: what a second closer found would be booked as over or short again."""
    last = last_count(unit.get, table)
    if last is None or last.which is not TrayCounting.CLOSER:
        return
    at = "" if last.at_us is None else f" at {gambling_day(unit).moment(last.at_us)}"
    by = f" by {', '.join(last.signed)}" if last.signed else ""
    raise IllegalAction(
        f"{table} was already counted out{at}{by}.", clause="HR-17", accepted="the opener's count first"
    )
