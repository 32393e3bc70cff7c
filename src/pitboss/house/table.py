"""A table's file: game, pay tables, limits, jackpots, equipment and papers. See docs/house.md.

Reading it refuses what is no table file at all. Whether the table may open is for `pitboss.house.check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final, Literal

from pitboss.core.money import DOLLAR, Cents
from pitboss.core.odds import Rounding
from pitboss.jackpots.model import AwardOrder, Kind, MeterSettings
from pitboss.rounds.config import Limits, TableConfig
from pitboss.sheets import RuleSheet, sheet

KINDS = ("commercial", "tribal")
ShortTray = Literal["wait", "fill"]
Openers = Literal["house", "counted"]
OPENERS: Final[tuple[Openers, ...]] = ("house", "counted")
SHORT_TRAY: Final[tuple[ShortTray, ...]] = ("wait", "fill")
DEALING = ("hand", "shoe", "shuffler")


@dataclass(frozen=True, slots=True)
class Establishment:
    name: str
    kind: str = "commercial"
    location: str = ""
    tables: int = 1
    """house-banked tables in the whole establishment (HR-04)"""
    high_limit_tables: int = 0
    wager_limit_cents: Cents | None = None
    """a tribal casino's own limit (HR-01)"""
    day_hour: int = 0
    """the gambling day begins at this hour of the room's clock (HR-32)"""
    time_zone: str = "UTC"
    short_tray: ShortTray = "wait"
    """a pay that a tray cannot make waits for a fill, or the table fetches the fill from the cage itself (HR-34)"""
    openers: Openers = "house"
    """a new table brings its first chips as the house's money, or opens when two people have counted them out of the
    cage (HR-17)"""
    malfunction_days: int | None = None
    """a jackpot's malfunction is reported within so many gambling days, as the internal controls have it"""
    confirmed: Mapping[str, date] = field(default_factory=dict)
    """answers to the regulation's open questions, with the day they hold from"""


@dataclass(frozen=True, slots=True)
class AggregateLimit:
    prizes: tuple[str, ...]
    limit_cents: Cents


@dataclass(frozen=True, slots=True)
class Meter:
    """One meter of a progressive: its settings, those it was delivered with, and what it shows (JP-10)."""

    name: str
    settings: MeterSettings
    delivered: MeterSettings | None
    displayed_cents: Cents


@dataclass(frozen=True, slots=True)
class Link:
    """Another table on the same progressive (JP-07, HR-13)."""

    table: str
    game: str
    pay_table: str
    decks: int
    wager_cents: Cents
    location: str
    display: bool
    second_progressive: bool


@dataclass(frozen=True, slots=True)
class Fund:
    """Where the players' money lies (HR-10)."""

    account: str
    deposit_every_days: int
    balance_cents: Cents | None = None
    """as last seen; a running jackpot's own books know better"""
    deposited: date | None = None


@dataclass(frozen=True, slots=True)
class Jackpot:
    id: str
    """its name on the jackpot desk; tables that share a progressive give the same"""
    place: str
    """the sensed wager place it belongs to"""
    type: Kind
    pay_table: str
    wager_cents: Cents
    posted_cents: Mapping[str, Cents] = field(default_factory=dict)
    """a house jackpot's fixed amounts, by the name the pay table has for them"""
    meters: tuple[Meter, ...] = ()
    links: tuple[Link, ...] = ()
    fund: Fund | None = None
    notices: tuple[str, ...] = ()
    award_order: AwardOrder | None = None
    """how several meter awards in one round are ordered, where the internal controls say so (JP-14)"""
    executive_from_cents: Cents = 0
    """from this prize on the executive's card is needed (JP-16)"""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A piece of equipment at the table."""

    id: str
    version: str = ""
    manufacturer: str = ""
    approval: str = ""
    """reference of the model's approval"""
    licence: str = ""
    """reference of the manufacturer's licence"""
    network: bool = False
    intelligence: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A condition met: when, and where it is written."""

    dated: date
    reference: str
    sale: date | None = None


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """A change after approval that somebody vouches is approved (HR-25)."""

    hash: str
    dated: date
    by: str
    reference: str


@dataclass(frozen=True)
class Table:
    id: str
    name: str
    game: str
    spots: int
    dealing: str
    establishment: Establishment
    offered: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    pay_tables: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    chip_cents: Cents = DOLLAR
    rounding: Rounding = Rounding.NONE
    high_limit: bool = False
    aggregates: tuple[AggregateLimit, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    equipment: tuple[Fitted, ...] = ()
    papers: Mapping[str, Paper] = field(default_factory=dict)
    approved_record: Path | None = None
    acknowledged: tuple[Acknowledgement, ...] = ()

    @property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    def config(self, regulation_cents: Cents | None = None) -> TableConfig:
        """The configuration a round is played with."""
        sensed = {j.place: Limits(j.wager_cents, j.wager_cents) for j in self.jackpots}
        return TableConfig(
            self.game,
            options=self.options,
            pay_tables={**self.pay_tables, **{j.place: j.pay_table for j in self.jackpots}},
            spots=self.spots,
            offered=frozenset(self.offered) | frozenset(sensed),
            limits={**self.limits, **sensed},
            regulation_cents=regulation_cents,
            chip_cents=self.chip_cents,
            rounding=self.rounding,
            aggregate_cents={a.prizes[0]: a.limit_cents for a in self.aggregates},
        )
