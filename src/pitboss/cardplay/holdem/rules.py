"""What sets one hold'em game against the dealer apart from another, as numbers the solver can use; and the classes
of flops and holes that are alike but for suits.

A count vector has the columns: deals, wins, ties, wins with each tallied hand, deals with each of them. Tallied are
three of a kind up to royal flush, and after them a royal flush on the board.

Net results are linear in how often the player wins, ties and loses, kept apart by the hand the player makes and by
whether the dealer qualifies. A `Showdown` says what a settled hand is worth for given stakes; `HoldemRules` adds when
which Play wager may be made and what the player sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.poker.hands import Category
from pitboss.core.cards import RANKS, Card, parse_many

ALL, WINS, TIES, WINS_WITH = 0, 1, 2, 3
TALLY_COLUMNS = 8
ALL_WITH = WINS_WITH + TALLY_COLUMNS
COLUMNS = ALL_WITH + TALLY_COLUMNS


TALLIED = tuple(Category)[Category.THREE_OF_A_KIND :]
"""the hands that are counted apart; everything below them is one group"""


@dataclass(frozen=True)
class Showdown:
    """Nets in antes: `win` and `whatever` by the player's hand (`other` where a hand is not named)."""

    other: Fraction = Fraction(0)
    win: Mapping[Category, Fraction] = field(default_factory=dict)
    tie: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    whatever_other: Fraction = Fraction(0)
    whatever: Mapping[Category, Fraction] = field(default_factory=dict)
    """paid by the hand alone, win or lose"""

    def form(self) -> list[Fraction]:
        """Coefficients of a count vector (the columns above)."""
        losses = self.lose
        row = [Fraction(0)] * COLUMNS
        row[ALL] = losses + self.whatever_other
        row[WINS] = self.other - losses
        row[TIES] = self.tie - losses
        for at, category in enumerate((*TALLIED, Category.ROYAL_FLUSH)):
            row[WINS_WITH + at] = self.win.get(category, self.other) - self.other
            row[ALL_WITH + at] = self.whatever.get(category, self.whatever_other) - self.whatever_other
        return row


