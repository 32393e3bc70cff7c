"""Two roads to every cent, the readable rules and the compiled kernels; and a third one, the exact edge."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis import questions
from pitboss.cardplay.holdem.rules import RECOLOURINGS, FlopSpace, flop_classes, hole_class, to_class
from pitboss.cardplay.holdem.solution import solution_of
from pitboss.cardplay.paigow import hidden_solution
from pitboss.cardplay.paigow import solution as adviser
from pitboss.cardplay.paigow.hands import Wheel, all_settings
from pitboss.cardplay.paigow.kernels import RANK_TYPES
from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import Category
from pitboss.core.cards import TEN
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.round import Round
from pitboss.sheets import sheet
from pitboss.simulator.kernel import kernel_of
from pitboss.simulator.run import simulate
from pitboss.table_games.down_under_holdem.rules import GROUPS, group
from pitboss.table_games.down_under_holdem.solve import rules_of
from pitboss.table_games.face_up_pai_gow_poker.kernel import hand_type
from pitboss.table_games.fortune_pai_gow_poker.kernel import best_settings
from pitboss.table_games.fu_bacc import solve as fu_bacc
from pitboss.table_games.fu_bacc.rules import POINTS
from pitboss.table_games.ultimate_texas_holdem.solve import approved_rules, readable
from tests.amounts import amount
from tests.blackjack.strategy import Chart, orders_of
from tests.edge.asked import query_of

Player = Callable[[Round, Ask], Decision]
LONG = pytest.mark.long
FACE_UP, FORTUNE = "face-up-pai-gow-poker", "fortune-pai-gow-poker"

# cent for cent


def by_the_rules(
    config: TableConfig, orders: NDArray[np.uint8], bets: dict[str, int], player: Player, spots: int = 1
) -> dict[str, NDArray[np.int64]]:
    """Every spot's net on each analysed wager, round by round."""
    of = {wager.id: wager.of for wager in config.sheet.wagers}
    wagers = {spot: bets for spot in range(1, spots + 1)}  # noqa: C420
    number = 1 if config.sheet.jokers else None
    nets: dict[str, Any] = defaultdict(lambda: np.zeros((len(orders), spots), np.int64))
    for at, order in enumerate(orders.tolist()):
        round = Round(config, wagers, order, number=number, trusted=True).play_out(player)
        for done in round.settlements:
            nets[of[done.wager]][at, done.spot - 1] += done.net_cents
    return nets


def permuted(count: int, seed: int, cards: int = 52) -> NDArray[np.uint8]:
    dice = np.random.default_rng(seed)
    return np.array([dice.permutation(cards) for _ in range(count)], np.uint8)


def on_blackjack(
    game: str, wager: str, table: str | None, settings: dict[str, str], spots: int, rounds: int, seed: int
) -> int:
    """Of one wager beside blackjack, on so many spots; how many different nets there were."""
    query = query_of(game, wager, table, **settings)
    dealer = kernel_of(game).dealer(query, kernel_of(game).strategies(wager)[0])
    options = {name: value for name, value in settings.items() if name not in ("strategy", "raise")}
    config = TableConfig(game, options, {wager: table} if table else {})
    orders = orders_of(config.decks, rounds, 20 * spots + 30, seed)
    chart = Chart(config, settings.get("strategy", "total"), int(settings.get("raise", "2")))
    bets = {"blackjack": 1000, "blackjack" if wager == "main" else wager: dealer.unit_cents}
    found = by_the_rules(config, orders, bets, chart, spots)[wager]
    assert np.array_equal(found, dealer.nets_of_orders(orders, spots))  # type: ignore[attr-defined]
    return len(np.unique(found))


