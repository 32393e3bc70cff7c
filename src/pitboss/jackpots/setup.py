"""A jackpot's life: created, put on tables, started, changed, retired; and on which tables it may stand, which of them
may share one (JP-05 to JP-09, HR-09, HR-13)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pitboss.core.arguments import said
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.core.money import Cents, dollars
from pitboss.jackpots import funds, postings
from pitboss.jackpots.adjustments import recover_seed
from pitboss.jackpots.awards import book_award
from pitboss.jackpots.documents import (
    Award,
    Jackpot,
    LinkedTable,
    Meter,
    Proposal,
    Signature,
    State,
    Table,
    carry_key,
    choice_key,
    jackpot_key,
    load,
    load_game,
    load_table,
    new_jackpot,
    open_claims,
    save,
    save_table,
    table_key,
    unpaid,
)
from pitboss.jackpots.events import (
    AmountPosted,
    AwardBooked,
    ChangeApproved,
    ChangeDeclined,
    ChangeProposed,
    ControlsSet,
    JackpotCreated,
    JackpotRetired,
    JackpotStarted,
    MoneyReceived,
    NoticesSet,
    TableAdded,
    TableEdited,
    TableLinked,
    TableUnlinked,
    of_jackpot,
    of_table,
)
from pitboss.jackpots.model import (
    SENSORS,
    Controls,
    JackpotConfig,
    Kind,
    MeterSettings,
    SettingsChange,
    Status,
    accepted_notices,
    check_executive_hands,
    check_maximum,
    check_rates,
    missing_notices,
    unknown_notices,
)
from pitboss.ledger import UNIT_PER_CENT, Unit
from pitboss.people.person import Person, Role, id_of
from pitboss.people.rights import Act, allow, different
from pitboss.sheets import PayTable, game_ids, sheet


def slug(name: str) -> str:
    """`Fortune Pai Gow Poker` is `fortune-pai-gow-poker`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def dual_games() -> frozenset[str]:
    """The games that may carry two jackpots: those of the submission that allows it (JP-09)."""
    letters = (sheet(game).letter for game in game_ids())
    ours = {sheet(game).named_as or sheet(game).name: game for game in game_ids()}
    return frozenset(ours.get(name) or slug(name) for letter in letters if letter for name in letter.games)


def known_games() -> frozenset[str]:
    sensed = (game for game in game_ids() if any(wager.sensed for wager in sheet(game).wagers))
    return frozenset(sensed) | dual_games()


def sensors_of(game: str) -> tuple[str, ...]:
    """One sensor, or two for the games of JP-09 (JP-06)."""
    if game not in known_games():
        raise BadInput(
            f"{game!r} has no jackpot wager.", clause="JP-09", accepted=", ".join(sorted(known_games()))
        )
    return SENSORS if game in dual_games() else SENSORS[:1]


def check_table(table: Table) -> None:
    """Spots, decks and options as the table's rule sheet has them; of a game without one here, at least one of
    each."""
    sensors_of(table.game)
    if table.spots < 1 or table.decks < 1:
        raise BadInput(
            f"{table.table} has {table.spots} spots and {table.decks} decks.", accepted="at least one of each"
        )
    if table.game not in game_ids():
        return
    rules = sheet(table.game)
    least, _, most = rules.spots
    if not least <= table.spots <= most:
        raise BadInput(
            f"{rules.name} is not played on {table.spots} spots.",
            clause="HR-30",
            accepted=f"{least} to {most} spots",
        )
    fewest, largest = rules.decks
    if not fewest <= table.decks <= largest:
        raise BadInput(
            f"{rules.name} is not dealt from {table.decks} decks.",
            clause="JP-07",
            accepted=f"{fewest}" if fewest == largest else f"{fewest} to {largest} decks",
        )
    for name, value in rules.settle_options(table.options).items():
        if value in (option := rules.option(name)).analysis:
            raise BadInput(
                f"{name} = {value} is for analysis and not for play.",
                clause="HR-07",
                accepted=", ".join(choice for choice in option.choices if choice not in option.analysis),
            )


