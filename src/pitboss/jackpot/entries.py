"""What the jackpot desk writes into the log: one record for each kind of event (HR-22).

Events of a jackpot's own life are in its stream, those of a table's games in the table's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from pitboss.jackpot.model import Controls, MeterSettings
from pitboss.jackpot.records import Award, Jackpot, Sighting, Table
from pitboss.money import Cents
from pitboss.people.person import Person
from pitboss.store import Unit
from pitboss.store.codec import FLAT, LEFT_OUT, under
from pitboss.store.entries import Begun, Saying, begin

Shown = Mapping[str, Cents]
"""what every meter shows, in cents"""
S = TypeVar("S", bound=Saying)


def of_jackpot(unit: Unit, jackpot: str, by: Person, says: S) -> Begun[S]:
    return begin(unit, f"jackpot/{jackpot}", str(by), says)


def of_table(unit: Unit, table: str, by: Person, says: S) -> Begun[S]:
    return begin(unit, f"jackpot-table/{table}", str(by), says)


# the jackpot's life


@dataclass(frozen=True, slots=True)
class JackpotCreated(Saying):
    KIND: ClassVar[str] = "create"
    after: Jackpot


@dataclass(frozen=True, slots=True)
class TableAdded(Saying):
    KIND: ClassVar[str] = "add-table"
    after: Table


@dataclass(frozen=True, slots=True)
class TableEdited(Saying):
    KIND: ClassVar[str] = "edit-table"
    before: Table
    after: Table
    why: str
    second: str | None = None


@dataclass(frozen=True, slots=True)
class TableLinked(Saying):
    KIND: ClassVar[str] = "link"
    table: str
    sensor: str
    pay_table: str
    tables: tuple[str, ...]
    """all that are on the jackpot from here on"""


@dataclass(frozen=True, slots=True)
class TableUnlinked(Saying):
    KIND: ClassVar[str] = "unlink"
    table: str
    tables: tuple[str, ...]
    second: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotStarted(Saying):
    KIND: ClassVar[str] = "start"
    tables: tuple[str, ...]
    after: Shown


@dataclass(frozen=True, slots=True)
class NoticesSet(Saying):
    KIND: ClassVar[str] = "notices"
    before: tuple[str, ...]
    after: tuple[str, ...]
    second: str
    why: str


@dataclass(frozen=True, slots=True)
class ControlsSet(Saying):
    KIND: ClassVar[str] = "controls"
    before: Controls
    after: Controls
    second: str
    why: str


@dataclass(frozen=True, slots=True)
class AmountPosted(Saying):
    KIND: ClassVar[str] = "post-amount"
    meter: str
    before: Cents
    after: Cents
    second: str
    why: str


@dataclass(frozen=True, slots=True)
class JackpotRetired(Saying):
    KIND: ClassVar[str] = "retire"
    second: str
    into: str | None
    before: Shown
    moved_cents: Cents = 0
    seeds_cents: Cents = 0


@dataclass(frozen=True, slots=True)
class MoneyReceived(Saying):
    """Players' money of a jackpot that was retired, at the one that takes it on."""

    KIND: ClassVar[str] = "received"
    source: str = field(metadata=under("from"))
    cents: Cents
    before: Shown
    after: Shown


# the players' money


@dataclass(frozen=True, slots=True)
class FundsDeposited(Saying):
    KIND: ClassVar[str] = "deposit"
    cents: Cents
    owed_cents: Cents = 0
    deposited_cents: Cents = 0


@dataclass(frozen=True, slots=True)
class FundsWithdrawn(Saying):
    KIND: ClassVar[str] = "withdrawal"
    cents: Cents
    second: str
    why: str
    owed_cents: Cents = 0
    deposited_cents: Cents = 0


@dataclass(frozen=True, slots=True)
class FundsCounted(Saying):
    KIND: ClassVar[str] = "count-funds"
    found_cents: Cents
    booked_cents: Cents
    shortfall_cents: Cents
    owed_cents: Cents | None = None
    """None: an early version did not say it"""
    over_books_cents: Cents = 0
    second: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotSuspended(Saying):
    KIND: ClassVar[str] = "suspend"
    reason: str


@dataclass(frozen=True, slots=True)
class JackpotResumed(Saying):
    KIND: ClassVar[str] = "resume"
    was: str | None


