"""Down Under Hold'em compiled: the rules of `pitboss.table_games.down_under_holdem.rules` again, for speed.

A one-spot round needs nine cards in the order of DU-15: player, dealer, player, dealer, flop, turn, river.
Two more for each other player whose hands may bring envy. The strategy is a table of starting hands by
lights, and for each class of flops a bit for each hole and pair of lights.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.jackpot_edges import nets_of
from pitboss.analysis.solver import Query
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.kernels import FLOPS_OF_BOARD, HOLE_CLASS, hand_with_flop, name_flops, plays_on
from pitboss.cardplay.holdem.neighbours import (
    Collusion,
    Neighbours,
    drawn,
    flops_of,
    mean_gains,
    plays_at_flop,
)
from pitboss.cardplay.holdem.rules import (
    HoldemRules,
    flop_tables,
    hole_class,
)
from pitboss.cardplay.holdem.solution import DEALS, MATCHES, Solution, hand_net, solution_of
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import (
    BEST_VALUE,
    CARD_BIT,
    CARD_KEY,
    CATEGORY_OF_VALUE,
    FLUSH_VALUES,
    NO_CARDS,
    RANK_KEY,
    unsuited,
    value,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine
from pitboss.compute.jit import inline, njit
from pitboss.core.errors import BadInput
from pitboss.core.money import parse_dollars
from pitboss.sheets import PayTable, sheet
from pitboss.simulator.kernel import CompiledDealer, in_cents, whole_unit
from pitboss.simulator.kernels import deal
from pitboss.table_games.down_under_holdem import solve as exact

MAIN, TRIPS, MATCH, BOARD_JACKPOT, FLOP_JACKPOT = range(5)
"""what is counted"""

EVEN, LOSE, TIE, FOLD = range(4)
"""places in `main_pays`, per Ante; the Bet's pays on a win stand in `hand_pays` by category"""

FLOPPED_ROYAL, COMMUNITY_ROYAL = 10, 11
"""further places in `hand_pays` for jackpot option 1"""

FOUR, THREE, TWO, ONE, NONE = range(5)
"""places in `hand_pays` for Match the Dealer"""

ORDER = 9
_VIEW = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]], np.uint8)
_GROUP = np.array([0] * 16 + [1] * 16 + [2] * 20, np.uint8)
_STRAIGHT_FLUSH = 8


@inline
def _match(a, b, x, y):
    if (a == x and b == y) or (a == y and b == x):
        return FOUR if a == b else TWO
    if a != x and a != y and b != x and b != y:
        return NONE
    return THREE if a == b or x == y else ONE


