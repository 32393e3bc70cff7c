"""A meter award from the marked hand to the paid prize (JP-14, JP-16, HR-14), its end by rejection (JP-30), and its win
page (JP-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from pitboss.core.arguments import said
from pitboss.core.errors import IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.jackpots import funds, postings
from pitboss.jackpots.claims import (
    Step,
    after,
    check_turn,
    in_order,
    left_by,
    next_settings,
    price_and_hold,
    release,
)
from pitboss.jackpots.documents import (
    Applied,
    Award,
    Claim,
    Jackpot,
    KeypadGame,
    Restart,
    Sighting,
    Signature,
    State,
    dequeue,
    enqueue,
    load,
    load_award,
    load_claim,
    load_game,
    open_claims,
    queue_key,
    save,
    save_award,
    save_claim,
    save_game,
    unpaid_key,
)
from pitboss.jackpots.events import (
    AwardBooked,
    AwardPaid,
    ClaimConfirmed,
    ClaimRejected,
    ClaimSurveilled,
    of_jackpot,
)
from pitboss.jackpots.players import check_player, not_among, won_by
from pitboss.jackpots.room_or_desk import (
    Caller,
    DealtCards,
    check_award_caller,
    check_cards,
    check_claim_caller,
    check_not_shown,
    dealt_for,
    not_checked,
)
from pitboss.ledger import UNIT_PER_CENT, Unit
from pitboss.people.person import Person, id_of
from pitboss.people.rights import Act, allow, apart, unconcerned

VERIFIED: Final = ("hand", "spot", "wager")
"""what the casino checks before the supervisor confirms (JP-16)"""
NO_NAME: Final = "the player's name"
HOUR_US: Final = 3_600_000_000


@dataclass(frozen=True, slots=True)
class Witnessed:
    """What surveillance says it saw (HR-14)."""

    hand: str
    wager_cents: Cents
    payout_cents: Cents
    player: str


def needs_executive(jackpot: Jackpot, claim: Claim) -> bool:
    controls = jackpot.controls
    return claim.cents >= controls.executive_from_cents or claim.hand in controls.executive_hands


def needs_surveillance(jackpot: Jackpot, cents: Cents) -> bool:
    return cents > jackpot.controls.surveillance_over_cents


def confirm(
    unit: Unit,
    claim_id: str,
    by: Person,
    verified: Iterable[str],
    now_us: int,
    *,
    caller: Caller = Caller.DESK,
) -> None:
    """The supervisor's button, once the casino has verified the win (JP-16)."""
    allow(Act.CONFIRM, by)
    claim = load_claim(unit.get, claim_id)
    jackpot = load(unit.get, claim.jackpot)
    if claim.meter is None:
        raise IllegalAction(
            f"{claim.hand} is paid from the tray.",
            clause="JP-15",
            accepted="END GAME; only meter awards are confirmed",
        )
    state = after(claim, Step.CONFIRM)
    check_claim_caller(unit.get, claim, caller, "JP-16")
    check_cards(unit.get, claim)
    if missing := [name for name in VERIFIED if name not in set(verified)]:
        raise IllegalAction(
            "{claim} is not verified: {missing}.",
            kind="claim.not-verified",
            facts={"claim": claim_id, "missing": ", ".join(missing)},
            clause="JP-16",
            accepted="hand, spot and wager verified",
        )
    apart(Act.CONFIRM, by, claim.signed)
    unconcerned(Act.CONFIRM, claim.player, by)
    check_turn(unit, jackpot, claim)
    unseen = needs_surveillance(jackpot, claim.cents) and claim.surveillance is None
    says = ClaimConfirmed(claim_id, claim.cents, VERIFIED, needs_executive(jackpot, claim), unseen)
    of_jackpot(unit, jackpot.id, by, says)
    save_claim(unit, replace(claim, state=state, confirmed=Signature.of(by, now_us)))


