"""`pitboss jackpot`: the whole life of a jackpot on a store."""

from __future__ import annotations

import click

from pitboss.cli import print_json
from pitboss.cli.desk_options import (
    acting,
    desk_at,
    meter_option,
    person,
    reading,
    settings_of,
    show,
)
from pitboss.cli.options import json_option
from pitboss.errors import BadInput
from pitboss.money import dollars, parse_dollars

METERS = "seed=DOLLARS,contribution=18.5%,reserve=2%,maximum=DOLLARS; with several, 'mega: ...' each."


@click.group()
def jackpot() -> None:
    """Progressive and house jackpots: create, link, start, contribute, claim, confirm, adjust, report, verify."""


@jackpot.command()
@click.argument("name")
@click.option("--game", required=True, help="A game with a jackpot wager.")
@click.option("--pay-table", required=True, help="An approved jackpot pay table.")
@click.option("--wager", default="1", show_default=True, metavar="DOLLARS", help="The fixed wager.")
@click.option("--location", required=True, help="Where the tables are; links stay in one place.")
@click.option("--set", "meters", multiple=True, metavar="SETTINGS", help=f"A progressive's meter: {METERS}")
@click.option(
    "--delivered", multiple=True, metavar="SETTINGS", help="What the system came with, the same way."
)
@click.option("--house", multiple=True, metavar="[METER:]DOLLARS", help="A house jackpot's posted amount.")
@click.option("--notice", multiple=True, help="A notice posted for a house jackpot; three are needed.")
@click.option("--executive-from", default="10,000", show_default=True, metavar="DOLLARS")
@click.option("--executive-hand", multiple=True, help="A line that always needs the executive's card.")
@click.option("--order", type=click.Choice(["right-first", "left-first"]), default="right-first")
@click.option(
    "--second-progressive-confirmed", is_flag=True, help="The change proposed in 2023 is in force (HR-13)."
)
@acting
def create(
    name: str,
    game: str,
    pay_table: str,
    wager: str,
    location: str,
    meters: tuple[str, ...],
    delivered: tuple[str, ...],
    house: tuple[str, ...],
    notice: tuple[str, ...],
    executive_from: str,
    executive_hand: tuple[str, ...],
    order: str,
    second_progressive_confirmed: bool,
    url: str,
    by: str,
    key: str | None,
    as_json: bool,
) -> None:
    """Create the jackpot NAME; what regulation fixes is filled in for today."""
    from datetime import UTC, datetime

    from pitboss.house.jackpots import controls_on
    from pitboss.jackpot import AwardOrder, JackpotConfig, Kind

    if bool(meters) == bool(house):
        raise BadInput(
            "A jackpot is a progressive or a house jackpot.",
            clause="JP-05",
            accepted="either --set or --house",
        )
    config = JackpotConfig(
        id=name,
        kind=Kind.HOUSE if house else Kind.PROGRESSIVE,
        game=game,
        pay_table=pay_table,
        wager_cents=parse_dollars(wager),
        controls=controls_on(
            datetime.now(UTC).date(),
            executive_from_cents=parse_dollars(executive_from),
            executive_hands=executive_hand,
            award_order=AwardOrder(order),
            second_progressive_confirmed=second_progressive_confirmed,
        ),
        location=location,
        meters=dict(settings_of(text) for text in meters),
        configured=dict(settings_of(text) for text in delivered),
        posted_cents=dict(posted(text) for text in house),
        notices=notice,
    )
    with desk_at(url) as desk:
        receipt = desk.create(config, person(by), key=key)
    show(receipt, as_json, f"{name} created on pay table {pay_table}")
    for text in _advice(config):
        click.echo(f"advice: {text}", err=True)


def posted(text: str) -> tuple[str, int]:
    meter, colon, amount = text.rpartition(":")
    return (meter.strip() if colon else "meter"), parse_dollars(amount)


def _advice(config: object) -> list[str]:
    from pitboss.jackpot import JackpotConfig
    from pitboss.jackpot.advice import advise

    assert isinstance(config, JackpotConfig)
    found = advise(config.table, config.wager_cents, config.meters, config.configured)
    return [f"{one.meter}: {one.message} Better: {one.better}. [{one.clause}]" for one in found]


@jackpot.command("add-table")
@click.argument("table")
@click.option("--game", required=True)
@click.option("--spots", type=int, required=True)
@click.option("--decks", type=int, default=1, show_default=True)
@click.option("--location", required=True)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="An option such as folded_jackpot=lost."
)
@acting
def add_table(
    table: str,
    game: str,
    spots: int,
    decks: int,
    location: str,
    settings: tuple[str, ...],
    url: str,
    by: str,
    key: str | None,
    as_json: bool,
) -> None:
    """Make a table known to the jackpot system."""
    from pitboss.cli.options import parse_settings

    with desk_at(url) as desk:
        receipt = desk.add_table(
            table,
            game,
            person(by),
            spots=spots,
            decks=decks,
            location=location,
            options=parse_settings(settings),
            key=key,
        )
    show(receipt, as_json, f"{table} added")


@jackpot.command()
@click.argument("name")
@click.argument("table")
@click.option("--pay-table", required=True, help="As printed for the table's own game.")
@click.option("--sensor", default="jackpot", show_default=True, help="jackpot or second-jackpot.")
@acting
def link(
    name: str, table: str, pay_table: str, sensor: str, url: str, by: str, key: str | None, as_json: bool
) -> None:
    """Put the jackpot NAME on TABLE; on a second table that is a link, with its checks."""
    with desk_at(url) as desk:
        receipt = desk.link(name, table, pay_table, person(by), sensor=sensor, key=key)
    show(receipt, as_json, f"{name} is on {', '.join(receipt.payload['tables'])}")


