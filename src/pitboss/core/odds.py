"""What a winning wager is paid, exactly. `to 1` and `for 1` are different types and never mix.

`to 1` pays on top of the wager, which is returned. `for 1` pays in exchange for the wager, which
is kept. `percent of meter` takes a share of a jackpot's meter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Final

from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars


class Rounding(StrEnum):
    """The house's rule for pays that a tray cannot hand out (HR-29). The default rounds nothing to a chip."""

    NONE = "none"
    CHIP_DOWN = "chip-down"
    CHIP_UP = "chip-up"

    def unit_cents(self, chip_cents: Cents) -> Cents:
        """The smallest amount that can be paid."""
        return 1 if self is Rounding.NONE else chip_cents

    def sentence(self, chip_cents: Cents) -> str:
        """The rule in words, for players and inspectors."""
        if self is Rounding.NONE:
            return "Pays are exact to the cent."
        way = "down" if self is Rounding.CHIP_DOWN else "up"
        return (
            f"Pays that do not divide into {dollars(chip_cents)} chips are rounded {way} to a whole chip; "
            "losses are never rounded."
        )


def round_cents(amount: Fraction, rounding: Rounding = Rounding.NONE, chip_cents: Cents = 100) -> Cents:
    """A pay in exact cents where they are whole; a fraction of a cent goes to the house (HR-29).

    The chip rules move the pay down or up to a whole chip."""
    cents = amount.numerator // amount.denominator
    if rounding is Rounding.NONE:
        return cents
    over = amount - cents // chip_cents * chip_cents
    if not over:
        return cents
    down = cents // chip_cents * chip_cents
    return down if rounding is Rounding.CHIP_DOWN else down + chip_cents


def net_cents(net: Fraction, stake_cents: Cents, rounding: Rounding, chip_cents: Cents) -> Cents:
    """What a wager wins or loses. Only a win is rounded; a loss is exact, and where it is not whole cents the fraction
    of a cent stays with the player (HR-42)."""
    if net.denominator == 1:
        return stake_cents * net.numerator
    amount = stake_cents * net
    return round_cents(amount, rounding, chip_cents) if amount > 0 else ceil(amount)


@dataclass(frozen=True, slots=True)
class ToOne:
    """Winnings per unit wagered; the wager comes back. `ToOne(Fraction(3, 2))` is 3 to 2."""

    pays: Fraction

    def __str__(self) -> str:
        won = self.pays.numerator
        if won > 0:
            return f"{won:,} to {self.pays.denominator}"
        return f"loses {-self.pays}" if won else "push"

    @property
    def net(self) -> Fraction:
        return self.pays

    def net_cents(
        self, stake_cents: Cents, rounding: Rounding = Rounding.NONE, chip_cents: Cents = 100
    ) -> Cents:
        return net_cents(self.net, stake_cents, rounding, chip_cents)


@dataclass(frozen=True, slots=True)
class ForOne:
    """What is handed over per unit wagered; the wager is kept by the house (JP-01)."""

    pays: Fraction

    def __str__(self) -> str:
        return f"{self.pays.numerator:,} for {self.pays.denominator}"

    @property
    def net(self) -> Fraction:
        return self.pays - 1

    def net_cents(
        self, stake_cents: Cents, rounding: Rounding = Rounding.NONE, chip_cents: Cents = 100
    ) -> Cents:
        return net_cents(self.net, stake_cents, rounding, chip_cents)


@dataclass(frozen=True, slots=True)
class PercentOfMeter:
    """A share of a meter as displayed (JP-11); a fraction of a cent stays on the meter (HR-29)."""

    share: Fraction
    meter: str = "meter"

    @property
    def percent(self) -> str:
        """The share as people read it: `10`, `2.5`."""
        percent = self.share * 100
        return str(percent.numerator) if percent.denominator == 1 else str(float(percent))

    def __str__(self) -> str:
        return f"{self.percent} % of {self.meter}"

    def award_cents(self, meter_cents: Cents) -> Cents:
        return round_cents(self.share * meter_cents)


Odds = ToOne | ForOne | PercentOfMeter

LOSES: Final = ToOne(Fraction(-1))
PUSH: Final = ToOne(Fraction(0))
EVEN: Final = ToOne(Fraction(1))

_FIXED = re.compile(r"([\d,]+)\s*(to|for)\s*(\d+)")
_METER = re.compile(r"(\d+(?:\.\d+)?)\s*%\s*of\s*([A-Za-z]\w*)")
_LOSES = re.compile(r"loses\s+(\d+)(?:/(\d+))?")


def parse_odds(text: str) -> Odds:
    """`30 to 1`, `3 to 2`, `3,000 for 1`, `100 % of meter`, `25 % of mega`, `push`, `loses 1/2`."""
    word = " ".join(text.split())
    if word == "push":
        return PUSH
    if match := _FIXED.fullmatch(word):
        numerator, unit = int(match[1].replace(",", "")), int(match[3])
        if unit:
            return (ToOne if match[2] == "to" else ForOne)(Fraction(numerator, unit))
    if match := _METER.fullmatch(word):
        share = Fraction(match[1]) / 100
        if 0 < share <= 1:
            return PercentOfMeter(share, match[2].lower())
    if match := _LOSES.fullmatch(word):
        denominator = int(match[2] or 1)
        if denominator:
            return ToOne(Fraction(-int(match[1]), denominator))
    raise BadInput(
        f"{text!r} is not odds.",
        accepted='"30 to 1", "3 to 2", "250 for 1", "10 % of meter", "push" or "loses 1/2"',
    )
