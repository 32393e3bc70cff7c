"""The solution of a hold'em game: solved flop by flop, then before the flop; the exact figures that follow, and
what each choice with a hand is worth.

Every class of flops is a task of its own; the tasks are pure and their results integers, so it does not
matter where and in which order they run.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, perm
from time import thread_time
from typing import ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.features import Feature
from pitboss.analysis.report import EdgeResult, Grid, PricedChoice, Settled, Situation, best_of, lines_of
from pitboss.analysis.solutions import Arrays, Slot
from pitboss.analysis.solver import BaseSolver, Query
from pitboss.cardplay.holdem import rules as columns
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.rules import (
    COLUMNS,
    HOLE_CLASSES,
    PAIRS,
    REST,
    REST_HOLES,
    TALLIED,
    FlopSpace,
    HoldemRules,
    Showdown,
    class_name,
    flop_classes,
)
from pitboss.cardplay.poker.hands import Category
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import RANK_NAMES, RANKS, TEN, TWO, Card
from pitboss.core.errors import BadInput
from pitboss.rounds.felt import Places
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import PayTable, sheet

Ints = NDArray[np.int64]

DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
"""hole, flop, turn and river, dealer's cards: 27,813,810,024,000"""

FLOPS_IN_TASK = 15

VERSION = 1
"""of the solver: to be raised when it, or the ranking of hands, would count something else"""


@dataclass(frozen=True, slots=True)
class FlopResult:
    """One flop: sums by starting hand, and for each hole what is played and what it is worth."""

    sums: Ints
    waiting: Ints
    played: NDArray[np.uint8]
    worths: Ints


def solve_flop(rules: HoldemRules, flop: tuple[int, ...]) -> FlopResult:
    # only whoever solves needs the compiler; a stored solution is read without it
    from pitboss.cardplay.holdem import kernels

    space = FlopSpace.of(flop)
    river = rules.river_times > 0
    form = rules.form(rules.river_times if river else rules.flop_times)
    counts, river_worth, river_played = kernels.count_runouts(
        space.rest, np.array(flop, np.int64), space.runouts, space.weights, *space.by_rank_pair(),
        rules.units(space), rules.lane_bits, rules.qualifies_from, river, form, rules.scaled_fold,
        rules.outs,
    )  # fmt: skip
    return FlopResult(
        *kernels.finish_flop(
            counts, river_worth, river_played, space.images, space.classes(), rules.deals(space), rules.lane_bits,
            rules.hidden, river, rules.form(rules.flop_times), rules.scaled_fold,
            flop_rule(space) if rules.outs else np.zeros(0, np.bool_),
        )
    )  # fmt: skip


