"""Manual adjustments: the only way to move a meter by hand, for the listed reasons only (HR-11, JP-18)."""

from __future__ import annotations

from enum import StrEnum

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books
from pitboss.jackpot.awards import pay_from_meter
from pitboss.jackpot.model import Status
from pitboss.jackpot.state import Jackpot, Json, award_key, claim_key, load, record, save
from pitboss.money import Cents, dollars
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Unit


class Reason(StrEnum):
    """The five reasons for which a meter may go down (HR-11), and the award that is taken back (JP-18)."""

    AMOUNT_WON = "amount-won"
    MALFUNCTION = "malfunction"
    ABOVE_MAXIMUM = "above-maximum"
    GROSS_RECEIPTS = "gross-receipts"
    SEED_RECOVERY = "seed-recovery"
    AWARD_BACKED_OUT = "award-backed-out"


def adjust(
    unit: Unit,
    jackpot_id: str,
    meter: str,
    reason: Reason,
    actor: Person,
    note: str,
    *,
    cents: Cents = 0,
    source: str = "",
    now_us: int = 0,
) -> None:
    """`cents` is signed for a malfunction, positive otherwise; `source` is `reserve` or `overflow`."""
    actor.must_be(Role.EXECUTIVE, clause="HR-11", act="adjust a meter")
    if not note.strip():
        raise BadInput(
            "An adjustment says why.", clause="HR-11", accepted="a reason in words beside the kind"
        )
    jackpot = load(unit, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a house jackpot and has no meter.", clause="HR-09")
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="an adjustment", clause="HR-11")
    jackpot.meter(meter)
    payload: Json = {
        "meter": meter,
        "reason": reason.value,
        "note": note.strip(),
        "before_cents": books.display(unit, jackpot_id, meter),
    }
    record(unit, "adjustment", jackpot_id, actor, payload)
    match reason:
        case Reason.AMOUNT_WON:
            _amount_won(unit, jackpot, meter, _positive(cents), payload, now_us)
        case Reason.MALFUNCTION:
            _malfunction(unit, jackpot, meter, cents)
        case Reason.ABOVE_MAXIMUM:
            _above_maximum(unit, jackpot, meter)
        case Reason.GROSS_RECEIPTS:
            _gross_receipts(unit, jackpot, meter, source, _positive(cents))
        case Reason.SEED_RECOVERY:
            _seed_recovery(unit, jackpot, meter, _positive(cents))
        case Reason.AWARD_BACKED_OUT:
            raise BadInput(
                "An award is backed out by its own number.", clause="JP-18", accepted="back_out(award)"
            )
    payload["after_cents"] = books.display(unit, jackpot_id, meter)


def _positive(cents: Cents) -> Cents:
    if cents <= 0:
        raise BadInput(
            f"{dollars(cents)} is not an amount to adjust by.", clause="HR-11", accepted="more than $0"
        )
    return cents


def _amount_won(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents, payload: Json, now_us: int) -> None:
    """A win that the table's keypad could not record. Taking all that is shown is a full award (JP-12)."""
    shown = books.display(unit, jackpot.id, meter)
    if cents > shown:
        raise IllegalAction(
            f"{meter} shows {dollars(shown)}.", clause="HR-11", accepted="at most the displayed amount"
        )
    award = f"{jackpot.id}.{unit.key}"
    page: Json = {
        "award": award,
        "jackpot": jackpot.id,
        "kind": jackpot.kind.value,
        "prize_cents": cents,
        "meter": meter,
        "at_us": now_us,
        "hand": payload["note"],
        "status": "won",
        "change": None,
    }
    pay_from_meter(unit, jackpot, meter, cents, cents == shown, page)
    payload["award"] = award
    unit.put(award_key(award), page)


def _malfunction(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents) -> None:
    if not cents:
        raise BadInput("A correction of nothing.", clause="HR-11", accepted="cents up (+) or down (-)")
    other = books.of(jackpot.id, "corrections")
    units = abs(cents) * UNIT_PER_CENT
    if cents > 0:
        books.add_to_meter(unit, jackpot.id, meter, jackpot.in_use(meter), other, units, "correction")
    else:
        books.move(unit, books.of_meter(jackpot.id, meter, "meter"), other, units, "correction")


def _above_maximum(unit: Unit, jackpot: Jackpot, meter: str) -> None:
    """What the display shows above the set maximum goes to the overflow."""
    limit = jackpot.in_use(meter).maximum_cents
    over = 0 if limit is None else books.on_meter(unit, jackpot.id, meter) - limit * UNIT_PER_CENT
    if over <= 0:
        raise IllegalAction(
            f"{meter} is not above its maximum ({dollars(limit) if limit else 'none is set'}).",
            clause="HR-11",
        )
    to = books.of_meter(jackpot.id, meter, "overflow")
    books.move(unit, books.of_meter(jackpot.id, meter, "meter"), to, over, "above-maximum")


