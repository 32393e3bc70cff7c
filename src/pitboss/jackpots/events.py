"""What the jackpot desk writes into the log: one record for each kind of event (HR-22).

Events of a jackpot's own life are in its stream, those of a table's games in the table's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from pitboss.core.arguments import Reason
from pitboss.core.codec import FLAT, LEFT_OUT, under
from pitboss.core.money import Cents
from pitboss.jackpots.documents import Award, Jackpot, Sighting, Table
from pitboss.jackpots.model import Controls, MeterSettings
from pitboss.ledger import Unit
from pitboss.ledger.unit import EventData, OpenEvent, begin
from pitboss.people.person import Person

Shown = Mapping[str, Cents]
"""what every meter shows, in cents"""
S = TypeVar("S", bound=EventData)


def of_jackpot(unit: Unit, jackpot: str, by: Person, says: S) -> OpenEvent[S]:
    return begin(unit, f"jackpot/{jackpot}", str(by), says)


def of_table(unit: Unit, table: str, by: Person, says: S) -> OpenEvent[S]:
    return begin(unit, f"jackpot-table/{table}", str(by), says)


# The jackpot's life.


@dataclass(frozen=True, slots=True)
class JackpotCreated(EventData):
    KIND: ClassVar[str] = "create"
    after: Jackpot


@dataclass(frozen=True, slots=True)
class TableAdded(EventData):
    KIND: ClassVar[str] = "add-table"
    after: Table


@dataclass(frozen=True, slots=True)
class TableEdited(EventData):
    KIND: ClassVar[str] = "edit-table"
    before: Table
    after: Table
    why: Reason
    second: str | None = None


@dataclass(frozen=True, slots=True)
class TableLinked(EventData):
    KIND: ClassVar[str] = "link"
    table: str
    sensor: str
    pay_table: str
    tables: tuple[str, ...]
    """all that are on the jackpot from here on"""


@dataclass(frozen=True, slots=True)
class TableUnlinked(EventData):
    KIND: ClassVar[str] = "unlink"
    table: str
    tables: tuple[str, ...]
    second: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotStarted(EventData):
    KIND: ClassVar[str] = "start"
    tables: tuple[str, ...]
    after: Shown


@dataclass(frozen=True, slots=True)
class NoticesSet(EventData):
    KIND: ClassVar[str] = "notices"
    before: tuple[str, ...]
    after: tuple[str, ...]
    second: str
    why: Reason


@dataclass(frozen=True, slots=True)
class ControlsSet(EventData):
    KIND: ClassVar[str] = "controls"
    before: Controls
    after: Controls
    second: str
    why: Reason


@dataclass(frozen=True, slots=True)
class AmountPosted(EventData):
    KIND: ClassVar[str] = "post-amount"
    meter: str
    before: Cents
    after: Cents
    second: str
    why: Reason


@dataclass(frozen=True, slots=True)
class JackpotRetired(EventData):
    KIND: ClassVar[str] = "retire"
    second: str
    into: str | None
    before: Shown
    moved_cents: Cents = 0
    seeds_cents: Cents = 0
    approval: str | None = field(default=None, metadata=LEFT_OUT)
    """the Commission's reference, where the money does not go to a progressive of the same game and pay table"""
    distribution: str | None = field(default=None, metadata=LEFT_OUT)
    """to whom else it goes, and how"""
    award: str | None = field(default=None, metadata=LEFT_OUT)
    """what is to be paid to them"""


@dataclass(frozen=True, slots=True)
class MoneyReceived(EventData):
    """Players' money of a jackpot that was retired, at the one that takes it on."""

    KIND: ClassVar[str] = "received"
    source: str = field(metadata=under("from"))
    cents: Cents
    before: Shown
    after: Shown


# The players' money.


@dataclass(frozen=True, slots=True)
class FundsDeposited(EventData):
    KIND: ClassVar[str] = "deposit"
    cents: Cents
    owed_cents: Cents = 0
    deposited_cents: Cents = 0


@dataclass(frozen=True, slots=True)
class FundsWithdrawn(EventData):
    KIND: ClassVar[str] = "withdrawal"
    cents: Cents
    second: str
    why: Reason
    owed_cents: Cents = 0
    deposited_cents: Cents = 0


@dataclass(frozen=True, slots=True)
class FundsCounted(EventData):
    KIND: ClassVar[str] = "count-funds"
    found_cents: Cents
    booked_cents: Cents
    shortfall_cents: Cents
    owed_cents: Cents
    over_books_cents: Cents = 0
    second: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotSuspended(EventData):
    KIND: ClassVar[str] = "suspend"
    reason: Reason


@dataclass(frozen=True, slots=True)
class JackpotResumed(EventData):
    KIND: ClassVar[str] = "resume"
    was: str | None


