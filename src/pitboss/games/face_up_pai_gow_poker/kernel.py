"""Face Up Pai Gow Poker compiled: hands are looked up by type (see `pitboss.cardplay.paigow.kernels`).

A row of cards is the dealer's seven, the player's seven, then seven for each other player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.paigow.bonus_edges import JOINT, NO_JOKER, WITH_JOKER
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.hands import HANDS, Wheel, line_of
from pitboss.cardplay.paigow.kernels import (
    MASK_PLACE,
    POWER,
    ROYAL_MATCH,
    flush_fits,
    flush_type,
    off_column,
    rank_fits,
    rank_type,
)
from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal, stream
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, parse_dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.games.face_up_pai_gow_poker.solve import LINES
from pitboss.sheets import PayTable

JOKER = 52
MAIN, HOUSE_WAY, BONUS, ACE_HIGH = range(4)
"""what is counted: the standard wager set best or the house way, a bonus on one's own hand, Ace-High"""

WON, PUSHED, LOST, NOTHING = range(4)
"""places in the standard wager's pays"""
JOINT_CODE, WITH_JOKER_CODE, NO_JOKER_CODE, NOT_ACE_HIGH = range(4)
"""places in Ace-High's pays"""


@inline
def hand_type(cards, at):
    """(joker, flush?, number of the type, whether two cards outside the flush suit share theirs)."""
    code = np.int64(0)
    counts = np.int64(0)
    joker = 0
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            joker = 1
        else:
            code += POWER[card >> 2]
            counts += np.int64(1) << ((card & 3) << 3)
    suit = np.int64(-1)
    for s in range(4):
        if (counts >> (s << 3)) & 255 >= 5 - joker:
            suit = np.int64(s)
    if suit < 0:
        return joker, False, rank_type(code, joker), False
    mask = np.int64(0)
    suited = 0
    high = low = np.int64(-1)
    high_suit = low_suit = np.int64(-1)
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            continue
        if card & 3 == suit:
            mask |= np.int64(1) << (card >> 2)
            suited += 1
        elif high < 0:
            high = card >> 2
            high_suit = card & 3
        else:
            low = card >> 2
            low_suit = card & 3
    place = flush_type(MASK_PLACE[mask], suited, joker, off_column(high, low))
    return joker, True, place, high_suit == low_suit


@inline
def main_net(cards, best_play, tables, pays):
    """The standard wager against the dealer's hand set the house way (FU-04, FU-06)."""
    house, ace_high, best, top_front, top_back = tables[:5]
    flush_house, flush_best, flush_top_front, flush_top_back = tables[5:9]
    _, flush, dealer, _ = hand_type(cards, 0)
    if flush:
        front, back = flush_house[0, dealer], flush_house[1, dealer]
    elif ace_high[dealer]:
        return pays[NOTHING]
    else:
        front, back = house[0, dealer], house[1, dealer]
    _, flush, mine, _ = hand_type(cards, 7)
    if best_play:
        behind = flush_best[front, mine] if flush else best[front, mine]
        if behind > back:
            return pays[WON]
        if flush:
            lost = flush_top_front[mine] <= front and flush_top_back[mine] <= back
        else:
            lost = top_front[mine] <= front and top_back[mine] <= back
        return pays[LOST] if lost else pays[PUSHED]
    if flush:
        better = np.int64(flush_house[0, mine] > front) + np.int64(flush_house[1, mine] > back)
    else:
        better = np.int64(house[0, mine] > front) + np.int64(house[1, mine] > back)
    return pays[WON] if better == 2 else pays[PUSHED] if better == 1 else pays[LOST]


@inline
def fit_of(cards, at, fits, flush_fits):
    _, flush, place, match = hand_type(cards, at)
    if not flush:
        return np.int64(fits[place])
    bits = np.int64(flush_fits[place])
    return bits if match else bits & ~ROYAL_MATCH


@inline
def bonus_net(cards, others, fits, flush_fits, pays, envy):
    """A bonus on the player's own seven cards, and envy for each other player's."""
    net = pays[fit_of(cards, 7, fits, flush_fits)]
    for other in range(others):
        net += envy[fit_of(cards, 14 + 7 * other, fits, flush_fits)]
    return net


@inline
def ace_high_net(cards, ace_high, pays):
    joker, flush, dealer, _ = hand_type(cards, 0)
    if flush or not ace_high[dealer]:
        return pays[NOT_ACE_HIGH]
    _, flush, mine, _ = hand_type(cards, 7)
    if not flush and ace_high[mine]:
        return pays[JOINT_CODE]
    return pays[WITH_JOKER_CODE] if joker else pays[NO_JOKER_CODE]


@inline
def net_of(cards, wager, others, tables, pays, envy):
    if wager == BONUS:
        return bonus_net(cards, others, tables[9], tables[10], pays, envy)
    if wager == ACE_HIGH:
        return ace_high_net(cards, tables[1], pays)
    return main_net(cards, wager == MAIN, tables, pays)


@njit
def play(state, rounds, wager, others, tables, pays, envy):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14 + 7 * others)
        out[i] = net_of(deck, wager, others, tables, pays, envy)
    return out


