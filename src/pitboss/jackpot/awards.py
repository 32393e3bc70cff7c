"""A meter award from the marked hand to the completed win (JP-14, JP-16, HR-14), and its win page (JP-17)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books
from pitboss.jackpot.model import AwardOrder, shown_cents
from pitboss.jackpot.state import (
    Jackpot,
    Json,
    award_key,
    claim_key,
    load,
    load_claim,
    queue_key,
    record,
    save,
)
from pitboss.money import Cents, dollars
from pitboss.odds import PercentOfMeter
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Unit

VERIFIED: Final = ("hand", "spot", "wager")
"""what the casino checks before the supervisor confirms (JP-16)"""
SURVEYED: Final = ("hand", "wager", "payout", "player")
"""what surveillance confirms (HR-14)"""


def remember_claim(unit: Unit, jackpot: str, claim: Json) -> None:
    waiting: list[Json] = unit.get(queue_key(jackpot)) or []
    names = ("id", "meter", "table", "spot", "completed_us", "pressed_us")
    unit.put(queue_key(jackpot), [*waiting, {name: claim[name] for name in names}])


def forget_claim(unit: Unit, jackpot: str, claim: str) -> None:
    waiting: list[Json] = unit.get(queue_key(jackpot)) or []
    rest = [entry for entry in waiting if entry["id"] != claim]
    unit.put(queue_key(jackpot), rest or None)


def award_order(waiting: list[Json], meter: str, order: AwardOrder) -> list[str]:
    """Claims on one meter in the order of payment: tables by the completing card, spots of a table from the
    dealer's right, counter-clockwise, or as the internal controls say (JP-14)."""
    mine = [entry for entry in waiting if entry["meter"] == meter]
    first = {
        table: min(_moment(e) for e in mine if e["table"] == table) for table in {e["table"] for e in mine}
    }
    side = -1 if order is AwardOrder.RIGHT_FIRST else 1
    ranked = sorted(mine, key=lambda e: (first[e["table"]], e["table"], side * e["spot"]))
    return [entry["id"] for entry in ranked]


def _moment(entry: Json) -> tuple[int, int]:
    return entry["completed_us"], entry["pressed_us"]


def prize_cents(unit: Unit, jackpot: Jackpot, claim: Json) -> Cents:
    """The share of the meter as displayed (JP-11).

    That is the amount shown when the hand was marked: what linked tables add while the award is being
    verified stays for the next winner. After another award in between it is what that one left (JP-14)."""
    pays = PercentOfMeter(Fraction(claim["share"]), claim["meter"])
    state = jackpot.meter(claim["meter"])
    if not jackpot.progressive:
        return pays.award_cents(state["posted_cents"])
    base = claim["displayed"] if claim["awards_seen"] == state["awards"] else state["left"]
    present = books.on_meter(unit, jackpot.id, claim["meter"])
    return pays.award_cents(shown_cents(min(base, present)))


def confirm(unit: Unit, claim_id: str, supervisor: Person, verified: frozenset[str]) -> None:
    """The supervisor's button, once the casino has verified the win (JP-16)."""
    supervisor.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="JP-16", act="confirm an award")
    claim = load_claim(unit, claim_id)
    jackpot = load(unit, claim["jackpot"])
    if claim["meter"] is None:
        raise IllegalAction(
            f"{claim['hand']} is paid from the tray.",
            clause="JP-15",
            accepted="END GAME; only meter awards are confirmed",
        )
    _expect(claim, "confirmed", "open")
    missing = [name for name in VERIFIED if name not in verified]
    if missing:
        raise IllegalAction(
            f"Claim {claim_id} is not verified: {', '.join(missing)}.",
            clause="JP-16",
            accepted="hand, spot and wager verified",
        )
    _check_turn(unit, jackpot, claim)
    cents = prize_cents(unit, jackpot, claim)
    payload = {
        "claim": claim_id,
        "prize_cents": cents,
        "verified": list(VERIFIED),
        "needs_executive": needs_executive(jackpot, claim, cents),
        "needs_surveillance": cents > jackpot.controls.surveillance_over_cents,
    }
    record(unit, "confirm", jackpot.id, supervisor, payload)
    unit.put(claim_key(claim_id), {**claim, "status": "confirmed", "confirmed_by": str(supervisor)})