@dataclass(frozen=True, slots=True)
class MalfunctionsReported(EventData):
    KIND: ClassVar[str] = "malfunction-reported"
    reference: Reason
    due: tuple[str, ...]


# Changes of parameters.


@dataclass(frozen=True, slots=True)
class ChangeProposed(EventData):
    KIND: ClassVar[str] = "change-proposed"
    meter: str
    before: MeterSettings
    after: MeterSettings
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeApproved(EventData):
    KIND: ClassVar[str] = "change-approved"
    meter: str
    before: MeterSettings
    after: MeterSettings
    proposed_by: str
    waits_for_reset: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class ChangeDeclined(EventData):
    KIND: ClassVar[str] = "change-declined"
    meter: str
    before: MeterSettings
    after: MeterSettings
    why: str = ""


# The keypad.


@dataclass(frozen=True, slots=True)
class KeypadGameStarted(EventData):
    KIND: ClassVar[str] = "start-game"
    table: str
    number: int
    lit: Mapping[str, tuple[int, ...]]
    taken_cents: Mapping[str, Cents]
    players: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayersNamed(EventData):
    KIND: ClassVar[str] = "players-named"
    table: str
    number: int
    players: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class HandPressed(EventData):
    KIND: ClassVar[str] = "hand-button"
    claim: str
    marked: bool
    """or taken off again"""
    hand: str
    spot: int
    calls_supervisor: bool
    cards: str | None = field(default=None, metadata=LEFT_OUT)
    """where the system has not seen them"""


@dataclass(frozen=True, slots=True)
class Pay:
    """What END GAME pays from the tray."""

    spot: int
    why: str = field(metadata=under("for"))
    cents: Cents
    jackpot: str


@dataclass(frozen=True, slots=True)
class KeypadGameEnded(EventData):
    KIND: ClassVar[str] = "end-game"
    table: str
    number: int
    pays: tuple[Pay, ...]
    due_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """what the tray owes; of a game whose chips the desk moves"""
    second: str | None = field(default=None, metadata=LEFT_OUT)
    """who signed for pays beyond what one person books by hand (HR-17)"""


@dataclass(frozen=True, slots=True)
class KeypadGameVoided(EventData):
    KIND: ClassVar[str] = "void-game"
    table: str
    number: int
    reason: Reason
    returned_cents: Mapping[str, Cents]
    due_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    second: str | None = field(default=None, metadata=LEFT_OUT)
    """who signed for surveillance"""
    camera: str = ""


# Claims and awards.


@dataclass(frozen=True, slots=True)
class ClaimConfirmed(EventData):
    KIND: ClassVar[str] = "confirm"
    claim: str
    prize_cents: Cents
    verified: tuple[str, ...]
    needs_executive: bool
    needs_surveillance: bool


@dataclass(frozen=True, slots=True)
class ClaimSurveilled(EventData):
    KIND: ClassVar[str] = "surveillance"
    claim: str
    seen: Sighting = field(metadata=FLAT)


@dataclass(frozen=True, slots=True)
class ClaimRejected(EventData):
    KIND: ClassVar[str] = "claim-rejected"
    claim: str
    reason: Reason
    cents: Cents


@dataclass(frozen=True, slots=True)
class AwardBooked(EventData):
    KIND: ClassVar[str] = "award"
    award: str
    booked: Award = field(metadata=FLAT)


@dataclass(frozen=True, slots=True)
class AwardPaid(EventData):
    KIND: ClassVar[str] = "award-paid"
    award: str
    prize_cents: Cents
    check_due_us: int | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class MeterAdjusted(EventData):
    """A meter moved by hand, or an award taken back (HR-11, JP-18)."""

    KIND: ClassVar[str] = "adjustment"
    meter: str
    reason: str
    note: Reason
    second: str = ""
    cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    before_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    after_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    award: str | None = field(default=None, metadata=LEFT_OUT)
    player: str | None = field(default=None, metadata=LEFT_OUT)
    report_due: str | None = field(default=None, metadata=LEFT_OUT)
    """the last day for reporting a malfunction"""
    watcher: str | None = field(default=None, metadata=LEFT_OUT)
    """surveillance's signature, under the award of a hand that the cards show"""
    reopened: str | None = field(default=None, metadata=LEFT_OUT)
    """the claim that was opened in the award's place"""
    envy_stands_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """the envy of its hand, for each of the others: the hand stands, so this does"""


# The tray.


@dataclass(frozen=True, slots=True)
class Due:
    """A pay that waits: to which account, and how much."""

    payee: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class TrayShort(EventData):
    KIND: ClassVar[str] = "tray.short"
    table: str
    pays: tuple[Due, ...]
    fill_cents: Cents