def surveil(
    unit: Unit, claim_id: str, by: Person, seen: Witnessed, now_us: int, *, caller: Caller = Caller.DESK
) -> None:
    """Surveillance sees for itself what is to be paid to whom (HR-14)."""
    allow(Act.SURVEIL, by)
    claim = load_claim(unit.get, claim_id)
    jackpot = load(unit.get, claim.jackpot)
    state = after(claim, Step.SURVEIL)
    check_claim_caller(unit.get, claim, caller, "HR-14")
    check_cards(unit.get, claim)
    apart(Act.SURVEIL, by, claim.signed)
    player = claim.player if id_of(claim.player) == id_of(seen.player) else seen.player.strip()
    unconcerned(Act.SURVEIL, player, by)
    if player and not claim.player:
        check_player(unit.get, jackpot, player)
        not_among(player, (who for _, who in claim.signed))
    right = Witnessed(claim.hand, jackpot.wager_cents, claim.cents, claim.player or player)
    told = replace(seen, player=player)
    names = {"hand": "hand", "wager_cents": "wager", "payout_cents": "payout", "player": "player"}
    wrong = [say for name, say in names.items() if getattr(told, name) != getattr(right, name)]
    if wrong or not player:
        raise IllegalAction(
            "Surveillance's {wrong} for {claim} does not agree with the claim.",
            kind="claim.seen-otherwise",
            facts={
                "wrong": ", ".join(wrong or ["player"]),
                "claim": claim_id,
                "hand": claim.hand,
                "wager_cents": jackpot.wager_cents,
                "payout_cents": claim.cents,
                "player": claim.player or NO_NAME,
            },
            clause="HR-14",
            accepted="{hand}, a wager of {wager_cents}, a payout of {payout_cents}, and {player}",
        )
    sighting = Sighting(told.hand, told.wager_cents, told.payout_cents, player, Signature.of(by, now_us))
    of_jackpot(unit, jackpot.id, by, ClaimSurveilled(claim_id, sighting))
    save_claim(unit, replace(claim, state=state, surveillance=sighting))


def reject(unit: Unit, claim_id: str, by: Person, reason: str, *, caller: Caller = Caller.DESK) -> None:
    """A claim that is not what it was marked as: a supervisor says so, and why (JP-30)."""
    allow(Act.REJECT, by)
    claim = load_claim(unit.get, claim_id)
    state = after(claim, Step.REJECT, clause="JP-30")
    check_claim_caller(unit.get, claim, caller, "JP-30")
    check_not_shown(unit.get, claim)
    why = said(reason, "A rejection", "JP-30")
    jackpot = load(unit.get, claim.jackpot)
    of_jackpot(unit, jackpot.id, by, ClaimRejected(claim_id, why, claim.cents))
    end_claim(unit, jackpot, replace(claim, state=state, reason=why))


def end_claim(unit: Unit, jackpot: Jackpot, claim: Claim) -> None:
    """A claim that will not be paid leaves its game and the queue, and lets go of what was held (JP-29)."""
    save_claim(unit, release(unit, claim))
    leave_game(unit, claim)
    if claim.meter is not None:
        dequeue(unit, queue_key(jackpot.id), claim.id)
        if jackpot.progressive:
            price_and_hold(unit, jackpot, claim.meter)


def leave_game(unit: Unit, claim: Claim) -> None:
    """The spot can be marked again while its game is running (JP-30)."""
    game: KeypadGame | None = load_game(unit.get, claim.table)
    if game is not None and game.running and claim.id in game.claims:
        rest = tuple(id for id in game.claims if id != claim.id)
        save_game(unit, claim.table, replace(game, claims=rest))


def complete(unit: Unit, claim_id: str, by: Person, now_us: int, *, caller: Caller = Caller.DESK) -> None:
    """The supervisor's or executive's card: the win is recorded and the meter adjusted, once (JP-16). Of a room's
    table with the round and the cards it comes from (JP-17)."""
    claim = load_claim(unit.get, claim_id)
    jackpot = load(unit.get, claim.jackpot)
    _check_card(jackpot, claim, by)
    check_claim_caller(unit.get, claim, caller, "JP-16")
    check_cards(unit.get, claim)
    state = after(claim, Step.COMPLETE)
    check_turn(unit, jackpot, claim)
    assert claim.meter is not None
    dealt = dealt_for(unit.get, claim) or DealtCards()
    award = Award(
        claim_id,
        jackpot.id,
        jackpot.kind,
        state,
        claim.cents,
        jackpot.table.by_hand[claim.hand].text,
        claim.meter,
        jackpot.wager_cents,
        now_us,
        share=claim.share,
        table=claim.table,
        spot=claim.spot,
        number=claim.number,
        player=dealt.holders.get(claim.spot)
        or claim.player
        or (claim.surveillance.player if claim.surveillance else ""),
        round=dealt.round or "",
        cards=dealt.cards.get(claim.spot, ""),
        confirmed=claim.confirmed,
        completed=Signature.of(by, now_us),
        surveillance=claim.surveillance,
    )
    begun = of_jackpot(unit, jackpot.id, by, AwardBooked(claim_id, award))
    save_claim(unit, replace(claim, state=state, holds=()))
    dequeue(unit, queue_key(jackpot.id), claim_id)
    if jackpot.progressive:
        award = pay_from_meter(unit, jackpot, award, claim)
    else:
        pays, prizes = postings.of(jackpot.id, "tray-pays"), postings.of(jackpot.id, "prizes")
        postings.move(unit, pays, prizes, claim.cents * UNIT_PER_CENT, "house-award")
        posted = jackpot.posted_cents[claim.meter]
        award = replace(award, before_cents=posted, after_cents=posted)
    begun.amend(AwardBooked(award.id, award))
    book_award(unit, award)