def needs_executive(jackpot: Jackpot, claim: Json, cents: Cents) -> bool:
    controls = jackpot.controls
    return cents >= controls.executive_from_cents or claim["hand"] in controls.executive_hands


def _check_turn(unit: Unit, jackpot: Jackpot, claim: Json) -> None:
    """A house jackpot pays every winner in full, so it knows no order (JP-08)."""
    if not jackpot.progressive:
        return
    waiting = unit.get(queue_key(jackpot.id)) or []
    first = award_order(waiting, claim["meter"], jackpot.controls.award_order)[0]
    if first != claim["id"]:
        raise IllegalAction(
            f"Claim {first} on the same meter comes before {claim['id']}.",
            clause="JP-14",
            accepted=f"{first} first",
        )


def surveil(
    unit: Unit,
    claim_id: str,
    watcher: Person,
    *,
    hand: str,
    wager_cents: Cents,
    payout_cents: Cents,
    player: str,
) -> None:
    """Surveillance sees for itself what is to be paid to whom (HR-14)."""
    watcher.must_be(Role.SURVEILLANCE, Role.AUDITOR, clause="HR-14", act="confirm for surveillance")
    claim = load_claim(unit, claim_id)
    jackpot = load(unit, claim["jackpot"])
    _expect(claim, "surveyed", "open", "confirmed")
    due = claim["pays_cents"] if claim["meter"] is None else prize_cents(unit, jackpot, claim)
    seen = {"hand": hand, "wager": wager_cents, "payout": payout_cents, "player": player.strip()}
    right = {
        "hand": claim["hand"],
        "wager": jackpot.wager_cents,
        "payout": due,
        "player": seen["player"] or None,
    }
    wrong = [name for name in SURVEYED if seen[name] != right[name]]
    if wrong:
        raise IllegalAction(
            f"Surveillance's {', '.join(wrong)} for claim {claim_id} does not agree with the claim.",
            clause="HR-14",
            accepted=f"{claim['hand']}, a wager of {dollars(jackpot.wager_cents)}, a payout of "
            f"{dollars(due)}, and the player's name",
        )
    record(unit, "surveillance", jackpot.id, watcher, {"claim": claim_id, **seen})
    unit.put(claim_key(claim_id), {**claim, "surveillance": {**seen, "by": str(watcher)}})


def complete(unit: Unit, claim_id: str, card: Person, now_us: int) -> None:
    """The supervisor's or executive's card: the win is recorded and the meter adjusted, once (JP-16)."""
    claim = load_claim(unit, claim_id)
    jackpot = load(unit, claim["jackpot"])
    _expect(claim, "completed", "confirmed")
    _check_turn(unit, jackpot, claim)
    cents = prize_cents(unit, jackpot, claim)
    _check_card(jackpot, claim, card, cents)
    page: Json = {
        "award": claim_id,
        "jackpot": jackpot.id,
        "kind": jackpot.kind.value,
        "prize_cents": cents,
        "share": claim["share"],
        "hand": jackpot.table.by_hand[claim["hand"]].text,
        "meter": claim["meter"],
        "table": claim["table"],
        "spot": claim["spot"],
        "wager_cents": jackpot.wager_cents,
        "at_us": now_us,
        "confirmed_by": claim["confirmed_by"],
        "completed_by": str(card),
        "surveillance": claim["surveillance"],
        "status": "won",
        "change": None,
    }
    record(unit, "award", jackpot.id, card, page)
    if jackpot.progressive:
        pay_from_meter(unit, jackpot, claim["meter"], cents, Fraction(claim["share"]) == 1, page)
    else:
        pays, prizes = books.of(jackpot.id, "tray-pays"), books.of(jackpot.id, "prizes")
        books.move(unit, pays, prizes, cents * UNIT_PER_CENT, "house-award")
        posted = jackpot.meter(claim["meter"])["posted_cents"]
        page.update(before_cents=posted, after_cents=posted, restarted=False)
    unit.put(claim_key(claim_id), {**claim, "status": "completed"})
    unit.put(award_key(claim_id), page)
    forget_claim(unit, jackpot.id, claim_id)


