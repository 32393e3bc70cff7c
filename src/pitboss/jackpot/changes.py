"""Changes of a progressive's parameters: two people, before and after on record, at the next reset."""

from __future__ import annotations

from dataclasses import replace

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot.entries import ChangeApproved, ChangeDeclined, ChangeProposed, of_jackpot
from pitboss.jackpot.model import MeterSettings, SettingsChange, Status, check_maximum, check_rates
from pitboss.jackpot.records import Jackpot, Meter, Proposal, Signature
from pitboss.jackpot.state import load, save
from pitboss.people.acts import Act, allow, different
from pitboss.people.person import Person
from pitboss.store import Unit
from pitboss.words import said


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
