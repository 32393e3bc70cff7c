"""A live table as a value: seats, wagers, the round under way. It changes by `apply` and in no other way."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from pitboss.errors import Conflict, IllegalWager
from pitboss.money import Cents
from pitboss.room.dealt import Dealt
from pitboss.room.records import HOUSE, NO_DEADLINE, Bets
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import AnyShoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.round import Round
from pitboss.rounds.show import LONGEST_MS

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
    cut_first: bool = True
    """as its opening says: pays under an aggregate limit wait for their cut (HR-27)"""
    shoe: AnyShoe | None = None
    """the shoe of the round under way, or of the last one"""
    coming: AnyShoe | None = None
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
    deadline_us: int = NO_DEADLINE
    notices: tuple[str, ...] = ()
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

    @property
    def alone(self) -> bool:
        """Whether a single player sits here, whom the house does not hurry."""
        return self.setup.pace.alone_s is not None and len(self.players) == 1

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