@dataclass(frozen=True)
class HoldemRules:
    """One game. `groups` are the ranks the player is shown of the dealer's cards (none: nothing is shown).

    Without `qualifies_from` the dealer always qualifies; with it, dealer's hands of a lower value settle by
    the showdowns `unqualified`. The last chance to play is at the flop or, with `river_times`, there."""

    name: str
    base: Showdown
    play: Showdown
    fold: Fraction
    before_flop: tuple[int, ...]
    flop_times: int
    river_times: int = 0
    groups: tuple[tuple[int, ...], ...] = ()
    qualifies_from: int = 0
    unqualified: tuple[Showdown, Showdown] | None = None
    """base and play where the dealer does not qualify"""
    outs: int = 0
    """above zero: flop and river are played by the readable rules with so many outs, not at their best"""

    @cached_property
    def hidden(self) -> int:
        """Lanes that the player cannot tell apart: whether the dealer will qualify."""
        return 2 if self.unqualified else 1

    @property
    def stages(self) -> int:
        """Before the flop, at the flop and, where it can be, on the river."""
        return 3 if self.river_times else 2

    @cached_property
    def views(self) -> tuple[tuple[int, int], ...]:
        """What the player may see of the dealer's two cards: pairs of groups."""
        return tuple(combinations_with_replacement(range(len(self.groups) or 1), 2))

    @cached_property
    def lanes(self) -> int:
        return len(self.views) * self.hidden

    @cached_property
    def scale(self) -> int:
        """One ante in the integers the solver counts with."""
        forms = [form for times in (0, 1) for form in self._forms(times)]
        return lcm(self.fold.denominator, *(c.denominator for form in forms for c in form))

    def _forms(self, times: int) -> list[list[Fraction]]:
        sides = [self.unqualified, (self.base, self.play)] if self.unqualified else [(self.base, self.play)]
        rows = [
            [b + times * p for b, p in zip(base.form(), play.form(), strict=True)]
            for base, play in (side for side in sides if side)
        ]
        return rows * len(self.views)

    @cached_property
    def _scaled(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Without a Play wager, and what one Ante more on Play adds."""
        base, once = (
            np.array([[int(c * self.scale) for c in row] for row in self._forms(times)], np.int64)
            for times in (0, 1)
        )
        return base, once - base

    def form(self, times: int) -> NDArray[np.int64]:
        """Worth of a count vector by lane, for a Play wager of `times` the Ante, in scaled integers."""
        base, play = self._scaled
        return base + times * play

    @cached_property
    def scaled_fold(self) -> int:
        return int(self.fold * self.scale)

    @cached_property
    def group_of_rank(self) -> NDArray[np.int64]:
        """The group that each rank belongs to; one for all where nothing is shown."""
        groups = self.groups or (tuple(range(13)),)
        return np.array([next(g for g, ranks in enumerate(groups) if r in ranks) for r in range(13)])

    @cached_property
    def view_of_groups(self) -> NDArray[np.int64]:
        """The number of the view on a card of one group and a card of another, in either order."""
        count = len(self.groups) or 1
        return np.array(
            [[self.views.index((min(g, h), max(g, h))) for h in range(count)] for g in range(count)]
        )

    @cached_property
    def rank_views(self) -> NDArray[np.int64]:
        """The number of the view by the ranks of both cards."""
        by_rank: NDArray[np.int64] = self.view_of_groups[self.group_of_rank[:, None], self.group_of_rank]
        return by_rank

    @cached_property
    def lane_bits(self) -> int:
        """Bits of a lane in a running count: six lanes of ten, or at most two of thirty."""
        return 10 if self.lanes > 2 else 30

    def views_of(self, space: FlopSpace) -> NDArray[np.int64]:
        """What the player would see of each hole if the dealer had it."""
        ranks = space.rest[PAIRS] // 4
        views: NDArray[np.int64] = self.rank_views[ranks[:, 0], ranks[:, 1]]
        return views

    def units(self, space: FlopSpace) -> NDArray[np.uint64]:
        """For each side (not qualified, qualified) and dealer's hole the word with a one in its lane."""
        lanes = [self.views_of(space) * self.hidden + side * (self.hidden - 1) for side in range(2)]
        return np.left_shift(np.uint64(1), (np.array(lanes) * self.lane_bits).astype(np.uint64))

    def deals(self, space: FlopSpace) -> NDArray[np.int64]:
        """By player's hole and view: dealer's holes from the other 47 cards, times runouts."""
        shown = np.eye(len(self.views), dtype=np.int64)[self.views_of(space)]
        with_card = np.zeros((REST, len(self.views)), np.int64)
        for end in range(2):
            np.add.at(with_card, PAIRS[:, end], shown)
        apart = shown.sum(axis=0) - with_card[PAIRS[:, 0]] - with_card[PAIRS[:, 1]] + shown
        deals: NDArray[np.int64] = apart * comb(REST - 4, 2)
        return deals

    @cached_property
    def hash(self) -> str:
        """Names these rules wherever a solution of them is kept."""
        parts = (
            self.form(0).tolist(), self.form(1).tolist(), self.scaled_fold, self.before_flop,
            self.flop_times, self.river_times, self.groups, self.qualifies_from,
            *((self.outs,) if self.outs else ()),
        )  # fmt: skip
        return sha256(repr(parts).encode()).hexdigest()[:16]

    def __hash__(self) -> int:
        return int(self.hash, 16)


def lowest_value(cards: str) -> int:
    """The value from which a dealer qualifies, by the lowest hand that does."""
    from pitboss.cardplay.poker.kernels import evaluate

    return int(evaluate([parse_many(cards)])[0])


# Suits are interchangeable: the 22,100 flops fall into 1,755 classes, and runouts and hands with them. Hole cards after
# a flop are numbered 0 to 1175: the pairs of the 49 other cards in order.

Ints = NDArray[np.int64]

HOLES = 1326
HOLE_CLASSES = 169
REST = 49
REST_HOLES = comb(REST, 2)

PAIRS: Ints = np.array(list(combinations(range(REST), 2)), np.int64)
"""the two cards of a hole after the flop, as places among the 49"""
PAIR_NUMBER: Ints = np.zeros((REST, REST), np.int64)
PAIR_NUMBER[PAIRS[:, 0], PAIRS[:, 1]] = PAIR_NUMBER[PAIRS[:, 1], PAIRS[:, 0]] = np.arange(REST_HOLES)

RANK_PAIRS: Ints = np.array([(x, y) for x in range(13) for y in range(x, 13)], np.int64)
RANK_PAIR_NUMBER: Ints = np.zeros((13, 13), np.int64)
RANK_PAIR_NUMBER[RANK_PAIRS[:, 0], RANK_PAIRS[:, 1]] = np.arange(len(RANK_PAIRS))
RANK_PAIR_NUMBER[RANK_PAIRS[:, 1], RANK_PAIRS[:, 0]] = np.arange(len(RANK_PAIRS))

RECOLOURINGS: Ints = np.array([[c // 4 * 4 + p[c % 4] for c in range(52)] for p in permutations(range(4))])
"""the 24 ways to exchange the suits, each as where every card goes"""


@cache
def flop_classes() -> tuple[tuple[tuple[Card, Card, Card], int], ...]:
    """The representative of each class, its cards in rising order, with the number of flops it stands for."""
    flops = np.array(list(combinations(range(52), 3)), np.int64)
    codes = np.array([_code(np.sort(colours[flops], axis=1)) for colours in RECOLOURINGS])
    found, counts = np.unique(codes.min(axis=0), return_counts=True)
    return tuple(
        ((int(code) // 2704, int(code) // 52 % 52, int(code) % 52), int(count))
        for code, count in zip(found, counts, strict=True)
    )


def _code(flops: Ints) -> Ints:
    return (flops[..., 0] * 52 + flops[..., 1]) * 52 + flops[..., 2]


@cache
def _class_numbers() -> dict[tuple[Card, ...], int]:
    return {flop: at for at, (flop, _) in enumerate(flop_classes())}


def to_class(flop: tuple[Card, ...]) -> tuple[int, int]:
    """The class of a flop, and the number of the exchange of suits that leads to its representative."""
    images = np.sort(RECOLOURINGS[:, list(flop)], axis=1)
    best = int(np.argmin(_code(images)))
    return _class_numbers()[tuple(int(c) for c in images[best])], best


@dataclass(frozen=True, slots=True)
class FlopSpace:
    """What can still come after a flop, with what exchanging suits leaves alone counted once.

    `images[g]` says where each hole goes under the g-th exchange that keeps the flop. `runouts` are one
    turn and river of each kind, and `weights` how many each stands for."""

    flop: tuple[Card, ...]
    rest: NDArray[np.uint8]
    images: NDArray[np.int64]
    runouts: NDArray[np.int64]
    weights: NDArray[np.int64]

    @classmethod
    def of(cls, flop: tuple[Card, ...]) -> FlopSpace:
        rest = np.array([c for c in range(52) if c not in flop], np.int64)
        kept = [colours for colours in RECOLOURINGS if set(colours[list(flop)].tolist()) == set(flop)]
        places = np.array([np.searchsorted(rest, colours[rest]) for colours in kept])
        images = np.ascontiguousarray(PAIR_NUMBER[places[:, PAIRS[:, 0]], places[:, PAIRS[:, 1]]])
        first, weights = np.unique(images.min(axis=0), return_counts=True)
        return cls(flop, rest.astype(np.uint8), images, PAIRS[first], weights.astype(np.int64))

    def number(self, hole: tuple[Card, ...]) -> int:
        """The number of a hole among those after this flop."""
        one, other = np.searchsorted(self.rest, hole)
        return int(PAIR_NUMBER[one, other])

    def by_rank_pair(self) -> tuple[NDArray[np.uint32], Ints]:
        """The holes sorted by their two ranks, and where each pair of ranks begins."""
        ranks = self.rest[PAIRS].astype(np.int64) // 4
        pairs = RANK_PAIR_NUMBER[ranks[:, 0], ranks[:, 1]]
        start = np.concatenate([[0], np.cumsum(np.bincount(pairs, minlength=len(RANK_PAIRS)))])
        return np.argsort(pairs, kind="stable").astype(np.uint32), start

    def classes(self) -> Ints:
        """The starting-hand class of each hole."""
        cards = self.rest[PAIRS]
        return CLASS_OF_PAIR[cards[:, 0], cards[:, 1]]


def hole_class(one: Card, other: Card) -> int:
    """0 to 168: row and column of the usual square, suited above the diagonal, offsuit below."""
    high, low = max(one // 4, other // 4), min(one // 4, other // 4)
    row, column = (high, low) if one % 4 == other % 4 else (low, high)
    return (12 - row) * 13 + (12 - column)


CLASS_OF_PAIR: Ints = np.array([[hole_class(one, other) for other in range(52)] for one in range(52)])


def class_name(number: int) -> str:
    """`AA`, `AKs`, `T9o`."""
    row, column = (12 - part for part in divmod(number, 13))
    high, low = RANKS[max(row, column)], RANKS[min(row, column)]
    return high + low + ("" if row == column else "s" if row > column else "o")


def class_size(number: int) -> int:
    """How many of the 1,326 holes are of this class."""
    row, column = divmod(number, 13)
    return 6 if row == column else 4 if row < column else 12


@cache
def flop_tables() -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]:
    """For each flop its class and the exchange of suits that leads there; each class's representative."""
    kinds = np.zeros(22_100, np.uint16)
    colours = np.zeros(22_100, np.uint8)
    for flop in combinations(range(52), 3):
        a, b, c = flop
        at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
        kinds[at], colours[at] = to_class(flop)
    return kinds, colours, np.array([flop for flop, _ in flop_classes()], np.uint8)
