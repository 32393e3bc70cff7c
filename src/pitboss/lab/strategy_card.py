"""A strategy to learn by heart: at most so many lines, and what that costs against the best play.

Every first decision of a game has features that a player sees at a glance, such as the total of two cards. A line asks
for ranges of them and says what to do; the first that fits is followed, and the last fits everything. From that one the
card grows line by line: of all ranges, choices and places the line that gains most, then each line in turn taken out
and the best one for the others put in. The search weighs with floating point; what a card costs is summed exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.features import Feature
from pitboss.analysis.report import Situation, both
from pitboss.analysis.solver import Query, Settings, solver_of
from pitboss.core.errors import BadInput
from pitboss.sheets import game_ids
from pitboss.sheets.plugins import outside_games

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_LINES: Final = 20
SAME: Final = 1e-15
"""gains no farther apart are one gain, told apart by rounding only"""


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

    def narrowed(self, lines: Sequence[CardRule]) -> list[CardRule]:
        """The same play by lines that fit only where their choice is offered, so that the first that fits is followed
        as it is read: of one feature where that will do, else of all."""
        chosen, found = self.follow(lines), []
        for n, line in enumerate(lines):
            mine = self.at[chosen == n]
            if self._refused(line, chosen >= n) and len(mine):
                tight = tuple(zip(mine.min(axis=0).tolist(), mine.max(axis=0).tolist(), strict=True))
                tried = [
                    replace(line, ranges=(*line.ranges[:f], tight[f], *line.ranges[f + 1 :]))
                    for f in range(len(tight))
                ]
                line = next(
                    (one for one in tried if not self._refused(one, chosen >= n)), replace(line, ranges=tight)
                )
            found.append(line)
        return found

    def _refused(self, line: CardRule, alive: NDArray[np.bool_]) -> bool:
        """Whether it asks for its choice where that is not offered."""
        inside = alive & np.isnan(self.worth[:, line.action])
        for n, (least, most) in enumerate(line.ranges):
            inside &= (self.at[:, n] >= least) & (self.at[:, n] <= most)
        return bool(inside.any())

    def said(self, lines: Sequence[CardRule]) -> list[str]:
        """In words; what every case has is left out."""
        found = []
        chosen = self.follow(lines)
        for number, line in enumerate(self.narrowed(lines)):
            parts = [
                feature.said(*ends)
                for feature, ends in zip(self.features, line.ranges, strict=True)
                if ends != (0, len(feature.values) - 1)
            ]
            do = self.words[self.actions[line.action]].lower()
            if self._refused(line, chosen >= number):
                do += " where it is offered"
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


def with_card() -> list[str]:
    """The games of the package whose solvers say what is seen of their first decisions."""
    house = [game for game in game_ids() if game not in outside_games()]
    return [game for game in house if not isinstance(solver_of(game).first_decisions(), str)]


def strategy_card(game: str, query: Query, lines: int) -> StrategyCard:
    """At most so many lines for a game's decisions; those for what comes later are among them."""
    solver = solver_of(game)
    reader = solver.first_decisions()
    if isinstance(reader, str):
        raise BadInput(f"There is no strategy card for {game}: {reader}.", accepted=", ".join(with_card()))
    if query.wager != reader.wager:
        raise BadInput(f"{query.wager} asks for no decision of its own.", accepted=f"--wager {reader.wager}")
    least = 1 + len(reader.after)
    if not least <= lines <= MOST_LINES:
        raise BadInput(f"A card of {lines_in_words(lines)}.", accepted=f"{least} to {MOST_LINES} lines")
    asked = query
    if reader.settings:
        asked = replace(query, settings=Settings({**query.settings, **dict(reader.settings)}))
    best = list(solver.situations(query))
    seen = [(reader.read(s.name), s) for s in solver.situations(asked)]
    cases = Cases(reader.features, [(at, s) for at, s in seen if at is not None])
    undecided = sum((s.chance * s.worth for at, s in seen if at is None), Fraction(0))
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
        reader.after, -cases.total(found) - undecided, best_edge,
        tuple((len(one) + len(reader.after), -cases.total(one) - undecided - best_edge) for one in card), reader.note,
    )  # fmt: skip
