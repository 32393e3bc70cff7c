"""`pitboss jackpot`: a jackpot's life, its money, its statement, and who may do what."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli import Group, print_json
from pitboss.cli.options import (
    GAME,
    Acting,
    Whole,
    acting,
    change_of,
    day_option,
    desk_at,
    json_option,
    meter_option,
    meter_settings,
    output_option,
    parse_settings,
    reading,
    save,
    why_option,
)
from pitboss.core.errors import BadInput
from pitboss.core.money import dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.jackpots import JackpotConfig
    from pitboss.jackpots.events import ChangeApproved, ChangeProposed

METERS = "seed=DOLLARS,contribution=18.5%,reserve=2%,maximum=DOLLARS; with several, 'mega: ...' each."
AMOUNTS = {"ignore_unknown_options": True}
"""-100 is an amount that is refused in words, not an option"""
KNOWN = click.Choice(["named", "accounts"])


@click.group(cls=Group)
def jackpot() -> None:
    """Progressive and house jackpots: create, link, start, play, claim, confirm, pay, adjust.

    Who acts signs in with --by NAME and a password, or a token from `pitboss user token`; what takes two people
    takes --second as well. `pitboss jackpot roles` prints who may do what."""


@jackpot.group(cls=Group)
def table() -> None:
    """Tables of the jackpot system, and which jackpots are on them."""


@jackpot.group(cls=Group)
def settings() -> None:
    """Changes of a jackpot: its meters, amount, notices, controls."""


@jackpot.group(cls=Group)
def game() -> None:
    """A game at a table run by hand: START GAME, players, END GAME."""


@jackpot.group(cls=Group)
def award() -> None:
    """A claim until it is paid: claim, confirm, complete, pay."""


@jackpot.group(cls=Group)
def money() -> None:
    """The players' money in the jackpot's own account."""


@jackpot.command()
@click.argument("name")
@click.option("--game", type=GAME, required=True, help="A game with a jackpot wager.")
@click.option("--pay-table", required=True, help="An approved jackpot pay table.")
@click.option("--bet", default="1", show_default=True, metavar="DOLLARS", help="The fixed wager.")
@click.option("--location", required=True, help="Where the tables are; links stay in one place.")
@click.option("--meters", multiple=True, metavar="SETTINGS", help=f"A progressive's meter: {METERS}")
@click.option(
    "--delivered", multiple=True, metavar="SETTINGS", help="What the system came with, the same way."
)
@click.option("--house", multiple=True, metavar="[METER:]DOLLARS", help="A house jackpot's posted amount.")
@click.option("--notice", multiple=True, help="A notice posted for a house jackpot; three are needed.")
@click.option("--executive-from", default="10,000", show_default=True, metavar="DOLLARS")
@click.option("--executive-hand", multiple=True, help="A line that always needs the executive's card.")
@click.option("--order", type=click.Choice(["right-first", "left-first"]), default="right-first")
@click.option("--malfunction-days", type=Whole(1), help="Days to report a malfunction (internal controls).")
@click.option(
    "--players-known",
    "players",
    type=KNOWN,
    default="named",
    show_default=True,
    help="Who may play and win: whoever is named, or only people with a player's account here.",
)
@click.option(
    "--second-progressive-confirmed", is_flag=True, help="The change proposed in 2023 is in force (HR-13)."
)
@acting()
def create(
    act: Acting,
    name: str,
    game: str,
    pay_table: str,
    bet: str,
    location: str,
    meters: tuple[str, ...],
    delivered: tuple[str, ...],
    house: tuple[str, ...],
    notice: tuple[str, ...],
    executive_from: str,
    executive_hand: tuple[str, ...],
    order: str,
    malfunction_days: int | None,
    players: str,
    second_progressive_confirmed: bool,
) -> None:
    """Create the jackpot NAME.

    What regulation fixes is filled in for today."""
    from pitboss.house.jackpots import controls_on
    from pitboss.jackpots import AwardOrder, JackpotConfig, Kind
    from pitboss.jackpots.model import PlayersKnown
    from pitboss.ledger.days import gambling_day

    if bool(meters) == bool(house):
        raise BadInput(
            "A jackpot is a progressive or a house jackpot.",
            clause="JP-05",
            accepted="either --meters or --house",
        )
    config = JackpotConfig(
        id=name,
        kind=Kind.HOUSE if house else Kind.PROGRESSIVE,
        game=game,
        pay_table=pay_table,
        wager_cents=parse_dollars(bet),
        controls=controls_on(
            gambling_day(act.store).of(act.store.clock()),
            executive_from_cents=parse_dollars(executive_from),
            executive_hands=executive_hand,
            award_order=AwardOrder(order),
            second_progressive_confirmed=second_progressive_confirmed,
            malfunction_days=malfunction_days,
            players=PlayersKnown(players),
        ),
        location=location,
        meters=dict(meter_settings(text) for text in meters),
        configured=dict(meter_settings(text) for text in delivered),
        posted_cents=dict(posted(text) for text in house),
        notices=notice,
    )
    receipt = act.desk.create(config, act.by, key=act.key)
    act.show(receipt, f"{name} created on pay table {pay_table}")
    for text in _advice(config):
        click.echo(f"advice: {text}", err=True)


def posted(text: str) -> tuple[str, int]:
    meter, colon, amount = text.rpartition(":")
    return (meter.strip() if colon else "meter"), parse_dollars(amount)


def _advice(config: JackpotConfig) -> list[str]:
    from pitboss.jackpots.arithmetic import advise

    found = advise(config.table, config.wager_cents, config.meters, config.configured)
    return [f"{one.meter}: {one.message} Better: {one.better}. [{one.clause}]" for one in found]


@table.command("add")
@click.argument("table")
@click.option("--game", type=GAME, required=True, help="The game played there.")
@click.option("--spots", type=Whole(), required=True, help="How many spots it has.")
@click.option("--decks", type=Whole(), default=1, show_default=True)
@click.option("--location", required=True, help="Where it stands.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="An option such as folded_jackpot=lost."
)
@acting()
def add_table(
    act: Acting, table: str, game: str, spots: int, decks: int, location: str, settings: tuple[str, ...]
) -> None:
    """Make TABLE known to the jackpot system."""
    options = parse_settings(settings)
    receipt = act.desk.add_table(
        table, game, act.by, spots=spots, decks=decks, location=location, options=options, key=act.key
    )
    act.show(receipt, f"{table} added")


@table.command("edit")
@click.argument("table")
@click.option("--spots", type=Whole(), help="How many spots it has now.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="An option; the others stay.")
@why_option
@acting(two=True)
def edit_table(act: Acting, table: str, spots: int | None, settings: tuple[str, ...], why: str) -> None:
    """Change spots or options of TABLE; two people sign.

    Between two games only."""
    desk = act.desk
    known = desk.table(table)
    options = {**known.options, **parse_settings(settings)}
    wanted = known.spots if spots is None else spots
    receipt = desk.edit_table(table, wanted, options, act.by, act.second, why, key=act.key)
    act.show(receipt, f"{table} changed")


@table.command()
@click.argument("name")
@click.argument("table")
@click.option("--pay-table", required=True, help="As printed for the table's own game.")
@click.option("--sensor", default="jackpot", show_default=True, help="jackpot or second-jackpot.")
@acting()
def link(act: Acting, name: str, table: str, pay_table: str, sensor: str) -> None:
    """Put the jackpot NAME on TABLE.

    On a second table that is a link, with its checks."""
    from pitboss.jackpots.events import TableLinked
    from pitboss.ledger.unit import read_event

    receipt = act.desk.link(name, table, pay_table, act.by, sensor=sensor, key=act.key)
    act.show(receipt, f"{name} is on {', '.join(read_event(TableLinked, receipt).tables)}")


@table.command()
@click.argument("name")
@click.argument("table")
@acting(two=True)
def unlink(act: Acting, name: str, table: str) -> None:
    """Take NAME off TABLE; while it runs, two people sign."""
    act.show(act.desk.unlink(name, table, act.by, act.second, key=act.key), f"{name} is off {table}")


@jackpot.command()
@click.argument("name")
@acting()
def start(act: Acting, name: str) -> None:
    """Open NAME for wagers; a progressive's meters get their seeds."""
    from pitboss.jackpots.events import JackpotStarted
    from pitboss.ledger.unit import read_event

    receipt = act.desk.start(name, act.by, key=act.key)
    after = read_event(JackpotStarted, receipt).after
    shown = ", ".join(f"{meter} {dollars(cents)}" for meter, cents in after.items())
    act.show(receipt, f"{name} runs: {shown}")


