"""Ultimate Texas Hold'em compiled: the same rules as in `rules`, written again for speed.

A one-spot round needs nine cards in the order of UT-02: player, dealer, player, dealer, flop, turn, river.
Before the flop the strategy is a table of starting hands, at the flop a bit for each hole of each class of
flops. On the river it is worked out: all 990 holes the dealer may have, or the rule of the readable strategy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.solution import hand_net, solution_of
from pitboss.cardplay.holdem.symmetry import CLASS_OF_PAIR
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import CARD_BIT, CARD_KEY, CATEGORY_OF_VALUE, NO_CARDS, value
from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal, stream
from pitboss.core.errors import BadInput
from pitboss.core.money import parse_dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.games.down_under_holdem.kernel import flop_tables, hand_with_flop, plays_on
from pitboss.games.ultimate_texas_holdem.solve import GAME, readable, rules_of
from pitboss.sheets import PayTable, sheet
from pitboss.simulate.kernel import Neighbours

if TYPE_CHECKING:
    from pitboss.simulate.kernel import Collusion

MAIN, TRIPS, JACKPOT = range(3)
"""what is counted"""

EVEN, LOSE, TIE, FOLD, BACK = range(5)
"""places in `main_pays`, per Ante; the Blind's pays on a win stand in `blind_pays` by category"""

ORDER = 9
AT_FLOP, ON_RIVER = 2, 1
_CLASS = CLASS_OF_PAIR.astype(np.uint8)


@inline
def _net(mine, theirs, times, qualifies_from, main_pays, blind):
    """Ante, Blind and Play against one hand of the dealer."""
    result = EVEN if mine > theirs else LOSE if mine < theirs else TIE
    ante = main_pays[result if theirs >= qualifies_from else BACK]
    return ante + times * main_pays[result] + (blind if mine > theirs else main_pays[result])


@inline
def _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind):
    """Nets of playing once, over all of the dealer's holes; and how many there are."""
    dead = CARD_BIT[cards[0]] | CARD_BIT[cards[2]] | bits
    total = np.int64(0)
    holes = 0
    for a in range(52):
        if dead & CARD_BIT[a]:
            continue
        key_a, bits_a = key + CARD_KEY[a], bits | CARD_BIT[a]
        for b in range(a):
            if dead & CARD_BIT[b]:
                continue
            theirs = value(key_a + CARD_KEY[b], bits_a | CARD_BIT[b])
            total += _net(mine, theirs, ON_RIVER, qualifies_from, main_pays, blind)
            holes += 1
    return total, holes


@inline
def _few_outs(key, bits, mine, outs):
    """The readable rule: a higher kind than the board's own, or few single cards that beat the hand."""
    if CATEGORY_OF_VALUE[mine] > CATEGORY_OF_VALUE[value(key, bits)]:
        return True
    beat = 0
    for c in range(52):
        if not bits & CARD_BIT[c]:
            beat += value(key + CARD_KEY[c], bits | CARD_BIT[c]) > mine
    return beat < outs


@inline
def round_net(
    cards, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    if wager == JACKPOT:
        return hand_pays[CATEGORY_OF_VALUE[hand_with_flop(one, other, f, g, h)]]
    key = NO_CARDS
    bits = np.uint64(0)
    for at in range(4, ORDER):
        key += CARD_KEY[cards[at]]
        bits |= CARD_BIT[cards[at]]
    mine = value(key + CARD_KEY[one] + CARD_KEY[other], bits | CARD_BIT[one] | CARD_BIT[other])
    kind = CATEGORY_OF_VALUE[mine]
    if wager == TRIPS and not folded_loses:
        return hand_pays[kind]
    blind = blind_pays[kind]
    times = np.int64(choices[_CLASS[one, other]])
    if times == 0:
        if plays_on(one, other, f, g, h, 0, flop_class, flop_colours, flops, played):
            times = AT_FLOP
        else:
            times = ON_RIVER
            if outs:
                plays = _few_outs(key, bits, mine, outs)
            else:
                total, holes = _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind)
                plays = total >= 2 * holes * main_pays[FOLD]
            if not plays:
                return 2 * main_pays[FOLD] if wager == MAIN else hand_pays[0]
    if wager == TRIPS:
        return hand_pays[kind]
    dealers = value(key + CARD_KEY[theirs] + CARD_KEY[last], bits | CARD_BIT[theirs] | CARD_BIT[last])
    return _net(mine, dealers, times, qualifies_from, main_pays, blind)


