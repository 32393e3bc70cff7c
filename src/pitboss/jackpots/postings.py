"""The jackpot's postings. Every rule about where the money goes is here, and nowhere else.

Accounts of jackpot J (all in units of a millionth of a cent):

    tray/T                     chips in the dealer's tray: what comes in is credited, what leaves is debited
    players/T                  chips of the players at a table without a room's wallets: the tray's other side
    jackpot/J/wagers           jackpot wagers received, less what went to the meters
    jackpot/J/M/meter          the players' money on display; M is `meter`, or `mega`, `major`, `minor`
    jackpot/J/M/reserve        set aside for the next start
    jackpot/J/M/overflow       what came in above the maximum
    jackpot/J/M/seed           the house's money put in as seed, less what it recovered
    jackpot/J/prizes           meter awards won, debited when they are paid; what open claims hold is pending here
    jackpot/J/tray-pays        fixed pays and envy, and the prizes of a house jackpot
    jackpot/J/receipts         undisplayed funds booked as gross receipts
    jackpot/J/bank             the separate account of the players' money
    house/cash                 everything else the house holds: jackpot wagers come to it, pays leave it

Chips and money are booked apart: a jackpot wager puts a chip into the tray and money into the jackpot's books.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents
from pitboss.jackpots.documents import Contribution, Jackpot, MeterView, Restart, carry_key, save
from pitboss.jackpots.model import MeterSettings, shown_cents
from pitboss.ledger import UNIT_PER_CENT, Account, Overdraft, Unit


class Ledger(Protocol):
    """Anything that knows accounts: a unit of work, or the store."""

    def account(self, name: str) -> Account: ...


CASH = "house/cash"


def of(jackpot: str, name: str) -> str:
    return f"jackpot/{jackpot}/{name}"


def of_meter(jackpot: str, meter: str, name: str) -> str:
    return f"jackpot/{jackpot}/{meter}/{name}"


def tray(table: str) -> str:
    return f"tray/{table}"


def players(table: str) -> str:
    return f"players/{table}"


def limits_of(account: str) -> tuple[bool, bool] | None:
    """Whether debits and credits of a jackpot's account are limited; None for names that are no account of one."""
    last = account.rsplit("/", 1)[-1]
    if last in ("wagers", "prizes", "meter", "reserve", "overflow"):
        return True, False
    if last in ("bank", "seed"):
        return False, True
    return (False, False) if last in ("tray-pays", "receipts") else None


def account_names(jackpot: str, meters: Iterable[str]) -> list[str]:
    """All accounts of a jackpot; a house jackpot has no meters."""
    names = [of(jackpot, name) for name in ("wagers", "prizes", "bank", "tray-pays", "receipts")]
    parts = ("meter", "reserve", "overflow", "seed")
    return names + [of_meter(jackpot, meter, part) for meter in meters for part in parts]


def open_jackpot(unit: Unit, jackpot: str, meters: Iterable[str]) -> None:
    unit.open_account(CASH)
    for name in account_names(jackpot, meters):
        debits, credits_ = limits_of(name) or (False, False)
        unit.open_account(name, debits_limited=debits, credits_limited=credits_)


def on_meter(unit: Ledger, jackpot: str, meter: str, name: str = "meter") -> int:
    return unit.account(of_meter(jackpot, meter, name)).credit_balance


def move(unit: Unit, debit: str, credit: str, units: int, code: str) -> int:
    """A transfer, unless there is nothing to move."""
    if units > 0:
        unit.transfer(debit, credit, units, code)
    return units


def view(unit: Ledger, jackpot: str, meter: str) -> MeterView:
    return MeterView(*(on_meter(unit, jackpot, meter, name) for name in ("meter", "reserve", "overflow")))


def free_on_meter(unit: Ledger, jackpot: str, meter: str, name: str = "meter") -> int:
    """What no open claim holds (JP-29)."""
    return unit.account(of_meter(jackpot, meter, name)).available_credit


def once_shown_key(jackpot: str) -> str:
    """What of each meter's overflow has been on a display before: the players have seen it as theirs."""
    return f"jackpot-once-shown/{jackpot}"


def once_shown(unit: Unit, jackpot: str, meter: str) -> int:
    """What of the overflow is no undisplayed money in the regulation's sense (HR-11)."""
    noted: dict[str, int] = unit.get(once_shown_key(jackpot)) or {}
    return min(noted.get(meter, 0), on_meter(unit, jackpot, meter, "overflow"))


def note_shown(unit: Unit, jackpot: str, meter: str, units: int) -> None:
    """So much of what was on display has come into the overflow, or (negative) has left it again."""
    if units:
        noted: dict[str, int] = unit.get(once_shown_key(jackpot)) or {}
        left = {**noted, meter: max(0, noted.get(meter, 0) + units)}
        unit.put(once_shown_key(jackpot), {name: some for name, some in left.items() if some} or None)


