"""What people, the dealer and the clock may ask of a table.

To add a command: a frozen dataclass here, a handler in `seating.py` or `dealing.py`, and its line in `decide.py`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from typing import Final

from pitboss.core.money import Cents
from pitboss.people.person import Person
from pitboss.room.events import HOUSE
from pitboss.room.notices import Notice
from pitboss.rounds.events import Decision

_CONTENT: Final[dict[type, tuple[str, ...]]] = {}


def _content(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that say what is asked, and not by whom."""
    found = _CONTENT.get(kind)
    if found is None:
        names = (field.name for field in fields(kind))
        found = _CONTENT[kind] = tuple(name for name in names if name not in ("person", "second", "request"))
    return found


@dataclass(frozen=True, slots=True)
class Command:
    """`request` is the client's own id: the same id again is answered without doing it twice."""

    person: Person
    request: str | None

    @property
    def key(self) -> str | None:
        return None if self.request is None else f"{self.person.id}:{self.request}"

    @property
    def asked(self) -> str:
        """Fingerprint of the content: the same id with another one is not a retry."""
        content = [getattr(self, name) for name in _content(type(self))]
        return hashlib.blake2b(repr((type(self).__name__, content)).encode(), digest_size=8).hexdigest()


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
class CutCards(Command):
    """A value of one's own to cut the coming shoe with (HR-36); `seal` is that of the shoe it is meant for."""

    value: str
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class Ready(Command):
    cut: str | None = None
    """a value to cut the coming shoe with, if it can still be cut"""


@dataclass(frozen=True, slots=True)
class TakeDecision(Command):
    spot: int
    decision: Decision
    round_id: str | None = None
    question: int | None = None
    """which of the round's questions to this spot it answers"""


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """No more bets: the dealer in person, or a supervisor, starts the round (JP-03)."""

    dice: tuple[int, ...] = ()
    """the roll for the first hand, where the house rolls for it (PG-02)"""


@dataclass(frozen=True, slots=True)
class EndGame(Command):
    """The felt is cleared for the next bets (JP-04)."""


@dataclass(frozen=True, slots=True)
class VoidRound(Command):
    """A misdeal: a supervisor declares the round void before it is settled, every wager goes back (HR-33).
    Surveillance signs as well (HR-43)."""

    reason: str
    second: Person | None = None
    camera: str = ""
    """where surveillance finds what it has seen, in the house's own words"""


@dataclass(frozen=True, slots=True)
class Press(Command):
    """The keypad's button for a spot and a hand of a jackpot (JP-15)."""

    spot: int
    hand: str
    place: str


@dataclass(frozen=True, slots=True)
class CallTime(Command):
    """The dealer in person ends the wait for a decision: the house way or the safest legal choice."""


# What the house asks of itself.

CLOCK = Person.of("clock", HOUSE)


@dataclass(frozen=True, slots=True)
class House(Command):
    """A command of nobody in person."""

    person: Person = CLOCK
    request: str | None = None


@dataclass(frozen=True, slots=True)
class Tick(House):
    """A deadline may have passed."""


@dataclass(frozen=True, slots=True)
class TakeUp(House):
    """The table is taken up: for the first time, after a stop, with a new configuration perhaps."""

    on_record: bool = False
    """even where nothing else changes: what is written shows that something can be"""


@dataclass(frozen=True, slots=True)
class GoOn(House):
    """What held the game is done: it can be ended."""


@dataclass(frozen=True, slots=True)
class JackpotClosed(House):
    """The jackpot desk takes no wagers now (HR-10): they go back, and the round is dealt without them."""

    notice: Notice = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class EndRefused(House):
    """The jackpot desk does not let the game end yet (JP-04)."""

    notice: Notice = field(kw_only=True)