def check_attachment(
    jackpot: Jackpot, table: Table, sensor: str, pay_table: str, others: list[Jackpot]
) -> None:
    """Refuse a jackpot on a sensor of a table; `others` are the jackpots on the table's other sensors."""
    name = table.table
    allowed = sensors_of(table.game)
    if sensor not in allowed:
        raise BadInput(
            f"A {table.game} table has no sensor {sensor!r}.", clause="JP-06", accepted=", ".join(allowed)
        )
    if sensor in table.sensors:
        raise IllegalAction(
            f"On the {sensor.replace('-', ' ')} sensor of {name} is {table.sensors[sensor]} already.",
            clause="JP-06",
            accepted="one jackpot on each sensor",
        )
    if jackpot.id in table.sensors.values():
        raise IllegalAction(f"{jackpot.id} is on another sensor of {name} already.", clause="JP-06")
    for other in others:
        if other.kind is not jackpot.kind:
            raise IllegalAction(
                f"{name} has the {other.kind.value} jackpot {other.id}.",
                clause="JP-05",
                accepted=f"another {other.kind.value} jackpot, or none",
            )
    _check_pay_table(jackpot, table, pay_table)
    if table.location != jackpot.location:
        raise IllegalAction(
            f"{name} is at {table.location}, {jackpot.id} at {jackpot.location}.",
            clause="HR-13",
            accepted="tables at the same location",
        )
    if jackpot.tables:
        _check_link(jackpot, table)
    _check_second_progressive(jackpot, table, others)


def _check_pay_table(jackpot: Jackpot, table: Table, pay_table: str) -> None:
    """The same pay table, or the other game's printing of it where the approval links the two (JP-07)."""
    own: PayTable = jackpot.table
    if table.game == jackpot.game:
        accepted: tuple[str, ...] = tuple(dict.fromkeys(filter(None, (own.id, own.linked_as))))
    else:
        accepted = linked_tables(own, table.game)
    if pay_table not in accepted:
        raise IllegalAction(
            f"{table.game} with pay table {pay_table} cannot hang on {jackpot.id}, which runs {own.id}.",
            clause="JP-07",
            accepted=", ".join(accepted) or f"tables of {jackpot.game}",
        )


def linked_tables(own: PayTable, game: str) -> tuple[str, ...]:
    """Another game's tables that may hang on a progressive, by the names they have there (JP-07, FP-10)."""
    if game not in game_ids():
        return ()
    theirs = [table for table in sheet(game).pay_tables if (table.linked_as or table.id) in own.linked_with]
    return tuple(dict.fromkeys(name for table in theirs for name in (table.linked_as, table.id) if name))


def _check_link(jackpot: Jackpot, table: Table) -> None:
    if jackpot.kind is Kind.HOUSE:
        raise IllegalAction(
            f"{jackpot.id} is a house jackpot and stands on {', '.join(jackpot.tables)}.",
            clause="JP-05",
            accepted="a house jackpot of its own for every table (HR-09)",
        )
    decks = {entry.decks for entry in jackpot.tables.values()}
    if table.decks not in decks:
        raise IllegalAction(
            f"The tables on {jackpot.id} have {min(decks)} deck(s), {table.table} has {table.decks}.",
            clause="JP-07",
            accepted="the same number of decks",
        )


def _check_second_progressive(jackpot: Jackpot, table: Table, others: list[Jackpot]) -> None:
    """A link across games leaves no room for a second progressive on those games (HR-13)."""
    if jackpot.kind is Kind.HOUSE or not others:
        return
    for progressive in (jackpot, *others):
        games = {entry.game for entry in progressive.tables.values()} | {table.game}
        if len(games) > 1 and not progressive.controls.second_progressive_confirmed:
            raise IllegalAction(
                f"{progressive.id} is linked across {', '.join(sorted(games))}; a second progressive on "
                f"{table.table} is excluded.",
                clause="HR-13",
                accepted="the operator's confirmation that the change proposed in 2023 is in force",
            )


