"""How many hands a split becomes, and what that does to the cards each of them draws from.

Every split hand plays by the same rule book: its choices look at its own cards and the up card. Then
all unseen cards are exchangeable, and it does not matter which hand draws first: a hand's law depends
only on how many further cards of the pair, and how many other second cards known not to be of the pair,
are out. The second kind is removed one at a time: a card that may be anything is of the pair or is not,

    E[a, b - 1] = v E[a + 1, b - 1] + (1 - v) E[a, b],

so E[a, b] is a combination of laws with only cards of the pair removed, and those can be counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

Mix = dict[tuple[str, int], Fraction]
"""A combination of counted laws: (part, cards of the pair removed) to its coefficient. Part `N` is
"the second card is not of the pair", part `P` "it is", both with the chance of that included."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way for a split to end: its chance, and the hands by what is known of their second cards."""

    chance: Fraction
    hands: tuple[tuple[int, Mix], ...]
    """(how many, their law)"""


@cache
def scenarios(pairs_left: int, cards_left: int, limit: int) -> tuple[Scenario, ...]:
    """Ways to end after a pair is split, with `cards_left` unseen, of which `pairs_left` are of the pair.

    The dealer's up card and the two split cards are already out; `limit` is the most hands allowed."""
    others = cards_left - pairs_left
    found: list[Scenario] = []
    for hands in range(2, limit):
        # every hand's second card is something else; there are hands - 1 orders for two and three hands
        chance = (hands - 1) * _draws(pairs_left, others, cards_left, hands - 2, hands)
        if chance:
            law = _settled(pairs_left, cards_left, hands - 2, hands - 1)
            found.append(Scenario(chance, ((hands, law),)))
    for done in range(limit - 1):
        # `done` hands had their second card when the last split happened; the others take any card
        orders = 2 if limit == 4 and done else 1
        chance = orders * _draws(pairs_left, others, cards_left, limit - 2, done)
        if not chance:
            continue
        parts = [(limit - done, _open(pairs_left, cards_left, limit - 2, done))]
        if done:
            parts.append((done, _settled(pairs_left, cards_left, limit - 2, done - 1)))
        found.append(Scenario(chance, tuple(parts)))
    return tuple(found)


def _draws(pairs: int, others: int, cards: int, of_pair: int, of_others: int) -> Fraction:
    """The chance of one given order of cards of the pair and others."""
    chance = Fraction(1)
    for i in range(of_pair):
        chance *= Fraction(max(pairs - i, 0), cards - i)
    for i in range(of_others):
        chance *= Fraction(max(others - i, 0), cards - of_pair - i)
    return chance


def _open(pairs: int, cards: int, a: int, b: int) -> Mix:
    """A hand whose second card may be anything, with `a` of the pair and `b` others removed."""
    if b == 0:
        return {("N", a): Fraction(1), ("P", a): Fraction(1)} if pairs > a else {("N", a): Fraction(1)}
    v = Fraction(pairs - a, cards - a - (b - 1))
    return _without(v, _open(pairs, cards, a, b - 1), lambda: _open(pairs, cards, a + 1, b - 1))


def _settled(pairs: int, cards: int, a: int, b: int) -> Mix:
    """A hand whose second card is not of the pair, with `a` of the pair and `b` others removed."""
    v = Fraction(pairs - a, cards - a - b)
    if b == 0:
        return {("N", a): 1 / (1 - v)}
    return _without(v, _settled(pairs, cards, a, b - 1), lambda: _settled(pairs, cards, a + 1, b - 1))


def _without(v: Fraction, either: Mix, of_pair: Callable[[], Mix]) -> Mix:
    """The recursion above, solved for E[a, b]."""
    mix: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for law, coefficient in either.items():
        mix[law] += coefficient / (1 - v)
    if v:
        for law, coefficient in of_pair().items():
            mix[law] -= coefficient * v / (1 - v)
    return dict(mix)


@cache
def whole_split(pairs_left: int, cards_left: int, limit: int) -> Mix:
    """The sum over all hands of all scenarios: apply it to the counted laws of one hand."""
    mix: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for scenario in scenarios(pairs_left, cards_left, limit):
        for many, law in scenario.hands:
            for part, coefficient in law.items():
                mix[part] += scenario.chance * many * coefficient
    return dict(mix)