def pay_from_meter(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents, full: bool, page: Json) -> None:
    """Take a prize off a meter; a full award restarts it, with changed parameters where they wait (HR-18)."""
    state = jackpot.meter(meter)
    page["before_cents"] = books.display(unit, jackpot.id, meter)
    if cents:
        books.award(unit, jackpot.id, meter, cents)
    page["restarted"] = full
    page["seeded_before"] = state["seeded"]
    page["restart"] = {}
    if full:
        if state["waiting"]:
            page["change"] = {"before": state["in_use"], "after": state["waiting"]["settings"], **_who(state)}
            state["in_use"], state["waiting"] = state["waiting"]["settings"], None
        page["restart"] = books.restart(unit, jackpot.id, meter, jackpot.in_use(meter), jackpot.wager_cents)
        state["seeded"] = page["restart"]["seed"]
    page["after_cents"] = books.display(unit, jackpot.id, meter)
    page["previous"] = state["last_award"]
    state["awards"] += 1
    state["last_award"] = page["award"]
    state["left"] = books.on_meter(unit, jackpot.id, meter)
    save(unit, jackpot)


def _who(state: Json) -> Json:
    return {"proposed_by": state["waiting"]["proposed_by"], "approved_by": state["waiting"]["approved_by"]}


def _check_card(jackpot: Jackpot, claim: Json, card: Person, cents: Cents) -> None:
    if needs_executive(jackpot, claim, cents):
        card.must_be(Role.EXECUTIVE, clause="JP-16", act=f"complete an award of {dollars(cents)}")
    card.must_be(Role.SUPERVISOR, Role.EXECUTIVE, clause="JP-16", act="complete an award")
    limit = jackpot.controls.surveillance_over_cents
    seen = claim["surveillance"]
    if cents > limit and (seen is None or seen["payout"] != cents):
        raise IllegalAction(
            f"{dollars(cents)} is over {dollars(limit)}.",
            clause="HR-14",
            accepted="surveillance's confirmation of hand, wager, payout and player first",
        )


def _expect(claim: Json, act: str, *statuses: str) -> None:
    if claim["status"] not in statuses:
        raise IllegalAction(
            f"Claim {claim['id']} is {claim['status']} and cannot be {act}.",
            clause="JP-16",
            accepted=f"a claim that is {' or '.join(statuses)}",
        )


def pay(unit: Unit, award_id: str, actor: Person, now_us: int) -> None:
    """Hand the prize over: from the jackpot's own account as far as it reaches, the rest from the house."""
    page: Json | None = unit.get(award_key(award_id))
    if page is None or page["status"] != "won":
        state = "unknown" if page is None else page["status"]
        raise BadInput(
            f"The award {award_id!r} is {state}.", accepted="a completed award that is not paid yet"
        )
    jackpot = load(unit, page["jackpot"])
    prizes, bank = books.of(jackpot.id, "prizes"), books.of(jackpot.id, "bank")
    record(unit, "award-paid", jackpot.id, actor, {"award": award_id, "prize_cents": page["prize_cents"]})
    units = page["prize_cents"] * UNIT_PER_CENT
    from_bank = min(units, unit.account(bank).debit_balance) if jackpot.progressive else 0
    books.move(unit, prizes, bank, from_bank, "prize-paid")
    books.move(unit, prizes, books.CASH, units - from_bank, "prize-paid")
    unit.put(award_key(award_id), {**page, "status": "paid", "paid_by": str(actor), "paid_us": now_us})
