"""What a jackpot is made of: kind, pay table, fixed wager, meters, the house's controls, the notices it
posts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.core.arguments import in_words
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents, dollars
from pitboss.core.odds import ForOne
from pitboss.ledger import UNIT_PER_CENT
from pitboss.people.person import id_of
from pitboss.sheets import Line, PayTable, RuleSheet, sheet

SENSORS: Final = ("jackpot", "second-jackpot")
"""the places on the layout, one jackpot each (JP-06)"""


class Kind(StrEnum):
    PROGRESSIVE = "progressive"
    HOUSE = "house"


class Status(StrEnum):
    CREATED = "created"
    RUNNING = "running"
    SUSPENDED = "suspended"
    RETIRED = "retired"


class AwardOrder(StrEnum):
    """Which of several winning spots of one round comes first (JP-14). Spots count from the dealer's left."""

    RIGHT_FIRST = "right-first"
    LEFT_FIRST = "left-first"


class PlayersKnown(StrEnum):
    """How the house knows who plays and wins (JP-32)."""

    NAMED = "named"
    """by the name a dealer or supervisor gives: people come in from the street"""
    ACCOUNTS = "accounts"
    """by an account of the house, and nobody else plays"""


class Style(StrEnum):
    """What comes off the meter (JP-11). Taking all pays off it is for analysis only."""

    PERCENTAGES = "percentages"
    ALL_PAYS = "all-pays"


@dataclass(frozen=True, slots=True)
class MeterSettings:
    """Seed and rates of one meter. The seed is quoted per $1 of fixed wager (JP-01), the maximum is not."""

    seed_cents: Cents = 0
    contribution: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    maximum_cents: Cents | None = None

    def __post_init__(self) -> None:
        for name, rate in (("contribution", self.contribution), ("reserve", self.reserve)):
            if not 0 <= rate <= 1:
                raise BadInput(
                    f"A {name} of {percent(rate)} of each wager is not possible.",
                    clause="JP-10",
                    accepted="0 to 100 %",
                )
        if self.seed_cents < 0:
            raise BadInput("A seed is not negative.", clause="JP-10", accepted="$0 or more")
        if self.maximum_cents is not None and self.maximum_cents <= 0:
            raise BadInput(
                "A maximum prize is more than nothing.", clause="HR-12", accepted="$1 or more, or none"
            )

    def seed_for(self, wager_cents: Cents) -> Cents:
        """The seed in force at this fixed wager."""
        return self.seed_cents * wager_cents // DOLLAR

    def __str__(self) -> str:
        most = dollars(self.maximum_cents) if self.maximum_cents is not None else "none"
        return (
            f"seed {dollars(self.seed_cents)} per $1, contribution {percent(self.contribution)}, "
            f"reserve {percent(self.reserve)}, maximum {most}"
        )


@dataclass(frozen=True, slots=True)
class Controls:
    """The house's own settings of a jackpot. Amounts fixed by regulation are handed in by the house."""

    executive_from_cents: Cents
    """from this prize on the executive's card is needed (JP-16)"""
    surveillance_over_cents: Cents
    """a payout above this is confirmed by surveillance first (HR-14)"""
    deposit_days: int
    """players' money is in its own account after so many days at most (HR-10)"""
    notices: int
    """so many notices stand at the table of a house jackpot (HR-09)"""
    executive_hands: tuple[str, ...] = ()
    """lines that need the executive's card whatever they pay"""
    award_order: AwardOrder = AwardOrder.RIGHT_FIRST
    second_progressive_confirmed: bool = False
    """the operator confirms that a game on a link across games may carry a second progressive (HR-13)"""
    check_over_cents: Cents = 500_000
    """winnings above this give a claim to a check (HR-15)"""
    check_hours: int = 24
    wager_max_cents: Cents | None = None
    """the largest single wager of the day on which the jackpot was made (HR-01, HR-02)"""
    malfunction_days: int | None = None
    """a malfunction is reported within so many gambling days; the house's internal controls name the number"""
    players: PlayersKnown = PlayersKnown.NAMED
    """whether a name at the keypad, or at a prize, has to be a player's account (JP-32)"""

    def __post_init__(self) -> None:
        days = (self.deposit_days, 1 if self.malfunction_days is None else self.malfunction_days)
        if self.executive_from_cents < 0 or self.surveillance_over_cents < 0 or min(days) < 1:
            raise BadInput(
                "The controls of a jackpot are amounts and days.", accepted="none of them negative"
            )


