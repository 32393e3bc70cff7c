"""What happens at a table, as typed events: the log holds nothing else, and a table is the sum of them.

To add one: a frozen dataclass here with its KIND, a case in `apply.py`, and whoever decides on it in
`seating.py`, `dealing.py` or `settling.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pitboss.core.codec import FLAT
from pitboss.core.money import Cents
from pitboss.fairness.cuts import Cut
from pitboss.ledger import Event
from pitboss.ledger.unit import EventData, read_event
from pitboss.room.notices import Notice
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision

HOUSE: Final = "house"
"""the actor where nobody in person acts"""
NO_DEADLINE: Final = 0

Bets = Mapping[str, Cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent(EventData):
    """Every record may carry the client's id of the command it comes from, and a new deadline with whose it is."""

    BRIEF: ClassVar[bool] = True
    request: str | None = None
    asked: str = ""
    """fingerprint of what was asked under that id"""
    deadline_us: int | None = None
    """when the house goes on by itself from here; None: as before"""
    alone: bool | None = None
    """whether that is the time of a player whom nobody waits for; None: as before"""


# The table.


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(TableEvent):
    KIND = "table.opened"
    id: str
    name: str
    dealer: str
    config_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconfigured(TableEvent):
    """The configuration that holds from here on (HR-25)."""

    KIND = "table.reconfigured"
    before: str
    after: str
    config: TableConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(TableEvent):
    """A fresh shoe, sealed, with the commitment of its first round, before anybody bets on it (HR-36)."""

    KIND = "shoe.shuffled"
    shoe: str
    """its id, that of the round it is first dealt for"""
    configuration: str
    order: str
    secret: str
    """what the salts come from"""
    seal: str
    """as it was published; the first round's commitment follows from it"""
    number: int = 0
    """drawn before the deal, where one is"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeGiven(TableEvent):
    """The table was taken up again, the clock was set, or a player went away or came back: people have their full
    time from here."""

    KIND = "time.given"


# Seats, chips, wagers.


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(TableEvent):
    KIND = "seat.taken"
    spot: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(TableEvent):
    KIND = "seat.left"
    spot: int
    player: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsLaid(TableEvent):
    """All wagers of a spot as they lie now; a notice where the house gave some back."""

    KIND = "bets.laid"
    spot: int
    bets: Bets
    notice: Notice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidReady(TableEvent):
    KIND = "player.ready"
    spots: tuple[int, ...]
    cut: str = ""
    """what he cuts the coming shoe with, at the lowest of them, if he does so now (HR-36)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCut(TableEvent):
    """A player's value for the cards under this seal, or the dealer's dice (HR-36)."""

    KIND = "cards.cut"
    spot: int
    """the player's lowest; 0 for dice"""
    player: str
    value: str
    seal: str


# The round.


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(TableEvent):
    KIND = "round.opened"
    round: str
    number: int
    wagers: Mapping[int, Bets]
    holders: Mapping[int, str]
    shoe: str
    """the key of its record, which names the configuration"""
    start: int = 0
    jackpots: Mapping[str, str] = field(default_factory=dict)
    """place of a sensor: jackpot"""
    notices: tuple[Notice, ...] = ()
    cuts: tuple[Cut, ...] = ()
    """the values that cut the shoe, in its first round, as they were given"""
    seated: Mapping[int, str] = field(default_factory=dict)
    """who held a seat when bets closed, also without a wager"""
    head: str
    """of the table's chain with the bets closed (HR-36)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(TableEvent):
    KIND = "round.decided"
    round: str
    n: int
    """how many decisions were made before this one"""
    spot: int
    decision: Decision = field(metadata=FLAT)
    timeout: bool = False
    """nobody answered in time: the house way, or the safest legal choice"""
    away: bool = False
    """the same before the time was up, because the player was away and somebody else waited"""
    mark: str = ""
    """of the cards it names, where it names some (HR-36)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayHeld(TableEvent):
    """Winnings that wait for surveillance (HR-14)."""

    KIND = "pay.held"
    payout: str
    spot: int
    wager: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(TableEvent):
    """A supervisor has declared the round void and surveillance has signed: every wager went back (HR-33, HR-43). A
    settlement of nothing follows."""

    KIND = "round.voided"
    round: str
    reason: str
    returned: Mapping[int, Cents]
    """by spot: what had been wagered on it"""
    second: str
    """who signed for surveillance"""
    camera: str
    changed: Mapping[int, Cents] = field(default_factory=dict)
    """by spot: what the round had decided and the void undid; positive: a loss that the player got back"""
    holders: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(TableEvent):
    KIND = "round.settled"
    round: str
    number: int
    net: Mapping[int, Cents]
    cards: int
    next: str = ""
    """the commitment of the next round, where its shoe goes on"""
    void: str = ""
    """why the round was declared void, if it was (HR-33)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltCleared(TableEvent):
    KIND = "felt.cleared"
    round: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(FeltCleared):
    """The felt is cleared with END GAME: the jackpots' lines are paid (JP-04)."""

    KIND = "game.ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHeld(TableEvent):
    """The game cannot be ended yet: an award waits for its confirmation (JP-04)."""

    KIND = "game.held"
    notice: Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMarked(TableEvent):
    """The keypad's button, on or off (JP-15)."""

    KIND = "hand.marked"
    spot: int
    hand: str
    place: str


KINDS: Final[dict[str, type[TableEvent]]] = {
    kind.KIND: kind
    for kind in (
        Opened, Reconfigured, Shuffled, TimeGiven, SeatTaken, SeatLeft, BetsLaid, SaidReady, CardsCut,
        RoundOpened, Decided, PayHeld, RoundVoided, Settled, FeltCleared, GameEnded, GameHeld, HandMarked,
    )
}  # fmt: skip


def read(event: Event) -> TableEvent:
    """The record of an event of a table's stream."""
    return read_event(KINDS[event.kind], event)


# How they are kept.


def stream_of(table: str) -> str:
    return f"table/{table}"


def unit_key(table: str, number: int) -> str:
    return f"table/{table}/{number}"


def event_key(table: str, unit: int, position: int) -> str:
    """The key of the n-th event of a unit, as the store numbers them."""
    return unit_key(table, unit) + (f"+{position}" if position else "")


def unit_number(event: Event) -> int:
    """Which unit of its table an event belongs to."""
    return int(event.key.rpartition("/")[2].partition("+")[0])
