"""The jackpots of a table's file: types, links, money, meters, notices; and whether both ends of a link
agree (HR-13, JP-07)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import TypedDict, Unpack

from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars
from pitboss.house.findings import Finding, error, note, refused, warning
from pitboss.house.table_file import Jackpot, Link, Meter, Table
from pitboss.jackpots.arithmetic import advise
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.model import (
    AwardOrder,
    Controls,
    JackpotConfig,
    Kind,
    PlayersKnown,
    Status,
    accepted_notices,
    missing_notices,
    unknown_notices,
)
from pitboss.people.person import Person
from pitboss.sheets import PayTable
from pitboss.sheets.regulation import regulation

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


# The jackpots of a table's file: types, links, money, meters, notices.

DUAL_SUBMISSION_GAMES = "the games of submission 3054"


class HouseControls(TypedDict, total=False):
    """What of a jackpot's controls is the house's own to choose."""

    executive_hands: tuple[str, ...]
    award_order: AwardOrder
    second_progressive_confirmed: bool
    malfunction_days: int | None
    players: PlayersKnown


def controls_on(on: date, *, executive_from_cents: Cents, **house: Unpack[HouseControls]) -> Controls:
    """A jackpot's controls: the house's own choices, and what the regulation fixes on that day."""
    legal = regulation()
    return Controls(
        executive_from_cents=executive_from_cents,
        surveillance_over_cents=legal.value("surveillance-payout", on).cents,
        deposit_days=legal.value("deposit-days", on).amount,
        notices=legal.value("house-jackpot-notices", on).amount,
        check_over_cents=legal.value("check-payout", on).cents,
        check_hours=legal.value("check-hours", on).amount,
        wager_max_cents=legal.value("wager-limit", on).cents,
        **house,
    )


def jackpot_config(table: Table, jackpot: Jackpot, on: date) -> JackpotConfig:
    """The jackpot as the jackpot desk takes it, with what the regulation fixes filled in for the day."""
    confirmed = table.establishment.confirmed.get(SECOND_PROGRESSIVE)
    return JackpotConfig(
        id=jackpot_id(table, jackpot),
        kind=jackpot.type,
        game=table.game,
        pay_table=jackpot.pay_table,
        wager_cents=jackpot.wager_cents,
        controls=controls_on(
            on,
            executive_from_cents=jackpot.executive_from_cents,
            award_order=jackpot.award_order or AwardOrder.RIGHT_FIRST,
            second_progressive_confirmed=confirmed is not None and confirmed <= on,
            malfunction_days=table.establishment.malfunction_days,
        ),
        location=table.establishment.location,
        meters={meter.name: meter.settings for meter in jackpot.meters},
        configured={meter.name: meter.delivered for meter in jackpot.meters if meter.delivered},
        posted_cents=dict(jackpot.posted_cents),
        notices=jackpot.notices,
    )


def open_jackpots(desk: JackpotDesk, table: Table, on: date, by: Person) -> tuple[str, ...]:
    """Set up, link and start a table's jackpots on the desk, as far as they are not there already.

    Tables whose files name the same jackpot share it. What runs is not touched: a file that was changed
    later has its effect through the desk's own changes (HR-18)."""
    if table.jackpots and table.id not in desk.tables():
        config = table.config()
        desk.add_table(
            table.id,
            table.game,
            by,
            spots=config.spots,
            location=table.establishment.location,
            decks=config.decks,
            options=config.options,
        )
    return tuple(_open(desk, table, jackpot, on, by) for jackpot in table.jackpots)


def _open(desk: JackpotDesk, table: Table, jackpot: Jackpot, on: date, by: Person) -> str:
    id = jackpot_id(table, jackpot)
    if id not in desk.jackpots():
        desk.create(jackpot_config(table, jackpot, on), by)
    if table.id not in desk.jackpot(id).tables:
        desk.link(id, table.id, jackpot.pay_table, by, sensor=jackpot.place)
    if desk.jackpot(id).status is Status.CREATED:
        desk.start(id, by, displayed={meter.name: meter.displayed_cents for meter in jackpot.meters})
    return id


def check_jackpots(table: Table, on: date) -> Iterator[Finding]:
    if not table.jackpots:
        return
    yield from _check_together(table)
    for jackpot in table.jackpots:
        where = f"jackpot.{jackpot.place}"
        try:
            place = table.sheet.wager(jackpot.place)
            if not place.sensed:
                raise BadInput(
                    f"{place.name} is not a sensed wager place.",
                    clause="JP-01",
                    accepted=", ".join(w.id for w in table.sheet.wagers if w.sensed) or "no jackpot here",
                )
            pays = jackpot_config(table, jackpot, on).table
        except BadInput as refusal:
            yield refused(refusal, "JP-01", where)
            continue
        if jackpot.type is Kind.HOUSE:
            yield from _check_house(jackpot, on, where)
        else:
            yield from _check_progressive(table, jackpot, pays, on, where)


def _check_together(table: Table) -> Iterator[Finding]:
    """JP-05, JP-06, JP-09: one type at a table, one jackpot for each sensor."""
    types = {jackpot.type for jackpot in table.jackpots}
    if len(types) > 1:
        yield error("JP-05", "The table mixes progressive and house jackpots.", "one type", "jackpot")
    places = [jackpot.place for jackpot in table.jackpots]
    sensors = [wager.id for wager in table.sheet.wagers if wager.sensed]
    if len(set(places)) < len(places):
        yield error(
            "JP-06",
            "Two jackpots share one sensor.",
            f"one jackpot for each of {', '.join(sensors)}",
            "jackpot",
        )
    if len(places) > len(sensors):
        clause = "JP-09" if len(places) == 2 else "JP-06"
        yield error(
            clause,
            f"{table.sheet.name} has {len(places)} jackpots.",
            f"{len(sensors)}; two only for {DUAL_SUBMISSION_GAMES}",
            "jackpot",
        )