@dataclass(frozen=True)
class JackpotConfig:
    """One jackpot as the house sets it up; validated when it is made."""

    id: str
    kind: Kind
    game: str
    pay_table: str
    wager_cents: Cents
    controls: Controls
    location: str
    meters: Mapping[str, MeterSettings] = field(default_factory=dict)
    """of a progressive: the settings in use, by meter"""
    configured: Mapping[str, MeterSettings] = field(default_factory=dict)
    """what the system's pay table was delivered with, kept beside those in use (JP-10)"""
    posted_cents: Mapping[str, Cents] = field(default_factory=dict)
    """of a house jackpot: the displayed amount, by the meter's name in the pay table (JP-08)"""
    notices: tuple[str, ...] = ()
    """of a house jackpot: the three notices posted at the table (HR-09)"""
    style: Style = Style.PERCENTAGES

    def __post_init__(self) -> None:
        table = self.table
        if not table.approved:
            raise BadInput(
                f"Pay table {table.id} is for analysis only.", clause="HR-07", accepted="an approved one"
            )
        if self.style is not Style.PERCENTAGES:
            raise BadInput(
                "No approved pay table takes all its pays off the meter.",
                clause="JP-11",
                accepted="percentages off the meter, other pays from the tray",
            )
        place = self.sheet.wager(SENSORS[0])
        limits = [most for most in (place.most_cents, self.controls.wager_max_cents) if most is not None]
        if self.wager_cents < place.least_cents or any(self.wager_cents > most for most in limits):
            raise BadInput(
                f"{dollars(self.wager_cents)} is not a fixed wager of {self.sheet.name}.",
                clause="JP-01",
                accepted=f"{dollars(place.least_cents)} "
                + (f"to {dollars(min(limits))}" if limits else "or more"),
            )
        check_executive_hands(table, self.controls)
        names = table.meters
        given = self.meters if self.kind is Kind.PROGRESSIVE else self.posted_cents
        if set(given) != set(names):
            raise BadInput(
                f"Pay table {table.id} has the meters {', '.join(names)}, not {', '.join(given) or 'none'}.",
                clause="JP-10" if self.kind is Kind.PROGRESSIVE else "JP-08",
                accepted=f"settings for {', '.join(names)}",
            )
        if self.kind is Kind.PROGRESSIVE:
            self._check_progressive()
        else:
            self._check_house()

    def _check_progressive(self) -> None:
        check_rates(self.meters.values())
        for name, settings in self.meters.items():
            check_maximum(name, settings, self.wager_cents)
        for name in self.configured:
            if name not in self.meters:
                raise BadInput(
                    f"There is no meter {name!r}.", clause="JP-10", accepted=", ".join(self.meters)
                )
        if self.posted_cents or self.notices:
            raise BadInput("A progressive shows its meter, not a posted amount.", clause="JP-05")

    def _check_house(self) -> None:
        if self.meters or self.configured:
            raise BadInput("A house jackpot has no meter.", clause="HR-09", accepted="a posted amount")
        if any(cents <= 0 for cents in self.posted_cents.values()):
            raise BadInput(
                "A house jackpot is more than nothing.", clause="JP-08", accepted="a posted amount"
            )

    @property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    @property
    def table(self) -> PayTable:
        return self.sheet.pay_table(self.sheet.jackpot, self.pay_table)


def percent(rate: Fraction) -> str:
    value = rate * 100
    return f"{value.numerator if value.denominator == 1 else float(value):g} %"


def check_rates(settings: Iterable[MeterSettings]) -> None:
    """Contribution and reserve of all meters together are at most the whole wager (JP-10)."""
    total = sum((s.contribution + s.reserve for s in settings), Fraction(0))
    if total > 1:
        raise BadInput(
            f"Contribution and reserve of all meters add up to {percent(total)} of a wager.",
            clause="JP-10",
            accepted="100 % together at most",
        )


def check_maximum(name: str, settings: MeterSettings, wager_cents: Cents) -> None:
    """A meter that starts above its maximum could never be shown (HR-12)."""
    if settings.maximum_cents is not None and settings.seed_for(wager_cents) > settings.maximum_cents:
        raise BadInput(
            f"The seed of {name} is {dollars(settings.seed_for(wager_cents))}, its maximum "
            f"{dollars(settings.maximum_cents)}.",
            clause="HR-12",
            accepted="a maximum of at least the seed",
        )


