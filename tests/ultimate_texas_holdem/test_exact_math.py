"""Exact edges against the values known from outside, the rules themselves and simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitboss.cards import TEN, deck_of, parse_many
from pitboss.edge import ask
from pitboss.edge.ask import advise
from pitboss.edge.holdem.choices import before_flop
from pitboss.edge.holdem.main_game import MainGame
from pitboss.edge.holdem.rules import lowest_value
from pitboss.edge.holdem.solve import DEALS, FlopTask, flop_rule, solve_flop, solve_task
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.symmetry import CLASS_OF_PAIR, HOLE_CLASSES, FlopSpace, class_name, class_size
from pitboss.edge.holdem.ultimate import GAME, LOWEST_PAIR, approved_rules, readable
from pitboss.edge.holdem.ultimate_play import options_of, parse_hand
from pitboss.edge.ultimate_texas_holdem import SOLVER
from pitboss.errors import BadInput
from pitboss.poker import batch
from pitboss.poker.hands import Category
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.simulate.run import simulate
from pitboss.simulate.ultimate_texas_holdem import KERNEL

RULES = approved_rules()
EXTERNAL = Fraction(607_723_787_676, 27_813_810_024_000)


@cache
def game(play: str = "best") -> MainGame:
    (query,) = ask.queries(GAME, "main", settings={"play": play})
    assert query.pay_table is not None
    found, source = SOLVER.main_game(query)
    assert source == "shipped"
    return found


@pytest.mark.clause("UT-02", "UT-03", "UT-04")
def test_the_edge_is_the_fraction_known_from_outside() -> None:
    (query,) = ask.queries(GAME, "main")
    result = ask.solve(GAME, query)
    assert result.house_edge == EXTERNAL
    assert sum(result.outcomes.values()) == 1
    assert Fraction(game().solution.worth(), RULES.scale * DEALS) == -EXTERNAL


@pytest.mark.clause("UT-05")
@pytest.mark.parametrize(
    ("table", "edge"), [("1", "3.4979"), ("2", "0.9018"), ("3", "1.9040"), ("4", "6.1808")]
)
def test_trips_edges(table: str, edge: str) -> None:
    (query,) = ask.queries(GAME, "trips", table)
    assert round(float(ask.solve(GAME, query).house_edge) * 100, 4) == float(edge)


def test_every_starting_hand_has_its_worth_and_they_add_up_to_the_game() -> None:
    solution = game().solution
    total = Fraction(0)
    for hand in range(HOLE_CLASSES):
        total += class_size(hand) * max(before_flop(solution, hand).values())
    assert total / 1326 == -EXTERNAL
    assert class_name(max(range(HOLE_CLASSES), key=lambda h: before_flop(solution, h)["play-4x"])) == "AA"


def test_a_few_flops_solved_anew_are_what_the_shipped_solution_holds() -> None:
    for rules in (RULES, readable(RULES)):
        solution, _ = solution_of(rules)
        numbers = (3, 700, 1500)
        _, _, played = solve_task(FlopTask(rules, numbers))
        assert (played == solution.played[list(numbers)]).all()


def test_the_dealer_qualifies_from_the_lowest_pair_on() -> None:
    assert LOWEST_PAIR == lowest_value("2c 2d 3h 4s 5c") == lowest_value("As Kd Qh Jc 9s") + 1


# the readable strategy


def test_the_readable_strategy_costs_what_its_page_says() -> None:
    best, plain = (-Fraction(game(p).solution.worth(), RULES.scale * DEALS) for p in ("best", "readable"))
    (query,) = ask.queries(GAME, "main", settings={"play": "readable"})
    result = ask.solve(GAME, query)
    assert result.house_edge == plain > best
    assert result.published is None
    (usual,) = ask.queries(GAME, "main")
    page = ask.strategy(GAME, usual).summary
    assert f"{float((plain - best) * 100):.4f} %" in page[-2]
    assert sum(map(len, page)) < 1200


@pytest.mark.parametrize(
    ("hole", "flop", "plays"),
    [
        ("Ac 7d", "7h 9s 2c", True),  # a pair with the hole
        ("Ac 7d", "9h 9s 2c", False),  # the flop's own pair
        ("7c 7d", "9h 9s 2c", True),
        ("2c 2d", "9h 8s 5c", False),  # deuces
        ("2c 2d", "9h 2s 5c", False),  # even three of them: the sentence knows no exception to its exception
        ("Tc 3c", "9c 8c 5d", True),
        ("9d 3c", "Ac 8c 5c", False),  # four to a flush with a low card
        ("Kd 9h", "9c 9s 9d", True),
        ("Kd Qh", "9c 9s 9d", False),
    ],
)
def test_the_flop_sentence(hole: str, flop: str, plays: bool) -> None:
    space = FlopSpace.of(tuple(sorted(parse_many(flop))))
    assert flop_rule(space)[space.number(parse_many(hole))] == plays


# advice


def test_advice_by_hand_at_every_stage() -> None:
    solution = game().solution
    before = {o.action: o.expectation for o in options_of(solution, *parse_hand("As Kd"))}
    assert before["play-4x"] > before["play-3x"] > before["check"]
    flop = {o.action: o.expectation for o in options_of(solution, *parse_hand("As 7d | 7c 7h Jd"))}
    assert flop["play-2x"] > flop["check"]
    river = {o.action: o.expectation for o in options_of(solution, *parse_hand("3s 2d | 9c Kh Jd As Qs"))}
    assert river["fold"] == -2 > river["play-1x"]


def test_the_flop_is_worth_what_its_rivers_are() -> None:
    """Checking the flop: the better of 1x and folding on every river, counted one by one."""
    hole, flop = parse_hand("Qs 8d | 4c 9h Jd")
    space = FlopSpace.of(tuple(sorted(flop)))
    rest = [c for c in deck_of(1) if c not in hole + flop]
    total, runs = Fraction(0), 0
    for i, one in enumerate(rest):
        for other in rest[:i]:
            options = options_of(game().solution, hole, (*flop, one, other))
            total += max(o.expectation for o in options)
            runs += 1
    worth = solve_flop(RULES, space.flop).worths[space.number(hole), 0, 1]
    deals = int(RULES.deals(space)[space.number(hole), 0]) * RULES.scale
    assert total / runs == Fraction(int(worth), deals)


@pytest.mark.parametrize(
    "hand", ["", "As", "As Kd Qh", "As Kd | 2c", "As Kd | 2c 7h Jd 9s", "As Kd | Jk 2c 3c"]
)
def test_what_is_no_hand_is_refused(hand: str) -> None:
    with pytest.raises(BadInput):
        parse_hand(hand)


def test_hints_follow_the_round() -> None:
    order = deck_of(1)
    round = Round(TableConfig(GAME), {1: {"ante": 1000, "blind": 1000}}, order)
    while not round.finished:
        options = advise(round, 1)
        asked = round.asked(1)
        assert asked is not None
        assert {o.action for o in options} == {c.action for c in asked.choices}
        round.act(1, "check" if any(o.action == "check" for o in options) else "fold")
    assert advise(round, 1) == ()


# rules, kernel, simulation


@pytest.mark.parametrize("count", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_rules_and_kernel_agree_cent_for_cent(count: int) -> None:
    dice = np.random.default_rng(3054)
    orders = np.array([dice.permutation(52) for _ in range(count)], np.uint8)
    queries = {
        "main": ask.queries(GAME, "main", settings={"play": "readable"})[0],
        "trips": ask.queries(GAME, "trips", "1")[0],
        "jackpot": ask.queries(GAME, "jackpot")[0],
    }
    strategies = {"main": "readable"}
    nets = {w: KERNEL.dealer(q, strategies.get(w, "optimal")) for w, q in queries.items()}
    assert {w: d.unit_cents for w, d in nets.items()} == {"main": 200, "trips": 200, "jackpot": 100}
    got = {w: d.nets_of_orders(orders[:, :9]) for w, d in nets.items()}
    config = TableConfig(GAME, offered=frozenset({"trips", "jackpot"}), pay_tables={"jackpot": "1"})
    bets = {1: {"ante": 200, "blind": 200, "trips": 200, "jackpot": 100}}
    before = game("readable").solution.choices()[:, 0][CLASS_OF_PAIR[orders[:, 0], orders[:, 2]]]
    at_flop, on_river = flop_sentence(orders), river_sentence(orders)
    for at in range(count):
        round = Round(config, bets, orders[at].tolist(), trusted=True)
        round.act(1, f"play-{before[at]}x" if before[at] else "check")
        if not round.finished:
            round.act(1, "play-2x" if at_flop[at] else "check")
        if not round.finished:
            round.act(1, "play-1x" if on_river[at] else "fold")
        found = dict.fromkeys(queries, 0)
        for done in round.settlements:
            found["main" if done.wager in ("ante", "blind", "play") else done.wager] += done.net_cents
        assert found == {w: int(got[w][at]) for w in queries}, orders[at, :9]


def flop_sentence(orders: np.ndarray) -> np.ndarray:
    """Whether each order's hand is played at the flop: read from the sentence once more, on arrays."""
    hole, flop = orders[:, (0, 2)].astype(int), orders[:, 4:7].astype(int)
    made = batch.category(batch.evaluate(np.concatenate([hole, flop], axis=1)))
    ranks = np.sort(flop // 4, axis=1)
    pairs = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    own = np.array([Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND])[pairs]
    draw = np.zeros(len(orders), bool)
    for end in range(2):
        suited = (np.concatenate([hole, flop], axis=1) % 4 == hole[:, end, None] % 4).sum(axis=1)
        draw |= (suited == 4) & (hole[:, end] // 4 >= TEN)
    return ((made > own) & (hole // 4).any(axis=1)) | draw


def river_sentence(orders: np.ndarray) -> np.ndarray:
    """The same after the river."""
    hole, board = orders[:, (0, 2)], orders[:, 4:9]
    mine = batch.evaluate(np.concatenate([hole, board], axis=1))
    beat = np.zeros(len(orders), int)
    for at in (1, 3, *range(9, 52)):
        beat += batch.evaluate(np.concatenate([board, orders[:, at : at + 1]], axis=1)) > mine
    return (batch.category(mine) > batch.category(batch.evaluate(board))) | (beat < 21)


def test_the_kernels_best_play_is_the_advisers() -> None:
    """Best play on the river, decided by the kernel over 990 holes and by the adviser over the same."""
    (query,) = ask.queries(GAME, "main")
    dealer = KERNEL.dealer(query)
    solution = game().solution
    dice = np.random.default_rng(7)
    orders = np.array([dice.permutation(52) for _ in range(800)], np.uint8)
    got = dealer.nets_of_orders(orders[:, :9])
    for at, row in enumerate(orders):
        round = Round(TableConfig(GAME), {1: {"ante": 200, "blind": 200}}, row.tolist(), trusted=True)
        while not round.finished:
            cards = row.tolist()
            board = {0: (), 1: tuple(cards[4:7]), 2: tuple(cards[4:9])}[len(round.decisions)]
            if len(board) == 3:
                chosen = flop_choice(solution, (cards[0], cards[2]), board)
            else:
                options = options_of(solution, (cards[0], cards[2]), board)
                chosen = max(options, key=lambda o: o.expectation).action
            round.act(1, chosen)
        assert round.net_cents(1) == int(got[at]), row[:9]


def flop_choice(solution: object, hole: tuple[int, ...], flop: tuple[int, ...]) -> str:
    from pitboss.edge.holdem.symmetry import RECOLOURINGS, flop_classes, to_class

    number, colours = to_class(tuple(sorted(flop)))
    moved = tuple(int(RECOLOURINGS[colours][c]) for c in hole)
    space = FlopSpace.of(flop_classes()[number][0])
    return "play-2x" if solution.played[number][space.number(moved)] else "check"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wager", "settings", "strategy", "rounds"),
    [
        ("main", {}, "optimal", 300_000),
        ("main", {"play": "readable"}, "readable", 2_000_000),
        ("trips", {"folded_trips": "lost"}, "optimal", 300_000),
        ("jackpot", {"meter": "1000000"}, "optimal", 2_000_000),
    ],
)
def test_exact_edges_and_simulation_agree(
    wager: str, settings: dict[str, str], strategy: str, rounds: int
) -> None:
    query = ask.queries(GAME, wager, settings=settings)[0]
    exact = ask.solve(GAME, query)
    dealer = KERNEL.dealer(query, strategy)
    tally = simulate(dealer, rounds, seed=3054)
    error = float(exact.standard_deviation) / rounds**0.5
    assert abs(-tally.mean(dealer.unit_cents) - float(exact.house_edge)) < 4.5 * error


def test_only_the_named_strategies_are_known() -> None:
    with pytest.raises(BadInput, match="no strategy"):
        KERNEL.dealer(ask.queries(GAME, "main")[0], "timid")
    with pytest.raises(BadInput, match="no strategy"):
        KERNEL.dealer(ask.queries(GAME, "trips")[0], "readable")
