"""The cage: chips come into play only through a dealer or cashier who confirms the cash, and nobody gives what is not
there (HR-34). Each sale is one unit of work, with the player's own limits looked at inside it (HR-37).

Players ask for chips for cash, or cash for chips. Asking moves nothing: a dealer or cashier who has counted the cash
answers by selling or buying back, or says no (HR-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol

from pitboss.chips import accounts as chips
from pitboss.chips.accounts import CAGE, CASH, GIFT, Move, Wallets, post, wallet
from pitboss.chips.day_book import DayLine, Sales
from pitboss.chips.events import CageFunded
from pitboss.chips.trays import CAPITAL
from pitboss.core.arguments import Reason, said
from pitboss.core.codec import LEFT_OUT, decode, encode
from pitboss.core.errors import BadInput, Conflict, NotAllowed, NotFound
from pitboss.core.money import DOLLAR, Cents, dollars
from pitboss.jackpots.tray import check_opened, check_sale, owed_cents
from pitboss.ledger import UNIT_PER_CENT, Overdraft, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import EventData, begin
from pitboss.ledger.writer import Work
from pitboss.people.person import Person
from pitboss.people.protection import count_bought
from pitboss.people.rights import Act, allow, unconcerned
from pitboss.rounds.config import TableConfig

STREAM: Final = "cage"
CENTS_MAX: Final[Cents] = 10_000_000
PREFIX: Final = "asked/"
TOLD: Final = "told-no/"
"""under a player's name: the last wish that was declined, with the reason, until the next wish"""


class Wish(StrEnum):
    CHIPS = "chips"
    CASH = "cash"


ANSWERED_BY: Final = {Wish.CHIPS: Act.BUY_IN, Wish.CASH: Act.CASH_OUT}


@dataclass(frozen=True, slots=True)
class OpenWish:
    """One open wish; a person has one at a time."""

    player: str
    wish: Wish
    cents: Cents
    table: str
    """where the chips are wanted; empty for cash, which the cage pays"""
    at_us: int


def document_of(player: str) -> str:
    return f"{PREFIX}{player}"


def wish_of(get: Callable[[str], Any], player: str) -> OpenWish | None:
    """`get` is a unit's, or the store's `document`."""
    found = get(document_of(player))
    return decode(OpenWish, found) if found else None


def answered(unit: Unit, player: str, wish: Wish, asked_us: int | None = None) -> None:
    """In the unit that moves the chips: what was asked for is done. `asked_us`: it is the answer to the wish of that
    moment, and a wish is answered once, however many people press."""
    found = wish_of(unit.get, player)
    if found is not None and found.wish is not wish:
        found = None
    if asked_us is not None and (found is None or found.at_us != asked_us):
        raise Conflict(
            f"What {player} asked for is answered already, or asked for no more.",
            clause="HR-34",
            accepted=f"what {player} asks for now" if found else "nothing more for it",
        )
    if found is not None:
        unit.put(document_of(player), None)


def granted_cash(unit: Unit, player: str, cents: Cents) -> None:
    """Nobody takes chips out of a wallet whose owner has not asked for it: the wish is the player's signature."""
    found = wish_of(unit.get, player)
    asked = found.cents if found is not None and found.wish is Wish.CASH else 0
    if cents > asked:
        raise Conflict(
            f"{player} has asked for {dollars(asked)} in cash, not for {dollars(cents)}.",
            clause="HR-34",
            accepted=f"at most {dollars(asked)}" if asked else "the player's own wish first",
        )
    unit.put(document_of(player), None)


