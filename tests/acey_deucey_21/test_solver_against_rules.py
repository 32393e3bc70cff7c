"""The solver's edges against the rules themselves, over every first hand and every up card of the shoe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from pitboss.approvals import PayTable, sheet
from pitboss.edge import ask
from pitboss.games.acey_deucey_21 import acey_deucey_hand, acey_deucey_odds, spread, war_hand

GAME = "acey-deucey-21"
Net = Callable[[tuple[int, int], int], int]
"""in half units: War table 2 takes half a wager"""


def deals(decks: int) -> Iterator[tuple[int, int, int]]:
    """Ordered first and second card with the number of ways to deal them."""
    for first in range(52):
        for second in range(52):
            yield first, second, decks * (decks - (first == second))


def expectation(decks: int, cards: tuple[int, int], net: Net) -> Fraction:
    """Of one unit on these two cards, the up card being any other card."""
    halves = sum((decks - (up == cards[0]) - (up == cards[1])) * net(cards, up) for up in range(52))
    return Fraction(halves, 2 * (52 * decks - 2))


def war_net(table: PayTable) -> Net:
    halves = {line.hand: int(2 * table.net(line.hand)) for line in table.lines}
    return lambda cards, up: halves[war_hand(table, cards, up)]


def acey_deucey_net(table: PayTable) -> Net:
    lines = (*(line.hand for line in table.lines), "pair", "outside")
    halves = {hand: int(2 * acey_deucey_odds(table, hand).net) for hand in lines}  # type: ignore[union-attr]
    return lambda cards, up: halves[acey_deucey_hand(cards, up)]


@pytest.mark.clause("AD-08", "AD-09", "AD-10", "AD-06")
@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("table", ["1", "2"])
def test_war(table: str, decks: int) -> None:
    pays = sheet(GAME).pay_table("war", table)
    net = war_net(pays)
    worth = sum((ways * expectation(decks, (a, b), net) for a, b, ways in deals(decks) if ways), Fraction(0))
    (query,) = ask.queries(GAME, "war", table, {"decks": str(decks)})
    assert ask.solve(GAME, query).house_edge == -worth / (52 * decks * (52 * decks - 1))


@pytest.mark.clause("AD-12", "AD-14", "AD-15", "AD-18", "AD-19", "AD-20", "AD-21", "AD-22", "AD-23", "AD-24")
@pytest.mark.parametrize(
    ("table", "decks"), [*((table, 6) for table in ("1", "2", "3", "1B", "2B", "3B")), ("1", 1), ("2B", 1)]
)
def test_acey_deucey_with_the_best_raises(table: str, decks: int) -> None:
    """A hand worth more than nothing is raised by twice the Ante, where the table allows it."""
    pays = sheet(GAME).pay_table("acey-deucey", table)
    net = acey_deucey_net(pays)
    worth, action = Fraction(0), Fraction(0)
    for a, b, ways in deals(decks):
        if not ways:
            continue
        value = expectation(decks, (a, b), net)
        may = spread((a, b)) >= 0 or "B" not in table
        units = 3 if value > 0 and may else 1
        worth += ways * units * value
        action += ways * units
    (query,) = ask.queries(GAME, "acey-deucey", table, {"decks": str(decks)})
    result = ask.solve(GAME, query)
    deals_in_all = 52 * decks * (52 * decks - 1)
    assert result.house_edge == -worth / deals_in_all
    assert result.action == action / deals_in_all


@pytest.mark.clause("AD-06", "AD-18")
def test_the_printed_edges_are_those_of_the_b_tables() -> None:
    for plain in "123":
        figure = sheet(GAME).published_figure("acey-deucey", plain)
        assert figure is not None
        (own,) = ask.queries(GAME, "acey-deucey", plain)
        (other,) = ask.queries(GAME, "acey-deucey", f"{plain}B")
        assert ask.solve(GAME, own).house_edge < 0
        assert abs(ask.solve(GAME, other).house_edge - figure.value) <= figure.half_unit
