"""A solved main game: counts of everything that can happen under the play it was solved for.

The games pay alike: the Ante and a second wager of the same size, which pays by the hand on a win (the Bet of Down
Under, the Blind of Ultimate), and the Play wager at the Ante's odds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.approvals import PayTable
from pitboss.edge.holdem import columns
from pitboss.edge.holdem.rules import TALLIED, Showdown
from pitboss.edge.holdem.solve import DEALS, Solution
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name

UNQUALIFIED = "dealer-not-qualified"


def hand_net(table: PayTable, kind: Category) -> Fraction:
    """What the second wager wins on a winning hand of this kind (DU-10, UT-04)."""
    line = table.by_hand.get(line_name(kind))
    return table.net(line.hand if line else "other")


def showdowns(table: PayTable, *, qualified: bool = True) -> tuple[Showdown, Showdown]:
    """Ante and second wager together, and what one Ante on Play adds."""
    results = ("player-better", "tie", "dealer-better")
    even, tie, lose = (table.net(result) for result in results)
    ante = (even, tie, lose) if qualified else (table.net(UNQUALIFIED),) * 3
    other = table.net("other")
    named = {kind: hand_net(table, kind) for kind in Category if hand_net(table, kind) != other}
    base = Showdown(
        other=ante[0] + other,
        win={kind: ante[0] + net for kind, net in named.items()},
        tie=ante[1] + tie,
        lose=ante[2] + lose,
    )
    return base, Showdown(other=even, tie=tie, lose=lose)


@dataclass(frozen=True)
class MainGame:
    table: PayTable
    solution: Solution

    @cached_property
    def _by_times(self) -> dict[int, list[list[int]]]:
        """For each size of the Play wager the count vectors, by whether the dealer qualifies (no, yes; or just yes)."""
        rules, choices, sums = self.solution.rules, self.solution.choices(), self.solution.sums
        by_view = sums.reshape(len(sums), len(rules.views), rules.hidden, *sums.shape[2:])
        made = [(times, 0, times) for times in rules.before_flop]
        made += [
            (0, stage + 1, times)
            for stage, times in enumerate((rules.flop_times, rules.river_times))
            if times
        ]
        return {
            times: [
                [int(n) for n in by_view[:, :, side, stage][choices == chosen].sum(axis=0)]
                for side in range(rules.hidden)
            ]
            for chosen, stage, times in made
        }  # fmt: skip

    @cached_property
    def outcomes(self) -> dict[Fraction, Fraction]:
        """Net in antes on all wagers together."""
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for times, lanes in self._by_times.items():
            for side, vector in enumerate(lanes, 2 - len(lanes)):
                self._add(found, vector, times, qualified=bool(side))
        found[2 * self.table.net("fold")] += self.decisions["fold"]
        return {net: chance for net, chance in found.items() if chance}

    def _add(
        self, found: dict[Fraction, Fraction], vector: list[int], times: int, *, qualified: bool
    ) -> None:
        """The results of a Play wager with this count vector."""

        def net(result: str, second: Fraction) -> Fraction:
            ante = self.table.net(result if qualified else UNQUALIFIED)
            return ante + times * self.table.net(result) + second

        wins, ties = vector[columns.WINS], vector[columns.TIES]
        named = 0
        for at, kind in enumerate((*TALLIED, Category.ROYAL_FLUSH)):
            count = vector[columns.WINS_WITH + at]
            named += count
            found[net("player-better", hand_net(self.table, kind))] += Fraction(count, DEALS)
        found[net("player-better", self.table.net("other"))] += Fraction(wins - named, DEALS)
        for result, count in (("tie", ties), ("dealer-better", vector[columns.ALL] - wins - ties)):
            found[net(result, self.table.net(result))] += Fraction(count, DEALS)

    @cached_property
    def decisions(self) -> dict[str, Fraction]:
        """How often each Play wager is made, the first decision is to check, and the hand is folded, of all rounds."""
        counts = {
            f"play-{times}x": sum(vector[columns.ALL] for vector in lanes)
            for times, lanes in self._by_times.items()
        }
        counts["fold"] = DEALS - sum(counts.values())
        counts["check"] = DEALS - sum(counts[f"play-{times}x"] for times in self.solution.rules.before_flop)
        return {name: Fraction(count, DEALS) for name, count in counts.items()}

    @property
    def action(self) -> Fraction:
        """Expected total of all wagers per Ante."""
        return 2 + sum((times * self.decisions[f"play-{times}x"] for times in self._by_times), Fraction(0))

    def with_hand(self, slot: int, lost: bool) -> int:
        """Deals in which the player's seven cards make a tallied hand (of those not folded, where folding loses)."""
        column = columns.ALL_WITH + slot
        if not lost:
            return int(self.solution.sums[:, :, 0, column].sum())
        return sum(vector[column] for lanes in self._by_times.values() for vector in lanes)

    def of_seven(self, lost: bool) -> dict[str, Fraction]:
        """The chance of each of those hands."""
        counts = {line_name(kind): self.with_hand(slot, lost) for slot, kind in enumerate(TALLIED)}
        counts[line_name(Category.ROYAL_FLUSH)] += self.with_hand(len(TALLIED), lost)
        return {name: Fraction(count, DEALS) for name, count in counts.items()}
