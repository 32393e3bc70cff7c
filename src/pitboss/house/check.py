"""A table's file against approval and regulation on a given day.

Made here: how the table differs from what was approved, which is kept by hash (HR-25); whether its equipment is of an
approved kind and version and the conditions of the letters are met; whether every fraction of a wager that the rules
print can be paid as printed (HR-42); and on which wagers a player who plays well has the advantage. The other checks
are in the modules beside this one.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import EdgeResult
from pitboss.analysis.solver import Query, solver_of
from pitboss.core.arguments import in_words
from pitboss.core.errors import BadInput, PitbossError
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import ForOne, Rounding, ToOne
from pitboss.house.findings import Finding, Report, error, note, refused, warning
from pitboss.house.jackpots import check_both_ends, check_jackpots, check_one_choice
from pitboss.house.limits import check_aggregates, check_games_per_hand, check_wagers, limit_in_use
from pitboss.house.table_file import Fitted, Jackpot, Table
from pitboss.jackpots.model import AwardOrder, Kind
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import Share, game_of
from pitboss.sheets import Equipment, Wager, naming_letter
from pitboss.sheets.plugins import outside_games
from pitboss.sheets.regulation import Condition, regulation

FORMAT = 1
CLAUSE = "HR-25"


def snapshot(table: Table) -> dict[str, Any]:
    """Rules, pay tables, jackpots and equipment of a table, in plain values. Limits are the house's to change."""
    config = table.config()
    letter = table.sheet.letter
    return {
        "format": FORMAT,
        "game": table.game,
        "approval": [letter.submission, letter.dated.isoformat()] if letter else None,
        "spots": config.spots,
        "dealing": table.dealing,
        "rounding": table.rounding.value,
        "offered": sorted(config.offered or ()),
        "options": dict(config.options),
        "pay_tables": {
            wager: {
                "id": pays.id,
                "rules": dict(pays.rules),
                "lines": {
                    line.hand: [str(line.pays or f"x{line.multiplies}"), line.envy_cents]
                    for line in pays.lines
                },
            }
            for wager, pays in config.tables.items()
            if wager in _in_use(table)
        },
        "jackpots": {j.place: _jackpot(j) for j in table.jackpots},
        "equipment": {item.id: item.version for item in table.equipment},
    }


def _jackpot(jackpot: Jackpot) -> dict[str, Any]:
    """What an approval of internal controls speaks of: wager, seeds, rates, maxima, thresholds, order."""
    return {
        "type": jackpot.type.value,
        "wager_cents": jackpot.wager_cents,
        "posted_cents": dict(jackpot.posted_cents),
        "executive_from_cents": jackpot.executive_from_cents,
        "award_order": jackpot.award_order.value if jackpot.award_order else None,
        "deposit_every_days": jackpot.fund.deposit_every_days if jackpot.fund else None,
        "meters": {
            meter.name: {
                "seed_cents": meter.settings.seed_cents,
                "contribution": str(meter.settings.contribution),
                "reserve": str(meter.settings.reserve),
                "maximum_cents": meter.settings.maximum_cents,
            }
            for meter in jackpot.meters
        },
    }


def _in_use(table: Table) -> set[str]:
    """The wagers whose pay tables matter: the base game's and those offered."""
    places = {j.place for j in table.jackpots}
    played = {w.of for w in table.sheet.wagers if w.placed == "first" or w.id in table.offered}
    return played | places


