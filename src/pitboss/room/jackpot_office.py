"""The supervisor's and executive's side of the jackpots: what waits for somebody's signature, as the pit sees it;
surveillance, confirmation, adjustments; and every jackpot with its money.

What waits is a marked hand, a prize booked by hand, or a table's payout that surveillance has not seen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from pitboss.chips import payouts
from pitboss.chips.accounts import wallet
from pitboss.chips.cage import hand_over
from pitboss.chips.payouts import HeldPayout, Seen
from pitboss.core.codec import LEFT_OUT, encode
from pitboss.core.errors import BadInput, Conflict, IllegalAction, NotFound, PitbossError
from pitboss.core.money import Cents, dollars
from pitboss.jackpots import JackpotDesk, awards, postings
from pitboss.jackpots.adjustments import Adjustment, Reason, back_out
from pitboss.jackpots.awards import VERIFIED, WinPage, Witnessed, needs_executive, needs_surveillance
from pitboss.jackpots.claims import OPEN
from pitboss.jackpots.documents import Award, Claim, Jackpot, Meter, Proposal, State, display_name
from pitboss.jackpots.model import MeterSettings, Status, percent
from pitboss.jackpots.room_or_desk import Caller, DealtCards, dealt_at, dealt_for
from pitboss.ledger import UNIT_PER_CENT, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.people.accounts import tell
from pitboss.people.person import Person, Role, id_of
from pitboss.people.rights import ACTS, Act, allow
from pitboss.room.events import HOUSE
from pitboss.room.history import load_round
from pitboss.room.room import Room
from pitboss.room.unpaid import ComingPay, coming_to, taken_back

UNTOLD: Final = "told after surveillance's check"


@dataclass(frozen=True, slots=True)
class ClaimView:
    kind: str
    """claim, award or payout"""
    id: str
    jackpot: str
    jackpot_name: str
    table: str
    table_name: str
    spot: int
    hand: str
    text: str
    pays: str
    meter: str | None
    player: str | None
    wager_cents: Cents
    payout_cents: Cents
    status: str
    round_id: str | None
    cards: str
    shown: bool | None
    """whether the cards show what was marked; None where the system has dealt none that it could ask"""
    surveillance: Seen | None = None
    needs: tuple[str, ...] = ()
    turn: int | None = None
    """the place in the order of pay on its meter (JP-14)"""
    sensor: str = ""
    number: int | None = field(default=None, metadata=LEFT_OUT)
    marked_us: int | None = field(default=None, metadata=LEFT_OUT)
    held_cents: Cents = 0
    envy_cents: Cents = 0
    pressed_by: str = ""
    confirmed_by: str | None = None
    reason: str = ""
    payee: str = ""
    """the account that gets it; empty: the player's wallet"""
    award: Award | None = None
    not_paid_by: tuple[str, ...] = ()
    """whose signature stands under it already: another person pays (JP-31)"""
    by_hand: bool = False
    """at a table with real cards, or booked by hand for somebody without an account: signed at the terminal until the
    award is complete, and paid in money"""
    check_over_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """of a prize paid in money: from more than this on the winner may have a check (HR-15)"""
    veiled: bool = False
    """whether the player's name is kept back: surveillance has not said whom it saw"""

    @property
    def named(self) -> str:
        """As people at the table call it."""
        place = f"{self.table_name or self.table}, spot {self.spot}" if self.table else self.jackpot_name
        return f"{self.text} at {place}"

    @property
    def said(self) -> str:
        """Its status in words."""
        return self.status.replace("-", " ")

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = encode(self)
        return {**shape, "award": award_json(self.award) if self.award else None}


@dataclass(frozen=True, slots=True)
class WinSheet:
    """An award with everything accounting needs of it (JP-17)."""

    award: Award
    rows: tuple[tuple[str, str], ...]

    @property
    def veiled(self) -> WinSheet:
        kept = tuple((name, UNTOLD if name == "Player" else value) for name, value in self.rows)
        return WinSheet(veiled_award(self.award), kept)

    def to_json(self) -> dict[str, Any]:
        return {**award_json(self.award), "rows": [list(row) for row in self.rows]}