def check_new_link(jackpot: Jackpot, table: Table, dual: list[str]) -> None:
    """Linking another game is excluded while a table already on the link has a second progressive (HR-13)."""
    games = {entry.game for entry in jackpot.tables.values()} | {table.game}
    if len(games) > 1 and dual and not jackpot.controls.second_progressive_confirmed:
        where = ", ".join(sorted(dual))
        raise IllegalAction(
            f"{where} on {jackpot.id} carries a second progressive; a link across games excludes it.",
            clause="HR-13",
            accepted="the operator's confirmation that the change proposed in 2023 is in force",
        )


def create(unit: Unit, config: JackpotConfig, by: Person) -> None:
    allow(Act.CREATE, by)
    if unit.get(jackpot_key(config.id)) is not None:
        raise BadInput(f"There is a jackpot {config.id!r} already.", accepted="a name of its own")
    _check_name(config.id, "jackpot")
    jackpot = new_jackpot(config)
    chosen = _check_choice(unit, jackpot)
    of_jackpot(unit, config.id, by, JackpotCreated(jackpot))
    postings.open_jackpot(unit, config.id, config.meters)
    save(unit, jackpot)
    unit.put(choice_key(jackpot), [*chosen, jackpot.id])


def _check_choice(unit: Unit, jackpot: Jackpot) -> list[str]:
    """A card room chooses one jackpot configuration of a game that carries one jackpot: one type, one pay table
    (JP-06). All tables of a store are one card room, whatever text names its place. Returns the game's other jackpots
    that are not retired."""
    known = [load(unit.get, id) for id in unit.get(choice_key(jackpot)) or []]
    alive = [other for other in known if other.status is not Status.RETIRED]
    for other in alive:
        same = (other.kind, other.pay_table) == (jackpot.kind, jackpot.pay_table)
        if len(sensors_of(jackpot.game)) == 1 and not same:
            raise IllegalAction(
                f"{other.location} has chosen a {other.kind.value} jackpot with {other.pay_table} for "
                f"{jackpot.game} ({other.id}).",
                clause="JP-06",
                accepted="one jackpot configuration of the game in a card room",
            )
    return [other.id for other in alive]


def _check_name(name: str, what: str) -> None:
    if "/" in name or not id_of(name):
        raise BadInput(f"{name!r} is not a name for a {what}.", accepted="letters and figures, no slash")


def add_table(unit: Unit, table: Table, by: Person) -> None:
    """Make a table known to the jackpot system."""
    allow(Act.ADD_TABLE, by)
    if unit.get(table_key(table.table)) is not None:
        raise BadInput(f"There is a table {table.table!r} already.", accepted="a name of its own")
    _check_name(table.table, "table")
    check_table(table)
    of_table(unit, table.table, by, TableAdded(table))
    unit.open_account(postings.tray(table.table))
    save_table(unit, table)


def edit_table(
    unit: Unit,
    table_id: str,
    spots: int,
    options: dict[str, str],
    by: Person,
    second: Person | None,
    why: str,
) -> None:
    """Spots and options of a table between two games; game, decks and place are what its links rest on. An option may
    say who wins, so two people sign."""
    allow(Act.EDIT_TABLE, by, second)
    table = load_table(unit.get, table_id)
    _check_idle(unit, table_id)
    changed = replace(table, spots=spots, options=options)
    check_table(changed)
    reason = said(why, "A change of a table", "HR-22")
    of_table(unit, table_id, by, TableEdited(table, changed, reason, str(second)))
    save_table(unit, changed)


