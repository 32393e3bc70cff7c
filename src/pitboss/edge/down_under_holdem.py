"""Down Under Hold'em: exact edges of the main game, the bonus wagers and the jackpots.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with
what the player really sees: the own cards, the two lights of the card reader, then the flop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter

from pitboss.approvals import PayTable, Published, sheet
from pitboss.edge.holdem.down_under import MainGame, rules_of
from pitboss.edge.holdem.envy import together
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.strategy import (
    advise_round,
    hand_options,
    pattern_grid,
    summarise,
    whole_grid,
)
from pitboss.edge.report import EdgeResult, Line, Option, Strategy, decimal
from pitboss.edge.solver import Query, Setting
from pitboss.errors import BadInput
from pitboss.money import parse_dollars
from pitboss.odds import PercentOfMeter
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name
from pitboss.rounds.round import Round

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
    Setting("meter", "0", kind="cents", clause="JP-11", meaning="the amount displayed, in cents"),
    Setting("wager", "1", kind="dollars", clause="JP-01", meaning="the fixed wager, $1 to $20"),
    Setting(
        "others", "0", tuple(map(str, range(7))), clause="JP-20",
        meaning="other players with a jackpot wager, for envy (option-3)",
    ),
)  # fmt: skip


class DownUnderSolver:
    def settings(self, wager: str) -> tuple[Setting, ...]:
        if wager in BONUSES:
            return (FOLDED_BONUS,)
        return JACKPOT_SETTINGS if wager == "jackpot" else ()

    def solve(self, query: Query) -> EdgeResult:
        start = perf_counter()
        table = query.pay_table
        assert table is not None
        main, source = main_game(table if query.wager == "main" else _main_table(), query)
        if query.wager == "main":
            result = main_edge(main)
        elif query.wager in BONUSES:
            result = bonus_edge(main, table, query.settings["folded_bonus"] == "lost")
        else:
            result = jackpot_edge(main, table, query.settings)
        return result.timed(perf_counter() - start, source)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        table = query.pay_table
        if query.wager != "main":
            name = sheet(GAME).wager(query.wager).name
            return Strategy(
                GAME, query.wager, table.id if table else "", query.settings,
                (f"{name} asks for no decision of its own.",),
            )  # fmt: skip
        assert table is not None
        solution = main_game(table, query)[0].solution
        options = hand_options(solution, hand) if hand is not None else ()
        grids = (pattern_grid(solution), whole_grid(solution))
        return Strategy(
            GAME, "main", table.id, query.settings, summarise(solution), grids, hand=hand, options=options
        )


def _main_table() -> PayTable:
    return sheet(GAME).tables("main")[0]


def main_game(table: PayTable, query: Query) -> tuple[MainGame, str]:
    solution, source = solution_of(rules_of(table), query.fresh, query.engine, query.progress)
    return MainGame(table, solution), source


def main_edge(main: MainGame) -> EdgeResult:
    edge = -sum((net * chance for net, chance in main.outcomes.items()), Fraction(0))
    frequencies = {f"frequency_{name.replace('-', '_')}": n for name, n in main.decisions.items()}
    return EdgeResult(
        GAME,
        "main",
        main.table.id,
        "ante",
        main.outcomes,
        action=main.action,
        extra={"edge_per_ante_and_bet": edge / 2, "average_wagered": main.action, **frequencies},
        notes=(
            "Ante and Bet are equal; nets are of Ante, Bet and Play together, in antes. "
            "Frequencies are of all rounds.",
        ),
    )


def bonus_edge(main: MainGame, table: PayTable, lost: bool) -> EdgeResult:
    """Trips or Better, Match the Dealer: line by line (DU-13, DU-14)."""
    chances = main.of_seven(lost) if table.wager == "trips-or-better" else main.of_match(lost)
    lines = tuple(
        Line(line.text, str(line.pays), chances.get(line.hand, Fraction(0)), table.net(line.hand))
        for line in table.lines
    )
    outcomes: dict[Fraction, Fraction] = defaultdict(Fraction)
    for row in lines:
        outcomes[row.net or Fraction(0)] += row.probability
    outcomes[Fraction(-1)] += 1 - sum((row.probability for row in lines), Fraction(0))
    notes = ("Collected at the fold; the main game is played for its own best.",) if lost else ()
    return EdgeResult(
        GAME, table.wager, table.id, table.wager, {n: p for n, p in outcomes.items() if p}, lines=lines,
        notes=notes,
    )  # fmt: skip


def jackpot_edge(main: MainGame, table: PayTable, settings: Mapping[str, str]) -> EdgeResult:
    """The three options, for a displayed meter, a fixed wager and a number of other players."""
    lost = settings["folded_jackpot"] == "lost"
    meter, wager = int(settings["meter"]), parse_dollars(settings["wager"])
    others = int(settings["others"])
    sensed = sheet(GAME).wager("jackpot")
    if wager < sensed.least_cents or (sensed.most_cents is not None and wager > sensed.most_cents):
        raise BadInput(f"A jackpot wager of ${settings['wager']} is not possible.", clause="JP-01",
                       accepted="$1 to $20")  # fmt: skip
    by_flop = table.rules["considers"] == "hole-and-flop"
    chances = main.of_flop(lost) if by_flop else main.of_board(lost)
    nets = {line.hand: _jackpot_net(table, line.hand, meter, wager) for line in table.lines}
    outcomes: dict[Fraction, Fraction] = defaultdict(Fraction)
    for hand, net in nets.items():
        outcomes[net] += chances[hand]
    outcomes[Fraction(-1)] += 1 - sum((chances[hand] for hand in nets), Fraction(0))
    envy = Fraction(0)
    if others and (prizes := _envy_prizes(table)):
        envy = _add_envy(outcomes, main, nets, prizes, others, lost, wager)
    fixed = shares = Fraction(0)
    for line in table.lines:
        if isinstance(line.pays, PercentOfMeter):
            shares += line.pays.share * chances[line.hand]
        elif line.pays is not None:
            fixed += (1 + table.net(line.hand)) * chances[line.hand]
    lines = tuple(
        Line(line.text, str(line.pays), chances[line.hand], nets[line.hand]) for line in table.lines
    )
    return EdgeResult(
        GAME, "jackpot", table.id, "jackpot", {n: p for n, p in outcomes.items() if p}, lines=lines,
        extra={
            "fixed_return": fixed,
            "envy_return": envy,
            "meter_share": shares,
            "break_even_meter": (1 - fixed - envy) * wager / shares,
        },
        notes=(
            f"Meter at {decimal(Fraction(meter, 100), 2)} dollars; break_even_meter is in cents, for this "
            "wager. A percentage is taken of the meter as displayed, whoever else wins in the same round.",
        ),
    )  # fmt: skip


def _jackpot_net(table: PayTable, hand: str, meter: int, wager: int) -> Fraction:
    """Per unit of the fixed wager, which is never returned (JP-01)."""
    pays = table[hand].pays
    if isinstance(pays, PercentOfMeter):
        return Fraction(pays.award_cents(meter), wager) - 1
    return table.net(hand)


def _envy_prizes(table: PayTable) -> dict[Category, int]:
    lines = {line.hand: line.envy_cents for line in table.lines if line.envy_cents}
    return {kind: lines[line_name(kind)] for kind in Category if line_name(kind) in lines}


def _add_envy(
    outcomes: dict[Fraction, Fraction],
    main: MainGame,
    nets: Mapping[str, Fraction],
    prizes: Mapping[Category, int],
    others: int,
    lost: bool,
    wager: int,
) -> Fraction:
    """Move the rounds in which others win an envy prize to where they belong; returns the mean envy."""
    mean = Fraction(0)
    for case in together(main.solution, others, frozenset(prizes)):
        if not case.prizes:
            continue
        plain = Fraction(-1) if lost and case.folded else nets.get(line_name(case.own), Fraction(-1))
        envy = Fraction(sum(prizes[kind] for kind in case.prizes), wager)
        outcomes[plain] -= case.chance
        outcomes[plain + envy] += case.chance
        mean += envy * case.chance
    return mean


def advise(round: Round, spot: int) -> tuple[Option, ...]:
    """For a live round: each choice's worth in cents on Ante, Bet and Play."""
    if round.asked(spot) is None:
        return ()
    solution, _ = solution_of(rules_of(round.config.tables["main"]))
    return advise_round(solution, round, spot)


def audit_note(figure: Published, result: EdgeResult) -> str:
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


SOLVER = DownUnderSolver()
