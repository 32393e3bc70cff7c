"""Manual adjustments: the only way to move a meter by hand: for listed reasons, by two people (HR-11, JP-31)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from pitboss.core.arguments import said
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots import postings
from pitboss.jackpots.awards import book_award, leave_game, needs_surveillance, pay_from_meter
from pitboss.jackpots.claims import Step, after, in_order, price_and_hold, release
from pitboss.jackpots.documents import (
    Award,
    Claim,
    Jackpot,
    MeterView,
    Sighting,
    Signature,
    State,
    claim_key,
    dequeue,
    enqueue,
    load,
    load_award,
    load_claim,
    open_claims,
    queue_key,
    save,
    save_award,
    save_claim,
    save_game,
    unpaid_key,
)
from pitboss.jackpots.events import MeterAdjusted, of_jackpot
from pitboss.jackpots.funds import note_cover, note_malfunction
from pitboss.jackpots.model import MeterSettings, Status, line_of, shown_cents
from pitboss.jackpots.players import check_player
from pitboss.jackpots.room_or_desk import Caller, check_award_caller, check_claim_caller, game_of
from pitboss.ledger import UNIT_PER_CENT, Unit
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow, different, unconcerned


class Reason(StrEnum):
    """The five reasons for which a meter may go down (HR-11), and the award that is taken back (JP-18)."""

    AMOUNT_WON = "amount-won"
    MALFUNCTION = "malfunction"
    ABOVE_MAXIMUM = "above-maximum"
    GROSS_RECEIPTS = "gross-receipts"
    SEED_RECOVERY = "seed-recovery"
    AWARD_BACKED_OUT = "award-backed-out"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What shall be moved, and why. `cents` is signed for a malfunction, positive otherwise; `source` is `reserve`
    or `overflow`, for gross receipts; `player` and `surveillance` are of an amount won outside the keypad."""

    meter: str
    reason: Reason
    note: str
    cents: Cents = 0
    source: str = ""
    player: str = ""
    surveillance: Person | None = None


def adjust(
    unit: Unit, jackpot_id: str, wanted: Adjustment, by: Person, second: Person | None, now_us: int
) -> None:
    allow(Act.ADJUST, by, second)
    assert second is not None
    note = said(wanted.note, "An adjustment", "HR-11")
    jackpot = load(unit.get, jackpot_id)
    if not jackpot.progressive:
        raise IllegalAction(f"{jackpot_id} is a house jackpot and has no meter.", clause="HR-09")
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="an adjustment", clause="HR-11")
    jackpot.meter(wanted.meter)
    meter, cents = wanted.meter, wanted.cents
    if wanted.reason is not Reason.MALFUNCTION or cents < 0:
        _check_no_claims(unit, jackpot, meter)
    before = postings.display(unit, jackpot_id, meter)
    says = MeterAdjusted(meter, wanted.reason.value, note, str(second), cents, before)
    begun = of_jackpot(unit, jackpot_id, by, says)
    match wanted.reason:
        case Reason.AMOUNT_WON:
            note_cover(unit, jackpot, now_us)
            jackpot = load(unit.get, jackpot_id)
            award = _amount_won(unit, jackpot, replace(wanted, note=note), by, second, now_us)
            says = replace(says, award=award.id, player=award.player)
        case Reason.MALFUNCTION:
            _malfunction(unit, jackpot, meter, cents)
            says = replace(says, report_due=note_malfunction(unit, jackpot_id, meter, cents, by, now_us))
        case Reason.ABOVE_MAXIMUM:
            _above_maximum(unit, jackpot, meter)
        case Reason.GROSS_RECEIPTS:
            _gross_receipts(unit, jackpot, meter, wanted.source, _positive(cents))
        case Reason.SEED_RECOVERY:
            _seed_recovery(unit, jackpot, meter, _positive(cents))
        case Reason.AWARD_BACKED_OUT:
            raise BadInput(
                "An award is backed out by its own number.", clause="JP-18", accepted="back_out(award)"
            )
    begun.amend(replace(says, after_cents=postings.display(unit, jackpot_id, meter)))