@settings.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@meter_option
@why_option
@acting(two=True)
def post(act: Acting, name: str, amount: str, meter: str, why: str) -> None:
    """Set the posted amount of a house jackpot; two people sign."""
    from pitboss.jackpots.events import AmountPosted
    from pitboss.ledger.unit import read_event

    receipt = act.desk.post_amount(
        name, parse_dollars(amount), act.by, act.second, why, meter=meter, key=act.key
    )
    act.show(receipt, f"{name} shows {dollars(read_event(AmountPosted, receipt).after)}")


@settings.command()
@click.argument("name")
@click.option("--notice", "notices", multiple=True, required=True, help="A notice; give all of them.")
@why_option
@acting(two=True)
def notices(act: Acting, name: str, notices: tuple[str, ...], why: str) -> None:
    """Post other notices for a house jackpot; two people sign."""
    act.show(
        act.desk.set_notices(name, notices, act.by, act.second, why, key=act.key), f"{name} has new notices"
    )


@settings.command()
@click.argument("name")
@click.option(
    "--executive-from", metavar="DOLLARS", help="From this prize on the executive's card is needed."
)
@click.option("--executive-hand", multiple=True, help="A line that always needs it; give all of them.")
@click.option("--order", type=click.Choice(["right-first", "left-first"]), help="Who is paid first.")
@click.option("--malfunction-days", type=Whole(1), help="Days to report a malfunction.")
@click.option(
    "--players-known",
    "players",
    type=KNOWN,
    help="Whether players are known by name, or by their accounts only.",
)
@why_option
@acting(two=True)
def controls(
    act: Acting,
    name: str,
    executive_from: str | None,
    executive_hand: tuple[str, ...],
    order: str | None,
    malfunction_days: int | None,
    players: str | None,
    why: str,
) -> None:
    """Change the house's own controls of NAME; two people sign."""
    from dataclasses import replace

    from pitboss.jackpots import AwardOrder
    from pitboss.jackpots.model import PlayersKnown

    desk = act.desk
    changed = desk.jackpot(name).controls
    if executive_from is not None:
        changed = replace(changed, executive_from_cents=parse_dollars(executive_from))
    if executive_hand:
        changed = replace(changed, executive_hands=executive_hand)
    if order is not None:
        changed = replace(changed, award_order=AwardOrder(order))
    if malfunction_days is not None:
        changed = replace(changed, malfunction_days=malfunction_days)
    if players is not None:
        changed = replace(changed, players=PlayersKnown(players))
    act.show(
        desk.set_controls(name, changed, act.by, act.second, why, key=act.key), f"{name} has new controls"
    )


