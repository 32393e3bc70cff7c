"""Two roads to every Fu Bacc figure: the solver against brute force, the rules, the kernel, and simulation."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.approvals import sheet
from pitboss.cards import DECK, parse_many
from pitboss.compute.engines import LocalEngine
from pitboss.edge import ask
from pitboss.edge import fu_bacc as exact
from pitboss.edge.report import mean, outcomes_of
from pitboss.games.fu_bacc import POINTS
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.simulate.fu_bacc import KERNEL
from pitboss.simulate.run import simulate

MAIN = sheet("fu-bacc").tables("main")[0]
TIE = sheet("fu-bacc").tables("tie")[0]
PAYS = exact.Pays.of(MAIN)

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


def test_main_wager_of_a_reduced_deck_by_brute_force() -> None:
    outcomes = exact.solve(PAYS, deck=SMALL).outcomes
    expectation = sum((net * p for net, p in outcomes.items()), Fraction(0))
    assert expectation == brute_force(main_value)


def test_joint_play_of_a_reduced_deck_by_brute_force() -> None:
    outcomes = exact.solve(PAYS, TIE, SMALL).outcomes
    both = brute_force(lambda s, a, mine, theirs: main_value(s, a, mine, theirs) + tie_value(mine, theirs))
    assert mean(outcomes) == both


def test_tie_alone_on_a_reduced_deck_by_brute_force() -> None:
    cards = [value for value, count in enumerate(SMALL) for _ in range(count)]
    results = [
        tie_value(*play_by_hand((a, b, up), "stay", third, hole, last))
        for a, b, third, up, hole, last in permutations(cards, 6)
    ]
    chance = exact.solve(PAYS, deck=SMALL, always="stay").tied
    assert 8 * chance - 1 == Fraction(sum(results), len(results))


def test_lucky_monkey_over_all_ordered_deals_of_three_cards() -> None:
    table = sheet("fu-bacc").tables("lucky-monkey")[0]
    total = 0
    values = [POINTS[c >> 2] for c in DECK]
    for a, b, up in permutations(values, 3):
        total += (5 if up < 6 else {6: 10, 7: 15, 8: 20, 9: 30}[up]) if a == b == 0 else -1
    outcomes = outcomes_of(exact.lucky_monkey(table))
    assert sum((net * p for net, p in outcomes.items()), Fraction(0)) == Fraction(total, 52 * 51 * 50)


@pytest.mark.parametrize(
    ("wager", "settings", "edge"),
    [
        ("main", {}, Fraction(6984511, 229033350)),
        ("lucky-monkey", {}, Fraction(1, 17)),
        ("tie", {"with": "main"}, Fraction(20295409, 114516675)),
        ("tie", {"with": "alone"}, Fraction(78187, 348075)),
        ("tie", {"with": "joint"}, Fraction(4227506, 22903335)),
    ],
)
def test_exact_edges_and_simulation_agree(wager: str, settings: dict[str, str], edge: Fraction) -> None:
    (query,) = ask.queries("fu-bacc", wager, settings=settings)
    assert ask.solve("fu-bacc", query).house_edge == edge
    dealer = KERNEL.dealer(query)
    tally = simulate(dealer, 2_000_000, seed=20210525)
    z = (-tally.mean(dealer.unit_cents) - float(edge)) / tally.standard_error(dealer.unit_cents)
    assert abs(z) < 4.5
    spread = float(ask.solve("fu-bacc", query).standard_deviation)
    assert tally.standard_deviation(dealer.unit_cents) == pytest.approx(spread, rel=0.01)


def test_joint_play_beats_main_optimal_play_on_the_total_and_loses_on_the_main_wager() -> None:
    main = sum((net * p for net, p in exact.solve(PAYS).outcomes.items()), Fraction(0))
    riding, joint = (
        ask.solve("fu-bacc", ask.queries("fu-bacc", "tie", settings={"with": how})[0])
        for how in ("main", "joint")
    )
    assert -joint.house_edge > main - riding.house_edge
    assert joint.extra["main_part"] > -main
    assert joint.extra["main_part"] + joint.extra["tie_part"] == joint.house_edge


@pytest.mark.parametrize("count", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_rules_and_kernel_agree_cent_for_cent(count: int) -> None:
    dice = np.random.default_rng(3049)
    orders = np.array([dice.permutation(52) for _ in range(count)], np.uint8)
    config = TableConfig("fu-bacc")
    unit = 200
    dealers = {w: KERNEL.dealer(ask.queries("fu-bacc", w)[0]) for w in ("main", "lucky-monkey", "tie")}
    assert {d.unit_cents for d in dealers.values()} == {unit}
    nets = {w: dealer.nets_of_orders(orders[:, :6]) for w, dealer in dealers.items()}
    best: dict[exact.State, str] = {state: exact.choose(state, PAYS) for state, _ in exact.states()}
    wagers = {1: {"ante": unit, "lucky-monkey": unit, "tie": unit}}
    for at in range(count):
        order = orders[at].tolist()
        round = Round(config, wagers, order, trusted=True)
        a, b, up = (POINTS[order[i] >> 2] for i in (0, 1, 3))
        round.decide(1, Decision(best[min(a, b), max(a, b), up]))
        got = {"main": 0, "lucky-monkey": 0, "tie": 0}
        for done in round.settlements:
            got["main" if done.wager in ("ante", "play") else done.wager] += done.net_cents
        assert got == {w: int(nets[w][at]) for w in nets}, order[:6]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    dealer = KERNEL.dealer(ask.queries("fu-bacc", "main")[0])
    runs = [simulate(dealer, 700_000, 7, LocalEngine(workers)).counts for workers in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]
    assert simulate(dealer, 700_000, 8).counts != runs[0]


def test_advice_on_a_live_round_is_what_the_strategy_says() -> None:
    dice = random.Random(1)
    config = TableConfig("fu-bacc")
    for _ in range(50):
        order = dice.sample(range(52), 52)
        round = Round(config, {1: {"ante": 1000}}, order)
        a, b, up = (POINTS[order[i] >> 2] for i in (0, 1, 3))
        state = (min(a, b), max(a, b), up)
        options = ask.advise(round, 1)
        assert {o.action for o in options} == {c.action for c in round.legal(1)}
        best = max(options, key=lambda o: o.expectation)
        assert best.expectation == 1000 * exact.worth_of(state, exact.choose(state, PAYS), PAYS)


def test_strategy_of_a_hand_is_priced_exactly() -> None:
    (query,) = ask.queries("fu-bacc", "main")
    found = ask.strategy("fu-bacc", query, "9c 2d v Qs")
    assert {o.action: o.expectation for o in found.options} == {
        "stay": Fraction(-839, 392),
        "hit": Fraction(-13667, 18424),
        "fold": Fraction(-1),
    }
    assert found.best is not None
    assert found.best.action == "hit"
    with pytest.raises(Exception, match="not a hand of this game"):
        ask.strategy("fu-bacc", query, "9c v Qs")


def test_exceptions_are_all_the_states_that_leave_the_chart() -> None:
    grid, exceptions = exact.chart(PAYS, None)
    rows = {int(name): cells for name, cells in grid.rows}
    odd = sum(
        exact.CODES[exact.choose(state, PAYS)] != rows[(state[0] + state[1]) % 10][state[2]]
        for state, _ in exact.states()
    )
    listed = sum(len(text.split("against ")[1].split(":")[0].split(",")) for text in exceptions)
    assert odd == listed > 0


def test_a_hand_written_strategy_file_can_be_simulated(tmp_path) -> None:
    import json

    (query,) = ask.queries("fu-bacc", "main")
    shape = ask.strategy("fu-bacc", query).to_json()
    for row in shape["grids"][0]["rows"]:
        row["cells"] = ["F"] * 10
    path = tmp_path / "fold.json"
    path.write_text(json.dumps(shape))
    dealer = KERNEL.dealer(query, str(path))
    assert simulate(dealer, 1000, 1).mean(dealer.unit_cents) == -1
    path.write_text("{}")
    with pytest.raises(Exception, match="not a Fu Bacc strategy"):
        KERNEL.dealer(query, str(path))


def test_cards_named_by_hand_are_the_values_the_solver_counts() -> None:
    assert exact.parse_hand("Ah Tc v 9d") == (0, 1, 9)
    assert [POINTS[c >> 2] for c in parse_many("Ah Tc 9d")] == [1, 0, 9]
    assert sum(exact.FULL_DECK) == 52
    assert exact.FULL_DECK[0] == 16
