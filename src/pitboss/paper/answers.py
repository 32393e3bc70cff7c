"""A question of the packet with its answers: exact, and confirmed by simulation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.edge.report import EdgeResult, Situation
from pitboss.edge.solver import NO_TABLE, Query
from pitboss.paper.evidence import SimulatedFigure


@dataclass(frozen=True, slots=True)
class Answer:
    game: str
    """the packet's own, or the one below it"""
    query: Query
    result: EdgeResult
    confirmation: SimulatedFigure | None
    situations: tuple[Situation, ...] = ()
    below: bool = False
    """of the game that the packet's one is played on"""

    @property
    def wager(self) -> str:
        """Named with its game where that is not the packet's own."""
        return f"{self.game} {self.query.wager}" if self.below else self.query.wager

    @property
    def label(self) -> str:
        return f"{self.wager} {'' if self.result.pay_table == NO_TABLE else self.result.pay_table}".strip()

    @property
    def combinations(self) -> int:
        """The smallest number of equally likely deals in which every outcome is a whole number of them."""
        chances = [*self.result.outcomes.values(), *(line.probability for line in self.result.lines)]
        return lcm(*(chance.denominator for chance in chances))

    def count(self, chance: Fraction) -> int:
        return int(chance * self.combinations)