def check_executive_hands(table: PayTable, controls: Controls) -> None:
    for hand in controls.executive_hands:
        line_of(table, hand)


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """What a proposal names; everything else stays as it is."""

    seed_cents: Cents | None = None
    contribution: Fraction | None = None
    reserve: Fraction | None = None
    maximum_cents: Cents | None = None
    no_maximum: bool = False

    def applied_to(self, before: MeterSettings) -> MeterSettings:
        named = {
            name: value
            for name in ("seed_cents", "contribution", "reserve", "maximum_cents")
            if (value := getattr(self, name)) is not None
        }
        if self.no_maximum:
            named["maximum_cents"] = None
        return replace(before, **named)


def line_of(table: PayTable, hand: str) -> Line:
    line = table.by_hand.get(hand)
    if line is None:
        raise BadInput(
            f"{hand!r} is not a winning hand of pay table {table.id}.",
            clause=table.clause,
            accepted=", ".join(table.by_hand),
        )
    return line


def winning_line(table: PayTable, hands: frozenset[str] | set[str]) -> Line | None:
    """Of all lines a hand fits, the first in printed order, whatever it is worth (JP-26)."""
    return next((line for line in table.lines if line.hand in hands), None)


def fixed_cents(line: Line, wager_cents: Cents) -> Cents:
    """A `for 1` pay grows with the fixed wager (JP-01) and is whole cents, as wager and odds are."""
    if not isinstance(line.pays, ForOne):
        raise BadInput(f"{line.text} is paid from the meter.", clause="JP-11")
    return line.pays.net_cents(wager_cents) + wager_cents


def shown_cents(units: int) -> Cents:
    """What the display shows of a meter: whole cents; the fraction stays on it (HR-29)."""
    return units // UNIT_PER_CENT


# The notices of a house jackpot: complete wordings to post, and what stands for another one (HR-09, WAC 230-15-671).
#
# No program reads a text for its meaning: what is posted is one of these, or a wording of the house's own that ends
# with the name of what approved it, such as `(approved: letter 21-044)`.


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that has to be said; the first of its wordings is the one that is offered."""

    says: str
    wordings: tuple[str, ...]

    @property
    def offered(self) -> str:
        return self.wordings[0]


NOTICES: Final = (
    Notice(
        "that it is the house's prize, without players' money",
        (
            "This is a house jackpot: no player's money is in it, and the prize is the house's until it is won.",
            "This is a house jackpot: the amount on display is set by the house, does not grow, and is the house's "
            "until it is won.",
            "This is a house jackpot: no player's money is in it.",
            "The prize is the house's until it is won.",
            "The amount is the house's until it is won.",
        ),
    ),
    Notice(
        "that the house may remove the prize",
        (
            "The house may change or remove the prize at any time before it is won.",
            "The house may change or remove the prize at any time before it is won; rules and winning hands are "
            "posted here.",
            "The card room may remove the prize before it is won.",
            "The house may remove the prize.",
        ),
    ),
    Notice(
        "what the fixed prize is",
        (
            "The prize is the fixed amount on display, in full for every winner.",
            "The fixed prize on display is paid in full to every winner.",
            "A fixed prize, in full to every winner.",
        ),
    ),
)
_APPROVED: Final = re.compile(r".+\(approved: ([^()]+)\)\.?", re.DOTALL)
REFERENCE_LEAST: Final = 4


def _same(text: str) -> str:
    return id_of(text).rstrip(". ")


def approved_by(text: str) -> str:
    """What approved a wording of the house's own; nothing where it does not say."""
    found = _APPROVED.fullmatch(text.strip())
    reference = in_words(found.group(1)) if found else ""
    return reference if len(reference) >= REFERENCE_LEAST else ""


def _known(text: str) -> Notice | None:
    return next((one for one in NOTICES if _same(text) in map(_same, one.wordings)), None)


def unknown_notices(texts: Iterable[str]) -> list[str]:
    """Wordings that nobody has approved."""
    return [text for text in texts if text.strip() and _known(text) is None and not approved_by(text)]


def missing_notices(texts: Iterable[str]) -> list[Notice]:
    """What nothing that is posted says. An own wording that was approved may stand for any one of them."""
    posted = [text for text in texts if text.strip()]
    said = [_known(text) for text in posted]
    own = {_same(text) for text in posted if _known(text) is None and approved_by(text)}
    missing = [one for one in NOTICES if one not in said]
    return missing[len(own) :]


def accepted_notices(missing: Iterable[Notice]) -> str:
    """The wordings to post, as a refusal shows them."""
    offered = ", ".join(f'"{one.offered}"' for one in missing)
    own = 'an own wording that ends with what approved it: "... (approved: letter 21-044)"'
    return f"{offered}; or {own}" if offered else own
