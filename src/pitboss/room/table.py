"""A live table: its set-up (configuration, who deals, how long people have), and its state as a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal, NamedTuple

from pitboss.core.errors import BadInput, Conflict, IllegalWager
from pitboss.core.money import Cents
from pitboss.fairness.cuts import Cut
from pitboss.house.table_file import ShortTray, Table
from pitboss.ledger.days import GamblingDay
from pitboss.ledger.model import fingerprint
from pitboss.room.events import HOUSE, NO_DEADLINE, Bets
from pitboss.room.notices import Notice
from pitboss.room.shoes import Deal, TableShoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.rounds.views import LONGEST_MS

DealerMode = Literal["house", "person"]

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds at a table dealt by the house. A dealer in person decides by eye."""

    betting_s: float = 20.0
    decision_s: float = 30.0
    settled_s: float = 6.0
    alone_s: float | None = None
    """for whoever plays alone and keeps nobody waiting: bets stay open, a decision and a result have this long, so
    that a round which somebody walked away from still ends; None gives a lone player the same time as others"""
    rounds_missed: int = 3
    """a player who bets nothing for so many rounds gives up the seat"""
    shows: bool = True
    """people's time begins when the screens have shown what led to it; where nobody looks, at once"""
    away_s: float = 8.0
    """a player whose browser has been gone for so long is not waited for while somebody else plays"""
    kept_s: float = 120.0
    """and for so long his seat is kept for him"""
    returning_s: float = 20.0
    """browsers have so long to come back after the house itself has cut them off, before the two above begin"""
    spoken_s: float = 60.0
    """a command stands for so long for a player without a live connection"""


@dataclass(frozen=True)
class TableSetup:
    id: str
    name: str
    config: TableConfig
    dealer: DealerMode = "house"
    pace: Pace = field(default_factory=Pace)
    jackpots: tuple[str, ...] = ()
    """jackpots on this table's sensors, in the order of the layout's sensed wagers (JP-06)"""
    house: Table | None = None
    """the table's file, where it has one: its sign and papers come from it"""
    opener_cents: Cents = 2_000_000
    """chips in the tray when the table opens"""
    counted_opener: bool = False
    """the table brings no chips: it opens when two people have counted its first ones out of the cage (HR-17)"""
    short_tray: ShortTray = "wait"
    """a pay that the tray cannot make waits for a supervisor's fill, or the table fetches one from the cage (HR-34)"""
    days: GamblingDay = field(default_factory=GamblingDay)
    """when the room's day turns (HR-32)"""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise BadInput(
                f"{self.id!r} is not a table's id.",
                accepted="1 to 40 small letters, digits and hyphens",
            )

    @cached_property
    def config_id(self) -> str:
        """Names the configuration: the same configuration has the same id (HR-25)."""
        return fingerprint(self.config.to_json())

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "dealer": self.dealer, "config_id": self.config_id}


# The state: it changes by `apply` and in no other way.

Phase = Literal["betting", "playing", "settled"]
Moment = tuple[Phase, int, int, bool, bool, bool]

ANSWERS_KEPT: Final = 500
"""the client ids of so many records are remembered, so that a repeated command is not carried out twice"""
SECOND_US: Final = 1_000_000


class Seat(NamedTuple):
    spot: int
    player: str | None = None
    bets: Bets = {}
    ready: bool = False
    missed: int = 0
    cut: str = ""
    """what its player has last cut the coming shoe with"""


_BETS: Final = attrgetter("bets")


# A round as a value: configuration, wagers, the cards it is dealt from, decisions. `after` gives another one.
#
# What has been played out of it is worked out when somebody looks, by replay. `after` takes that work along, so a
# round that goes on is played once; only who looks back at an earlier value has it replayed.

Decisions = tuple[tuple[int, Decision], ...]


