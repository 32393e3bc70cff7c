"""What a way of playing blackjack is worth, counted exactly off a fresh shoe.

Rounds without a split are counted by outcome. Of a split round the expectation and the units wagered
are exact: they are sums over single hands, and a single hand's law can be counted (see
`pitboss.cardplay.blackjack.counting`). How the hands of one split fall together is not counted; they are taken as
independent once the dealer's ending is known, which moves probability between outcomes of the one
round in forty that is split, but not the edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.blackjack import kernels
from pitboss.cardplay.blackjack.counting import BLACKJACK_CLASS, Mix, scenarios, whole_split
from pitboss.cardplay.blackjack.hands import VALUES
from pitboss.cardplay.blackjack.kernels import DOUBLE
from pitboss.cardplay.blackjack.play import (
    HOLES,
    Ints,
    Play,
    blackjack_hand,
    pairs,
    split_left,
    split_limit,
    split_starts,
    split_units,
)

_MOST_UNITS = 8
"""four hands, each doubled"""


@dataclass(frozen=True, slots=True)
class Count:
    """A play's exact worth per unit of the first wager."""

    outcomes: dict[Fraction, Fraction]
    """net to probability; sums to one and has the exact mean, see the module for split rounds"""
    expectation: Fraction
    action: Fraction
    """units wagered on average"""
    split_rounds: Fraction


def count_play(play: Play) -> Count:
    starts = _Starts(play)
    sums = _Sums(play)
    outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    peeks = play.shoe.rules.peeks
    pays = play.shoe.rules.blackjack_odds.net
    outcomes[pays] += starts.mass["natural"]
    outcomes[Fraction(0)] += starts.blackjack["natural"] + sums.push[0] + sums.push[1]
    outcomes[Fraction(-1, 2)] += starts.mass["surrender"]
    outcomes[Fraction(-1)] += starts.blackjack["surrender"] + starts.blackjack["single"]
    outcomes[Fraction(-1 if peeks else -2)] += starts.blackjack["double"]
    for units, kind in ((1, "single"), (2, "double")):
        win, push = sums.win[units - 1], sums.push[units - 1]
        outcomes[Fraction(units)] += win
        outcomes[Fraction(-units)] += starts.mass[kind] - win - push
    split_mass = starts.mass["split"] + starts.blackjack["split"]
    split_mean = sums.split_gain - sums.split_units
    units_split = sums.split_units
    if peeks:
        outcomes[Fraction(-1)] += starts.blackjack["split"]
        units_split += starts.blackjack["split"]
    played = starts.mass["split"] if peeks else split_mass
    for net, chance in _exact_mean(_split_law(play), played, split_mean).items():
        outcomes[net] += chance
    doubled = starts.mass["double"] + (0 if peeks else starts.blackjack["double"])
    action = 1 - split_mass + units_split + doubled
    law = {net: chance for net, chance in outcomes.items() if chance}
    mean = sum((net * chance for net, chance in law.items()), Fraction(0))
    return Count(law, mean, action, split_mass)


class _Starts:
    """How often each kind of first hand comes: `mass` without, `blackjack` with a dealer's blackjack."""

    def __init__(self, play: Play) -> None:
        counts = [int(count) for count in play.shoe.counts]
        cards = sum(counts)
        self.mass: defaultdict[str, Fraction] = defaultdict(Fraction)
        self.blackjack: defaultdict[str, Fraction] = defaultdict(Fraction)
        orders: defaultdict[tuple[str, bool], int] = defaultdict(int)
        hands = play.shoe.hands
        for up in range(VALUES):
            hole = int(HOLES[up])
            for hand in hands.of_two():
                a, b = hands.cards(hand)
                left = counts.copy()
                ways = left[up]
                left[up] -= 1
                ways *= left[a]
                left[a] -= 1
                ways *= left[b] * (1 if a == b else 2)
                left[b] -= 1
                kind = _kind(play, up, hand)
                dealer = left[hole] if hole >= 0 else 0
                orders[kind, True] += ways * dealer
                orders[kind, False] += ways * (cards - 3 - dealer)
        for (kind, dealer_has), many in orders.items():
            (self.blackjack if dealer_has else self.mass)[kind] += Fraction(many, perm(cards, 4))


def _kind(play: Play, up: int, hand: int) -> str:
    if hand == blackjack_hand():
        return "natural"
    if play.surrender[up, hand]:
        return "surrender"
    if hand in pairs() and play.split[up, pairs()[hand]]:
        return "split"
    return "double" if play.two[up, hand] == DOUBLE else "single"


