"""A question of the packet with its answers: exact, and confirmed by simulation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query
from pitboss.paper.evidence import SimulatedFigure


@dataclass(frozen=True, slots=True)
class Answer:
    query: Query
    result: EdgeResult
    confirmation: SimulatedFigure | None

    @property
    def label(self) -> str:
        return f"{self.query.wager} {self.result.pay_table}".strip()

    @property
    def combinations(self) -> int:
        """The smallest number of equally likely deals in which every outcome is a whole number of them."""
        chances = [*self.result.outcomes.values(), *(line.probability for line in self.result.lines)]
        return lcm(*(chance.denominator for chance in chances))

    def count(self, chance: Fraction) -> int:
        return int(chance * self.combinations)
