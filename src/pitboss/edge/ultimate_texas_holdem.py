"""Ultimate Texas Hold'em: exact edges of the main game, Trips and the jackpot.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with what
the player sees at each of the three decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb

from pitboss.approvals import PayTable, sheet
from pitboss.edge.holdem.down_under import FIVE_CARDS
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.ultimate import GAME, UltimateGame, readable, rules_of
from pitboss.edge.holdem.ultimate_play import (
    advise_round,
    every_hand,
    options_of,
    parse_hand,
    square,
    starting_hands,
    summarise,
)
from pitboss.edge.jackpots import METER, WAGER_SETTING, jackpot_result
from pitboss.edge.report import EdgeResult, PricedChoice, Situation, Strategy, lines_of, outcomes_of
from pitboss.edge.solver import BaseSolver, Query, Setting
from pitboss.procedures.holdem import line_name
from pitboss.rounds.round import Round

PLAY = Setting(
    "play", "best", ("best", "readable"), clause="UT-02",
    meaning="best at every decision, or by the sentences of the readable strategy",
)  # fmt: skip
FOLDED_TRIPS = Setting(
    "folded_trips", "qualifies", ("qualifies", "lost"), clause="UT-05",
    meaning="whether the wager of a folded hand may still win, under play that is best for the main game",
)  # fmt: skip


class UltimateSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return {
            "main": (PLAY,), "trips": (FOLDED_TRIPS,), "jackpot": (METER, WAGER_SETTING),
        }.get(wager, ())  # fmt: skip

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "jackpot":
            return self.jackpot_edge(query)
        game, source = main_game(query.table if query.wager == "main" else _main_table(), query)
        found = self.main_edge(query, game) if query.wager == "main" else self.trips_edge(query, game)
        return replace(found, source=source)

    def main_edge(self, query: Query, game: UltimateGame) -> EdgeResult:
        frequencies = {f"frequency_{name.replace('-', '_')}": n for name, n in game.decisions.items()}
        return replace(
            self.result(query, game.outcomes, "ante"),
            action=game.action,
            published="" if game.solution.rules.outs else None,
            extra={"average_wagered": game.action, **frequencies},
            notes=(
                "Ante and Blind are equal; nets are of Ante, Blind and Play together, in antes. "
                "Frequencies are of all rounds.",
            ),
        )

    def trips_edge(self, query: Query, game: UltimateGame) -> EdgeResult:
        """Line by line, on the best five of seven (UT-05)."""
        lost = query.settings["folded_trips"] == "lost"
        lines = lines_of(query.table, game.of_seven(lost))
        return replace(
            self.result(query, outcomes_of(lines)),
            lines=lines,
            published="" if lost else None,
            notes=("Collected at the fold; the main game is played for its own best.",) if lost else (),
        )

    def jackpot_edge(self, query: Query) -> EdgeResult:
        """By the hand that hole cards and flop make, which nobody folds before (UT-01)."""
        chances = {line_name(kind): Fraction(count, comb(52, 5)) for kind, count in FIVE_CARDS.items()}
        return jackpot_result(self, query, chances)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query, " of its own")
        rules = rules_of(query.table)
        solution, _ = solution_of(rules, query.fresh, query.engine, query.progress)
        if hand is not None:
            return replace(self.play(query), hand=hand, options=options_of(solution, *parse_hand(hand)))
        plain, _ = solution_of(readable(rules), query.fresh, query.engine, query.progress)
        grids = (square(solution), every_hand(solution))
        return replace(self.play(query, *summarise(solution, plain)), grids=grids)

    def situations(self, query: Query) -> Iterator[Situation]:
        """The 169 starting hands; what checking is worth counts the best play at flop and river."""
        if query.wager == "main":
            yield from starting_hands(main_game(query.table, query)[0].solution)

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Each choice's worth on Ante, Blind and Play."""
        if round.asked(spot) is None:
            return ()
        solution, _ = solution_of(rules_of(round.config.tables["main"]))
        return advise_round(solution, round, spot)


def _main_table() -> PayTable:
    return sheet(GAME).tables("main")[0]


def main_game(table: PayTable, query: Query) -> tuple[UltimateGame, str]:
    rules = rules_of(table)
    if query.settings.get("play") == "readable":
        rules = readable(rules)
    solution, source = solution_of(rules, query.fresh, query.engine, query.progress)
    return UltimateGame(table, solution), source


SOLVER = UltimateSolver()
