"""What happens at a table, as typed events: the log holds nothing else, and a table is the sum of them.

To add one: a frozen dataclass here with its KIND, a case in `apply.py`, and whoever decides on it in
`seating.py`, `dealing.py` or `settling.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Self

from pitboss.core.money import Cents
from pitboss.fairness.cuts import Cut
from pitboss.ledger import Event
from pitboss.room.notices import Notice
from pitboss.room.shoes import TableShoe, read_shoe, told_shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import decision_json, parse_decision

HOUSE: Final = "house"
"""the actor where nobody in person acts"""
NO_DEADLINE: Final = 0

Bets = Mapping[str, Cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """Every record may carry the client's id of the command it comes from, and a new deadline with whose it is."""

    KIND: ClassVar[str] = ""
    request: str | None = None
    asked: str = ""
    """fingerprint of what was asked under that id"""
    deadline_us: int | None = None
    """when the house goes on by itself from here; None: as before"""
    alone: bool | None = None
    """whether that is the time of a player whom nobody waits for; None: as before"""

    def payload(self) -> dict[str, Any]:
        shape = {name: getattr(self, name) for name in _names(type(self))}
        return {**shape, **self._header()}

    def _header(self) -> dict[str, Any]:
        shape: dict[str, Any] = {}
        if self.request is not None:
            shape |= {"request": self.request, "asked": self.asked}
        if self.deadline_us is not None:
            shape["deadline_us"] = self.deadline_us
        if self.alone is not None:
            shape["alone"] = self.alone
        return shape

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        return cls(**_known(cls, payload), **_header_of(payload))

    @classmethod
    def told(cls, payload: dict[str, Any]) -> Self:
        """As `read`, from the process that has just written it."""
        return cls.read(payload)


_NAMES: dict[str, tuple[str, ...]] = {}


def _names(kind: type[TableEvent]) -> tuple[str, ...]:
    """The fields of its own."""
    if kind.KIND not in _NAMES:
        header = {f.name for f in fields(TableEvent)}
        _NAMES[kind.KIND] = tuple(f.name for f in fields(kind) if f.name not in header)
    return _NAMES[kind.KIND]


def _known(kind: type[TableEvent], payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: payload[name] for name in _names(kind) if name in payload}


def _header_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: payload[name] for name in ("request", "asked", "deadline_us", "alone") if name in payload}


def _by_spot(shape: Mapping[str, Any]) -> dict[int, Any]:
    return {int(spot): value for spot, value in shape.items()}


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

    def payload(self) -> dict[str, Any]:
        shape = {"before": self.before, "after": self.after, "config": self.config.to_json()}
        return {**shape, **self._header()}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        config = TableConfig.from_json(payload["config"])
        return cls(before=payload["before"], after=payload["after"], config=config, **_header_of(payload))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(TableEvent):
    """A fresh shoe, sealed, with the commitment of its first round, before anybody bets on it (HR-36)."""

    KIND = "shoe.shuffled"
    shoe: TableShoe

    def payload(self) -> dict[str, Any]:
        return {**self.shoe.to_json(), **self._header()}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        return cls(shoe=read_shoe(payload), **_header_of(payload))

    @classmethod
    def told(cls, payload: dict[str, Any]) -> Self:
        return cls(shoe=told_shoe(payload), **_header_of(payload))


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

    def payload(self) -> dict[str, Any]:
        told = {} if self.notice is None else {"notice": self.notice.to_json()}
        return {"spot": self.spot, "bets": self.bets, **told, **self._header()}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        known = _known(cls, payload)
        if "notice" in known:
            known["notice"] = Notice.read(known["notice"])
        return cls(**known, **_header_of(payload))


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidReady(TableEvent):
    KIND = "player.ready"
    spots: tuple[int, ...]
    cut: str = ""
    """what he cuts the coming shoe with, at the lowest of them, if he does so now (HR-36)"""

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        return cls(spots=tuple(payload["spots"]), cut=payload["cut"], **_header_of(payload))


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
    config: str
    wagers: Mapping[int, Bets]
    holders: Mapping[int, str]
    shoe: str
    start: int
    commitment: str
    jackpots: Mapping[str, str] = field(default_factory=dict)
    """place of a sensor: jackpot"""
    notices: tuple[Notice, ...] = ()
    cuts: tuple[Cut, ...] = ()
    """the values that cut the shoe, in its first round, as they were given"""
    seated: Mapping[int, str] = field(default_factory=dict)
    """who held a seat when bets closed, also without a wager"""
    head: str
    """of the table's chain with the bets closed (HR-36)"""

    def payload(self) -> dict[str, Any]:
        shape = TableEvent.payload(self)
        return {**shape, "notices": [notice.to_json() for notice in self.notices]}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        known = _known(cls, payload)
        for name in ("wagers", "holders", "seated"):
            known[name] = _by_spot(known[name])
        known["cuts"] = tuple(Cut(*pair) for pair in known["cuts"])
        known["notices"] = tuple(map(Notice.read, known["notices"]))
        return cls(**known, **_header_of(payload))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(TableEvent):
    KIND = "round.decided"
    round: str
    n: int
    """how many decisions were made before this one"""
    spot: int
    decision: Decision
    timeout: bool = False
    """nobody answered in time: the house way, or the safest legal choice"""
    away: bool = False
    """the same before the time was up, because the player was away and somebody else waited"""
    mark: str = ""
    """of the cards it names, where it names some (HR-36)"""

    def payload(self) -> dict[str, Any]:
        shape = {"round": self.round, "n": self.n, **decision_json(self.spot, self.decision)}
        if self.timeout:
            shape["timeout"] = True
        if self.away:
            shape["away"] = True
        if self.mark:
            shape["mark"] = self.mark
        return {**shape, **self._header()}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        spot, decision = parse_decision(payload)
        return cls(
            round=payload["round"],
            n=payload["n"],
            spot=spot,
            decision=decision,
            timeout=payload.get("timeout", False),
            away=payload.get("away", False),
            mark=payload.get("mark", ""),
            **_header_of(payload),
        )


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

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        known = _known(cls, payload)
        for name in ("returned", "changed", "holders"):
            known[name] = _by_spot(known[name])
        return cls(**known, **_header_of(payload))


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

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        known = _known(cls, payload)
        return cls(**{**known, "net": _by_spot(known["net"])}, **_header_of(payload))


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

    def payload(self) -> dict[str, Any]:
        return {"notice": self.notice.to_json(), **self._header()}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        return cls(notice=Notice.read(payload["notice"]), **_header_of(payload))


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
    return KINDS[event.kind].read(event.payload)


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
