"""Ultimate Texas Hold'em: exact edges of the main game, Trips and the jackpot; and how to play.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with what
the player sees at each of the three decisions. Ante and Blind are equal. The dealer qualifies with a pair; otherwise
the Ante pushes (UT-03). The Blind pays on a win by its own lines, and pushes on lower wins (UT-04).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.analysis.features import FirstDecisions
from pitboss.analysis.jackpot_edges import METER, WAGER_SETTING, jackpot_result
from pitboss.analysis.report import EdgeResult, Grid, PricedChoice, Situation, Strategy, decimal
from pitboss.analysis.solver import Query, Setting, read_hands
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.rules import HOLE_CLASSES, HoldemRules, class_name, class_size, hole_class
from pitboss.cardplay.holdem.solution import (
    HOLES,
    TEXTS,
    HoldemSolver,
    MainGame,
    Solution,
    at_flop,
    before_flop,
    priced,
    seen_of_hole,
    showdowns,
    solution_of,
    square_grid,
    starting_hands,
)
from pitboss.cardplay.poker.hands import FIVE_CARDS, Category, best_hand
from pitboss.core.cards import RANKS, Card
from pitboss.rounds.events import DEALER
from pitboss.rounds.felt import Places
from pitboss.sheets import PayTable, sheet

GAME: Final = "ultimate-texas-holdem"
BEFORE_FLOP: Final = (4, 3)
AT_FLOP, ON_RIVER = 2, 1
LOWEST_PAIR: Final = comb(13, 5) - 10 + 1
"""the value after those of all hands without a pair, straight or flush (UT-03)"""
OUTS: Final = 21
"""the readable strategy folds a hand that so many single cards beat"""


def rules_of(table: PayTable) -> HoldemRules:
    """The main game on a Blind pay table (UT-02 to UT-04)."""
    base, play = showdowns(table)
    return HoldemRules(
        name=GAME,
        base=base,
        play=play,
        unqualified=showdowns(table, qualified=False),
        qualifies_from=LOWEST_PAIR,
        fold=-2 * table.net("fold"),
        before_flop=BEFORE_FLOP,
        flop_times=AT_FLOP,
        river_times=ON_RIVER,
    )


def readable(rules: HoldemRules) -> HoldemRules:
    """The same game, flop and river played by the sentences of the readable strategy."""
    return replace(rules, name=f"{rules.name}-readable", outs=OUTS)


def approved_rules() -> HoldemRules:
    return rules_of(sheet(GAME).tables("main")[0])


# How to play, from the solution: chart, sentences, and the worth of one hand.

EXAMPLE = "As Kd | 2c 7h Jd 9s 3c"


def square(solution: Solution) -> Grid:
    """The decision before the flop in the usual square."""
    choices = solution.choices()[:, 0].tolist()
    legend = {"4": "play 4x", **({"3": "play 3x"} if 3 in choices else {}), "-": "check"}
    cells = [str(times or "-") for times in choices]
    return square_grid("Ultimate Texas Hold'em before the flop", cells, legend)


def every_hand(solution: Solution) -> Grid:
    """Every starting hand: how many holes it is, and what each choice is worth in antes."""
    columns = tuple(before_flop(solution, 0))
    rows = []
    for hand in range(HOLE_CLASSES):
        found = before_flop(solution, hand)
        rows.append((class_name(hand), (str(class_size(hand)), *(decimal(found[c], 6) for c in columns))))
    return Grid(
        "Ultimate Texas Hold'em, every starting hand's worth in antes", "hand", "choice",
        ("holes", *(TEXTS[c] for c in columns)), tuple(rows), {},
    )  # fmt: skip


def bold_hands(solution: Solution) -> str:
    """`22`-like lists, cut to their lowest: pairs 33+, suited K2+, offsuit K5+ .."""
    bold = {class_name(h) for h in range(HOLE_CLASSES) if solution.choices()[h, 0] > 0}
    parts = []
    pairs = [r for r in RANKS if r + r in bold]
    if pairs:
        parts.append(f"pairs from {pairs[0] * 2}")
    for suited, word in (("s", "suited"), ("o", "offsuit")):
        lows = []
        for high in RANKS[::-1]:
            low = [r for r in RANKS if f"{high}{r}{suited}" in bold]
            if low:
                lows.append(f"{high}{low[0]}")
        if lows:
            parts.append(f"{word} from {', '.join(lows)}")
    return "; ".join(parts)


def summarise(solution: Solution, plain: Solution) -> tuple[str, ...]:
    """A page: the exact chart before the flop, then three sentences, and what those three cost."""
    unit = solution.rules.scale * int(solution.deals().sum())
    best, simple = (Fraction(-found.worth(), unit) for found in (solution, plain))
    never = () if (solution.choices() == 3).any() else ("Play 3x is never best: whoever raises wants 4x.",)
    return (
        f"Before the flop play 4x with {bold_hands(solution)}; else check.",
        *never,
        "At the flop play 2x with a hand of a higher kind than the flop's own (a pair of deuces in the hole "
        "excepted), or with four to a flush and a ten or better of its suit in the hole; else check.",
        "After the river play 1x with a hand of a higher kind than the board's own, or if fewer than "
        f"{OUTS} single cards in the dealer's hand would beat you; else fold.",
        f"Played so the house edge is {decimal(simple * 100, 4)} % of the Ante; at its best "
        f"{decimal(best * 100, 4)} %. The sentences cost {decimal((simple - best) * 100, 4)} %.",
        'For the exact choice ask about one hand, such as "As Kd", "As Kd | 2c 7h Jd" or "As Kd | 2c 7h Jd 9s 3c".',
    )


def parse_hand(hand: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """`As Kd | 2c 7h Jd 9s 3c`: hole cards, and the board as far as it lies."""
    hole, *board = read_hands(hand, 2, (3, 5), optional=1, clause="UT-02", example=EXAMPLE)
    return hole, board[0] if board else ()


def options_of(
    solution: Solution, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> tuple[PricedChoice, ...]:
    """What each choice is worth in antes."""
    if not board:
        return priced(before_flop(solution, hole_class(*hole)))
    if len(board) == 5:
        return priced(_on_river(solution.rules, hole, board))
    play, check = at_flop(solution.rules, hole, board)
    return priced({"check": check, f"play-{solution.rules.flop_times}x": play})


def _on_river(rules: HoldemRules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, Fraction]:
    """All 990 holes of the dealer."""
    from pitboss.cardplay.poker.kernels import evaluate

    left = [card for card in range(52) if card not in hole + board]
    holes = np.array(list(combinations(left, 2)))
    theirs = evaluate(np.concatenate([np.tile(board, (len(holes), 1)), holes], axis=1)).astype(np.int64)
    own = int(evaluate([hole + board])[0])
    kind = best_hand(hole + board).category
    total = Fraction(0)
    sides = [(theirs >= rules.qualifies_from, rules.base, rules.play)]
    if rules.unqualified:
        sides.append((theirs < rules.qualifies_from, *rules.unqualified))
    for chosen, base, play in sides:
        win, lose = int((theirs[chosen] < own).sum()), int((theirs[chosen] > own).sum())
        tie = int(chosen.sum()) - win - lose
        for showdown, times in ((base, 1), (play, rules.river_times)):
            won = showdown.win.get(Category(kind), showdown.other)
            total += times * (win * won + tie * showdown.tie + lose * showdown.lose)
    return {f"play-{rules.river_times}x": total / len(holes), "fold": -rules.fold}


def priced_choices(solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
    """By own cards and the board."""
    here = seen.get(DEALER, {})
    board = tuple(card for place in ("flop", "turn", "river") for card in here.get(place, ()))
    return options_of(solution, tuple(seen[spot]["hand"]), board)


# The solver.

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
    seen_options = staticmethod(priced_choices)

    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        rules = rules_of(table)
        return readable(rules) if settings.get("play") == "readable" else rules

    def shipped_rules(self) -> tuple[HoldemRules, ...]:
        (main,) = super().shipped_rules()
        return main, readable(main)

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
        else:
            lost = query.settings["folded_trips"] == "lost"
            found = self.side_edge(query, main.of_seven(lost), lost)
        return replace(found, source=source)

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

    def first_decisions(self) -> FirstDecisions:
        return FirstDecisions(
            "main",
            HOLES,
            seen_of_hole,
            after=(
                "At the flop play 2x with a hand of a higher kind than the flop's own (a pair of deuces in the hole "
                "excepted), or with four to a flush and a ten or better of its suit in the hole; else check.",
                "After the river play 1x with a hand of a higher kind than the board's own, or if fewer than 21 single "
                "cards in the dealer's hand would beat you; else fold.",
            ),
            settings=(("play", "readable"),),
        )

    def situations(self, query: Query) -> Iterator[Situation]:
        """The 169 starting hands; what checking is worth counts the best play at flop and river."""
        if query.wager == "main":
            yield from starting_hands(self.main_game(query)[0].solution)


SOLVER = UltimateSolver()
