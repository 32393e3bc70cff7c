"""Exact edges against the values known from outside, the rules themselves and simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.analysis.questions import advise
from pitboss.cardplay.holdem.rules import HOLE_CLASSES, FlopSpace, class_name, class_size, lowest_value
from pitboss.cardplay.holdem.solution import (
    DEALS,
    FlopTask,
    MainGame,
    before_flop,
    flop_rule,
    solution_of,
    solve_flop,
    solve_task,
)
from pitboss.core.cards import deck_of, parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.table_games.ultimate_texas_holdem.kernel import KERNEL
from pitboss.table_games.ultimate_texas_holdem.solve import (
    GAME,
    LOWEST_PAIR,
    SOLVER,
    approved_rules,
    options_of,
    parse_hand,
    readable,
)
from tests.edge.asked import query_of, result_of
from tests.simulate.test_agreement import played_at

RULES = approved_rules()
EXTERNAL = Fraction(607_723_787_676, 27_813_810_024_000)


@cache
def game(play: str = "best") -> MainGame:
    found, source = SOLVER.main_game(query_of(GAME, play=play))
    assert source == "shipped"
    return found


@pytest.mark.clause("UT-02", "UT-03", "UT-04")
def test_the_edge_is_the_fraction_known_from_outside() -> None:
    result = result_of(GAME)
    assert result.house_edge == EXTERNAL
    assert sum(result.outcomes.values()) == 1
    assert Fraction(game().solution.worth(), RULES.scale * DEALS) == -EXTERNAL


@pytest.mark.clause("UT-05")
def test_trips_edges() -> None:
    for table, edge in {"1": 3.4979, "2": 0.9018, "3": 1.9040, "4": 6.1808}.items():
        assert round(float(result_of(GAME, "trips", table).house_edge) * 100, 4) == edge


def test_every_starting_hand_has_its_worth_and_they_add_up_to_the_game() -> None:
    worth = [before_flop(game().solution, hand) for hand in range(HOLE_CLASSES)]
    assert sum(class_size(hand) * max(of.values()) for hand, of in enumerate(worth)) == -1326 * EXTERNAL
    assert class_name(max(range(HOLE_CLASSES), key=lambda hand: worth[hand]["play-4x"])) == "AA"


def test_a_few_flops_solved_anew_are_what_the_shipped_solution_holds() -> None:
    for rules in (RULES, readable(RULES)):
        solution, _ = solution_of(rules)
        numbers = (3, 700, 1500)
        _, _, played = solve_task(FlopTask(rules, numbers))
        assert (played == solution.played[list(numbers)]).all()


def test_the_dealer_qualifies_from_the_lowest_pair_on() -> None:
    assert LOWEST_PAIR == lowest_value("2c 2d 3h 4s 5c") == lowest_value("As Kd Qh Jc 9s") + 1


def test_the_readable_strategy_costs_what_its_page_says() -> None:
    best, plain = (-Fraction(game(p).solution.worth(), RULES.scale * DEALS) for p in ("best", "readable"))
    result = result_of(GAME, play="readable")
    assert result.house_edge == plain > best
    assert result.elsewhere is None
    page = questions.strategy(GAME, query_of(GAME)).summary
    assert f"{float((plain - best) * 100):.4f} %" in page[-2]
    assert sum(map(len, page)) < 1200


@pytest.mark.parametrize(("hole", "flop", "plays"), [
    ("Ac 7d", "7h 9s 2c", True),  # a pair with the hole
    ("Ac 7d", "9h 9s 2c", False),  # the flop's own pair
    ("7c 7d", "9h 9s 2c", True),
    ("2c 2d", "9h 8s 5c", False),  # deuces
    ("2c 2d", "9h 2s 5c", False),  # even three of them: the sentence knows no exception to its exception
    ("Tc 3c", "9c 8c 5d", True),
    ("9d 3c", "Ac 8c 5c", False),  # four to a flush with a low card
    ("Kd 9h", "9c 9s 9d", True), ("Kd Qh", "9c 9s 9d", False),
])  # fmt: skip
def test_the_flop_sentence(hole: str, flop: str, plays: bool) -> None:
    space = FlopSpace.of(tuple(sorted(parse_many(flop))))
    assert flop_rule(space)[space.number(parse_many(hole))] == plays


def test_advice_by_hand_at_every_stage() -> None:
    before, flop, river = (
        {o.action: o.expectation for o in options_of(game().solution, *parse_hand(hand))}
        for hand in ("As Kd", "As 7d | 7c 7h Jd", "3s 2d | 9c Kh Jd As Qs")
    )
    assert before["play-4x"] > before["play-3x"] > before["check"]
    assert flop["play-2x"] > flop["check"]
    assert river["fold"] == -2 > river["play-1x"]


def test_the_flop_is_worth_what_its_rivers_are() -> None:
    """Checking the flop: the better of 1x and folding on every river, counted one by one."""
    hole, flop = parse_hand("Qs 8d | 4c 9h Jd")
    space = FlopSpace.of(tuple(sorted(flop)))
    rest = [c for c in deck_of(1) if c not in hole + flop]
    rivers = [options_of(game().solution, hole, (*flop, *run)) for run in combinations(rest, 2)]
    total = sum((max(o.expectation for o in options) for options in rivers), Fraction(0))
    worth = solve_flop(RULES, space.flop).worths[space.number(hole), 0, 1]
    deals = int(RULES.deals(space)[space.number(hole), 0]) * RULES.scale
    assert total / len(rivers) == Fraction(int(worth), deals)


def test_hints_follow_the_round_and_what_is_no_hand_is_refused() -> None:
    round = Round(TableConfig(GAME), {1: {"ante": 1000, "blind": 1000}}, deck_of(1))
    while not round.finished:
        options = advise(round, 1)
        asked = round.asked(1)
        assert asked is not None
        assert {o.action for o in options} == {c.action for c in asked.choices}
        round.act(1, "check" if any(o.action == "check" for o in options) else "fold")
    assert advise(round, 1) == ()
    for hand in ("", "As", "As Kd Qh", "As Kd | 2c", "As Kd | 2c 7h Jd 9s", "As Kd | Jk 2c 3c"):
        with pytest.raises(BadInput):
            parse_hand(hand)


def test_the_kernels_best_play_is_the_advisers() -> None:
    """Best play on the river, decided by the kernel over 990 holes and by the adviser over the same."""
    dealer, solution = KERNEL.dealer(query_of(GAME)), game().solution
    dice = np.random.default_rng(7)
    orders = np.array([dice.permutation(52) for _ in range(800)], np.uint8)
    got = dealer.nets_of_orders(orders[:, :9])
    for at, row in enumerate(orders):
        cards = row.tolist()
        round = Round(TableConfig(GAME), {1: {"ante": 200, "blind": 200}}, cards, trusted=True)
        while not round.finished:
            hole, board = (cards[0], cards[2]), tuple(cards[4 : (4, 7, 9)[len(round.decisions)]])
            if len(board) == 3:
                round.act(1, "play-2x" if played_at(solution, hole, board) else "check")
            else:
                options = options_of(solution, hole, board)
                round.act(1, max(options, key=lambda o: o.expectation).action)
        assert round.net_cents(1) == int(got[at]), row[:9]


def test_a_bonus_has_no_readable_strategy() -> None:
    with pytest.raises(BadInput, match="no strategy"):
        KERNEL.dealer(query_of(GAME, "trips"), "readable")
