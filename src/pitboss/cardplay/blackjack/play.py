"""How to play blackjack: the best play for each exact hand, and basic strategy by totals.

Both are computed for the table's own rules off a fresh shoe and come out as the same record: what to do
with each hand against each up card. Values are double precision; they decide between choices, and the
exact edge of the play they decide on is counted elsewhere (`pitboss.table_games.blackjack.solve`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Setting
from pitboss.cardplay.blackjack import kernels
from pitboss.cardplay.blackjack.counting import (
    BLACKJACK_CLASS,
    HandTable,
    Prefixes,
    dealer_tree,
    hand_table,
    hole_value,
    whole_split,
)
from pitboss.cardplay.blackjack.hands import ACE_VALUE, VALUES, shoe_counts
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.cardplay.blackjack.rules import BlackjackRules

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]
Ints = NDArray[np.int64]
Laws = dict[tuple[int, int, str, int], Floats]

HOLES = np.array([hole_value(up) for up in range(VALUES)])
STRATEGY: Final = Setting(
    "strategy",
    "total",
    ("total", "composition"),
    meaning="basic strategy by totals, or the best play for the exact cards of the hand",
    clause="BJ-16",
)


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe by value with everything that does not depend on the play: what each choice leads to."""

    rules: BlackjackRules
    counts: Ints
    hands: HandTable
    tree: Prefixes
    stand: Floats
    doubled: Floats
    may_double: NDArray[np.bool_]
    may_double_split: NDArray[np.bool_]

    def blackjack_chance(self, up: int, hand: Ints | None = None) -> float:
        """That the dealer has blackjack with this up card, the player's hand being out."""
        hole = int(HOLES[up])
        if hole < 0:
            return 0.0
        out = np.zeros(VALUES, np.int64) if hand is None else hand
        return max(0.0, float(self.counts[hole] - out[hole]) / float(self.counts.sum() - 1 - out.sum()))


@dataclass(frozen=True, slots=True)
class Play:
    """What to do. Arrays are by up card and hand (or pair); codes are those of the kernels."""

    shoe: Shoe
    many: Codes
    """stand or hit, when no double is allowed"""
    two: Codes
    """stand, hit or double with the first two cards"""
    hit: Floats
    """the value of hitting and then following `many`"""
    split: NDArray[np.bool_]
    """by up card and pair"""
    split_value: Floats
    surrender: NDArray[np.bool_]
    split_laws: Laws = field(default_factory=dict, repr=False)
    """`split_joint` by up card, pair, part and cards of the pair removed"""

    def longest_hand(self) -> int:
        """The most cards a hand has before it stands or busts."""
        hands = self.shoe.hands
        longest = 2
        for up in range(VALUES):
            every = np.where(hands.size == 2, 1, 0)
            reach = np.zeros((2, hands.total.size), np.int64)
            kernels.follow(hands.child, every, self.many[up], self.many[up], reach)
            longest = max(longest, int(hands.size[reach.any(axis=0)].max()))
        return longest + 1

    def two_after_split(self, up: int, pair: int) -> Codes:
        """What a split hand does with its first two cards (BJ-07, BJ-09)."""
        rules = self.shoe.rules
        if pair == ACE_VALUE:
            codes = self.many[up] if rules.draws_to_split_aces else np.full_like(self.many[up], STAND)
            return np.asarray(codes, np.int8)
        codes = np.where(self.shoe.may_double_split, self.two[up], self.many[up])
        return np.asarray(codes, np.int8)

    def first_hands(self, up: int) -> Ints:
        """In how many orders each first hand comes that is played on as one hand."""
        hands = self.shoe.hands
        first = np.where(hands.size == 2, np.where(hands.counts.max(axis=1) == 2, 1, 2), 0)
        first[self.surrender[up]] = 0
        first[blackjack_hand()] = 0
        for pair in range(VALUES):
            if self.split[up, pair]:
                first[pair_hand(pair)] = 0
        return first

    def values(self, up: int, hand: int, *, first: bool = True) -> dict[str, float]:
        """What each choice is worth to a hand, a dealer's blackjack included."""
        shoe, rules = self.shoe, self.shoe.rules
        worth = {"stand": float(shoe.stand[up, hand]), "hit": float(self.hit[up, hand])}
        if first and shoe.hands.size[hand] == 2:
            if shoe.may_double[hand]:
                worth["double"] = float(shoe.doubled[up, hand])
            if hand in pairs():
                worth["split"] = float(self.split_value[up, pairs()[hand]])
            if rules.surrender == "late":
                worth["surrender"] = surrender_value(shoe, up, hand)
        return worth