@inline
def round_net(
    cards, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    view = _VIEW[_GROUP[theirs], _GROUP[last]]
    times = choices[HOLE_CLASS[one, other], view]
    folds = False
    if times == 0:
        times = 1
        folds = not plays_on(one, other, f, g, h, view, flop_class, flop_colours, flops, played)
    if wager == MATCH:
        if folds and folded_loses:
            return hand_pays[NONE]
        return hand_pays[_match(one >> 2, other >> 2, theirs >> 2, last >> 2)]
    if wager == FLOP_JACKPOT:
        net = hand_pays[0] if folds and folded_loses else hand_pays[
            CATEGORY_OF_VALUE[hand_with_flop(one, other, f, g, h)]
        ]  # fmt: skip
        for at in range(others):
            a, b = cards[ORDER + 2 * at], cards[ORDER + 2 * at + 1]
            kind = CATEGORY_OF_VALUE[hand_with_flop(a, b, f, g, h)]
            if kind >= _STRAIGHT_FLUSH:
                net += envy_pays[kind - _STRAIGHT_FLUSH]
        return net
    if folds:
        if wager == MAIN:
            return 2 * main_pays[FOLD]
        if folded_loses:
            return hand_pays[0]
    board_key = NO_CARDS
    board_bits = np.uint64(0)
    for at in range(4, ORDER):
        board_key += CARD_KEY[cards[at]]
        board_bits |= CARD_BIT[cards[at]]
    mine = value(board_key + CARD_KEY[one] + CARD_KEY[other], board_bits | CARD_BIT[one] | CARD_BIT[other])
    kind = np.int64(CATEGORY_OF_VALUE[mine])
    if wager == TRIPS:
        return hand_pays[kind]
    if wager == BOARD_JACKPOT:
        if mine == BEST_VALUE:
            if value(board_key, board_bits) == BEST_VALUE:
                kind = COMMUNITY_ROYAL
            elif hand_with_flop(one, other, f, g, h) == BEST_VALUE:
                kind = FLOPPED_ROYAL
        return hand_pays[kind]
    dealers = value(
        board_key + CARD_KEY[theirs] + CARD_KEY[last], board_bits | CARD_BIT[theirs] | CARD_BIT[last]
    )
    if mine > dealers:
        return (1 + times) * main_pays[EVEN] + hand_pays[kind]
    return (2 + times) * (main_pays[TIE] if mine == dealers else main_pays[LOSE])


@njit
def play(
    state, rounds, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(52).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 52, ORDER + 2 * others)
        out[i] = round_net(
            deck, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
            hand_pays, envy_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(
    orders, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    """The same for given orders of cards: rows of the first nine cards of a one-spot round."""
    rounds = orders.shape[0]
    out = np.empty(rounds, np.int64)
    for i in range(rounds):
        out[i] = round_net(
            orders[i], wager, others, folded_loses, choices, flop_class, flop_colours, flops, played,
            main_pays, hand_pays, envy_pays,
        )  # fmt: skip
    return out


# For the simulator: pay tables and the optimal strategy as arrays.

Array = NDArray[Any]


@dataclass(frozen=True)
class DownUnderDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, bonus or jackpot wager."""

    compiled = play, play_orders

    unit_cents: int
    wager: int
    others: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    main_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]
    envy_pays: NDArray[np.int64]

    def arguments(self) -> tuple[Any, ...]:
        return (
            self.wager, self.others, self.folded_loses, self.choices, *flop_tables(), self.played,
            self.main_pays, self.hand_pays, self.envy_pays,
        )  # fmt: skip


class DownUnderKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> DownUnderDealer:
        if strategy != "optimal":
            raise BadInput(f"There is no strategy {strategy!r} for Down Under Hold'em.", accepted="optimal")
        table = query.pay_table
        assert table is not None
        main = table if query.wager == "main" else sheet(exact.GAME).tables("main")[0]
        solution = exact.SOLVER.main_game(query)[0].solution
        if query.wager == "jackpot":
            return _jackpot_dealer(table, main, solution, query)
        unit = whole_unit(table, main)
        if query.wager == "main":
            pays = [hand_net(table, kind) for kind in Category]
            wager = MAIN
        elif query.wager == "trips-or-better":
            pays = [table.net(line_name(kind)) for kind in Category]
            wager = TRIPS
        else:
            pays = [table.net(name) for name in MATCHES] + [Fraction(-1)]
            wager = MATCH
        lost = query.wager in exact.BONUSES and exact.bonus_lost(query)
        return _dealer(solution, main, unit, wager, lost, pays)


def _dealer(
    solution: Solution, main: PayTable, unit: int, wager: int, lost: bool, pays: list[Fraction]
) -> DownUnderDealer:
    names = ("player-better", "dealer-better", "tie", "fold")
    return DownUnderDealer(
        unit_cents=unit,
        wager=wager,
        others=0,
        folded_loses=lost,
        choices=solution.choices().astype(np.uint8),
        played=solution.played.astype(np.uint8),
        main_pays=in_cents([main.net(name) for name in names], unit),
        hand_pays=in_cents(pays, unit),
        envy_pays=np.zeros(2, np.int64),
    )


def _jackpot_dealer(table: PayTable, main: PayTable, solution: Solution, query: Query) -> DownUnderDealer:
    """Percentages are awarded from a meter that stands still at the asked amount."""
    wager, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
    names = [line_name(kind) for kind in Category] + ["flopped-royal-flush", "community-royal-flush"]
    nets = nets_of(table, {"meter": meter}, wager)
    pays = [nets.get(name, Fraction(-1)) for name in names]
    by_flop = table.rules["considers"] == "hole-and-flop"
    lost = query.settings["folded_jackpot"] == "lost"
    kind = FLOP_JACKPOT if by_flop else BOARD_JACKPOT
    dealer = _dealer(solution, main, wager, kind, lost, pays)
    envy = [table.by_hand[name].envy_cents or 0 for name in ("straight-flush", "royal-flush")]
    others = int(query.settings["others"]) if any(envy) else 0
    return DownUnderDealer(
        **{**vars(dealer), "others": others, "envy_pays": np.array(envy, np.int64)},
    )


# Down Under Hold'em with four cards known: the player's own two and a neighbour's.
#
# All 1,712,304 boards from the other 48 cards are gone through once. For each of them the dealer's 903 holes are
# taken together by their two ranks wherever no flush is possible, and the result is added to the ten flops
# that the board may have had.

LEFT = 48
FLOP_COUNT = LEFT * (LEFT - 1) * (LEFT - 2) // 6
VIEWS = 6
BASE, PLAY = range(2)
"""what Ante and Bet win, and what each Ante on Play adds"""

_SUIT_RANKS = np.uint64(0x1FFF)


@inline
def _settle(net, view, many, mine, theirs, wins, scale):
    """Add `many` of the dealer's holes of one value to a view."""
    if theirs < mine:
        net[view, BASE] += many * wins
        net[view, PLAY] += many * scale
    elif theirs > mine:
        net[view, BASE] -= 2 * many * scale
        net[view, PLAY] -= many * scale


@inline
def _by_ranks(key, counts, views, mine, wins, scale, net):
    for x in range(13):
        if counts[x] == 0:
            continue
        for y in range(x, 13):
            many = counts[x] * counts[y] if x != y else counts[x] * (counts[x] - 1) // 2
            if many:
                theirs = unsuited(key + RANK_KEY[x] + RANK_KEY[y])
                _settle(net, views[x, y], many, mine, theirs, wins, scale)


@inline
def _flushes(key, bits, suit, needs, left, on_board, views, mine, wins, scale, net):
    """Move the dealer's holes that make a flush from what their ranks are worth to what the flush is."""
    board_ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
    for i in range(LEFT):
        one = left[i]
        first = one & 3 == suit
        if on_board[i] or (needs == 2 and not first):
            continue
        for j in range(i + 1, LEFT):
            other = left[j]
            second = other & 3 == suit
            if on_board[j] or first + second < needs:
                continue
            view = views[one >> 2, other >> 2]
            plain = unsuited(key + RANK_KEY[one >> 2] + RANK_KEY[other >> 2])
            _settle(net, view, -1, mine, plain, wins, scale)
            ranks = board_ranks
            if first:
                ranks |= np.uint64(1) << np.uint64(one >> 2)
            if second:
                ranks |= np.uint64(1) << np.uint64(other >> 2)
            _settle(net, view, 1, mine, FLUSH_VALUES[ranks], wins, scale)


@inline
def _add(found, flop, net):
    for view in range(VIEWS):
        found[flop, view, BASE] += net[view, BASE]
        found[flop, view, PLAY] += net[view, PLAY]


@njit
def nets_by_flop(
    one: int,
    other: int,
    left: NDArray[np.int64],
    views: NDArray[np.int64],
    wins: NDArray[np.int64],
    scale: int,
) -> NDArray[np.int32]:
    """By flop (places among the 48 in rising order) and view: summed nets over runouts and dealer's holes.

    `wins` is what Ante and Bet win together with each category, `scale` one Ante."""
    found = np.zeros((FLOP_COUNT, VIEWS, 2), np.int32)
    net = np.zeros((VIEWS, 2), np.int32)
    flops = np.zeros(FLOPS_OF_BOARD, np.int64)
    counts = np.zeros(13, np.int64)
    on_board = np.zeros(LEFT, np.bool_)
    own_key, own_bits = CARD_KEY[one] + CARD_KEY[other], CARD_BIT[one] | CARD_BIT[other]
    for card in left:
        counts[card >> 2] += 1
    keys, masks = CARD_KEY[left], CARD_BIT[left]
    for a in range(LEFT):
        for b in range(a + 1, LEFT):
            for c in range(b + 1, LEFT):
                key3 = NO_CARDS + keys[a] + keys[b] + keys[c]
                bits3 = masks[a] | masks[b] | masks[c]
                for d in range(c + 1, LEFT):
                    for e in range(d + 1, LEFT):
                        key, bits = key3 + keys[d] + keys[e], bits3 | masks[d] | masks[e]
                        for at in (a, b, c, d, e):
                            counts[left[at] >> 2] -= 1
                        mine = value(key + own_key, bits | own_bits)
                        pays = wins[CATEGORY_OF_VALUE[mine]]
                        net[:] = 0
                        _by_ranks(key, counts, views, mine, pays, scale, net)
                        for suit in range(4):
                            suited = np.int64((key >> np.uint64(4 * suit)) & np.uint64(15)) - 3
                            if suited >= 3:
                                for at in (a, b, c, d, e):
                                    on_board[at] = True
                                _flushes(
                                    key, bits, suit, 5 - suited, left, on_board, views, mine, pays, scale, net
                                )
                                for at in (a, b, c, d, e):
                                    on_board[at] = False
                        for at in (a, b, c, d, e):
                            counts[left[at] >> 2] += 1
                        name_flops(flops, a, b, c, d, e)
                        for flop in flops:
                            _add(found, flop, net)
    return found


# The study (`pitboss.cardplay.holdem.neighbours`): decided before and after the flop, one neighbour known.

Ints = NDArray[np.int64]


FLOPS: Ints = flops_of(LEFT)
RUNOUTS = comb(LEFT - 5, 2)
"""for each flop and hole of the dealer"""


@dataclass(frozen=True, slots=True)
class PairTask:
    rules: HoldemRules
    wins: tuple[int, ...]
    hole: tuple[int, int]
    neighbour: tuple[int, int]


def flop_nets(task: PairTask) -> tuple[Ints, Ints]:
    """Summed nets by flop and view, and how many of the dealer's holes and runouts there are."""
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour], np.int64)
    nets = nets_by_flop(
        *task.hole, left, task.rules.rank_views, np.array(task.wins, np.int64), task.rules.scale
    )
    return nets.astype(np.int64), deals_by_flop(task.rules, left)


def deals_by_flop(rules: HoldemRules, left: Ints) -> Ints:
    groups = rules.group_of_rank[left // 4]
    sizes = np.bincount(groups, minlength=3) - np.eye(3, dtype=np.int64)[groups[FLOPS]].sum(axis=1)
    shown = [
        sizes[:, one] * (sizes[:, one] - 1) // 2 if one == other else sizes[:, one] * sizes[:, other]
        for one, other in rules.views
    ]
    return np.stack(shown, axis=1) * RUNOUTS


def exposure(
    table: PayTable,
    pairs: int,
    seed: int,
    neighbours: int = 1,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Collusion:
    """The gain over `pairs` random pairs of holes; each takes a second or two."""
    if neighbours != 1:
        raise BadInput(
            f"The cards of {neighbours} neighbours are not counted for {exact.GAME}.", accepted="1"
        )
    rules = exact.rules_of(table)
    solution, _ = solution_of(rules)
    tasks = [pair_task(table, rules, seed, number) for number in range(pairs)]
    after_flop, both = mean_gains(
        tasks, flop_nets, lambda task, nets: pair_gains(solution, task, *nets), "pairs", engine, progress
    )
    alone = solution.worth() / rules.scale / DEALS
    return Collusion(exact.GAME, "main", table.id, pairs, seed, alone, *after_flop, *both)


def pair_task(table: PayTable, rules: HoldemRules, seed: int, number: int) -> PairTask:
    a, b, c, d = drawn(4, seed, number)
    even = table.net("player-better")
    wins = tuple(int((even + hand_net(table, kind)) * rules.scale) for kind in Category)
    return PairTask(rules, wins, (a, b), (c, d))


def pair_gains(solution: Solution, task: PairTask, nets: Ints, deals: Ints) -> tuple[float, float]:
    """What four known cards gain over two: with the decision after the flop alone, and with both."""
    three, once = (nets[:, :, BASE] + times * nets[:, :, PLAY] for times in (3, 1))
    fold = -solution.rules.scaled_fold * deals
    wait = np.maximum(once, fold)
    bold = solution.choices()[hole_class(*task.hole)] == 3
    alone = np.where(bold, three, np.where(plays_alone(solution, task), once, fold)).sum(axis=0)
    after_flop = np.where(bold, three, wait).sum(axis=0)
    both = np.maximum(three.sum(axis=0), wait.sum(axis=0))
    unit = solution.rules.scale * int(deals.sum())
    return int((after_flop - alone).sum()) / unit, int((both - alone).sum()) / unit


def plays_alone(solution: Solution, task: PairTask) -> NDArray[np.bool_]:
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour], np.int64)
    return plays_at_flop(solution, task.hole, left)


KERNEL = DownUnderKernel()
NEIGHBOURS = Neighbours(exposure, quick=True)