@jackpot.command()
@click.argument("name")
@click.argument("table")
@acting
def unlink(name: str, table: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Take the jackpot NAME off TABLE."""
    with desk_at(url) as desk:
        receipt = desk.unlink(name, table, person(by), key=key)
    show(receipt, as_json, f"{name} is off {table}")


@jackpot.command()
@click.argument("name")
@acting
def start(name: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Open NAME for wagers; a progressive's meters get their seeds."""
    with desk_at(url) as desk:
        receipt = desk.start(name, person(by), key=key)
    shown = ", ".join(f"{meter} {dollars(cents)}" for meter, cents in receipt.payload["after"].items())
    show(receipt, as_json, f"{name} runs: {shown}")


@jackpot.command()
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@meter_option
@acting
def post(name: str, amount: str, meter: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Set the posted amount of a house jackpot."""
    with desk_at(url) as desk:
        receipt = desk.post_amount(name, parse_dollars(amount), person(by), meter=meter, key=key)
    show(receipt, as_json, f"{name} shows {dollars(receipt.payload['after'])}")


@jackpot.command()
@click.argument("name")
@click.argument("settings", metavar="SETTINGS")
@acting
def propose(name: str, settings: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Propose other settings of a meter, such as 'seed=20000,contribution=15%,reserve=2%'."""
    meter, wanted = settings_of(settings)
    with desk_at(url) as desk:
        receipt = desk.propose(name, wanted, person(by), meter=meter, key=key)
    show(receipt, as_json, f"a change of {name}'s {meter} is proposed; a second person approves it")


@jackpot.command()
@click.argument("name")
@meter_option
@acting
def approve(name: str, meter: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Approve a proposed change; on a running jackpot it waits for the next reset."""
    with desk_at(url) as desk:
        receipt = desk.approve(name, person(by), meter=meter, key=key)
    when = "waits for the reset" if receipt.payload["waits_for_reset"] else "is in use"
    show(receipt, as_json, f"the change of {name}'s {meter} {when}")


@jackpot.command()
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@acting
def deposit(name: str, amount: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Put players' money into the jackpot's own account."""
    with desk_at(url) as desk:
        receipt = desk.deposit(name, parse_dollars(amount), person(by), key=key)
    held = receipt.payload
    text = f"{dollars(held['deposited_cents'])} of {dollars(held['owed_cents'])} deposited"
    show(receipt, as_json, text)


@jackpot.command()
@click.argument("name")
@click.argument("found", metavar="DOLLARS")
@acting
def count(name: str, found: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Compare the account's statement with the books; a shortfall suspends the wager."""
    with desk_at(url) as desk:
        receipt = desk.count_funds(name, parse_dollars(found), person(by), key=key)
    show(receipt, as_json, f"shortfall {dollars(receipt.payload['shortfall_cents'])}")


@jackpot.command()
@click.argument("name")
@click.argument("reason")
@acting
def suspend(name: str, reason: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Stop the wagers on NAME."""
    with desk_at(url) as desk:
        receipt = desk.suspend(name, reason, person(by), key=key)
    show(receipt, as_json, f"{name} is suspended")


@jackpot.command()
@click.argument("name")
@acting
def resume(name: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Take wagers on NAME again."""
    with desk_at(url) as desk:
        receipt = desk.resume(name, person(by), key=key)
    show(receipt, as_json, f"{name} runs again")


@jackpot.command()
@click.argument("name")
@click.option("--second", required=True, metavar="NAME:ROLE", help="The second person who signs.")
@click.option("--into", help="The progressive that takes the players' money.")
@acting
def retire(
    name: str, second: str, into: str | None, url: str, by: str, key: str | None, as_json: bool
) -> None:
    """Close NAME for good; the players' money moves on."""
    with desk_at(url) as desk:
        receipt = desk.retire(name, person(by), person(second), into=into, key=key)
    show(receipt, as_json, f"{name} is retired; {dollars(receipt.payload['moved_cents'])} moved on")


@jackpot.command("list")
@reading
def list_jackpots(url: str, as_json: bool) -> None:
    """All jackpots with their meters."""
    with desk_at(url) as desk:
        shapes = [
            {
                "jackpot": found.id,
                "kind": found.kind.value,
                "status": found.status.value,
                "tables": list(found.data["tables"]),
                "meters": desk.meters(found.id),
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
@click.option("--events", default=20, show_default=True, help="How many of the latest acts.")
@reading
def report(name: str, events: int, url: str, as_json: bool) -> None:
    """The statement of NAME: meters line by line, funds, claims, and who did what."""
    from pitboss.jackpot.report import report as make
    from pitboss.jackpot.report import report_text

    with desk_at(url) as desk:
        shape = make(desk, name, events=events)
    if as_json:
        print_json(shape)
    else:
        click.echo(report_text(shape), nl=False)


@jackpot.command()
@click.option("--head", help="A head written down earlier, NUMBER:HASH.")
@click.option("--store", "url", envvar="PITBOSS_STORE", required=True, metavar="URL")
@json_option
@click.pass_context
def verify(context: click.Context, head: str | None, url: str, as_json: bool) -> int:
    """Verify the whole store, as `pitboss verify URL` does."""
    from pitboss.cli.store import verify as whole

    code: int = context.invoke(whole, url=url, head=head, as_json=as_json)
    return code
