"""The players' money: deposited in an account of its own, counted; no wagers while some of it is missing."""

from __future__ import annotations

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books
from pitboss.jackpot.model import Status
from pitboss.jackpot.state import Jackpot, Json, load, record, save
from pitboss.money import Cents, dollars
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Unit


def deposit(unit: Unit, jackpot_id: str, cents: Cents, actor: Person, now_us: int) -> None:
    """Put players' money into the jackpot's own account."""
    jackpot = load(unit, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"The money of {jackpot_id} is the house's until won.", clause="JP-08")
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="a deposit", clause="HR-10")
    if cents <= 0:
        raise BadInput("A deposit is more than nothing.", clause="HR-10", accepted="an amount")
    bank = books.of(jackpot_id, "bank")
    payload: Json = {"cents": cents}
    record(unit, "deposit", jackpot_id, actor, payload)
    unit.transfer_cents(bank, books.CASH, cents, "deposit")
    owed = books.owed(unit, jackpot_id, jackpot.meters)
    payload["owed_cents"] = -(-owed // UNIT_PER_CENT)
    payload["deposited_cents"] = unit.account(bank).debit_balance // UNIT_PER_CENT
    if unit.account(bank).debit_balance >= owed:
        jackpot.data["covered_us"] = now_us
        save(unit, jackpot)


def count_funds(unit: Unit, jackpot_id: str, found_cents: Cents, actor: Person) -> None:
    """Compare the account's statement with the books: a shortfall suspends the wager, agreement lifts it."""
    actor.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="HR-10", act="reconcile the account")
    jackpot = load(unit, jackpot_id)
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="a count", clause="HR-10")
    booked = unit.account(books.of(jackpot_id, "bank")).debit_balance // UNIT_PER_CENT
    short = max(0, booked - found_cents)
    payload = {"found_cents": found_cents, "booked_cents": booked, "shortfall_cents": short}
    record(unit, "count-funds", jackpot_id, actor, payload)
    if short:
        _suspend(jackpot, f"shortfall of {dollars(short)}")
    elif str(jackpot.data["suspended_for"] or "").startswith("shortfall"):
        jackpot.data.update(status=Status.RUNNING.value, suspended_for=None)
    save(unit, jackpot)


def suspend(unit: Unit, jackpot_id: str, reason: str, actor: Person) -> None:
    actor.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="HR-10", act="suspend a jackpot")
    jackpot = load(unit, jackpot_id)
    jackpot.must_be(Status.RUNNING, act="a suspension", clause="HR-10")
    if not reason.strip():
        raise BadInput("A suspension says why.", accepted="a reason in words")
    record(unit, "suspend", jackpot_id, actor, {"reason": reason.strip()})
    _suspend(jackpot, reason.strip())
    save(unit, jackpot)


def _suspend(jackpot: Jackpot, reason: str) -> None:
    jackpot.data.update(status=Status.SUSPENDED.value, suspended_for=reason)


def resume(unit: Unit, jackpot_id: str, actor: Person) -> None:
    actor.must_be(Role.EXECUTIVE, clause="HR-10", act="resume a jackpot")
    jackpot = load(unit, jackpot_id)
    jackpot.must_be(Status.SUSPENDED, act="resuming", clause="HR-10")
    if str(jackpot.data["suspended_for"]).startswith("shortfall"):
        raise IllegalAction(
            f"{jackpot_id} is suspended for a {jackpot.data['suspended_for']}.",
            clause="HR-10",
            accepted="a count of the account that shows no shortfall",
        )
    record(unit, "resume", jackpot_id, actor, {"was": jackpot.data["suspended_for"]})
    jackpot.data.update(status=Status.RUNNING.value, suspended_for=None)
    save(unit, jackpot)
