"""A strategy to learn by heart: at most so many lines, and what that costs against the best play.

Every first decision of a game has features that a player sees at a glance, such as the total of two cards. A line asks
for ranges of them and says what to do; the first that fits is followed, and the last fits everything. From that one the
card grows line by line: of all ranges, choices and places the line that gains most, then each line in turn taken out
and the best one for the others put in. The search weighs with floating point; what a card costs is summed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import Situation, both
from pitboss.analysis.solver import Query, Settings, solver_of
from pitboss.core.cards import RANK_NAMES, RANKS
from pitboss.core.errors import BadInput
from pitboss.games.down_under_holdem.rules import GROUPS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_LINES: Final = 20
SAME: Final = 1e-15
"""gains no farther apart are one gain, told apart by rounding only"""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something a player sees, as one of a few values in order."""

    values: tuple[str, ...]
    words: str
    """how a range of it is said: `{}` is the range"""
    open: bool = False
    """whether a range up to the highest value is `or higher`"""

    def said(self, least: int, most: int) -> str:
        if least == most:
            return self.words.format(self.values[least])
        if self.open and most == len(self.values) - 1:
            return self.words.format(f"{self.values[least]} or higher")
        if self.open and least == 0:
            return self.words.format(f"{self.values[most]} or lower")
        joined = " or " if most == least + 1 else " to "
        return self.words.format(f"{self.values[least]}{joined}{self.values[most]}")


@dataclass(frozen=True, slots=True)
class FirstDecisions:
    """How a game's first decisions are seen."""

    wager: str
    features: tuple[Feature, ...]
    read: Callable[[str], tuple[int, ...]]
    """a situation's features, from its name"""
    after: tuple[str, ...] = ()
    """lines for what comes later"""
    settings: tuple[tuple[str, str], ...] = ()
    """with which the situations are asked for, so that those lines are in their worth"""
    note: str = ""


def _monkeys(name: str) -> tuple[int, ...]:
    """`3-7 v 5`: total, up card, the lower card."""
    cards, _, up = name.partition(" v ")
    first, second = map(int, cards.split("-"))
    return (first + second) % 10, int(up), min(first, second)


def _spread(name: str) -> tuple[int, ...]:
    """`spread 3, one suit`."""
    row, _, suits = name.partition(", ")
    return 0 if row == "pair" else 1 + int(row.removeprefix("spread ")), int(suits == "one suit")


def _hole(name: str) -> tuple[int, ...]:
    """`AKs`: kind, high card, low card."""
    return {"": 2, "s": 1, "o": 0}[name[2:]], RANKS.index(name[0]), RANKS.index(name[1])


def _hole_and_lights(name: str) -> tuple[int, ...]:
    """`AKs v blue-gold`."""
    hole, _, lights = name.partition(" v ")
    one, other = sorted(GROUPS.index(light) for light in lights.split("-"))
    return (*_hole(hole), one, other)


_TEN: Final = tuple(map(str, range(10)))
_HOLES: Final = (
    Feature(("offsuit", "suited", "pair"), "{} hand"),
    Feature(RANK_NAMES, "high card {}", open=True),
    Feature(RANK_NAMES, "low card {}", open=True),
)
READERS: Final = {
    "fu-bacc": FirstDecisions(
        "main",
        (
            Feature(_TEN, "total {}"),
            Feature(_TEN, "against {}"),
            Feature(_TEN, "lower card {}"),
        ),
        _monkeys,
    ),
    "acey-deucey-21": FirstDecisions(
        "acey-deucey",
        (
            Feature(("a pair", *(f"spread {n}" for n in range(12))), "{}"),
            Feature(("two suits", "one suit"), "{}"),
        ),
        _spread,
    ),
    "down-under-holdem": FirstDecisions(
        "main",
        (*_HOLES, Feature(GROUPS, "lower light {}"), Feature(GROUPS, "higher light {}")),
        _hole_and_lights,
        note="After the flop every hand is played at its best; that decision is not on the card.",
    ),
    "ultimate-texas-holdem": FirstDecisions(
        "main",
        _HOLES,
        _hole,
        after=(
            "At the flop play 2x with a hand of a higher kind than the flop's own (a pair of deuces in the hole "
            "excepted), or with four to a flush and a ten or better of its suit in the hole; else check.",
            "After the river play 1x with a hand of a higher kind than the board's own, or if fewer than 21 single "
            "cards in the dealer's hand would beat you; else fold.",
        ),
        settings=(("play", "readable"),),
    ),
}


