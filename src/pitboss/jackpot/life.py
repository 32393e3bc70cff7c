"""A jackpot's life: created, put on tables, started, changed, funded, suspended, retired."""

from __future__ import annotations

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books, links
from pitboss.jackpot.adjust import recover_seed
from pitboss.jackpot.model import JackpotConfig, Kind, Status
from pitboss.jackpot.state import (
    Jackpot,
    Json,
    carry_key,
    game_key,
    jackpot_key,
    load,
    load_table,
    new_jackpot,
    queue_key,
    record,
    save,
    snapshot,
    table_key,
)
from pitboss.money import Cents, dollars
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Unit


def create(unit: Unit, config: JackpotConfig, actor: Person) -> None:
    if unit.get(jackpot_key(config.id)) is not None:
        raise BadInput(f"There is a jackpot {config.id!r} already.", accepted="a name of its own")
    if "/" in config.id or not config.id.strip():
        raise BadInput(
            f"{config.id!r} is not a name for a jackpot.", accepted="letters and figures, no slash"
        )
    data = new_jackpot(config)
    record(unit, "create", config.id, actor, {"after": data})
    books.open_jackpot(unit, config.id, list(config.meters))
    unit.put(jackpot_key(config.id), data)


def add_table(
    unit: Unit,
    table: str,
    game: str,
    spots: int,
    decks: int,
    location: str,
    options: dict[str, str],
    actor: Person,
) -> None:
    """Make a table known to the jackpot system."""
    links.sensors_of(game)
    data = {
        "table": table,
        "game": game,
        "spots": spots,
        "decks": decks,
        "location": location,
        "options": options,
        "sensors": {},
    }
    if unit.get(table_key(table)) is not None:
        raise BadInput(f"There is a table {table!r} already.", accepted="a name of its own")
    if "/" in table or not table.strip():
        raise BadInput(f"{table!r} is not a name for a table.", accepted="letters and figures, no slash")
    if spots < 1 or decks < 1:
        raise BadInput(f"{table} has {spots} spots and {decks} decks.", accepted="at least one of each")
    unit.record("add-table", table_key(table), str(actor), {"after": data})
    unit.open_account(books.tray(table))
    unit.put(table_key(table), data)


def link(unit: Unit, jackpot_id: str, table_id: str, sensor: str, pay_table: str, actor: Person) -> None:
    """Put a jackpot on a sensor of a table; on a second table that is a link, with its checks."""
    jackpot, table = load(unit, jackpot_id), load_table(unit, table_id)
    jackpot.must_be(Status.CREATED, Status.RUNNING, act="linking a table", clause="HR-13")
    _check_idle(unit, table_id)
    others = [load(unit, name) for name in table["sensors"].values()]
    links.check_attachment(jackpot, table, sensor, pay_table, others)
    if jackpot.kind is Kind.PROGRESSIVE:
        dual = {
            name: list(load_table(unit, name)["sensors"])
            for name in jackpot.data["tables"]
            if len(load_table(unit, name)["sensors"]) > 1
        }
        links.check_new_link(jackpot, table, dual)
    jackpot.data["tables"][table_id] = {
        "game": table["game"],
        "decks": table["decks"],
        "pay_table": pay_table,
    }
    table["sensors"][sensor] = jackpot_id
    payload = {
        "table": table_id,
        "sensor": sensor,
        "pay_table": pay_table,
        "tables": list(jackpot.data["tables"]),
    }
    record(unit, "link", jackpot_id, actor, payload)
    save(unit, jackpot)
    unit.put(table_key(table_id), table)


def unlink(unit: Unit, jackpot_id: str, table_id: str, actor: Person) -> None:
    jackpot, table = load(unit, jackpot_id), load_table(unit, table_id)
    _check_idle(unit, table_id)
    if jackpot.data["tables"].pop(table_id, None) is None:
        raise BadInput(
            f"{jackpot_id} is not on {table_id}.", accepted=", ".join(jackpot.data["tables"]) or "none"
        )
    table["sensors"] = {sensor: name for sensor, name in table["sensors"].items() if name != jackpot_id}
    record(unit, "unlink", jackpot_id, actor, {"table": table_id, "tables": list(jackpot.data["tables"])})
    save(unit, jackpot)
    unit.put(table_key(table_id), table)


def _check_idle(unit: Unit, table: str) -> None:
    game = unit.get(game_key(table))
    if game is not None and game["running"]:
        raise IllegalAction(
            f"Game {game['number']} is running at {table}.", clause="JP-04", accepted="END GAME first"
        )