def link(unit: Unit, jackpot_id: str, table_id: str, sensor: str, pay_table: str, by: Person) -> None:
    """Put a jackpot on a sensor of a table; on a second table that is a link, with its checks."""
    allow(Act.LINK, by)
    jackpot, table = load(unit.get, jackpot_id), load_table(unit.get, table_id)
    jackpot.must_be(Status.CREATED, Status.RUNNING, act="linking a table", clause="HR-13")
    _check_idle(unit, table_id)
    others = [load(unit.get, name) for name in table.sensors.values()]
    check_attachment(jackpot, table, sensor, pay_table, others)
    if jackpot.kind is Kind.PROGRESSIVE:
        linked = [load_table(unit.get, name) for name in jackpot.tables]
        check_new_link(jackpot, table, [one.table for one in linked if len(one.sensors) > 1])
    entry = LinkedTable(table.game, table.decks, pay_table, sensor)
    jackpot = replace(jackpot, tables={**jackpot.tables, table_id: entry})
    of_jackpot(unit, jackpot_id, by, TableLinked(table_id, sensor, pay_table, tuple(jackpot.tables)))
    save(unit, jackpot)
    save_table(unit, replace(table, sensors={**table.sensors, sensor: jackpot_id}))


def unlink(unit: Unit, jackpot_id: str, table_id: str, by: Person, second: Person | None) -> None:
    jackpot, table = load(unit.get, jackpot_id), load_table(unit.get, table_id)
    runs = jackpot.status in (Status.RUNNING, Status.SUSPENDED)
    allow(Act.UNLINK_RUNNING if runs else Act.UNLINK, by, second)
    _check_idle(unit, table_id)
    if table_id not in jackpot.tables:
        raise BadInput(f"{jackpot_id} is not on {table_id}.", accepted=", ".join(jackpot.tables) or "none")
    rest = {name: entry for name, entry in jackpot.tables.items() if name != table_id}
    says = TableUnlinked(table_id, tuple(rest), str(second) if second else None)
    of_jackpot(unit, jackpot_id, by, says)
    save(unit, replace(jackpot, tables=rest))
    save_table(unit, _without(table, jackpot_id))


def _without(table: Table, jackpot_id: str) -> Table:
    return replace(table, sensors={s: name for s, name in table.sensors.items() if name != jackpot_id})


def _check_idle(unit: Unit, table: str) -> None:
    game = load_game(unit.get, table)
    if game is not None and game.running:
        raise IllegalAction(
            f"Game {game.number} is running at {table}.", clause="JP-04", accepted="END GAME first"
        )


def start(
    unit: Unit, jackpot_id: str, by: Person, now_us: int, displayed: Mapping[str, Cents] | None = None
) -> None:
    """Open the jackpot for wagers; a progressive's meters get their seeds. `displayed` is what meters show that come
    from another system: what is above the seed is players' money that the house brings along. The table's file
    says so, nobody at the desk."""
    allow(Act.START, by)
    jackpot = load(unit.get, jackpot_id)
    jackpot.must_be(Status.CREATED, act="a start", clause="JP-10")
    if not jackpot.tables:
        raise IllegalAction(
            f"{jackpot_id} is on no table.", clause="HR-13", accepted="a link to a table first"
        )
    if jackpot.kind is Kind.HOUSE:
        _check_notices(jackpot_id, jackpot.controls, jackpot.notices)
    begun = of_jackpot(unit, jackpot_id, by, JackpotStarted(tuple(jackpot.tables), {}))
    for name, meter in jackpot.meters.items():
        seed = meter.in_use.seed_for(jackpot.wager_cents)
        units = postings.seed(unit, jackpot_id, name, seed)
        jackpot = jackpot.with_meter(name, seed_units=units)
        above = (displayed or {}).get(name, seed) - seed
        if above and not by.has(Role.HOUSE):
            raise NotAllowed(
                f"{by} cannot start a meter above its seed.", clause="JP-31", accepted="a table's file"
            )
        postings.bring_in(unit, jackpot_id, name, meter.in_use, above)
    jackpot = replace(jackpot, status=Status.RUNNING, covered_us=now_us)
    begun.amend(replace(begun.says, after=snapshot(unit, jackpot)))
    save(unit, jackpot)


