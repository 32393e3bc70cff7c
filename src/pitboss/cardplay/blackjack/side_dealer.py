"""Side wagers for the simulator: a lookup over the deciding cards, off a real shoe in which blackjack is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.jackpot_edges import nets_of, wager_of
from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import exposure_kernels, round_kernels, simulate
from pitboss.cardplay.blackjack.round_kernels import RoundRules
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.side_counts import CARDS, SUITS, Lookup, lookup_of
from pitboss.cardplay.blackjack.simulate import Exposed, Floats, Worth
from pitboss.sheets import PayTable, sheet
from pitboss.simulator.kernels import stream


@dataclass(frozen=True)
class SideDealer:
    """One table; the nets are the first spot's, of the one wager in question."""

    unit_cents: int
    rules: BlackjackRules
    spots: int
    tables: RoundRules
    bonus: NDArray[np.int32]
    """by the dealer's blackjack where that matters, the spot's two cards and the up card"""
    rides: NDArray[np.int32]
    """by the spot's two cards and the up card: units put on the blackjack hand (SB-13); empty where none is"""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        shoe = simulate.card_shoe(self.rules.decks)
        size, need = CARDS * self.rules.decks, simulate.cards_for(self.spots)
        start = stream(seed, chunk), self.tables, shoe, size, self.rules.cut_card, need
        nets: NDArray[np.int64] = round_kernels.play_side(*start, self.spots, rounds, self.bonus, self.rides)
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8], spots: int = 1) -> NDArray[np.int64]:
        """Every spot's net of one round from each given order of cards."""
        nets: NDArray[np.int64] = round_kernels.side_orders(
            self.tables, orders, spots, self.bonus, self.rides
        )
        return nets


def dealer_with(
    query: Query,
    unit: int,
    bonus: NDArray[np.int32],
    *,
    hole_first: bool = False,
    strategy: str = "basic",
    rides: NDArray[np.int32] | None = None,
) -> SideDealer:
    """A table at which blackjack is played by the named strategy, and a wager paid by `bonus`."""
    rules = BlackjackRules.from_settings(query.settings)
    play = simulate.play_for(rules, strategy, query.settings.get("strategy", "total"))
    tables = simulate.round_rules(rules, play, simulate.WORTH_OF_CARD, hole_first=hole_first)
    none = np.zeros((0, 0, 0), np.int32)
    return SideDealer(
        unit, rules, int(query.settings["players"]), tables, bonus, none if rides is None else rides
    )


class SideKernel:
    """Of a game that is a sheet on blackjack."""

    def __init__(self, game: str) -> None:
        self.game = game

    def strategies(self, wager: str) -> tuple[str, ...]:
        """Of the blackjack hand; they change how the shoe is used up, not the side wager."""
        return simulate.STRATEGIES

    @property
    def exposed(self) -> dict[str, Exposed]:
        """Every side wager but a jackpot's, whose worth hangs on its meter."""
        rules = sheet(self.game)
        return {
            wager: Exposed(worths_of(rules.decided_by(wager)))
            for wager in rules.analysed
            if wager != rules.jackpot
        }

    def dealer(self, query: Query, strategy: str = "basic") -> SideDealer:
        unit, bonus = bonus_of(self.game, query)
        return dealer_with(query, unit, bonus, strategy=strategy)


@dataclass(frozen=True, slots=True)
class Cells:
    """The cards on which a wager brings something else than on no line, whatever order they come in."""

    cards: NDArray[np.int64]
    """a row of three; the third is -1 where two decide. Ranks, where suits count for nothing"""
    more: NDArray[np.float64]
    """than on no line, in all orders together"""
    with_blackjack: NDArray[np.float64]
    """the same with a dealer's blackjack; empty where that changes nothing"""
    ranks: bool


def cells_of(lookup: Lookup, pays: Sequence[float]) -> Cells:
    """`pays` are by line, and last where none fits."""
    gains = np.array(pays)[lookup.line] - pays[-1]
    by_rank = gains[(slice(None), *(slice(None, None, SUITS),) * lookup.cards)]
    whole = by_rank
    for axis in range(1, gains.ndim):
        whole = whole.repeat(SUITS, axis)
    ranks = np.array_equal(whole, gains)
    gains = by_rank if ranks else gains
    keep = np.stack(np.nonzero(np.any(gains != 0, axis=0)), axis=1)
    fixed = lookup.up and lookup.waits
    order = keep.copy()
    order[:, : 2 if fixed else lookup.cards] = np.sort(keep[:, : 2 if fixed else lookup.cards], axis=1)
    cards, at = np.unique(order, axis=0, return_inverse=True)
    sums = [np.bincount(at.ravel(), way[tuple(keep.T)], len(cards)).astype(np.float64) for way in gains]
    padded = np.full((len(cards), 3), -1, np.int64)
    padded[:, : lookup.cards] = cards
    return Cells(padded, sums[0], sums[1] if lookup.waits else np.empty(0), ranks)


def worths_of(places: tuple[str, ...]) -> Callable[[PayTable, Mapping[str, str], str], tuple[Worth, Worth]]:
    """What a wager that these places decide is worth for the cards left in a shoe."""

    def worths(table: PayTable, settings: Mapping[str, str], sees: str) -> tuple[Worth, Worth]:
        lookup = lookup_of(table, places)
        otherwise = float(table.otherwise_net)
        cells = cells_of(lookup, [*(float(table.net(line.hand)) for line in table.lines), otherwise])

        def worth(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
            counts = left.reshape(len(left), -1, SUITS).sum(axis=2, dtype=np.int16) if cells.ranks else left
            found: Floats = exposure_kernels.side_worth(
                counts,
                cells.cards,
                cells.more,
                cells.with_blackjack,
                otherwise,
                lookup.up,
                0 if cells.ranks else 2,
            )
            return found

        return worth, worth

    return worths


def bonus_of(game: str, query: Query) -> tuple[int, NDArray[np.int32]]:
    """A wager on which every pay is whole cents, and what it brings by the cards that decide it."""
    rules, table = sheet(game), query.table
    if query.wager == rules.jackpot:
        unit = wager_of(game, query)
        nets = nets_of(table, {name: query.settings.number(name) for name in table.meters}, unit)
    else:
        nets = {line.hand: table.net(line.hand) for line in table.lines}
        unit = 100 * lcm(*(net.denominator for net in (*nets.values(), table.otherwise_net)))
    by_line: list[Fraction] = [*(nets[line.hand] for line in table.lines), table.otherwise_net]
    cents = np.array([simulate.whole_cents(net, unit) for net in by_line], np.int32)
    found = cents[lookup_of(table, rules.decided_by(query.wager)).line]
    if found.ndim == 3:
        # the up card has no part in it
        found = np.repeat(found[..., None], CARDS, axis=3)
    return unit, np.ascontiguousarray(found)
