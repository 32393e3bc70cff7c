"""Ultimate Texas Hold'em: exact edges of the main game, Trips and the jackpot.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with what
the player sees at each of the three decisions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from time import perf_counter

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
    summarise,
)
from pitboss.edge.jackpots import METER_SETTINGS, WAGER_SETTING, jackpot_result
from pitboss.edge.report import EdgeResult, Line, Option, Strategy
from pitboss.edge.solver import Query, Setting
from pitboss.errors import BadInput
from pitboss.money import parse_dollars
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


class UltimateSolver:
    def settings(self, wager: str) -> tuple[Setting, ...]:
        return {
            "main": (PLAY,), "trips": (FOLDED_TRIPS,), "jackpot": (METER_SETTINGS[0], WAGER_SETTING),
        }.get(wager, ())  # fmt: skip

    def solve(self, query: Query) -> EdgeResult:
        start = perf_counter()
        table, source = query.pay_table, "computed"
        assert table is not None
        if query.wager == "jackpot":
            result = jackpot_edge(table, query.settings)
        else:
            game, source = main_game(table if query.wager == "main" else _main_table(), query)
            result = (
                main_edge(game)
                if query.wager == "main"
                else trips_edge(game, table, query.settings["folded_trips"] == "lost")
            )
        return result.timed(perf_counter() - start, source)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        table = query.pay_table
        assert table is not None
        if query.wager != "main":
            name = sheet(GAME).wager(query.wager).name
            return Strategy(
                GAME, query.wager, table.id, query.settings, (f"{name} asks for no decision of its own.",)
            )
        rules = rules_of(table)
        solution, _ = solution_of(rules, query.fresh, query.engine, query.progress)
        if hand is not None:
            options = options_of(solution, *parse_hand(hand))
            return Strategy(GAME, "main", table.id, query.settings, (), hand=hand, options=options)
        plain, _ = solution_of(readable(rules), query.fresh, query.engine, query.progress)
        grids = (square(solution), every_hand(solution))
        return Strategy(GAME, "main", table.id, query.settings, summarise(solution, plain), grids)


def _main_table() -> PayTable:
    return sheet(GAME).tables("main")[0]


def main_game(table: PayTable, query: Query) -> tuple[UltimateGame, str]:
    rules = rules_of(table)
    if query.settings.get("play") == "readable":
        rules = readable(rules)
    solution, source = solution_of(rules, query.fresh, query.engine, query.progress)
    return UltimateGame(table, solution), source


def main_edge(game: UltimateGame) -> EdgeResult:
    frequencies = {f"frequency_{name.replace('-', '_')}": n for name, n in game.decisions.items()}
    return EdgeResult(
        GAME,
        "main",
        game.table.id,
        "ante",
        game.outcomes,
        action=game.action,
        published="" if game.solution.rules.outs else None,
        extra={"average_wagered": game.action, **frequencies},
        notes=(
            "Ante and Blind are equal; nets are of Ante, Blind and Play together, in antes. "
            "Frequencies are of all rounds.",
        ),
    )


def trips_edge(game: UltimateGame, table: PayTable, lost: bool) -> EdgeResult:
    """Line by line, on the best five of seven (UT-05)."""
    chances = game.of_seven(lost)
    lines = tuple(
        Line(line.text, str(line.pays), chances.get(line.hand, Fraction(0)), table.net(line.hand))
        for line in table.lines
    )
    outcomes: dict[Fraction, Fraction] = defaultdict(Fraction)
    for row in lines:
        outcomes[row.net or Fraction(0)] += row.probability
    outcomes[Fraction(-1)] += 1 - sum((row.probability for row in lines), Fraction(0))
    return EdgeResult(
        GAME, "trips", table.id, "trips", {n: p for n, p in outcomes.items() if p}, lines=lines,
        published="" if lost else None,
        notes=("Collected at the fold; the main game is played for its own best.",) if lost else (),
    )  # fmt: skip


def jackpot_edge(table: PayTable, settings: Mapping[str, str]) -> EdgeResult:
    """By the hand that hole cards and flop make, which nobody folds before (UT-01)."""
    wager_cents = parse_dollars(settings["wager"])
    if not wager_cents:
        raise BadInput("A jackpot wager of $0 is no wager.", clause="JP-01", accepted="an amount above $0")
    chances: dict[str | None, Fraction] = {
        line_name(kind): Fraction(count, comb(52, 5)) for kind, count in FIVE_CARDS.items()
    }
    return jackpot_result(GAME, table, chances, {"meter": int(settings["meter"])}, wager_cents)


def advise(round: Round, spot: int) -> tuple[Option, ...]:
    """For a live round: each choice's worth in cents on Ante, Blind and Play."""
    if round.asked(spot) is None:
        return ()
    solution, _ = solution_of(rules_of(round.config.tables["main"]))
    return advise_round(solution, round, spot)


SOLVER = UltimateSolver()
