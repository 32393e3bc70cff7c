"""Malfunctions that still have to be reported: by when, and with which reference it was done.

The number of days is the house's own, from its internal controls; without one nothing is asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pitboss.errors import IllegalAction
from pitboss.jackpot.entries import MalfunctionsReported, of_jackpot
from pitboss.jackpot.records import Jackpot, Malfunction, Signature
from pitboss.jackpot.state import load, save
from pitboss.money import Cents
from pitboss.people.acts import Act, allow
from pitboss.people.person import Person
from pitboss.store import Unit
from pitboss.store.days import gambling_day
from pitboss.words import said


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