def _check_no_claims(unit: Unit, jackpot: Jackpot, meter: str) -> None:
    """While a claim on the meter is open, nothing else is taken off it or off what is behind it (JP-29)."""
    if waiting := in_order(open_claims(unit.get, jackpot.id), meter, jackpot.controls.award_order):
        raise IllegalAction(
            "{claim} on {meter} is open; {held_cents} are held for it.",
            kind="claim.open",
            facts={"claim": waiting[0].id, "meter": meter, "held_cents": waiting[0].cents},
            clause="JP-29",
            accepted="the open claims completed, rejected or taken off first",
        )


def _positive(cents: Cents) -> Cents:
    if cents <= 0:
        raise BadInput(
            f"{dollars(cents)} is not an amount to adjust by.", clause="HR-11", accepted="more than $0"
        )
    return cents


def _check_free(unit: Unit, jackpot: Jackpot, meter: str, part: str, units: int) -> None:
    free = postings.free_on_meter(unit, jackpot.id, meter, part)
    if units > free:
        raise IllegalAction(
            f"{dollars(shown_cents(free))} can be taken off {meter}"
            + ("." if part == "meter" else f"'s {part}."),
            clause="HR-11",
            accepted=f"at most {dollars(shown_cents(free))}",
        )


def _take(unit: Unit, jackpot: Jackpot, meter: str, part: str, to: str, units: int, code: str) -> None:
    """Off a meter or what is behind it."""
    _check_free(unit, jackpot, meter, part, units)
    postings.move(unit, postings.of_meter(jackpot.id, meter, part), to, units, code)


def _amount_won(
    unit: Unit,
    jackpot: Jackpot,
    wanted: Adjustment,
    by: Person,
    second: Person,
    now_us: int,
) -> Award:
    """A win that the table's keypad could not record. Taking all that is shown is a full award (JP-12)."""
    cents, meter = _positive(wanted.cents), wanted.meter
    shown = postings.display(unit, jackpot.id, meter)
    if cents > shown:
        raise IllegalAction(
            f"{meter} shows {dollars(shown)}.", clause="HR-11", accepted="at most the displayed amount"
        )
    sighting = _sighting(jackpot, wanted, by, second, now_us)
    winner = _winner(unit, jackpot, wanted, by, second)
    award = Award(
        f"{jackpot.id}.{sha256(unit.key.encode()).hexdigest()[:16]}",
        jackpot.id,
        jackpot.kind,
        State.COMPLETED,
        cents,
        wanted.note,
        meter,
        jackpot.wager_cents,
        now_us,
        player=winner,
        completed=Signature.of(by, now_us),
        second=Signature.of(second, now_us),
        surveillance=sighting,
        restarted=cents == shown,
    )
    award = pay_from_meter(unit, jackpot, award)
    book_award(unit, award)
    return award


def _winner(unit: Unit, jackpot: Jackpot, wanted: Adjustment, by: Person, second: Person) -> str:
    """Somebody is named, who neither signs nor works here (HR-35)."""
    winner = wanted.player.strip()
    if not winner:
        raise BadInput("Whose win is it?", clause="HR-11", accepted="the player's name")
    unconcerned(Act.ADJUST, winner, by, second, wanted.surveillance)
    check_player(unit.get, jackpot, winner)
    return winner


def _sighting(
    jackpot: Jackpot, wanted: Adjustment, by: Person, second: Person, now_us: int
) -> Sighting | None:
    """A large amount is seen by surveillance outside the keypad as well (HR-14)."""
    watcher = wanted.surveillance
    if watcher is None:
        if not needs_surveillance(jackpot, wanted.cents):
            return None
        raise IllegalAction(
            f"{dollars(wanted.cents)} is over {dollars(jackpot.controls.surveillance_over_cents)}.",
            clause="HR-14",
            accepted="surveillance's confirmation as a third person, and the player's name",
        )
    allow(Act.SURVEIL, watcher)
    for other in (by, second):
        different(watcher, other, to="see and sign an amount won", clause="HR-14")
    signed = Signature.of(watcher, now_us)
    return Sighting(wanted.note, jackpot.wager_cents, wanted.cents, wanted.player.strip(), signed)


