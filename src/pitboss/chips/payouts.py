"""Large payouts: surveillance first above one amount (HR-14), a check on request above another (HR-15). At a room's
tables they are held until surveillance has seen hand, wager, payout and player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from pitboss.chips.accounts import WAGER_PAID, held, tokes, tray, wallet
from pitboss.chips.events import PayoutMade, SurveillanceCheck
from pitboss.chips.trays import Movement, check_known, pay_by_check, post
from pitboss.core.codec import FLAT, decode, encode
from pitboss.core.errors import BadInput, Conflict, IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.documents import Sighting
from pitboss.jackpots.room_or_desk import CLAIMS_PAGE, check_by_hand
from pitboss.jackpots.tray import check_alone, check_opened
from pitboss.ledger import UNIT_PER_CENT, Event, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import EventData, begin, read_event
from pitboss.ledger.writer import Work
from pitboss.people.person import Person
from pitboss.people.person import id_of as spelled
from pitboss.people.rights import Act, allow, not_staff, unconcerned
from pitboss.rounds.events import Settlement
from pitboss.sheets.regulation import regulation


def needs_surveillance(payout_cents: Cents, on: date) -> bool:
    """HR-14: strictly above the amount in force."""
    return payout_cents > regulation().value("surveillance-payout", on).cents


def check_seen(payout_cents: Cents, on: date, check: SurveillanceCheck | None) -> None:
    """Let a payout go, or say what surveillance still has to confirm (HR-14)."""
    if not needs_surveillance(payout_cents, on):
        return
    over = dollars(regulation().value("surveillance-payout", on).cents)
    if check is None:
        raise IllegalAction(
            f"A payout of {dollars(payout_cents)} is above {over} and has not been confirmed.",
            clause="HR-14",
            accepted="surveillance's confirmation of hand, wager, payout and player",
        )
    if missing := check.missing():
        raise IllegalAction(
            f"Surveillance has not confirmed {', '.join(missing)}.",
            clause="HR-14",
            accepted="hand, wager, payout, player, and who confirms",
        )
    if check.payout_cents != payout_cents:
        raise IllegalAction(
            f"Surveillance confirmed {dollars(check.payout_cents)}, not {dollars(payout_cents)}.",
            clause="HR-14",
            accepted=f"a confirmation of {dollars(payout_cents)}",
        )


@dataclass(frozen=True, slots=True)
class Payment:
    """How winnings are paid out."""

    cents: Cents
    by_check: bool
    check_due: datetime | None


def pay_winnings(winnings_cents: Cents, at: datetime, check_asked: bool, on: date) -> Payment:
    """HR-15: above the amount in force on the gambling day the winner may ask for a check, due within the hours set."""
    over = regulation().value("check-payout", on).cents
    if not check_asked:
        return Payment(winnings_cents, by_check=False, check_due=None)
    if winnings_cents <= over:
        raise IllegalAction(
            f"{dollars(winnings_cents)} in winnings give no claim to a check.",
            clause="HR-15",
            accepted=f"winnings above {dollars(over)}, or chips",
        )
    hours = regulation().value("check-hours", on).amount
    return Payment(winnings_cents, by_check=True, check_due=at + timedelta(hours=hours))


class PayoutDesk:
    """Large payouts on record and in the tray's account: who confirmed what before it was paid, and how."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def pay(
        self,
        table: str,
        payout_cents: Cents,
        by: Person,
        seen: SurveillanceCheck | None = None,
        watcher: Person | None = None,
        *,
        check_asked: bool = False,
        key: str | None = None,
    ) -> Event:
        """Complete a payout; without the confirmation it needs nothing is recorded. Chips leave the tray, a check
        the house's cash. Small ones count with what the payer books alone that day."""
        now = self._store.clock()
        at = datetime.fromtimestamp(now / 1_000_000, UTC)
        on = gambling_day(self._store).of(now)
        check_seen(payout_cents, on, seen)
        large = needs_surveillance(payout_cents, on)
        allow(Act.PAYOUT_LARGE if large else Act.PAYOUT, by, watcher)
        payment = pay_winnings(payout_cents, at, check_asked, on)
        due = payment.check_due.isoformat() if payment.check_due else None
        says = PayoutMade(table, payout_cents, seen, payment.by_check, due)

        def work(unit: Unit) -> None:
            check_known(unit, table)
            check_by_hand(unit.get, table, "HR-17", CLAIMS_PAGE)
            if seen is not None:
                not_staff(unit.get, seen.player)
                unconcerned(Act.PAYOUT_LARGE, seen.player, by, watcher)
            if not payment.by_check:
                check_opened(unit, table)
            begin(unit, f"payout/{table}", str(by), says)
            check_alone(unit, Act.PAYOUT_LARGE, Movement.WAGER_PAID.value, payout_cents, by, watcher, now)
            if payment.by_check:
                pay_by_check(unit, table, payout_cents)
            else:
                post(unit, table, Movement.WAGER_PAID, payout_cents)

        request = [table, payout_cents, by.id, encode(seen), check_asked]
        return self._store.write(work, key=key, request=request).event


# Held at the tables of a room.

PREFIX = "payout."
CONFIRMED = "winnings-released"


def held_id(round_id: str, n: int) -> str:
    """The n-th settlement of a round."""
    return f"{PREFIX}{round_id}.{n}"


def is_payout(id: str) -> bool:
    return id.startswith(PREFIX)


def held_key(id: str) -> str:
    return f"held-payout/{id}"


