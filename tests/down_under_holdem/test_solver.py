"""The exact solver against brute force, against published results of other games, and against itself."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.analysis.solutions import SHIPPED
from pitboss.cardplay.holdem import kernels
from pitboss.cardplay.holdem import rules as columns
from pitboss.cardplay.holdem.rules import (
    HOLE_CLASSES,
    PAIRS,
    FlopSpace,
    HoldemRules,
    class_name,
    class_size,
    flop_classes,
    hole_class,
    to_class,
)
from pitboss.cardplay.holdem.solution import (
    DEALS,
    VERSION,
    FlopTask,
    hand_net,
    slot_of,
    solve_flop,
    solve_task,
)
from pitboss.cardplay.poker.hands import Category, best_hand
from pitboss.cardplay.poker.kernels import category, evaluate
from pitboss.core.cards import parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.table_games.down_under_holdem.rules import GROUPS, group
from pitboss.table_games.down_under_holdem.solve import GAME, SOLVER, DownUnderGame, rules_of
from pitboss.table_games.ultimate_texas_holdem import solve as ultimate
from tests.down_under_holdem import casino_holdem
from tests.edge.asked import query_of, result_of

from .conftest import MAIN, RULES

ULTIMATE = Fraction(-607_723_787_676, 27_813_810_024_000)
"""a player's expectation per Ante at Ultimate Texas Hold'em, as known from outside"""


def by_hand(hole: tuple[int, ...], flop: tuple[int, ...], lights: tuple[str, str]) -> dict[str, Fraction]:
    """Expectation of Play 1x and of folding: every runout and every hole of the dealer, one by one."""
    rest = [c for c in range(52) if c not in hole + flop]
    holes = [h for h in combinations(rest, 2) if tuple(sorted(map(group, h), key=GROUPS.index)) == lights]
    runs = [(*run, *h) for h in holes for run in combinations([c for c in rest if c not in h], 2)]
    deals = np.array([(*flop, *run) for run in runs])
    theirs = evaluate(deals)
    mine = evaluate(np.concatenate([deals[:, :5], np.tile(hole, (len(deals), 1))], axis=1))
    nets = Fraction(0)
    for kind in Category:
        won = int(np.sum((mine > theirs) & (category(mine) == kind)))
        nets += won * (2 + hand_net(MAIN, kind))
    nets += -3 * int(np.sum(mine < theirs))
    return {"play-1x": nets / len(deals), "fold": Fraction(-2)}


@pytest.mark.parametrize(("hole", "flop", "lights"), [
    ("As Kd", "2c 7h Jd", ("red", "gold")), ("5h 6h", "7h 8h 2c", ("gold", "gold")),
    ("2c 3d", "Kh Kd 9h", ("blue", "gold")), ("9c 9d", "9h 4s 4d", ("blue", "blue")),
    ("Qs Jd", "Ts 9s 8s", ("red", "red")), ("4c 7d", "As Ks Qs", ("blue", "red")),
])  # fmt: skip
def test_a_flop_by_brute_force(main: DownUnderGame, hole: str, flop: str, lights: tuple[str, str]) -> None:
    found = questions.strategy(GAME, query_of(GAME), f"{hole} | {' '.join(lights)} | {flop}")
    known = by_hand(parse_many(hole), parse_many(flop), lights)
    assert {o.action: o.expectation for o in found.options} == known


def test_flop_counts_do_not_depend_on_the_exchange_of_suits() -> None:
    """The same flop in other suits, without any symmetry of its runouts used, gives the same worths."""
    one, other = (tuple(sorted(parse_many(flop))) for flop in ("2c 7c Jd", "2s 7s Jh"))
    found, again = (solve_flop(RULES, flop) for flop in (one, other))
    space, swapped = FlopSpace.of(one), FlopSpace.of(other)
    recolour = {0: 3, 1: 2, 2: 0, 3: 1}
    for number in range(0, len(PAIRS), 7):
        cards = [int(c) for c in space.rest[PAIRS[number]]]
        moved = tuple(c // 4 * 4 + recolour[c % 4] for c in cards)
        assert (found.worths[number] == again.worths[swapped.number(moved)]).all()
    assert (found.sums == again.sums).all()


def test_runouts_counted_once_equal_runouts_counted_one_by_one() -> None:
    flop = parse_many("4c 9c Kc")
    space = FlopSpace.of(flop)
    assert len(space.images) == 6
    plain = kernels.count_runouts(
        space.rest, np.array(flop), PAIRS, np.ones(len(PAIRS), np.int64), *space.by_rank_pair(),
        RULES.units(space), RULES.lane_bits, 0, False, RULES.form(1), RULES.scaled_fold, 0,
    )  # fmt: skip
    whole = kernels.finish_flop(
        *plain, np.arange(len(PAIRS))[None, :], space.classes(), RULES.deals(space), RULES.lane_bits, 1, False,
        RULES.form(1), RULES.scaled_fold, np.zeros(0, np.bool_),
    )  # fmt: skip
    found = solve_flop(RULES, flop)
    assert (whole[0] == found.sums).all()
    assert (whole[3] == found.worths).all()


def test_flop_classes_stand_for_all_flops() -> None:
    assert len(flop_classes()) == 1755
    assert sum(count for _, count in flop_classes()) == comb(52, 3)
    assert sum(len(FlopSpace.of(flop).runouts) for flop, _ in flop_classes()) == 1_286_792
    assert sum(class_size(h) for h in range(HOLE_CLASSES)) == comb(52, 2)
    assert len({class_name(h) for h in range(HOLE_CLASSES)}) == HOLE_CLASSES
    assert class_name(hole_class(*parse_many("As Ks"))) == "AKs"
    assert class_name(hole_class(*parse_many("2d Th"))) == "T2o"
    number, colours = to_class(parse_many("Qs 2h 2d"))
    assert flop_classes()[number][0] == (0, 1, parse_many("Qh")[0])
    assert colours > 0


def test_forms_are_settled_nets() -> None:
    """The worth of a count vector is what the rules pay for it."""
    vector = np.zeros(columns.COLUMNS, np.int64)
    vector[[columns.ALL, columns.WINS, columns.TIES]] = 10, 4, 1
    flush = columns.WINS_WITH + 2
    vector[flush] = 1
    for times in (1, 2, 3):
        worth = int(RULES.form(times)[0] @ vector)
        assert Fraction(worth, RULES.scale) == 4 * (1 + times) + Fraction(3, 2) - 5 * (2 + times)


@pytest.mark.long
@pytest.mark.parametrize(("rules", "published"), [
    (ultimate.approved_rules(), ULTIMATE), (casino_holdem.RULES, casino_holdem.PUBLISHED),
], ids=["ultimate", "casino"])  # fmt: skip
def test_other_games_solved_exactly(rules: HoldemRules, published: Fraction) -> None:
    from pitboss.cardplay.holdem.solution import solve

    solution = solve(rules)
    assert int(solution.deals().sum()) == DEALS
    assert Fraction(solution.worth(), rules.scale * DEALS) == published


BLIND = {
    Category.ROYAL_FLUSH: Fraction(500), Category.STRAIGHT_FLUSH: Fraction(50),
    Category.FOUR_OF_A_KIND: Fraction(10), Category.FULL_HOUSE: Fraction(3), Category.FLUSH: Fraction(3, 2),
    Category.STRAIGHT: Fraction(1),
}  # fmt: skip


def river_by_hand(hole: tuple[int, ...], flop: tuple[int, ...]) -> Fraction:
    """Ultimate Texas Hold'em at the flop: check, then the better of 1x and folding on every river."""
    rest = [c for c in range(52) if c not in hole + flop]
    total, runs = Fraction(0), 0
    for run in list(combinations(rest, 2))[::60]:
        board = flop + run
        mine = best_hand(hole + board)
        holes = np.array(list(combinations([c for c in rest if c not in run], 2)))
        theirs = evaluate(np.concatenate([np.tile(board, (len(holes), 1)), holes], axis=1))
        value = int(evaluate([hole + board])[0])
        opens = theirs >= ultimate.approved_rules().qualifies_from
        win, lose = theirs < value, theirs > value
        blind = BLIND.get(mine.category, Fraction(0))
        plays = (
            int(win.sum()) * (1 + blind) - 2 * int(lose.sum())
            + int((win & opens).sum()) - int((lose & opens).sum())
        )  # fmt: skip
        total += max(plays, Fraction(-2 * len(holes)))
        runs += 1
    return total / runs