def _check_notices(jackpot_id: str, controls: Controls, notices: Iterable[str]) -> None:
    """The notices of a house jackpot say what the regulation has them say (HR-09)."""
    posted = [text.strip() for text in notices if text.strip()]
    missing, unknown = missing_notices(posted), unknown_notices(posted)
    if missing or unknown or len(posted) < controls.notices:
        says = f"; none says {', or '.join(one.says for one in missing)}" if missing else ""
        says += f"; nobody has approved {unknown[0]!r}" if unknown else ""
        raise IllegalAction(
            f"{len(posted)} of {controls.notices} notices of {jackpot_id} are posted{says}.",
            clause="HR-09",
            accepted=f"{controls.notices} notices: {accepted_notices(missing)}",
        )


def set_notices(
    unit: Unit, jackpot_id: str, notices: tuple[str, ...], by: Person, second: Person | None, why: str
) -> None:
    allow(Act.SET_NOTICES, by, second)
    jackpot = load(unit.get, jackpot_id)
    if jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a progressive.", clause="HR-09", accepted="a house jackpot")
    _check_notices(jackpot_id, jackpot.controls, notices)
    reason = said(why, "A change of notices", "HR-22")
    of_jackpot(unit, jackpot_id, by, NoticesSet(jackpot.notices, notices, str(second), reason))
    save(unit, replace(jackpot, notices=notices))


def set_controls(
    unit: Unit, jackpot_id: str, controls: Controls, by: Person, second: Person | None, why: str
) -> None:
    """The house's own settings of a jackpot; open claims keep the order in which they were priced."""
    allow(Act.SET_CONTROLS, by, second)
    jackpot = load(unit.get, jackpot_id)
    if jackpot.status is Status.RETIRED or open_claims(unit.get, jackpot_id):
        raise IllegalAction(
            f"{jackpot_id} is retired or has open claims.", clause="HR-18", accepted="no claim open"
        )
    check_executive_hands(jackpot.table, controls)
    reason = said(why, "A change of controls", "HR-22")
    of_jackpot(unit, jackpot_id, by, ControlsSet(jackpot.controls, controls, str(second), reason))
    save(unit, replace(jackpot, controls=controls))


def post_amount(
    unit: Unit, jackpot_id: str, meter: str, cents: Cents, by: Person, second: Person | None, why: str
) -> None:
    """A house jackpot's amount is the operator's to set, between games (JP-08); two people sign the change."""
    allow(Act.POST, by, second)
    jackpot = load(unit.get, jackpot_id)
    if jackpot.progressive:
        raise IllegalAction(
            f"{jackpot_id} is a progressive.", clause="HR-18", accepted="a proposal, approved by another"
        )
    if meter not in jackpot.posted_cents:
        accepted = ", ".join(jackpot.meter_names)
        raise BadInput(f"{jackpot_id} has no meter {meter!r}.", clause="JP-08", accepted=accepted)
    if cents <= 0:
        raise BadInput("A house jackpot is more than nothing.", clause="JP-08", accepted="a posted amount")
    for table in jackpot.tables:
        _check_idle(unit, table)
    reason, before = said(why, "A new amount", "HR-22"), jackpot.posted_cents[meter]
    of_jackpot(unit, jackpot_id, by, AmountPosted(meter, before, cents, str(second), reason))
    save(unit, replace(jackpot, posted_cents={**jackpot.posted_cents, meter: cents}))


@dataclass(frozen=True, slots=True)
class Discontinued:
    """Where the players' money of a retired progressive goes: `into` another one, or as a `distribution` that is named.
    `approval` is the Commission's reference; it may be left out for another of the same game and pay table (JP-37)."""

    into: str | None = None
    distribution: str | None = None
    approval: str | None = None


