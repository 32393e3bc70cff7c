"""Before a table opens: equipment of an approved kind and version, and the conditions of the letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pitboss.house.findings import Finding, error, note
from pitboss.house.table import Fitted, Table
from pitboss.sheets import Equipment, naming_letter
from pitboss.sheets.regulation import Condition, regulation

SHUFFLER = "shuffler"
SHOE_SECTION = "WAC 230-15-465"


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """For comparing versions part by part: `v3.8.084` is below `3.9`, `005t` below `005u`."""
    parts = re.findall(r"\d+|[a-z]+", version.lower().removeprefix("v"))
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts)


def check_equipment(table: Table) -> Iterator[Finding]:
    """HR-23: what the approval names is there, in at least the version it names."""
    fitted = {item.id: item for item in table.equipment}
    letter = table.sheet.letter or naming_letter(table.game)
    named = {item.id: item for item in letter.equipment} if letter else {}
    for item in named.values():
        if item.id in fitted:
            yield from _check_version(item, fitted[item.id])
        elif _needed(item, table, fitted):
            yield error(
                item.clause,
                f"{item.name} is not among the table's equipment.",
                f'[[equipment]] id = "{item.id}"'
                + (f", version {item.version} or later" * bool(item.version)),
                "equipment",
            )
    for id, have in fitted.items():
        if id == SHUFFLER:
            yield from _check_shuffler(have)
        elif id not in named:
            yield error(
                "HR-23",
                f"{id} is not equipment that the approval of {table.sheet.name} names.",
                ", ".join([*named, SHUFFLER]),
                "equipment",
            )
    yield from _check_dealing(table, fitted)


def _needed(item: Equipment, table: Table, fitted: dict[str, Fitted]) -> bool:
    match item.needed_for:
        case "game":
            return True
        case "jackpot":
            return bool(table.jackpots)
        case "option":
            return False
        case other:
            return other in fitted


def _check_version(item: Equipment, have: Fitted) -> Iterator[Finding]:
    if item.version and version_key(have.version) < version_key(item.version):
        yield error(
            item.clause,
            f"{item.name} has version {have.version or '(none given)'}.",
            f"{item.version} or later",
            "equipment",
        )
    if have.network or have.intelligence:
        found = " and ".join(
            text for text, on in (("a network", have.network), ("intelligence", have.intelligence)) if on
        )
        if item.id == "jackpot-display":
            yield error(item.clause, f"The jackpot display has {found} of its own.", "neither", "equipment")


def _check_shuffler(have: Fitted) -> Iterator[Finding]:
    for value, what in (
        (have.approval, "approval"),
        (have.licence, "licence"),
        (have.manufacturer, "manufacturer"),
    ):
        if not value:
            yield error(
                "HR-23",
                f"The shuffler's {what} is not on record.",
                "an approved model by a licensed manufacturer, each with its reference",
                "equipment",
            )


def _check_dealing(table: Table, fitted: dict[str, Fitted]) -> Iterator[Finding]:
    """How the cards are dealt is on record with the table."""
    if table.dealing == "shuffler" and not fitted.keys() & {SHUFFLER, "i-deal"}:
        yield error(
            "HR-23", "The table deals from a shuffler that is not listed.", "[[equipment]]", "equipment"
        )
    elif table.dealing == "shoe":
        yield note("HR-23", f"Dealing from a shoe follows {SHOE_SECTION}.", "table.dealing")
    else:
        yield note("HR-23", f"Dealing: {table.dealing}.", "table.dealing")


def conditions(table: Table) -> tuple[Condition, ...]:
    """The conditions that this table has to meet."""
    fitted = {item.id for item in table.equipment}
    return tuple(
        condition
        for condition in regulation().conditions
        if condition.kind == table.establishment.kind
        or (condition.kind == "equipment" and condition.equipment in fitted)
        or (condition.kind == "own-sheet" and table.sheet.own_sheet)
    )


def check_opening(table: Table, on: date) -> Iterator[Finding]:
    """HR-24: every condition met, with date and reference; an open one leaves the table to training."""
    wanted = conditions(table)
    for condition in wanted:
        yield from _check_condition(table, condition, on)
    for id in table.papers.keys() - {condition.id for condition in wanted}:
        yield error(
            "HR-24", f"There is no condition {id!r} for this table.", _listed(wanted), f"checklist.{id}"
        )
    letter = table.sheet.letter
    for remark in letter.remarks if letter else ():
        text, _, clause = remark.removesuffix(").").rpartition(" (")
        yield note(clause, f"{text}.")


def _listed(wanted: tuple[Condition, ...]) -> str:
    return ", ".join(condition.id for condition in wanted)


def _check_condition(table: Table, condition: Condition, on: date) -> Iterator[Finding]:
    where = f"checklist.{condition.id}"
    paper = table.papers.get(condition.id)
    if paper is None:
        yield error(
            condition.clause,
            f"Open: {condition.meaning}.",
            f'{where} = {{ date = {on}, reference = "..." }}',
            where,
            training=True,
        )
    elif paper.dated > on:
        yield error(
            condition.clause,
            f"Dated {paper.dated}, after {on}: {condition.meaning}.",
            f"a date up to {on}",
            where,
            training=True,
        )
    elif condition.before_sale and paper.sale is not None and paper.dated > paper.sale:
        yield error(
            condition.clause,
            f"Met on {paper.dated}, after the sale of {paper.sale}: {condition.meaning}.",
            "a date before the sale",
            where,
        )
