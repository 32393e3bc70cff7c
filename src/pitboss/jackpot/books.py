"""The jackpot's postings. Every rule about where the money goes is here, and nowhere else.

Accounts of jackpot J (all in units of a millionth of a cent):

    tray/T                     what the dealer's tray takes in (debit) and pays (credit)
    jackpot/J/wagers           jackpot wagers received, less what went to the meters
    jackpot/J/M/meter          the players' money on display; M is `meter`, or `mega`, `major`, `minor`
    jackpot/J/M/reserve        set aside for the next start
    jackpot/J/M/overflow       what came in above the maximum
    jackpot/J/M/seed           the house's money put in as seed, less what it recovered
    jackpot/J/prizes           meter awards won; debited when they are paid
    jackpot/J/tray-pays        fixed pays and envy, and the prizes of a house jackpot
    jackpot/J/corrections      the other side of a corrected display
    jackpot/J/receipts         undisplayed funds booked as gross receipts
    jackpot/J/bank             the separate account of the players' money
    house/cash                 everything else the house holds
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.jackpot.model import MeterSettings, shown_cents
from pitboss.money import Cents
from pitboss.store import UNIT_PER_CENT, Unit

CASH = "house/cash"


def of(jackpot: str, name: str) -> str:
    return f"jackpot/{jackpot}/{name}"


def of_meter(jackpot: str, meter: str, name: str) -> str:
    return f"jackpot/{jackpot}/{meter}/{name}"


def tray(table: str) -> str:
    return f"tray/{table}"


def open_jackpot(unit: Unit, jackpot: str, meters: list[str]) -> None:
    unit.open_account(CASH)
    unit.open_account(of(jackpot, "wagers"), debits_limited=True)
    unit.open_account(of(jackpot, "prizes"), debits_limited=True)
    unit.open_account(of(jackpot, "bank"), credits_limited=True)
    for name in ("tray-pays", "corrections", "receipts"):
        unit.open_account(of(jackpot, name))
    for meter in meters:
        for name in ("meter", "reserve", "overflow"):
            unit.open_account(of_meter(jackpot, meter, name), debits_limited=True)
        unit.open_account(of_meter(jackpot, meter, "seed"), credits_limited=True)


def on_meter(unit: Unit, jackpot: str, meter: str, name: str = "meter") -> int:
    return unit.account(of_meter(jackpot, meter, name)).credit_balance


def move(unit: Unit, debit: str, credit: str, units: int, code: str) -> int:
    """A transfer, unless there is nothing to move."""
    if units > 0:
        unit.transfer(debit, credit, units, code)
    return units


def take_wagers(unit: Unit, jackpot: str, table: str, wagers: int, wager_cents: Cents) -> int:
    units = wagers * wager_cents * UNIT_PER_CENT
    return move(unit, tray(table), of(jackpot, "wagers"), units, "wager")


def contribute(unit: Unit, jackpot: str, meter: str, settings: MeterSettings, taken: int, carry: Any) -> Any:
    """Book contribution and reserve of the wagers taken (JP-03, JP-10).

    A share that is no whole number of units, a third of a wager for example, leaves a fraction of a unit: it
    is carried to the next contribution, exactly. Returns the new carry, None when nothing is left over."""
    whole, rest = _share(taken, settings.contribution, carry, 0)
    add_to_meter(unit, jackpot, meter, settings, of(jackpot, "wagers"), whole, "contribution")
    kept, kept_rest = _share(taken, settings.reserve, carry, 1)
    move(unit, of(jackpot, "wagers"), of_meter(jackpot, meter, "reserve"), kept, "reserve")
    return [str(rest), str(kept_rest)] if rest or kept_rest else None


def _share(taken: int, rate: Fraction, carry: Any, place: int) -> tuple[int, Fraction | int]:
    if not carry:
        whole, rest = divmod(taken * rate.numerator, rate.denominator)
        return whole, Fraction(rest, rate.denominator) if rest else 0
    exact = taken * rate + Fraction(carry[place])
    whole = exact.numerator // exact.denominator
    return whole, exact - whole


def add_to_meter(
    unit: Unit, jackpot: str, meter: str, settings: MeterSettings, source: str, units: int, code: str
) -> None:
    """Onto the meter up to its maximum, the rest into the overflow (HR-12)."""
    room = units
    if settings.maximum_cents is not None:
        room = max(0, settings.maximum_cents * UNIT_PER_CENT - on_meter(unit, jackpot, meter))
    move(unit, source, of_meter(jackpot, meter, "meter"), min(units, room), code)
    move(unit, source, of_meter(jackpot, meter, "overflow"), units - min(units, room), f"{code}-overflow")


def seed(unit: Unit, jackpot: str, meter: str, cents: Cents) -> int:
    source = of_meter(jackpot, meter, "seed")
    return move(unit, source, of_meter(jackpot, meter, "meter"), cents * UNIT_PER_CENT, "seed")


def restart(
    unit: Unit, jackpot: str, meter: str, settings: MeterSettings, wager_cents: Cents
) -> dict[str, int]:
    """Seed, reserve and overflow go onto the meter as far as the maximum allows; what does not fit stays
    in or goes to the overflow, and the reserve is empty (JP-12). Returns what was moved, in units."""
    account = of_meter(jackpot, meter, "meter")
    held = {name: on_meter(unit, jackpot, meter, name) for name in ("reserve", "overflow")}
    moved = {"seed": seed(unit, jackpot, meter, settings.seed_for(wager_cents))}
    for name, units in held.items():
        room = units
        if settings.maximum_cents is not None:
            room = max(0, settings.maximum_cents * UNIT_PER_CENT - on_meter(unit, jackpot, meter))
        moved[name] = move(unit, of_meter(jackpot, meter, name), account, min(units, room), f"{name}-in")
    rest = held["reserve"] - moved["reserve"]
    to = of_meter(jackpot, meter, "overflow")
    moved["reserve-overflow"] = move(unit, of_meter(jackpot, meter, "reserve"), to, rest, "reserve-overflow")
    return moved


def award(unit: Unit, jackpot: str, meter: str, cents: Cents) -> int:
    """The prize leaves the meter; a fraction of a cent stays on it (HR-29)."""
    source = of_meter(jackpot, meter, "meter")
    return move(unit, source, of(jackpot, "prizes"), cents * UNIT_PER_CENT, "award")


def owed(unit: Unit, jackpot: str, meters: list[str]) -> int:
    """The players' money in all its places (HR-10)."""
    names = ("meter", "reserve", "overflow")
    return sum(on_meter(unit, jackpot, meter, name) for meter in meters for name in names)


def display(unit: Unit, jackpot: str, meter: str) -> Cents:
    return shown_cents(on_meter(unit, jackpot, meter))
