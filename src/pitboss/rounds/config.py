"""A table as the house has configured it. Immutable; validated once, when it is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final, Never, TypeVar

from pitboss.core.errors import BadInput, shown
from pitboss.core.money import MOST_CENTS, Cents, dollars
from pitboss.core.odds import Rounding
from pitboss.sheets import PayTable, RuleSheet, game_ids, sheet

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A `dict` to read and to compare.

    >>> FrozenDict(decks="6") == {"decks": "6"}
    True
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenDict[K, V]:
        return self

    def copy(self) -> FrozenDict[K, V]:
        return self

    def _refuse(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("this mapping cannot be changed; make another with {**this, ...}")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
    __ior__ = _refuse


def whole_cents(what: str, value: object, *, least: Cents = 0, clause: str = "HR-29") -> None:
    """Refuse whatever is not a whole number of cents: a float, a truth value, text."""
    if type(value) is not int or not least <= value <= MOST_CENTS:
        raise BadInput(
            f"{what} is {shown(value)}.", clause=clause, accepted=f"a whole number of cents from {least}"
        )


def _texts(what: str, value: object, clause: str = "HR-07") -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not all(type(x) is str for pair in value.items() for x in pair):
        raise BadInput(f"{what} are {shown(value)}.", clause=clause, accepted="a mapping of text to text")
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """Posted minimum and maximum of one wager; None where the house posts none (HR-08)."""

    least_cents: Cents = 0
    most_cents: Cents | None = None

    def __post_init__(self) -> None:
        whole_cents("The posted minimum", self.least_cents, clause="HR-08")
        if self.most_cents is None:
            return
        whole_cents("The posted maximum", self.most_cents, least=1, clause="HR-08")
        if self.most_cents < self.least_cents:
            raise BadInput(
                f"A maximum of {dollars(self.most_cents)} is below the minimum of {dollars(self.least_cents)}.",
                clause="HR-08",
                accepted="least, then most, in cents",
            )

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
    options: Mapping[str, str] = field(default_factory=FrozenDict)
    pay_tables: Mapping[str, str] = field(default_factory=FrozenDict)
    spots: int = 0
    offered: frozenset[str] | None = None
    limits: Mapping[str, Limits] = field(default_factory=FrozenDict)
    regulation_cents: Cents | None = None
    chip_cents: Cents = 100
    rounding: Rounding = Rounding.NONE
    aggregate_cents: Mapping[str, Cents] = field(default_factory=FrozenDict)
    """wager: most that one deal's pays of it may add up to (HR-06)"""

    def __post_init__(self) -> None:
        if type(self.game) is not str:
            raise BadInput(f"A game is not called {shown(self.game)}.", accepted=", ".join(game_ids()))
        rules = sheet(self.game)
        put = object.__setattr__
        put(self, "spots", _spots(rules, self.spots))
        put(self, "offered", _offered(rules, self.offered))
        put(self, "options", FrozenDict(rules.settle_options(_texts("The options", self.options))))
        put(
            self,
            "pay_tables",
            FrozenDict(_pay_tables(rules, self.pay_tables, self.offered or frozenset(), self.decks)),
        )
        _check_decks(rules, self.tables, self.decks)
        put(self, "limits", FrozenDict(_limits(rules, self.limits)))
        put(self, "aggregate_cents", FrozenDict(_aggregates(rules, self.aggregate_cents)))
        if self.regulation_cents is not None:
            whole_cents("The regulation's limit", self.regulation_cents, least=1, clause="HR-01")
        whole_cents("The smallest chip", self.chip_cents, least=1)
        if not isinstance(self.rounding, Rounding):
            raise BadInput(
                f"The rounding is {shown(self.rounding)}.",
                clause="HR-29",
                accepted=", ".join(f"Rounding.{r.name}" for r in Rounding),
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    def __copy__(self) -> TableConfig:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> TableConfig:
        return self

    @cached_property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    @cached_property
    def tables(self) -> Mapping[str, PayTable]:
        """The pay table in use for each analysed wager, and for a second jackpot."""
        kinds = {w.id: w.of for w in self.sheet.wagers if w.sensed}
        found = {
            wager: self.sheet.pay_table(kinds.get(wager, wager), id) for wager, id in self.pay_tables.items()
        }
        return {place: found[of] for place, of in self.sheet.renamed_sensors.items()} | found

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

    @property
    def rolls_dice(self) -> bool:
        """Whether the number for the first hand is rolled by somebody at the table (PG-02)."""
        return self.options.get("first_hand") == "dice"

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
        """The table of a document, such as `to_json` writes."""
        if not isinstance(shape, Mapping) or "game" not in shape:
            raise BadInput(f"This is not a table's configuration: {shown(shape)}.", accepted=_DOCUMENT)
        if foreign := [key for key in shape if key not in _FIELDS]:
            raise BadInput(f"A table has no {shown(foreign[0])}.", accepted=", ".join(_FIELDS))
        given = dict(shape)
        if "offered" in given:
            given["offered"] = _as_set(given["offered"])
        if "rounding" in given:
            given["rounding"] = _as_rounding(given["rounding"])
        if "limits" in given:
            given["limits"] = _as_limits(given["limits"])
        return cls(**given)


_FIELDS: Final = tuple(f.name for f in fields(TableConfig))
_DOCUMENT: Final = 'a document such as {"game": "fu-bacc", "spots": 7}'


def _as_set(value: object) -> frozenset[str]:
    if not isinstance(value, list | tuple | set | frozenset) or not all(type(w) is str for w in value):
        raise BadInput(f"The wagers offered are {shown(value)}.", accepted="a list of names of wagers")
    return frozenset(value)


def _as_rounding(value: object) -> Rounding:
    if type(value) is not str or value not in tuple(Rounding):
        raise BadInput(
            f"The rounding is {shown(value)}.", clause="HR-29", accepted=", ".join(r.value for r in Rounding)
        )
    return Rounding(value)


def _as_limits(value: object) -> dict[str, Limits]:
    pairs = value.items() if isinstance(value, Mapping) else ()
    if not isinstance(value, Mapping) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for _, pair in pairs
    ):
        raise BadInput(
            f"The limits are {shown(value)}.",
            clause="HR-08",
            accepted="for each wager [least, most] in cents",
        )
    return {wager: Limits(*pair) for wager, pair in pairs}