def veiled(view: ClaimView) -> ClaimView:
    """Without whatever says who the player is: surveillance types whom it saw, and compares nothing (HR-14)."""
    return replace(
        view,
        player=None,
        payee="",
        surveillance=replace(view.surveillance, player="") if view.surveillance else None,
        award=veiled_award(view.award) if view.award else None,
        veiled=True,
    )


def veiled_award(award: Award) -> Award:
    seen = award.surveillance
    return replace(award, player="", surveillance=replace(seen, player="") if seen else None)


@contextmanager
def in_words(named: Callable[[], Mapping[str, str]]) -> Iterator[None]:
    """Refusals call claims by table, spot and hand, as the pages show them; ids are the terminal's."""
    try:
        yield
    except PitbossError as error:
        if error.facts:
            error.call(named())
        raise


def award_json(award: Award) -> dict[str, Any]:
    """An award as pages show it."""
    return {
        **encode(award),
        "award": award.id,
        "status": award.state.value,
        "round_id": award.round or None,
        "player": award.player or None,
    }


AWARDED = (State.COMPLETED, State.PAID, State.BACKED_OUT)

WAITING = ("open", *(state.value for state in OPEN))
WATCHERS = (Role.SURVEILLANCE, Role.AUDITOR)


def _blind(views: Iterable[ClaimView], person: Person) -> frozenset[str]:
    """Whoever is to say whom the camera saw is not told it by a list: while something of a table waits for that,
    surveillance reads no names of its players (HR-14)."""
    waits = person.has(*WATCHERS)
    return frozenset(view.table for view in views if waits and "surveillance" in view.needs)


def _not_paid_by(award: Award) -> tuple[str, ...]:
    return tuple(dict.fromkeys(who for act, who in award.signed if act in ACTS[Act.PAY].apart))


def _too_late(message: str, clause: str, accepted: str) -> Conflict:
    return Conflict(message, clause=clause, accepted=accepted)


