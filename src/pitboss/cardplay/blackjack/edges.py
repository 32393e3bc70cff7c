"""What a way of playing blackjack is worth, counted exactly off a fresh shoe.

Rounds without a split are counted by outcome. Of a split round the expectation and the units wagered
are exact: they are sums over single hands, and a single hand's law can be counted (see
`pitboss.cardplay.blackjack.counting`). How the hands of one split fall together is not counted; they are taken as
independent once the dealer's ending is known, which moves probability between outcomes of the one
round in forty that is split, but not the edge.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.exact import Residues, enough_primes, inverse_falls, modulo, reconstruct
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
    settled: dict[tuple[str, str], Fraction]
    """by wager and how it ends, as the settlement names them (`win` with a dealer's bust, `lose` with a player's):
    how many of them a round, all hands of a split counted; exact"""


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
    units_split = sums.split_hands[0] + 2 * sums.split_hands[1]
    split_mean = sums.split_gain - units_split
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
    return Count(law, mean, action, split_mass, _settled(starts, sums, peeks))


def _settled(starts: _Starts, sums: _Sums, peeks: bool) -> dict[tuple[str, str], Fraction]:
    found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    found["blackjack", "blackjack"] = starts.mass["natural"]
    found["blackjack", "both-blackjack"] = starts.blackjack["natural"]
    found["blackjack", "surrender"] = starts.mass["surrender"]
    found["blackjack", "dealer-blackjack"] = starts.blackjack["surrender"] + starts.blackjack["single"]
    if peeks:
        found["blackjack", "dealer-blackjack"] += starts.blackjack["double"] + starts.blackjack["split"]
    for more, kind in enumerate(("single", "double")):
        hands = starts.mass[kind] + sums.split_hands[more]
        if more and not peeks:
            hands += starts.blackjack[kind]
        win, push = sums.win[more] + sums.split_win[more], sums.push[more] + sums.split_push[more]
        for wager in ("blackjack", "double")[: more + 1]:
            found[wager, "win"] += win
            found[wager, "push"] += push
            found[wager, "lose"] += hands - win - push
    return {end: chance for end, chance in found.items() if chance}


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
        falls = inverse_falls(int(left.sum()), self.depth, self.primes)
        moduli = np.array(self.primes, np.uint64)
        rows: Residues = kernels.settle_modular(
            up, left, held, hands.counts, hands.total, reach, *tree.nodes, moduli, falls
        )
        return [[int(residue) for residue in row] for row in rows]

    def split(self, up: int, pair: int) -> tuple[list[list[int]], tuple[Fraction, Fraction]]:
        """Of a split pair's hands the residues, as `residues` has them, and how many are played for one unit and for
        two; with a peek, dealer blackjacks are in neither."""
        play, shoe = self.play, self.play.shoe
        of_pair = int(shoe.counts[pair]) - (up == pair)
        two = play.two_after_split(up, pair)
        held = np.zeros(VALUES, np.int64)
        held[pair] = 1
        reach = np.zeros((2, shoe.hands.total.size), np.int64)
        found, hands = [[0] * len(self.primes) for _ in range(4)], [Fraction(0), Fraction(0)]
        mix = whole_split(of_pair - 2, self.cards - 3, split_limit(shoe, up, pair))
        for (part, removed), coefficient in mix.items():
            left = split_left(shoe, up, pair, removed)
            kernels.follow(shoe.hands.child, split_starts(pair, part), play.many[up], two, reach)
            for row, residues in zip(found, self.residues(up, left, held, reach), strict=True):
                self.add(row, residues, coefficient)
            for units, many in enumerate(split_units(left, up, pair, part, two, shoe.rules.peeks)):
                hands[units] += coefficient * Fraction(many, perm(int(left.sum()), 2))
        return found, (hands[0], hands[1])

    def add(self, row: list[int], residues: list[int], weight: Fraction) -> None:
        for i, prime in enumerate(self.primes):
            row[i] = (row[i] + residues[i] * modulo(weight, prime)) % prime


class _Sums:
    """The counted sums over all ways to play on: wins and pushes of single hands and of the hands of splits, each
    played for one unit and for two."""

    def __init__(self, play: Play) -> None:
        counter = Counter(play)
        shoe = play.shoe
        total = [[0] * len(counter.primes) for _ in range(8)]
        split_hands = [Fraction(0), Fraction(0)]
        for up in np.flatnonzero(shoe.counts).tolist():
            reach = np.zeros((2, shoe.hands.total.size), np.int64)
            kernels.follow(shoe.hands.child, play.first_hands(up), play.many[up], play.two[up], reach)
            left = shoe.counts.copy()
            left[up] -= 1
            rows = counter.residues(up, left, np.zeros(VALUES, np.int64), reach)
            for row in range(4):
                counter.add(total[row], rows[row], Fraction(int(shoe.counts[up]), counter.cards))
            for pair in np.flatnonzero(play.split[up]).tolist():
                of_pair = int(shoe.counts[pair]) - (up == pair)
                chance = Fraction(int(shoe.counts[up]) * of_pair * (of_pair - 1), perm(counter.cards, 3))
                rows, hands = counter.split(up, pair)
                for row in range(4):
                    counter.add(total[4 + row], rows[row], chance)
                for units in range(2):
                    split_hands[units] += chance * hands[units]
        fractions = [counter.fraction(row) for row in total]
        self.win, self.push = fractions[0:4:2], fractions[1:4:2]
        self.split_win, self.split_push = fractions[4:8:2], fractions[5:8:2]
        self.split_hands = split_hands

    @property
    def split_gain(self) -> Fraction:
        """Twice the units won and the units pushed by splits: less the units wagered, the expectation."""
        (win, win_double), (push, push_double) = self.split_win, self.split_push
        return 2 * win + push + 2 * (2 * win_double + push_double)


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