@dataclass(frozen=True, slots=True)
class MalfunctionsReported(Saying):
    KIND: ClassVar[str] = "malfunction-reported"
    reference: str
    due: tuple[str, ...]


# changes of parameters


@dataclass(frozen=True, slots=True)
class ChangeProposed(Saying):
    KIND: ClassVar[str] = "change-proposed"
    meter: str
    before: MeterSettings
    after: MeterSettings
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeApproved(Saying):
    KIND: ClassVar[str] = "change-approved"
    meter: str
    before: MeterSettings
    after: MeterSettings
    proposed_by: str
    waits_for_reset: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeDeclined(Saying):
    KIND: ClassVar[str] = "change-declined"
    meter: str
    before: MeterSettings
    after: MeterSettings
    why: str = ""


# the keypad


@dataclass(frozen=True, slots=True)
class KeypadGameStarted(Saying):
    KIND: ClassVar[str] = "start-game"
    table: str
    number: int
    lit: Mapping[str, tuple[int, ...]]
    taken_cents: Mapping[str, Cents]
    players: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayersNamed(Saying):
    KIND: ClassVar[str] = "players-named"
    table: str
    number: int
    players: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class HandPressed(Saying):
    KIND: ClassVar[str] = "hand-button"
    claim: str
    marked: bool
    """or taken off again"""
    hand: str
    spot: int
    calls_supervisor: bool


@dataclass(frozen=True, slots=True)
class Pay:
    """What END GAME pays from the tray."""

    spot: int
    why: str = field(metadata=under("for"))
    cents: Cents
    jackpot: str


@dataclass(frozen=True, slots=True)
class KeypadGameEnded(Saying):
    KIND: ClassVar[str] = "end-game"
    table: str
    number: int
    pays: tuple[Pay, ...]
    due_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """what the tray owes; of a game whose chips the desk moves"""
    second: str | None = field(default=None, metadata=LEFT_OUT)
    """who signed for pays beyond what one person books by hand (HR-17)"""


@dataclass(frozen=True, slots=True)
class KeypadGameVoided(Saying):
    KIND: ClassVar[str] = "void-game"
    table: str
    number: int
    reason: str
    returned_cents: Mapping[str, Cents]
    due_cents: Cents | None = field(default=None, metadata=LEFT_OUT)


# claims and awards


@dataclass(frozen=True, slots=True)
class ClaimConfirmed(Saying):
    KIND: ClassVar[str] = "confirm"
    claim: str
    prize_cents: Cents
    verified: tuple[str, ...]
    needs_executive: bool
    needs_surveillance: bool


@dataclass(frozen=True, slots=True)
class ClaimSurveilled(Saying):
    KIND: ClassVar[str] = "surveillance"
    claim: str
    seen: Sighting = field(metadata=FLAT)


@dataclass(frozen=True, slots=True)
class ClaimRejected(Saying):
    KIND: ClassVar[str] = "claim-rejected"
    claim: str
    reason: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class AwardBooked(Saying):
    KIND: ClassVar[str] = "award"
    award: str
    booked: Award = field(metadata=FLAT)


@dataclass(frozen=True, slots=True)
class AwardPaid(Saying):
    KIND: ClassVar[str] = "award-paid"
    award: str
    prize_cents: Cents
    check_due_us: int | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class MeterAdjusted(Saying):
    """A meter moved by hand, or an award taken back (HR-11, JP-18)."""

    KIND: ClassVar[str] = "adjustment"
    meter: str
    reason: str
    note: str
    second: str = ""
    cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    before_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    after_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    award: str | None = field(default=None, metadata=LEFT_OUT)
    player: str | None = field(default=None, metadata=LEFT_OUT)
    report_due: str | None = field(default=None, metadata=LEFT_OUT)
    """the last day for reporting a malfunction"""


# the store


@dataclass(frozen=True, slots=True)
class RestatedTray:
    wagers_cents: Cents
    pays_cents: Cents


@dataclass(frozen=True, slots=True)
class StoreAdopted(Saying):
    KIND: ClassVar[str] = "jackpot.adopted"
    version: int
    records: int
    trays: Mapping[str, RestatedTray]


@dataclass(frozen=True, slots=True)
class Due:
    """A pay that waits: to which account, and how much."""

    payee: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class TrayShort(Saying):
    KIND: ClassVar[str] = "tray.short"
    table: str
    pays: tuple[Due, ...]
    fill_cents: Cents