class Office:
    """Its methods block on the store: call them from a worker thread."""

    def __init__(self, room: Room, loop: asyncio.AbstractEventLoop) -> None:
        self._room = room
        self._store: Store = room.store
        self._loop = loop
        self.desk = JackpotDesk(room.store, Caller.ROOM)

    # looking

    def claims(self) -> list[ClaimView]:
        """What waits for somebody: open meter claims in the order of payment, then prizes won and not paid, fixed
        pays of games under way, and table payouts that wait for surveillance. Reading only."""
        marked = {c.id: c for keeper in self._room.keepers.values() for c in keeper.jackpots.claims()}
        jackpots = self.desk.jackpots()
        ids = [id for jackpot in jackpots for id in self.desk.open_claims(jackpot)]
        ids += [award.id for jackpot in jackpots for award in self.desk.unpaid(jackpot) if award.table]
        ids += [id for id in marked if id not in ids]
        views = self._numbered(self._view(marked.get(id) or self.desk.claim(id)) for id in ids)
        others = [award for jackpot in jackpots for award in self.desk.unpaid(jackpot) if not award.table]
        held = payouts.held_payouts(self._store)
        return [*views, *map(self._award_view, others), *map(self._payout_view, held)]

    def claims_for(self, person: Person) -> list[ClaimView]:
        """What waits, as this person may see it."""
        views = self.claims()
        blind = _blind(views, person)
        return [veiled(view) if view.table in blind else view for view in views]

    def shown_to(self, person: Person, view: ClaimView) -> ClaimView:
        """One of them, as this person may see it."""
        return veiled(view) if view.table in self.blind_to(person) else view

    def blind_to(self, person: Person) -> frozenset[str]:
        """The tables whose players' names are kept from this person."""
        return _blind(self.claims(), person)

    @staticmethod
    def _numbered(views: Iterable[ClaimView]) -> Iterator[ClaimView]:
        """Each open claim with its place in the order of pay on its meter (JP-14)."""
        seen: Counter[tuple[str, str]] = Counter()
        for view in views:
            if view.meter is not None and view.needs:
                on = (view.jackpot, view.meter)
                seen[on] += 1
                view = replace(view, turn=seen[on])
            yield view

    def coming_to(self, player: str) -> list[ComingPay]:
        """All that a player has won and does not have yet."""
        shown = [keeper.display.pays for keeper in self._room.keepers.values()]
        return list(coming_to(player, self.claims(), filter(None, shown)))

    def coming_of_round(self, round_id: str, person: Person | None) -> list[ComingPay]:
        """What of a round is won and not paid: a player's own, or everybody's for staff."""
        if person is None:
            return []
        holders = load_round(self._store, round_id).holders.values()
        players = [person.id] if person.has(Role.PLAYER) else list(dict.fromkeys(holders))
        found = [pay for player in players if player in holders for pay in self.coming_to(player)]
        return [pay for pay in found if pay.round_id == round_id]

    def _table_name(self, table: str) -> str:
        known = self._room.tables.get(table)
        return known.setup.name if known else table

    def _payout_view(self, held: HeldPayout) -> ClaimView:
        """With the cards of the spot as they lie, while the round is the table's last."""
        dealt = dealt_at(self._store.document, held.table)
        return ClaimView(
            kind="payout",
            id=held.id,
            jackpot=held.jackpot,
            jackpot_name="",
            table=held.table,
            table_name=self._table_name(held.table),
            spot=held.spot,
            sensor=held.sensor,
            hand=held.hand,
            text=held.text,
            pays=held.pays,
            meter=held.meter,
            player=held.player,
            wager_cents=held.wager_cents,
            payout_cents=held.payout_cents,
            status=held.status,
            round_id=held.round_id,
            cards=dealt.cards.get(held.spot, "") if dealt.round == held.round_id else "",
            shown=True,
            surveillance=held.surveillance,
            needs=held.needs,
            payee=held.payee,
        )

    def claim(self, id: str) -> ClaimView:
        if payouts.is_payout(id):
            return self._payout_view(payouts.load_held(self._store, id))
        try:
            return self._view(self.desk.claim(id))
        except BadInput:
            return self._award_view(self.desk.award(id))

    def _award_view(self, award: Award) -> ClaimView:
        """A prize that was booked by hand, without a keypad (HR-11)."""
        jackpot, in_money = self.desk.jackpot(award.jackpot), self._in_money(award)
        return ClaimView(
            kind="award",
            id=award.id,
            jackpot=award.jackpot,
            jackpot_name=display_name(jackpot),
            table=award.table,
            table_name="",
            spot=award.spot,
            hand=award.hand,
            text=award.hand,
            pays=dollars(award.prize_cents),
            meter=award.meter,
            player=award.player or None,
            wager_cents=award.wager_cents,
            payout_cents=award.prize_cents,
            status=award.state.value,
            round_id=award.round or None,
            cards=award.cards,
            shown=True,
            surveillance=Seen.of(award.surveillance),
            number=award.number,
            marked_us=award.at_us,
            pressed_by=str(award.completed) if award.completed else "",
            confirmed_by=str(award.second) if award.second else None,
            reason=award.reason,
            award=award,
            not_paid_by=_not_paid_by(award),
            by_hand=in_money,
            check_over_cents=jackpot.controls.check_over_cents if in_money else None,
        )

    def _view(self, claim: Claim) -> ClaimView:
        """A claim as the supervisor sees it, with what is still needed."""
        jackpot = self.desk.jackpot(claim.jackpot)
        line, dealt = jackpot.table.by_hand[claim.hand], self._dealt(claim) or DealtCards()
        real = claim.by_hand
        award = self.desk.award(claim.id) if claim.state in AWARDED and claim.meter is not None else None
        return ClaimView(
            kind="claim",
            id=claim.id,
            jackpot=claim.jackpot,
            jackpot_name=display_name(jackpot),
            table=claim.table,
            table_name=self._table_name(claim.table),
            spot=claim.spot,
            sensor=claim.sensor,
            hand=claim.hand,
            text=line.text,
            pays=str(line.pays),
            meter=claim.meter,
            player=claim.player or dealt.holders.get(claim.spot),
            wager_cents=jackpot.wager_cents,
            payout_cents=claim.cents,
            status=claim.state.value,
            round_id=(award.round or None) if award else dealt.round,
            cards=award.cards if award else dealt.cards.get(claim.spot, ""),
            shown=None if real else award is not None or claim.state not in OPEN or self._cards_show(claim),
            surveillance=Seen.of(claim.surveillance),
            needs=tuple(self._needs(jackpot, claim)),
            number=claim.number,
            marked_us=claim.marked.at_us,
            held_cents=sum(hold.units for hold in claim.holds) // UNIT_PER_CENT,
            envy_cents=line.envy_cents or 0,
            pressed_by=str(claim.marked),
            confirmed_by=str(claim.confirmed) if claim.confirmed else None,
            reason=claim.reason,
            award=award,
            not_paid_by=_not_paid_by(award) if award else (),
            by_hand=real,
            check_over_cents=jackpot.controls.check_over_cents if real else None,
        )

    @staticmethod
    def _needs(jackpot: Jackpot, claim: Claim) -> Iterator[str]:
        if claim.state not in OPEN:
            return
        if needs_surveillance(jackpot, claim.cents) and claim.surveillance is None:
            yield "surveillance"
        if claim.meter is not None:
            if claim.confirmed is None:
                yield "supervisor"
            executive = needs_executive(jackpot, claim)
            yield "executive card" if executive else "supervisor or executive card"

    def _dealt(self, claim: Claim) -> DealtCards | None:
        """The round the claim comes from: the table cannot go on while it is open (JP-04). Of one that was opened again
        that of its award. None at a table with real cards."""
        if claim.by_hand:
            return None
        again = dealt_for(self._store.document, claim) if claim.reopened else None
        return again or dealt_at(self._store.document, claim.table)

    def _cards_show(self, claim: Claim) -> bool:
        dealt = self._dealt(claim)
        return dealt is not None and dealt.show(claim)

    def _in_money(self, award: Award) -> bool:
        """Whether a prize is paid as the terminal pays it: at a table with real cards players have no wallets, and what
        was booked by hand may be somebody's who has no account here."""
        if award.table:
            return self.desk.claim(award.id).by_hand
        return self._store.document(f"person/{id_of(award.player)}") is None

    # acting

    def surveillance(
        self, id: str, person: Person, *, hand: str, wager_cents: Cents, payout_cents: Cents, player: str
    ) -> ClaimView:
        """Surveillance says what it saw: hand, wager, payout, player (HR-14)."""
        allow(Act.SURVEIL, person)
        view = self.claim(id)
        if view.surveillance is not None or view.status not in WAITING:
            done = f"seen by {view.surveillance.by}" if view.surveillance else view.said
            raise _too_late(
                f"{view.named} is {done} already.", "HR-14", "a payout that waits for surveillance"
            )
        if payouts.is_payout(id):
            paid = payouts.release_held(self._store, id, person, hand, wager_cents, payout_cents, player)
            self._room.chips_moved([wallet(paid.player)], paid.table)
            return self._payout_view(paid)
        claim = self.desk.claim(id)
        dealt, winner = self._dealt(claim), player
        if dealt is not None:
            winner = payouts.winner_seen(claim.spot, dealt.holders.get(claim.spot), player)
        with self._in_words(id):
            self.desk.surveil(id, person, Witnessed(hand, wager_cents, payout_cents, winner))
        self._changed(claim, ends=claim.meter is None)
        return self.claim(id)

    def confirm(self, id: str, person: Person) -> ClaimView:
        """The supervisor's confirmation and the card. Where the size asks for the executive's card, the confirmation
        stands until another person's card comes (JP-16, JP-31)."""
        if payouts.is_payout(id):
            raise IllegalAction(
                "A payout from the tray needs surveillance, not a card.",
                clause="HR-14",
                accepted="surveillance",
            )
        claim = self.desk.claim(id)
        if claim.state not in OPEN:
            view = self.claim(id)
            raise _too_late(f"{view.named} is {view.said} already.", "JP-16", "nothing more to confirm")
        fresh = claim.confirmed is None
        with self._in_words(id):
            if fresh:
                self.desk.confirm(id, person, verified=VERIFIED)
                claim = self.desk.claim(id)
            jackpot = self.desk.jackpot(claim.jackpot)
            unseen = needs_surveillance(jackpot, claim.cents) and claim.surveillance is None
            completes = not (fresh and (unseen or needs_executive(jackpot, claim)))
            if completes:
                self.desk.complete(id, person)
        self._changed(claim, ends=completes)
        return self.claim(id)

    def reject(self, id: str, person: Person, why: str) -> ClaimView:
        """A marked hand that the cards do not show is rejected, with a reason (JP-30)."""
        claim = self.desk.claim(id)
        if claim.state not in OPEN:
            view = self.claim(id)
            raise _too_late(f"{view.named} is {view.said} already.", "JP-30", "a claim that is open")
        with self._in_words(id):
            self.desk.reject(id, person, why)
        self._changed(claim, ends=False)
        return self.claim(id)

    def pay(self, id: str, person: Person, *, player: str = "", by_check: bool = False) -> WinSheet:
        """The cage hands the prize over: as chips into the winner's wallet. At a table with real cards it is money, as
        at the terminal: by check where the winner may have one, and to `player` where nobody was named before. Once
        paid it cannot be backed out."""
        award = self.desk.award(id)
        self._check_due(award, "JP-16")
        if self._in_money(award):
            with self._in_words(id):
                self.desk.pay(id, person, by_check=by_check, player=player, key=f"pay/{id}")
            self._loop.call_soon_threadsafe(self._room.refresh_jackpot, award.jackpot)
            return self.win_page(id)
        if by_check or player:
            raise BadInput(
                "This prize goes into the winner's wallet.",
                clause="HR-34",
                accepted="neither a check nor another name",
            )
        winner = id_of(award.player)
        if not winner:
            named = self.claim(id).named
            raise BadInput(f"Nobody is named as the winner of {named}.", accepted="an award of this room")
        now = self._store.clock()

        def work(unit: Unit) -> None:
            awards.pay(unit, id, person, now, by_check=False, caller=Caller.ROOM)
            hand_over(unit, wallet(winner), award.prize_cents)

        with self._in_words(id):
            self._store.write(work, key=f"pay/{id}", request=[id, person.id])
        self._room.chips_moved([wallet(winner)])
        return self.win_page(id)

    def win_page(self, id: str) -> WinSheet:
        award = self.desk.award(id)
        claim = self.desk.claim(id) if award.table else None
        page = WinPage.of(award, gambling_day(self._store).moment, claim, self._played_us(award))
        return WinSheet(award, page.rows)

    def _played_us(self, award: Award) -> int | None:
        """When the round of an award was played out; a round that is not in this store tells nothing."""
        try:
            settled = load_round(self._store, award.round).settled if award.round else None
        except NotFound:
            return None
        return settled.at_us if settled else None

    def adjust(
        self, jackpot: str, wanted: Adjustment, person: Person, second: Person, *, key: str | None
    ) -> None:
        """A meter moved by hand, for one of the listed reasons, by two people, on record (HR-11, JP-31). A prize is
        a player's of this room: it is paid into a wallet."""
        if wanted.reason is Reason.AMOUNT_WON:
            self._room.people.player(wanted.player)
        self.desk.adjust(jackpot, wanted, person, second, key=key)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, jackpot)

    def refresh_all(self) -> None:
        """Something at the jackpot desk has changed: every table looks at its sensors and meters again."""
        for keeper in self._room.keepers.values():
            self._loop.call_soon_threadsafe(keeper.refresh)

    def back_out(
        self, id: str, person: Person, second: Person, why: str, watcher: Person | None = None
    ) -> None:
        """A completed award taken back: meter and reserve restored, the new seed too (JP-18). What the cards show takes
        surveillance as well, and is a claim again at once. The winner is told."""
        award, now = self.desk.award(id), self._store.clock()
        self._check_due(award, "JP-18")

        def work(unit: Unit) -> None:
            back = back_out(unit, id, person, second, why, now, watcher=watcher, caller=Caller.ROOM)
            tell(unit, back.player, taken_back(back), now)

        request = [id, why, person.id, second.id, *([watcher.id] if watcher else [])]
        with self._in_words(id):
            self._store.write(work, key=f"back-out/{id}", request=request)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, award.jackpot)

    def _check_due(self, award: Award, clause: str) -> None:
        if award.state is not State.COMPLETED:
            view = self.claim(award.id)
            raise _too_late(f"{view.named} is {view.said} already.", clause, "a prize not paid yet")

    def _in_words(self, id: str) -> AbstractContextManager[None]:
        return in_words(lambda: {view.id: view.named for view in (*self.claims(), self.claim(id))})

    def _changed(self, claim: Claim, *, ends: bool) -> None:
        """Displays show it; where nothing else is open, a table dealt by the house goes on. A dealer in person ends
        the game by hand: an END GAME that was refused is not carried out later."""
        keeper = self._room.keeper(claim.table)
        goes_on = ends and keeper.table.setup.dealer == HOUSE
        self._loop.call_soon_threadsafe(keeper.nudge if goes_on else keeper.refresh)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, claim.jackpot)


