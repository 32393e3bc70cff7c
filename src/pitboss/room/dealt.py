"""A round as a value: configuration, wagers, the cards it is dealt from, decisions. `after` gives another one.

What has been played out of it is worked out when somebody looks, by replay. `after` takes that work along, so a
round that goes on is played once; only who looks back at an earlier value has it replayed."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.room.records import Bets
from pitboss.room.shoes import Deal
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round

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
