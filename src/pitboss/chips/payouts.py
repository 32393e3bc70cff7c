"""Large payouts: surveillance first above one amount, a check on request above another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pitboss.chips.events import PayoutMade, SurveillanceCheck
from pitboss.chips.trays import Movement, check_known, pay_by_check, post
from pitboss.core.codec import encode
from pitboss.core.errors import IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.room_or_desk import CLAIMS_PAGE, check_by_hand
from pitboss.jackpots.tray import check_alone, check_opened
from pitboss.ledger import Event, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import begin
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow, not_staff, unconcerned
from pitboss.sheets.regulation import regulation


def needs_surveillance(payout_cents: Cents, on: date) -> bool:
    """HR-14: strictly above the amount in force."""
    return payout_cents > regulation().value("surveillance-payout", on).cents


def release(payout_cents: Cents, on: date, check: SurveillanceCheck | None) -> None:
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
        release(payout_cents, on, seen)
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
