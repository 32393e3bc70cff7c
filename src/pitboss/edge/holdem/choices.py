"""What the choices of a hold'em hand are worth in antes, from the solution of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from pitboss.cards import RANKS, Card
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import DEALS, Ints, Solution, solve_flop
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, FlopSpace, class_name
from pitboss.edge.report import Grid, PricedChoice, Situation, best_of
from pitboss.errors import BadInput

TEXTS = {"check": "Check", "fold": "Fold", **{f"play-{n}x": f"Play {n}x" for n in (1, 2, 3, 4)}}


def priced(worths: Mapping[str, Fraction]) -> tuple[PricedChoice, ...]:
    return tuple(PricedChoice(name, worth, TEXTS[name]) for name, worth in worths.items())


def before_flop(solution: Solution, hand: int, view: int = 0) -> dict[str, Fraction]:
    """Each choice of a starting hand, under what it sees of the dealer's cards."""
    found = {"check": solution.waiting}
    found |= {f"play-{times}x": solution.before_flop(times) for times in solution.rules.before_flop}
    deals = _some(int(solution.deals()[hand, view])) * solution.rules.scale
    return {name: Fraction(int(worth[hand, view]), deals) for name, worth in found.items()}


def at_flop(
    rules: HoldemRules, hole: tuple[Card, ...], flop: tuple[Card, ...], view: int = 0
) -> tuple[Fraction, Fraction]:
    """Playing, and what else there is: to fold, or to wait for the river."""
    space = FlopSpace.of(tuple(sorted(flop)))
    at = space.number(hole)
    deals = _some(int(rules.deals(space)[at, view])) * rules.scale
    play, otherwise = (Fraction(int(worth), deals) for worth in flop_worths(rules, space.flop)[at, view])
    return play, otherwise


def _some(deals: int) -> int:
    if not deals:
        raise BadInput("No cards are left that show these lights.", clause="DU-03", accepted="other lights")
    return deals


@lru_cache(maxsize=256)
def flop_worths(rules: HoldemRules, flop: tuple[Card, ...]) -> Ints:
    return solve_flop(rules, flop).worths


def square_grid(title: str, cells: Sequence[str], legend: Mapping[str, str]) -> Grid:
    """The starting hands' cells in the usual square: suited hands above the diagonal."""
    names = RANKS[::-1]
    rows = tuple((name, tuple(cells[13 * row : 13 * row + 13])) for row, name in enumerate(names))
    return Grid(title, "", "suited above the diagonal, offsuit below", tuple(names), rows, legend)


def starting_hands(solution: Solution, views: Sequence[str] = ("",)) -> Iterator[Situation]:
    """Each under each view, with its chance and the worth of its choices."""
    deals = solution.deals()
    for hand in range(HOLE_CLASSES):
        for view, shown in enumerate(views):
            if count := int(deals[hand, view]):
                name = f"{class_name(hand)} v {shown}" if shown else class_name(hand)
                yield best_of(name, Fraction(count, DEALS), priced(before_flop(solution, hand, view)))
