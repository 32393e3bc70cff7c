"""Down Under Hold'em in the solver's terms, and the chances that follow from its solution."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from pitboss.approvals import PayTable
from pitboss.edge.holdem import columns
from pitboss.edge.holdem.folded import FoldedCounts, folded_counts
from pitboss.edge.holdem.rules import TALLIED, HoldemRules, Showdown
from pitboss.edge.holdem.solve import DEALS, Solution
from pitboss.games.down_under_holdem import AT_FLOP, BEFORE_FLOP, GROUP_RANKS
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name

_FLOPPED_ROYALS = 4 * comb(5, 2)
"""holes and flops that together are a royal flush"""


def rules_of(table: PayTable, *, seen: bool = True) -> HoldemRules:
    """The main game on a Bet pay table (DU-04 to DU-10); `seen` false hides the card reader's lights."""
    even, lose, tie = table.net("player-better"), table.net("dealer-better"), table.net("tie")
    other = even + table.net("other")
    win = {
        kind: even + bet_net(table, kind) for kind in Category if bet_net(table, kind) != table.net("other")
    }
    return HoldemRules(
        name="down-under-holdem",
        base=Showdown(other=other, win=win, tie=2 * tie, lose=2 * lose),
        play=Showdown(other=even, tie=tie, lose=lose),
        fold=-2 * table.net("fold"),
        before_flop=tuple(BEFORE_FLOP),
        flop_times=AT_FLOP,
        groups=tuple(tuple(ranks) for ranks in GROUP_RANKS) if seen else (),
    )


def bet_net(table: PayTable, kind: Category) -> Fraction:
    """What the Bet wins on a winning hand of this kind (DU-10)."""
    line = table.by_hand.get(line_name(kind))
    return table.net(line.hand if line else "other")


