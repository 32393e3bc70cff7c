"""Between which accounts of a jackpot money may move, and for what: what is owed to players is exactly what came in on
these ways and has not gone out on them (HR-10, JP-33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pitboss.jackpot import books
from pitboss.jackpot.statement import money
from pitboss.store import Reader

HOUSE: Final = "house"
Way = tuple[str, str]


def _ways(*texts: str) -> frozenset[Way]:
    """`meter>prizes reserve>prizes`: from one part of a jackpot's books to another."""
    return frozenset((way.split(">")[0], way.split(">")[1]) for text in texts for way in text.split())


WAYS: Final[Mapping[str, frozenset[Way]]] = {
    "wager": _ways("house>wagers"),
    "wager-void": _ways("wagers>house"),
    "contribution": _ways("wagers>meter"),
    "contribution-overflow": _ways("wagers>overflow"),
    "contribution-void": _ways("meter>wagers overflow>wagers"),
    "reserve": _ways("wagers>reserve"),
    "reserve-void": _ways("reserve>wagers"),
    "seed": _ways("seed>meter"),
    "brought-in": _ways("house>meter"),
    "brought-in-overflow": _ways("house>overflow"),
    "reserve-in": _ways("reserve>meter"),
    "overflow-in": _ways("overflow>meter"),
    "reserve-overflow": _ways("reserve>overflow"),
    "award": _ways("meter>prizes reserve>prizes overflow>prizes seed>prizes"),
    "house-award": _ways("tray-pays>prizes"),
    "award-backed-out": _ways("prizes>meter prizes>tray-pays"),
    "seed-backed-out": _ways("meter>seed"),
    "reserve-backed-out": _ways("meter>reserve overflow>reserve"),
    "overflow-backed-out": _ways("meter>overflow"),
    "correction": _ways("seed>meter meter>seed"),
    "correction-undisplayed": _ways("meter>overflow"),
    "above-maximum": _ways("meter>overflow"),
    "gross-receipts": _ways("reserve>receipts overflow>receipts"),
    "seed-recovery": _ways("meter>seed"),
    "retired-in": _ways("meter>meter reserve>meter overflow>meter"),
    "retired-in-overflow": _ways("meter>overflow reserve>overflow overflow>overflow"),
    "retired-bank": _ways("bank>bank"),
    "deposit": _ways("bank>house"),
    "withdrawal": _ways("house>bank"),
    "prize-paid": _ways("prizes>bank prizes>house"),
    "fixed-pay": _ways("tray-pays>house"),
    "envy": _ways("tray-pays>house"),
}
BETWEEN_TWO: Final = ("retired-in", "retired-in-overflow", "retired-bank")
"""the only ways from one jackpot to another, or from one meter to another"""


class Place(NamedTuple):
    """An account as a jackpot's books know it."""

    jackpot: str
    meter: str
    part: str


def place_of(account: str) -> Place | None:
    """None where it belongs to no jackpot's books."""
    if account == books.CASH:
        return Place("", "", HOUSE)
    parts = account.split("/")
    if parts[0] != "jackpot" or len(parts) not in (3, 4):
        return None
    return Place(parts[1], parts[2] if len(parts) == 4 else "", parts[-1])


def check_flows(store: Reader, after: int) -> Iterator[str]:
    """Money of a jackpot that went another way, in the events `after` one."""
    for flow in store.flows("jackpot/", after=after):
        if not _known(place_of(flow.debit), place_of(flow.credit), flow.code):
            yield (
                f"Event {flow.first} has {money(flow.units)} go from {flow.debit} to {flow.credit} "
                f"for {flow.code!r}: no such way is in a jackpot's books."
            )


def _known(debit: Place | None, credit: Place | None, code: str) -> bool:
    if debit is None or credit is None or (debit.part, credit.part) not in WAYS.get(code, ()):
        return False
    if code in BETWEEN_TWO:
        return debit.jackpot != credit.jackpot
    one_jackpot = HOUSE in (debit.part, credit.part) or debit.jackpot == credit.jackpot
    return one_jackpot and (not debit.meter or not credit.meter or debit.meter == credit.meter)