class Counter:
    """Counts what hands win and push under a play, modulo primes; `fraction` puts the residues together."""

    def __init__(self, play: Play) -> None:
        self.play = play
        shoe = play.shoe
        self.cards = int(shoe.counts.sum())
        # the up card, two cards, a full hand, the dealer's draws, and what else a split takes out
        self.depth = 3 + play.longest_hand() + shoe.tree.deepest + _MOST_UNITS
        self.denominator = perm(self.cards, min(self.depth, self.cards))
        self.primes = enough_primes(4 * _MOST_UNITS * self.denominator)

    def fraction(self, residues: list[int]) -> Fraction:
        return reconstruct(residues, self.primes, self.denominator)

    def residues(self, up: int, left: Ints, held: Ints, reach: Ints) -> list[list[int]]:
        """Win and push with one unit, win and push with two, of the hands in `reach`."""
        hands, tree = self.play.shoe.hands, self.play.shoe.tree
        falls = residues_of_falls(int(left.sum()), self.depth, self.primes)
        moduli = np.array(self.primes, np.uint64)
        rows: Residues = kernels.settle_modular(
            up, left, held, hands.counts, hands.total, reach, *tree.nodes, moduli, falls
        )
        return [[int(residue) for residue in row] for row in rows]

    def split(self, up: int, pair: int) -> tuple[list[int], Fraction]:
        """Of a split pair: the residues of 2 x units won + units pushed, and the units wagered.

        Their difference is the expectation; with a peek, dealer blackjacks are in neither."""
        play, shoe = self.play, self.play.shoe
        of_pair = int(shoe.counts[pair]) - (up == pair)
        two = play.two_after_split(up, pair)
        held = np.zeros(VALUES, np.int64)
        held[pair] = 1
        reach = np.zeros((2, shoe.hands.total.size), np.int64)
        gain, units = [0] * len(self.primes), Fraction(0)
        mix = whole_split(of_pair - 2, self.cards - 3, split_limit(shoe, up, pair))
        for (part, removed), coefficient in mix.items():
            left = split_left(shoe, up, pair, removed)
            kernels.follow(shoe.hands.child, split_starts(pair, part), play.many[up], two, reach)
            rows = self.residues(up, left, held, reach)
            for i, prime in enumerate(self.primes):
                worth = 2 * rows[0][i] + rows[1][i] + 4 * rows[2][i] + 2 * rows[3][i]
                gain[i] = (gain[i] + worth * modulo(coefficient, prime)) % prime
            one, both = split_units(left, up, pair, part, two, shoe.rules.peeks)
            units += coefficient * Fraction(one + 2 * both, perm(int(left.sum()), 2))
        return gain, units


class _Sums:
    """The counted sums over all ways to play on: wins and pushes of single hands, and what splits gain."""

    def __init__(self, play: Play) -> None:
        counter = Counter(play)
        shoe = play.shoe
        total = [[0] * len(counter.primes) for _ in range(5)]
        self.split_units = Fraction(0)

        def add(row: int, residues: list[int], weight: Fraction) -> None:
            for i, prime in enumerate(counter.primes):
                total[row][i] = (total[row][i] + residues[i] * modulo(weight, prime)) % prime

        for up in np.flatnonzero(shoe.counts).tolist():
            reach = np.zeros((2, shoe.hands.total.size), np.int64)
            kernels.follow(shoe.hands.child, play.first_hands(up), play.many[up], play.two[up], reach)
            left = shoe.counts.copy()
            left[up] -= 1
            rows = counter.residues(up, left, np.zeros(VALUES, np.int64), reach)
            for row in range(4):
                add(row, rows[row], Fraction(int(shoe.counts[up]), counter.cards))
            for pair in np.flatnonzero(play.split[up]).tolist():
                of_pair = int(shoe.counts[pair]) - (up == pair)
                chance = Fraction(int(shoe.counts[up]) * of_pair * (of_pair - 1), perm(counter.cards, 3))
                gain, units = counter.split(up, pair)
                add(4, gain, chance)
                self.split_units += chance * units
        fractions = [counter.fraction(row) for row in total]
        self.win = (fractions[0], fractions[2])
        self.push = (fractions[1], fractions[3])
        self.split_gain = fractions[4]


def _split_law(play: Play) -> NDArray[np.float64]:
    """Net results of split rounds from -8 to 8 units, as chances; with a peek, without dealer blackjacks."""
    shoe = play.shoe
    cards = int(shoe.counts.sum())
    law = np.zeros(2 * _MOST_UNITS + 1)
    for up, pair in np.argwhere(play.split).tolist():
        of_pair = int(shoe.counts[pair]) - (up == pair)
        chance = int(shoe.counts[up]) * of_pair * (of_pair - 1) / perm(cards, 3)
        for scenario in scenarios(of_pair - 2, cards - 3, split_limit(shoe, up, pair)):
            parts = [(many, _hand_law(play, up, pair, mix)) for many, mix in scenario.hands]
            law += chance * float(scenario.chance) * _together(parts, shoe.rules.peeks)
    return law


