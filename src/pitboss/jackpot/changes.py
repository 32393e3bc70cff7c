"""Changes of a progressive's parameters: two people, before and after on record, at the next reset."""

from __future__ import annotations

from pitboss.errors import IllegalAction
from pitboss.jackpot import books
from pitboss.jackpot.model import MeterSettings, Status, check_maximum, check_rates
from pitboss.jackpot.state import Jackpot, Json, load, record, save
from pitboss.money import dollars
from pitboss.people.person import Person, Role
from pitboss.store import Unit


def propose(unit: Unit, jackpot_id: str, meter: str, settings: MeterSettings, actor: Person) -> None:
    """First of the two people: what a meter's settings shall be after the next reset."""
    actor.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="HR-18", act="propose a change")
    jackpot = _changeable(unit, jackpot_id)
    state = jackpot.meter(meter)
    _check_change(unit, jackpot, meter, settings)
    state["proposed"] = {"settings": settings.to_json(), "proposed_by": str(actor), "name": actor.name}
    record(unit, "change-proposed", jackpot_id, actor, _difference(meter, state, settings.to_json()))
    save(unit, jackpot)


def approve(unit: Unit, jackpot_id: str, meter: str, actor: Person) -> None:
    """The second person. The change waits for the reset; on a jackpot not yet started it is made at once."""
    actor.must_be(Role.EXECUTIVE, clause="HR-18", act="approve a change")
    jackpot = _changeable(unit, jackpot_id)
    state = jackpot.meter(meter)
    proposed = state["proposed"]
    if proposed is None:
        raise IllegalAction(f"No change of {meter} is proposed.", clause="HR-18", accepted="a proposal first")
    if proposed["name"] == actor.name:
        raise IllegalAction(
            f"{actor.name} proposed this change.", clause="HR-18", accepted="another person's approval"
        )
    _check_change(unit, jackpot, meter, MeterSettings.from_json(proposed["settings"]))
    payload = _difference(meter, state, proposed["settings"])
    payload["proposed_by"] = proposed["proposed_by"]
    waits = jackpot.status is not Status.CREATED
    record(unit, "change-approved", jackpot_id, actor, {**payload, "waits_for_reset": waits})
    if waits:
        signed = {"proposed_by": proposed["proposed_by"], "approved_by": str(actor)}
        state["waiting"] = {"settings": proposed["settings"], **signed}
    else:
        state["in_use"] = proposed["settings"]
    state["proposed"] = None
    save(unit, jackpot)


def _changeable(unit: Unit, jackpot_id: str) -> Jackpot:
    jackpot = load(unit, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a house jackpot.", clause="HR-09", accepted="post_amount")
    if jackpot.status is Status.RETIRED:
        raise IllegalAction(f"{jackpot_id} is retired.", clause="HR-18")
    return jackpot


def _check_change(unit: Unit, jackpot: Jackpot, meter: str, settings: MeterSettings) -> None:
    """Whatever waits on other meters, no mixture of old and new may pass 100 % (JP-10), nor may a maximum be
    below what is shown (HR-12)."""
    check_maximum(meter, settings, jackpot.wager_cents)
    rates = [settings]
    for name in jackpot.meters:
        if name != meter:
            waiting = jackpot.meter(name)["waiting"]
            both = [jackpot.in_use(name)] + (
                [MeterSettings.from_json(waiting["settings"])] if waiting else []
            )
            rates.append(max(both, key=lambda s: s.contribution + s.reserve))
    check_rates(rates)
    if settings.maximum_cents is not None and jackpot.status is not Status.CREATED:
        shown = books.display(unit, jackpot.id, meter)
        if settings.maximum_cents < shown:
            raise IllegalAction(
                f"{meter} shows {dollars(shown)}.",
                clause="HR-12",
                accepted="a maximum of at least that, or none",
            )


def _difference(meter: str, state: Json, after: Json) -> Json:
    return {"meter": meter, "before": state["in_use"], "after": after}
