"""How to play Ultimate Texas Hold'em, from its solution: chart, sentences, and the worth of one hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.cards import RANKS, Card
from pitboss.edge.hand_text import read_hands
from pitboss.edge.holdem.choices import TEXTS, at_flop, before_flop, priced, square_grid
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, class_name, class_size, hole_class
from pitboss.edge.holdem.ultimate import OUTS
from pitboss.edge.report import Grid, PricedChoice, decimal
from pitboss.poker.hands import Category, best_hand
from pitboss.rounds.events import DEALER
from pitboss.rounds.felt import Places

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
    from pitboss.poker.batch import evaluate

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


def seen_options(solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
    """By own cards and the board."""
    here = seen.get(DEALER, {})
    board = tuple(card for place in ("flop", "turn", "river") for card in here.get(place, ()))
    return options_of(solution, tuple(seen[spot]["hand"]), board)
