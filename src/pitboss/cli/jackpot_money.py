"""`pitboss jackpot`: the players' money in its account, and what stops a jackpot or is to be reported."""

from __future__ import annotations

import click

from pitboss.cli.desk_options import Acting, acting
from pitboss.cli.jackpot import AMOUNTS, jackpot, why_option
from pitboss.money import dollars, parse_dollars


@jackpot.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@acting()
def deposit(act: Acting, name: str, amount: str) -> None:
    """Put players' money into the jackpot's own account: at most what is owed."""
    from pitboss.jackpot.entries import FundsDeposited
    from pitboss.store.entries import read_event

    receipt = act.desk.deposit(name, parse_dollars(amount), act.by, key=act.key)
    held = read_event(FundsDeposited, receipt)
    act.show(receipt, f"{dollars(held.deposited_cents)} of {dollars(held.owed_cents)} deposited")


@jackpot.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("amount", metavar="DOLLARS")
@why_option
@acting(two=True)
def withdraw(act: Acting, name: str, amount: str, why: str) -> None:
    """Take back what the account holds above what is owed; two people sign."""
    from pitboss.jackpot.entries import FundsWithdrawn
    from pitboss.store.entries import read_event

    receipt = act.desk.withdraw(name, parse_dollars(amount), act.by, act.second, why, key=act.key)
    held = read_event(FundsWithdrawn, receipt)
    act.show(receipt, f"{dollars(held.deposited_cents)} of {dollars(held.owed_cents)} stay deposited")


@jackpot.command(context_settings=AMOUNTS)
@click.argument("name")
@click.argument("found", metavar="DOLLARS")
@acting(two=True)
def count(act: Acting, name: str, found: str) -> None:
    """Compare the account's statement with what is owed; a shortfall suspends the wager.

    The count that lifts a shortfall is signed by two people."""
    from pitboss.jackpot.entries import FundsCounted
    from pitboss.store.entries import read_event

    receipt = act.desk.count_funds(name, parse_dollars(found), act.by, act.second, key=act.key)
    facts = read_event(FundsCounted, receipt)
    text = f"shortfall {dollars(facts.shortfall_cents)} of {dollars(facts.owed_cents or 0)} owed"
    act.show(receipt, text)


@jackpot.command()
@click.argument("name")
@click.argument("reason")
@acting()
def suspend(act: Acting, name: str, reason: str) -> None:
    """Stop the wagers on NAME."""
    act.show(act.desk.suspend(name, reason, act.by, key=act.key), f"{name} is suspended")


@jackpot.command()
@click.argument("name")
@click.option("--reference", required=True, help="Letter or number under which it was reported.")
@acting()
def reported(act: Acting, name: str, reference: str) -> None:
    """The malfunctions of NAME have been reported."""
    from pitboss.jackpot.entries import MalfunctionsReported
    from pitboss.store.entries import read_event

    receipt = act.desk.malfunction_reported(name, reference, act.by, key=act.key)
    act.show(receipt, f"{name}: {len(read_event(MalfunctionsReported, receipt).due)} reported")


@jackpot.command()
@click.argument("name")
@acting()
def resume(act: Acting, name: str) -> None:
    """Lift what people have suspended NAME for; a shortfall goes by a count only."""
    desk = act.desk
    receipt = desk.resume(name, act.by, key=act.key)
    still = desk.jackpot(name).suspended_for
    act.show(receipt, f"{name} stays suspended ({still})" if still else f"{name} runs again")
