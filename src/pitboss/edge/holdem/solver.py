"""What the solvers of hold'em games share: one solution behind all wagers, and advice from what a spot sees."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from pitboss.approvals import PayTable, sheet
from pitboss.edge.holdem.main_game import MainGame
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution, seconds_of
from pitboss.edge.holdem.store import slot_of, solution_of
from pitboss.edge.report import EdgeResult, PricedChoice, lines_of
from pitboss.edge.solver import BaseSolver, Query
from pitboss.rounds.felt import Places
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

Game = TypeVar("Game", bound=MainGame)


class HoldemSolver(BaseSolver, Generic[Game]):
    solved: type[Game]
    second: ClassVar[str]
    """the wager beside the Ante"""

    @abstractmethod
    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        """The main game with these pays."""

    @abstractmethod
    def seen_options(self, solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
        """What each choice is worth in antes, from the cards that a spot sees."""

    def main_table(self, query: Query) -> PayTable:
        return query.table if query.wager == "main" else sheet(self.game).tables("main")[0]

    def seconds(self, query: Query) -> float:
        rules = self.rules_of(self.main_table(query), query.settings)
        return 0.0 if slot_of(rules).known else seconds_of(rules)

    def main_game(self, query: Query) -> tuple[Game, str]:
        """On the table asked about, or on the one that side wagers ride along with; and where it comes from."""
        table = self.main_table(query)
        rules = self.rules_of(table, query.settings)
        solution, source = solution_of(rules, query.fresh, query.engine, query.progress)
        return self.solved(table, solution), source

    def main_edge(self, query: Query, main: MainGame) -> EdgeResult:
        frequencies = {f"frequency_{name.replace('-', '_')}": n for name, n in main.decisions.items()}
        return replace(
            self.result(query, main.outcomes, "ante"),
            action=main.action,
            extra={"average_wagered": main.action, **frequencies},
            notes=(
                f"Ante and {self.second} are equal; nets are of Ante, {self.second} and Play together, in antes. "
                "Frequencies are of all rounds.",
            ),
        )

    def side_edge(self, query: Query, chances: Mapping[str, Fraction], lost: bool) -> EdgeResult:
        """A side wager line by line; `lost`: a folded hand does not win it."""
        notes = ("Collected at the fold; the main game is played for its own best.",) if lost else ()
        return replace(self.by_lines(query, lines_of(query.table, chances)), notes=notes)

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Each choice's worth in cents on the main game's wagers together."""
        ask = round.asked(spot)
        if ask is None:
            return ()
        solution, _ = solution_of(self.rules_of(round.config.tables["main"], {}))
        found = self.seen_options(solution, places(round, (spot,)), spot)
        worth = {option.action: option.expectation for option in found}
        ante = round.stakes[spot]["ante"]
        return tuple(PricedChoice(c.action, ante * worth[c.action], c.text) for c in ask.choices)