@pytest.mark.parametrize(("hole", "flop"), [
    ("As 4d", "Kc 9h 2d"), ("7c 6c", "Tc 9c 2d"), ("3d 2h", "Qs Qd 8c"),
])  # fmt: skip
def test_the_river_decision_by_brute_force(hole: str, flop: str) -> None:
    """Every sixtieth runout, with the kernel given the same ones."""
    cards, own = parse_many(flop), parse_many(hole)
    space = FlopSpace.of(tuple(sorted(cards)))
    places_of = np.searchsorted(space.rest, [c for c in space.rest if c not in own])
    runouts = np.array(list(combinations(places_of, 2))[::60])
    rules = ultimate.approved_rules()
    _, river, _ = kernels.count_runouts(
        space.rest, np.array(space.flop), runouts, np.ones(len(runouts), np.int64), *space.by_rank_pair(),
        rules.units(space), rules.lane_bits, rules.qualifies_from, True, rules.form(1), rules.scaled_fold,
        0,
    )  # fmt: skip
    worth = Fraction(int(river[space.number(own)]), rules.scale * len(runouts) * comb(45, 2))
    assert worth == river_by_hand(own, tuple(sorted(cards))) / comb(45, 2)


EDGE = Fraction(2_026_316_179, 68_171_103_000)


def test_the_main_game_exactly(main: DownUnderGame) -> None:
    result = result_of(GAME)
    assert result.house_edge == Fraction(-main.solution.worth(), 2 * DEALS) == EDGE
    assert result.source in ("shipped", "cached", "computed")
    assert sum(result.outcomes.values()) == 1
    assert result.extra["edge_per_ante_and_bet"] * 2 == result.house_edge
    play_sum = 3 * main.decisions["play-3x"] + 2 * main.decisions["play-2x"] + main.decisions["play-1x"]
    assert result.action == 2 + play_sum
    assert main.decisions["check"] == main.decisions["play-1x"] + main.decisions["fold"]
    assert main.decisions["check"] + main.decisions["play-3x"] + main.decisions["play-2x"] == 1
    assert int(main.solution.deals().sum()) == DEALS