class Requests:
    """Its methods wait for the store: call them from a worker thread."""

    def __init__(self, store: Store, tables: Iterable[str]) -> None:
        self._store = store
        self._tables = frozenset(tables)

    def ask(
        self, person: Person, wish: Wish, cents: Cents, table: str = "", request: str | None = None
    ) -> OpenWish:
        """A later wish takes the place of an earlier one."""
        if not 0 < cents <= CENTS_MAX or (wish is Wish.CHIPS and cents % 100):
            raise BadInput(
                "This amount cannot be asked for.",
                clause="HR-34",
                accepted=f"whole dollars, up to {CENTS_MAX} cents",
            )
        if wish is Wish.CHIPS and table not in self._tables:
            raise BadInput(
                "Chips are sold at a table.", clause="HR-34", accepted=", ".join(sorted(self._tables))
            )
        asked = OpenWish(person.id, wish, cents, table if wish is Wish.CHIPS else "", self._store.clock())

        def work(unit: Unit) -> None:
            shape = encode(asked)
            unit.record("cage.asked", STREAM, person.id, shape)
            unit.put(document_of(person.id), shape)
            unit.put(f"{TOLD}{person.id}", None)

        wanted = {"wish": wish, "cents": cents, "table": asked.table}
        self._store.write(work, key=f"ask/{person.id}/{request}" if request else None, request=wanted)
        return asked

    def of(self, player: str) -> OpenWish | None:
        return wish_of(self._store.document, player)

    def open(self) -> list[OpenWish]:
        """All open wishes, the oldest first."""
        found = [decode(OpenWish, shape) for shape in self._store.documents(PREFIX).values() if shape]
        return sorted(found, key=lambda asked: asked.at_us)

    def declined(self, player: str) -> str:
        """What the player's last wish was told, in a sentence; empty where it was not declined."""
        told = self._store.document(f"{TOLD}{player}")
        if not told:
            return ""
        asked = decode(OpenWish, told["asked"])
        return f"{dollars(asked.cents)} in {asked.wish}: declined, {told['why']}."

    def take_back(self, person: Person) -> None:
        self._close(person.id, "cage.asked-no-more", person, "")

    def decline(self, player: str, by: Person, why: str) -> None:
        """Whoever may answer may also say no, with a reason."""
        found = self.of(player)
        if found is None:
            raise NotFound(f"{player} asks for nothing.", clause="HR-34", accepted="an open wish")
        allow(ANSWERED_BY[found.wish], by)
        unconcerned(ANSWERED_BY[found.wish], player, by)
        self._close(player, "cage.declined", by, said(why, "Declining a wish", "HR-34"))

    def _close(self, player: str, kind: str, by: Person, why: str) -> None:
        def work(unit: Unit) -> None:
            found = unit.get(document_of(player))
            if found is None:
                raise Conflict(f"{player} asks for nothing.", clause="HR-34", accepted="an open wish")
            unit.record(kind, STREAM, by.id, {"player": player, "asked": found, "why": why})
            unit.put(document_of(player), None)
            if why:
                unit.put(f"{TOLD}{player}", {"asked": found, "why": why})

        self._store.write(work)


BUY_IN_MAX: Final[Cents] = 10_000_000
GIFT_MAX: Final[Cents] = 10_000 * DOLLAR
"""the demo room fills a wallet up to this, as often as it is empty"""
CHIPS_FOR_CASH: Final = "chips-for-cash"
GRANTED: Final = "granted"
PRIZE_MONEY: Final = "prize-money"
PRIZE_CHIPS: Final = "prize-chips"


@dataclass(frozen=True, slots=True)
class ChipsMoved(EventData):
    player: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class ChipsSold(ChipsMoved):
    KIND: ClassVar[str] = "chips.bought"
    table: str
    cash: str = "confirmed"
    second: str | None = field(default=None, metadata=LEFT_OUT)
    """who has counted the cash too, above what one person sells alone"""


@dataclass(frozen=True, slots=True)
class ChipsGiven(ChipsMoved):
    KIND: ClassVar[str] = "chips.given"
    gift: bool = True


@dataclass(frozen=True, slots=True)
class ChipsBoughtBack(ChipsMoved):
    KIND: ClassVar[str] = "chips.bought-back"


@dataclass(frozen=True, slots=True)
class ChipsGranted(ChipsMoved):
    KIND: ClassVar[str] = "chips.granted"
    why: Reason
    second: str | None


@dataclass(frozen=True, slots=True)
class WalletLine:
    """What came into a wallet, or left it where negative."""

    at_us: int
    what: str
    cents: Cents
    other: str
    """the account on the other side"""
    text: str = ""
    """what happened, where no chips moved"""
    round_id: str | None = None


class OpenTable(Protocol):
    """What the cage has to know of a table."""

    @property
    def id(self) -> str: ...
    @property
    def config(self) -> TableConfig: ...