@dataclass(frozen=True)
class MainGame:
    """The solved main game: counts of everything that can happen under optimal play."""

    table: PayTable
    solution: Solution

    @cached_property
    def outcomes(self) -> dict[Fraction, Fraction]:
        """Net in antes on Ante, Bet and Play together."""
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        choices, sums = self.solution.choices(), self.solution.sums
        for times in (0, *BEFORE_FLOP):
            chosen = choices == times
            stage = 1 if times == 0 else 0
            vector = [int(n) for n in sums[:, :, stage][chosen].sum(axis=0)]
            self._add(found, vector, times or AT_FLOP)
        found[2 * self.table.net("fold")] += self.decisions["fold"]
        return {net: chance for net, chance in found.items() if chance}

    def _add(self, found: dict[Fraction, Fraction], vector: list[int], times: int) -> None:
        """The results of a Play wager with this count vector."""
        even, lose, tie = (self.table.net(n) for n in ("player-better", "dealer-better", "tie"))
        wins, ties = vector[columns.WINS], vector[columns.TIES]
        named = 0
        for at, kind in enumerate((*TALLIED, Category.ROYAL_FLUSH)):
            count = vector[columns.WINS_WITH + at]
            named += count
            found[(1 + times) * even + bet_net(self.table, kind)] += Fraction(count, DEALS)
        found[(1 + times) * even + self.table.net("other")] += Fraction(wins - named, DEALS)
        found[(2 + times) * tie] += Fraction(ties, DEALS)
        found[(2 + times) * lose] += Fraction(vector[columns.ALL] - wins - ties, DEALS)

    @cached_property
    def decisions(self) -> dict[str, Fraction]:
        """How often each decision is made, of all rounds."""
        choices, deals = self.solution.choices(), self.solution.deals()
        played = self.solution.sums[:, :, 1, columns.ALL]
        waits = choices == 0
        counts = {f"play-{times}x": int(deals[choices == times].sum()) for times in BEFORE_FLOP}
        counts |= {
            "check": int(deals[waits].sum()),
            "play-1x": int(played[waits].sum()),
            "fold": int((deals - played)[waits].sum()),
        }
        return {name: Fraction(count, DEALS) for name, count in counts.items()}

    @property
    def action(self) -> Fraction:
        """Expected total of Ante, Bet and Play per Ante."""
        return 2 + sum(
            (times * self.decisions[f"play-{times}x"] for times in (*BEFORE_FLOP, AT_FLOP)), Fraction(0)
        )

    def _deals_with(self, slot: int, *, folded: bool) -> int:
        """Deals, or folded deals, in which the player's seven cards make a tallied hand."""
        column = columns.ALL_WITH + slot
        every = self.solution.sums[:, :, 0, column]
        if not folded:
            return int(every.sum())
        waits = self.solution.choices() == 0
        return int((every - self.solution.sums[:, :, 1, column])[waits].sum())

    def of_seven(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each hand of the player's seven cards (of those not folded, where folding loses it)."""
        community = len(TALLIED)
        chances = {}
        for slot, kind in enumerate(TALLIED):
            slots = (slot, community) if kind is Category.ROYAL_FLUSH else (slot,)
            count = sum(self._deals_with(s, folded=False) for s in slots)
            if lost:
                count -= sum(self._deals_with(s, folded=True) for s in slots)
            chances[line_name(kind)] = Fraction(count, DEALS)
        return chances

    def of_board(self, lost: bool) -> dict[str, Fraction]:
        """The same for jackpot option 1, the royal flushes kept apart (JP-21, JP-26)."""
        chances = self.of_seven(lost)
        community = self._deals_with(len(TALLIED), folded=False)
        if lost:
            community -= self._deals_with(len(TALLIED), folded=True)
        chances["community-royal-flush"] = Fraction(community, DEALS)
        flopped = Fraction(_FLOPPED_ROYALS, comb(52, 2) * comb(50, 3))
        if lost:
            flopped -= Fraction(self.folded.with_flop[Category.ROYAL_FLUSH], DEALS)
        chances["flopped-royal-flush"] = flopped
        chances["royal-flush"] -= chances["community-royal-flush"] + flopped
        return chances

    def of_flop(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each hand made with the flop (JP-22, JP-23)."""
        chances = {line_name(kind): Fraction(count, comb(52, 5)) for kind, count in FIVE_CARDS.items()}
        if lost:
            for kind, count in self.folded.with_flop.items():
                chances[line_name(kind)] -= Fraction(count, DEALS)
        return chances

    def of_match(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each line of Match the Dealer (DU-14)."""
        chances = {name: Fraction(count, comb(52, 2) * comb(50, 2)) for name, count in MATCHES.items()}
        if lost:
            for name, count in self.folded.matches.items():
                chances[name] -= Fraction(count, DEALS)
        return chances

    @cached_property
    def folded(self) -> FoldedCounts:
        return folded_counts(self.solution)


def _five_card_counts() -> dict[Category, int]:
    """How many of the 2,598,960 hands of five cards are of each kind."""
    ranks = comb(13, 5)
    straights, suits = 10, 4
    counts = {
        Category.ROYAL_FLUSH: suits,
        Category.STRAIGHT_FLUSH: suits * (straights - 1),
        Category.FOUR_OF_A_KIND: 13 * 12 * 4,
        Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
        Category.FLUSH: suits * (ranks - straights),
        Category.STRAIGHT: straights * (4**5 - suits),
        Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
        Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
        Category.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
    }
    counts[Category.HIGH_CARD] = comb(52, 5) - sum(counts.values())
    return counts


def _match_counts() -> dict[str, int]:
    """How many of the 1,326 x 1,225 deals of player's and dealer's two cards make each match."""
    pairs, unpaired = 13 * comb(4, 2), comb(13, 2) * 16
    return {
        "four-of-a-kind": pairs * 1,
        "three-of-a-kind": pairs * 2 * 48 + unpaired * 2 * comb(3, 2),
        "two-matches": unpaired * 3 * 3,
        "one-match": unpaired * 2 * 3 * 44,
    }


FIVE_CARDS = _five_card_counts()
MATCHES = _match_counts()