def flop_rule(space: FlopSpace) -> NDArray[np.bool_]:
    """Which holes the readable strategy plays at the flop: a hand of a higher kind than the flop's own,
    deuces in the hole excepted; or four to a flush, a ten or better of its suit in the hole."""
    from pitboss.cardplay.poker.kernels import category, evaluate_unchecked

    holes = space.rest[PAIRS].astype(np.int64)
    cards = np.concatenate([np.tile(space.flop, (len(holes), 1)), holes], axis=1)
    made = category(evaluate_unchecked(cards.astype(np.uint8)))
    ranks = len({card // 4 for card in space.flop})
    own = {3: Category.HIGH_CARD, 2: Category.PAIR, 1: Category.THREE_OF_A_KIND}[ranks]
    deuces = (holes // 4 == TWO).all(axis=1)
    draws = np.zeros(len(holes), np.bool_)
    for suit in range(4):
        suited = holes % 4 == suit
        four = (cards % 4 == suit).sum(axis=1) == 4
        draws |= four & (suited & (holes // 4 >= TEN)).any(axis=1)
    rule: NDArray[np.bool_] = ((made > own) & ~deuces) | draws
    return rule


@dataclass(frozen=True, slots=True)
class FlopTask:
    rules: HoldemRules
    classes: tuple[int, ...]


def solve_task(task: FlopTask) -> tuple[Ints, Ints, NDArray[np.uint8]]:
    """Sums over some classes of flops, and the plays after each of them."""
    sums = np.zeros((HOLE_CLASSES, task.rules.lanes, task.rules.stages, columns.COLUMNS), np.int64)
    waiting = np.zeros((HOLE_CLASSES, len(task.rules.views)), np.int64)
    played = np.zeros((len(task.classes), REST_HOLES), np.uint8)
    for at, number in enumerate(task.classes):
        flop, stands_for = flop_classes()[number]
        found = solve_flop(task.rules, flop)
        sums += stands_for * found.sums
        waiting += stands_for * found.waiting
        played[at] = found.played
    return sums, waiting, played


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game in integers.

    `sums[hand, lane, 0]` counts all deals of a starting hand, `[.., 1]` those played at the flop by one
    that waited, `[.., 2]` those played on the river; `waiting[hand, view]` is the worth of waiting for the
    flop; `played[flop, hole]` has a bit for each view in which the hole is played after that flop."""

    rules: HoldemRules
    sums: Ints
    waiting: Ints
    played: NDArray[np.uint8]

    @property
    def arrays(self) -> tuple[Ints, Ints, NDArray[np.uint8]]:
        """What is stored."""
        return self.sums, self.waiting, self.played

    def before_flop(self, times: int) -> Ints:
        """Worth of a Play wager before the flop by starting hand and view, in scaled integers."""
        return self._by_view(np.einsum("lc,hlc->hl", self.rules.form(times), self.sums[:, :, 0]))

    def deals(self) -> Ints:
        """Deals by starting hand and view."""
        return self._by_view(self.sums[:, :, 0, columns.ALL])

    def _by_view(self, by_lane: Ints) -> Ints:
        """What the player cannot tell apart taken together."""
        lanes = by_lane.reshape(HOLE_CLASSES, len(self.rules.views), self.rules.hidden)
        total: Ints = lanes.sum(axis=2)
        return total

    def choices(self) -> Ints:
        """The best Play wager before the flop by starting hand and view, 0 to wait for the flop."""
        best, choice = self.waiting, np.zeros_like(self.waiting)
        for times in sorted(self.rules.before_flop):
            worth = self.before_flop(times)
            choice = np.where(worth > best, times, choice)
            best = np.maximum(worth, best)
        return choice

    def worth(self) -> int:
        """The player's total over all deals, in scaled integers."""
        options = [self.waiting, *(self.before_flop(times) for times in self.rules.before_flop)]
        return int(np.maximum.reduce(options).sum())


def seconds_of(rules: HoldemRules) -> float:
    """What all flops will take of one core, from a few of them."""
    looked_at = [flop for flop, _ in flop_classes()[:: len(flop_classes()) // 4]]
    solve_flop(rules, looked_at[0])
    start = thread_time()
    for flop in looked_at[1:]:
        solve_flop(rules, flop)
    return (thread_time() - start) / (len(looked_at) - 1) * len(flop_classes())


def solve(rules: HoldemRules, engine: Engine | None = None, progress: Progress = silent) -> Solution:
    """All flops, on whatever engine."""
    numbers = range(len(flop_classes()))
    tasks = [FlopTask(rules, tuple(numbers[at : at + FLOPS_IN_TASK])) for at in numbers[::FLOPS_IN_TASK]]
    sums = np.zeros((HOLE_CLASSES, rules.lanes, rules.stages, columns.COLUMNS), np.int64)
    waiting = np.zeros((HOLE_CLASSES, len(rules.views)), np.int64)
    played = []
    for part in (engine or LocalEngine()).map(solve_task, tasks, progress):
        sums += part[0]
        waiting += part[1]
        played.append(part[2])
    return Solution(rules, sums, waiting, np.concatenate(played))


# Solutions from the package, the disk, or the solver.


def slot_of(rules: HoldemRules) -> Slot:
    shapes = (
        ("<i8", (HOLE_CLASSES, rules.lanes, rules.stages, COLUMNS)),
        ("<i8", (HOLE_CLASSES, len(rules.views))),
        ("<u1", (len(flop_classes()), REST_HOLES)),
    )
    return Slot(rules.name, rules.hash, VERSION, shapes)


def solution_of(
    rules: HoldemRules, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Solution, str]:
    """A solution and its source: `shipped`, `cached` or `computed`."""
    arrays, source = slot_of(rules).get(lambda: solve(rules, engine, progress).arrays, fresh)
    return Solution(rules, *arrays), source


# Figures of a solved main game: counts of everything that can happen under the play it was solved for.
#
# The games pay alike: the Ante and a second wager of the same size, which pays by the hand on a win (the Bet of Down
# Under, the Blind of Ultimate), and the Play wager at the Ante's odds.

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

    def settled(self, second: str) -> tuple[Settled, ...]:
        """Ante, the second wager and Play, each by the line it is settled on."""
        found: dict[tuple[str, str, int], int] = defaultdict(int)
        for times, lanes in self._by_times.items():
            for side, vector in enumerate(lanes, 2 - len(lanes)):
                wins, ties = vector[columns.WINS], vector[columns.TIES]
                results = {
                    "player-better": wins, "tie": ties, "dealer-better": vector[columns.ALL] - wins - ties,
                }  # fmt: skip
                for result, count in results.items():
                    found["ante", result if side else UNQUALIFIED, 1] += count
                    found["play", result, times] += count
                    if result != "player-better":
                        found[second, result, 1] += count
                for at, kind in enumerate((*TALLIED, Category.ROYAL_FLUSH)):
                    line = self.table.by_hand.get(line_name(kind)) or self.table["other"]
                    found[second, line.hand, 1] += vector[columns.WINS_WITH + at]
                    wins -= vector[columns.WINS_WITH + at]
                found[second, "other", 1] += wins
        folded = DEALS - sum(vector[columns.ALL] for lanes in self._by_times.values() for vector in lanes)
        for wager in ("ante", second):
            found[wager, "fold", 1] = folded
        return tuple(
            Settled(
                wager,
                hand,
                self.table.net(hand),
                Fraction(count, DEALS),
                Fraction(units),
                self.table[hand].text,
            )
            for (wager, hand, units), count in found.items()
            if count
        )

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


# What the games' solvers share: one solution behind all wagers, and advice from what a spot sees.

Game = TypeVar("Game", bound=MainGame)


class HoldemSolver(BaseSolver, Generic[Game]):
    solved: type[Game]
    second: ClassVar[str]
    """the wager beside the Ante"""

    @abstractmethod
    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        """The main game with these pays."""

    @abstractmethod
    def seen_options(self, solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
        """What each choice is worth in antes, from the cards that a spot sees."""

    def main_table(self, query: Query) -> PayTable:
        return query.table if query.wager == "main" else sheet(self.game).tables("main")[0]

    def shipped_rules(self) -> tuple[HoldemRules, ...]:
        return (self.rules_of(sheet(self.game).tables("main")[0], {}),)

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        for rules in self.shipped_rules():
            yield slot_of(rules), solve(rules).arrays

    def seconds(self, query: Query) -> float:
        rules = self.rules_of(self.main_table(query), query.settings)
        return 0.0 if slot_of(rules).known else seconds_of(rules)

    def main_game(self, query: Query) -> tuple[Game, str]:
        """On the table asked about, or on the one that side wagers ride along with; and where it comes from."""
        table = self.main_table(query)
        rules = self.rules_of(table, query.settings)
        solution, source = solution_of(rules, query.fresh, query.engine, query.progress)
        return self.solved(table, solution), source

    def main_edge(self, query: Query, main: MainGame) -> EdgeResult:
        frequencies = {f"frequency_{name.replace('-', '_')}": n for name, n in main.decisions.items()}
        return replace(
            self.result(query, main.outcomes, "ante"),
            action=main.action,
            extra={"average_wagered": main.action, **frequencies},
            notes=(
                f"Ante and {self.second} are equal; nets are of Ante, {self.second} and Play together, in antes. "
                "Frequencies are of all rounds.",
            ),
        )

    def settled(self, query: Query) -> tuple[Settled, ...]:
        if query.wager != "main":
            return super().settled(query)
        return self.main_game(query)[0].settled(self.second.lower())

    def side_edge(self, query: Query, chances: Mapping[str, Fraction], lost: bool) -> EdgeResult:
        """A side wager line by line; `lost`: a folded hand does not win it."""
        notes = ("Collected at the fold; the main game is played for its own best.",) if lost else ()
        return replace(self.by_lines(query, lines_of(query.table, chances)), notes=notes)

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Each choice's worth in cents on the main game's wagers together."""
        ask = round.asked(spot)
        if ask is None:
            return ()
        solution, _ = solution_of(self.rules_of(round.config.tables["main"], {}))
        found = self.seen_options(solution, places(round, (spot,)), spot)
        worth = {option.action: option.expectation for option in found}
        ante = round.stakes[spot]["ante"]
        return tuple(PricedChoice(c.action, ante * worth[c.action], c.text) for c in ask.choices)


# What the choices of a hand are worth in antes, and what folded hands and other players' hands add to it.

TEXTS = {"check": "Check", "fold": "Fold", **{f"play-{n}x": f"Play {n}x" for n in (1, 2, 3, 4)}}


def priced(worths: Mapping[str, Fraction]) -> tuple[PricedChoice, ...]:
    return tuple(PricedChoice(name, worth, TEXTS[name]) for name, worth in worths.items())


def before_flop(solution: Solution, hand: int, view: int = 0) -> dict[str, Fraction]:
    """Each choice of a starting hand, under what it sees of the dealer's cards."""
    found = {"check": solution.waiting}
    found |= {f"play-{times}x": solution.before_flop(times) for times in solution.rules.before_flop}
    deals = _some(int(solution.deals()[hand, view])) * solution.rules.scale
    return {name: Fraction(int(worth[hand, view]), deals) for name, worth in found.items()}


def at_flop(
    rules: HoldemRules, hole: tuple[Card, ...], flop: tuple[Card, ...], view: int = 0
) -> tuple[Fraction, Fraction]:
    """Playing, and what else there is: to fold, or to wait for the river."""
    space = FlopSpace.of(tuple(sorted(flop)))
    at = space.number(hole)
    deals = _some(int(rules.deals(space)[at, view])) * rules.scale
    play, otherwise = (Fraction(int(worth), deals) for worth in flop_worths(rules, space.flop)[at, view])
    return play, otherwise


def _some(deals: int) -> int:
    if not deals:
        raise BadInput("No cards are left that show these lights.", clause="DU-03", accepted="other lights")
    return deals


@lru_cache(maxsize=256)
def flop_worths(rules: HoldemRules, flop: tuple[Card, ...]) -> Ints:
    return solve_flop(rules, flop).worths


def square_grid(title: str, cells: Sequence[str], legend: Mapping[str, str]) -> Grid:
    """The starting hands' cells in the usual square: suited hands above the diagonal."""
    names = RANKS[::-1]
    rows = tuple((name, tuple(cells[13 * row : 13 * row + 13])) for row, name in enumerate(names))
    return Grid(title, "", "suited above the diagonal, offsuit below", tuple(names), rows, legend)


HOLES: Final = (
    Feature(("offsuit", "suited", "pair"), "{} hand"),
    Feature(RANK_NAMES, "high card {}", open=True),
    Feature(RANK_NAMES, "low card {}", open=True),
)
"""what is seen of a starting hand at a glance"""


def seen_of_hole(name: str) -> tuple[int, ...]:
    """`AKs`: kind, high card, low card."""
    return {"": 2, "s": 1, "o": 0}[name[2:]], RANKS.index(name[0]), RANKS.index(name[1])


def starting_hands(solution: Solution, views: Sequence[str] = ("",)) -> Iterator[Situation]:
    """Each under each view, with its chance and the worth of its choices."""
    deals = solution.deals()
    for hand in range(HOLE_CLASSES):
        for view, shown in enumerate(views):
            if count := int(deals[hand, view]):
                name = f"{class_name(hand)} v {shown}" if shown else class_name(hand)
                yield best_of(name, Fraction(count, DEALS), priced(before_flop(solution, hand, view)))


# What folded hands would have won on wagers that do not depend on turn and river.
#
# Needed where the house collects such wagers at the fold (DU-07): the chance of a line is then that of the
# line together with a hand that is not folded. Counts are out of `DEALS`.

MATCHES = ("four-of-a-kind", "three-of-a-kind", "two-matches", "one-match")
RUNOUTS = comb(REST - 4, 2)


@dataclass(frozen=True, slots=True)
class FoldedCounts:
    """Deals with a folded hand by match with the dealer, and by the hand made with the flop."""

    matches: dict[str, int]
    with_flop: dict[Category, int]


def folded_views(solution: Solution, number: int, space: FlopSpace) -> NDArray[np.bool_]:
    """By hole and view: whether the hand has waited and now folds after the flop of that class."""
    waits = solution.choices()[space.classes()] == 0
    bits = np.arange(len(solution.rules.views))
    plays: NDArray[np.bool_] = (solution.played[number][:, None] >> bits) & 1 == 1
    folds: NDArray[np.bool_] = waits & ~plays
    return folds


_counted: dict[str, FoldedCounts] = {}
"""by the rules' hash, which tells solutions apart"""


def folded_counts(solution: Solution) -> FoldedCounts:
    key = solution.rules.hash
    if key not in _counted:
        _counted[key] = count_folded(solution)
    return _counted[key]


def count_folded(solution: Solution) -> FoldedCounts:
    matches = np.zeros(len(MATCHES), np.int64)
    with_flop = np.zeros(len(Category), np.int64)
    for number, (flop, stands_for) in enumerate(flop_classes()):
        space = FlopSpace.of(flop)
        folded = folded_views(solution, number, space)
        if not folded.any():
            continue
        by_line = match_counts(solution.rules, space)
        matches += stands_for * RUNOUTS * np.einsum("hv,lhv->l", folded, by_line)
        deals = (solution.rules.deals(space) * folded).sum(axis=1)
        np.add.at(with_flop, flop_categories(space), stands_for * deals)
    return FoldedCounts(
        dict(zip(MATCHES, map(int, matches), strict=True)),
        {kind: int(with_flop[kind]) for kind in Category},
    )


def flop_categories(space: FlopSpace) -> NDArray[np.uint8]:
    """The category that each hole makes with the flop."""
    from pitboss.cardplay.poker.kernels import category, evaluate_unchecked

    hands = np.empty((len(PAIRS), 5), np.uint8)
    hands[:, :3] = space.flop
    hands[:, 3:] = space.rest[PAIRS]
    return category(evaluate_unchecked(hands))


def match_counts(rules: HoldemRules, space: FlopSpace) -> Ints:
    """By line of Match the Dealer, player's hole and view: how many of the dealer's holes make it."""
    ranks = space.rest[PAIRS].astype(np.int64) // 4
    first, second = ranks[:, 0], ranks[:, 1]
    every = np.arange(len(ranks))
    left = np.tile(np.bincount(space.rest // 4, minlength=13), (len(ranks), 1))
    np.subtract.at(left, (every, first), 1)
    np.subtract.at(left, (every, second), 1)
    pair = first == second
    of_first, of_second = left[every, first], left[every, second]
    found = np.zeros((len(MATCHES), len(ranks), len(rules.views)), np.int64)
    four, three, two, one = range(len(MATCHES))
    groups = rules.group_of_rank
    found[two, every, rules.rank_views[first, second]] += of_first * of_second * ~pair
    for rank, count, counted in ((first, of_first, pair | True), (second, of_second, ~pair)):
        # the dealer has a pair of the player's rank, or one card of it beside a card of neither rank
        same = count * (count - 1) // 2 * counted
        found[np.where(pair, four, three), every, rules.rank_views[rank, rank]] += same
        for group in range(len(rules.groups) or 1):
            beside = left[:, groups == group].sum(axis=1)
            beside -= of_first * (groups[first] == group) + of_second * (groups[second] == group) * ~pair
            view = rules.view_of_groups[groups[rank], group]
            found[np.where(pair, three, one), every, view] += count * beside * counted
    return found


# Envy: what other players' hands bring the holder of a jackpot wager (JP-20), exactly.
#
# All players share the flop, so one's own hand, the dealer's groups and the others' hands hang together.
# Straight flushes on the flop need one of a few pairs of cards; which of those pairs the others hold is
# counted by inclusion and exclusion.

Pair = tuple[Card, Card]
Family = frozenset[Pair]
"""pairs of cards held by other players, no card twice"""

_UNSEEN = 47


@dataclass(frozen=True, slots=True)
class Together:
    """Own hand with the flop, whether it is folded, and the envy prizes won, with their chance."""

    own: Category
    folded: bool
    prizes: tuple[Category, ...]
    chance: Fraction


def together(solution: Solution, others: int, prized: frozenset[Category]) -> Iterator[Together]:
    """All flops on which somebody may win an envy prize; every other flop brings none."""
    for number, (flop, stands_for) in enumerate(flop_classes()):
        space = FlopSpace.of(flop)
        made = flop_categories(space)
        winners = np.flatnonzero(np.isin(made, list(prized))).tolist()
        if not winners:
            continue
        prizes = {_pair(space, at): Category(int(made[at])) for at in winners}
        folds = folded_views(solution, number, space)
        if folds[winners].any():
            raise ValueError("a hand that wins an envy prize is folded under this pay table")
        weight = Fraction(stands_for, comb(52, 2) * comb(50, 3))
        for (kind, folded, free, sizes), holes in _alike(solution.rules, space, prizes, made, folds).items():
            for family, view, chance in _held(solution.rules, free, sizes, others):
                won = tuple(sorted(prizes[pair] for pair in family))
                yield Together(Category(kind), folded[view], won, holes * weight * chance)


def _alike(
    rules: HoldemRules,
    space: FlopSpace,
    prizes: Mapping[Pair, Category],
    made: NDArray[np.uint8],
    folds: NDArray[np.bool_],
) -> Counter[tuple[int, tuple[bool, ...], tuple[Pair, ...], tuple[int, ...]]]:
    """Own holes that make no difference, counted: same hand, same folds, same prized pairs left to the
    others, same unseen cards of each group."""
    groups: list[int] = rules.group_of_rank.tolist()
    sizes = [sum(groups[c // 4] == g for c in space.rest.tolist()) for g in range(len(rules.groups))]
    found: Counter[tuple[int, tuple[bool, ...], tuple[Pair, ...], tuple[int, ...]]] = Counter()
    holes = zip(space.rest[PAIRS].tolist(), made.tolist(), folds.tolist(), strict=True)
    for (one, other), kind, folded in holes:
        free = tuple(pair for pair in prizes if one not in pair and other not in pair)
        left = sizes.copy()
        left[groups[one // 4]] -= 1
        left[groups[other // 4]] -= 1
        found[kind, tuple(folded), free, tuple(left)] += 1
    return found


def _pair(space: FlopSpace, hole: int) -> Pair:
    one, other = space.rest[PAIRS[hole]]
    return int(one), int(other)


@lru_cache(maxsize=4096)
def _held_with(
    views: tuple[tuple[int, int], ...],
    groups: tuple[int, ...],
    free: tuple[Pair, ...],
    sizes: tuple[int, ...],
    others: int,
) -> tuple[tuple[Family, int, Fraction], ...]:
    families = [
        frozenset(some)
        for size in range(min(others, len(free)) + 1)
        for some in combinations(free, size)
        if len({c for pair in some for c in pair}) == 2 * size
    ]
    found = []
    for family in families:
        for view, shown in enumerate(views):
            chance = Fraction(0)
            for larger in families:
                if family <= larger:
                    left = list(sizes)
                    for c in (c for pair in larger for c in pair):
                        left[groups[c // 4]] -= 1
                    sign = (-1) ** (len(larger) - len(family))
                    chance += sign * _all_held(len(larger), others) * _shows(shown, left)
            if chance:
                found.append((family, view, chance))
    return tuple(found)


def _held(
    rules: HoldemRules, free: tuple[Pair, ...], sizes: tuple[int, ...], others: int
) -> tuple[tuple[Family, int, Fraction], ...]:
    """Which prized pairs exactly the others hold, together with the view on the dealer's cards."""
    return _held_with(rules.views, tuple(rules.group_of_rank), free, sizes, others)


def _all_held(size: int, others: int) -> Fraction:
    """The chance that `size` given pairs are each held by one of the others."""
    ways = 1
    for at in range(size):
        ways *= comb(_UNSEEN - 2 * at, 2)
    return Fraction(perm(others, size), ways)


def _shows(view: tuple[int, int], sizes: list[int]) -> Fraction:
    """The chance that the dealer's two cards, from groups of these sizes, show this view."""
    one, other = view
    ways = comb(sizes[one], 2) if one == other else sizes[one] * sizes[other]
    return Fraction(ways, comb(sum(sizes), 2))
