"""Down Under Hold'em compiled: the same rules as `pitboss.games.down_under_holdem.rules`, written again for speed.

A one-spot round needs nine cards in the order of DU-15: player, dealer, player, dealer, flop, turn, river.
Two more for each other player whose hands may bring envy. The strategy is a table of starting hands by
lights, and for each class of flops a bit for each hole and pair of lights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.holdem.choices import MATCHES
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.solution import Solution, hand_net
from pitboss.cardplay.holdem.symmetry import CLASS_OF_PAIR, PAIR_NUMBER, RECOLOURINGS, flop_classes, to_class
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import BEST_VALUE, CARD_BIT, CARD_KEY, CATEGORY_OF_VALUE, NO_CARDS, value
from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal, stream
from pitboss.core.errors import BadInput
from pitboss.core.money import parse_dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.games.down_under_holdem import solve as exact
from pitboss.sheets import PayTable, sheet
from pitboss.simulate.kernel import Neighbours

if TYPE_CHECKING:
    from pitboss.simulate.kernel import Collusion

MAIN, TRIPS, MATCH, BOARD_JACKPOT, FLOP_JACKPOT = range(5)
"""what is counted"""

EVEN, LOSE, TIE, FOLD = range(4)
"""places in `main_pays`, per Ante; the Bet's pays on a win stand in `hand_pays` by category"""

FLOPPED_ROYAL, COMMUNITY_ROYAL = 10, 11
"""further places in `hand_pays` for jackpot option 1"""

FOUR, THREE, TWO, ONE, NONE = range(5)
"""places in `hand_pays` for Match the Dealer"""

ORDER = 9
_CLASS = CLASS_OF_PAIR.astype(np.uint8)
_NUMBER = PAIR_NUMBER.astype(np.uint16)
_RECOLOURED = RECOLOURINGS.astype(np.uint8)
_VIEW = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]], np.uint8)
_GROUP = np.array([0] * 16 + [1] * 16 + [2] * 20, np.uint8)
_STRAIGHT_FLUSH = 8


@inline
def _sorted(a, b, c):
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@inline
def flop_number(a, b, c):
    """0 to 22,099 for three cards in rising order."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@inline
def _rest_place(card, a, b, c):
    """A card's place among the 49 that are not on the flop."""
    return np.int64(card) - (card > a) - (card > b) - (card > c)


@inline
def plays_on(one, other, f, g, h, view, flop_class, flop_colours, flops, played):
    low, middle, high = _sorted(np.int64(f), np.int64(g), np.int64(h))
    number = flop_number(low, middle, high)
    kind = flop_class[number]
    colours = flop_colours[number]
    a, b, c = flops[kind, 0], flops[kind, 1], flops[kind, 2]
    x = _rest_place(_RECOLOURED[colours, one], a, b, c)
    y = _rest_place(_RECOLOURED[colours, other], a, b, c)
    return (played[kind, _NUMBER[x, y]] >> view) & 1 == 1


@inline
def _match(a, b, x, y):
    if (a == x and b == y) or (a == y and b == x):
        return FOUR if a == b else TWO
    if a != x and a != y and b != x and b != y:
        return NONE
    return THREE if a == b or x == y else ONE


@inline
def hand_with_flop(one, other, f, g, h):
    key = NO_CARDS + CARD_KEY[one] + CARD_KEY[other] + CARD_KEY[f] + CARD_KEY[g] + CARD_KEY[h]
    bits = CARD_BIT[one] | CARD_BIT[other] | CARD_BIT[f] | CARD_BIT[g] | CARD_BIT[h]
    return value(key, bits)


@inline
def round_net(
    cards, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    view = _VIEW[_GROUP[theirs], _GROUP[last]]
    times = choices[_CLASS[one, other], view]
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
class DownUnderDealer:
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, bonus or jackpot wager."""

    unit_cents: int
    wager: int
    others: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    main_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]
    envy_pays: NDArray[np.int64]

    def _tables(self) -> tuple[Any, ...]:
        return (
            self.wager, self.others, self.folded_loses, self.choices, *flop_tables(), self.played,
            self.main_pays, self.hand_pays, self.envy_pays,
        )  # fmt: skip

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        nets: NDArray[np.int64] = play(stream(seed, chunk), rounds, *self._tables())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of one-spot rounds dealt from given orders of cards."""
        nets: NDArray[np.int64] = play_orders(orders, *self._tables())
        return nets


@cache
def flop_tables() -> tuple[Array, Array, Array]:
    """For each flop its class and the exchange of suits that leads there; each class's representative."""
    kinds = np.zeros(22_100, np.uint16)
    colours = np.zeros(22_100, np.uint8)
    for flop in combinations(range(52), 3):
        a, b, c = flop
        at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
        kinds[at], colours[at] = to_class(flop)
    return kinds, colours, np.array([flop for flop, _ in flop_classes()], np.uint8)


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
        unit = 100 * lcm(*(t.net(line.hand).denominator for t in (table, main) for line in t.lines))
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
        main_pays=_cents([main.net(name) for name in names], unit),
        hand_pays=_cents(pays, unit),
        envy_pays=np.zeros(2, np.int64),
    )


def _jackpot_dealer(table: PayTable, main: PayTable, solution: Solution, query: Query) -> DownUnderDealer:
    """Percentages are awarded from a meter that stands still at the asked amount."""
    wager, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
    names = [line_name(kind) for kind in Category] + ["flopped-royal-flush", "community-royal-flush"]
    pays = [_jackpot_net(table, name, meter, wager) for name in names]
    by_flop = table.rules["considers"] == "hole-and-flop"
    lost = query.settings["folded_jackpot"] == "lost"
    kind = FLOP_JACKPOT if by_flop else BOARD_JACKPOT
    dealer = _dealer(solution, main, wager, kind, lost, pays)
    envy = [table.by_hand[name].envy_cents or 0 for name in ("straight-flush", "royal-flush")]
    others = int(query.settings["others"]) if any(envy) else 0
    return DownUnderDealer(
        **{**vars(dealer), "others": others, "envy_pays": np.array(envy, np.int64)},
    )


def _jackpot_net(table: PayTable, name: str, meter: int, wager: int) -> Fraction:
    line = table.by_hand.get(name)
    if line is None:
        return Fraction(-1)
    if isinstance(line.pays, PercentOfMeter):
        return Fraction(line.pays.award_cents(meter), wager) - 1
    return table.net(name)


def _cents(nets: list[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


KERNEL = DownUnderKernel()


def _with_neighbours() -> Callable[..., Collusion]:
    from pitboss.games.down_under_holdem.collusion import exposure

    return exposure


NEIGHBOURS = Neighbours(_with_neighbours, quick=True)