def _malfunction(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents) -> None:
    """A display is corrected with the house's own money, so what is owed to the players stays what it was (JP-33).
    Down beyond that, the players' money is taken off the display only: it waits in the overflow for the next start."""
    if not cents:
        raise BadInput("A correction of nothing.", clause="HR-11", accepted="cents up (+) or down (-)")
    account, house = (postings.of_meter(jackpot.id, meter, part) for part in ("meter", "seed"))
    state, units = jackpot.meter(meter), abs(cents) * UNIT_PER_CENT
    if cents > 0:
        room = postings.room_on(state.in_use, postings.on_meter(unit, jackpot.id, meter), units)
        if units > room:
            raise IllegalAction(
                f"{dollars(shown_cents(room))} more and {meter} shows its maximum.",
                clause="HR-12",
                accepted="at most that",
            )
        postings.move(unit, house, account, units, "correction")
        save(unit, jackpot.with_meter(meter, seed_units=state.seed_units + units))
        return
    _check_free(unit, jackpot, meter, "meter", units)
    own = min(units, state.seed_units)
    postings.move(unit, account, house, own, "correction")
    postings.off_display(unit, jackpot.id, meter, units - own, "correction-undisplayed")
    save(unit, jackpot.with_meter(meter, seed_units=state.seed_units - own))


def _above_maximum(unit: Unit, jackpot: Jackpot, meter: str) -> None:
    """What the display shows above the set maximum goes to the overflow."""
    limit = jackpot.meter(meter).in_use.maximum_cents
    over = 0 if limit is None else postings.on_meter(unit, jackpot.id, meter) - limit * UNIT_PER_CENT
    if over <= 0:
        raise IllegalAction(
            f"{meter} is not above its maximum ({dollars(limit) if limit else 'none is set'}).",
            clause="HR-11",
        )
    _check_free(unit, jackpot, meter, "meter", over)
    postings.off_display(unit, jackpot.id, meter, over, "above-maximum")


def _gross_receipts(unit: Unit, jackpot: Jackpot, meter: str, source: str, cents: Cents) -> None:
    """Only what was never on a display: what a correction or a maximum took off it is still the players' (JP-33)."""
    if source not in ("reserve", "overflow"):
        raise BadInput(
            f"{source or 'nothing'!r} is not undisplayed money.",
            clause="HR-11",
            accepted="reserve or overflow",
        )
    units = cents * UNIT_PER_CENT
    shown = postings.once_shown(unit, jackpot.id, meter) if source == "overflow" else 0
    free = max(0, postings.free_on_meter(unit, jackpot.id, meter, source) - shown)
    if shown and units > free:
        raise IllegalAction(
            f"{dollars(shown_cents(shown))} of {meter}'s overflow have been on the display and are the players'.",
            clause="HR-11",
            accepted=f"at most {dollars(shown_cents(free))}",
        )
    _take(unit, jackpot, meter, source, postings.of(jackpot.id, "receipts"), units, "gross-receipts")


def _seed_recovery(unit: Unit, jackpot: Jackpot, meter: str, cents: Cents) -> None:
    """At most what of the house's seed is still on the meter: awards have taken it first (JP-33)."""
    present = jackpot.meter(meter).seed_units
    units = cents * UNIT_PER_CENT
    if units > present:
        raise IllegalAction(
            f"{dollars(shown_cents(present))} of seed money is on {meter}.",
            clause="HR-11",
            accepted="at most that",
        )
    save(unit, recover_seed(unit, jackpot, meter, units))


def recover_seed(unit: Unit, jackpot: Jackpot, meter: str, units: int) -> Jackpot:
    _take(unit, jackpot, meter, "meter", postings.of_meter(jackpot.id, meter, "seed"), units, "seed-recovery")
    return jackpot.with_meter(meter, seed_units=jackpot.meter(meter).seed_units - units)


# Taking an award back.