def check_one_choice(table: Table, tables: Sequence[Table]) -> Iterator[Finding]:
    """JP-06: a game with one sensor has one jackpot configuration in a card room; the tables given together are one,
    whatever their files call the place."""
    if sum(wager.sensed for wager in table.sheet.wagers) != 1:
        return
    ours = {(jackpot.type, jackpot.pay_table) for jackpot in table.jackpots}
    for other in tables:
        for jackpot in other.jackpots if other.game == table.game and other is not table else ():
            if ours and (jackpot.type, jackpot.pay_table) not in ours:
                yield error(
                    "JP-06",
                    f"{other.name} has a {jackpot.type.value} jackpot with {jackpot.pay_table}: "
                    f"{table.sheet.name} has another one here.",
                    "one jackpot configuration of the game in a card room",
                    "jackpot",
                )


def _check_house(jackpot: Jackpot, on: date, where: str) -> Iterator[Finding]:
    """HR-09: never linked, and the notices posted; amount and meter are the jackpot's own checks."""
    if jackpot.links:
        yield error("HR-09", "A house jackpot is never linked.", "no [[jackpot.link]]", f"{where}.link")
    wanted = regulation().value("house-jackpot-notices", on).amount
    posted = [text for text in jackpot.notices if text.strip()]
    missing, unknown = missing_notices(posted), unknown_notices(posted)
    if len(posted) < wanted or missing or unknown:
        says = f"; none says {', or '.join(one.says for one in missing)}" if missing else ""
        says += f"; nobody has approved {unknown[0]!r}" if unknown else ""
        section = regulation().rules["house-jackpot-notices"].section
        yield error(
            "HR-09",
            f"{len(posted)} notices of the house jackpot are posted{says}.",
            f"{wanted} notices, as {section} has them: {accepted_notices(missing)}",
            f"{where}.notices",
        )


def _check_progressive(
    table: Table, jackpot: Jackpot, pays: PayTable, on: date, where: str
) -> Iterator[Finding]:
    meters = {meter.name: meter.settings for meter in jackpot.meters}
    delivered = {meter.name: meter.delivered for meter in jackpot.meters if meter.delivered}
    for meter in jackpot.meters:
        yield from _check_maximum(meter, f"{where}.{meter.name}")
        yield from _check_displayed(meter, jackpot.wager_cents, f"{where}.{meter.name}")
    for one in advise(pays, jackpot.wager_cents, meters, delivered):
        yield warning(one.clause, one.message, one.better, f"{where}.{one.meter}")
    yield from _check_fund(jackpot, on, where)
    for link in jackpot.links:
        yield from check_link(table, jackpot, pays, link, on, f"{where}.link")
    sections = regulation().sections["progressives"]
    yield warning(
        "HR-28",
        f"Of {sections.range} only {', '.join(sections.known)} are known here, in extract.",
        "a comparison with the current text by the operator",
        "jackpot",
    )


def _check_displayed(meter: Meter, wager_cents: Cents, where: str) -> Iterator[Finding]:
    """What a meter shows at its start is its seed, and what it brings along from another system."""
    seed = meter.settings.seed_for(wager_cents)
    if meter.displayed_cents < seed:
        yield error(
            "JP-12",
            f"{dollars(meter.displayed_cents)} on display is less than the seed.",
            f"{dollars(seed)} or more",
            f"{where}.displayed",
        )


def _check_maximum(meter: Meter, where: str) -> Iterator[Finding]:
    most = meter.settings.maximum_cents
    if most is not None and most < meter.displayed_cents:
        yield error(
            "HR-12",
            f"The maximum prize of {dollars(most)} is below the amount on display.",
            f"at least {dollars(meter.displayed_cents)}",
            f"{where}.maximum",
        )


def _check_fund(jackpot: Jackpot, on: date, where: str) -> Iterator[Finding]:
    """HR-10: the players' money in its own account, deposited weekly, never short of the display."""
    fund = jackpot.fund
    if fund is None:
        yield error(
            "HR-10",
            "The account that holds the players' money is not named.",
            "[jackpot.fund] with account and deposit_every_days",
            where,
        )
        return
    days = regulation().value("deposit-days", on).amount
    if fund.deposit_every_days > days:
        yield error(
            "HR-10",
            f"The players' money is deposited every {fund.deposit_every_days} days.",
            f"at least every {days} days",
            f"{where}.fund",
        )
    if fund.deposited and ((on - fund.deposited).days > days or fund.deposited > on):
        yield error(
            "HR-10",
            f"The last deposit is of {fund.deposited}.",
            f"one within the {days} days before {on}",
            f"{where}.fund",
        )
    shown = sum(meter.displayed_cents for meter in jackpot.meters)
    if fund.balance_cents is not None and fund.balance_cents < shown:
        yield error(
            "HR-10",
            f"The account is {dollars(shown - fund.balance_cents)} short of what is on display: "
            "no jackpot wagers until it is made good.",
            f"at least {dollars(shown)}",
            f"{where}.fund",
        )