@cache
def pairs() -> dict[int, int]:
    """The hands that are pairs, and of what."""
    return {pair_hand(pair): pair for pair in range(VALUES)}


def pair_hand(pair: int) -> int:
    return hand_table().find((pair, pair))


@cache
def blackjack_hand() -> int:
    return hand_table().find((0, 9))


def surrender_value(shoe: Shoe, up: int, hand: int) -> float:
    """Half the wager, and the other half too when the dealer has blackjack (late surrender)."""
    return -0.5 - 0.5 * shoe.blackjack_chance(up, shoe.hands.counts[hand])


def shoe_of(rules: BlackjackRules, counts: tuple[int, ...] | None = None) -> Shoe:
    """The fresh shoe of a table, or any other by value."""
    hands, tree = hand_table(), dealer_tree(rules.hits_soft_17)
    array = np.array(counts or shoe_counts(rules.decks), np.int64)
    table = kernels.dealer_table(array, hands.counts, hands.size, *tree.nodes)
    stand = kernels.stand_values(table, hands.total)
    doubled = kernels.double_values(array, hands.counts, hands.size, hands.child, stand, HOLES, rules.peeks)
    totals = zip(hands.total.tolist(), hands.soft.tolist(), strict=True)
    may = [rules.may_double(total, soft) for total, soft in totals]
    two = hands.size == 2
    after = two & (rules.double_after_split == "yes") & np.array(may)
    return Shoe(rules, array, hands, tree, stand, doubled, two & np.array(may), after)


def best_play(shoe: Shoe) -> Play:
    """The best choice for each exact hand. A split hand plays as if it were the only one (CDZ-)."""
    hands = shoe.hands
    hit, many, two = kernels.best_play(
        shoe.counts, hands.counts, hands.size, hands.child, shoe.stand, shoe.doubled, shoe.may_double
    )
    return choose_first(with_splits(Play(shoe, many, two, hit, *_no_splits(many))))


def _no_splits(many: Codes) -> tuple[NDArray[np.bool_], Floats, NDArray[np.bool_]]:
    return (
        np.zeros((VALUES, VALUES), np.bool_),
        np.full((VALUES, VALUES), -9.0),
        np.zeros(many.shape, np.bool_),
    )


def narrowest_choice(play: Play) -> float:
    """By how little any hand's best choice beats the next: far above what double precision can lose."""
    shoe, hands = play.shoe, play.shoe.hands
    narrowest = np.inf
    for up in range(VALUES):
        left = shoe.counts.copy()
        left[up] -= 1
        dealt = (hands.counts <= left).all(axis=1) & (hands.size >= 2)
        narrowest = min(narrowest, float(np.abs(play.hit[up] - shoe.stand[up])[dealt].min()))
        for hand in np.flatnonzero(dealt & (hands.size == 2)).tolist():
            if hand != blackjack_hand():
                second, best = sorted(play.values(up, hand).values())[-2:]
                narrowest = min(narrowest, best - second)
    return narrowest


def play_on_value(play: Play, up: int, hand: int) -> float:
    """What the hand is worth when it is neither split nor surrendered."""
    choice = play.two[up, hand]
    if choice == DOUBLE:
        return float(play.shoe.doubled[up, hand])
    return float(play.hit[up, hand] if choice == HIT else play.shoe.stand[up, hand])


def choose_first(play: Play) -> Play:
    """Split and surrender where that is worth most, hand by hand."""
    shoe = play.shoe
    split = play.split.copy()
    surrender = np.zeros_like(play.surrender)
    late = shoe.rules.surrender == "late"
    for up in range(VALUES):
        for hand in shoe.hands.of_two():
            best = play_on_value(play, up, hand)
            pair = pairs().get(hand)
            if pair is not None:
                split[up, pair] = play.split_value[up, pair] > best
                best = max(best, float(play.split_value[up, pair]))
            if late and hand != blackjack_hand() and surrender_value(shoe, up, hand) > best:
                surrender[up, hand] = True
                if pair is not None:
                    split[up, pair] = False
    return replace(play, split=split, surrender=surrender)


def with_splits(play: Play, before: Play | None = None) -> Play:
    """The value of splitting every pair against every up card under this play.

    Against up cards where `before` plays the same hands the same way, its values are taken over."""
    values = np.full((VALUES, VALUES), -9.0)
    laws: Laws = {}
    for up in range(VALUES):
        same = before is not None and before.split_laws and _same_play(play, before, up)
        if before is not None and same:
            values[up] = before.split_value[up]
            laws |= {key: law for key, law in before.split_laws.items() if key[0] == up}
            continue
        for pair in range(VALUES):
            if play.shoe.counts[pair] - (up == pair) >= 2:
                values[up, pair] = split_value(play, up, pair, laws)
    return replace(play, split_value=values, split_laws=laws)