def hash_of(shape: dict[str, Any]) -> str:
    canonical = json.dumps(shape, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ApprovalRecord:
    """The configuration as approved."""

    hash: str
    approved: str
    reference: str
    snapshot: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {
            "hash": self.hash,
            "approved": self.approved,
            "reference": self.reference,
            "snapshot": self.snapshot,
        }


def make_record(table: Table, approved: date, reference: str) -> ApprovalRecord:
    if not in_words(reference):
        raise BadInput(
            "An approval has a reference.", clause=CLAUSE, accepted="the letter or filing that approves it"
        )
    shape = snapshot(table)
    return ApprovalRecord(hash_of(shape), approved.isoformat(), reference, shape)


def read_record(path: Path) -> ApprovalRecord:
    accepted = "a record written by `pitboss approve`"
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
        record = ApprovalRecord(shape["hash"], shape["approved"], shape["reference"], shape["snapshot"])
    except (OSError, ValueError, KeyError, TypeError) as refusal:
        raise BadInput(
            f"{path.name} is not a record of an approved table: {refusal}.", clause=CLAUSE, accepted=accepted
        ) from None
    if hash_of(record.snapshot) != record.hash:
        raise BadInput(
            f"{path.name} has been changed: its content does not have its hash.",
            clause=CLAUSE,
            accepted=accepted,
        )
    if record.snapshot.get("format") != FORMAT:
        raise BadInput(
            f"{path.name} has format {record.snapshot.get('format')}, which this version does not know.",
            clause=CLAUSE,
            accepted=f"a record of format {FORMAT}, written by `pitboss approve`",
        )
    return record


def differences(then: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two snapshots part: path, value as approved, value now."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted(then.keys() | now.keys()):
            yield from differences(then.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif then != now:
        yield path, then, now


def check_record(table: Table) -> Iterator[Finding]:
    """HR-25: any difference blocks opening until this very configuration is acknowledged as approved."""
    if table.approved_record is None:
        yield warning(
            CLAUSE,
            "There is no record of the approved configuration to compare with.",
            "approved.record, a file written by `pitboss approve`",
            "approved",
        )
        return
    record = read_record(table.approved_record)
    shape = snapshot(table)
    now = hash_of(shape)
    if now == record.hash:
        yield note(CLAUSE, f"As approved {record.approved} ({record.reference}), {now[:12]}.", "approved")
        return
    vouched = next((a for a in table.acknowledged if a.hash == now), None)
    if vouched:
        yield note(
            CLAUSE,
            f"Changed after approval; acknowledged by {vouched.by} on {vouched.dated} ({vouched.reference}).",
            "approved",
        )
        return
    for path, then, value in differences(record.snapshot, shape):
        yield error(
            CLAUSE,
            f"{path} was approved as {_shown(then)} and is {_shown(value)}.",
            f'the approved value, or [[approved.acknowledged]] with hash = "{now}"',
            path,
            training=True,
        )


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


# Equipment of an approved kind and version, and the conditions of the letters.

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


def check_fractions(table: Table) -> Iterator[Finding]:
    """HR-42: one finding for each printed fraction that some allowed wager cannot be paid or lost at."""
    try:
        config = table.config()
    except BadInput:
        return  # said by the check of the configuration
    unit = table.rounding.unit_cents(table.chip_cents)
    found: dict[str, Finding] = {}
    for printed in (*_of_tables(config), *game_of(config.game).shares(config)):
        for stake in _stakes(config, printed.wager):
            amount = printed.share * stake
            if amount % unit and printed.words not in found:
                found[printed.words] = _refused(table, printed, stake, abs(amount))
    yield from found.values()


def _refused(table: Table, printed: Share, stake: Cents, amount: Fraction) -> Finding:
    if amount.denominator > 1:
        step = dollars(printed.share.denominator)
        why = f"{float(amount):g} cents, and a fraction of a cent cannot be paid"
        accepted = f"a chip in multiples of {step}"
    else:
        why = f"{dollars(int(amount))}, which cannot be paid in {dollars(table.chip_cents)} chips"
        accepted = ""
    if table.rounding is not Rounding.NONE:
        accepted = " and ".join(filter(None, ('rounding = "none"', accepted)))
    where = "table.chip" if table.rounding is Rounding.NONE else "table.rounding"
    return error("HR-42", f"{printed.words}: for a wager of {dollars(stake)} that is {why}.", accepted, where)


def _of_tables(config: TableConfig) -> Iterator[Share]:
    """The fixed odds of the pay tables in use, for each place on the layout that they may pay."""
    for id, pays in config.tables.items():
        for wager in config.sheet.wagers:
            if wager.id != id and (wager.sensed or wager.of != id):
                continue
            if wager.placed == "optional" and wager.id not in (config.offered or ()):
                continue
            name = "" if id == "main" else f"{wager.name}, "
            for line in pays.lines:
                if isinstance(line.pays, ToOne | ForOne):
                    yield Share(wager.id, line.pays.pays, f"{name}{line.text} ({line.pays})")


def _stakes(config: TableConfig, id: str) -> tuple[Cents, ...]:
    """The smallest wager and the next one: what both can be paid at, every other can."""
    wager, chip = config.sheet.wager(id), config.chip_cents
    base = _base(config, wager)
    posted = config.limits.get(base.id)
    if posted is None:
        return chip, 2 * chip
    least = -(-max(posted.least_cents, chip) // chip) * chip
    return (
        (least,)
        if posted.most_cents is not None and posted.most_cents < least + chip
        else (least, least + chip)
    )


def _base(config: TableConfig, wager: Wager) -> Wager:
    """The wager whose limits decide how large this one can be: itself, or what it is a whole multiple of."""
    while wager.placed == "later" and wager.multiples and wager.needs:
        wager = config.sheet.wager(wager.needs[0])
    return wager


# Wagers on which a player who plays well has the advantage: a warning no regulation asks for.

PATIENCE_S = 20.0
"""of a core, for the main wager of a game that nobody has looked at"""


def check_advantage(table: Table) -> Iterator[Finding]:
    """Solve every bonus wager the table offers, with its own pay table and options; of a game from outside its main
    wager too, unless that takes long."""
    sheet = table.sheet
    for wager in sheet.wagers:
        if not _to_solve(table, wager):
            continue
        pay_table = table.pay_tables.get(wager.of, sheet.usual_table(wager.of).id)
        found = _solve(table, wager.of, pay_table)
        if found.house_edge < 0:
            better = [
                t.id
                for t in sheet.tables(wager.of)
                if t.id != pay_table and _solve(table, wager.of, t.id).house_edge > 0
            ]
            yield warning(
                sheet.pay_table(wager.of, pay_table).clause,
                f"{wager.name}, pay table {pay_table}: a player who plays well has an advantage of "
                f"{float(-found.house_edge) * 100:.2f} % of the {found.per}.",
                ("pay table " + ", ".join(better)) if better else "",
                f"pay_tables.{wager.of}",
            )


def _to_solve(table: Table, wager: Wager) -> bool:
    if wager.placed == "first" and table.game in outside_games() and table.sheet.tables(wager.of):
        return solver_of(table.game).seconds(_query(table, wager.of, None)) < PATIENCE_S
    offered = wager.id in table.offered and not wager.sensed and not wager.tokes
    return offered and bool(table.sheet.tables(wager.of))


def _solve(table: Table, wager: str, pay_table: str) -> EdgeResult:
    return solve(table.game, _query(table, wager, pay_table))


def _query(table: Table, wager: str, pay_table: str | None) -> Query:
    known = {setting.name for setting in solver_of(table.game).settings(wager)}
    settings = {name: value for name, value in table.options.items() if name in known}
    return queries(table.game, wager, pay_table, settings)[0]


# All checks of a table.

Check = Callable[[Table, date], Iterable[Finding]]


def check(table: Table, on: date) -> Report:
    """All findings about a table on a day."""
    found: dict[Finding, None] = {}
    for one in CHECKS:
        try:
            for finding in one(table, on):
                found[finding] = None
        except PitbossError as refusal:
            found[refused(refusal, "HR-07")] = None
    return Report.of(table.name, table.game, on, found)


def check_room(tables: Sequence[Table], on: date) -> list[Report]:
    """Several tables of one establishment: each alone, and what they are together (HR-04, HR-13, JP-06)."""
    most = regulation().value("tables", on)
    reports = []
    for table in tables:
        together = [*check(table, on), *check_advantage(table), *check_both_ends(table, tables)]
        together += check_one_choice(table, tables)
        if len(tables) > most.amount:
            together.append(error("HR-04", f"{len(tables)} tables are given.", f"at most {most.amount}"))
        if sum(other.name == table.name for other in tables) > 1:
            together.append(
                error("HR-16", f"Two tables are called {table.name}.", "one name each", "table.name")
            )
        if sum(other.id == table.id for other in tables) > 1:
            together.append(error("HR-16", f"Two tables have the id {table.id}.", "an id each", "table.id"))
        reports.append(Report.of(table.name, table.game, on, dict.fromkeys(together)))
    return reports


def config_on(table: Table, on: date) -> TableConfig:
    """The configuration for rounds on a day, with the limit in force; refused if the table may not open."""
    report = check(table, on)
    if report.errors:
        first = report.errors[0]
        more = f" (and {len(report.errors) - 1} more)" if len(report.errors) > 1 else ""
        raise BadInput(
            f"{table.name} may not open on {on}: {first.message}{more}",
            clause=first.clause,
            accepted=first.accepted,
        )
    return table.config(limit_in_use(table, on))


def _check_approval(table: Table, on: date) -> Iterator[Finding]:
    """HR-07 and HR-31: an approved game, approved pay tables, and the letter's slips on record."""
    letter = table.sheet.letter
    if letter is None and table.game in outside_games():
        yield error(
            "HR-07",
            f"{table.sheet.name} is not approved: no letter stands in its sheet.",
            "a [letter] in its sheet.toml once it is approved; until then analysis, training, demonstration",
            "table.game",
            training=True,
        )
    elif letter is None:
        named = naming_letter(table.game)
        where = f", named in submission {named.submission}" if named else ""
        basis = (
            "by the trade's common rules" if table.sheet.own_sheet else "by the rules the commission posts"
        )
        yield note("HR-07", f"{table.sheet.name} is a base game {basis}, without a letter of its own{where}.")
    else:
        if on < letter.dated:
            yield error("HR-07", f"{table.sheet.name} was approved on {letter.dated}.", "that day or later")
        for slip in letter.slips:
            yield note("HR-31", slip)
    for wager, id in table.pay_tables.items():
        if id.endswith(".toml") or not table.sheet.pay_table(wager, id).approved:
            yield error(
                "HR-07",
                f"Pay table {id} of {wager} is for analysis only.",
                ", ".join(pays.id for pays in table.sheet.tables(wager)),
                f"pay_tables.{wager}",
            )


def _check_config(table: Table, on: date) -> Iterator[Finding]:
    """What the game's own sheet says to spots, options, offers and pay tables (HR-30 among others)."""
    try:
        game_of(table.game).check_own(table.config())
    except BadInput as refusal:
        yield refused(refusal, "HR-07")


def _check_choices(table: Table, on: date) -> Iterator[Finding]:
    """HR-07: readings that are for analysis, wagers a layout cannot do without, the approved ways to deal."""
    for option in table.sheet.options:
        if table.options.get(option.name, option.default) in option.analysis:
            yield error(
                option.clause,
                f"{option.name} = {table.options[option.name]} is for analysis only: the approval says otherwise.",
                ", ".join(choice for choice in option.choices if choice not in option.analysis),
                f"options.{option.name}",
            )
    for wager in table.sheet.wagers:
        if wager.always and wager.id not in table.offered:
            yield error(
                wager.always,
                f"{table.sheet.name} is not approved without {wager.name}.",
                f"offered with {wager.id}",
                "table.offered",
            )
    ways = table.sheet.dealing
    if ways and table.dealing not in ways:
        yield error(
            table.sheet.dealing_clause,
            f"{table.sheet.name} is not approved for dealing by {table.dealing}.",
            " or ".join(ways),
            "table.dealing",
        )


def _check_place(table: Table, on: date) -> Iterator[Finding]:
    """HR-04, HR-05: how many tables and how many players."""
    house = table.establishment
    most = regulation().value("tables", on)
    if house.tables > most.amount:
        yield error(
            "HR-04",
            f"The establishment has {house.tables} tables.",
            f"at most {most.amount}",
            "establishment",
        )
    players = min(regulation().value("players", on).amount, table.sheet.spots[2])
    if table.spots > players:
        yield error("HR-05", f"The table has {table.spots} spots.", f"at most {players}", "table.spots")
    for id in house.confirmed.keys() - regulation().confirmations.keys():
        yield error(
            "HR-01",
            f"There is nothing called {id!r} to confirm.",
            ", ".join(regulation().confirmations),
            "establishment.confirmed",
        )


def _check_high_limit(table: Table, on: date) -> Iterator[Finding]:
    """HR-01: the few tables that once had a higher limit."""
    few = regulation().rules["high-limit-tables"].known_on(on)
    if table.high_limit and few is None:
        yield error(
            "HR-01", f"No table had a higher limit of its own on {on}.", "high_limit = false", "table"
        )
    elif few and table.establishment.high_limit_tables > few.amount:
        yield error(
            "HR-01",
            f"{table.establishment.high_limit_tables} tables have the higher limit.",
            f"at most {few.amount}, by the size of the room",
            "establishment.high_limit_tables",
        )


def _check_rounding(table: Table, on: date) -> Iterator[Finding]:
    """HR-29, HR-42: rounding to a chip only as a named house rule, on the sign, and never of a printed fraction."""
    if table.chip_cents < 1:
        yield error("HR-29", "The smallest chip is at least one cent.", "1 cent or more", "table.chip")
        return
    if table.rounding is not Rounding.NONE:
        sentence = table.rounding.sentence(table.chip_cents)
        yield note("HR-42", f"House rule: {sentence}", "table.rounding")
    yield from check_fractions(table)


def _check_silent_places(table: Table, on: date) -> Iterator[Finding]:
    """What the approvals leave to the internal controls and is not said in the file."""
    progressive = [j for j in table.jackpots if j.type is Kind.PROGRESSIVE]
    if table.sheet.names_award_order and progressive and not progressive[0].award_order:
        yield warning(
            "JP-14",
            "The internal controls have to name the order of several meter awards in one round.",
            f"jackpot.award_order: {' or '.join(AwardOrder)}",
            "jackpot",
        )


def _equipment(table: Table, on: date) -> Iterable[Finding]:
    return check_equipment(table)


def _record(table: Table, on: date) -> Iterable[Finding]:
    return check_record(table)


CHECKS: tuple[Check, ...] = (
    _check_approval,
    _check_config,
    _check_choices,
    _check_place,
    _check_high_limit,
    check_wagers,
    check_games_per_hand,
    check_aggregates,
    check_jackpots,
    _check_silent_places,
    _check_rounding,
    _equipment,
    check_opening,
    _record,
)