def retire(
    unit: Unit, jackpot_id: str, by: Person, second: Person | None, wanted: Discontinued, now_us: int
) -> None:
    """Close a jackpot for good. Seed money on the meters goes back to the house (HR-11); exactly the players' money
    moves on to another progressive, with an event at both ends, or becomes a prize of those whom the distribution
    names (JP-37). No claim may be open, no prize unpaid, no game running, and none of the money missing."""
    allow(Act.RETIRE, by, second)
    jackpot = load(unit.get, jackpot_id)
    jackpot.must_be(Status.CREATED, Status.RUNNING, Status.SUSPENDED, act="retiring", clause="HR-10")
    if open_claims(unit.get, jackpot_id):
        raise IllegalAction(f"{jackpot_id} has open claims.", clause="JP-04", accepted="all claims completed")
    if waiting := unpaid(unit.get, jackpot_id):
        raise IllegalAction(
            f"{', '.join(waiting)} on {jackpot_id} is won and not paid.",
            clause="JP-33",
            accepted="every prize paid or backed out",
        )
    if any(one.shortfall for one in jackpot.suspensions):
        raise IllegalAction(
            f"{jackpot_id} has a {jackpot.suspended_for}.",
            clause="JP-33",
            accepted="a count by two people that finds what is owed",
        )
    for table in jackpot.tables:
        _check_idle(unit, table)
    wanted = _decided(jackpot_id, wanted)
    says = JackpotRetired(
        str(second),
        wanted.into,
        snapshot(unit, jackpot),
        approval=wanted.approval,
        distribution=wanted.distribution,
    )
    begun, seeds = of_jackpot(unit, jackpot_id, by, says), 0
    for table in jackpot.tables:
        save_table(unit, _without(load_table(unit.get, table), jackpot_id))
    if jackpot.progressive:
        jackpot, seeds = _recover_seeds(unit, jackpot)
        unit.put(carry_key(jackpot_id), None)
    closed = replace(jackpot, status=Status.RETIRED, tables={}, suspensions=())
    save(unit, closed)
    if jackpot.progressive:
        says = replace(says, seeds_cents=seeds)
        if wanted.distribution is not None:
            assert second is not None
            award = _distribute(unit, closed, by, second, wanted, now_us)
            says = replace(says, moved_cents=award.prize_cents, award=award.id)
        else:
            says = replace(says, moved_cents=_move_on(unit, closed, by, wanted, now_us))
        begun.amend(says)
    elif wanted.distribution is not None:
        raise _nothing_to_distribute(jackpot_id)


def _decided(jackpot_id: str, wanted: Discontinued) -> Discontinued:
    """In words that can be read, and one thing only."""
    if wanted.into is not None and wanted.distribution is not None:
        raise BadInput(
            f"The players' money of {jackpot_id} goes one way.",
            clause="JP-37",
            accepted="another progressive, or a distribution that is named",
        )
    distribution, approval = wanted.distribution, wanted.approval
    if approval is not None:
        approval = said(approval, "The Commission's approval", "JP-37")
    if distribution is not None:
        distribution = said(distribution, "A distribution", "JP-37")
        if approval is None:
            raise BadInput(
                f"The players' money of {jackpot_id} is distributed as the Commission approves.",
                clause="JP-37",
                accepted="the reference of its approval",
            )
    return Discontinued(wanted.into, distribution, approval)


def _nothing_to_distribute(jackpot_id: str) -> IllegalAction:
    return IllegalAction(f"No players' money is on {jackpot_id}.", clause="JP-37", accepted="no distribution")


