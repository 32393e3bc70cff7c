"""A round as a value: configuration, wagers, order of the cards, decisions. `after` gives another one.

What has been played out of it is worked out when somebody looks, by replay. `after` takes that work along, so a
round that goes on is played once; only who looks back at an earlier value has it replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card
from pitboss.room.records import Bets
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round

Decisions = tuple[tuple[int, Decision], ...]


class Dealt:
    __slots__ = ("_played", "config", "decisions", "holders", "order", "start", "wagers")

    def __init__(
        self,
        config: TableConfig,
        wagers: Mapping[int, Bets],
        order: Sequence[Card],
        start: int,
        holders: Mapping[int, str],
        decisions: Decisions = (),
        played: Round | None = None,
    ) -> None:
        self.config = config
        self.wagers = wagers
        self.order = order
        self.start = start
        self.holders = holders
        self.decisions = decisions
        self._played = played

    @property
    def round(self) -> Round:
        """The round as it stands; its owner goes on with `after`, everybody else only looks."""
        if self._played is None:
            self._played = self.replay()
        return self._played

    def replay(self) -> Round:
        """The same round once more, for somebody who wants it for himself."""
        start, number = game_of(self.config.game).start_and_number(self.start)
        if not self.decisions:
            return Round(self.config, self.wagers, self.order, start, self.holders, number, trusted=True)
        return Round.replay(self.config, self.wagers, self.order, self.decisions, start, self.holders, number)

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
        return Dealt(self.config, self.wagers, self.order, self.start, self.holders, decisions, round)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dealt) and self._inputs() == other._inputs()

    def __hash__(self) -> int:
        return hash(self.decisions)

    def _inputs(self) -> tuple[object, ...]:
        wagers = {spot: dict(bets) for spot, bets in self.wagers.items()}
        return (
            self.config.to_json(),
            wagers,
            tuple(self.order),
            self.start,
            dict(self.holders),
            self.decisions,
        )
