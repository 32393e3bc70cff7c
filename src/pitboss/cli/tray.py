"""`pitboss tray`: inventories with two signatures, fills, credits, and large payouts, on a room's store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option
from pitboss.errors import BadInput
from pitboss.money import Cents, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.house.tray import Inventory
    from pitboss.store import Event


store_option = click.option(
    "--store", "url", required=True, help="The room's store: sqlite:///room.db or postgresql://..."
)
key_option = click.option(
    "--key", help="Your own name for this act, such as a slip's number: a retry is done once."
)


@click.group()
def tray() -> None:
    """Tray inventories, fills, credits and large payouts (HR-14, HR-15, HR-17)."""


def _show(event: Event, text: str, as_json: bool) -> None:
    if as_json:
        print_json({"seq": event.seq, "kind": event.kind, **event.payload})
    else:
        click.echo(f"{text}   (event {event.seq})")


def _counts(pairs: tuple[str, ...]) -> dict[Cents, int]:
    counts: dict[Cents, int] = {}
    for pair in pairs:
        value, x, count = pair.partition("x")
        if not x or not count.strip().isdigit():
            raise BadInput(
                f"{pair!r} is not a count of chips.", clause="HR-17", accepted="VALUExCOUNT: $25x40"
            )
        counts[parse_dollars(value)] = int(count)
    return counts


def _inventory(counts: tuple[str, ...], signed: tuple[str, ...]) -> Inventory:
    from pitboss.house.tray import Inventory

    return Inventory(_counts(counts), signed)


def _count_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning)
    @click.argument("table")
    @click.argument("counts", nargs=-1, required=True, metavar="VALUExCOUNT...")
    @click.option("--signed", multiple=True, required=True, help="Who signs the count; twice, two people.")
    @store_option
    @key_option
    @json_option
    def command(
        table: str, counts: tuple[str, ...], signed: tuple[str, ...], url: str, key: str | None, as_json: bool
    ) -> None:
        from pitboss.house.tray import TrayDesk
        from pitboss.store import open_store

        inventory = _inventory(counts, signed)
        with open_store(url) as store:
            desk = TrayDesk(store)
            event = (desk.opener if which == "open" else desk.closer)(table, inventory, key)
        over = event.payload["over_cents"]
        found = (
            "as the ledger has it" if not over else f"{dollars(abs(over))} {'over' if over > 0 else 'short'}"
        )
        _show(event, f"{table}: {dollars(inventory.cents)} counted, {found}", as_json)

    return command


def _carry_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning)
    @click.argument("table")
    @click.argument("amount")
    @click.option("--by", required=True, help="Who carries it.")
    @click.option("--why", required=True, help="The slip or reason.")
    @store_option
    @key_option
    @json_option
    def command(table: str, amount: str, by: str, why: str, url: str, key: str | None, as_json: bool) -> None:
        from pitboss.house.tray import TrayDesk
        from pitboss.store import open_store

        cents = parse_dollars(amount)
        with open_store(url) as store:
            desk = TrayDesk(store)
            event = (desk.fill if which == "fill" else desk.credit)(table, cents, by, why, key)
        _show(event, f"{table}: {which} of {dollars(cents)}", as_json)

    return command


@click.command("payout")
@click.argument("table")
@click.argument("amount")
@click.option("--by", required=True, help="Who pays.")
@click.option("--hand", default="", help="What surveillance saw: the hand,")
@click.option("--wager", default="", help="the wager,")
@click.option("--player", default="", help="and the player.")
@click.option("--surveillance", default="", help="Who confirms it.")
@click.option("--check", "check_asked", is_flag=True, help="The winner asks for a check.")
@store_option
@key_option
@json_option
def payout(
    table: str,
    amount: str,
    by: str,
    hand: str,
    wager: str,
    player: str,
    surveillance: str,
    check_asked: bool,
    url: str,
    key: str | None,
    as_json: bool,
) -> None:
    """A large payout, with surveillance's confirmation where it needs one."""
    from pitboss.house.payouts import PayoutDesk, SurveillanceCheck
    from pitboss.store import open_store

    cents = parse_dollars(amount)
    seen = SurveillanceCheck(hand, wager, cents, player, surveillance) if surveillance else None
    with open_store(url) as store:
        event = PayoutDesk(store).pay(table, cents, by, seen, check_asked=check_asked, key=key)
    due = event.payload["check_due"]
    _show(event, f"{table}: {dollars(cents)} paid" + (f", check due {due}" if due else ""), as_json)


tray.add_command(_count_command("open", "The opener: chips counted and signed for by two people."))
tray.add_command(_count_command("close", "The closer: chips counted and signed for by two people."))
tray.add_command(_carry_command("fill", "Chips from the cage to the tray."))
tray.add_command(_carry_command("credit", "Chips from the tray to the cage."))
tray.add_command(payout)