@dataclass(frozen=True, slots=True)
class Seen:
    """What surveillance saw, and who it was (HR-14)."""

    hand: str
    wager_cents: Cents
    payout_cents: Cents
    player: str
    by: str

    @classmethod
    def of(cls, sighting: Sighting | None) -> Seen | None:
        if sighting is None:
            return None
        amounts = (sighting.wager_cents, sighting.payout_cents)
        return cls(sighting.hand, *amounts, sighting.player, str(sighting.by))


@dataclass(frozen=True, slots=True)
class HeldPayout:
    """Winnings that wait: what was won where by whom, and what is still needed."""

    id: str
    table: str
    round_id: str
    spot: int
    sensor: str
    """the wager's place"""
    hand: str
    text: str
    pays: str
    player: str
    wager_cents: Cents
    payout_cents: Cents
    payee: str
    """the account that gets it"""
    status: str = "open"
    surveillance: Seen | None = None
    needs: tuple[str, ...] = ("surveillance",)
    jackpot: str = ""
    meter: str | None = None


@dataclass(frozen=True, slots=True)
class PayoutSettled(EventData):
    """What became of held winnings; the event's kind says which."""

    payout: HeldPayout = field(metadata=FLAT)


def held_payout(id: str, table: str, round_id: str, player: str, done: Settlement) -> HeldPayout:
    return HeldPayout(
        id,
        table,
        round_id,
        done.spot,
        done.wager,
        done.hand,
        done.text or done.hand,
        str(done.odds) if done.odds else dollars(done.net_cents),
        player,
        done.stake_cents,
        done.net_cents,
        tokes(table) if done.tokes_cents else wallet(player),
    )


def load_held(store: Store, id: str) -> HeldPayout:
    """As it waits, or as it ended: then the log alone knows it."""
    found = store.document(held_key(id))
    if found is not None:
        return decode(HeldPayout, found)
    table = id.removeprefix(PREFIX).rpartition("-")[0]
    for event in store.events(f"payouts/{table}", newest_first=True):
        ended = read_event(PayoutSettled, event).payout
        if ended.id == id:
            return ended
    raise BadInput(f"There is no payout {id!r}.", clause="HR-14", accepted="a payout that waits")


def winner_seen(spot: int, winner: str | None, told: str) -> str:
    """The winner's name in its one spelling, as surveillance has typed it; the refusal does not tell it (HR-14)."""
    if not winner or spelled(winner) != spelled(told):
        raise IllegalAction(
            f"The player does not agree with who won at spot {spot}.",
            clause="HR-14",
            accepted="the name of the player who was seen at the spot",
        )
    return winner


def held_payouts(store: Store) -> list[HeldPayout]:
    return [decode(HeldPayout, found) for found in store.documents(held_key("")).values()]


def release_held(
    store: Store, id: str, person: Person, hand: str, wager_cents: Cents, payout_cents: Cents, player: str
) -> HeldPayout:
    """Surveillance confirms what it saw; the winnings go to the player, once. What is no longer waiting is only
    in the log, so the list of waiting payouts stays short."""
    allow(Act.SURVEIL, person)
    officer = person
    claim = load_held(store, id)
    player = winner_seen(claim.spot, claim.player, player)
    seen = {"hand": hand, "wager_cents": wager_cents, "payout_cents": payout_cents, "player": player}
    if wrong := [name for name, value in seen.items() if getattr(claim, name) != value]:
        raise IllegalAction(
            f"Surveillance's {', '.join(wrong)} does not agree with what was won.",
            clause="HR-14",
            accepted="what was seen: hand, wager, payout and player",
        )
    check_seen(
        claim.payout_cents,
        gambling_day(store).of(store.clock()),
        SurveillanceCheck(hand, claim.sensor, payout_cents, player, officer.name),
    )
    sighting = Seen(hand, wager_cents, payout_cents, player, officer.name)
    paid = replace(claim, status="paid", needs=(), surveillance=sighting)

    def work(unit: Unit) -> None:
        if unit.get(held_key(id)) is None:
            raise Conflict(
                f"{dollars(payout_cents)} of spot {claim.spot} no longer wait.",
                clause="HR-14",
                accepted="a payout that waits",
            )
        if unit.account(held(claim.table)).available_credit < payout_cents * UNIT_PER_CENT:
            raise IllegalAction(
                f"The chips for {dollars(payout_cents)} are not there yet.",
                clause="HR-34",
                accepted="a fill of the tray first",
            )
        begin(unit, f"payouts/{claim.table}", officer.name, PayoutSettled(paid), "payout.released")
        unit.transfer_cents(held(claim.table), claim.payee, payout_cents, CONFIRMED)
        unit.put(held_key(id), None)

    store.write(work, key=f"release/{id}", request=[seen, officer.id])
    return paid


def take_back_held(table: str, ids: Sequence[str], by: Person) -> Work:
    """Held winnings of a round that is void go back into the tray (HR-33)."""

    def work(unit: Unit) -> None:
        for id in ids:
            found = unit.get(held_key(id))
            if found is None:
                raise Conflict(
                    "Winnings of this round have been seen by surveillance and paid.",
                    clause="HR-33",
                    accepted="playing the round out",
                )
            void = replace(decode(HeldPayout, found), status="void", needs=())
            begin(unit, f"payouts/{table}", by.name, PayoutSettled(void), "payout.void")
            unit.transfer_cents(held(table), tray(table), void.payout_cents, WAGER_PAID)
            unit.put(held_key(id), None)

    return work