class Dealt:
    __slots__ = ("_played", "config", "deal", "decisions", "holders", "void", "wagers")

    def __init__(
        self,
        config: TableConfig,
        wagers: Mapping[int, Bets],
        deal: Deal,
        holders: Mapping[int, str],
        decisions: Decisions = (),
        played: Round | None = None,
        void: str | None = None,
    ) -> None:
        self.config = config
        self.wagers = wagers
        self.deal = deal
        self.holders = holders
        self.decisions = decisions
        self.void = void
        """why it was declared void, if it was (HR-33)"""
        self._played = played

    @property
    def round(self) -> Round:
        """The round as it stands; its owner goes on with `after`, everybody else only looks."""
        if self._played is None:
            self._played = self.replay()
        return self._played

    def replay(self) -> Round:
        """The same round once more, for somebody who wants it for himself."""
        order, start, number, dice = self.deal
        if not self.decisions and self.void is None:
            return Round(self.config, self.wagers, order, start, self.holders, number, dice, trusted=True)
        return Round.replay(
            self.config, self.wagers, order, self.decisions, start, self.holders, number, dice, self.void
        )

    def after(self, spot: int, decision: Decision) -> Dealt:
        """The round after a decision. An illegal one is refused and leaves everything as it was."""
        round = self.round
        unasked = round.made_unasked(spot, decision)
        if not unasked:
            round.check(spot, decision)
        self._played = None
        if not unasked:
            round.decide(spot, decision)
        decisions = (*self.decisions, (spot, decision))
        return Dealt(self.config, self.wagers, self.deal, self.holders, decisions, round)

    def voided(self, reason: str) -> Dealt:
        """The round declared void: nothing of it counts (HR-33)."""
        round, self._played = self.round, None
        round.void(reason)
        return Dealt(self.config, self.wagers, self.deal, self.holders, self.decisions, round, round.voided)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dealt) and self._inputs() == other._inputs()

    def __hash__(self) -> int:
        return hash(self.decisions)

    def _inputs(self) -> tuple[object, ...]:
        wagers = {spot: dict(bets) for spot, bets in self.wagers.items()}
        return (
            self.config.to_json(),
            wagers,
            self.deal,
            dict(self.holders),
            self.decisions,
            self.void,
        )