@njit
def play(
    state, rounds, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(52).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 52, ORDER)
        out[i] = round_net(
            deck, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
            main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(
    orders, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """The same for given orders of cards: rows of the first nine cards of a one-spot round."""
    out = np.empty(orders.shape[0], np.int64)
    for i in range(orders.shape[0]):
        out[i] = round_net(
            orders[i], wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs,
            qualifies_from, main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out


# For the simulator: pay tables and strategies as arrays.

STRATEGIES: Final = ("optimal", "readable")
NAMES: Final = ("player-better", "dealer-better", "tie", "fold", "dealer-not-qualified")
PLACES: Final = {"main": MAIN, "trips": TRIPS, "jackpot": JACKPOT}


@dataclass(frozen=True)
class UltimateDealer:
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, Trips or jackpot wager."""

    unit_cents: int
    wager: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    outs: int
    qualifies_from: int
    main_pays: NDArray[np.int64]
    blind_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]

    def _tables(self) -> tuple[Any, ...]:
        return (
            self.wager, self.folded_loses, self.choices, *flop_tables(), self.played, self.outs,
            self.qualifies_from, self.main_pays, self.blind_pays, self.hand_pays,
        )  # fmt: skip

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        nets: NDArray[np.int64] = play(stream(seed, chunk), rounds, *self._tables())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of one-spot rounds dealt from given orders of cards."""
        nets: NDArray[np.int64] = play_orders(orders, *self._tables())
        return nets


class UltimateKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return STRATEGIES if wager == "main" else STRATEGIES[:1]

    def dealer(self, query: Query, strategy: str = "optimal") -> UltimateDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"There is no strategy {strategy!r} for {query.wager} of Ultimate Texas Hold'em.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        table = query.pay_table
        assert table is not None
        main = table if query.wager == "main" else sheet(GAME).tables("main")[0]
        rules = rules_of(main)
        if "readable" in (strategy, query.settings.get("play")):
            rules = readable(rules)
        solution, _ = solution_of(rules, engine=query.engine, progress=query.progress)
        unit, pays = _pays(table, main, query)
        return UltimateDealer(
            unit_cents=unit,
            wager=PLACES[query.wager],
            folded_loses=query.settings.get("folded_trips") == "lost",
            choices=solution.choices()[:, 0].astype(np.uint8),
            played=solution.played.astype(np.uint8),
            outs=rules.outs,
            qualifies_from=rules.qualifies_from,
            main_pays=_cents([main.net(name) for name in NAMES], unit),
            blind_pays=_cents([hand_net(main, kind) for kind in Category], unit),
            hand_pays=_cents(pays, unit),
        )


def _pays(table: PayTable, main: PayTable, query: Query) -> tuple[int, list[Fraction]]:
    """The unit in cents, and what each kind of hand is paid by Trips or the jackpot."""
    if query.wager == "jackpot":
        unit, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
        return unit, [_jackpot_net(table, line_name(kind), meter, unit) for kind in Category]
    unit = 100 * lcm(*(t.net(line.hand).denominator for t in (table, main) for line in t.lines))
    return unit, [table.net(line_name(kind)) for kind in Category]


def _jackpot_net(table: PayTable, name: str, meter: int, wager: int) -> Fraction:
    """Percentages are awarded from a meter that stands still at the asked amount."""
    line = table.by_hand.get(name)
    if line is None:
        return Fraction(-1)
    if isinstance(line.pays, PercentOfMeter):
        return Fraction(line.pays.award_cents(meter), wager) - 1
    return table.net(name)


def _cents(nets: list[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


KERNEL = UltimateKernel()


def _with_neighbours() -> Callable[..., Collusion]:
    from pitboss.games.ultimate_texas_holdem.collusion import exposure

    return exposure


NEIGHBOURS = Neighbours(_with_neighbours)