def off_display(unit: Unit, jackpot: str, meter: str, units: int, code: str) -> None:
    """Money that leaves the display and stays the players': it waits in the overflow for the next start."""
    moved = move(unit, of_meter(jackpot, meter, "meter"), of_meter(jackpot, meter, "overflow"), units, code)
    note_shown(unit, jackpot, meter, max(0, moved))


def take_wagers(unit: Unit, jackpot: str, wagers: int, wager_cents: Cents) -> int:
    return move(unit, CASH, of(jackpot, "wagers"), wagers * wager_cents * UNIT_PER_CENT, "wager")


Carry = tuple[Fraction, Fraction]
NO_CARRY: Carry = (Fraction(0), Fraction(0))


def contribute(
    unit: Unit, jackpot: str, meter: str, settings: MeterSettings, taken: int, carry: Carry
) -> tuple[Contribution, Carry]:
    """Book contribution and reserve of the wagers taken (JP-03, JP-10).

    A share that is no whole number of units, a third of a wager for example, leaves a fraction of a unit: it
    is carried to the next contribution, exactly. Returns what was booked and the new carry."""
    whole, rest = _share(taken, settings.contribution, carry[0])
    over = add_to_meter(unit, jackpot, meter, settings, of(jackpot, "wagers"), whole, "contribution")
    kept, kept_rest = _share(taken, settings.reserve, carry[1])
    move(unit, of(jackpot, "wagers"), of_meter(jackpot, meter, "reserve"), kept, "reserve")
    return Contribution(whole - over, over, kept), (rest, kept_rest)


def _share(taken: int, rate: Fraction, carry: Fraction) -> tuple[int, Fraction]:
    exact = taken * rate + carry
    whole = exact.numerator // exact.denominator
    return whole, exact - whole


def take_back(
    unit: Unit, jackpot: str, meter: str, settings: MeterSettings, taken: int, carry: Carry, was: Contribution
) -> Carry:
    """The contribution of a void game leaves the meter again, to the last fraction (HR-33)."""
    wagers = of(jackpot, "wagers")
    whole, rest = _share(-taken, settings.contribution, carry[0])
    over = min(-whole, was.overflow, free_on_meter(unit, jackpot, meter, "overflow"))
    # what a correction has taken off the display since waits in the overflow
    shown = min(-whole - over, free_on_meter(unit, jackpot, meter, "meter"))
    move(unit, of_meter(jackpot, meter, "overflow"), wagers, -whole - shown, "contribution-void")
    note_shown(unit, jackpot, meter, -(-whole - shown - over))
    move(unit, of_meter(jackpot, meter, "meter"), wagers, shown, "contribution-void")
    kept, kept_rest = _share(-taken, settings.reserve, carry[1])
    move(unit, of_meter(jackpot, meter, "reserve"), wagers, -kept, "reserve-void")
    return rest, kept_rest


def add_to_meter(
    unit: Unit, jackpot: str, meter: str, settings: MeterSettings, source: str, units: int, code: str
) -> int:
    """Onto the meter up to its maximum, the rest into the overflow (HR-12). Returns what went over."""
    over = units - min(units, room_on(settings, on_meter(unit, jackpot, meter), units))
    move(unit, source, of_meter(jackpot, meter, "meter"), units - over, code)
    return move(unit, source, of_meter(jackpot, meter, "overflow"), over, f"{code}-overflow")


def room_on(settings: MeterSettings, present: int, wanted: int) -> int:
    """How much more a meter may show (HR-12)."""
    if settings.maximum_cents is None:
        return wanted
    return max(0, settings.maximum_cents * UNIT_PER_CENT - present)


def seed(unit: Unit, jackpot: str, meter: str, cents: Cents) -> int:
    source = of_meter(jackpot, meter, "seed")
    return move(unit, source, of_meter(jackpot, meter, "meter"), cents * UNIT_PER_CENT, "seed")


def bring_in(unit: Unit, jackpot: str, meter: str, settings: MeterSettings, cents: Cents) -> None:
    """Players' money that a meter of another system showed above its seed."""
    if cents < 0:
        raise BadInput(
            f"{meter} of {jackpot} cannot show less than its seed.",
            clause="JP-12",
            accepted="the seed or more",
        )
    over = add_to_meter(unit, jackpot, meter, settings, CASH, cents * UNIT_PER_CENT, "brought-in")
    note_shown(unit, jackpot, meter, over)


