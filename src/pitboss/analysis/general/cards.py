"""The cards of a shoe in classes that the rules cannot tell apart, and every way to draw from them.

A sheet may declare ranks that are alike and suits that are ignored, or that matter only as equal or not, all over the
table or at one place. Draws are counted as ordered draws without replacement, so that the weights of all ways to draw
`n` cards of `size` add up to size! / (size - n)!.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import factorial, perm
from typing import NamedTuple

from pitboss.core.cards import JOKER, RANKS, SUITS, Card, text
from pitboss.sheets import RuleSheet
from pitboss.sheets.model import SettledBy

MOST_WAYS = 400_000
"""ways to draw one hand that are still listed one by one"""


class Draw(NamedTuple):
    """One way to draw: the classes drawn, how many ordered draws it stands for, and those cards."""

    classes: tuple[int, ...]
    weight: int
    cards: tuple[Card, ...]


class TooManyWays(Exception):
    """A single hand can be drawn in more ways than can be listed."""


Marks = tuple[tuple[tuple[int, ...], ...], ...]
"""by suit, which rows of it each draw so far has taken: suits with equal marks are interchangeable"""


@dataclass(frozen=True)
class Pack:
    members: tuple[tuple[Card, ...], ...]
    """the cards of each class"""
    rows: tuple[tuple[int, int], ...]
    """of each class: its row (ranks that are alike), and its suit where suits matter, else -1"""
    symmetric: bool = False
    """suits matter only as equal or not"""
    apart: bool = False
    """and that only at one place: what lies elsewhere takes cards away, no more"""

    @classmethod
    def of(cls, rules: RuleSheet | SettledBy, cards: Sequence[Card]) -> Pack:
        """The shoe's cards as the rules see them, or as much as one wager does."""
        return _pack(rules.suits, rules.alike, tuple(cards))

    @classmethod
    def sorted_out(
        cls, declared: str, groups_alike: tuple[tuple[int, ...], ...], cards: Sequence[Card]
    ) -> Pack:
        alike = {rank: min(group) for group in groups_alike for rank in group}
        groups: dict[tuple[int, int], list[Card]] = {}
        for card in sorted(cards):
            rank = card >> 2
            suit = -1 if declared == "ignored" or card == JOKER else card & 3
            groups.setdefault((alike.get(rank, rank), suit), []).append(card)
        keys = tuple(sorted(groups))
        suits = [
            [(row, len(groups[row, of])) for row, of in keys if of == suit] for suit in range(len(SUITS))
        ]
        symmetric = declared in ("symmetric", "apart") and all(suit == suits[0] for suit in suits)
        return cls(
            tuple(tuple(groups[key]) for key in keys), keys, symmetric, symmetric and declared == "apart"
        )

    @cached_property
    def class_of(self) -> dict[Card, int]:
        return {card: at for at, cards in enumerate(self.members) for card in cards}

    def renamed(self, dice: random.Random) -> dict[Card, Card]:
        """What each card may be taken for: another of its class, suits renamed where only their equality counts."""
        found: dict[Card, Card] = {}
        for members in self.members:
            unlike = sorted(set(members))
            found.update(zip(unlike, dice.sample(unlike, len(unlike)), strict=True))
        if self.symmetric:
            suits = dice.sample(range(len(SUITS)), len(SUITS))
            found = {a: b if b == JOKER else (b & ~3) | suits[b & 3] for a, b in found.items()}
        return found

    @cached_property
    def full(self) -> tuple[int, ...]:
        return tuple(len(cards) for cards in self.members)

    @cached_property
    def size(self) -> int:
        return sum(self.full)

    @cached_property
    def no_marks(self) -> Marks:
        return ((),) * len(SUITS) if self.symmetric else ()

    def marked(self, marks: Marks, classes: tuple[int, ...]) -> Marks:
        """The marks after a draw."""
        if not self.symmetric:
            return marks
        return tuple(
            (*mark, tuple(self.rows[c][0] for c in classes if self.rows[c][1] == suit))
            for suit, mark in enumerate(marks)
        )

    def ways(self, left: Sequence[int], count: int) -> int:
        """How many ways there are to draw `count` cards, suits not yet taken together."""
        totals = [1] + [0] * count
        for have in left:
            for n in range(count, 0, -1):
                totals[n] += sum(totals[n - k] for k in range(1, min(have, n) + 1))
        return totals[count]

    def draws(self, left: list[int], count: int, marks: Marks) -> list[Draw]:
        """Every way to draw, interchangeable suits once."""
        if count == 1 and not self.apart:
            return self._singles(left, marks)
        if count > 1 and self.ways(left, count) > MOST_WAYS:
            raise TooManyWays(f"{count} of {sum(left)} cards")
        if count > 1 and tuple(left) == self.full:
            # every trail begins here
            if count not in self._first:
                self._first[count] = self._listed(left, count, marks)
            return self._first[count]
        return self._listed(left, count, marks)

    @cached_property
    def _first(self) -> dict[int, list[Draw]]:
        """the ways to draw a hand from the whole shoe, by its cards"""
        return {}

    def _listed(self, left: list[int], count: int, marks: Marks) -> list[Draw]:
        if self.apart:
            return self._together(left, count, marks)
        found = []
        for classes in self._multisets(left, count, 0):
            times = self._images(classes, marks) if self.symmetric else 1
            if times:
                found.append(self.draw(left, classes, times))
        return found

    def _together(self, left: list[int], count: int, marks: Marks) -> list[Draw]:
        """Draws that differ only in the names of suits at this place, those counted that are still there."""
        known = self._looks.setdefault((count, marks), {})
        single = max(self.full) == 1
        """of every card one: all draws weigh the same, and are listed fast"""
        there = [at for at, have in enumerate(left) if have]
        first: dict[int, tuple[int, ...]] = {}
        weights: dict[int, int] = {}
        for classes in combinations(there, count) if single else self._multisets(left, count, 0):
            look = known.get(classes)
            if look is None:
                named = self._look(classes, marks)
                look = known[classes] = self._numbers.setdefault(named, len(self._numbers))
            if look not in weights:
                first[look] = classes
                weights[look] = 0
            weights[look] += 1 if single else self.draw(left, classes).weight
        each = factorial(count) if single else 1
        return [
            Draw(classes, weights[look] * each, self.draw(left, classes).cards)
            for look, classes in first.items()
        ]

    def _look(self, classes: tuple[int, ...], marks: Marks) -> tuple[object, ...]:
        """The same for draws that differ only in interchangeable suits."""
        taken = self.marked(((),) * len(SUITS), classes)
        return tuple(sorted(zip(marks, taken, strict=True)))

    @cached_property
    def _looks(self) -> dict[tuple[int, Marks], dict[tuple[int, ...], int]]:
        return {}

    @cached_property
    def _numbers(self) -> dict[tuple[object, ...], int]:
        return {}

    def beginnings(self, count: int) -> list[Draw]:
        """Of ways to draw so many from the whole shoe, interchangeable suits once: what the first suit takes. There
        are too many to list them whole; `goes_on` has the rest of each, and its weight."""
        if count in self._begun:
            return self._begun[count]
        found = self._begun[count] = []
        for many in range(count + 1):
            for mine in self._of_suit(0, many):
                if next(self._filled(1, count - many, self._rows(mine)), None) is not None:
                    found.append(Draw(mine, 1, self.draw(self.full, mine).cards if mine else ()))
        return found

    @cached_property
    def _begun(self) -> dict[int, list[Draw]]:
        return {}

    def goes_on(self, mine: tuple[int, ...], count: int) -> list[Draw]:
        found = []
        for rest in self._filled(1, count - len(mine), self._rows(mine)):
            whole = self.draw(self.full, mine + rest, self._images(mine + rest, self.no_marks))
            found.append(Draw(rest, whole.weight, whole.cards[len(mine) :]))
        return found

    def _rows(self, classes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.rows[at][0] for at in classes)

    @cached_property
    def _by_suit(self) -> dict[tuple[int, int], list[tuple[int, ...]]]:
        return {}

    def _of_suit(self, suit: int, count: int) -> list[tuple[int, ...]]:
        """So many of one suit; jokers are of suit -1."""
        key = (suit, count)
        if key not in self._by_suit:
            mine = [at for at, (_, of) in enumerate(self.rows) if of == suit]
            have = [self.full[at] for at in mine]
            self._by_suit[key] = [tuple(mine[n] for n in ns) for ns in self._multisets(have, count, 0)]
        return self._by_suit[key]

    def _filled(self, suit: int, count: int, most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """So many of this suit and those after it, each no higher than the one before it, and jokers."""
        if suit == len(SUITS):
            yield from self._of_suit(-1, count)
            return
        for many in range(min(count, len(most)), -1, -1):
            for mine in self._of_suit(suit, many):
                if _order(rows := self._rows(mine)) <= _order(most):
                    for rest in self._filled(suit + 1, count - many, rows):
                        yield mine + rest

    def _singles(self, left: list[int], marks: Marks) -> list[Draw]:
        first: dict[object, int] = {}
        alike: dict[int, int] = {}
        """of interchangeable suits the first, and how many they are"""
        for suit, mark in enumerate(marks):
            one = first.setdefault(mark, suit)
            alike[one] = alike.get(one, 0) + 1
        found = []
        for at, have in enumerate(left):
            times = alike.get(self.rows[at][1], 0) if marks and self.rows[at][1] >= 0 else 1
            if have and times:
                found.append(Draw((at,), have * times, (self.members[at][self.full[at] - have],)))
        return found

    def one_draw(self, left: list[int], count: int, dice: random.Random) -> Draw:
        """One way at random, as it comes from a shuffled shoe."""
        rest = [at for at, have in enumerate(left) for _ in range(have)]
        return self.draw(left, tuple(sorted(dice.sample(rest, count))))

    def draw(self, left: Sequence[int], classes: tuple[int, ...], times: int = 1) -> Draw:
        """These classes, drawn from what is left; `times` for the draws that it stands for."""
        if len(classes) == 1:
            at = classes[0]
            cards = self.members[at]
            return Draw(classes, times * left[at], (cards[len(cards) - left[at]],))
        drawn: list[Card] = []
        weight = times * factorial(len(classes))
        for at, many in Counter(classes).items():
            weight = weight * perm(left[at], many) // factorial(many)
            first = len(self.members[at]) - left[at]
            drawn.extend(self.members[at][first : first + many])
        return Draw(classes, weight, tuple(drawn))

    def _multisets(self, left: Sequence[int], count: int, first: int) -> Iterator[tuple[int, ...]]:
        if count == 0:
            yield ()
            return
        for at in range(first, len(left)):
            for many in range(1, min(left[at], count) + 1):
                mine = (at,) * many
                for rest in self._multisets(left, count - many, at + 1):
                    yield mine + rest

    def _images(self, classes: tuple[int, ...], marks: Marks) -> int:
        """How many draws differ from this one only in interchangeable suits; 0 if another one stands for them."""
        taken = self.marked(((),) * len(SUITS), classes)
        groups: dict[tuple[tuple[int, ...], ...], list[tuple[tuple[int, ...], ...]]] = {}
        for suit, mark in enumerate(marks):
            groups.setdefault(mark, []).append(taken[suit])
        images = 1
        for group in groups.values():
            if any(_order(a[0]) < _order(b[0]) for a, b in pairwise(group)):
                return 0
            images *= factorial(len(group))
            for many in Counter(group).values():
                images //= factorial(many)
        return images

    def estimate(self, ways: int, count: int, marks: Marks) -> int:
        """About how many of these ways to draw `draws` would list: interchangeable suits once."""
        if ways <= MOST_WAYS and marks == self.no_marks and self.symmetric:
            return len(self.draws(list(self.full), count, marks))
        for many in Counter(marks).values():
            ways //= factorial(many)
        return max(1, ways)

    def name(self, card: Card) -> str:
        """A card as the rules see it: `T`, or `Ks` where suits matter."""
        return self.names((card,), {})

    def canonical(self, hands: Sequence[tuple[Card, ...]]) -> dict[int, int]:
        """New names for the suits of what a player has seen, the same for all deals that look alike."""
        if not self.symmetric:
            return {}
        rows = [[self.rows[self.class_of[card]] for card in hand] for hand in hands]
        taken = [
            tuple(tuple(sorted(row for row, of in hand if of == suit)) for hand in rows)
            for suit in range(len(SUITS))
        ]
        order = sorted(range(len(SUITS)), key=lambda suit: taken[suit], reverse=True)
        return {suit: at for at, suit in enumerate(order)}

    def names(self, cards: tuple[Card, ...], suits: dict[int, int]) -> str:
        """Cards of one hand in one order, suits renamed."""
        shown = []
        for card in cards:
            row, suit = self.rows[self.class_of[card]]
            shown.append((row, suits.get(suit, suit), card == JOKER))
        return " ".join(
            text(JOKER) if joker else RANKS[row] + (SUITS[suit] if suit >= 0 else "")
            for row, suit, joker in sorted(shown, reverse=True)
        )


def _order(rows: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Suits that could change names come in this order, the most cards first: one of them stands for all."""
    return len(rows), rows


@lru_cache(maxsize=8)
def _pack(declared: str, alike: tuple[tuple[int, ...], ...], cards: tuple[Card, ...]) -> Pack:
    """Of a table's shoe once: each task and each round of a hint asks for it."""
    return Pack.sorted_out(declared, alike, cards)
