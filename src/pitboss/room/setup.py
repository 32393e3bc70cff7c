"""How a live table is set up: its configuration, who deals, and how long people have."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from pitboss.errors import BadInput
from pitboss.house.days import GamblingDay
from pitboss.house.table import ShortTray, Table
from pitboss.money import Cents
from pitboss.rounds.config import TableConfig
from pitboss.store.model import fingerprint

DealerMode = Literal["house", "person"]

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds at a table dealt by the house. A dealer in person decides by eye."""

    betting_s: float = 20.0
    decision_s: float = 30.0
    settled_s: float = 6.0
    alone_s: float | None = None
    """for whoever plays alone and keeps nobody waiting: bets stay open, a decision and a result have this long, so
    that a round which somebody walked away from still ends; None gives a lone player the same time as others"""
    rounds_missed: int = 3
    """a player who bets nothing for so many rounds gives up the seat"""
    shows: bool = True
    """people's time begins when the screens have shown what led to it; where nobody looks, at once"""


@dataclass(frozen=True)
class TableSetup:
    id: str
    name: str
    config: TableConfig
    dealer: DealerMode = "house"
    pace: Pace = field(default_factory=Pace)
    jackpots: tuple[str, ...] = ()
    """jackpots on this table's sensors, in the order of the layout's sensed wagers (JP-06)"""
    house: Table | None = None
    """the table's file, where it has one: its sign and papers come from it"""
    opener_cents: Cents = 2_000_000
    """chips in the tray when the table opens"""
    counted_opener: bool = False
    """the table brings no chips: it opens when two people have counted its first ones out of the cage (HR-17)"""
    short_tray: ShortTray = "wait"
    """a pay that the tray cannot make waits for a supervisor's fill, or the table fetches one from the cage (HR-34)"""
    days: GamblingDay = field(default_factory=GamblingDay)
    """when the room's day turns (HR-32)"""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise BadInput(
                f"{self.id!r} is not a table's id.",
                accepted="1 to 40 small letters, digits and hyphens",
            )

    @cached_property
    def config_id(self) -> str:
        """Names the configuration: the same configuration has the same id (HR-25)."""
        return fingerprint(self.config.to_json())

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "dealer": self.dealer, "config_id": self.config_id}