def _same_play(play: Play, before: Play, up: int) -> bool:
    return np.array_equal(play.many[up], before.many[up]) and np.array_equal(play.two[up], before.two[up])


def split_limit(shoe: Shoe, up: int, pair: int) -> int:
    """To how many hands this pair can be split, by the rules and by the cards there are."""
    limit = shoe.rules.split_limit(aces=pair == ACE_VALUE)
    return min(limit, int(shoe.counts[pair]) - (up == pair))


@cache
def split_starts(pair: int, part: str) -> Ints:
    """Hands of two cards of a split hand: with a second card of the pair (`P`) or without (`N`)."""
    hands = hand_table()
    first = np.zeros(hands.total.size, np.int64)
    for value in range(VALUES):
        if (value == pair) == (part == "P"):
            first[hands.find((pair, value))] = 1
    return first


def split_left(shoe: Shoe, up: int, pair: int, removed: int) -> Ints:
    """The shoe without the up card, the two split cards and `removed` more of the pair."""
    left = shoe.counts.copy()
    left[up] -= 1
    left[pair] -= 2 + removed
    return left


def split_units(left: Ints, up: int, pair: int, part: str, two: Codes, peeks: bool) -> tuple[int, int]:
    """Orders of (second card, hole card) in which a split hand is played for one and for two units.

    Over n (n - 1) for the n cards left. With a peek, orders that give the dealer blackjack are not in it."""
    hands = hand_table()
    cards, hole = int(left.sum()), int(HOLES[up])
    units = [0, 0]
    for value in range(VALUES):
        if (value == pair) != (part == "P"):
            continue
        many = int(left[value])
        blackjacks = int(left[hole]) - (value == hole) if hole >= 0 and peeks else 0
        units[int(two[hands.find((pair, value))] == DOUBLE)] += many * (cards - 1 - blackjacks)
    return units[0], units[1]


def split_joint(play: Play, up: int, pair: int, part: str, removed: int) -> Floats:
    """The law of one split hand as `kernels.settle` gives it, with busts among the hands that lose."""
    hands, nodes = play.shoe.hands, play.shoe.tree.nodes
    two, first = play.two_after_split(up, pair), split_starts(pair, part)
    left = split_left(play.shoe, up, pair, removed)
    held = np.zeros(VALUES, np.int64)
    held[pair] = 1
    reach = np.zeros((2, hands.total.size), np.int64)
    kernels.follow(hands.child, first, play.many[up], two, reach)
    joint, start = np.zeros((2, 3, 7)), np.zeros((2, 3, 7))
    kernels.settle(up, left, held, hands.counts, hands.total, reach, *nodes, joint)
    begun = np.array([first * (two != DOUBLE), first * (two == DOUBLE)])
    kernels.settle(up, left, held, hands.counts, hands.total, begun, *nodes, start)
    joint[:, 2, :] += start.sum(axis=1) - joint.sum(axis=1)
    return joint


def split_value(play: Play, up: int, pair: int, laws: Laws | None = None) -> float:
    """What splitting is worth, resplits included; the laws it is made of are noted in `laws`."""
    laws = {} if laws is None else laws
    shoe = play.shoe
    cards = int(shoe.counts.sum()) - 3
    of_pair = int(shoe.counts[pair]) - 2 - (up == pair)
    worth = 0.0
    for (part, removed), coefficient in whole_split(of_pair, cards, split_limit(shoe, up, pair)).items():
        joint = split_joint(play, up, pair, part, removed)
        laws[up, pair, part, removed] = joint
        net = joint[:, 0] - joint[:, 2]
        if shoe.rules.peeks:
            net[:, BLACKJACK_CLASS] = 0.0
        worth += float(coefficient) * float(net[0].sum() + 2.0 * net[1].sum())
    if shoe.rules.peeks:
        out = np.zeros(VALUES, np.int64)
        out[pair] = 2
        worth -= shoe.blackjack_chance(up, out)
    return worth


# Basic strategy: the best play that looks at totals only, computed for the table's own rules (BJ-16).
#
# A cell of the chart is one decision for all hands of a total, weighed by how often this very strategy
# brings them about. Cells depend on each other, so they are settled round by round until none changes.
# Whether to hit or stand is settled as if there were no surrender: that is what a chart's "surrender,
# otherwise hit" promises.

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
