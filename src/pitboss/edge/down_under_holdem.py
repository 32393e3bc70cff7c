"""Down Under Hold'em: exact edges of the main game, the bonus wagers and the jackpots.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with
what the player really sees: the own cards, the two lights of the card reader, then the flop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.approvals import PayTable, Published
from pitboss.edge.holdem import strategy
from pitboss.edge.holdem.choices import starting_hands
from pitboss.edge.holdem.down_under import DownUnderGame, rules_of
from pitboss.edge.holdem.envy import together
from pitboss.edge.holdem.main_game import MainGame
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solver import HoldemSolver
from pitboss.edge.holdem.strategy import hand_options, pattern_grid, summarise, view_names, whole_grid
from pitboss.edge.jackpots import METER, WAGER_SETTING, jackpot_result, nets_of, wager_of
from pitboss.edge.report import EdgeResult, Situation, Strategy, decimal, lines_of, outcomes_of
from pitboss.edge.rule_settings import rule_settings
from pitboss.edge.solver import Query, Setting
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name

GAME = "down-under-holdem"
BONUSES = ("trips-or-better", "match-the-dealer")

FOLDED_BONUS = Setting(
    "folded_bonus", "qualifies", ("qualifies", "lost"), clause="DU-07",
    meaning="whether the wager of a folded hand may still win, under play that is best for the main game",
)  # fmt: skip
JACKPOT_SETTINGS = (
    Setting(
        "folded_jackpot", "qualifies", ("qualifies", "lost"), clause="DU-07",
        meaning="whether a folded hand may still win, under play that is best for the main game",
    ),
    METER,
    WAGER_SETTING,
    Setting(
        "others", "0", tuple(map(str, range(7))), clause="JP-20",
        meaning="other players with a jackpot wager, for envy (option-3)",
    ),
)  # fmt: skip


def folded_option(wager: str) -> str:
    return "folded_" + wager.replace("-", "_")


def bonus_lost(query: Query) -> bool:
    """Whether a folded hand loses this bonus: by its own option, or by the one for both (DU-07)."""
    own = query.settings[folded_option(query.wager)]
    return (query.settings["folded_bonus"] if own == "same" else own) == "lost"


class DownUnderSolver(HoldemSolver[DownUnderGame]):
    game = GAME
    solved = DownUnderGame
    second = "Bet"
    seen_options = staticmethod(strategy.seen_options)

    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        return rules_of(table)

    def settings(self, wager: str) -> tuple[Setting, ...]:
        if wager in BONUSES:
            return FOLDED_BONUS, *rule_settings(GAME, folded_option(wager))
        return JACKPOT_SETTINGS if wager == "jackpot" else ()

    def answer(self, query: Query) -> EdgeResult:
        main, source = self.main_game(query)
        if query.wager == "main":
            found = self.main_edge(query, main)
        elif query.wager in BONUSES:
            found = self.bonus_edge(query, main)
        else:
            found = self.jackpot_edge(query, main)
        return replace(found, source=source)

    def main_edge(self, query: Query, main: MainGame) -> EdgeResult:
        found = super().main_edge(query, main)
        return replace(found, extra={"edge_per_ante_and_bet": found.house_edge / 2, **found.extra})

    def bonus_edge(self, query: Query, main: DownUnderGame) -> EdgeResult:
        """Trips or Better, Match the Dealer: line by line (DU-13, DU-14)."""
        lost = bonus_lost(query)
        chances = main.of_seven(lost) if query.wager == "trips-or-better" else main.of_match(lost)
        return self.side_edge(query, chances, lost)

    def jackpot_edge(self, query: Query, main: DownUnderGame) -> EdgeResult:
        """The three options, for a displayed meter, a fixed wager and a number of other players."""
        table, lost = query.table, query.settings["folded_jackpot"] == "lost"
        wager, others = wager_of(GAME, query), query.settings.number("others")
        by_flop = table.rules["considers"] == "hole-and-flop"
        chances = main.of_flop(lost) if by_flop else main.of_board(lost)
        nets = nets_of(table, {"meter": query.settings.number("meter")}, wager)
        outcomes = outcomes_of(lines_of(table, chances, nets))
        envy = Fraction(0)
        if others and (prizes := _envy_prizes(table)):
            outcomes, envy = _with_envy(outcomes, main, nets, prizes, others, lost, wager)
        return jackpot_result(self, query, chances, outcomes=outcomes, envy=envy)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query, " of its own")
        solution = self.main_game(query)[0].solution
        return replace(
            self.play(query, *summarise(solution)),
            grids=(pattern_grid(solution), whole_grid(solution)),
            hand=hand,
            options=() if hand is None else hand_options(solution, hand),
        )

    def situations(self, query: Query) -> Iterator[Situation]:
        """The 169 starting hands by the card reader's lights; checking counts the best play at the flop."""
        if query.wager == "main":
            solution = self.main_game(query)[0].solution
            yield from starting_hands(solution, view_names(solution.rules))

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """Of the main game's figure: what other bases give, and whether a simulation could have printed it."""
        if figure.wager != "main":
            return ""
        per_both, risk = result.house_edge / 2, result.element_of_risk
        off = abs(result.house_edge - figure.value)
        rounds = int(4 * result.variance / off**2) // 1_000_000
        return (
            f"Per Ante and Bet together {decimal(per_both * 100, 4)} %, per unit wagered in all "
            f"{decimal(risk * 100, 4)} %: no base gives the printed figure. Optimal play of the rules as approved "
            f"costs {decimal(off * 100, 4)} points more; that is within two standard errors of a simulation of up "
            f"to {rounds} million rounds."
        )


def _envy_prizes(table: PayTable) -> dict[Category, int]:
    lines = {line.hand: line.envy_cents for line in table.lines if line.envy_cents}
    return {kind: lines[line_name(kind)] for kind in Category if line_name(kind) in lines}


def _with_envy(
    plain: Mapping[Fraction, Fraction],
    main: MainGame,
    nets: Mapping[str, Fraction],
    prizes: Mapping[Category, int],
    others: int,
    lost: bool,
    wager: int,
) -> tuple[dict[Fraction, Fraction], Fraction]:
    """The rounds in which others win an envy prize moved to where they belong, and the mean envy."""
    outcomes, mean = defaultdict(Fraction, plain), Fraction(0)
    for case in together(main.solution, others, frozenset(prizes)):
        if not case.prizes:
            continue
        own = Fraction(-1) if lost and case.folded else nets.get(line_name(case.own), Fraction(-1))
        envy = Fraction(sum(prizes[kind] for kind in case.prizes), wager)
        outcomes[own] -= case.chance
        outcomes[own + envy] += case.chance
        mean += envy * case.chance
    return {net: chance for net, chance in outcomes.items() if chance}, mean


SOLVER = DownUnderSolver()