def start(unit: Unit, jackpot_id: str, actor: Person, now_us: int) -> None:
    """Open the jackpot for wagers; a progressive's meters get their seeds."""
    actor.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="JP-10", act="start a jackpot")
    jackpot = load(unit, jackpot_id)
    jackpot.must_be(Status.CREATED, act="a start", clause="JP-10")
    if not jackpot.data["tables"]:
        raise IllegalAction(
            f"{jackpot_id} is on no table.", clause="HR-13", accepted="a link to a table first"
        )
    notices, wanted = sum(bool(text.strip()) for text in jackpot.data["notices"]), jackpot.controls.notices
    if jackpot.kind is Kind.HOUSE and notices < wanted:
        raise IllegalAction(
            f"{notices} of {wanted} notices of {jackpot_id} are posted.",
            clause="HR-09",
            accepted=f"{wanted} notices",
        )
    payload: Json = {"tables": list(jackpot.data["tables"])}
    record(unit, "start", jackpot_id, actor, payload)
    if jackpot.progressive:
        for name in jackpot.meters:
            seed = jackpot.in_use(name).seed_for(jackpot.wager_cents)
            jackpot.meter(name)["seeded"] = books.seed(unit, jackpot_id, name, seed)
    jackpot.data["status"] = Status.RUNNING.value
    jackpot.data["covered_us"] = now_us
    payload["after"] = snapshot(unit, jackpot)
    save(unit, jackpot)


def post_amount(unit: Unit, jackpot_id: str, meter: str, cents: Cents, actor: Person) -> None:
    """The operator sets what a house jackpot shows: its own money until won (JP-08)."""
    actor.must_be(Role.EXECUTIVE, clause="JP-08", act="set a house jackpot")
    jackpot = load(unit, jackpot_id)
    if jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a progressive; its meter is not set by hand.", clause="HR-11")
    if cents <= 0:
        raise BadInput("A house jackpot is more than nothing.", clause="JP-08", accepted="a posted amount")
    for table in jackpot.data["tables"]:
        _check_idle(unit, table)
    state = jackpot.meter(meter)
    record(
        unit,
        "post-amount",
        jackpot_id,
        actor,
        {"before": state["posted_cents"], "after": cents, "meter": meter},
    )
    state["posted_cents"] = cents
    save(unit, jackpot)


def retire(unit: Unit, jackpot_id: str, actor: Person, second: Person, into: str | None) -> None:
    """Close a jackpot for good. Seed money on the meters goes back to the house (HR-11); the players' money
    moves on to another progressive. Two people sign, no claim may be open and no game running."""
    actor.must_be(Role.EXECUTIVE, clause="HR-10", act="retire a jackpot")
    second.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="HR-10", act="sign a retirement")
    if actor.name == second.name:
        raise IllegalAction(
            "A retirement is signed by two people.", clause="HR-18", accepted="another person"
        )
    jackpot = load(unit, jackpot_id)
    jackpot.must_be(Status.CREATED, Status.RUNNING, Status.SUSPENDED, act="retiring", clause="HR-10")
    if unit.get(queue_key(jackpot_id)):
        raise IllegalAction(f"{jackpot_id} has open claims.", clause="JP-04", accepted="all claims completed")
    for table in list(jackpot.data["tables"]):
        _check_idle(unit, table)
    payload: Json = {"second": str(second), "into": into, "before": snapshot(unit, jackpot), "moved_cents": 0}
    record(unit, "retire", jackpot_id, actor, payload)
    if jackpot.progressive:
        payload["moved_cents"] = _move_on(unit, jackpot, into)
        unit.put(carry_key(jackpot_id), None)
    for table_id in jackpot.data["tables"]:
        table = load_table(unit, table_id)
        table["sensors"] = {s: name for s, name in table["sensors"].items() if name != jackpot_id}
        unit.put(table_key(table_id), table)
    jackpot.data.update(status=Status.RETIRED.value, tables={}, suspended_for=None)
    save(unit, jackpot)


def _move_on(unit: Unit, jackpot: Jackpot, into: str | None) -> Cents:
    for name in jackpot.meters:
        state = jackpot.meter(name)
        recover_seed(unit, jackpot, name, min(state["seeded"], books.on_meter(unit, jackpot.id, name)))
    owed = books.owed(unit, jackpot.id, jackpot.meters)
    if not owed:
        return 0
    if into is None:
        raise IllegalAction(
            f"{dollars(-(-owed // UNIT_PER_CENT))} on {jackpot.id} belong to the players.",
            clause="HR-10",
            accepted="another running progressive that takes them",
        )
    heir = load(unit, into)
    heir.must_be(Status.RUNNING, act="taking the money of another", clause="HR-10")
    if not heir.progressive or into == jackpot.id:
        raise IllegalAction(
            f"{into} cannot take players' money.", clause="JP-05", accepted="another progressive"
        )
    for name in jackpot.meters:
        to = name if name in heir.meters else heir.meters[0]
        for part in ("meter", "reserve", "overflow"):
            source = books.of_meter(jackpot.id, name, part)
            units = books.on_meter(unit, jackpot.id, name, part)
            books.add_to_meter(unit, into, to, heir.in_use(to), source, units, "retired-in")
    bank = unit.account(books.of(jackpot.id, "bank")).debit_balance
    books.move(unit, books.of(into, "bank"), books.of(jackpot.id, "bank"), bank, "retired-bank")
    return owed // UNIT_PER_CENT