def _distribute(
    unit: Unit, jackpot: Jackpot, by: Person, second: Person, wanted: Discontinued, now_us: int
) -> Award:
    """All that belongs to the players becomes a prize that is not paid yet: it stays owed, and in the separate account,
    until somebody hands it over. A part of a cent is made a whole one by the house."""
    owed = postings.owed(unit, jackpot)
    if not owed:
        raise _nothing_to_distribute(jackpot.id)
    cents = -(-owed // UNIT_PER_CENT)
    award = Award(
        f"{jackpot.id}.distribution",
        jackpot.id,
        jackpot.kind,
        State.COMPLETED,
        cents,
        "Discontinued progressive",
        jackpot.meter_names[0],
        jackpot.wager_cents,
        now_us,
        player=wanted.distribution or "",
        completed=Signature.of(by, now_us),
        second=Signature.of(second, now_us),
        reason=wanted.approval or "",
    )
    of_jackpot(unit, jackpot.id, by, AwardBooked(award.id, award))
    prizes = postings.of(jackpot.id, "prizes")
    for name in jackpot.meter_names:
        for part in ("meter", "reserve", "overflow"):
            units = postings.on_meter(unit, jackpot.id, name, part)
            postings.move(unit, postings.of_meter(jackpot.id, name, part), prizes, units, "distributed")
            if part == "overflow":
                postings.note_shown(unit, jackpot.id, name, -units)
    postings.move(unit, postings.CASH, prizes, cents * UNIT_PER_CENT - owed, "distributed-rounding")
    book_award(unit, award)
    return award


def _game_of(jackpot: Jackpot) -> str:
    return f"{sheet(jackpot.game).name} with {jackpot.pay_table}"


def _recover_seeds(unit: Unit, jackpot: Jackpot) -> tuple[Jackpot, Cents]:
    total = 0
    for name, meter in jackpot.meters.items():
        total += meter.seed_units
        jackpot = recover_seed(unit, jackpot, name, meter.seed_units)
    return jackpot, total // UNIT_PER_CENT


def _move_on(unit: Unit, jackpot: Jackpot, by: Person, wanted: Discontinued, now_us: int) -> Cents:
    """The players' money, and as much of the account as holds it; a surplus of the account stays, to be withdrawn.
    What was to be deposited comes along with the day it is due by."""
    owed = postings.owed(unit, jackpot)
    if not owed:
        return 0
    into = wanted.into
    if into is None:
        raise IllegalAction(
            f"{dollars(-(-owed // UNIT_PER_CENT))} on {jackpot.id} belong to the players.",
            clause="HR-10",
            accepted="another running progressive that takes them, or a distribution that is named, with the "
            "reference of the Commission's approval",
        )
    heir = load(unit.get, into)
    heir.must_be(Status.RUNNING, act="taking the money of another", clause="HR-10")
    if not heir.progressive or into == jackpot.id:
        raise IllegalAction(
            f"{into} cannot take players' money.", clause="JP-05", accepted="another progressive"
        )
    if (heir.game, heir.pay_table) != (jackpot.game, jackpot.pay_table) and wanted.approval is None:
        raise IllegalAction(
            f"{into} is another game's or pay table's: {_game_of(heir)}, not {_game_of(jackpot)}.",
            clause="JP-37",
            accepted="a progressive of the same game and pay table, or the reference of the Commission's approval",
        )
    bank = postings.in_bank(unit, jackpot.id)
    cents = owed // UNIT_PER_CENT
    begun = of_jackpot(unit, into, by, MoneyReceived(jackpot.id, cents, snapshot(unit, heir), {}))
    funds.note_cover(unit, heir, now_us)
    if not funds.note_cover(unit, jackpot, now_us):
        heir = load(unit.get, into)
        since = [us for us in (heir.covered_us, jackpot.covered_us) if us is not None]
        save(unit, replace(heir, covered_us=min(since, default=None)))
    for name in jackpot.meter_names:
        to = name if name in heir.meters else heir.meter_names[0]
        shown = {
            "meter": postings.on_meter(unit, jackpot.id, name),
            "overflow": postings.once_shown(unit, jackpot.id, name),
        }
        for part in ("meter", "reserve", "overflow"):
            source = postings.of_meter(jackpot.id, name, part)
            units = postings.on_meter(unit, jackpot.id, name, part)
            over = postings.add_to_meter(unit, into, to, heir.meter(to).in_use, source, units, "retired-in")
            postings.note_shown(unit, into, to, min(over, shown.get(part, 0)))
    postings.move(
        unit, postings.of(into, "bank"), postings.of(jackpot.id, "bank"), min(bank, owed), "retired-bank"
    )
    begun.amend(replace(begun.says, after=snapshot(unit, heir)))
    return cents


# Changes of parameters: two people, before and after on record, at the next reset.


def propose(
    unit: Unit, jackpot_id: str, meter: str, change: SettingsChange, by: Person, why: str, now_us: int
) -> None:
    """First of the two people: what of a meter's settings shall be otherwise after the next reset. What the change
    does not name stays as it will be then."""
    allow(Act.PROPOSE, by)
    jackpot = _changeable(unit, jackpot_id)
    state = jackpot.meter(meter)
    settings = change.applied_to(_next(state))
    if settings == _next(state):
        raise BadInput(f"{meter} has these settings already.", clause="HR-18", accepted=str(change))
    _check_change(jackpot, meter, settings)
    reason = said(why, "A proposal", "HR-18")
    of_jackpot(unit, jackpot_id, by, ChangeProposed(meter, state.in_use, settings, reason))
    save(unit, jackpot.with_meter(meter, proposed=Proposal(settings, reason, Signature.of(by, now_us))))


def _next(meter: Meter) -> MeterSettings:
    return meter.waiting.settings if meter.waiting else meter.in_use


def approve(unit: Unit, jackpot_id: str, meter: str, by: Person, now_us: int) -> None:
    """The second person. The change waits for the reset; on a jackpot not yet started it is made at once."""
    allow(Act.APPROVE, by)
    jackpot, state, proposal = _proposed(unit, jackpot_id, meter)
    different(
        by,
        Person(proposal.by.id, by.roles),
        to=f"propose and approve a change (this one is {proposal.by}'s)",
        clause="HR-18",
    )
    _check_change(jackpot, meter, proposal.settings)
    waits = jackpot.status is not Status.CREATED
    says = ChangeApproved(
        meter, state.in_use, proposal.settings, str(proposal.by), waits_for_reset=waits, why=proposal.why
    )
    of_jackpot(unit, jackpot_id, by, says)
    signed = replace(proposal, approved=Signature.of(by, now_us))
    if waits:
        jackpot = jackpot.with_meter(meter, waiting=signed, proposed=None)
    else:
        jackpot = jackpot.with_meter(meter, in_use=proposal.settings, proposed=None)
    save(unit, jackpot)


def decline(unit: Unit, jackpot_id: str, meter: str, by: Person, why: str) -> None:
    """The proposal is off the table, and the record says why."""
    allow(Act.DECLINE, by)
    jackpot, state, proposal = _proposed(unit, jackpot_id, meter)
    reason = said(why, "Declining a proposal", "HR-18")
    of_jackpot(unit, jackpot_id, by, ChangeDeclined(meter, state.in_use, proposal.settings, reason))
    save(unit, jackpot.with_meter(meter, proposed=None))


def _proposed(unit: Unit, jackpot_id: str, meter: str) -> tuple[Jackpot, Meter, Proposal]:
    jackpot = _changeable(unit, jackpot_id)
    state = jackpot.meter(meter)
    if state.proposed is None:
        raise IllegalAction(f"No change of {meter} is proposed.", clause="HR-18", accepted="a proposal first")
    return jackpot, state, state.proposed


def _changeable(unit: Unit, jackpot_id: str) -> Jackpot:
    jackpot = load(unit.get, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a house jackpot.", clause="HR-09", accepted="post_amount")
    if jackpot.status is Status.RETIRED:
        raise IllegalAction(f"{jackpot_id} is retired.", clause="HR-18")
    return jackpot


def _check_change(jackpot: Jackpot, meter: str, settings: MeterSettings) -> None:
    """Whatever waits on other meters, no mixture of old and new may pass 100 % (JP-10). A maximum below what is
    shown today does no harm: it holds from the reset on, when the display starts anew (HR-12)."""
    check_maximum(meter, settings, jackpot.wager_cents)
    rates = [settings]
    for name, state in jackpot.meters.items():
        if name != meter:
            rates.append(max((state.in_use, _next(state)), key=lambda s: s.contribution + s.reserve))
    check_rates(rates)


def snapshot(unit: Unit, jackpot: Jackpot) -> dict[str, Cents]:
    """What every meter shows, in cents, for the record of who changed what (HR-22)."""
    if not jackpot.progressive:
        return {name: jackpot.posted_cents[name] for name in jackpot.meter_names}
    return {name: postings.display(unit, jackpot.id, name) for name in jackpot.meter_names}