class Cage:
    """Its methods wait for the store: call them from a worker thread."""

    def __init__(self, store: Store, wallets: Wallets) -> None:
        self._store = store
        self.moved: Callable[[Iterable[str]], None] = wallets.changed
        """told whose accounts have moved"""

    def sell(
        self,
        table: OpenTable,
        player: str,
        cents: Cents,
        by: Person,
        request: str | None = None,
        second: Person | None = None,
        asked_us: int | None = None,
    ) -> None:
        """Chips out of the tray for cash that this dealer or cashier has counted into the drop box (HR-17). Above what
        one person sells at a table on a gambling day a supervisor or executive signs each sale (HR-34). `asked_us`: the
        wish that it answers, which nobody else has answered then."""
        allow(Act.BUY_IN, by)
        unconcerned(Act.BUY_IN, player, by, second)
        if not 0 < cents <= BUY_IN_MAX or cents % table.config.chip_cents:
            raise BadInput(
                f"Chips for {cents} cents cannot be sold.",
                clause="HR-17",
                accepted=f"whole chips, up to {BUY_IN_MAX} cents",
            )
        tray, drop = chips.tray(table.id), chips.drop(table.id)
        says = ChipsSold(player, cents, table.id, second=second.id if second else None)
        sales = {by.id: Sales(1, cents, 0 if second else cents)}

        def work(unit: Unit) -> None:
            check_opened(unit, table.id)
            day = self._begin(unit, by, says)
            need(unit, tray, cents, "a fill from the cage first", owed_cents(unit.get, table.id))
            check_sale(unit, table.id, cents, by, second, self._store.clock())
            there(unit, CASH, drop)
            answered(unit, player, Wish.CHIPS, asked_us)
            DayLine(day, table.id, table.config.game, drop_cents=cents, sales=sales).post(unit)
            moves = (
                Move(CASH, drop, cents, chips.CASH_FOR_CHIPS),
                Move(tray, wallet(player), cents, chips.CASH_FOR_CHIPS),
            )
            post(unit, moves)

        self._write(work, by, "buy-in", request, says)

    def give(self, person: Person, cents: Cents, request: str | None = None) -> None:
        """The demo room's gift: play chips for the asking, marked as such, never more at once than a wallet full."""
        if not person.demo:
            raise NotAllowed(
                f"{person} cannot take chips without paying for them.",
                clause="HR-34",
                accepted="cash, confirmed by a dealer or a cashier",
            )
        says = ChipsGiven(person.id, cents)

        def work(unit: Unit) -> None:
            self._begin(unit, person, says)
            have = unit.account(wallet(person.id)).available_credit // UNIT_PER_CENT
            if cents <= 0 or have + cents > GIFT_MAX:
                raise BadInput(
                    f"{person.id} has {dollars(have)}; the demo room gives no {dollars(cents)} more.",
                    clause="HR-34",
                    accepted=f"up to {dollars(max(0, GIFT_MAX - have))}",
                )
            there(unit, GIFT)
            post(unit, [Move(GIFT, wallet(person.id), cents, chips.PLAY_CHIPS)])

        self._write(work, person, "gift", request, says)

    def buy_back(self, player: str, cents: Cents, by: Person, request: str | None = None) -> None:
        """Chips back to the cage for cash: what the player has asked for, and no more."""
        allow(Act.CASH_OUT, by)
        unconcerned(Act.CASH_OUT, player, by)
        says = ChipsBoughtBack(player, cents)

        def work(unit: Unit) -> None:
            begin(unit, STREAM, by.id, says)
            there(unit, CASH, CAGE)
            need(unit, wallet(player), cents, "chips that are not on the felt")
            granted_cash(unit, player, cents)
            moves = (
                Move(wallet(player), CAGE, cents, CHIPS_FOR_CASH),
                Move(CAGE, CASH, cents, CHIPS_FOR_CASH),
            )
            post(unit, moves)

        self._write(work, by, "buy-back", request, says)

    def fund(
        self, cents: Cents, by: Person, second: Person | None, why: str, request: str | None = None
    ) -> None:
        """The house's own money into the cage."""
        allow(Act.FUND, by, second)
        says = CageFunded(cents, said(why, "Money into the cage", "HR-34"), second.id if second else None)

        def work(unit: Unit) -> None:
            begin(unit, STREAM, by.id, says)
            there(unit, CAPITAL, CAGE)
            post(unit, [Move(CAPITAL, CAGE, cents, chips.FUNDED)])

        self._write(work, by, "fund", request, says)

    def grant(
        self,
        player: str,
        cents: Cents,
        by: Person,
        second: Person | None,
        why: str,
        request: str | None = None,
    ) -> None:
        """Chips without cash: two people of the money side sign, neither of them the one who gets them (HR-35). They
        count as bought: a player's break and limit of the day hold for whatever brings chips (HR-37)."""
        allow(Act.GRANT, by, second)
        unconcerned(Act.GRANT, player, by, second)
        reason = said(why, "A grant of chips", "HR-35")
        says = ChipsGranted(player, cents, reason, second.id if second else None)

        def work(unit: Unit) -> None:
            self._begin(unit, by, says)
            there(unit, CAGE)
            need(unit, CAGE, cents, "a cage that was funded")
            post(unit, [Move(CAGE, wallet(player), cents, GRANTED)])

        self._write(work, by, "grant", request, says)

    def cents(self) -> Cents:
        """What the cage holds."""
        found = {account.name: account for account in self._store.accounts(CAGE)}
        return found[CAGE].available_credit // UNIT_PER_CENT if CAGE in found else 0

    def statement(self, person: str, from_us: int, to_us: int) -> list[WalletLine]:
        """What came into a wallet and left it, the newest first."""
        name = wallet(person)
        sql = (
            "SELECT e.at_us, t.code, t.debit, t.credit, t.amount FROM transfers t JOIN events e ON e.seq = t.seq "
            "WHERE (t.debit = ? OR t.credit = ?) AND e.at_us >= ? AND e.at_us < ? AND t.amount > 0 "
            "ORDER BY t.seq DESC, t.position DESC LIMIT 1000"
        )
        rows = self._store.ask(lambda c: c.execute(sql, (name, name, from_us, to_us)))
        return [
            WalletLine(
                at_us,
                code,
                (-1 if debit == name else 1) * amount // UNIT_PER_CENT,
                credit if debit == name else debit,
            )
            for at_us, code, debit, credit, amount in rows
        ]

    def _begin(self, unit: Unit, by: Person, says: ChipsMoved) -> date:
        """The event, the wallet, and the player's own limits; the gambling day it belongs to (HR-32)."""
        now = self._store.clock()
        day = gambling_day(unit).of(now)
        begin(unit, STREAM, by.id, says)
        unit.open_account(wallet(says.player), debits_limited=True)
        count_bought(unit, says.player, says.cents, day.isoformat(), now)
        return day

    def _write(
        self, work: Work, by: Person, act: str, request: str | None, says: ChipsMoved | CageFunded
    ) -> None:
        key = f"{act}/{by.id}/{request}" if request else None
        self._store.write(work, key=key, request=encode(says))
        if isinstance(says, ChipsMoved):
            self.moved([wallet(says.player)])


def hand_over(unit: Unit, payee: str, cents: Cents) -> None:
    """A jackpot's prize: its money comes into the cage, and the cage gives the chips for it (HR-34)."""
    there(unit, CASH, CAGE)
    post(unit, (Move(CASH, CAGE, cents, PRIZE_MONEY), Move(CAGE, payee, cents, PRIZE_CHIPS)))


def need(unit: Unit, account: str, cents: Cents, accepted: str, owed: Cents = 0) -> None:
    """Nobody sells, grants or takes back what an account does not hold, or owes already (HR-34)."""
    have = unit.account(account).available_credit // UNIT_PER_CENT if unit.has_account(account) else 0
    have -= owed
    if not 0 < cents <= have:
        raise Overdraft(
            f"{account} has {dollars(have)}; {dollars(cents)} are asked for.",
            clause="HR-34",
            accepted=accepted,
        )


def there(unit: Unit, *accounts: str) -> None:
    """Accounts of the house, opened when they are first used."""
    for name in accounts:
        if not unit.has_account(name):
            unit.open_account(name)
