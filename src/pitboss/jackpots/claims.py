"""A claim's life as one state machine, and what every open claim on a meter will be paid (JP-14, JP-29).

marked ----confirm----> confirmed ---surveil---> ready
marked ----surveil----> surveilled --confirm---> ready
confirmed, ready -------complete--> completed ---pay---> paid
marked, surveilled -----pay-------> paid                       a fixed pay, at END GAME
surveilled, ready ------reprice---> marked, confirmed          the amount is no longer what was seen
marked -----------------take off--> taken-off                  the dealer's own, while nobody has signed
marked to ready --------reject----> rejected                   a supervisor's, with a reason
completed --------------back out--> backed-out
marked -----------------void------> void                       with its game (HR-33)

A claim that a back-out has opened again is not taken off, rejected or void (JP-36).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from pitboss.core.errors import IllegalAction
from pitboss.core.money import Cents
from pitboss.core.odds import PercentOfMeter
from pitboss.jackpots import postings
from pitboss.jackpots.documents import Award, Claim, Hold, Jackpot, MeterView, State, open_claims, save_claim
from pitboss.jackpots.model import AwardOrder, MeterSettings, shown_cents
from pitboss.ledger import UNIT_PER_CENT, Unit


class Step(StrEnum):
    CONFIRM = "confirmed"
    SURVEIL = "confirmed by surveillance"
    REPRICE = "priced anew"
    COMPLETE = "completed"
    PAY = "paid"
    TAKE_OFF = "taken off"
    REJECT = "rejected"
    BACK_OUT = "backed out"
    VOID = "void"


NEXT: Final[Mapping[tuple[State, Step], State]] = {
    (State.MARKED, Step.CONFIRM): State.CONFIRMED,
    (State.MARKED, Step.SURVEIL): State.SURVEILLED,
    (State.MARKED, Step.PAY): State.PAID,
    (State.MARKED, Step.TAKE_OFF): State.TAKEN_OFF,
    (State.MARKED, Step.REJECT): State.REJECTED,
    (State.MARKED, Step.VOID): State.VOID,
    (State.CONFIRMED, Step.SURVEIL): State.READY,
    (State.CONFIRMED, Step.COMPLETE): State.COMPLETED,
    (State.CONFIRMED, Step.REJECT): State.REJECTED,
    (State.SURVEILLED, Step.CONFIRM): State.READY,
    (State.SURVEILLED, Step.REPRICE): State.MARKED,
    (State.SURVEILLED, Step.PAY): State.PAID,
    (State.SURVEILLED, Step.REJECT): State.REJECTED,
    (State.READY, Step.REPRICE): State.CONFIRMED,
    (State.READY, Step.COMPLETE): State.COMPLETED,
    (State.READY, Step.REJECT): State.REJECTED,
    (State.COMPLETED, Step.PAY): State.PAID,
    (State.COMPLETED, Step.BACK_OUT): State.BACKED_OUT,
}
OPEN: Final = (State.MARKED, State.CONFIRMED, State.SURVEILLED, State.READY)
"""still to be completed or paid"""
ENDS: Final = (Step.TAKE_OFF, Step.REJECT, Step.VOID)
"""what ends a claim without a prize"""


def after(found: Claim | Award, step: Step, *, clause: str = "JP-16") -> State:
    """The state a step leads to, or a refusal that says from where it would be possible."""
    to = NEXT.get((found.state, step))
    if to is None:
        ways = " or ".join(state.value for state, other in NEXT if other is step)
        what = "claim" if isinstance(found, Claim) else "award"
        raise IllegalAction(
            f"{{{what}}} is {{state}} and cannot be {{step}}.",
            kind="claim.not-so-far",
            facts={what: found.id, "state": found.state.value, "step": step.value},
            clause=clause,
            accepted=f"one that is {ways}",
        )
    if isinstance(found, Claim) and step in ENDS:
        check_stays(found)
    return to


def check_stays(claim: Claim) -> None:
    """A claim that a back-out has opened again keeps its place and its amount: nothing but its card ends it (JP-36)."""
    if claim.reopened and claim.state in OPEN:
        raise IllegalAction(
            "{claim} is open again after a back-out: the cards of spot {spot} make {hand}.",
            kind="claim.stays",
            facts={"claim": claim.id, "spot": claim.spot, "hand": claim.hand},
            clause="JP-36",
            accepted="the supervisor's confirmation and card; the claim keeps its place and its amount",
        )


# Who is paid first.


def in_order(claims: Iterable[Claim], meter: str, order: AwardOrder) -> list[Claim]:
    """Claims on one meter in the order of payment: games by the completing card, spots of a table from the
    dealer's right, counter-clockwise, or as the internal controls say (JP-14)."""
    mine = [claim for claim in claims if claim.meter == meter]
    first: dict[tuple[str, int], tuple[int, int]] = {}
    for claim in mine:
        moment = (claim.completed_us, claim.marked.at_us)
        game = (claim.table, claim.number)
        first[game] = min(moment, first.get(game, moment))
    side = -1 if order is AwardOrder.RIGHT_FIRST else 1
    return sorted(mine, key=lambda claim: (first[claim.table, claim.number], claim.table, side * claim.spot))