def back_out(
    unit: Unit,
    award_id: str,
    by: Person,
    second: Person | None,
    note: str,
    now_us: int,
    *,
    watcher: Person | None = None,
    caller: Caller = Caller.DESK,
) -> Award:
    """Take back a completed award (JP-18): the prize returns to the meter, the new seed to the house, reserve
    and overflow to where they were; contributions made since stay. The last award of a meter goes first.

    The cards of a room's table show the hand whatever anybody signs: its award is backed out only with surveillance,
    and its claim is open again at once, so the prize is verified anew and paid, and the envy of the hand stands. At a
    table run by hand the spot can be marked again while its game is running (JP-30)."""
    allow(Act.BACK_OUT, by, second)
    assert second is not None
    why = said(note, "Backing out an award", "JP-18")
    award = load_award(unit.get, award_id)
    unconcerned(Act.BACK_OUT, award.player, by, second, watcher)
    state = after(award, Step.BACK_OUT, clause="JP-18")
    claim = load_claim(unit.get, award_id) if award.table else None
    check_award_caller(award, caller, "JP-18")
    if claim is not None:
        check_claim_caller(unit.get, claim, caller, "JP-18")
    if award.round:
        _check_watched(award, by, second, watcher)
    jackpot = load(unit.get, award.jackpot)
    jackpot.must_be(Status.RUNNING, Status.SUSPENDED, act="backing out an award", clause="JP-18")
    reason = Reason.AWARD_BACKED_OUT.value
    says = MeterAdjusted(award.meter, reason, why, str(second), award=award_id, player=award.player or None)
    if claim is not None and award.round:
        envy = line_of(jackpot.table, claim.hand).envy_cents
        again = _next_id(unit, claim)
        says = replace(says, watcher=str(watcher), reopened=again, envy_stands_cents=envy)
    begun = of_jackpot(unit, jackpot.id, by, says)
    if jackpot.progressive:
        before = postings.display(unit, jackpot.id, award.meter)
        _restore_meter(unit, jackpot, award)
        restored = postings.display(unit, jackpot.id, award.meter)
        begun.amend(replace(says, before_cents=before, after_cents=restored))
    else:
        prizes, pays = postings.of(jackpot.id, "prizes"), postings.of(jackpot.id, "tray-pays")
        postings.move(unit, prizes, pays, award.prize_cents * UNIT_PER_CENT, "award-backed-out")
    beside = tuple(Signature.of(person, now_us) for person in (second, watcher) if person is not None)
    back = replace(
        award,
        state=state,
        backed_out=Signature.of(by, now_us),
        backed_out_with=beside,
        reopened_as=says.reopened or "",
        reason=why,
    )
    save_award(unit, back)
    dequeue(unit, unpaid_key(jackpot.id), award_id)
    if claim is not None:
        save_claim(unit, replace(claim, state=state, reason=why))
        leave_game(unit, claim)
        if says.reopened:
            _open_again(unit, claim, says.reopened, why)
    return back


def _check_watched(award: Award, by: Person, second: Person, watcher: Person | None) -> None:
    """What the cards show is not taken back by two people (JP-30)."""
    if watcher is None:
        raise IllegalAction(
            f"The cards of spot {award.spot} make {award.hand.lower()}.",
            clause="JP-18",
            accepted="surveillance's signature as well: the claim is then open again, and the prize verified anew",
        )
    allow(Act.SURVEIL, watcher)
    for other in (by, second):
        different(watcher, other, to="back out an award and watch it", clause="JP-18")


def _next_id(unit: Unit, claim: Claim) -> str:
    """The next free number of the spot in its game."""
    stem, _, number = claim.id.rpartition(".")
    game = game_of(unit.get, claim)
    free = max(int(number), game.presses if game else 0) + 1
    while unit.get(claim_key(f"{stem}.{free}")) is not None:
        free += 1
    return f"{stem}.{free}"