def _gross_receipts(unit: Unit, jackpot: Jackpot, meter: str, source: str, cents: Cents) -> None:
    if source not in ("reserve", "overflow"):
        raise BadInput(
            f"{source or 'nothing'!r} is not undisplayed money.",
            clause="HR-11",
            accepted="reserve or overflow",
        )
    account = books.of_meter(jackpot.id, meter, source)
    books.move(unit, account, books.of(jackpot.id, "receipts"), cents * UNIT_PER_CENT, "gross-receipts")


def _seed_recovery(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents) -> None:
    """At most the seed that went in at the last start: an older one has been won."""
    state = jackpot.meter(meter)
    units = cents * UNIT_PER_CENT
    if units > state["seeded"]:
        raise IllegalAction(
            f"{dollars(state['seeded'] // UNIT_PER_CENT)} of seed money is on {meter}.",
            clause="HR-11",
            accepted="at most that",
        )
    recover_seed(unit, jackpot, meter, units)
    save(unit, jackpot)


def recover_seed(unit: Unit, jackpot: Jackpot, meter: str, units: int) -> None:
    seed = books.of_meter(jackpot.id, meter, "seed")
    books.move(unit, books.of_meter(jackpot.id, meter, "meter"), seed, units, "seed-recovery")
    jackpot.meter(meter)["seeded"] -= units


def back_out(unit: Unit, award_id: str, actor: Person, note: str) -> None:
    """Take back a completed award (JP-18): the prize returns to the meter, the new seed to the house, reserve
    and overflow to where they were; contributions made since stay. The last award of a meter goes first."""
    actor.must_be(Role.EXECUTIVE, clause="JP-18", act="back out an award")
    if not note.strip():
        raise BadInput("Backing out an award says why.", clause="JP-18", accepted="a reason in words")
    page: Json | None = unit.get(award_key(award_id))
    if page is None or page["status"] != "won":
        raise IllegalAction(
            f"The award {award_id!r} is {'unknown' if page is None else page['status']}.",
            clause="JP-18",
            accepted="a completed award that is neither paid nor backed out",
        )
    jackpot = load(unit, page["jackpot"])
    meter = page["meter"]
    payload: Json = {
        "reason": Reason.AWARD_BACKED_OUT.value,
        "award": award_id,
        "note": note.strip(),
        "meter": meter,
    }
    record(unit, "adjustment", jackpot.id, actor, payload)
    if jackpot.progressive:
        _restore_meter(unit, jackpot, meter, page, payload)
    else:
        prizes, pays = books.of(jackpot.id, "prizes"), books.of(jackpot.id, "tray-pays")
        books.move(unit, prizes, pays, page["prize_cents"] * UNIT_PER_CENT, "award-backed-out")
    unit.put(award_key(award_id), {**page, "status": "backed-out", "backed_out_by": str(actor)})
    claim: Json | None = unit.get(claim_key(award_id))
    if claim is not None:
        unit.put(claim_key(award_id), {**claim, "status": "completed", "backed_out": True})


def _restore_meter(unit: Unit, jackpot: Jackpot, meter: str, page: Json, payload: Json) -> None:
    state = jackpot.meter(meter)
    if state["last_award"] != page["award"]:
        raise IllegalAction(
            f"A later award, {state['last_award']}, stands on {meter}.",
            clause="JP-18",
            accepted="that one backed out first",
        )
    payload["before_cents"] = books.display(unit, jackpot.id, meter)
    account = books.of_meter(jackpot.id, meter, "meter")
    units = page["prize_cents"] * UNIT_PER_CENT
    books.move(unit, books.of(jackpot.id, "prizes"), account, units, "award-backed-out")
    moved = page["restart"]
    taken = {"seed": min(moved.get("seed", 0), state["seeded"])}
    taken |= {name: moved.get(name, 0) for name in ("reserve", "overflow")}
    for name, back in taken.items():
        books.move(unit, account, books.of_meter(jackpot.id, meter, name), back, f"{name}-backed-out")
    overflow, reserve = (books.of_meter(jackpot.id, meter, name) for name in ("overflow", "reserve"))
    books.move(unit, overflow, reserve, moved.get("reserve-overflow", 0), "reserve-backed-out")
    state["seeded"] = page["seeded_before"]
    if page["change"]:
        state["in_use"] = page["change"]["before"]
        state["waiting"] = state["waiting"] or {
            "settings": page["change"]["after"],
            **_signed(page["change"]),
        }
    state["awards"] += 1
    state["last_award"] = page["previous"]
    limit = jackpot.in_use(meter).maximum_cents
    if limit is not None:
        over = books.on_meter(unit, jackpot.id, meter) - limit * UNIT_PER_CENT
        books.move(unit, account, overflow, over, "above-maximum")
    state["left"] = books.on_meter(unit, jackpot.id, meter)
    payload["after_cents"] = books.display(unit, jackpot.id, meter)
    save(unit, jackpot)


def _signed(change: Json) -> Json:
    return {"proposed_by": change["proposed_by"], "approved_by": change["approved_by"]}