@dataclass(frozen=True, slots=True)
class CardLine:
    text: str
    chance: Fraction
    """how often it is followed"""


@dataclass(frozen=True, slots=True)
class StrategyCard:
    game: str
    wager: str
    pay_table: str
    lines: tuple[CardLine, ...]
    after: tuple[str, ...]
    edge: Fraction
    best_edge: Fraction
    curve: tuple[tuple[int, Fraction], ...]
    """the cost for each number of lines"""
    note: str = ""

    @property
    def cost(self) -> Fraction:
        return self.edge - self.best_edge

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            "lines": [{"text": line.text, **both("chance", line.chance)} for line in self.lines]
            + [{"text": text, **both("chance", None)} for text in self.after],
            **both("house_edge", self.edge),
            **both("best_house_edge", self.best_edge),
            **both("cost", self.cost),
            "curve": [{"lines": lines, **both("cost", cost)} for lines, cost in self.curve],
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class CardRule:
    """A choice for ranges of every feature."""

    action: int
    ranges: tuple[tuple[int, int], ...]


class Cases:
    """First decisions by their features."""

    def __init__(
        self, features: Sequence[Feature], found: Sequence[tuple[tuple[int, ...], Situation]]
    ) -> None:
        self.features = tuple(features)
        self.situations = [situation for _, situation in found]
        self.at: Ints = np.array([at for at, _ in found], np.int64)
        self.chance: Floats = np.array([float(s.chance) for s in self.situations])
        worths = [{o.action: o.expectation for o in s.options} for s in self.situations]
        self.actions = tuple(dict.fromkeys(action for worth in worths for action in worth))
        self.exact = worths
        self.worth: Floats = np.array([[float(w.get(a, "nan")) for a in self.actions] for w in worths])
        self.words = {o.action: (o.text or o.action) for s in self.situations for o in s.options}
        self.shape = tuple(len(f.values) for f in self.features)

    def fits(self, line: CardRule) -> NDArray[np.bool_]:
        """A choice that is not offered is passed over."""
        found = ~np.isnan(self.worth[:, line.action])
        for n, (least, most) in enumerate(line.ranges):
            found &= (self.at[:, n] >= least) & (self.at[:, n] <= most)
        return found

    def follow(self, lines: Sequence[CardRule]) -> Ints:
        """The number of the line that each case is played by."""
        chosen = np.full(len(self.chance), -1, np.int64)
        for n, line in enumerate(lines):
            chosen[self.fits(line) & (chosen < 0)] = n
        return chosen

    def total(self, lines: Sequence[CardRule]) -> Fraction:
        """The player's expectation, exactly."""
        chosen = self.follow(lines)
        return sum(
            (
                s.chance * worth[self.actions[lines[n].action]]
                for s, worth, n in zip(self.situations, self.exact, chosen.tolist(), strict=True)
            ),
            Fraction(0),
        )

    def defaults(self) -> list[CardRule]:
        """One line for everything: the choices that are always offered."""
        every = tuple((0, n - 1) for n in self.shape)
        return [CardRule(a, every) for a in range(len(self.actions)) if not np.isnan(self.worth[:, a]).any()]

    def grown(self, lines: list[CardRule]) -> list[CardRule] | None:
        """With the line more that gains most; None where none gains."""
        chosen = self.follow(lines)
        action = np.array([line.action for line in lines])[chosen]
        current = self.worth[np.arange(len(action)), action]
        most, best = 100 * SAME, None
        for place in range(len(lines)):
            alive = chosen >= place
            for a in range(len(self.actions)):
                here = alive & ~np.isnan(self.worth[:, a])
                grid = np.zeros(self.shape)
                np.add.at(
                    grid, tuple(self.at[here].T), self.chance[here] * (self.worth[here, a] - current[here])
                )
                gains = _boxes(grid)
                if (gain := gains.max()) > most:
                    flat = int(np.flatnonzero(gains.ravel() >= gain - SAME)[0])
                    where = np.unravel_index(flat, gains.shape)
                    ranges = tuple(_ranges(n)[int(w)] for n, w in zip(self.shape, where, strict=True))
                    most, best = gain, [*lines[:place], CardRule(a, ranges), *lines[place:]]
        return best

    def improved(self, lines: list[CardRule]) -> list[CardRule]:
        """Each line but the last in turn taken out, and the best one for the others put in."""
        total, stale, at = self.total(lines), 0, 0
        while stale < len(lines) - 1:
            grown = self.grown([*lines[:at], *lines[at + 1 :]])
            if grown is not None and (more := self.total(grown)) > total:
                lines, total, stale = grown, more, 0
            else:
                stale += 1
            at = (at + 1) % (len(lines) - 1)
        return lines

    def said(self, lines: Sequence[CardRule]) -> list[str]:
        """In words; what every case has is left out."""
        found = []
        for line in lines:
            parts = [
                feature.said(*ends)
                for feature, ends in zip(self.features, line.ranges, strict=True)
                if ends != (0, len(feature.values) - 1)
            ]
            do = self.words[self.actions[line.action]].lower()
            text = ", ".join(parts) or ("Else" if len(lines) > 1 else "Always")
            found.append(f"{text[:1].upper()}{text[1:]}: {do}")
        return found


