"""`pitboss tray`: inventories with two signatures, fills, credits, and large payouts, on a room's store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli import print_json
from pitboss.cli.desk_options import Acting, acting, signing
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.ledger import Event


@click.group()
def tray() -> None:
    """Tray inventories, fills, credits and large payouts (HR-14, HR-15, HR-17)."""


def _show(act: Acting, event: Event, text: str) -> None:
    if act.as_json:
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


def _count_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning)
    @click.argument("table")
    @click.argument("counts", nargs=-1, required=True, metavar="VALUExCOUNT...")
    @acting(two=True)
    def command(act: Acting, table: str, counts: tuple[str, ...]) -> None:
        from pitboss.chips.events import TrayCount
        from pitboss.chips.trays import Inventory, TrayDesk
        from pitboss.ledger.unit import read_event

        inventory, desk = Inventory(_counts(counts)), TrayDesk(act.store)
        book = desk.opener if which == "open" else desk.closer
        event = book(table, inventory, act.by, act.second, act.key)
        said = read_event(TrayCount, event)
        over, brought = said.over_cents, said.from_cage_cents
        found = f"{dollars(abs(over))} {'over' if over > 0 else 'short'}" if over else "as the ledger has it"
        cage = f", {dollars(brought)} of it from the cage" if brought else ""
        _show(act, event, f"{table}: {dollars(inventory.cents)} counted{cage}, {found}")

    return command


TWO = ("fill", "credit", "cash-for-chips", "wager-taken", "wager-paid")
"""what two people sign for; wagers and sales only beyond the amount that one books in a day"""


def _carry_command(which: str, meaning: str) -> click.Command:
    @click.command(which, help=meaning, context_settings={"ignore_unknown_options": True})
    @click.argument("table")
    @click.argument("amount", metavar="DOLLARS")
    @click.option("--why", required=True, help="The slip or reason.")
    @acting(two=which in TWO)
    def command(act: Acting, table: str, amount: str, why: str) -> None:
        from pitboss.chips.trays import Movement, TrayDesk

        cents, desk = parse_dollars(amount), TrayDesk(act.store)
        if which in ("fill", "credit"):
            book = desk.fill if which == "fill" else desk.credit
            event = book(table, cents, act.by, act.second, why, act.key)
        else:
            event = desk.move(table, Movement(which), cents, act.by, why, act.key, act.second)
        _show(act, event, f"{table}: {which} of {dollars(cents)}")

    return command


@click.command("payout")
@click.argument("table")
@click.argument("amount", metavar="DOLLARS")
@click.option("--hand", default="", help="What surveillance saw: the hand,")
@click.option("--wager", default="", help="the wager,")
@click.option("--player", default="", help="and the player.")
@signing("surveillance", "Who confirms it for surveillance")
@click.option("--check", "check_asked", is_flag=True, help="The winner asks for a check.")
@acting()
def payout(
    act: Acting,
    table: str,
    amount: str,
    hand: str,
    wager: str,
    player: str,
    surveillance: str | None,
    surveillance_token: Path | None,
    check_asked: bool,
) -> None:
    """A large payout from the tray, with surveillance's confirmation where it needs one."""
    from datetime import datetime

    from pitboss.chips.events import PayoutMade, SurveillanceCheck
    from pitboss.chips.payouts import PayoutDesk
    from pitboss.ledger.days import gambling_day
    from pitboss.ledger.unit import read_event

    cents = parse_dollars(amount)
    watcher = act.other(surveillance, surveillance_token)
    seen = SurveillanceCheck(hand, wager, cents, player, watcher.id) if watcher else None
    event = PayoutDesk(act.store).pay(
        table, cents, act.by, seen, watcher, check_asked=check_asked, key=act.key
    )
    due = read_event(PayoutMade, event).check_due
    until = ""
    if due:
        at_us = int(datetime.fromisoformat(due).timestamp() * 1_000_000)
        until = f", check due {gambling_day(act.store).moment(at_us)}"
    _show(act, event, f"{table}: {dollars(cents)} paid{until}")


@click.command("fund")
@click.argument("amount", metavar="DOLLARS")
@click.option("--why", required=True, help="The slip or reason.")
@acting(two=True)
def fund(act: Acting, amount: str, why: str) -> None:
    """The house's own money into the cage, from which fills are taken."""
    from pitboss.chips.trays import TrayDesk

    cents = parse_dollars(amount)
    event = TrayDesk(act.store).fund(cents, act.by, act.second, why, act.key)
    _show(act, event, f"{dollars(cents)} into the cage")


tray.add_command(fund)
tray.add_command(_count_command("open", "The opener: chips counted and signed for by two people."))
tray.add_command(_count_command("close", "The closer: chips counted and signed for by two people."))
tray.add_command(_carry_command("fill", "Chips from the cage to the tray."))
tray.add_command(_carry_command("credit", "Chips from the tray to the cage."))
tray.add_command(_carry_command("cash-for-chips", "Cash into the drop box, chips to a player."))
tray.add_command(_carry_command("wager-taken", "Chips won by the house at a table without a room's books."))
tray.add_command(_carry_command("wager-paid", "Chips paid to players at such a table."))
tray.add_command(payout)