def _before_after(change: ChangeProposed | ChangeApproved) -> str:
    return f"\n  before: {change.before}\n  after:  {change.after}\n"


@settings.command()
@click.argument("name")
@click.argument("settings", metavar="SETTINGS")
@why_option
@acting()
def propose(act: Acting, name: str, settings: str, why: str) -> None:
    """Propose other settings of a meter.

    Such as 'contribution=15%'; what is not named stays."""
    from pitboss.jackpots.events import ChangeProposed
    from pitboss.ledger.unit import read_event

    meter, change = change_of(settings)
    receipt = act.desk.propose(name, change, act.by, why, meter=meter, key=act.key)
    text = f"a change of {name}'s {meter} is proposed; a second person approves it"
    act.show(receipt, text + _before_after(read_event(ChangeProposed, receipt)))


@settings.command()
@click.argument("name")
@meter_option
@acting()
def approve(act: Acting, name: str, meter: str) -> None:
    """Approve a proposed change.

    On a running jackpot it waits for the next reset."""
    from pitboss.jackpots.events import ChangeApproved
    from pitboss.ledger.unit import read_event

    receipt = act.desk.approve(name, act.by, meter=meter, key=act.key)
    change = read_event(ChangeApproved, receipt)
    when = "waits for the reset" if change.waits_for_reset else "is in use"
    act.show(receipt, f"the change of {name}'s {meter} {when}" + _before_after(change))


