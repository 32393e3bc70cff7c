"""The players' money: deposited in an account of its own, counted; no wagers while some of it is missing.
And malfunctions."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pitboss.core.arguments import said
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots import postings
from pitboss.jackpots.documents import Jackpot, Malfunction, Signature, Suspension, load, save
from pitboss.jackpots.events import (
    FundsCounted,
    FundsDeposited,
    FundsWithdrawn,
    JackpotResumed,
    JackpotSuspended,
    MalfunctionsReported,
    of_jackpot,
)
from pitboss.jackpots.model import Status
from pitboss.ledger import UNIT_PER_CENT, Unit
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow


def owed_cents(unit: Unit, jackpot: Jackpot) -> Cents:
    """A part of a cent is owed as a cent."""
    return -(-postings.owed(unit, jackpot) // UNIT_PER_CENT)


def bank_cents(unit: Unit, jackpot: Jackpot) -> Cents:
    return postings.in_bank(unit, jackpot.id) // UNIT_PER_CENT


def note_cover(unit: Unit, jackpot: Jackpot, now_us: int) -> bool:
    """The week for the next deposit begins when the account last held all that is owed (HR-10): looked at after what
    covers it, and before what makes more of it owed. Returns whether it does."""
    covered = jackpot.progressive and bank_cents(unit, jackpot) >= owed_cents(unit, jackpot)
    if covered:
        save(unit, replace(load(unit.get, jackpot.id), covered_us=now_us))
    return covered


def deposit(unit: Unit, jackpot_id: str, cents: Cents, by: Person, now_us: int) -> None:
    """Put players' money into the jackpot's own account: at most what is owed (JP-33)."""
    allow(Act.DEPOSIT, by)
    jackpot = _with_funds(unit, jackpot_id, "a deposit")
    if cents <= 0:
        raise BadInput("A deposit is more than nothing.", clause="HR-10", accepted="an amount")
    missing = owed_cents(unit, jackpot) - bank_cents(unit, jackpot)
    if cents > missing:
        raise IllegalAction(
            f"{dollars(max(0, missing))} of {jackpot_id}'s money is not in its account yet.",
            clause="JP-33",
            accepted=f"at most {dollars(missing)}" if missing > 0 else "no deposit",
        )
    begun = of_jackpot(unit, jackpot_id, by, FundsDeposited(cents))
    unit.transfer_cents(postings.of(jackpot_id, "bank"), postings.CASH, cents, "deposit")
    owed, bank = _standing(unit, jackpot)
    begun.amend(replace(begun.says, owed_cents=owed, deposited_cents=bank))
    note_cover(unit, jackpot, now_us)


def withdraw(unit: Unit, jackpot_id: str, cents: Cents, by: Person, second: Person | None, why: str) -> None:
    """The way back: what the account holds above what is owed goes to the house (JP-33)."""
    allow(Act.WITHDRAW, by, second)
    jackpot = _with_funds(unit, jackpot_id, "a withdrawal", Status.RETIRED)
    spare = bank_cents(unit, jackpot) - owed_cents(unit, jackpot)
    why = said(why, "A withdrawal", "JP-33")
    if not 0 < cents <= spare:
        raise IllegalAction(
            f"{jackpot_id}'s account holds {dollars(max(0, spare))} more than is owed.",
            clause="JP-33",
            accepted=f"at most {dollars(spare)}" if spare > 0 else "no withdrawal",
        )
    begun = of_jackpot(unit, jackpot_id, by, FundsWithdrawn(cents, str(second), why))
    unit.transfer_cents(postings.CASH, postings.of(jackpot_id, "bank"), cents, "withdrawal")
    owed, bank = _standing(unit, jackpot)
    begun.amend(replace(begun.says, owed_cents=owed, deposited_cents=bank))


def _standing(unit: Unit, jackpot: Jackpot) -> tuple[Cents, Cents]:
    """What is owed, and what of it is in the account."""
    return owed_cents(unit, jackpot), bank_cents(unit, jackpot)


def _with_funds(unit: Unit, jackpot_id: str, act: str, *also: Status) -> Jackpot:
    jackpot = load(unit.get, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"The money of {jackpot_id} is the house's until won.", clause="JP-08")
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, *also, act=act, clause="HR-10")
    return jackpot


def count_funds(
    unit: Unit, jackpot_id: str, found_cents: Cents, by: Person, now_us: int, second: Person | None = None
) -> None:
    """Compare the account's statement with what is owed: a shortfall suspends the wager, cover lifts that
    suspension and no other, when two people have seen it (HR-10). Nobody's word puts money there that no deposit has
    brought."""
    allow(Act.COUNT_FUNDS, by)
    jackpot = _with_funds(unit, jackpot_id, "a count")
    if found_cents < 0:
        raise BadInput("An account holds nothing or more.", clause="HR-10", accepted="the statement's amount")
    owed, booked = _standing(unit, jackpot)
    if found_cents > booked:
        raise IllegalAction(
            f"The books have {dollars(booked)} in {jackpot_id}'s account; {dollars(found_cents)} are "
            f"{dollars(found_cents - booked)} more.",
            clause="HR-10",
            accepted=f"a deposit on record first, or at most {dollars(booked)}",
        )
    short = max(0, owed - found_cents)
    lifts = not short and any(one.shortfall for one in jackpot.suspensions)
    if lifts:
        allow(Act.LIFT_SHORTFALL, by, second)
    seconded = str(second) if second else None
    says = FundsCounted(found_cents, booked, short, owed, found_cents - booked, seconded)
    of_jackpot(unit, jackpot_id, by, says)
    others = tuple(one for one in jackpot.suspensions if not one.shortfall)
    if short:
        reason = f"shortfall of {dollars(short)}"
        others += (Suspension(reason, Signature.of(by, now_us), shortfall=True),)
    save(unit, suspended(jackpot, others))


def suspended(jackpot: Jackpot, suspensions: tuple[Suspension, ...]) -> Jackpot:
    status = Status.SUSPENDED if suspensions else Status.RUNNING
    return replace(jackpot, suspensions=suspensions, status=status)


def suspend(unit: Unit, jackpot_id: str, reason: str, by: Person, now_us: int) -> None:
    allow(Act.SUSPEND, by)
    jackpot = load(unit.get, jackpot_id)
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="a suspension", clause="HR-10")
    reason = said(reason, "A suspension", "HR-10")
    of_jackpot(unit, jackpot_id, by, JackpotSuspended(reason))
    entry = Suspension(reason, Signature.of(by, now_us))
    save(unit, suspended(jackpot, (*jackpot.suspensions, entry)))


def resume(unit: Unit, jackpot_id: str, by: Person) -> None:
    """Lift what people have suspended; a shortfall goes by a count only."""
    allow(Act.RESUME, by)
    jackpot = load(unit.get, jackpot_id)
    jackpot.must_be(Status.SUSPENDED, act="resuming", clause="HR-10")
    short = tuple(one for one in jackpot.suspensions if one.shortfall)
    if len(short) == len(jackpot.suspensions):
        raise IllegalAction(
            f"{jackpot_id} is suspended for a {jackpot.suspended_for}.",
            clause="HR-10",
            accepted="a count of the account that shows no shortfall",
        )
    of_jackpot(unit, jackpot_id, by, JackpotResumed(jackpot.suspended_for))
    save(unit, suspended(jackpot, short))


# Malfunctions that still have to be reported: by when, and with which reference it was done.
#
# The number of days is the house's own, from its internal controls; without one nothing is asked for.


def note_malfunction(
    unit: Unit, jackpot_id: str, meter: str, cents: Cents, by: Person, now_us: int
) -> str | None:
    """Put a corrected display on the list of what is to be reported; the day by which, where there is one."""
    jackpot: Jackpot = load(unit.get, jackpot_id)
    days = jackpot.controls.malfunction_days
    if days is None:
        return None
    due = (gambling_day(unit).of(now_us) + timedelta(days=days)).isoformat()
    entry = Malfunction(meter, cents, Signature.of(by, now_us), due)
    save(unit, replace(jackpot, malfunctions=(*jackpot.malfunctions, entry)))
    return due


def reported(unit: Unit, jackpot_id: str, reference: str, by: Person) -> None:
    """What was to be reported has been, under this reference."""
    allow(Act.REPORT_MALFUNCTION, by)
    jackpot = load(unit.get, jackpot_id)
    told = said(reference, "A report", "HR-11")
    if not jackpot.malfunctions:
        raise IllegalAction(f"No malfunction of {jackpot_id} waits to be reported.", clause="HR-11")
    due = tuple(entry.due for entry in jackpot.malfunctions)
    of_jackpot(unit, jackpot_id, by, MalfunctionsReported(told, due))
    save(unit, replace(jackpot, malfunctions=()))