def test_waiting_is_worth_what_the_flops_are(main: DownUnderGame) -> None:
    """The sums by starting hand are those of the flops, for a few flops solved anew."""
    numbers = (0, 400, 1100, 1700)
    sums, waiting, played = solve_task(FlopTask(RULES, numbers))
    assert (played == main.solution.played[list(numbers)]).all()
    assert (sums[:, :, 1] <= sums[:, :, 0]).all()
    assert (sums[:, :, 0] <= main.solution.sums[:, :, 0]).all()
    flops = sum(flop_classes()[n][1] for n in numbers)
    assert int(sums[:, :, 0, columns.ALL].sum()) == flops * comb(49, 2) * comb(47, 2) * comb(45, 2)
    assert waiting.shape == main.solution.waiting.shape


def test_twice_the_ante_is_never_best(main: DownUnderGame) -> None:
    """Ahead one wants 3x; behind, checking and always playing 1x loses less than 2x."""
    two, three = main.solution.before_flop(2), main.solution.before_flop(3)
    assert (two <= np.maximum(three, main.solution.waiting)).all()


def test_strategy_of_a_starting_hand_is_priced_exactly(main: DownUnderGame) -> None:
    found = questions.strategy(GAME, query_of(GAME), "Ah Ad | blue blue")
    assert found.best is not None and found.best.action == "play-3x"
    prices = {o.action: o.expectation for o in found.options}
    assert prices["play-3x"] - prices["play-2x"] > 0
    assert [len(grid.rows) for grid in found.grids] == [13, 169]
    for hand, says in (("Ah Ad", "not a Down Under"), ("Ah Ad | blue blue | Ah 2c 3c", "twice")):
        with pytest.raises(BadInput, match=says):
            questions.strategy(GAME, query_of(GAME), hand)


def test_the_square_chart_is_the_whole_chart(main: DownUnderGame) -> None:
    square, whole = questions.strategy(GAME, query_of(GAME)).grids
    cells = [code for _, row in square.rows for code in row]
    by_code: dict[str, set[tuple[str, ...]]] = {}
    for code, (_, row) in zip(cells, whole.rows, strict=True):
        by_code.setdefault(code, set()).add(row)
    assert all(len(rows) == 1 for rows in by_code.values())
    assert set(by_code) == set(square.legend)


def test_advice_on_a_live_round_is_what_the_strategy_says(main: DownUnderGame) -> None:
    dice = random.Random(3039)
    for _ in range(6):
        order = dice.sample(range(52), 52)
        round = Round(TableConfig(GAME), {1: {"ante": 1000, "bet": 1000}}, order)
        assert {o.action for o in questions.advise(round, 1)} == {"check", "play-2x", "play-3x"}
        round.act(1, "check")
        options = {o.action: o.expectation for o in questions.advise(round, 1)}
        assert options["fold"] == -2000
        round.act(1, "fold")
        assert questions.advise(round, 1) == ()


def test_the_shipped_solution_belongs_to_these_rules_and_this_solver() -> None:
    slot = slot_of(RULES)
    stored = slot.shipped.read_bytes()
    assert slot.from_bytes(stored) is not None, "run tools/ship_solutions.py"
    assert slot_of(rules_of(MAIN, seen=False)).from_bytes(stored) is None
    header = json.loads(stored.split(b"\n", 1)[0])
    assert (header["rules"], header["version"]) == (RULES.hash, VERSION)
    assert [p.name for p in SHIPPED.glob("down-under-holdem-*")] == [slot.file_name]


def test_a_shipped_solution_is_read_without_the_compiler() -> None:
    program = (
        "import sys; from pitboss.analysis import questions; "
        "r = questions.solve('down-under-holdem', questions.queries('down-under-holdem', 'main')[0]); "
        "assert 'numba' not in sys.modules; print(r.source, r.house_edge)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["shipped", str(EDGE)]


def test_tasks_and_results_travel_to_other_processes() -> None:
    task = FlopTask(RULES, (7,))
    there = pickle.loads(pickle.dumps(task))
    again = pickle.loads(pickle.dumps(solve_task(there)))
    assert all((one == other).all() for one, other in zip(solve_task(task), again, strict=True))


@pytest.mark.long
def test_the_shipped_solution_is_recreated_bit_for_bit(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    (query,) = questions.queries(GAME, "main", fresh=True)
    game, source = SOLVER.main_game(query)
    assert source == "computed"
    slot = slot_of(RULES)
    assert slot.to_bytes(game.solution.arrays) == slot.shipped.read_bytes()
    assert SOLVER.main_game(query_of(GAME))[1] == "shipped"
    assert [kept.read_bytes() for kept in tmp_path.rglob("*.solution")] == [slot.shipped.read_bytes()]
