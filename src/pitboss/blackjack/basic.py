"""Basic strategy: the best play that looks at totals only, computed for the table's own rules (BJ-16).

A cell of the chart is one decision for all hands of a total, weighed by how often this very strategy
brings them about. Cells depend on each other, so they are settled round by round until none changes.
Whether to hit or stand is settled as if there were no surrender: that is what a chart's "surrender,
otherwise hit" promises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pitboss.blackjack import kernels
from pitboss.blackjack.hands import VALUES
from pitboss.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.blackjack.play import (
    Codes,
    Floats,
    Ints,
    Play,
    Shoe,
    blackjack_hand,
    pair_hand,
    pairs,
    play_on_value,
    split_value,
    surrender_value,
    with_splits,
)

SOFT = 32
"""a cell is its total, plus this for a soft hand"""
_MOST_ROUNDS = 24


def cells_of(shoe: Shoe) -> Ints:
    return np.asarray(shoe.hands.total + SOFT * shoe.hands.soft, np.int64)


def basic_play(shoe: Shoe) -> Play:
    """The chart as a play: hands of one total are treated alike, pairs may be split."""
    hands = shoe.hands
    many = np.where(np.tile(hands.total, (VALUES, 1)) < 17, HIT, STAND).astype(np.int8)
    hit = kernels.hit_values(shoe.counts, hands.counts, hands.size, hands.child, shoe.stand, many)
    split = np.zeros((VALUES, VALUES), np.bool_)
    play = Play(
        shoe, many, many.copy(), hit, split, np.full(split.shape, -9.0), np.zeros(many.shape, np.bool_)
    )
    for _ in range(_MOST_ROUNDS):
        after = _choose_pairs(with_splits(_settle_totals(play), play))
        if np.array_equal(after.split, play.split) and np.array_equal(after.two, play.two):
            turned = _turn_close_cells(after)
            if turned is None:
                return _split_first(after)
            # what the hands of a split add to a close cell has decided it: that stands, the rest settles again
            return _split_first(_choose_pairs(with_splits(turned, after)))
        play = after
    raise ArithmeticError(f"basic strategy did not settle in {_MOST_ROUNDS} rounds for {shoe.rules}")


_CLOSE = 1e-4
"""a cell that loses less than this in a round, hands of splits left out, may be turned by them"""
_NOISE = 1e-12


def _turn_close_cells(play: Play) -> Play | None:
    """Cells so close that the hands of splits, which follow the same chart, decide them; None if none is turned."""
    best, changed = play, False
    for up in range(VALUES):
        first, chance = _first_chances(best.shoe, up)
        for cell in range(2 * SOFT):
            for other in _turned(best, up, cell):
                gain = float(chance @ (_first_values(other, up, first) - _first_values(best, up, first)))
                if gain > -_CLOSE and gain + _split_gain(best, other, up, first, chance) > _NOISE:
                    best, changed = other, True
    return best if changed else None


def _first_chances(shoe: Shoe, up: int) -> tuple[Ints, Floats]:
    """The first hands that are no blackjack, and how often each comes with this up card."""
    first = np.flatnonzero(_every_first_hand(shoe))
    left = shoe.counts - (np.arange(VALUES) == up)
    ways = np.array(
        [
            np.prod([left[v] - n for v in range(VALUES) for n in range(int(h[v]))])
            for h in shoe.hands.counts[first]
        ]
    )
    cards = float(left.sum())
    return first, np.maximum(ways, 0) * _every_first_hand(shoe)[first] / (cards * (cards - 1))


def _first_values(play: Play, up: int, first: Ints) -> Floats:
    """What each first hand is worth, as if there were no surrender; splits by `split_value`."""
    two = play.two[up, first]
    stand, hit, double = play.shoe.stand[up, first], play.hit[up, first], play.shoe.doubled[up, first]
    worth: Floats = np.where(two == DOUBLE, double, np.where(two == HIT, hit, stand))
    for at, hand in enumerate(first.tolist()):
        if hand in pairs() and play.split[up, pairs()[hand]]:
            worth[at] = play.split_value[up, pairs()[hand]]
    return worth


def _split_gain(play: Play, other: Play, up: int, first: Ints, chance: Floats) -> float:
    """What a turned cell is worth to the hands of the splits against this up card."""
    gain = 0.0
    for at, hand in enumerate(first.tolist()):
        pair = pairs().get(hand)
        if pair is not None and play.split[up, pair] and chance[at]:
            gain += chance[at] * (split_value(other, up, pair) - play.split_value[up, pair])
    return gain


def _turned(play: Play, up: int, cell: int) -> Iterator[Play]:
    """The chart with hit and stand exchanged in one cell; and with doubling, where it may be doubled."""
    shoe, hands = play.shoe, play.shoe.hands
    here = (cells_of(shoe) == cell) & (hands.size >= 2)
    if cell % SOFT >= 21 or not here.any():
        return
    many, two = play.many.copy(), play.two.copy()
    many[up, here] = STAND if play.many[up][here][0] == HIT else HIT
    two[up, here & (play.two[up] != DOUBLE)] = many[up][here][0]
    hit = kernels.hit_values(shoe.counts, hands.counts, hands.size, hands.child, shoe.stand, many)
    yield replace(play, many=many, two=two, hit=hit)
    double = here & shoe.may_double
    if double.any():
        two = play.two.copy()
        two[up, double] = play.many[up, double] if play.two[up][double][0] == DOUBLE else DOUBLE
        yield replace(play, two=two)


def _settle_totals(play: Play) -> Play:
    """Stand, hit, double and surrender by total, for the pairs that are split as they are."""
    for _ in range(_MOST_ROUNDS):
        after = _improve(play)
        if all(
            np.array_equal(getattr(after, name), getattr(play, name)) for name in ("many", "two", "surrender")
        ):
            return after
        play = after
    raise ArithmeticError(f"the totals did not settle in {_MOST_ROUNDS} rounds for {play.shoe.rules}")


def _improve(play: Play) -> Play:
    shoe, hands = play.shoe, play.shoe.hands
    cells = cells_of(shoe)
    many, two = play.many.copy(), play.two.copy()
    surrender = np.zeros_like(play.surrender)
    for up in range(VALUES):
        dealt = _dealt(play, up)
        reached = _weights(shoe, up, dealt, play.many[up], play.two[up])
        drawing = np.where((hands.size == 2) & (play.two[up] == DOUBLE), 0.0, reached)
        # hands this strategy never draws to still have a cell: weigh them by how they can come at all, and
        # those that only a split brings about, such as 2-2 where 2-2 is split, as if they were dealt
        always = (np.full_like(many[up], HIT),) * 2
        anyhow = _weights(shoe, up, dealt, *always)
        split_too = _weights(shoe, up, _every_first_hand(shoe), *always)
        gains = _gains(cells, play.hit[up] - shoe.stand[up], drawing, anyhow, split_too)
        many[up] = np.where(gains[cells] > 0, HIT, STAND)
        two[up], surrender[up] = _first_two(play, up, cells, many[up], anyhow)
    hit = kernels.hit_values(shoe.counts, hands.counts, hands.size, hands.child, shoe.stand, many)
    return replace(play, many=many, two=two, hit=hit, surrender=surrender)


def _gains(cells: Ints, gain: Floats, *weights: Floats) -> Floats:
    """What hitting gains, cell by cell, under the first of the weights that gives the cell any."""
    found = np.zeros(2 * SOFT)
    for weight in reversed(weights):
        found = np.where(
            np.bincount(cells, weight, 2 * SOFT) > 0, np.bincount(cells, weight * gain, 2 * SOFT), found
        )
    return found


def _every_first_hand(shoe: Shoe) -> Ints:
    """Orders of all first hands but blackjack, pairs that are split among them."""
    hands = shoe.hands
    first = np.where(hands.size == 2, np.where(hands.counts.max(axis=1) == 2, 1, 2), 0)
    first[blackjack_hand()] = 0
    return np.asarray(first, np.int64)


def _weights(shoe: Shoe, up: int, first: Ints, many: Codes, two: Codes) -> Floats:
    hands = shoe.hands
    weights: Floats = kernels.weights_through(shoe.counts, hands.counts, hands.child, up, first, many, two)
    return weights


def _dealt(play: Play, up: int) -> Ints:
    """Orders of all first hands that are not split and not blackjack."""
    first = replace(play, surrender=np.zeros_like(play.surrender)).first_hands(up)
    return np.asarray(first, np.int64)


def _first_two(
    play: Play, up: int, cells: Ints, many: Codes, chance: Floats
) -> tuple[Codes, NDArray[np.bool_]]:
    """Double or surrender the first two cards, by total."""
    shoe = play.shoe
    first = shoe.hands.size == 2
    weight = np.where(first & (_dealt(play, up) > 0), chance, 0.0)
    plain = np.where(many == HIT, play.hit[up], shoe.stand[up])
    doubling = (
        np.bincount(cells, weight * np.where(shoe.may_double, shoe.doubled[up] - plain, 0.0), 2 * SOFT) > 0
    )
    two = np.where(first & shoe.may_double & doubling[cells], DOUBLE, many).astype(np.int8)
    surrender = np.zeros(first.size, np.bool_)
    if shoe.rules.surrender == "late":
        worth = np.where(two == DOUBLE, shoe.doubled[up], plain)
        given_up = np.array(
            [surrender_value(shoe, up, hand) if here else 0.0 for hand, here in enumerate(first)]
        )
        surrendering = np.bincount(cells, weight * (given_up - worth), 2 * SOFT) > 0
        surrender = first & surrendering[cells]
        surrender[blackjack_hand()] = False
    return two, surrender


def _choose_pairs(play: Play) -> Play:
    """Split where that beats what the chart does with the pair's total."""
    split = np.zeros_like(play.split)
    for up in range(VALUES):
        for pair in range(VALUES):
            hand = pair_hand(pair)
            if play.surrender[up, hand]:
                otherwise = surrender_value(play.shoe, up, hand)
            else:
                otherwise = play_on_value(play, up, hand)
            split[up, pair] = play.split_value[up, pair] > otherwise
    return replace(play, split=split)


def _split_first(play: Play) -> Play:
    """A pair that is split is not surrendered."""
    surrender = play.surrender.copy()
    for hand, pair in pairs().items():
        surrender[:, hand] &= ~play.split[:, pair]
    return replace(play, surrender=surrender)