def _hand_law(play: Play, up: int, pair: int, mix: Mix) -> NDArray[np.float64]:
    """One hand of a split by net result (-2 to 2) and dealer's ending."""
    nets = np.zeros((5, 7))
    for (part, removed), coefficient in mix.items():
        joint = play.split_laws[up, pair, part, removed]
        for w in range(2):
            for result, sign in ((0, 1), (1, 0), (2, -1)):
                nets[2 + sign * (w + 1)] += float(coefficient) * joint[w, result]
    return nets


def _together(parts: list[tuple[int, NDArray[np.float64]]], peeks: bool) -> NDArray[np.float64]:
    """The sum of the hands, independent given the dealer's ending."""
    law = np.zeros(2 * _MOST_UNITS + 1)
    for ending in range(7):
        if peeks and ending == BLACKJACK_CLASS:
            continue
        chance = float(parts[0][1][:, ending].sum())
        if chance <= 0.0:
            continue
        nets = np.ones(1)
        for many, hand in parts:
            for _ in range(many):
                nets = np.convolve(nets, hand[:, ending] / hand[:, ending].sum())
        reach = nets.size // 2
        law[_MOST_UNITS - reach : _MOST_UNITS + reach + 1] += chance * nets
    return law


def _exact_mean(law: NDArray[np.float64], mass: Fraction, mean: Fraction) -> dict[Fraction, Fraction]:
    """The law as fractions with exactly this mass and mean; what rounding lost goes to plus and minus one."""
    fractions: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for at, chance in enumerate(law.tolist()):
        if chance > 0.0:
            fractions[Fraction(at - _MOST_UNITS)] = Fraction(chance)
    if not fractions:
        return {}
    lost = mass - sum(fractions.values())
    skew = mean - sum(net * chance for net, chance in fractions.items())
    if max(abs(lost), abs(skew)) > Fraction(1, 10**12):
        raise ArithmeticError("the split rounds' law does not have its counted mass and mean")
    fractions[Fraction(1)] += (lost + skew) / 2
    fractions[Fraction(-1)] += (lost - skew) / 2
    return fractions


# Exact fractions from compiled code: count modulo several primes, put the residues together.
#
# A probability over a known common denominator D is an integer over D. Kernels compute it modulo a few
# 31-bit primes; the Chinese remainder theorem gives the integer back when the primes' product is larger.
# One prime more than needed is always used, and the result must agree with it.

Residues = NDArray[np.uint64]

_TOP: Final = 2**31 - 1


@cache
def primes(many: int) -> tuple[int, ...]:
    """The largest primes below 2**31, from the top."""
    found: list[int] = []
    for candidate in count(_TOP, -2):
        if _is_prime(candidate):
            found.append(candidate)
            if len(found) == many:
                return tuple(found)
    raise AssertionError("unreachable")


def _is_prime(n: int) -> bool:
    """Miller-Rabin with bases that decide every odd number below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def enough_primes(largest: int) -> tuple[int, ...]:
    """As many primes as it takes to tell integers up to `largest`, and one to check."""
    return primes(largest.bit_length() // 30 + 2)


def modulo(value: Fraction | int, prime: int) -> int:
    fraction = Fraction(value)
    return fraction.numerator * pow(fraction.denominator, -1, prime) % prime


@lru_cache(maxsize=256)
def residues_of_falls(size: int, depth: int, moduli: tuple[int, ...]) -> Residues:
    """`[i, j]`: one over size (size - 1) ... of j factors, modulo prime i; 0 past the last card."""
    table = np.zeros((len(moduli), depth + 1), np.uint64)
    for i, prime in enumerate(moduli):
        inverse = 1
        table[i, 0] = 1
        for j in range(1, min(depth, size) + 1):
            inverse = inverse * pow(size - j + 1, -1, prime) % prime
            table[i, j] = inverse
    return table


def reconstruct(residues: Sequence[int], moduli: Sequence[int], denominator: int) -> Fraction:
    """The fraction of that denominator, not negative, with these residues; the last prime must agree."""
    value, product = 0, 1
    for residue, prime in zip(residues[:-1], moduli[:-1], strict=True):
        target = residue * denominator % prime
        value += product * ((target - value) * pow(product, -1, prime) % prime)
        product *= prime
    check = moduli[-1]
    if (value - residues[-1] * denominator) % check:
        raise ArithmeticError("the residues do not belong to a fraction of the expected denominator")
    return Fraction(value, denominator)
