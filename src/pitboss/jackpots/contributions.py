"""What jackpot wagers bring to the meters, exactly: a fraction of a unit that is left over is carried (JP-10)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.core.errors import IllegalAction
from pitboss.jackpots import postings
from pitboss.jackpots.documents import Contribution, Jackpot
from pitboss.jackpots.loading import carry_key, save
from pitboss.ledger import UNIT_PER_CENT, Overdraft, Unit


def _carries(unit: Unit, jackpot: str) -> dict[str, postings.Carry]:
    found = unit.get(carry_key(jackpot)) or {}
    return {meter: (Fraction(one), Fraction(two)) for meter, (one, two) in found.items()}


def _put_carries(
    unit: Unit, jackpot: str, before: Mapping[str, postings.Carry], now: Mapping[str, postings.Carry]
) -> None:
    left = {meter: carry for meter, carry in now.items() if any(carry)}
    if left != before:
        unit.put(carry_key(jackpot), {m: [str(a), str(b)] for m, (a, b) in left.items()} or None)


def take(unit: Unit, jackpot: Jackpot, wagers: int) -> dict[str, Contribution]:
    """A house jackpot's wagers are the house's; a progressive's feed its meters."""
    taken = postings.take_wagers(unit, jackpot.id, wagers, jackpot.wager_cents)
    if not jackpot.progressive:
        return {}
    before, after, booked = _carries(unit, jackpot.id), {}, {}
    for name, meter in jackpot.meters.items():
        carry = before.get(name, postings.NO_CARRY)
        booked[name], after[name] = postings.contribute(unit, jackpot.id, name, meter.in_use, taken, carry)
    _put_carries(unit, jackpot.id, before, after)
    return booked


def give_back(unit: Unit, jackpot: Jackpot, wagers: int, was: Mapping[str, Contribution]) -> None:
    units = wagers * jackpot.wager_cents * UNIT_PER_CENT
    before = _carries(unit, jackpot.id)
    left = dict(before)
    try:
        for name, booked in was.items():
            settings, carry = jackpot.meter(name).in_use, before.get(name, postings.NO_CARRY)
            to_meter = booked.meter + booked.overflow - units * settings.contribution
            to_reserve = booked.reserve - units * settings.reserve
            if max(abs(to_meter), abs(to_reserve)) >= 1:
                raise Overdraft(f"The rates of {jackpot.id} have changed since.")
            left[name] = postings.take_back(unit, jackpot.id, name, settings, units, carry, booked)
            present = postings.on_meter(unit, jackpot.id, name)
            if present < jackpot.meter(name).seed_units:
                jackpot = jackpot.with_meter(name, seed_units=present)
                save(unit, jackpot)
        unit.transfer(postings.of(jackpot.id, "wagers"), postings.CASH, units, "wager-void")
    except Overdraft as error:
        raise IllegalAction(
            f"What the game brought {jackpot.id} is held for a claim or has been won.",
            clause="JP-29",
            accepted="END GAME, and a correction of the meter",
        ) from error
    _put_carries(unit, jackpot.id, before, left)
