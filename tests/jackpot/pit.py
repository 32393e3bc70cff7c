"""A pit for tests: a desk on a store with a clock of our own, the people, and short ways to say things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.jackpots import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.jackpots import postings as accounts
from pitboss.jackpots.adjustments import Adjustment, Reason
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.documents import Meter
from pitboss.jackpots.statement import Funds, funds
from pitboss.ledger import Receipt, Store, create_store
from pitboss.people.person import Person
from tests.jackpot.staff import DEALER, EXECUTIVE, OWNER, SUPERVISOR, SURVEILLANCE
from tests.patience import PATIENCE_S

FACE_UP = "face-up-pai-gow-poker"
FORTUNE = "fortune-pai-gow-poker"
DOWN_UNDER = "down-under-holdem"
WA03 = "FUPGPP-WA03"
HOME = "Main Street"
FULL, TENTH, FIXED = "seven-card-straight-flush", "five-aces", "full-house"
"""hands of that pay table: all of the meter, ten per cent of it, and dollars from the tray"""
NOTICES = (
    "The amount is the house's until it is won.",
    "The house may remove the prize.",
    "A fixed prize, in full to every winner.",
)

CONTROLS = Controls(
    executive_from_cents=1_000_000, surveillance_over_cents=300_000, deposit_days=7, notices=3
)
THREE_METERS = {
    "mega": MeterSettings(1_000_000, Fraction(10, 100), Fraction(1, 100)),
    "major": MeterSettings(100_000, Fraction(5, 100), Fraction(1, 100)),
    "minor": MeterSettings(20_000, Fraction(3, 100)),
}
SETTINGS = MeterSettings(seed_cents=200_000, contribution=Fraction(185, 1000), reserve=Fraction(2, 100))
DAY_US = 86_400_000_000


class Clock:
    def __init__(self) -> None:
        self.now_us = 1_800_000_000_000_000

    def __call__(self) -> int:
        self.now_us += 1_000
        return self.now_us


def plan(name: str = "J", pay_table: str = WA03, **changes: Any) -> JackpotConfig:
    """A progressive as it usually is, but for what is said."""
    usual = {
        "kind": Kind.PROGRESSIVE, "game": FACE_UP, "wager_cents": 100, "controls": CONTROLS, "location": HOME,
        "meters": {"meter": SETTINGS},
    }  # fmt: skip
    return JackpotConfig(name, pay_table=pay_table, **usual | changes)


def house_plan(name: str = "H", pay_table: str = WA03, **changes: Any) -> JackpotConfig:
    posted: dict[str, Any] = {"posted_cents": {"meter": 500_000}, "notices": NOTICES, "meters": {}}
    return plan(name, pay_table, kind=Kind.HOUSE, **posted | changes)


def guests(lit: Iterable[int] | Mapping[str, Iterable[int]]) -> dict[int, str]:
    """Somebody of the own on every spot with a wager."""
    rows = lit.values() if isinstance(lit, Mapping) else [lit]
    return {spot: f"guest-{spot}" for row in rows for spot in row}


class Pit:
    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.store: Store = create_store(url, clock=self.clock, patience_s=PATIENCE_S, exist_ok=True)
        self.desk = JackpotDesk(self.store)
        self.alone_cents = 0
        """what the dealer has paid by hand without a second person"""

    def progressive(
        self,
        name: str = "J",
        pay_table: str = WA03,
        *,
        settings: MeterSettings | Mapping[str, MeterSettings] = SETTINGS,
        tables: Iterable[str] = ("T1",),
        spots: int = 6,
        start: bool = True,
        options: Mapping[str, str] | None = None,
        **more: Any,
    ) -> str:
        meters = settings if isinstance(settings, Mapping) else {"meter": settings}
        config = plan(name, pay_table, meters=meters, **more)
        self.desk.create(config, EXECUTIVE)
        for table in tables:
            self.table(table, config.game, spots=spots, options=options)
            self.link(name, table, pay_table)
        if start:
            self.desk.start(name, EXECUTIVE)
        return name

    def house(self, name: str = "H", pay_table: str = WA03, cents: int = 500_000, table: str = "T1") -> str:
        self.desk.create(house_plan(name, pay_table, posted_cents={"meter": cents}), EXECUTIVE)
        self.table(table)
        self.link(name, table, pay_table)
        self.desk.start(name, EXECUTIVE)
        return name

    def table(
        self, name: str, game: str = FACE_UP, *, spots: int = 6, location: str = HOME, **more: Any
    ) -> None:
        self.desk.add_table(name, game, EXECUTIVE, spots=spots, location=location, **more)

    def link(self, name: str, table: str, pay_table: str = WA03, **more: Any) -> None:
        self.desk.link(name, table, pay_table, EXECUTIVE, **more)

    def deal(
        self,
        lit: Iterable[int] | Mapping[str, Iterable[int]] = (1, 2, 3),
        table: str = "T1",
        *,
        after_days: int = 0,
    ) -> None:
        """START GAME with base wagers on all spots, another player on each."""
        self.clock.now_us += after_days * DAY_US
        self.desk.start_game(table, lit, range(1, 10), DEALER, players=guests(lit))

    def end(self, table: str = "T1", second: Person | None = None) -> list[dict[str, object]]:
        pays: list[dict[str, object]] = self.desk.end_game(table, DEALER, second).payload["pays"]
        return pays

    def round(self, lit: Iterable[int] = (1, 2, 3), table: str = "T1", *, after_days: int = 0) -> None:
        self.deal(lit, table, after_days=after_days)
        self.end(table)

    def mark(self, spot: int, hand: str, table: str = "T1", **how: object) -> str:
        return str(self.desk.press(table, spot, hand, DEALER, **how).payload["claim"])  # type: ignore[arg-type]

    def dealt(self, hand: str, spot: int = 1, lit: Iterable[int] = (1,), table: str = "T1") -> str:
        """A game in which a spot has this hand, marked; returns the claim."""
        self.deal(lit, table)
        return self.mark(spot, hand, table)

    def won(self, hand: str, spot: int = 1, lit: Iterable[int] = (1,), table: str = "T1") -> str:
        """The same, and its award completed."""
        claim = self.dealt(hand, spot, lit, table)
        self.win(claim)
        return claim

    def void(self, table: str = "T1") -> Receipt:
        return self.desk.void_game(table, SUPERVISOR, "misdeal", SURVEILLANCE)

    def back_out(self, claim: str) -> Receipt:
        return self.desk.back_out(claim, EXECUTIVE, OWNER, "misread")

    def win(self, claim: str) -> int:
        """The whole way from the marked hand to the completed award; returns the prize in cents."""
        asked = self.desk.confirm(claim, SUPERVISOR).payload
        if asked["needs_surveillance"]:
            self.watch(claim, asked["prize_cents"])
        card = EXECUTIVE if asked["needs_executive"] else SUPERVISOR
        return int(self.desk.complete(claim, card).payload["prize_cents"])

    def watch(self, claim: str, payout_cents: int) -> None:
        found = self.desk.claim(claim)
        wager = self.desk.jackpot(found.jackpot).wager_cents
        seen = Witnessed(found.hand, wager, payout_cents, found.player or "Pat")
        self.desk.surveil(claim, SURVEILLANCE, seen)

    def adjust(
        self,
        jackpot: str,
        reason: Reason,
        note: str,
        *,
        by: Person = EXECUTIVE,
        second: Person | None = OWNER,
        meter: str = "meter",
        key: str | None = None,
        **facts: Any,
    ) -> Receipt:
        return self.desk.adjust(jackpot, Adjustment(meter, reason, note, **facts), by, second, key=key)

    def held(self, jackpot: str = "J") -> int:
        """For open claims, in cents."""
        return self.store.account(accounts.of(jackpot, "prizes")).credits_pending // 1_000_000

    def due(self, jackpot: str = "J") -> dict[str, int]:
        """What each open claim will be paid, in the order of payment."""
        return {id: self.desk.claim(id).cents for id in self.desk.open_claims(jackpot)}

    def funds(self, jackpot: str = "J") -> Funds:
        return funds(self.desk, jackpot)

    def meter(self, jackpot: str = "J") -> Meter:
        return self.desk.jackpot(jackpot).meter("meter")

    def shows(self, jackpot: str = "J", meter: str = "meter") -> int:
        return self.desk.meter_cents(jackpot, meter)

    def all_shown(self) -> dict[str, int]:
        return {name: meter.display_cents for name, meter in self.desk.meters("J").items()}

    def units(self, name: str, jackpot: str = "J", meter: str = "meter") -> int:
        return self.store.account(accounts.of_meter(jackpot, meter, name)).credit_balance

    def parts(self, jackpot: str = "J", meter: str = "meter") -> tuple[int, ...]:
        """Meter, reserve and overflow, in units."""
        return tuple(self.units(name, jackpot, meter) for name in ("meter", "reserve", "overflow"))

    def account(self, name: str) -> int:
        """Debit balance in cents."""
        return self.store.account(name).debit_balance // 1_000_000