@pytest.mark.clause("BJ-16", "BJ-18")
@pytest.mark.parametrize(("settings", "spots", "rounds"), [
    ({}, 1, 8_000), ({"surrender": "late", "soft_17": "stands"}, 1, 4_000),
    ({"hole_card": "none", "surrender": "late"}, 1, 4_000), ({"decks": "1", "split_aces": "hit"}, 1, 4_000),
    ({"decks": "2", "split_aces": "resplit", "split_to": "3"}, 2, 2_000),
    ({"double": "9-11", "double_after_split": "no", "blackjack_pays": "6-to-5"}, 1, 3_000),
    ({"double": "10-11", "split_to": "2", "blackjack_pays": "1-to-1", "decks": "8"}, 3, 2_000),
    ({"strategy": "composition", "decks": "1", "surrender": "late"}, 1, 3_000),
    ({"surrender": "late"}, 7, 2_000), ({"hole_card": "none", "soft_17": "stands", "decks": "4"}, 5, 2_000),
])  # fmt: skip
def test_blackjack_cent_for_cent(settings: dict[str, str], spots: int, rounds: int) -> None:
    played, seed = amount(rounds // 4, rounds), len(str(settings)) + spots
    assert on_blackjack("blackjack", "main", None, settings, spots, played, seed) >= 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_any_table_cent_for_cent(seed: int) -> None:
    """Every setting drawn at random: 200,000 rounds on one to seven spots."""
    dice = random.Random(seed)
    settings = {"strategy": dice.choice(("total", "composition"))}
    for option in sheet("blackjack").options:
        numbers = range(option.least or 0, (option.most or 0) + 1) if option.numeric else ()
        settings[option.name] = dice.choice((*map(str, numbers), *option.choices))
    assert on_blackjack("blackjack", "main", None, settings, dice.randint(1, 7), 5_000, seed) >= 5


AD, LB = ("acey-deucey-21", "acey-deucey"), ("lucky-break", "lucky-break")
WAR = ("acey-deucey-21", "war")


@pytest.mark.clause("AD-04", "AD-26", "LB-06", "LB-08", "LB-09", "LB-10", "LB-12")
@pytest.mark.parametrize(("game", "wager", "table", "settings", "spots", "rounds", "more"), [
    (*WAR, "1", {}, 1, 2_000, 1), (*WAR, "2", {}, 1, 2_000, 1), (*WAR, "2", {"decks": "2"}, 7, 1_000, 1),
    *((*AD, table.id, {}, 1, 2_000, 5) for table in sheet("acey-deucey-21").tables("acey-deucey")),
    (*AD, "1", {"decks": "1", "raise": "1"}, 6, 1_000, 5),
    (*LB, "1/1", {}, 1, 5_000, 3), (*LB, "2/2", {"multiplier": "product"}, 1, 4_000, 3),
    (*LB, "3/3", {"soft_17": "stands", "lucky_break_split": "highest"}, 2, 2_000, 3),
    (*LB, "4/4", {"surrender": "late", "lucky_break_surrender": "lost"}, 3, 2_000, 3),
    (*LB, "1/1", {"surrender": "late", "decks": "1"}, 5, 1_000, 3),
])  # fmt: skip
def test_a_bonus_beside_blackjack_cent_for_cent(game, wager, table, settings, spots, rounds, more) -> None:  # type: ignore[no-untyped-def]
    assert on_blackjack(game, wager, table, settings, spots, amount(rounds // 4, rounds), spots) > more


def fu_baccs_best() -> Player:
    pays = fu_bacc.Pays.of(sheet("fu-bacc").tables("main")[0])
    best = {state: fu_bacc.choose(state, pays) for state, _ in fu_bacc.states()}

    def player(round: Round, ask: Ask) -> Decision:
        one, other, up = (POINTS[round.order[at] >> 2] for at in (0, 1, 3))
        return Decision(best[min(one, other), max(one, other), up])

    return player


def down_unders_best() -> Player:
    rules = rules_of(sheet("down-under-holdem").tables("main")[0])
    solution, _ = solution_of(rules)
    choices = solution.choices()

    def player(round: Round, ask: Ask) -> Decision:
        hole, lights = round.order[:3:2], sorted(GROUPS.index(group(c)) for c in round.order[1:4:2])
        view = rules.views.index((lights[0], lights[1]))
        if not round.decisions:
            times = int(choices[hole_class(*hole), view])
            return Decision(f"play-{times}x" if times else "check")
        return Decision("play-1x" if played_at(solution, hole, round.order[4:7]) >> view & 1 else "fold")

    return player


@cache
def flop_of(flop: tuple[int, ...]) -> tuple[int, int, FlopSpace]:
    number, colours = to_class(flop)
    return number, colours, FlopSpace.of(flop_classes()[number][0])


def played_at(solution: Any, hole: tuple[int, ...], flop: tuple[int, ...]) -> int:
    """What the solution has on a hand at the flop."""
    number, colours, space = flop_of(tuple(sorted(flop)))
    return int(solution.played[number][space.number(tuple(int(RECOLOURINGS[colours][c]) for c in hole))])


def ultimates_sentences(orders: NDArray[np.uint8]) -> Player:
    """The readable strategy, read from its sentences once more, on arrays."""
    solution, _ = solution_of(readable(approved_rules()))
    before = solution.choices()[:, 0]
    at = {tuple(order): n for n, order in enumerate(orders[:, :9].tolist())}
    later = flop_sentence(orders), river_sentence(orders)

    def player(round: Round, ask: Ask) -> Decision:
        if not (asked := len(round.decisions)):
            times = before[hole_class(*round.order[:3:2])]
            return Decision(f"play-{times}x" if times else "check")
        plays = later[asked - 1][at[tuple(round.order[:9])]]
        return Decision((("check", "play-2x"), ("fold", "play-1x"))[asked - 1][int(plays)])

    return player


def flop_sentence(orders: np.ndarray) -> np.ndarray:
    """Whether each order's hand is played at the flop."""
    hole, flop = orders[:, (0, 2)].astype(int), orders[:, 4:7].astype(int)
    five = np.concatenate([hole, flop], axis=1)
    ranks = np.sort(flop // 4, axis=1)
    pairs = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    own = np.array([Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND])[pairs]
    draw = np.zeros(len(orders), bool)
    for end in range(2):
        suited = (five % 4 == hole[:, end, None] % 4).sum(axis=1)
        draw |= (suited == 4) & (hole[:, end] // 4 >= TEN)
    return ((kernels.category(kernels.evaluate(five)) > own) & (hole // 4).any(axis=1)) | draw


def river_sentence(orders: np.ndarray) -> np.ndarray:
    """The same after the river."""
    hole, board = orders[:, (0, 2)], orders[:, 4:9]
    mine = kernels.evaluate(np.concatenate([hole, board], axis=1))
    beat = np.zeros(len(orders), int)
    for at in (1, 3, *range(9, 52)):
        beat += kernels.evaluate(np.concatenate([board, orders[:, at : at + 1]], axis=1)) > mine
    return (kernels.category(mine) > kernels.category(kernels.evaluate(board))) | (beat < 21)


LOST = {"folded_bonus": "lost", "folded_jackpot": "lost"}
ONE_DECK = {
    # game: what is bet in cents, options, the cards the kernel takes, the player, settings of a wager
    "fu-bacc": ({"ante": 200, "lucky-monkey": 200, "tie": 200}, {}, 6, lambda orders: fu_baccs_best(), {}),
    "down-under-holdem": (
        {"ante": 200, "bet": 200, "trips-or-better": 200, "match-the-dealer": 200, "jackpot": 100}, LOST, 9,
        lambda orders: down_unders_best(),
        {"trips-or-better": {"folded_bonus": "lost"}, "match-the-dealer": {"folded_bonus": "lost"},
         "jackpot": {"folded_jackpot": "lost", "meter": "0"}},
    ),
    "ultimate-texas-holdem": (
        {"ante": 200, "blind": 200, "trips": 200, "jackpot": 100}, {}, 9, ultimates_sentences,
        {"main": {"play": "readable"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("many", [1, pytest.param(50, marks=LONG)])
@pytest.mark.parametrize("game", ONE_DECK)
def test_games_of_one_deck_cent_for_cent(game: str, many: int) -> None:
    bets, options, cards, player, settings = ONE_DECK[game]
    orders = permuted(100_000 if many > 1 else 10_000 if game == "fu-bacc" else 2_000, 3039)
    queries = {wager: query_of(game, wager, **settings.get(wager, {})) for wager in sheet(game).analysed}
    tables = {wager: query.pay_table.id for wager, query in queries.items() if query.pay_table}
    optional = {wager.id for wager in sheet(game).wagers if wager.placed == "optional"}
    config = TableConfig(game, options, tables, offered=optional.intersection(bets))
    found = by_the_rules(config, orders, bets, player(orders))
    for wager, query in queries.items():
        dealer = kernel_of(game).dealer(query, settings.get(wager, {}).get("play", "optimal"))
        assert dealer.unit_cents == (100 if wager == "jackpot" else 200)
        assert np.array_equal(found[wager][:, 0], dealer.nets_of_orders(orders[:, :cards])), wager  # type: ignore[attr-defined]


def sets_best(round: Round, ask: Ask) -> Decision:
    advice = adviser.face_up(adviser.seen_hand(round, ask.spot), adviser.dealers_setting(round))
    return Decision("set", cards=advice[0].setting.front)


def sets_by_type(settings: NDArray[Any]) -> Player:
    def player(round: Round, ask: Ask) -> Decision:
        cards = round.order[42:49] if ask.spot == 1 else round.order[35:42]
        _, flush, place, _ = hand_type(np.array(cards, np.uint8), 0)
        codes = tuple(int(n) for n in settings[:, place + (RANK_TYPES if flush else 0)])
        return Decision(
            "set", cards=next(s for s in all_settings(cards) if adviser.codes_of(s) == codes).front
        )

    return player


@pytest.mark.clause("FU-06", "FU-08", "FU-09", "FU-12")
@pytest.mark.parametrize(("game", "options", "strategy", "rounds"), [
    (FACE_UP, {}, "optimal", amount(300, 1_000)), pytest.param(FACE_UP, {}, "optimal", 100_000, marks=LONG),
    *((FORTUNE, {"commission": c}, strategy, 300) for c in ("5%", "none") for strategy in ("by-type", "house-way")),
    *(pytest.param(FORTUNE, {"commission": c}, strategy, 50_000, marks=LONG)
      for c in ("5%", "free") for strategy in ("by-type", "house-way")),
])  # fmt: skip
def test_pai_gow_cent_for_cent(game: str, options: dict[str, str], strategy: str, rounds: int) -> None:
    """Two players, the first of whom is looked at: seats 1 and 2 are dealt to last."""
    orders = permuted(rounds, rounds, 53)
    player = sets_best
    if game == FORTUNE:
        rules = hidden_solution.rules_of(options["commission"], "foxwoods", Wheel.SECOND_HIGHEST)
        player = sets_by_type(best_settings(rules))
        if strategy == "house-way":
            player = lambda round, ask: Decision("house-way")  # noqa: E731
    wagers = {"main": options} | (
        {"fortune-bonus": {"others": "1"}, "ace-high": {}} if game == FACE_UP else {}
    )
    first = next(wager.id for wager in sheet(game).wagers if wager.placed == "first")
    dealers: dict[str, Any] = {
        wager: kernel_of(game).dealer(query_of(game, wager, "1", **settings), strategy)
        for wager, settings in wagers.items()
    }
    bets = {first if wager == "main" else wager: dealer.unit_cents for wager, dealer in dealers.items()}
    found = by_the_rules(TableConfig(game, options), orders, bets, player, spots=2)
    hands = np.concatenate([orders[:, :7], orders[:, 42:49], orders[:, 35:42]], axis=1)
    for wager, dealer in dealers.items():
        assert np.array_equal(found[wager][:, 0], dealer.nets_of_orders(hands)), wager


# on the average


LATE, FOLDED = {"surrender": "late"}, {"folded_bonus": "lost"}
FRESH = {"penetration": "every-round"}
SIMULATED = [
    ("fu-bacc", "main", None, {}, 2_000_000), ("fu-bacc", "lucky-monkey", None, {}, 2_000_000),
    *(("fu-bacc", "tie", None, {"with": other}, 2_000_000) for other in ("main", "alone", "joint")),
    ("down-under-holdem", "main", "1", {}, 2_000_000),
    ("down-under-holdem", "trips-or-better", "1", FOLDED, 2_000_000),
    ("down-under-holdem", "match-the-dealer", "3", FOLDED, 2_000_000),
    ("down-under-holdem", "jackpot", "option-1", {"folded_jackpot": "lost"}, 2_000_000),
    ("down-under-holdem", "jackpot", "option-3", {"folded_jackpot": "lost", "others": "4"}, 2_000_000),
    ("ultimate-texas-holdem", "main", None, {}, 300_000),
    ("ultimate-texas-holdem", "main", None, {"play": "readable"}, 2_000_000),
    ("ultimate-texas-holdem", "trips", None, {"folded_trips": "lost"}, 300_000),
    ("ultimate-texas-holdem", "jackpot", None, {"meter": "1000000"}, 2_000_000),
    (FORTUNE, "main", None, {"play": "by-type"}, 2_000_000), (FORTUNE, "main", None, {"play": "house-way"}, 2_000_000),
    (FORTUNE, "main", None, {"play": "by-type", "commission": "none"}, 2_000_000),
    pytest.param(FORTUNE, "main", None, {"play": "by-type", "commission": "free"}, 2_000_000, marks=LONG),
    pytest.param(FORTUNE, "main", None, {"play": "house-way", "commission": "free", "wheel": "lowest"}, 2_000_000,
                 marks=LONG),
    (FACE_UP, "main", "1", {}, 1 << 21),
    (FACE_UP, "main", "1", {"house_way": "santa-ana-star", "wheel": "lowest"}, 1 << 21),
    (FACE_UP, "fortune-bonus", "1", {}, 1 << 21), (FACE_UP, "fortune-bonus", "6", {"others": "5"}, 1 << 21),
    (FACE_UP, "ace-high", "2", {}, 1 << 21), (FACE_UP, "jackpot", "FUPGPP-WA07", {"meter": "500000"}, 1 << 21),
    (FACE_UP, "jackpot", "FUPGPP-ML02", {"minor": "100000", "straight_flush_7": "natural"}, 1 << 21),
    # off a fresh shoe every round, and for any seat
    (*LB, "3/3", FRESH, 1_000_000), (*LB, "1/1", {**LATE, "lucky_break_surrender": "lost", **FRESH}, 1_500_000),
    (*LB, "3/3", {"players": "5", "decks": "2", "multiplier": "product", **FRESH}, 1_000_000),
    *((*WAR, table, FRESH, amount(100_000, 600_000)) for table in "12"),
    *((*AD, table, FRESH, amount(100_000, 600_000)) for table in "12"),
    ("blackjack", "main", None, FRESH, amount(750_000, 6_000_000)),
    ("blackjack", "main", None, {**LATE, "soft_17": "stands", "decks": "1", "strategy": "composition", **FRESH},
     amount(500_000, 4_000_000)),
    ("blackjack", "main", None, {"players": "4", **FRESH}, amount(125_000, 1_000_000)),
    ("blackjack", "main", None, {"hole_card": "none", "decks": "2", "split_aces": "resplit", **FRESH},
     amount(187_500, 1_500_000)),
]  # fmt: skip
SPREAD = {"fu-bacc": 0.01, "blackjack": amount(0.0057, 0.002)}
"""how near the deviations come where no long shot moves them"""


@pytest.mark.clause("AD-06", "BJ-16", "LB-06", "LB-09", "LB-12")
@pytest.mark.parametrize(("game", "wager", "table", "settings", "rounds"), SIMULATED)
def test_exact_edges_and_simulation_agree(game, wager, table, settings, rounds) -> None:  # type: ignore[no-untyped-def]
    query, kernel = query_of(game, wager, table, **settings), kernel_of(game)
    exact = questions.solve(game, query)
    known = kernel.strategies(wager)
    dealer = kernel.dealer(query, settings["play"] if settings.get("play") in known else known[0])
    unit, tally = dealer.unit_cents, simulate(dealer, rounds, seed=20210525)
    deviation = float(exact.standard_deviation)
    error = min(deviation / rounds**0.5, tally.standard_error(unit))
    assert abs(tally.mean(unit) + float(exact.house_edge)) < 4.5 * error
    if game in SPREAD:
        assert tally.standard_deviation(unit) == pytest.approx(deviation, rel=SPREAD[game])
