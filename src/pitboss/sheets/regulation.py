"""The regulation as dated data: what held on a given day, and from which section."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from importlib import resources

from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents
from pitboss.sheets.toml import Node, parse_toml

FILE = "regulation.toml"


@dataclass(frozen=True, slots=True)
class Value:
    """A number in force from one day on, up to `until` or the next value."""

    since: date
    amount: int
    until: date
    note: str = ""
    confirm: str = ""
    """the confirmation an operator owes before this value can be relied on"""
    unsure_until: date = date.min
    """days before this may still belong to the value before"""
    warns_from: date = date.max
    """from this day on a breach is a warning, because the text in force is not known here"""

    @property
    def cents(self) -> Cents:
        return self.amount * DOLLAR


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    clause: str
    section: str
    meaning: str
    values: tuple[Value, ...]

    def known_on(self, day: date) -> Value | None:
        return next((value for value in self.values if value.since <= day < value.until), None)

    def on(self, day: date) -> Value:
        """The value in force on a day."""
        found = self.known_on(day)
        if found is None:
            first, last = self.values[0].since, self.values[-1].until
            raise BadInput(
                f"No value of {self.section} ({self.meaning}) is known for {day}.",
                clause=self.clause,
                accepted=f"a day from {first}" + (f" and before {last}" if last < date.max else ""),
            )
        return found

    def before(self, value: Value) -> Value | None:
        """The value that held until this one."""
        at = self.values.index(value)
        return self.values[at - 1] if at else None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question about the current text that only the operator can answer, with a date."""

    id: str
    clause: str
    section: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Sections:
    """A range of sections, of which only the known ones are at hand (HR-28)."""

    id: str
    clause: str
    range: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition to be met before a table opens (HR-24)."""

    id: str
    kind: str
    """`commercial`, `tribal`, `equipment` for whoever uses that equipment, or `own-sheet` for a base game"""
    clause: str
    meaning: str
    before_sale: bool = False
    equipment: str = ""


@dataclass(frozen=True, slots=True)
class Regulation:
    rules: dict[str, Rule]
    confirmations: dict[str, Confirmation]
    sections: dict[str, Sections]
    conditions: tuple[Condition, ...]

    def value(self, rule: str, day: date) -> Value:
        return self.rules[rule].on(day)


@cache
def regulation() -> Regulation:
    """The regulation that ships with the package."""
    source = (resources.files("pitboss.sheets") / FILE).read_text(encoding="utf-8")
    return load_regulation(source, FILE)


def load_regulation(source: str, file: str) -> Regulation:
    root = Node(parse_toml(source, file), file)
    rules = [_rule(node) for node in root.nodes("rule")]
    confirmations = [_confirmation(node) for node in root.nodes("confirmation")]
    sections = [_sections(node) for node in root.nodes("sections")]
    conditions = tuple(_condition(node) for node in root.nodes("condition"))
    root.done()
    return Regulation(
        {rule.id: rule for rule in rules},
        {item.id: item for item in confirmations},
        {item.id: item for item in sections},
        conditions,
    )


def _rule(node: Node) -> Rule:
    values = [_value(value) for value in node.nodes("value")]
    days = [value.since for value in values]
    if not values or days != sorted(set(days)):
        raise node.fail("value", "is missing or out of order", "values, each from a later day than the last")
    ends = [*days[1:], date.max]
    rule = Rule(
        id=node.text("id"),
        clause=node.text("clause"),
        section=node.text("section"),
        meaning=node.text("meaning"),
        values=tuple(
            replace(value, until=min(value.until, end)) for value, end in zip(values, ends, strict=True)
        ),
    )
    node.done()
    return rule


def _value(node: Node) -> Value:
    value = Value(
        since=node.day("from", date.min),
        amount=node.number("amount"),
        until=node.day("until", date.max),
        note=node.text("note", ""),
        confirm=node.text("confirm", ""),
        unsure_until=node.day("unsure_until", date.min),
        warns_from=node.day("warns_from", date.max),
    )
    node.done()
    return value


def _confirmation(node: Node) -> Confirmation:
    item = Confirmation(node.text("id"), node.text("clause"), node.text("section"), node.text("meaning"))
    node.done()
    return item


def _sections(node: Node) -> Sections:
    item = Sections(node.text("id"), node.text("clause"), node.text("range"), node.texts("known"))
    node.done()
    return item


def _condition(node: Node) -> Condition:
    item = Condition(
        id=node.text("id"),
        kind=node.choice("kind", ("commercial", "tribal", "equipment", "own-sheet")),
        clause=node.text("clause"),
        meaning=node.text("meaning"),
        before_sale=node.flag("before_sale", False),
        equipment=node.text("equipment", ""),
    )
    node.done()
    return item