def check_turn(unit: Unit, jackpot: Jackpot, claim: Claim) -> None:
    """A house jackpot pays every winner in full, so it knows no order (JP-08)."""
    if not jackpot.progressive or claim.meter is None:
        return
    first = in_order(open_claims(unit.get, jackpot.id), claim.meter, jackpot.controls.award_order)[0]
    if first.id != claim.id:
        raise IllegalAction(
            "{first_claim} on the same meter comes before {claim}.",
            kind="claim.not-its-turn",
            facts={"first_claim": first.id, "claim": claim.id},
            clause="JP-14",
            accepted="{first_claim} first",
        )


# What each will be paid, and where that is held.


def prize_of(claim: Claim, shown: Cents) -> Cents:
    return PercentOfMeter(claim.share, claim.meter or "").award_cents(shown)


def left_by(
    view: MeterView, units: int, full: bool, settings: MeterSettings, wager_cents: Cents
) -> MeterView:
    """The meter as an award leaves it, reseeded after a full one (JP-12)."""
    rest = replace(view, meter=max(0, view.meter - units))
    if not full:
        return rest
    plan = postings.planned_restart(rest, settings, wager_cents)
    return MeterView(
        rest.meter + plan.seed + plan.reserve + plan.overflow,
        rest.reserve - plan.reserve - plan.reserve_overflow,
        rest.overflow - plan.overflow + plan.reserve_overflow,
    )


def next_settings(jackpot: Jackpot, meter: str) -> MeterSettings:
    """What a reset will put in use (HR-18)."""
    state = jackpot.meter(meter)
    return state.waiting.settings if state.waiting else state.in_use


def prices(jackpot: Jackpot, meter: str, present: MeterView, ordered: Iterable[Claim]) -> list[Cents]:
    """What each open claim will be paid: its share of the meter as displayed at its mark, less what the claims
    before it take. What came in since stays for the next winner; what has left since is not there (JP-14)."""
    found: list[Cents] = []
    before: list[tuple[int, bool]] = []
    for claim in ordered:
        assert claim.seen is not None
        views = [claim.seen, present]
        settings = jackpot.meter(meter).in_use
        for units, full in before:
            settings = next_settings(jackpot, meter) if full else settings
            views = [left_by(view, units, full, settings, jackpot.wager_cents) for view in views]
        cents = prize_of(claim, shown_cents(max(0, min(view.meter for view in views))))
        found.append(cents)
        before.append((cents * UNIT_PER_CENT, claim.share == 1))
    return found


def release(unit: Unit, claim: Claim) -> Claim:
    """Let go of what was held for a claim."""
    for hold in claim.holds:
        unit.void(hold.transfer, "released")
    return replace(claim, holds=())


def price_and_hold(unit: Unit, jackpot: Jackpot, meter: str) -> None:
    """Hold for every open claim on a meter what it will be paid (JP-29). Called after every act that adds or ends a
    claim, or moves the meter. Where the amount changes, surveillance has to look again."""
    claims = in_order(open_claims(unit.get, jackpot.id), meter, jackpot.controls.award_order)
    wanted = prices(jackpot, meter, postings.view(unit, jackpot.id, meter), claims)
    free = {
        postings.of_meter(jackpot.id, meter, part): postings.on_meter(unit, jackpot.id, meter, part)
        for part in ("meter", "reserve", "overflow")
    }
    seed = postings.of_meter(jackpot.id, meter, "seed")
    plans: list[list[tuple[str, int]]] = []
    for cents in wanted:
        need, plan = cents * UNIT_PER_CENT, []
        for account in free:
            if part := min(need, free[account]):
                plan.append((account, part))
                free[account] -= part
                need -= part
        plans.append(plan + ([(seed, need)] if need else []))
    stale = [
        n for n, (claim, plan) in enumerate(zip(claims, plans, strict=True))
        if [(hold.account, hold.units) for hold in claim.holds] != plan
    ]  # fmt: skip
    for n in stale:
        claims[n] = release(unit, claims[n])
    prizes = postings.of(jackpot.id, "prizes")
    for n in stale:
        holds = [
            Hold(unit.transfer(account, prizes, units, "held", pending=True), account, units)
            for account, units in plans[n]
        ]
        claims[n] = replace(claims[n], holds=tuple(holds))
    for n, (claim, cents) in enumerate(zip(claims, wanted, strict=True)):
        repriced = claim.cents != cents
        if repriced and claim.surveillance is not None:
            claim = replace(claim, state=after(claim, Step.REPRICE), surveillance=None)
        if n in stale or repriced:
            save_claim(unit, replace(claim, cents=cents))
