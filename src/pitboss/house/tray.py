"""The tray: six kinds of movements, and counts that two people sign (HR-17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from pitboss.errors import BadInput
from pitboss.house.days import events_of_day
from pitboss.jackpot.books import tray as tray_account
from pitboss.money import Cents, dollars
from pitboss.store import UNIT_PER_CENT, Event, Store, Unit

CAGE: Final = "cage"


class Movement(StrEnum):
    """Everything that may happen to a tray."""

    CASH_FOR_CHIPS = "cash-for-chips"
    WAGER_TAKEN = "wager-taken"
    WAGER_PAID = "wager-paid"
    COLOUR_CHANGE = "colour-change"
    FILL = "fill"
    CREDIT = "credit"


CHANGE: Final[Mapping[Movement, int]] = {
    Movement.CASH_FOR_CHIPS: -1,
    Movement.WAGER_TAKEN: 1,
    Movement.WAGER_PAID: -1,
    Movement.COLOUR_CHANGE: 0,
    Movement.FILL: 1,
    Movement.CREDIT: -1,
}
"""whether chips come into the tray or leave it; a colour change swaps equal amounts"""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Chips counted in a tray, by value, and the two people who sign for the count."""

    counts: Mapping[Cents, int]
    signed: tuple[str, ...]

    def __post_init__(self) -> None:
        names = {name.strip().casefold() for name in self.signed if name.strip()}
        if len(names) != 2 or len(self.signed) != 2:
            raise BadInput(
                f"A tray inventory is signed by two people, not by {len(names)}.",
                clause="HR-17",
                accepted="two different names",
            )
        for value, count in self.counts.items():
            if value <= 0 or count < 0:
                raise BadInput(
                    f"{count} chips of {dollars(value)} cannot be counted.",
                    clause="HR-17",
                    accepted="chips of a positive value, none or more of each",
                )

    @property
    def cents(self) -> Cents:
        return sum(value * count for value, count in self.counts.items())


def expected(opener_cents: Cents, movements: Mapping[Movement, Cents]) -> Cents:
    """What has to be in the tray after these movements."""
    return opener_cents + sum(CHANGE[kind] * cents for kind, cents in movements.items())


def table_win(
    opener_cents: Cents, closer_cents: Cents, fills_cents: Cents, credits_cents: Cents, drop_cents: Cents
) -> Cents:
    """The win as the count room finds it: what the tray and the drop box gained, less what was brought."""
    return closer_cents + credits_cents + drop_cents - opener_cents - fills_cents


class TrayDesk:
    """Inventories, fills and credits of a room's tables, in the log and the ledger of its store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def opener(self, table: str, inventory: Inventory, key: str | None = None) -> Event:
        return self._count("opener", table, inventory, key)

    def closer(self, table: str, inventory: Inventory, key: str | None = None) -> Event:
        return self._count("closer", table, inventory, key)

    def _count(self, which: str, table: str, inventory: Inventory, key: str | None) -> Event:
        """Book a count; what the ledger has beside it shows a tray that is over or short."""
        account = tray_account(table)
        shape = {
            "table": table,
            "counts": {str(value): count for value, count in sorted(inventory.counts.items())},
            "cents": inventory.cents,
            "signed": list(inventory.signed),
        }

        def work(unit: Unit) -> None:
            book = unit.account(account).credit_balance // UNIT_PER_CENT if unit.has_account(account) else 0
            found = {**shape, "book_cents": book, "over_cents": inventory.cents - book}
            unit.record(f"tray.{which}", account, inventory.signed[0], found)

        return self._store.write(work, key=key, request=shape).event

    def fill(self, table: str, cents: Cents, by: str, why: str, key: str | None = None) -> Event:
        """Chips from the cage to the tray."""
        return self._carry(Movement.FILL, table, cents, by, why, key)

    def credit(self, table: str, cents: Cents, by: str, why: str, key: str | None = None) -> Event:
        """Chips from the tray back to the cage."""
        return self._carry(Movement.CREDIT, table, cents, by, why, key)

    def _carry(self, kind: Movement, table: str, cents: Cents, by: str, why: str, key: str | None) -> Event:
        if cents <= 0 or not why.strip():
            raise BadInput(
                f"A {kind.value} of {dollars(cents)} with the reason {why!r} cannot be booked.",
                clause="HR-17",
                accepted="a positive amount and a reason",
            )
        account = tray_account(table)
        shape = {"table": table, "movement": kind.value, "cents": cents, "why": why}

        def work(unit: Unit) -> None:
            unit.record(f"tray.{kind.value}", account, by, shape)
            for name in (CAGE, account):
                if not unit.has_account(name):
                    unit.open_account(name)
            ends = (CAGE, account) if kind is Movement.FILL else (account, CAGE)
            unit.transfer_cents(*ends, cents, kind.value)

        return self._store.write(work, key=key, request=shape).event

    def day(self, table: str, on: date) -> dict[str, Any]:
        """Opener, closer, fills and credits of a table on a day (UTC); counts are None where none was made."""
        found: dict[str, Any] = {"opener": None, "closer": None, "fills_cents": 0, "credits_cents": 0}
        for event in reversed(events_of_day(self._store, tray_account(table), on)):
            kind = event.kind.removeprefix("tray.")
            if kind == "opener" and found["opener"] is None:
                found["opener"] = event.payload
            elif kind == "closer":
                found["closer"] = event.payload
            elif kind in (Movement.FILL, Movement.CREDIT):
                found[f"{kind}s_cents"] += event.payload["cents"]
        return found