def planned_restart(view: MeterView, settings: MeterSettings, wager_cents: Cents) -> Restart:
    """What a full award will move onto a meter that holds `view` after the prize: seed, reserve and overflow as
    far as the maximum allows; what of the reserve does not fit goes to the overflow (JP-12)."""
    seed = settings.seed_for(wager_cents) * UNIT_PER_CENT
    reserve = min(view.reserve, room_on(settings, view.meter + seed, view.reserve))
    room = room_on(settings, view.meter + seed + reserve, view.overflow)
    return Restart(seed, reserve, min(view.overflow, room), view.reserve - reserve)


def restart(unit: Unit, jackpot: str, meter: str, settings: MeterSettings, wager_cents: Cents) -> Restart:
    account, plan = (
        of_meter(jackpot, meter, "meter"),
        planned_restart(view(unit, jackpot, meter), settings, wager_cents),
    )
    reserve, overflow = of_meter(jackpot, meter, "reserve"), of_meter(jackpot, meter, "overflow")
    move(unit, of_meter(jackpot, meter, "seed"), account, plan.seed, "seed")
    move(unit, reserve, account, plan.reserve, "reserve-in")
    move(unit, overflow, account, plan.overflow, "overflow-in")
    note_shown(unit, jackpot, meter, -plan.overflow)
    move(unit, reserve, overflow, plan.reserve_overflow, "reserve-overflow")
    return plan


def owed(unit: Ledger, jackpot: Jackpot) -> int:
    """The players' money in all its places: meters less the house's own seeds, reserves, overflow, and prizes won
    and not paid (HR-10, JP-33)."""
    parts = ("meter", "reserve", "overflow")
    held = sum(on_meter(unit, jackpot.id, meter, part) for meter in jackpot.meters for part in parts)
    seeds = sum(meter.seed_units for meter in jackpot.meters.values())
    return held - seeds + unit.account(of(jackpot.id, "prizes")).credit_balance


def in_bank(unit: Ledger, jackpot: str) -> int:
    return unit.account(of(jackpot, "bank")).debit_balance


def display(unit: Ledger, jackpot: str, meter: str) -> Cents:
    return shown_cents(on_meter(unit, jackpot, meter))


# What jackpot wagers bring to the meters, exactly: a fraction of a unit that is left over is carried (JP-10).


def _carries(unit: Unit, jackpot: str) -> dict[str, Carry]:
    found = unit.get(carry_key(jackpot)) or {}
    return {meter: (Fraction(one), Fraction(two)) for meter, (one, two) in found.items()}


def _put_carries(unit: Unit, jackpot: str, before: Mapping[str, Carry], now: Mapping[str, Carry]) -> None:
    left = {meter: carry for meter, carry in now.items() if any(carry)}
    if left != before:
        unit.put(carry_key(jackpot), {m: [str(a), str(b)] for m, (a, b) in left.items()} or None)


def take_contributions(unit: Unit, jackpot: Jackpot, wagers: int) -> dict[str, Contribution]:
    """A house jackpot's wagers are the house's; a progressive's feed its meters."""
    taken = take_wagers(unit, jackpot.id, wagers, jackpot.wager_cents)
    if not jackpot.progressive:
        return {}
    before, after, booked = _carries(unit, jackpot.id), {}, {}
    for name, meter in jackpot.meters.items():
        carry = before.get(name, NO_CARRY)
        booked[name], after[name] = contribute(unit, jackpot.id, name, meter.in_use, taken, carry)
    _put_carries(unit, jackpot.id, before, after)
    return booked


def give_back_contributions(
    unit: Unit, jackpot: Jackpot, wagers: int, was: Mapping[str, Contribution]
) -> None:
    units = wagers * jackpot.wager_cents * UNIT_PER_CENT
    before = _carries(unit, jackpot.id)
    left = dict(before)
    try:
        for name, booked in was.items():
            settings, carry = jackpot.meter(name).in_use, before.get(name, NO_CARRY)
            to_meter = booked.meter + booked.overflow - units * settings.contribution
            to_reserve = booked.reserve - units * settings.reserve
            if max(abs(to_meter), abs(to_reserve)) >= 1:
                raise Overdraft(f"The rates of {jackpot.id} have changed since.")
            left[name] = take_back(unit, jackpot.id, name, settings, units, carry, booked)
            present = on_meter(unit, jackpot.id, name)
            if present < jackpot.meter(name).seed_units:
                jackpot = jackpot.with_meter(name, seed_units=present)
                save(unit, jackpot)
        unit.transfer(of(jackpot.id, "wagers"), CASH, units, "wager-void")
    except Overdraft as error:
        raise IllegalAction(
            f"What the game brought {jackpot.id} is held for a claim or has been won.",
            clause="JP-29",
            accepted="END GAME, and a correction of the meter",
        ) from error
    _put_carries(unit, jackpot.id, before, left)