def book_award(unit: Unit, award: Award) -> None:
    save_award(unit, award)
    enqueue(unit, unpaid_key(award.jackpot), award.id)


def pay_from_meter(unit: Unit, jackpot: Jackpot, award: Award, claim: Claim | None = None) -> Award:
    """Take a prize off a meter: out of what was held for the claim, or of what nobody holds. A full award restarts
    it, with changed parameters where they wait (HR-18). The claims behind it see the meter as this one leaves it."""
    name, units, full = award.meter, award.prize_cents * UNIT_PER_CENT, award.restarted or award.share == 1
    behind = in_order(open_claims(unit.get, jackpot.id), name, jackpot.controls.award_order)
    behind = [release(unit, other) for other in behind]
    before = postings.display(unit, jackpot.id, name)
    account, prizes = postings.of_meter(jackpot.id, name, "meter"), postings.of(jackpot.id, "prizes")
    if claim is not None and claim.holds:
        for hold in claim.holds:
            unit.post(hold.transfer, code="award")
    else:
        postings.move(unit, account, prizes, units, "award")
    meter = jackpot.meter(name)
    award = replace(award, previous=meter.last_award, seed_units_before=meter.seed_units, restarted=full)
    seed_units, change, moved = max(0, meter.seed_units - units), None, Restart()
    settings = next_settings(jackpot, name)
    if full:
        change = Applied(meter.in_use, meter.waiting) if meter.waiting else None
        moved = postings.restart(unit, jackpot.id, name, settings, jackpot.wager_cents)
        seed_units += moved.seed
        jackpot = jackpot.with_meter(name, in_use=settings, waiting=None)
    jackpot = jackpot.with_meter(name, seed_units=seed_units, last_award=award.id)
    save(unit, jackpot)
    for other in behind:
        assert other.seen is not None
        seen = left_by(other.seen, units, full, settings, jackpot.wager_cents)
        save_claim(unit, replace(other, seen=seen))
    price_and_hold(unit, jackpot, name)
    after_cents = postings.display(unit, jackpot.id, name)
    return replace(award, before_cents=before, after_cents=after_cents, restart=moved, change=change)


def _check_card(jackpot: Jackpot, claim: Claim, by: Person) -> None:
    allow(Act.COMPLETE, by)
    apart(Act.COMPLETE, by, claim.signed)
    unconcerned(Act.COMPLETE, claim.player, by)
    if claim.confirmed is not None and needs_executive(jackpot, claim):
        allow(Act.COMPLETE_LARGE, by)
        apart(Act.COMPLETE_LARGE, by, claim.signed)
    if (
        claim.confirmed is not None
        and needs_surveillance(jackpot, claim.cents)
        and claim.surveillance is None
    ):
        raise IllegalAction(
            f"{dollars(claim.cents)} is over {dollars(jackpot.controls.surveillance_over_cents)}.",
            clause="HR-14",
            accepted="surveillance's confirmation of hand, wager, payout and player first",
        )


def pay(
    unit: Unit,
    award_id: str,
    by: Person,
    now_us: int,
    *,
    by_check: bool,
    player: str = "",
    caller: Caller = Caller.DESK,
) -> None:
    """Hand the prize over to somebody with a name, by `player` where nobody had one before: from the jackpot's own
    account as far as that still covers what is owed to the others, the rest from the house. By check where the winner
    asks for one and the amount gives a claim to it (HR-15)."""
    allow(Act.PAY, by)
    award = load_award(unit.get, award_id)
    state = after(award, Step.PAY)
    check_award_caller(award, caller, "JP-31")
    apart(Act.PAY, by, award.signed)
    award = won_by(unit, award, player)
    unconcerned(Act.PAY, award.player, by)
    jackpot = load(unit.get, award.jackpot)
    due_us = _check_due(jackpot, award, now_us) if by_check else None
    of_jackpot(unit, jackpot.id, by, AwardPaid(award_id, award.prize_cents, due_us, award.player))
    units = award.prize_cents * UNIT_PER_CENT
    from_bank = 0
    if jackpot.progressive:
        spare = postings.in_bank(unit, jackpot.id) - (postings.owed(unit, jackpot) - units)
        from_bank = max(0, min(units, spare, postings.in_bank(unit, jackpot.id)))
    prizes = postings.of(jackpot.id, "prizes")
    postings.move(unit, prizes, postings.of(jackpot.id, "bank"), from_bank, "prize-paid")
    postings.move(unit, prizes, postings.CASH, units - from_bank, "prize-paid")
    signed = Signature.of(by, now_us)
    save_award(unit, replace(award, state=state, paid=signed, check_due_us=due_us))
    dequeue(unit, unpaid_key(jackpot.id), award_id)
    if award.table:
        claim = load_claim(unit.get, award_id)
        save_claim(unit, replace(claim, state=State.PAID))
    funds.note_cover(unit, jackpot, now_us)


