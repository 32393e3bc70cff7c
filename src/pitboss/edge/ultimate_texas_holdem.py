"""Ultimate Texas Hold'em: exact edges of the main game, Trips and the jackpot.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with what
the player sees at each of the three decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

from pitboss.approvals import PayTable
from pitboss.edge.holdem import ultimate_play
from pitboss.edge.holdem.choices import starting_hands
from pitboss.edge.holdem.down_under import FIVE_CARDS
from pitboss.edge.holdem.main_game import MainGame
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solver import HoldemSolver
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.ultimate import GAME, readable, rules_of
from pitboss.edge.holdem.ultimate_play import every_hand, options_of, parse_hand, square, summarise
from pitboss.edge.jackpots import METER, WAGER_SETTING, jackpot_result
from pitboss.edge.report import EdgeResult, Situation, Strategy
from pitboss.edge.solver import Query, Setting
from pitboss.procedures.holdem import line_name

PLAY = Setting(
    "play", "best", ("best", "readable"), clause="UT-02",
    meaning="best at every decision, or by the sentences of the readable strategy",
)  # fmt: skip
FOLDED_TRIPS = Setting(
    "folded_trips", "qualifies", ("qualifies", "lost"), clause="UT-05",
    meaning="whether the wager of a folded hand may still win, under play that is best for the main game",
)  # fmt: skip


class UltimateSolver(HoldemSolver[MainGame]):
    game = GAME
    solved = MainGame
    second = "Blind"
    seen_options = staticmethod(ultimate_play.seen_options)

    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        rules = rules_of(table)
        return readable(rules) if settings.get("play") == "readable" else rules

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return {
            "main": (PLAY,), "trips": (FOLDED_TRIPS,), "jackpot": (METER, WAGER_SETTING),
        }.get(wager, ())  # fmt: skip

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "jackpot":
            return self.jackpot_edge(query)
        main, source = self.main_game(query)
        if query.wager == "main":
            found = self.main_edge(query, main)
            known = not main.solution.rules.outs
        else:
            lost = query.settings["folded_trips"] == "lost"
            found = self.side_edge(query, main.of_seven(lost), lost)
            known = not lost
        return replace(found, source=source, published=None if known else "")

    def jackpot_edge(self, query: Query) -> EdgeResult:
        """By the hand that hole cards and flop make, which nobody folds before (UT-01)."""
        chances = {line_name(kind): Fraction(count, comb(52, 5)) for kind, count in FIVE_CARDS.items()}
        return jackpot_result(self, query, chances)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query, " of its own")
        how = query.fresh, query.engine, query.progress
        solution, _ = solution_of(rules_of(query.table), *how)
        if hand is not None:
            return replace(self.play(query), hand=hand, options=options_of(solution, *parse_hand(hand)))
        plain, _ = solution_of(readable(solution.rules), *how)
        grids = (square(solution), every_hand(solution))
        return replace(self.play(query, *summarise(solution, plain)), grids=grids)

    def situations(self, query: Query) -> Iterator[Situation]:
        """The 169 starting hands; what checking is worth counts the best play at flop and river."""
        if query.wager == "main":
            yield from starting_hands(self.main_game(query)[0].solution)


SOLVER = UltimateSolver()