@njit
def play_hands(hands, wager, others, tables, pays, envy):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = net_of(hands[i], wager, others, tables, pays, envy)
    return out


# For the simulator: pays as small arrays, hands by the tables of all types.

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class FaceUpDealer:
    """Everything a chunk of rounds needs, in cents; the big tables are made where the rounds are played."""

    unit_cents: int
    wager: int
    others: int
    house_way: str
    wheel: Wheel
    pays: Ints
    envy: Ints

    def _arguments(self) -> tuple[Any, ...]:
        return self.wager, self.others, _tables(self.house_way, self.wheel), self.pays, self.envy

    def nets(self, seed: int, chunk: int, rounds: int) -> Ints:
        nets: Ints = play(stream(seed, chunk), rounds, *self._arguments())
        return nets

    def nets_of_hands(self, hands: NDArray[np.uint8]) -> Ints:
        """The nets for given cards: rows of the dealer's seven, the player's seven, then the others'."""
        nets: Ints = play_hands(hands, *self._arguments())
        return nets


@lru_cache(maxsize=4)
def _tables(way: str, wheel: Wheel) -> tuple[Any, ...]:
    found = tables(way, wheel)
    ranks, flushes = found.ranks, found.flushes
    return (
        ranks.house, ranks.ace_high, ranks.best, ranks.top_front, ranks.top_back,
        flushes.house, flushes.best, flushes.top_front, flushes.top_back,
        *_fits(),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _fits() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    return rank_fits()[0], flush_fits()[0]


class FaceUpKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal", "house-way") if wager == "main" else ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> FaceUpDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"{query.wager} has no strategy {strategy!r}.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        assert query.pay_table is not None
        table, settings = query.pay_table, query.settings
        if query.wager == "main":
            return _main(table, settings, strategy)
        if query.wager == "ace-high":
            lines = (JOINT, WITH_JOKER, NO_JOKER)
            unit = _unit(DOLLAR, table)
            pays = [*(_cents(table.net(line), unit) for line in lines), -unit]
            return _dealer(unit, ACE_HIGH, np.array(pays, np.int64))
        if query.wager == "fortune-bonus":
            return _fortune(table, settings)
        return _jackpot(table, settings)


def _main(table: PayTable, settings: Mapping[str, str], strategy: str) -> FaceUpDealer:
    if settings["variant"] != "face-up":
        raise BadInput(
            "The ordinary game is solved exactly but not simulated.",
            clause="FU-03",
            accepted="variant=face-up",
        )
    unit = _unit(DOLLAR, table)
    pays = np.array([_cents(table.net(line), unit) for line in LINES], np.int64)
    wager = MAIN if strategy == "optimal" else HOUSE_WAY
    return _dealer(unit, wager, pays, house_way=settings["house_way"], wheel=Wheel(settings["wheel"]))


def _fortune(table: PayTable, settings: Mapping[str, str]) -> FaceUpDealer:
    wager_cents = parse_dollars(settings["wager"])
    unit = _unit(wager_cents, table)
    qualifies = wager_cents >= int(table.rules.get("envy_from_dollars", "0")) * DOLLAR
    times = unit // wager_cents

    def own(line: str | None) -> int:
        return _cents(table.net(line), unit) if line else -unit

    def envy(line: str | None) -> int:
        return times * (table[line].envy_cents or 0) if line and qualifies else 0

    others = int(settings["others"])
    return _dealer(unit, BONUS, _by_fit(table, {}, own), _by_fit(table, {}, envy), others)


def _jackpot(table: PayTable, settings: Mapping[str, str]) -> FaceUpDealer:
    unit = parse_dollars(settings["wager"])

    def pays(line: str | None) -> int:
        if line is None:
            return -unit
        odds = table.odds(line)
        if isinstance(odds, PercentOfMeter):
            return odds.award_cents(int(settings[odds.meter])) - unit
        return _cents(table.net(line), unit)

    return _dealer(unit, BONUS, _by_fit(table, settings, pays))


def _dealer(
    unit: int,
    wager: int,
    pays: Ints,
    envy: Ints | None = None,
    others: int = 0,
    house_way: str = "foxwoods",
    wheel: Wheel = Wheel.SECOND_HIGHEST,
) -> FaceUpDealer:
    return FaceUpDealer(
        unit, wager, others, house_way, wheel, pays, np.zeros(1, np.int64) if envy is None else envy
    )


def _by_fit(table: PayTable, options: Mapping[str, str], pays: Callable[[str | None], int]) -> Ints:
    """What a hand gets by the bits of the lines it fits."""
    found = np.zeros(1 << len(HANDS), np.int64)
    for bits in range(len(found)):
        fitting = [hand for place, hand in enumerate(HANDS) if bits >> place & 1]
        found[bits] = pays(line_of(table, fitting, options))
    return found


def _unit(wager_cents: int, table: PayTable) -> int:
    """The smallest multiple of the wager on which every fixed pay is whole cents."""
    nets = [table.net(n.hand) for n in table.lines if not isinstance(n.pays, PercentOfMeter)]
    return wager_cents * lcm(*(net.denominator for net in nets))


def _cents(net: Fraction, unit: int) -> int:
    return int(net * unit)


KERNEL = FaceUpKernel()
