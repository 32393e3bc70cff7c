"""Links between tables: what one file says of the other end, and whether both ends say the same (HR-13, JP-07)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pitboss.approvals import PayTable
from pitboss.house.findings import Finding, error, note
from pitboss.house.regulation import regulation
from pitboss.house.table import Jackpot, Link, Table
from pitboss.jackpot.model import Kind
from pitboss.money import dollars

SECOND_PROGRESSIVE = "second-progressive-on-linked-games"


def jackpot_id(table: Table, jackpot: Jackpot) -> str:
    return jackpot.id or f"{table.id}-{jackpot.place}"


def check_both_ends(table: Table, tables: Sequence[Table]) -> Iterator[Finding]:
    """A table among the others of its room: every link of it against the file of the other end."""
    for jackpot in table.jackpots:
        where = f"jackpot.{jackpot.place}"
        for link in jackpot.links:
            for other in tables:
                if other is not table and other.name == link.table:
                    yield from _check_other_end(table, jackpot, link, other, f"{where}.link")
        linked = {link.table for link in jackpot.links}
        for other in tables:
            shared = any(jackpot_id(other, its) == jackpot_id(table, jackpot) for its in other.jackpots)
            if other is not table and shared and other.name not in linked:
                yield error(
                    "HR-13",
                    f"{other.name} is on {jackpot_id(table, jackpot)} too, and no link says so.",
                    f"[[jackpot.link]] to {other.name}",
                    f"{where}.link",
                )


def _check_other_end(
    table: Table, jackpot: Jackpot, link: Link, other: Table, where: str
) -> Iterator[Finding]:
    name, id = f"The link to {link.table}", jackpot_id(table, jackpot)
    if other.game != link.game:
        yield error("JP-07", f"{name} says {link.game}, but {other.game} is dealt there.", other.game, where)
        return
    ends = [its for its in other.jackpots if jackpot_id(other, its) == id and its.type is Kind.PROGRESSIVE]
    if not ends:
        named = (
            ", ".join(f"the {its.type.value} {jackpot_id(other, its)}" for its in other.jackpots) or "none"
        )
        yield error(
            "JP-07",
            f"{name}: the file there has no progressive {id} (it has {named}), so they would not share one.",
            "one jackpot.id in both files",
            where,
        )
        return
    (end,) = ends[:1]
    if table.name not in {back.table for back in end.links}:
        yield error(
            "HR-13", f"{name} is not answered by a link from there.", f"a link to {table.name}", where
        )
    for what, said, found in (
        ("pay table", link.pay_table, end.pay_table),
        ("fixed wager", dollars(link.wager_cents), dollars(end.wager_cents)),
        ("decks", str(link.decks), str(other.config().decks)),
        ("location", link.location, other.establishment.location),
        ("second progressive", str(link.second_progressive), str(_progressives(other) > 1)),
    ):
        if said != found:
            yield error("JP-07", f"{name}: {what} {said} here, {found} in its own file.", found, where)
    for option, here, there in _readings(table, jackpot, other, end):
        if here != there:
            yield error(
                "HR-13",
                f"{name}: {option} is {here} here and {there} there, so that the same hand has two probabilities.",
                f"options.{option} the same in both files",
                where,
            )
    for what, same in (
        ("seed, rates and maximum of the meters", [(m.name, m.settings) for m in jackpot.meters]
         == [(m.name, m.settings) for m in end.meters]),
        ("amounts on display", [m.displayed_cents for m in jackpot.meters] == [m.displayed_cents for m in end.meters]),
        ("order of awards", jackpot.award_order == end.award_order),
        ("executive's threshold", jackpot.executive_from_cents == end.executive_from_cents),
        ("account of the players' money",
         (jackpot.fund and jackpot.fund.account) == (end.fund and end.fund.account)),
    ):  # fmt: skip
        if not same:
            yield error("HR-13", f"{name}: the {what} of {id} differ between the files.", "the same", where)


def check_link(
    table: Table, jackpot: Jackpot, pays: PayTable, link: Link, on: date, where: str
) -> Iterator[Finding]:
    """HR-13 and JP-07: one place, the same hands at the same odds, a meter at every table."""
    name = f"The link to {link.table}"
    if link.location != table.establishment.location:
        yield error(
            "HR-13", f"{name} leads to {link.location}.", table.establishment.location or "one place", where
        )
    if not link.display:
        yield error("HR-13", f"{name}: no meter rises there.", "a display at every table", where)
    printed = (pays.id, pays.linked_as) if link.game == table.game else pays.linked_with
    same = {id for id in printed if id}
    if link.game != table.game and pays.linked_as and jackpot.pay_table != pays.linked_as:
        yield error(
            "JP-07",
            f"{jackpot.pay_table} serves {table.sheet.name} tables only; linked with {link.game} it is "
            f"{pays.linked_as}.",
            f"pay_table = {pays.linked_as}",
            where,
        )
    if sum(other.table == link.table for other in jackpot.links) > 1:
        yield error("HR-13", f"{name} is there twice.", "one link to a table", where)
    if link.pay_table not in same:
        yield error(
            "JP-07", f"{name} has pay table {link.pay_table}.", " or ".join(sorted(same)) or "no link", where
        )
    decks = table.config().decks
    if link.decks != decks:
        yield error("JP-07", f"{name} plays with {link.decks} decks.", str(decks), where)
    if link.wager_cents != jackpot.wager_cents:
        yield error(
            "JP-07",
            f"{name} has a fixed wager of {dollars(link.wager_cents)}.",
            dollars(jackpot.wager_cents),
            where,
        )
    if link.game != table.game:
        yield from _check_second_progressive(table, link, on, name, where)


def _check_second_progressive(table: Table, link: Link, on: date, name: str, where: str) -> Iterator[Finding]:
    """A link across games excludes a second progressive on those games (HR-13)."""
    if not link.second_progressive and _progressives(table) < 2:
        return
    question = regulation().confirmations[SECOND_PROGRESSIVE]
    confirmed = table.establishment.confirmed.get(question.id)
    if confirmed is None or on < confirmed:
        yield error(
            "HR-13",
            f"{name} joins two games of which one carries a second progressive.",
            f"one progressive on each, or establishment.confirmed.{question.id}: {question.meaning}",
            where,
        )
    else:
        yield note("HR-13", f"{name} relies on the change that the operator dates {confirmed}.", where)


def _readings(table: Table, jackpot: Jackpot, other: Table, end: Jackpot) -> Iterator[tuple[str, str, str]]:
    """The options that the winning hands of a linked pay table depend on, as each table has them."""
    tables = ((table, jackpot), (other, end))
    pays = [one.sheet.pay_table(one.sheet.wager(its.place).of, its.pay_table) for one, its in tables]
    for rule in sorted({name for found in pays for name, value in found.rules.items() if value == "option"}):
        here, there = (one.config().options.get(rule, "") for one, _ in tables)
        yield rule, here, there


def _progressives(table: Table) -> int:
    return sum(jackpot.type is Kind.PROGRESSIVE for jackpot in table.jackpots)
