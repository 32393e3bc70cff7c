"""Who is at a table: whose browser has its live connection, or who has said something without one.

Presence belongs to connections and ends with the process that holds them, so it is not stored. What the house
decides because of it is on record like a time-out (`dealing.tick`), and a table that is recovered needs nothing else.

All times are those of the event loop, which no change of the clock moves."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from pitboss.room.table import Pace

HEARD_S: Final = 5.0
"""for so long a process's word that somebody is at its screens counts; it says it every second"""
SPOKEN_MAX: Final = 1_000


class Absence(NamedTuple):
    away: frozenset[str] = frozenset()
    """players who are not waited for"""
    gone: frozenset[str] = frozenset()
    """players whose seats are free"""


class Presence:
    """Of the people at one table, whichever role this process has there."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._live: Counter[str] = Counter()
        """connections of this process: all tabs of a person are one presence"""
        self._spoken: dict[str, float] = {}
        """who speaks without a live connection, and until when that counts"""
        self._vouched: dict[str, dict[str, float]] = {}
        """person: other processes that have him at their screens, and until when their word counts"""
        self._until: dict[str, float] = {}
        """until when a player who sits here is taken to be here without any sign"""
        self._timer: asyncio.TimerHandle | None = None
        self.seen = Absence()
        self.changed: Callable[[], None] = lambda: None
        """told when it is time to look who is here"""
        self.tell: Callable[[str, bool], None] = lambda person, here: None
        """tells the other processes that somebody has come to this one's screens, or has left them"""

    # signs of life

    def came(self, person: str) -> None:
        self._live[person] += 1
        if self._live[person] == 1:
            self.tell(person, True)
            self.changed()

    def went(self, person: str, *, cut_off: bool = False) -> None:
        """A connection has ended. `cut_off`: the house ended it, and the browser comes back by itself."""
        self._live[person] -= 1
        if self._live[person] > 0:
            return
        del self._live[person]
        self._spoken.pop(person, None)
        self._until[person] = _now() + (self._pace.returning_s if cut_off else 0)
        if not cut_off:
            self.tell(person, False)
        self.changed()

    def spoke(self, person: str) -> None:
        """A command. Without a live connection it stands for its person for a while."""
        if person in self._live:
            return
        if len(self._spoken) >= SPOKEN_MAX:
            self._spoken = {name: until for name, until in self._spoken.items() if until > _now()}
        self._spoken[person] = _now() + self._pace.spoken_s
        if person in self.seen.away:
            self.tell(person, True)
            self.changed()

    def looked(self, person: str) -> None:
        """A look at the table prolongs that; by itself it is no sign, because the lobby looks, too."""
        if person in self._spoken:
            self.spoke(person)

    def vouched(self, process: str, person: str) -> None:
        """Another process has him at its screens. If it falls silent, he has the time to come back."""
        self._vouched.setdefault(person, {})[process] = _now() + HEARD_S + self._pace.returning_s
        if person in self.seen.away:
            self.changed()

    def deaf(self, *, again: bool = False) -> None:
        """Nothing is heard of the other processes: nobody is gone because of that. `again`: they are heard again."""
        until = _now() + HEARD_S + self._pace.returning_s if again else math.inf
        for words in self._vouched.values():
            words.update(dict.fromkeys(words, until))

    def left(self, process: str, person: str) -> None:
        """He has left the screens of another process."""
        if process in self._vouched.get(person, ()):
            del self._vouched[person][process]
        if person in self._until:
            self._until[person] = _now()
            self.changed()

    @property
    def here(self) -> list[str]:
        """Whom this process has at its screens, for the other ones."""
        now = _now()
        return [*self._live, *(person for person, until in self._spoken.items() if until > now)]

    # what follows from them

    def look(self, players: Iterable[str]) -> bool:
        """Look again who of those who sit here is away; whether that has changed."""
        now, players = _now(), frozenset(players)
        if self._until.keys() != players:
            self._seated(players, now)
        if players <= self._live.keys():
            return self._found(Absence(), math.inf)
        away: set[str] = set()
        gone: set[str] = set()
        next_s = math.inf
        for player in players:
            since = self._last_sign(player, now)
            for after_s, these in ((self._pace.away_s, away), (self._pace.kept_s, gone)):
                if now >= since + after_s:
                    these.add(player)
                else:
                    next_s = min(next_s, since + after_s)
        return self._found(Absence(frozenset(away), frozenset(gone)), next_s)

    def _seated(self, players: frozenset[str], now: float) -> None:
        """Whoever is found in a seat, after a restart or because he has just sat down elsewhere, is given time."""
        returning = now + self._pace.returning_s
        self._until = {player: self._until.get(player, returning) for player in players}
        self._vouched = {
            person: words
            for person, words in self._vouched.items()
            if person in players or max(words.values(), default=0.0) > now
        }

    def _last_sign(self, player: str, now: float) -> float:
        if player in self._live:
            return math.inf
        words = self._vouched.get(player, {}).values()
        return max(self._until[player], self._spoken.get(player, 0.0), *words)

    def _found(self, seen: Absence, next_s: float) -> bool:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if next_s < math.inf:
            self._timer = asyncio.get_running_loop().call_at(next_s, self._ring)
        before, self.seen = self.seen, seen
        return seen != before

    def _ring(self) -> None:
        self._timer = None
        self.changed()

    def close(self) -> None:
        self.changed = lambda: None
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _now() -> float:
    return asyncio.get_running_loop().time()