def _check_due(jackpot: Jackpot, award: Award, now_us: int) -> int:
    over, hours = jackpot.controls.check_over_cents, jackpot.controls.check_hours
    if award.prize_cents <= over:
        raise IllegalAction(
            f"{dollars(award.prize_cents)} in winnings give no claim to a check.",
            clause="HR-15",
            accepted=f"winnings above {dollars(over)}",
        )
    return now_us + hours * HOUR_US


SIGNED_BY = ("Winner", "Dealer", "Supervisor", "Cashier")


# The win page: what accounting needs of an award on one sheet, with lines to sign on (JP-17).


def _backed_out(award: Award) -> Iterator[tuple[str, str]]:
    if award.backed_out is not None:
        yield "Backed out by", ", ".join(map(_signed, (award.backed_out, *award.backed_out_with)))
    if award.reopened_as:
        yield "Open again as", award.reopened_as


def _signed(one: Signature | None) -> str:
    return str(one) if one else "-"


@dataclass(frozen=True, slots=True)
class WinPage:
    title: str
    rows: tuple[tuple[str, str], ...]

    @classmethod
    def of(
        cls,
        award: Award,
        moment: Callable[[int], str],
        claim: Claim | None = None,
        dealt_us: int | None = None,
    ) -> WinPage:
        """`moment` writes a time as the room's clock shows it. `claim` is the marked hand, where a table's keypad had
        one; `dealt_us` is when its round was played out, where the room knows it better than who marked it."""
        seen = award.surveillance
        line = f"{award.hand} ({PercentOfMeter(award.share, award.meter)})" if award.share else award.hand
        hand_us = dealt_us or (claim.completed_us if claim else None)
        rows = (
            ("Prize", dollars(award.prize_cents)),
            ("Hand", line),
            ("Cards", award.cards or (not_checked(claim) if claim else None) or "-"),
            ("Table", award.table or "-"),
            ("Spot", str(award.spot) if award.spot else "-"),
            ("Game", str(award.number) if award.number else "-"),
            ("Round", award.round or "-"),
            ("Fixed wager", dollars(award.wager_cents)),
            ("Time of the hand", moment(hand_us) if hand_us else "-"),
            ("Time of completion", moment(award.at_us)),
            ("Meter", award.meter),
            ("Meter before", dollars(award.before_cents)),
            ("Meter after", dollars(award.after_cents)),
            ("Marked by", _signed(claim.marked) if claim else "-"),
            ("Confirmed by", _signed(award.confirmed)),
            ("Completed by", _signed(award.completed)),
            ("Second signature", _signed(award.second)),
            ("Surveillance", _signed(seen.by) if seen else "not needed"),
            ("Player", award.player or "-"),
            ("Status", award.state.value + (f": {award.reason}" if award.reason else "")),
            *_backed_out(award),
            ("Paid by", _signed(award.paid)),
            ("Check due", moment(award.check_due_us) if award.check_due_us else "-"),
        )
        return cls(f"{award.jackpot}: award {award.id}", rows)

    def text(self) -> str:
        width = max(len(name) for name, _ in self.rows)
        lines = [self.title, "=" * len(self.title)]
        lines += [f"{name:<{width}}  {value}" for name, value in self.rows]
        lines += ["", *(f"{who:<{width}}  {'_' * 30}" for who in SIGNED_BY)]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """A page of its own that prints on one sheet."""
        rows = "".join(f"<tr><th scope=row>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in self.rows)
        signed = "".join(f"<tr><th scope=row>{who}</th><td class=line></td></tr>" for who in SIGNED_BY)
        title = escape(self.title)
        return (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
            "<style>body{font:16px/1.5 serif;max-width:40rem;margin:2rem auto}"
            "th{text-align:left;padding-right:2rem}.line{border-bottom:1px solid;width:18rem;height:2.5rem}"
            f"</style><h1>{title}</h1><table>{rows}</table><table>{signed}</table></html>\n"
        )

    def to_json(self) -> dict[str, str]:
        return dict(self.rows)
