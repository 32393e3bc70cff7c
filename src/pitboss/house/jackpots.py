"""The jackpots of a table's file: types, links, money, meters, notices."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.approvals import PayTable
from pitboss.errors import BadInput
from pitboss.house.findings import Finding, error, note, refused, warning
from pitboss.house.regulation import regulation
from pitboss.house.table import Jackpot, Link, Meter, Table
from pitboss.money import DOLLAR, Cents, dollars
from pitboss.odds import ForOne, PercentOfMeter

DUAL_SUBMISSION_GAMES = "the games of submission 3054"


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
            pays = table.sheet.pay_table(place.of, jackpot.pay_table)
        except BadInput as refusal:
            yield refused(refusal, "JP-01", where)
            continue
        yield from _check_fixed_wager(jackpot, place.least_cents, place.most_cents, where)
        if jackpot.type == "house":
            yield from _check_house(jackpot, pays, on, where)
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


def _check_fixed_wager(jackpot: Jackpot, least: Cents, most: Cents | None, where: str) -> Iterator[Finding]:
    if jackpot.wager_cents < least or (most is not None and jackpot.wager_cents > most):
        top = f" to {dollars(most)}" if most is not None else " or more"
        yield error(
            "JP-01",
            f"The fixed jackpot wager is {dollars(jackpot.wager_cents)}.",
            dollars(least) + top,
            f"{where}.wager",
        )


def _check_house(jackpot: Jackpot, pays: PayTable, on: date, where: str) -> Iterator[Finding]:
    """HR-09: a fixed amount, no meter, no link, the notices posted."""
    wanted = meter_names(pays)
    if sorted(jackpot.posted_cents) != sorted(wanted) or not all(jackpot.posted_cents.values()):
        yield error(
            "HR-09",
            "A house jackpot has a fixed amount for each of its prizes.",
            f"amounts for {', '.join(wanted)}",
            f"{where}.amount",
        )
    if jackpot.meters:
        yield error("HR-09", "A house jackpot has no meter.", "no [[jackpot.meter]]", f"{where}.meter")
    if jackpot.links:
        yield error("HR-09", "A house jackpot is never linked.", "no [[jackpot.link]]", f"{where}.link")
    notices = regulation().value("house-jackpot-notices", on).amount
    posted = [text for text in jackpot.notices if text.strip()]
    if len(posted) < notices:
        yield error(
            "HR-09",
            f"{len(posted)} notices of the house jackpot are posted.",
            f"{notices} notices, as {regulation().rules['house-jackpot-notices'].section} has them",
            f"{where}.notices",
        )


def _check_progressive(
    table: Table, jackpot: Jackpot, pays: PayTable, on: date, where: str
) -> Iterator[Finding]:
    if jackpot.posted_cents:
        yield error("JP-05", "A progressive has meters, not a fixed amount.", "no amount", f"{where}.amount")
    yield from _check_meters(jackpot, pays, where)
    yield from _check_fund(jackpot, on, where)
    for link in jackpot.links:
        yield from _check_link(table, jackpot, pays, link, on, f"{where}.link")
    sections = regulation().sections["progressives"]
    yield warning(
        "HR-28",
        f"Of {sections.range} only {', '.join(sections.known)} are known here, in extract.",
        "a comparison with the current text by the operator",
        "jackpot",
    )


def meter_names(pays: PayTable) -> list[str]:
    """The meters a jackpot's pay table takes shares of, in printed order."""
    return list(dict.fromkeys(n.pays.meter for n in pays.lines if isinstance(n.pays, PercentOfMeter)))


def _check_meters(jackpot: Jackpot, pays: PayTable, where: str) -> Iterator[Finding]:
    names = [m.name for m in jackpot.meters]
    wanted = meter_names(pays)
    if sorted(names) != sorted(wanted):
        yield error(
            "JP-10",
            f"{pays.id} pays from {', '.join(wanted)}; the file has {', '.join(names) or 'no meter'}.",
            f"a [[jackpot.meter]] for each of {', '.join(wanted)}",
            f"{where}.meter",
        )
    taken = sum((m.contribution + m.reserve for m in jackpot.meters), start=0)
    if taken > 1:
        yield error(
            "JP-10",
            f"Contribution and reserve of all meters take {float(taken * 100):g} % of each wager.",
            "at most 100 %",
            f"{where}.meter",
        )
    fixed = max((n.pays.pays for n in pays.lines if isinstance(n.pays, ForOne)), default=0)
    for meter in jackpot.meters:
        yield from _check_maximum(meter, f"{where}.{meter.name}")
        yield from advice(meter, int(fixed * DOLLAR), f"{where}.{meter.name}")


def _check_maximum(meter: Meter, where: str) -> Iterator[Finding]:
    if meter.maximum_cents is not None and meter.maximum_cents < meter.displayed_cents:
        yield error(
            "HR-12",
            f"The maximum prize of {dollars(meter.maximum_cents)} is below the amount on display.",
            f"at least {dollars(meter.displayed_cents)}",
            f"{where}.maximum",
        )


def advice(meter: Meter, largest_fixed_cents: Cents, where: str) -> Iterator[Finding]:
    """JP-13: the system's recommendations, as warnings. No approved table takes all pays off the meter."""
    if meter.seed_cents == 0 and meter.reserve:
        yield warning(
            "JP-13",
            "The reserve is the only seed: two hits in a row would leave almost nothing.",
            "a seed",
            where,
        )
    elif meter.seed_cents == 0:
        yield warning("JP-13", "The meter starts at $0.", "a seed", where)
    elif meter.seed_cents < largest_fixed_cents:
        yield warning(
            "JP-13",
            f"The seed of {dollars(meter.seed_cents)} per $1 is below the largest fixed award.",
            f"at least {dollars(largest_fixed_cents)} per $1",
            where,
        )
    if meter.usual_seed_cents is not None and meter.seed_cents != meter.usual_seed_cents:
        yield warning(
            "JP-13", "The seed is not the pre-configured one.", dollars(meter.usual_seed_cents), where
        )
    if meter.usual_contribution is not None and meter.contribution > meter.usual_contribution:
        yield warning(
            "JP-13",
            "The contribution is above the pre-configured one, at the expense of the house's edge.",
            f"at most {float(meter.usual_contribution * 100):g} %",
            where,
        )
    if not meter.reserve:
        yield warning("JP-13", "Nothing goes to the reserve.", "a small part of each wager", where)


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


def _check_link(
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
    same = {pays.id, *pays.linked_with} if link.game != table.game else {pays.id}
    if link.pay_table not in same:
        yield error("JP-07", f"{name} has pay table {link.pay_table}.", " or ".join(sorted(same)), where)
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
    if not link.second_progressive and len(table.jackpots) < 2:
        return
    question = regulation().confirmations["second-progressive-on-linked-games"]
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
