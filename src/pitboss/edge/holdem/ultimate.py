"""Ultimate Texas Hold'em in the solver's terms, and the chances that follow from its solution.

Ante and Blind are equal. The dealer qualifies with a pair; otherwise the Ante pushes (UT-03). The Blind pays
on a win by its own lines, and pushes on lower wins (UT-04).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Final

from pitboss.approvals import PayTable, sheet
from pitboss.edge.holdem import columns
from pitboss.edge.holdem.rules import TALLIED, HoldemRules, Showdown
from pitboss.edge.holdem.solve import DEALS, Solution
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name

GAME: Final = "ultimate-texas-holdem"
BEFORE_FLOP: Final = (4, 3)
AT_FLOP, ON_RIVER = 2, 1
PLAYED_AT: Final = {0: BEFORE_FLOP, 1: (AT_FLOP,), 2: (ON_RIVER,)}
LOWEST_PAIR: Final = comb(13, 5) - 10 + 1
"""the value after those of all hands without a pair, straight or flush (UT-03)"""
OUTS: Final = 21
"""the readable strategy folds a hand that so many single cards beat"""

PUBLISHED: Final = Fraction(-607_723_787_676, 27_813_810_024_000)
"""the player's expectation per Ante, as known from outside"""


def rules_of(table: PayTable) -> HoldemRules:
    """The main game on a Blind pay table (UT-02 to UT-04)."""
    even, lose, tie = table.net("player-better"), table.net("dealer-better"), table.net("tie")
    back = table.net("dealer-not-qualified")
    other = table.net("other")
    win = {kind: blind_net(table, kind) for kind in Category if blind_net(table, kind) != other}
    play = Showdown(other=even, tie=tie, lose=lose)
    return HoldemRules(
        name=GAME,
        base=Showdown(
            other=even + other,
            win={kind: even + net for kind, net in win.items()},
            tie=2 * tie,
            lose=2 * lose,
        ),
        play=play,
        unqualified=(
            Showdown(
                other=back + other,
                win={kind: back + net for kind, net in win.items()},
                tie=back + tie,
                lose=back + lose,
            ),
            play,
        ),
        qualifies_from=LOWEST_PAIR,
        fold=-2 * table.net("fold"),
        before_flop=BEFORE_FLOP,
        flop_times=AT_FLOP,
        river_times=ON_RIVER,
    )


def readable(rules: HoldemRules) -> HoldemRules:
    """The same game, flop and river played by the sentences of the readable strategy."""
    return replace(rules, name=f"{rules.name}-readable", outs=OUTS)


def approved_rules() -> HoldemRules:
    return rules_of(sheet(GAME).tables("main")[0])


def blind_net(table: PayTable, kind: Category) -> Fraction:
    """What the Blind wins on a winning hand of this kind (UT-04)."""
    line = table.by_hand.get(line_name(kind))
    return table.net(line.hand if line else "other")


@dataclass(frozen=True)
class UltimateGame:
    """The solved main game: counts of everything that can happen under the play it was solved for."""

    table: PayTable
    solution: Solution

    @cached_property
    def _by_times(self) -> dict[int, list[list[int]]]:
        """For each size of the Play wager the count vectors, by whether the dealer qualifies (no, yes)."""
        choices, sums = self.solution.choices()[:, 0], self.solution.sums
        found = {}
        for stage, sizes in PLAYED_AT.items():
            for times in sizes:
                chosen = choices == (times if stage == 0 else 0)
                found[times] = [
                    [int(n) for n in sums[chosen, lane, stage].sum(axis=0)] for lane in range(2)
                ]  # fmt: skip
        return found

    @cached_property
    def outcomes(self) -> dict[Fraction, Fraction]:
        """Net in antes on Ante, Blind and Play together."""
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for times, lanes in self._by_times.items():
            for qualified, vector in enumerate(lanes):
                self._add(found, vector, times, bool(qualified))
        found[2 * self.table.net("fold")] += self.decisions["fold"]
        return {net: chance for net, chance in found.items() if chance}

    def _add(self, found: dict[Fraction, Fraction], vector: list[int], times: int, qualified: bool) -> None:
        def net(result: str, blind: Fraction) -> Fraction:
            ante = self.table.net(result if qualified else "dealer-not-qualified")
            return ante + times * self.table.net(result) + blind

        wins, ties = vector[columns.WINS], vector[columns.TIES]
        named = 0
        for at, kind in enumerate((*TALLIED, Category.ROYAL_FLUSH)):
            count = vector[columns.WINS_WITH + at]
            named += count
            found[net("player-better", blind_net(self.table, kind))] += Fraction(count, DEALS)
        found[net("player-better", self.table.net("other"))] += Fraction(wins - named, DEALS)
        found[net("tie", self.table.net("tie"))] += Fraction(ties, DEALS)
        lost = vector[columns.ALL] - wins - ties
        found[net("dealer-better", self.table.net("dealer-better"))] += Fraction(lost, DEALS)

    @cached_property
    def decisions(self) -> dict[str, Fraction]:
        """How often each Play wager is made, and how often the hand is folded, of all rounds."""
        played = {
            f"play-{times}x": sum(vector[columns.ALL] for vector in lanes)
            for times, lanes in self._by_times.items()
        }
        played["fold"] = DEALS - sum(played.values())
        return {name: Fraction(count, DEALS) for name, count in played.items()}

    @property
    def action(self) -> Fraction:
        """Expected total of Ante, Blind and Play per Ante."""
        return 2 + sum((t * self.decisions[f"play-{t}x"] for t in self._by_times), Fraction(0))

    def of_seven(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each hand of the player's seven cards (of those not folded, where folding loses it)."""
        if lost:
            played = (vector for lanes in self._by_times.values() for vector in lanes)
            every = [sum(column) for column in zip(*played, strict=True)]
        else:
            every = [int(n) for n in self.solution.sums[:, :, 0].sum(axis=(0, 1))]
        chances = {}
        for slot, kind in enumerate(TALLIED):
            on_board = every[columns.ALL_WITH + len(TALLIED)] if kind is Category.ROYAL_FLUSH else 0
            chances[line_name(kind)] = Fraction(every[columns.ALL_WITH + slot] + on_board, DEALS)
        return chances
