"""What people, the dealer and the clock may ask of a table."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.people.person import Person
from pitboss.rounds.events import Decision


@dataclass(frozen=True, slots=True)
class Command:
    """`request` is the client's own id: the same id again is answered without doing it twice."""

    person: Person
    request: str | None

    @property
    def key(self) -> str | None:
        return None if self.request is None else f"{self.person.name}:{self.request}"


@dataclass(frozen=True, slots=True)
class Sit(Command):
    spot: int


@dataclass(frozen=True, slots=True)
class Leave(Command):
    spot: int


@dataclass(frozen=True, slots=True)
class Bet(Command):
    spot: int
    wager: str
    amount_cents: Cents


@dataclass(frozen=True, slots=True)
class Clear(Command):
    spot: int


@dataclass(frozen=True, slots=True)
class Ready(Command):
    pass


@dataclass(frozen=True, slots=True)
class Act(Command):
    spot: int
    decision: Decision
    round_id: str | None = None


@dataclass(frozen=True, slots=True)
class BuyIn(Command):
    amount_cents: Cents


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """No more bets: the dealer in person, or a supervisor, starts the round (JP-03)."""


@dataclass(frozen=True, slots=True)
class EndGame(Command):
    """The felt is cleared for the next bets (JP-04)."""


@dataclass(frozen=True, slots=True)
class Press(Command):
    """The keypad's button for a spot and a hand of a jackpot (JP-15)."""

    spot: int
    hand: str
    place: str


@dataclass(frozen=True, slots=True)
class CallTime(Command):
    """The dealer in person ends the wait for a decision: the house way or the safest legal choice."""


@dataclass(frozen=True, slots=True)
class Tick(Command):
    """A deadline has passed; `moment` tells whether the table has moved on meanwhile."""

    moment: tuple[str, int, int]
