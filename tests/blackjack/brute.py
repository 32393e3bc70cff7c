"""Blackjack reckoned card by card on a small shoe, without any of the solver's counting.

Only the decisions are the solver's. Everything is an exact fraction; hands of a split are dealt one after
the other from what is left, as at the table.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from pitboss.cardplay.blackjack.hands import ACE_VALUE, VALUES, dealer_draws, total_of_values
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT
from pitboss.cardplay.blackjack.play import Play, pairs

Counts = tuple[int, ...]
Hands = tuple[tuple[int, int], ...]
"""(total, units) of each finished hand, in any order"""
Law = dict[Fraction, Fraction]


class Table:
    def __init__(self, play: Play) -> None:
        self.play = play
        self.rules = play.shoe.rules
        self.hands = play.shoe.hands
        self._dealer: dict[tuple[Counts, Counts], dict[str, Fraction]] = {}
        self._splits: dict[object, dict[tuple[Counts, Hands], Fraction]] = {}

    def outcomes(self) -> tuple[Law, Law]:
        """Net results of rounds without and with a split, each with its probability."""
        plain: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        split: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        shoe = tuple(int(n) for n in self.play.shoe.counts)
        for up, at_up in draws(shoe):
            for a, at_a in draws(shoe_without(shoe, up)):
                for b, at_b in draws(shoe_without(shoe, up, a)):
                    left = shoe_without(shoe, up, a, b)
                    hand = self.hands.find((a, b))
                    into = split if hand in pairs() and self.play.split[up, pairs()[hand]] else plain
                    for net, chance in self.round(up, (a, b), left).items():
                        into[net] += at_up * at_a * at_b * chance
        return dict(plain), dict(split)

    def round(self, up: int, cards: tuple[int, int], left: Counts) -> Law:
        hand = self.hands.find(cards)
        law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        blackjack = self.dealer((up,), left).get("blackjack", Fraction(0))
        if self.rules.peeks:
            law[Fraction(0 if hand == self.hands.find((0, 9)) else -1)] += blackjack
        if hand == self.hands.find((0, 9)):
            law[self.rules.blackjack_odds.net] += 1 - blackjack
            if not self.rules.peeks:
                law[Fraction(0)] += blackjack
        elif self.play.surrender[up, hand]:
            law[Fraction(-1, 2)] += 1 - blackjack
            if not self.rules.peeks:
                law[Fraction(-1)] += blackjack
        else:
            for (rest, finished), chance in self.played(up, cards, left).items():
                for ending, at in self.dealer((up,), rest).items():
                    if ending != "blackjack" or not self.rules.peeks:
                        law[net_of(finished, ending)] += chance * at
        return law

    def played(self, up: int, cards: tuple[int, int], left: Counts) -> dict[tuple[Counts, Hands], Fraction]:
        """Cards left and finished hands, with probabilities."""
        hand = self.hands.find(cards)
        if hand in pairs() and self.play.split[up, pairs()[hand]]:
            return self.split_hands(up, cards[0], left, 2, 1, ())
        return self.one_hand(up, cards, left, int(self.play.two[up, hand]), 1)

    def one_hand(
        self, up: int, cards: tuple[int, ...], left: Counts, choice: int, units: int
    ) -> dict[tuple[Counts, Hands], Fraction]:
        if choice not in (HIT, DOUBLE):
            return {(left, ((total_of_values(cards)[0], units),)): Fraction(1)}
        found: defaultdict[tuple[Counts, Hands], Fraction] = defaultdict(Fraction)
        for card, chance in draws(left):
            more, rest = (*cards, card), shoe_without(left, card)
            stake = 2 if choice == DOUBLE else units
            total, _ = total_of_values(more)
            if total > 21 or choice == DOUBLE:
                found[rest, ((total, stake),)] += chance
                continue
            after = int(self.play.many[up, self.hands.find(more)])
            for key, at in self.one_hand(up, more, rest, after, units).items():
                found[key] += chance * at
        return found

    def split_hands(
        self, up: int, pair: int, left: Counts, made: int, waiting: int, done: Hands
    ) -> dict[tuple[Counts, Hands], Fraction]:
        """A split card takes its second card; `waiting` others do so after it."""
        key = up, pair, left, made, waiting, done
        if key in self._splits:
            return self._splits[key]
        limit = self.rules.split_limit(aces=pair == ACE_VALUE)
        found: defaultdict[tuple[Counts, Hands], Fraction] = defaultdict(Fraction)
        for card, chance in draws(left):
            rest = shoe_without(left, card)
            if card == pair and made < limit:
                for end, at in self.split_hands(up, pair, rest, made + 1, waiting + 1, done).items():
                    found[end] += chance * at
                continue
            choice = int(self.play.two_after_split(up, pair)[self.hands.find((pair, card))])
            for (after, hand), at in self.one_hand(up, (pair, card), rest, choice, 1).items():
                all_done = tuple(sorted(done + hand))
                if not waiting:
                    found[after, all_done] += chance * at
                    continue
                for end, then in self.split_hands(up, pair, after, made, waiting - 1, all_done).items():
                    found[end] += chance * at * then
        self._splits[key] = dict(found)
        return self._splits[key]

    def dealer(self, cards: tuple[int, ...], left: Counts) -> dict[str, Fraction]:
        """The dealer's endings: `17` to `21`, `bust`, `blackjack`."""
        total, soft = total_of_values(cards)
        if len(cards) == 2 and total == 21:
            return {"blackjack": Fraction(1)}
        if len(cards) > 1 and not dealer_draws(total, soft, self.rules.hits_soft_17):
            return {"bust" if total > 21 else str(total): Fraction(1)}
        key = tuple(sorted(cards)), left
        if key not in self._dealer:
            found: defaultdict[str, Fraction] = defaultdict(Fraction)
            for card, chance in draws(left):
                for ending, at in self.dealer((*cards, card), shoe_without(left, card)).items():
                    found[ending] += chance * at
            self._dealer[key] = dict(found)
        return self._dealer[key]


def draws(shoe: Counts) -> list[tuple[int, Fraction]]:
    """Each value that can come next, with its chance. A shoe that runs out would be the test's mistake."""
    size = sum(shoe)
    assert size, "the shoe of the test is too small"
    return [(value, Fraction(shoe[value], size)) for value in range(VALUES) if shoe[value]]


def shoe_without(shoe: Counts, *cards: int) -> Counts:
    left = list(shoe)
    for card in cards:
        left[card] -= 1
    return tuple(left)


def net_of(hands: Hands, ending: str) -> Fraction:
    """What finished hands win against a dealer's ending."""
    net = 0
    for total, units in hands:
        if total > 21 or ending == "blackjack":
            net -= units
        elif ending == "bust" or total > int(ending):
            net += units
        elif total < int(ending):
            net -= units
    return Fraction(net)
