"""Two roads to every Fu Bacc figure: the solver against brute force, the rules, the kernel, and simulation."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.analysis import questions
from pitboss.analysis.report import mean, outcomes_of
from pitboss.core.cards import DECK, parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.sheets import sheet
from pitboss.table_games.fu_bacc import solve as exact
from pitboss.table_games.fu_bacc.rules import POINTS
from tests.edge.asked import query_of, result_of

GAME = "fu-bacc"
TIE = sheet(GAME).tables("tie")[0]
PAYS = exact.Pays.of(sheet(GAME).tables("main")[0])

SMALL: exact.Deck = (3, 0, 0, 1, 1, 1, 0, 1, 1, 1)
"""nine cards: three monkeys, 3 4 5, 7 8 9"""


def play_by_hand(
    state: tuple[int, int, int], action: str, third: int, hole: int, dealer_third: int
) -> tuple[int, int]:
    """Final totals, written without the solver."""
    first, second, up = state
    mine = (first + second + (third if action == "hit" else 0)) % 10
    theirs = (up + hole) % 10
    return mine, theirs if theirs >= 6 else (theirs + dealer_third) % 10


def brute_force(value_of) -> Fraction:
    """Best expectation over the small deck: every order of six cards, every choice, the best in each state."""
    cards = [value for value, count in enumerate(SMALL) for _ in range(count)]
    worth: dict[tuple[int, int, int], dict[str, Fraction]] = {}
    seen: Counter[tuple[int, int, int]] = Counter()
    for a, b, third, up, hole, dealer_third in permutations(cards, 6):
        state = (min(a, b), max(a, b), up)
        seen[state] += 1
        per_action = worth.setdefault(state, {})
        for action in exact.legal(state):
            result = value_of(state, action, *play_by_hand(state, action, third, hole, dealer_third))
            per_action[action] = per_action.get(action, Fraction(0)) + result
    return sum((max(per_action.values()) for per_action in worth.values()), Fraction(0)) / seen.total()


def main_value(state: tuple[int, int, int], action: str, mine: int, theirs: int) -> Fraction:
    if action == "fold":
        return Fraction(-1)
    if action == "bonus":
        two = (state[0] + state[1]) % 10
        return {9: Fraction(2), 8: Fraction(3, 2)}.get(two, Fraction(1))
    return Fraction(3 if mine > theirs else -3 if mine < theirs else -1)


def tie_value(mine: int, theirs: int) -> Fraction:
    return Fraction(7 if mine == theirs else -1)


def test_main_joint_play_and_tie_alone_of_a_reduced_deck_by_brute_force() -> None:
    assert mean(exact.solve(PAYS, deck=SMALL).outcomes) == brute_force(main_value)
    both = brute_force(lambda s, a, mine, theirs: main_value(s, a, mine, theirs) + tie_value(mine, theirs))
    assert mean(exact.solve(PAYS, TIE, SMALL).outcomes) == both
    cards = [value for value, count in enumerate(SMALL) for _ in range(count)]
    results = [
        tie_value(*play_by_hand((a, b, up), "stay", third, hole, last))
        for a, b, third, up, hole, last in permutations(cards, 6)
    ]
    assert 8 * exact.solve(PAYS, deck=SMALL, always="stay").tied - 1 == Fraction(sum(results), len(results))


def test_lucky_monkey_over_all_ordered_deals_of_three_cards() -> None:
    table = sheet(GAME).tables("lucky-monkey")[0]
    total = 0
    values = [POINTS[c >> 2] for c in DECK]
    for a, b, up in permutations(values, 3):
        total += (5 if up < 6 else {6: 10, 7: 15, 8: 20, 9: 30}[up]) if a == b == 0 else -1
    assert mean(outcomes_of(exact.lucky_monkey(table))) == Fraction(total, 52 * 51 * 50)


def test_exact_edges() -> None:
    for wager, settings, edge in (
        ("main", {}, Fraction(6984511, 229033350)), ("lucky-monkey", {}, Fraction(1, 17)),
        ("tie", {"with": "main"}, Fraction(20295409, 114516675)),
        ("tie", {"with": "alone"}, Fraction(78187, 348075)),
        ("tie", {"with": "joint"}, Fraction(4227506, 22903335)),
    ):  # fmt: skip
        assert result_of(GAME, wager, **settings).house_edge == edge


def test_joint_play_beats_main_optimal_play_on_the_total_and_loses_on_the_main_wager() -> None:
    main = mean(exact.solve(PAYS).outcomes)
    riding, joint = (result_of(GAME, "tie", **{"with": how}) for how in ("main", "joint"))
    assert -joint.house_edge > main - riding.house_edge
    assert joint.extra["main_part"] > -main
    assert joint.extra["main_part"] + joint.extra["tie_part"] == joint.house_edge


def test_advice_on_a_live_round_is_what_the_strategy_says() -> None:
    dice = random.Random(1)
    for _ in range(50):
        order = dice.sample(range(52), 52)
        round = Round(TableConfig(GAME), {1: {"ante": 1000}}, order)
        a, b, up = (POINTS[order[i] >> 2] for i in (0, 1, 3))
        state = (min(a, b), max(a, b), up)
        worth = {o.action: o.expectation for o in questions.advise(round, 1)}
        assert worth.keys() == {c.action for c in round.legal(1)}
        assert max(worth.values()) == 1000 * exact.worth_of(state, exact.choose(state, PAYS), PAYS)


def test_strategy_of_a_hand_is_priced_exactly() -> None:
    found = questions.strategy(GAME, query_of(GAME), "9c 2d v Qs")
    worth = {"stay": Fraction(-839, 392), "hit": Fraction(-13667, 18424), "fold": Fraction(-1)}
    assert {o.action: o.expectation for o in found.options} == worth
    assert found.best is not None and found.best.action == "hit"
    with pytest.raises(BadInput, match="not a hand of this game"):
        questions.strategy(GAME, query_of(GAME), "9c v Qs")
    assert (
        exact.parse_hand("Ah Tc v 9d") == tuple(POINTS[c >> 2] for c in parse_many("Tc Ah 9d")) == (0, 1, 9)
    )
    assert (sum(exact.FULL_DECK), exact.FULL_DECK[0]) == (52, 16)


def test_exceptions_are_all_the_states_that_leave_the_chart() -> None:
    grid, exceptions = exact.chart(PAYS, None)
    rows = {int(name): cells for name, cells in grid.rows}
    odd = sum(
        exact.CODES[exact.choose(state, PAYS)] != rows[(state[0] + state[1]) % 10][state[2]]
        for state, _ in exact.states()
    )
    listed = sum(len(text.split("against ")[1].split(":")[0].split(",")) for text in exceptions)
    assert odd == listed > 0
