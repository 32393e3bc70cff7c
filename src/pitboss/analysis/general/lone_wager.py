"""A wager that no decision moves, by the cards alone that settle it.

The sheet says which they are (`settled_by`), and a property test holds the rules to it. So the cards of those places
are drawn first, whichever of a group lies where; what lies elsewhere is any of the rest; and the round is played once
for each way, through the game's own procedure, its questions answered as a timeout would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.analysis.general.cards import MOST_WAYS, Draw, Pack
from pitboss.analysis.general.explore import (
    NOWHERE,
    SPOT,
    Explorer,
    Goal,
    Over,
    Place,
    Point,
    Prober,
    SearchFelt,
)
from pitboss.core.cards import Card
from pitboss.core.errors import BadInput, BrokenRules
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, Ask, Decision
from pitboss.rounds.felt import Wagers
from pitboss.sheets.symmetry import SettledBy


def settled_alone(config: TableConfig, goal: Goal) -> SettledBy | None:
    """What settles the one wager that is measured, where the sheet says so of this table."""
    if len(goal.measured) != 1 or goal.played != goal.measured:
        return None
    (measured,) = goal.measured
    by = config.sheet.wager(measured).settled_by
    return by if by and by.holds(config.options) else None


class NotLaid(BaseException):
    """A deal whose cards are not laid out yet."""


class LaidFelt(SearchFelt):
    """A round whose cards are all laid out beforehand; nobody watches."""

    __slots__ = ("dealt", "laid")

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        goal: Goal,
        cards: int,
        laid: Mapping[int, tuple[Card, ...]],
    ) -> None:
        super().__init__(config, wagers, SPOT, laid, goal.measured, goal.played, cards)
        self.dealt: list[tuple[Place, int]] = []

    def say(
        self, text: str, clause: str, spot: int = DEALER, seen: int = EVERYONE, detail: Any = None
    ) -> None:
        pass

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        batch = self._batch
        self._batch = batch + 1
        self._left -= count
        self.dealt.append(((spot, place), count))
        if self._left < 0:
            raise BrokenRules("more cards are dealt in a round than the shoe has")
        if batch not in self._known:
            raise NotLaid
        return self._known[batch]

    def expose(self, spot: int, place: str, cards: tuple[Card, ...], clause: str, text: str = "") -> None:
        pass

    def look(self, spot: int, place: str, cards: tuple[Card, ...], clause: str) -> None:
        pass

    def move(
        self, spot: int, place: str, to: str, cards: tuple[Card, ...], clause: str, seen: int = EVERYONE
    ) -> None:
        pass


@dataclass
class LoneExplorer(Explorer):
    """All ways to draw the cards that settle one wager."""

    by: SettledBy = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealt = self._usual()
        groups = [{(SPOT if who == "#" else DEALER, name) for who, name in group} for group in self.by.cards]
        self.batches = [
            [batch for batch, (place, _) in enumerate(self.dealt) if place in group] for group in groups
        ]
        """of each group the deals that bring its cards"""
        busy = {batch for batches in self.batches for batch in batches}
        self.idle = [batch for batch in range(len(self.dealt)) if batch not in busy]
        """deals of cards that are nothing to the wager"""
        self.sizes = [sum(self.dealt[batch][1] for batch in batches) for batches in self.batches]
        if not all(self.sizes):
            raise BadInput(
                f"{self.config.sheet.name} deals nothing to a place that settles a wager.",
                accepted="settled_by: places of its order of dealing",
            )
        self.cut = self.pack.symmetric and self.pack.ways(self.left, self.sizes[0]) > MOST_WAYS
        """the first group has too many ways to list: it is drawn in two steps"""

    def packed(self, cards: tuple[Card, ...]) -> Pack:
        return Pack.of(self.by, cards)

    def _usual(self) -> list[tuple[Place, int]]:
        """What is dealt in a round, with any cards."""
        cards = [card for members in self.pack.members for card in members]
        laid: dict[int, tuple[Card, ...]] = {}
        while True:
            felt = self._felt(laid)
            try:
                self._finish(felt)
                return felt.dealt
            except NotLaid:
                count = felt.dealt[-1][1]
                laid[len(laid)] = tuple(cards[-count:])
                del cards[-count:]

    def _felt(self, laid: Mapping[int, tuple[Card, ...]]) -> LaidFelt:
        return LaidFelt(self.config, {SPOT: self.goal.stakes}, self.goal, self.pack.size, laid)

    def _finish(self, felt: LaidFelt) -> LaidFelt:
        """The round to its end, every question answered as a timeout would."""
        procedure = self.game.procedure(felt)
        answer: Any = None
        try:
            while True:
                asked = procedure.send(answer)
                ask = asked if isinstance(asked, Ask) else asked[0]
                decision = ask.fallback or Decision(ask.choices[0].action, ask.choices[0].least_cents)
                answer = decision if isinstance(asked, Ask) else {SPOT: decision}
        except StopIteration:
            self.check_settled(felt)
        except Over:
            pass
        return felt

    # the walk

    def _play(self) -> SearchFelt:
        while (at := len(self.points)) < len(self.sizes) + self.cut:
            self._push(self.stage(at))
        felt = self._finish(self._felt(self._laid()))
        if felt.dealt != self.dealt[: len(felt.dealt)]:
            raise BadInput(
                f"{self.config.sheet.name} does not always deal alike.", accepted="a sheet without settled_by"
            )
        return felt

    def stage(self, at: int) -> Point:
        """The cards of one group, of a large one first those of its first suit."""
        group = at - self.cut
        if self.cut and at == 0:
            return Point(self.pack.beginnings(self.sizes[0]), at)
        if self.cut and at == 1:
            first = self.points[0]
            way = first.ways[first.at]
            assert isinstance(way, Draw)
            return Point(self.pack.goes_on(way.classes, self.sizes[0]), at)
        return Point(self.pack.draws(self.left, self.sizes[group], self.marks(NOWHERE)), at)

    def _laid(self) -> dict[int, tuple[Card, ...]]:
        laid: dict[int, tuple[Card, ...]] = {}
        for group, batches in enumerate(self.batches):
            at = group + self.cut if group else 0
            cards = self._known[at] + (self._known[1] if self.cut and not group else ())
            for batch in batches:
                count = self.dealt[batch][1]
                laid[batch], cards = cards[:count], cards[count:]
        rest = self._rest()
        for batch in self.idle:
            laid[batch] = tuple(next(rest) for _ in range(self.dealt[batch][1]))
        return laid

    def _rest(self) -> Iterator[Card]:
        """Cards that are not drawn."""
        for members, have in zip(self.pack.members, self.left, strict=True):
            if have:
                yield from members[len(members) - have :]


@dataclass
class LoneProber(Prober, LoneExplorer):
    """Looks at one way to draw the cards of each group."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cut = False

    def stage(self, at: int) -> Point:
        count = self.sizes[at]
        fan = self.pack.estimate(self.pack.ways(self.left, count), count, self.marks(NOWHERE))
        return Point((self.pack.one_draw(self.left, count, self.dice),), at, fan=fan)

    def again(self) -> SearchFelt:
        return self._finish(self._felt(self._laid()))