def _spots(rules: RuleSheet, value: object) -> int:
    least, usual, most = rules.spots
    if type(value) is not int or not (value == 0 or least <= value <= most):
        raise BadInput(
            f"{rules.name} has no table with {shown(value)} spots.",
            clause="HR-30",
            accepted=f"{least} to {most}",
        )
    return value or usual


def _offered(rules: RuleSheet, value: object) -> frozenset[str]:
    optional = {w.id for w in rules.wagers if w.placed == "optional"}
    if value is None:
        return frozenset(w for w in optional if not rules.wager(w).sensed)
    if not isinstance(value, set | frozenset) or not all(type(w) is str for w in value):
        raise BadInput(f"The wagers offered are {shown(value)}.", accepted="a set of names of wagers")
    for wager in sorted(value - optional):
        raise BadInput(
            f"{wager!r} is not an optional wager of {rules.name}.",
            accepted=", ".join(sorted(optional)) or "none",
        )
    return frozenset(value)


def _pay_tables(rules: RuleSheet, value: object, offered: Iterable[str], decks: int) -> dict[str, str]:
    given = _texts("The pay tables", value)
    # what a table's jackpot is on is what its wager is paid by, under whichever of its names
    renamed = {of: given[place] for place, of in rules.renamed_sensors.items() if place in given}
    given = {**renamed, **given}
    tables = {}
    for wager in rules.analysed:
        if rules.tables(wager):
            named = given[wager] if wager in given else rules.usual_table(wager, decks).id
            tables[wager] = rules.pay_table(wager, named).id
    places = {w.id: w for w in rules.wagers if w.sensed and w.id != w.of}
    for wager, id in given.items():
        if wager not in tables:
            # a second jackpot has a pay table of its own, named by its place on the layout (JP-06)
            tables[wager] = rules.pay_table(places[wager].of if wager in places else wager, id).id
    for wager in sorted(set(offered) - tables.keys() - rules.renamed_sensors.keys()):
        if rules.wager(wager).sensed:
            raise BadInput(
                f"{rules.wager(wager).name} is offered without a pay table.",
                clause="JP-06",
                accepted=", ".join(t.id for t in rules.tables(rules.wager(wager).of)),
            )
    return tables


def _check_decks(rules: RuleSheet, tables: Mapping[str, PayTable], decks: int) -> None:
    """A pay table may be printed for some shoes only (SB-09)."""
    for table in tables.values():
        if not table.for_decks(decks):
            fitting = [t.id for t in rules.tables(table.wager) if t.for_decks(decks)]
            raise BadInput(
                f"{rules.name}'s pay table {table.id} is not for {decks} decks.",
                clause=table.clause,
                accepted=", ".join(fitting) or "another number of decks",
            )


def _limits(rules: RuleSheet, value: object) -> Mapping[str, Limits]:
    if not isinstance(value, Mapping) or not all(isinstance(n, Limits) for n in value.values()):
        raise BadInput(
            f"The limits are {shown(value)}.", clause="HR-08", accepted="a mapping of wagers to Limits"
        )
    for id, posted in value.items():
        wager = rules.wager(id)
        if wager.placed == "later":
            raise BadInput(
                f"{wager.name} is bound by its multiple and the regulation's limit, not by one of the house.",
                clause=wager.clause,
                accepted=f"no limits for {wager.id}",
            )
        if wager.most_cents is not None and not (
            wager.least_cents
            <= posted.least_cents
            <= (posted.most_cents or wager.most_cents)
            <= wager.most_cents
        ):
            raise BadInput(
                f"Limits of {posted} on {wager.name} are outside the approved range.",
                clause=wager.clause,
                accepted=f"within {dollars(wager.least_cents)} to {dollars(wager.most_cents)}",
            )
    return value


def _aggregates(rules: RuleSheet, value: object) -> Mapping[str, Cents]:
    if not isinstance(value, Mapping):
        raise BadInput(
            f"The aggregate limits are {shown(value)}.",
            clause="HR-06",
            accepted="a mapping of wagers to cents",
        )
    for wager, cents in value.items():
        rules.wager(wager)
        whole_cents(f"The aggregate limit of {wager}", cents, least=1, clause="HR-06")
    return value


EVERY_ROUND: Final = "every-round"
"""where the cut card goes when the cards are shuffled before every round"""