def _open_again(unit: Unit, claim: Claim, id: str, why: str) -> None:
    """The same hand, in its old place in the order of pay and of the meter as it was displayed then; its game, where
    it is running, waits for it."""
    again = replace(
        claim,
        id=id,
        state=State.MARKED,
        confirmed=None,
        surveillance=None,
        holds=(),
        reason=why,
        reopened=claim.id,
    )
    save_claim(unit, again)
    enqueue(unit, queue_key(claim.jackpot), id)
    game = game_of(unit.get, claim)
    if game is not None:
        number = max(game.presses, int(id.rpartition(".")[2]))
        save_game(unit, claim.table, replace(game, claims=(*game.claims, id), presses=number))
    jackpot = load(unit.get, claim.jackpot)
    if jackpot.progressive and claim.meter is not None:
        price_and_hold(unit, jackpot, claim.meter)


def _restore_meter(unit: Unit, jackpot: Jackpot, award: Award) -> None:
    meter = jackpot.meter(award.meter)
    if meter.last_award != award.id:
        raise IllegalAction(
            "{award}, a later one, stands on {meter}.",
            kind="award.not-the-last",
            facts={"award": meter.last_award, "meter": award.meter},
            clause="JP-18",
            accepted="that one backed out first",
        )
    behind = in_order(open_claims(unit.get, jackpot.id), award.meter, jackpot.controls.award_order)
    behind = [release(unit, claim) for claim in behind]
    before = postings.view(unit, jackpot.id, award.meter)
    _move_back(unit, jackpot, award)
    settings, waiting = meter.in_use, meter.waiting
    if award.change:
        settings, waiting = award.change.before, meter.waiting or award.change.after
    _hold_to_maximum(unit, jackpot, award.meter, settings)
    present = postings.view(unit, jackpot.id, award.meter)
    jackpot = jackpot.with_meter(
        award.meter,
        in_use=settings,
        waiting=waiting,
        seed_units=min(_seed_left(award, meter.seed_units), present.meter),
        last_award=award.previous,
    )
    save(unit, jackpot)
    for claim in behind:
        assert claim.seen is not None
        seen = MeterView(
            max(0, claim.seen.meter + present.meter - before.meter),
            max(0, claim.seen.reserve + present.reserve - before.reserve),
            max(0, claim.seen.overflow + present.overflow - before.overflow),
        )
        save_claim(unit, replace(claim, seen=seen))
    price_and_hold(unit, jackpot, award.meter)


def _seed_left(award: Award, now: int) -> int:
    """The house's seed once the award is back: what it had taken of it, beside what is there now and was not the
    restart's, which goes back to the house."""
    used = min(award.seed_units_before, award.prize_cents * UNIT_PER_CENT)
    return used + max(0, now - award.restart.seed)


def _move_back(unit: Unit, jackpot: Jackpot, award: Award) -> None:
    """The prize onto the meter; what the restart had moved, back to where it came from."""
    account = postings.of_meter(jackpot.id, award.meter, "meter")
    units = award.prize_cents * UNIT_PER_CENT
    postings.move(unit, postings.of(jackpot.id, "prizes"), account, units, "award-backed-out")
    moved, seeded = award.restart, jackpot.meter(award.meter).seed_units
    back = {"seed": min(moved.seed, seeded), "reserve": moved.reserve, "overflow": moved.overflow}
    for name, part in back.items():
        to = postings.of_meter(jackpot.id, award.meter, name)
        _take(unit, jackpot, award.meter, "meter", to, part, f"{name}-backed-out")
    postings.note_shown(unit, jackpot.id, award.meter, moved.overflow)
    overflow, reserve = (postings.of_meter(jackpot.id, award.meter, name) for name in ("overflow", "reserve"))
    postings.move(unit, overflow, reserve, moved.reserve_overflow, "reserve-backed-out")


def _hold_to_maximum(unit: Unit, jackpot: Jackpot, meter: str, settings: MeterSettings) -> None:
    if settings.maximum_cents is not None:
        over = postings.on_meter(unit, jackpot.id, meter) - settings.maximum_cents * UNIT_PER_CENT
        postings.off_display(unit, jackpot.id, meter, over, "above-maximum")