@settings.command()
@click.argument("name")
@meter_option
@why_option
@acting()
def decline(act: Acting, name: str, meter: str, why: str) -> None:
    """Take a proposal off the table."""
    receipt = act.desk.decline(name, act.by, why, meter=meter, key=act.key)
    act.show(receipt, f"the change of {name}'s {meter} is declined")


@jackpot.command()
@click.argument("name")
@click.option("--into", help="The progressive that takes the players' money.")
@click.option("--distribution", help="Or to whom else it goes, and how, in words.")
@click.option(
    "--approval",
    metavar="REFERENCE",
    help="The Commission's approval: for a distribution, and for a progressive of another game or pay table.",
)
@acting(two=True)
def retire(act: Acting, name: str, into: str | None, distribution: str | None, approval: str | None) -> None:
    """Close NAME for good; two people sign.

    The players' money moves on."""
    from pitboss.jackpots.events import JackpotRetired
    from pitboss.ledger.unit import read_event

    receipt = act.desk.retire(
        name, act.by, act.second, into=into, distribution=distribution, approval=approval, key=act.key
    )
    done = read_event(JackpotRetired, receipt)
    how = f"to be paid as {done.award}" if done.award else "moved on"
    act.show(receipt, f"{name} is retired; {dollars(done.moved_cents)} {how}")


@jackpot.command("list")
@reading
def list_jackpots(url: str, as_json: bool) -> None:
    """All jackpots with their meters."""
    from pitboss.core.codec import encode

    with desk_at(url) as desk:
        shapes = [
            {
                "jackpot": found.id,
                "kind": found.kind.value,
                "status": found.status.value,
                "tables": list(found.tables),
                "meters": {name: encode(shown) for name, shown in desk.meters(found.id).items()},
            }
            for found in desk.jackpots().values()
        ]
    if as_json:
        print_json({"jackpots": shapes})
        return
    from pitboss.cli.show import console, table

    rows = table("Jackpots", "jackpot", "kind", "status", "meters", "tables", wrap=("tables",))
    for shape in shapes:
        meters: dict[str, dict[str, int]] = shape["meters"]  # type: ignore[assignment]
        shown = ", ".join(f"{name} {dollars(meter['display_cents'])}" for name, meter in meters.items())
        rows.add_row(
            *(str(shape[name]) for name in ("jackpot", "kind", "status")), shown, ", ".join(shape["tables"])
        )
    console.print(rows)


@jackpot.command()
@click.argument("name")
@click.option("--events", type=Whole(0), default=20, show_default=True, help="How many of the latest acts.")
@reading
def show(name: str, events: int, url: str, as_json: bool) -> None:
    """NAME now: meters, funds, claims, and who did what."""
    from pitboss.jackpots.statement import report as make

    with desk_at(url) as desk:
        found = make(desk, name, events=events)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(found.text(), nl=False)


# The players' money in its account, and what stops a jackpot or is to be reported.


@money.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@acting()
def deposit(act: Acting, name: str, amount: str) -> None:
    """Put players' money into the account, at most what is owed."""
    from pitboss.jackpots.events import FundsDeposited
    from pitboss.ledger.unit import read_event

    receipt = act.desk.deposit(name, parse_dollars(amount), act.by, key=act.key)
    held = read_event(FundsDeposited, receipt)
    act.show(receipt, f"{dollars(held.deposited_cents)} of {dollars(held.owed_cents)} deposited")


@money.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@why_option
@acting(two=True)
def withdraw(act: Acting, name: str, amount: str, why: str) -> None:
    """Take back what is held above what is owed; two people sign."""
    from pitboss.jackpots.events import FundsWithdrawn
    from pitboss.ledger.unit import read_event

    receipt = act.desk.withdraw(name, parse_dollars(amount), act.by, act.second, why, key=act.key)
    held = read_event(FundsWithdrawn, receipt)
    act.show(receipt, f"{dollars(held.deposited_cents)} of {dollars(held.owed_cents)} stay deposited")


