"""A table's file: game, pay tables, limits, jackpots, equipment and papers; and from TABLE.toml to a `Table`. See
docs/house.md.

Reading it refuses what is no table file at all. Whether the table may open is for `pitboss.house.check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal, TypeVar, cast

from pitboss.core.arguments import in_words
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents, parse_dollars
from pitboss.core.odds import Rounding
from pitboss.jackpots.model import AwardOrder, Kind, MeterSettings
from pitboss.ledger.days import GamblingDay
from pitboss.rounds.config import Limits, TableConfig
from pitboss.sheets import RuleSheet, game_ids, sheet
from pitboss.sheets.toml import Node, parse_toml, read_source

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


# From TABLE.toml to a `Table`.

EXECUTIVE_FROM_CENTS: Final = 10_000 * DOLLAR
"""the executive's card from this prize on, where the file names none (JP-16)"""
GUIDE = "a TOML file as in docs/house.md"


def read_table(path: Path) -> Table:
    """A table from its file."""
    return load_table(read_source(path, GUIDE), path.name, path.parent)


def load_table(source: str, file: str = "TABLE.toml", folder: Path | None = None) -> Table:
    """A table from the text of its file; paths in it are relative to `folder`."""
    root = Node(parse_toml(source, file, GUIDE), file)
    head = root.node("table")
    approved = root.maybe_node("approved")
    record = approved.maybe_text("record") if approved else None
    name = head.text("name")
    table = Table(
        id=head.text("id", re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")),
        name=name,
        game=head.choice("game", game_ids()),
        spots=head.number("spots", 0),
        dealing=head.choice("dealing", DEALING),
        establishment=_establishment(root.node("establishment")),
        offered=head.texts("offered", ()),
        options=root.strings("options"),
        pay_tables=root.strings("pay_tables"),
        limits=_limits(root),
        chip_cents=_money_or(head, "chip", DOLLAR),
        rounding=Rounding(head.choice("rounding", tuple(Rounding), Rounding.NONE)),
        high_limit=head.flag("high_limit", False),
        aggregates=tuple(_aggregate(node) for node in root.nodes("aggregate")),
        jackpots=tuple(_jackpot(node) for node in root.nodes("jackpot")),
        equipment=tuple(_fitted(node) for node in root.nodes("equipment")),
        papers=_papers(root),
        approved_record=(folder or Path()) / record if record else None,
        acknowledged=tuple(_acknowledged(n) for n in approved.nodes("acknowledged")) if approved else (),
    )
    if approved:
        approved.done()
    head.done()
    root.done()
    return table


def _money(node: Node, key: str) -> Cents:
    """`"$1,250.50"` or whole dollars as a number."""
    value = node.raw(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return node.number(key) * DOLLAR
    try:
        return parse_dollars(node.text(key))
    except BadInput as refusal:
        raise node.fail(key, f"is {value!r}", refusal.accepted or "") from None


T = TypeVar("T")


def _maybe(node: Node, key: str, read: Callable[[Node, str], T]) -> T | None:
    return None if node.raw(key) is None else read(node, key)


def _money_or(node: Node, key: str, default: Cents) -> Cents:
    return default if node.raw(key) is None else _money(node, key)


def _share(node: Node, key: str) -> Fraction:
    """`"12.5 %"`"""
    text = node.text(key)
    try:
        share = Fraction(text.removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not text.endswith("%") or not 0 <= share <= 1:
        raise node.fail(key, f"is {text!r}", 'a percentage such as "12.5 %"')
    return share


def _days(node: Node, key: str) -> int:
    return node.number(key, least=1)


def _establishment(node: Node) -> Establishment:
    confirmed = node.maybe_node("confirmed")
    found = Establishment(
        name=node.text("name"),
        kind=node.choice("kind", KINDS),
        location=node.text("location", ""),
        tables=node.number("tables", 1, least=1),
        high_limit_tables=node.number("high_limit_tables", 0),
        wager_limit_cents=_maybe(node, "wager_limit", _money),
        day_hour=node.number("day_hour", 0),
        time_zone=node.text("time_zone", "UTC"),
        short_tray=cast(ShortTray, node.choice("short_tray", SHORT_TRAY, "wait")),
        openers=cast(Openers, node.choice("openers", OPENERS, "house")),
        malfunction_days=_maybe(node, "malfunction_days", _days),
        confirmed={key: confirmed.day(key) for key in confirmed.names()} if confirmed else {},
    )
    node.done()
    GamblingDay(found.day_hour, found.time_zone)
    return found


def _limits(root: Node) -> dict[str, Limits]:
    node = root.maybe_node("limits")
    limits = {}
    for wager in node.names() if node else ():
        assert node is not None
        row = node.node(wager)
        least = _money(row, "least")
        most = _maybe(row, "most", _money)
        row.done()
        if most is not None and most < least:
            raise row.fail("most", "is below least", "a maximum at or above the minimum")
        limits[wager] = Limits(least, most)
    return limits


def _aggregate(node: Node) -> AggregateLimit:
    found = AggregateLimit(prizes=node.texts("prizes"), limit_cents=_money(node, "limit"))
    if not found.prizes:
        raise node.fail("prizes", "is empty", "the wager whose pays the limit holds together")
    node.done()
    return found


def _jackpot(node: Node) -> Jackpot:
    fund = node.maybe_node("fund")
    wager = _money(node, "wager")
    order = node.maybe_text("award_order")
    if order is not None:
        node.choice("award_order", tuple(AwardOrder))
    found = Jackpot(
        id=node.text("id", ""),
        place=node.text("place", "jackpot"),
        type=Kind(node.choice("type", tuple(Kind))),
        pay_table=node.text("pay_table"),
        wager_cents=wager,
        posted_cents=_posted(node),
        meters=tuple(_meter(meter, wager) for meter in node.nodes("meter")),
        links=tuple(_link(link) for link in node.nodes("link")),
        fund=_fund(fund) if fund else None,
        notices=node.texts("notices", ()),
        award_order=AwardOrder(order) if order else None,
        executive_from_cents=_money_or(node, "executive_from", EXECUTIVE_FROM_CENTS),
    )
    node.done()
    return found


def _posted(node: Node) -> dict[str, Cents]:
    """`amount = "$10,000"`, or where the pay table has several: `amounts = { mega = "$50,000", ... }`"""
    amounts = node.maybe_node("amounts")
    if amounts:
        return {name: _money(amounts, name) for name in amounts.names()}
    amount = _maybe(node, "amount", _money)
    return {} if amount is None else {"meter": amount}


def _meter(node: Node, wager_cents: Cents) -> Meter:
    settings = MeterSettings(
        seed_cents=_money(node, "seed"),
        contribution=_share(node, "contribution"),
        reserve=_share(node, "reserve"),
        maximum_cents=_maybe(node, "maximum", _money),
    )
    usual = node.maybe_node("delivered")
    delivered = None
    if usual:
        delivered = MeterSettings(
            _money(usual, "seed"), _share(usual, "contribution"), _share(usual, "reserve")
        )
        usual.done()
    found = Meter(
        name=node.text("name", "meter"),
        settings=settings,
        delivered=delivered,
        displayed_cents=_money_or(node, "displayed", settings.seed_for(wager_cents)),
    )
    node.done()
    return found


def _link(node: Node) -> Link:
    found = Link(
        table=node.text("table"),
        game=node.text("game"),
        pay_table=node.text("pay_table"),
        decks=node.number("decks", least=1),
        wager_cents=_money(node, "wager"),
        location=node.text("location"),
        display=node.flag("display", True),
        second_progressive=node.flag("second_progressive", False),
    )
    node.done()
    return found


def _fund(node: Node) -> Fund:
    found = Fund(
        account=node.text("account"),
        deposit_every_days=node.number("deposit_every_days", least=1),
        balance_cents=_maybe(node, "balance", _money),
        deposited=node.day("deposited", None),
    )
    node.done()
    return found


def _fitted(node: Node) -> Fitted:
    found = Fitted(
        id=node.text("id"),
        version=node.text("version", ""),
        manufacturer=node.text("manufacturer", ""),
        approval=node.text("approval", ""),
        licence=node.text("licence", ""),
        network=node.flag("network", False),
        intelligence=node.flag("intelligence", False),
    )
    node.done()
    return found


def _papers(root: Node) -> dict[str, Paper]:
    node = root.maybe_node("checklist")
    papers = {}
    for key in node.names() if node else ():
        assert node is not None
        row = node.node(key)
        sale: date | None = row.day("sale", None)
        reference = in_words(row.text("reference"))
        if not reference:
            raise row.fail("reference", "is blank", "where it is written")
        papers[key] = Paper(row.day("date"), reference, sale)
        row.done()
    return papers


def _acknowledged(node: Node) -> Acknowledgement:
    found = Acknowledgement(node.text("hash"), node.day("date"), node.text("by"), node.text("reference"))
    node.done()
    return found
