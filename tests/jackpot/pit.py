"""A pit for tests: a desk on a store with a clock of our own, the people, and short ways to say things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.jackpot import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.jackpot import books as accounts
from pitboss.jackpot.adjust import Adjustment, Reason
from pitboss.jackpot.awards import Witnessed
from pitboss.people.person import Person, Role
from pitboss.store import Receipt, Store, open_store
from tests.patience import PATIENCE_S

DEALER = Person.of("dot", Role.DEALER)
SUPERVISOR = Person.of("sam", Role.SUPERVISOR)
EXECUTIVE = Person.of("eve", Role.EXECUTIVE)
OWNER = Person.of("oma", Role.EXECUTIVE)
SURVEILLANCE = Person.of("cam", Role.SURVEILLANCE)
CASHIER = Person.of("cas", Role.CASHIER)

FACE_UP = "face-up-pai-gow-poker"
FORTUNE = "fortune-pai-gow-poker"
DOWN_UNDER = "down-under-holdem"
HOME = "Main Street"
NOTICES = (
    "The amount is the house's until it is won.",
    "The house may remove the prize.",
    "A fixed prize, in full to every winner.",
)

CONTROLS = Controls(
    executive_from_cents=1_000_000, surveillance_over_cents=300_000, deposit_days=7, notices=3
)
SETTINGS = MeterSettings(seed_cents=200_000, contribution=Fraction(185, 1000), reserve=Fraction(2, 100))
DAY_US = 86_400_000_000


class Clock:
    def __init__(self) -> None:
        self.now_us = 1_800_000_000_000_000

    def __call__(self) -> int:
        self.now_us += 1_000
        return self.now_us


def guests(lit: Iterable[int] | Mapping[str, Iterable[int]]) -> dict[int, str]:
    """Somebody of the own on every spot with a wager."""
    rows = lit.values() if isinstance(lit, Mapping) else [lit]
    return {spot: f"guest-{spot}" for row in rows for spot in row}


class Pit:
    def __init__(self, url: str) -> None:
        self.clock = Clock()
        self.store: Store = open_store(url, clock=self.clock, patience_s=PATIENCE_S)
        self.desk = JackpotDesk(self.store)
        self.alone_cents = 0
        """what the dealer has paid by hand without a second person"""

    def progressive(
        self,
        name: str = "J",
        pay_table: str = "FUPGPP-WA03",
        *,
        game: str = FACE_UP,
        settings: MeterSettings | Mapping[str, MeterSettings] = SETTINGS,
        wager_cents: int = 100,
        tables: Iterable[str] = ("T1",),
        controls: Controls = CONTROLS,
        spots: int = 6,
        start: bool = True,
        options: Mapping[str, str] | None = None,
    ) -> str:
        meters = settings if isinstance(settings, Mapping) else {"meter": settings}
        config = JackpotConfig(
            name, Kind.PROGRESSIVE, game, pay_table, wager_cents, controls, HOME, meters=meters
        )
        self.desk.create(config, EXECUTIVE)
        for table in tables:
            self.table(table, game, spots=spots, options=options)
            self.desk.link(name, table, pay_table, EXECUTIVE)
        if start:
            self.desk.start(name, EXECUTIVE)
        return name

    def house(
        self, name: str = "H", pay_table: str = "FUPGPP-WA03", cents: int = 500_000, table: str = "T1"
    ) -> str:
        config = JackpotConfig(
            name,
            Kind.HOUSE,
            FACE_UP,
            pay_table,
            100,
            CONTROLS,
            HOME,
            posted_cents={"meter": cents},
            notices=NOTICES,
        )
        self.desk.create(config, EXECUTIVE)
        self.table(table, FACE_UP)
        self.desk.link(name, table, pay_table, EXECUTIVE)
        self.desk.start(name, EXECUTIVE)
        return name

    def table(
        self,
        name: str,
        game: str = FACE_UP,
        *,
        spots: int = 6,
        decks: int = 1,
        location: str = HOME,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.desk.add_table(
            name, game, EXECUTIVE, spots=spots, decks=decks, location=location, options=options
        )

    def deal(self, lit: Iterable[int] | Mapping[str, Iterable[int]] = (1, 2, 3), table: str = "T1") -> None:
        """START GAME with base wagers on all spots, another player on each."""
        self.desk.start_game(table, lit, range(1, 10), DEALER, players=guests(lit))

    def end(self, table: str = "T1", second: Person | None = None) -> list[dict[str, object]]:
        pays: list[dict[str, object]] = self.desk.end_game(table, DEALER, second).payload["pays"]
        return pays

    def round(self, lit: Iterable[int] = (1, 2, 3), table: str = "T1") -> None:
        self.deal(lit, table)
        self.end(table)

    def mark(self, spot: int, hand: str, table: str = "T1", **how: object) -> str:
        return str(self.desk.press(table, spot, hand, DEALER, **how).payload["claim"])  # type: ignore[arg-type]

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
        self.desk.surveil(
            claim, SURVEILLANCE, Witnessed(found.hand, wager, payout_cents, found.player or "Pat")
        )

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

    def shows(self, jackpot: str = "J", meter: str = "meter") -> int:
        return self.desk.meter_cents(jackpot, meter)

    def units(self, name: str, jackpot: str = "J", meter: str = "meter") -> int:
        return self.store.account(accounts.of_meter(jackpot, meter, name)).credit_balance

    def account(self, name: str) -> int:
        """Debit balance in cents."""
        return self.store.account(name).debit_balance // 1_000_000