class TableState(NamedTuple):
    setup: TableSetup
    """what the operator wants; a new configuration takes effect between two rounds (HR-25)"""
    config: TableConfig
    config_id: str
    seats: Mapping[int, Seat]
    phase: Phase = "betting"
    number: int = 0
    units: int = 0
    """units of work written so far"""
    position: int = 0
    """records in the unit that is being put together"""
    records: int = 0
    dealt: Dealt | None = None
    round_id: str | None = None
    """as its opening says: pays under an aggregate limit wait for their cut (HR-27)"""
    shoe: TableShoe | None = None
    """the shoe of the round under way, or of the last one"""
    coming: TableShoe | None = None
    """the shoe the next round is dealt from, committed to already"""
    coming_key: str = ""
    cuts: tuple[Cut, ...] = ()
    """all that was given to cut it with, as long as it is under seal (HR-36)"""
    head: str = ""
    """of the public chain since the coming round's commitment, or the one under way's (HR-36)"""
    ended: str = ""
    """the last head of the round before"""
    game_on: bool = False
    """START GAME was pressed for this round, END GAME not yet (JP-03, JP-04)"""
    held: bool = False
    """a settled round that cannot be ended: a jackpot award waits for its confirmation (JP-04)"""
    held_pays: tuple[str, ...] = ()
    """payouts of the round on the felt that wait for surveillance, as they were held (HR-14)"""
    deadline_us: int = NO_DEADLINE
    alone: bool = False
    """the deadline is that of a player whom nobody waits for: the others who sit here are away"""
    notices: tuple[Notice, ...] = ()
    answered: Mapping[str, tuple[int, str]] = {}
    """client id: number of its record, and the fingerprint of what was asked"""

    @classmethod
    def bare(cls, setup: TableSetup) -> TableState:
        """A table that was never opened."""
        return cls(setup, setup.config, setup.config_id, seats_of(setup.config))

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def opened(self) -> bool:
        return self.coming is not None

    @property
    def round(self) -> Round | None:
        return self.dealt.round if self.dealt else None

    @property
    def house_deals(self) -> bool:
        return self.setup.dealer == HOUSE

    @property
    def playing(self) -> Dealt:
        assert self.dealt is not None, "no round lies on the felt"
        return self.dealt

    def spots_of(self, person: str | None) -> frozenset[int]:
        if person is None:
            return frozenset()
        return frozenset(seat.spot for seat in self.seats.values() if seat.player == person)

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(seat.player for seat in self.seats.values() if seat.player))

    @property
    def taken(self) -> list[int]:
        """Spots with a player."""
        return sorted(spot for spot, seat in self.seats.items() if seat.player is not None)

    @property
    def seal(self) -> str | None:
        """The seal of the coming shoe, while it can be cut."""
        return self.coming.seal if self.coming else None

    @property
    def commitment(self) -> str | None:
        shoe = self.coming if self.phase == "betting" else self.shoe
        return shoe.commitment if shoe else None

    def seat(self, spot: int) -> Seat:
        found = self.seats.get(spot)
        if found is None:
            raise IllegalWager(
                f"There is no spot {spot} at this table.",
                clause="HR-30",
                accepted=f"1 to {self.config.spots}",
            )
        return found

    def own_seat(self, person: str, spot: int) -> Seat:
        seat = self.seat(spot)
        if seat.player != person:
            raise Conflict(
                f"Spot {spot} is not {person}'s.",
                clause="HR-26",
                accepted=", ".join(f"spot {n}" for n in sorted(self.spots_of(person)))
                or "a seat of one's own",
            )
        return seat

    def with_seat(self, seat: Seat) -> TableState:
        return self._replace(seats={**self.seats, seat.spot: seat})

    def staked_elsewhere(self, seat: Seat) -> Cents:
        """What the player of a seat has bet on the other spots."""
        mine = (s for s in self.seats.values() if s.player == seat.player and s.spot != seat.spot)
        return sum(sum(s.bets.values()) for s in mine)

    # the clock

    @property
    def moment(self) -> Moment:
        """What a deadline belongs to: when it changes, people have their full time again."""
        made = len(self.dealt.decisions) if self.dealt else 0
        return self.phase, self.number, made, self.bet_on, self.held, self.alone

    @property
    def bet_on(self) -> bool:
        """Whether chips lie on a spot."""
        return any(map(_BETS, self.seats.values()))

    def nobody_waits(self, away: frozenset[str]) -> bool:
        """Whether at most one of those who sit here is present: the house hurries nobody then."""
        if self.setup.pace.alone_s is None:
            return False
        players = self.players
        return bool(players) and len(players) - len(away.intersection(players)) <= 1

    @property
    def time_us(self) -> int:
        """How long people have now; none at a table dealt in person, and none before the first bet."""
        if not self.house_deals or self.held or (self.phase == "betting" and not self.bet_on):
            return 0
        pace = self.setup.pace
        if self.alone:
            return 0 if self.phase == "betting" else int((pace.alone_s or 0) * SECOND_US)
        seconds = {"betting": pace.betting_s, "playing": pace.decision_s, "settled": pace.settled_s}
        return int(seconds[self.phase] * SECOND_US)

    @property
    def longest_us(self) -> int:
        """The same with the longest show before it."""
        return self.time_us + 1000 * LONGEST_MS

    # requests that have been carried out

    def answered_before(self, key: str) -> str | None:
        """The fingerprint of what was asked under a client's id; None if it was never carried out."""
        number, asked = self.answered.get(key, (0, ""))
        return asked if key in self.answered and number > self.records - ANSWERS_KEPT else None

    def remembered(self) -> dict[str, str]:
        oldest = self.records - ANSWERS_KEPT
        return {key: asked for key, (number, asked) in self.answered.items() if number > oldest}

    def compared(self) -> dict[str, Any]:
        """All that a recovered table must have in common with the live one."""
        shape = {name: getattr(self, name) for name in self._fields if name not in ("setup", "config")}
        shape |= {"answered": self.remembered(), "seats": dict(self.seats)}
        return shape


def seats_of(config: TableConfig) -> dict[int, Seat]:
    return {spot: Seat(spot) for spot in range(1, config.spots + 1)}


# What is kept of a table between its rounds.


class SeatHeld(NamedTuple):
    player: str
    missed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot:
    """The document from which a table is recovered."""

    BRIEF: ClassVar[bool] = True
    unit: int
    records: int
    number: int
    round_id: str | None = None
    config_id: str
    seats: Mapping[int, SeatHeld]
    game_on: bool = False
    coming: str
    """the key of the coming shoe"""
    at: int = 0
    """the card of it that comes next"""
    held_pays: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    deadline_us: int = 0
    alone: bool = False
    head: str
    ended: str = ""
