"""A table as the house has configured it. Immutable; validated once, when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pitboss.approvals import PayTable, RuleSheet, sheet
from pitboss.errors import BadInput
from pitboss.money import Cents, dollars
from pitboss.odds import Rounding


@dataclass(frozen=True, slots=True)
class Limits:
    """Posted minimum and maximum of one wager; None where the house posts none."""

    least_cents: Cents = 0
    most_cents: Cents | None = None

    def __str__(self) -> str:
        if self.most_cents is None:
            return f"{dollars(self.least_cents)} or more"
        if self.least_cents == self.most_cents:
            return f"exactly {dollars(self.least_cents)}"
        return f"{dollars(self.least_cents)} to {dollars(self.most_cents)}"


@dataclass(frozen=True)
class TableConfig:
    """Game, pay tables, options, spots and limits of one table.

    `regulation_cents` is the largest single wager the regulation allows (HR-01); the house fills it in
    for the day of play, analysis may leave it open."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    pay_tables: Mapping[str, str] = field(default_factory=dict)
    spots: int = 0
    offered: frozenset[str] | None = None
    limits: Mapping[str, Limits] = field(default_factory=dict)
    regulation_cents: Cents | None = None
    chip_cents: Cents = 100
    rounding: Rounding = Rounding.NONE
    aggregate_cents: Mapping[str, Cents] = field(default_factory=dict)
    """wager: most that one deal's pays of it may add up to (HR-06)"""

    def __post_init__(self) -> None:
        rules = sheet(self.game)
        least, usual, most = rules.spots
        spots = self.spots or usual
        if not least <= spots <= most:
            raise BadInput(
                f"{rules.name} has no table with {spots} spots.",
                clause="HR-30",
                accepted=f"{least} to {most}",
            )
        optional = {w.id for w in rules.wagers if w.placed == "optional"}
        offered = (
            frozenset(w for w in optional if not rules.wager(w).sensed)
            if self.offered is None
            else self.offered
        )
        for wager in offered - optional:
            raise BadInput(
                f"{wager!r} is not an optional wager of {rules.name}.",
                accepted=", ".join(sorted(optional)) or "none",
            )
        for wager in (*self.limits, *self.aggregate_cents):
            rules.wager(wager)
        if self.chip_cents < 1:
            raise BadInput("The smallest chip is at least one cent.", clause="HR-29")
        tables = {}
        for wager in rules.analysed:
            if known := rules.tables(wager):
                tables[wager] = self.pay_tables.get(wager, known[0].id)
                rules.pay_table(wager, tables[wager])
        for wager, id in self.pay_tables.items():
            if wager not in tables:
                self._second_sensor(rules, wager, id)
                tables[wager] = id
        for wager in offered - tables.keys():
            if rules.wager(wager).sensed:
                raise BadInput(
                    f"{rules.wager(wager).name} is offered without a pay table.",
                    clause="JP-06",
                    accepted=", ".join(t.id for t in rules.tables(rules.wager(wager).of)),
                )
        put = object.__setattr__
        put(self, "spots", spots)
        put(self, "offered", offered)
        put(self, "options", MappingProxyType(rules.settle_options(self.options)))
        put(self, "pay_tables", MappingProxyType(tables))
        put(self, "limits", MappingProxyType(dict(self.limits)))
        put(self, "aggregate_cents", MappingProxyType(dict(self.aggregate_cents)))

    @staticmethod
    def _second_sensor(rules: RuleSheet, wager: str, id: str) -> None:
        """A second jackpot has a pay table of its own, named by its place on the layout (JP-06)."""
        places = {w.id: w for w in rules.wagers if w.sensed and w.id != w.of}
        rules.pay_table(places[wager].of if wager in places else wager, id)

    @cached_property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    @cached_property
    def tables(self) -> Mapping[str, PayTable]:
        """The pay table in use for each analysed wager, and for a second jackpot."""
        kinds = {w.id: w.of for w in self.sheet.wagers if w.sensed}
        return {
            wager: self.sheet.pay_table(kinds.get(wager, wager), id) for wager, id in self.pay_tables.items()
        }

    @cached_property
    def decks(self) -> int:
        """How many decks are in the shoe: the game's own number, or the option `decks`."""
        return int(self.options.get("decks", self.sheet.decks[0]))

    @cached_property
    def cards(self) -> int:
        """How many cards a full shoe has."""
        return 52 * self.decks + self.sheet.jokers

    @cached_property
    def for_dealer(self) -> frozenset[str]:
        """Wagers whose returns go to the tokes (LB-11)."""
        return frozenset(w.id for w in self.sheet.wagers if w.tokes)

    def on(self, option: str) -> bool:
        return self.options[option] == "yes"

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": dict(self.options),
            "pay_tables": dict(self.pay_tables),
            "spots": self.spots,
            "offered": sorted(self.offered or ()),
            "limits": {w: [n.least_cents, n.most_cents] for w, n in self.limits.items()},
            "regulation_cents": self.regulation_cents,
            "chip_cents": self.chip_cents,
            "rounding": self.rounding.value,
            "aggregate_cents": dict(self.aggregate_cents),
        }

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> TableConfig:
        try:
            return cls(
                game=shape["game"],
                options=shape.get("options", {}),
                pay_tables=shape.get("pay_tables", {}),
                spots=shape.get("spots", 0),
                offered=frozenset(shape["offered"]) if "offered" in shape else None,
                limits={w: Limits(*pair) for w, pair in shape.get("limits", {}).items()},
                regulation_cents=shape.get("regulation_cents"),
                chip_cents=shape.get("chip_cents", 100),
                rounding=Rounding(shape.get("rounding", "none")),
                aggregate_cents=shape.get("aggregate_cents", {}),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadInput(f"This is not a table's configuration: {error}.") from None