# Every jackpot with its money, tables and waiting changes, as the pit works with it.


@dataclass(frozen=True, slots=True)
class PlayersMoney:
    """What a progressive owes, what of it is in its account, and when the rest has to be there (HR-10)."""

    owed_cents: Cents
    bank_cents: Cents
    due_us: int | None


def players_money(store: Store, jackpot: Jackpot) -> PlayersMoney | None:
    if not jackpot.progressive or jackpot.status is Status.CREATED:
        return None
    owed = -(-postings.owed(store, jackpot) // UNIT_PER_CENT)
    bank, due = postings.in_bank(store, jackpot.id) // UNIT_PER_CENT, None
    if owed > bank and jackpot.covered_us is not None:
        days = gambling_day(store)
        last = days.of(jackpot.covered_us) + timedelta(days=jackpot.controls.deposit_days)
        due = days.bounds(last)[1]
    return PlayersMoney(owed, bank, due)


def desk_json(desk: JackpotDesk, jackpot: Jackpot) -> dict[str, Any]:
    """Settings in use and waiting, what is owed and deposited, prizes not paid: as the desk's page gets it."""
    money = players_money(desk.store, jackpot)
    return {
        "id": jackpot.id,
        "name": display_name(jackpot),
        "kind": jackpot.kind.value,
        "status": jackpot.status.value,
        "suspended_for": jackpot.suspended_for,
        "shortfall": any(one.shortfall for one in jackpot.suspensions),
        "game": jackpot.game,
        "pay_table": jackpot.pay_table,
        "wager_cents": jackpot.wager_cents,
        "location": jackpot.location,
        "tables": sorted(jackpot.tables),
        "meters": _meters_json(desk, jackpot),
        "notices": list(jackpot.notices),
        "award_order": jackpot.controls.award_order.value,
        "owed_cents": money.owed_cents if money else None,
        "bank_cents": money.bank_cents if money else None,
        "due_us": money.due_us if money else None,
        "unpaid": [
            {"award": award.id, "prize_cents": award.prize_cents, "hand": award.hand, "player": award.player}
            for award in desk.unpaid(jackpot.id)
        ],
        "open_claims": len(desk.open_claims(jackpot.id)),
        "malfunctions": [
            {"meter": one.meter, "cents": one.cents, "by": str(one.by), "due": one.due}
            for one in jackpot.malfunctions
        ],
    }


def _meters_json(desk: JackpotDesk, jackpot: Jackpot) -> list[dict[str, Any]]:
    shown = desk.meters(jackpot.id)
    found = []
    for name in jackpot.meter_names:
        row: dict[str, Any] = {
            "name": name,
            "cents": shown[name].display_cents,
            "reserve_cents": shown[name].reserve_cents,
            "overflow_cents": shown[name].overflow_cents,
            "held_cents": shown[name].held_cents,
        }
        if meter := jackpot.meters.get(name):
            row |= _settings_json(meter)
        found.append(row)
    return found


def _settings_json(meter: Meter) -> dict[str, Any]:
    return {
        "in_use": settings_json(meter.in_use),
        "seed_left_cents": meter.seed_units // UNIT_PER_CENT,
        "proposed": _proposal_json(meter.proposed),
        "waiting": _proposal_json(meter.waiting),
    }


def settings_json(settings: MeterSettings) -> dict[str, Any]:
    return {
        "seed_cents": settings.seed_cents,
        "contribution": percent(settings.contribution),
        "reserve": percent(settings.reserve),
        "maximum_cents": settings.maximum_cents,
        "words": str(settings),
    }


def _proposal_json(found: Proposal | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **settings_json(found.settings),
        "why": found.why,
        "by": str(found.by),
        "by_id": found.by.id,
        "approved_by": str(found.approved) if found.approved else None,
    }