@money.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("found", metavar="DOLLARS")
@acting(two=True)
def count(act: Acting, name: str, found: str) -> None:
    """Compare the account's statement with what is owed.

    A shortfall suspends the wager. The count that lifts a shortfall is signed by two people."""
    from pitboss.jackpots.events import FundsCounted
    from pitboss.ledger.unit import read_event

    receipt = act.desk.count_funds(name, parse_dollars(found), act.by, act.second, key=act.key)
    facts = read_event(FundsCounted, receipt)
    text = f"shortfall {dollars(facts.shortfall_cents)} of {dollars(facts.owed_cents or 0)} owed"
    act.show(receipt, text)


@jackpot.command()
@click.argument("name")
@why_option
@acting()
def suspend(act: Acting, name: str, why: str) -> None:
    """Stop the wagers on NAME."""
    act.show(act.desk.suspend(name, why, act.by, key=act.key), f"{name} is suspended")


@jackpot.command()
@click.argument("name")
@click.option("--reference", required=True, help="Letter or number under which it was reported.")
@acting()
def reported(act: Acting, name: str, reference: str) -> None:
    """The malfunctions of NAME have been reported."""
    from pitboss.jackpots.events import MalfunctionsReported
    from pitboss.ledger.unit import read_event

    receipt = act.desk.malfunction_reported(name, reference, act.by, key=act.key)
    act.show(receipt, f"{name}: {len(read_event(MalfunctionsReported, receipt).due)} reported")


@jackpot.command()
@click.argument("name")
@acting()
def resume(act: Acting, name: str) -> None:
    """Lift what people have suspended NAME for.

    A shortfall goes by a count only."""
    desk = act.desk
    receipt = desk.resume(name, act.by, key=act.key)
    still = desk.jackpot(name).suspended_for
    act.show(receipt, f"{name} stays suspended ({still})" if still else f"{name} runs again")


# `pitboss jackpot roles`: who may do what, and what takes two people.


@jackpot.command()
@json_option
def roles(as_json: bool) -> None:
    """Who may do what, and what takes a second person."""
    from pitboss.people.person import Role
    from pitboss.people.rights import ACTS

    people = {
        act: [role.value for role in rule.roles if role is not Role.HOUSE] for act, rule in ACTS.items()
    }
    if as_json:
        shapes = [
            {
                "act": act.value,
                "does": rule.does,
                "roles": people[act],
                "second": [role.value for role in rule.second],
                "apart": [other.value for other in rule.apart],
                "clause": rule.clause,
            }
            for act, rule in ACTS.items()
        ]
        print_json({"acts": shapes})
        return
    from pitboss.cli.show import console, table

    rows = table(
        "Who may do what", "act", "who", "second person", "not who did", "clause", "what", wrap=("what",)
    )
    for act, rule in ACTS.items():
        second = ", ".join(rule.second) or "-"
        others = ", ".join(rule.apart) or "-"
        rows.add_row(act.value, ", ".join(people[act]), second, others, rule.clause, rule.does)
    console.print(rows)


# `pitboss jackpot statement`: what a jackpot took in, paid and holds between two gambling days.


@jackpot.command()
@click.argument("name")
@day_option("The first gambling day", "--from", "first")
@day_option("The last gambling day", "--to", "last", usual="the first without it")
@output_option("An HTML page to print.")
@reading
def statement(
    name: str, first: date | None, last: date | None, output: Path | None, url: str, as_json: bool
) -> None:
    """What NAME took in, paid and holds between two gambling days.

    Openings, contributions, seeds, awards, adjustments, closings, and what is owed."""
    from pitboss.jackpots.statement import statement_between
    from pitboss.ledger.days import gambling_day

    with desk_at(url) as desk:
        days = gambling_day(desk.store)
        begin = first or days.of(desk.store.clock())
        end = last or begin
        if end < begin:
            raise BadInput(f"{end} is before {begin}.", accepted="--to on or after --from")
        made = statement_between(desk, name, begin, end, days.bounds(begin, end))
    if output is not None:
        save(output, made.html())
    if as_json:
        print_json(made.to_json())
    elif output is None:
        click.echo(made.text(), nl=False)