def _ranges(count: int) -> list[tuple[int, int]]:
    """Least and most, the widest first."""
    every = [(a, b) for a in range(count) for b in range(a, count)]
    return sorted(every, key=lambda ends: (ends[0] - ends[1], ends))


def _boxes(grid: Floats) -> Floats:
    """The sums over all ranges of all features."""
    for axis, count in enumerate(grid.shape):
        nothing = np.zeros((*grid.shape[:axis], 1, *grid.shape[axis + 1 :]))
        sums = np.concatenate([nothing, np.cumsum(grid, axis=axis)], axis=axis)
        ends = np.array(_ranges(count))
        grid = np.take(sums, ends[:, 1] + 1, axis=axis) - np.take(sums, ends[:, 0], axis=axis)
    return grid


def lines_in_words(count: int) -> str:
    return f"{count} line{'s' * (count != 1)}"


def strategy_card(game: str, query: Query, lines: int) -> StrategyCard:
    """At most so many lines for a game's decisions; those for what comes later are among them."""
    reader = READERS.get(game)
    if reader is None:
        raise BadInput(f"There is no strategy card for {game}.", accepted=", ".join(READERS))
    if query.wager != reader.wager:
        raise BadInput(f"{query.wager} asks for no decision of its own.", accepted=f"--wager {reader.wager}")
    least = 1 + len(reader.after)
    if not least <= lines <= MOST_LINES:
        raise BadInput(f"A card of {lines_in_words(lines)}.", accepted=f"{least} to {MOST_LINES} lines")
    solver = solver_of(game)
    asked = query
    if reader.settings:
        asked = replace(query, settings=Settings({**query.settings, **dict(reader.settings)}))
    best = list(solver.situations(query))
    cases = Cases(reader.features, [(reader.read(s.name), s) for s in solver.situations(asked)])
    best_edge = -sum((s.chance * s.worth for s in best), Fraction(0))
    card: list[list[CardRule]] = [max(([line] for line in cases.defaults()), key=cases.total)]
    while len(card) < lines - len(reader.after):
        grown = cases.grown(card[-1])
        if grown is None:
            break
        card.append(cases.improved(grown))
    found, chosen = card[-1], cases.follow(card[-1])
    chances = [
        sum((cases.situations[i].chance for i in np.flatnonzero(chosen == n)), Fraction(0))
        for n in range(len(found))
    ]
    return StrategyCard(
        game, query.wager, query.table_id,
        tuple(CardLine(text, chance) for text, chance in zip(cases.said(found), chances, strict=True)),
        reader.after, -cases.total(found), best_edge,
        tuple((len(one) + len(reader.after), -cases.total(one) - best_edge) for one in card), reader.note,
    )  # fmt: skip
