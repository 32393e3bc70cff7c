"""What exploring has counted: the results of every answer to every question, and the best of them.

A question's results are those of the rounds that end before the next question; questions that follow hang below
the answer that led there. So a question is worth the best, over its answers, of its own results and of all that
hangs below, and this is exact for a player who remembers what he has seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from typing import Any

Result = tuple[int, int | Fraction, int | Fraction, int, str]
"""cards drawn, net of what is played for, net measured, staked, lines of the wagers measured"""
Answer = tuple[str, str]
"""a question and one of its answers"""
START: Answer = ("", "")
"""results of rounds that ask nothing"""


@dataclass(slots=True)
class Question:
    parent: Answer
    answers: tuple[str, ...]
    results: dict[str, dict[Result, int]]


@dataclass
class AnswerTally:
    """Counts that add up, whoever counted them and in which order."""

    questions: dict[str, Question] = field(default_factory=dict)
    unasked: dict[Result, int] = field(default_factory=dict)
    deals: int = 0
    """rounds played to their end"""

    def question(self, key: str, parent: Answer | None, answers: Sequence[str]) -> None:
        if key not in self.questions:
            self.questions[key] = Question(parent or START, tuple(answers), {name: {} for name in answers})

    def add(self, question: Answer | None, result: Result, weight: int) -> None:
        self.deals += 1
        into = self.unasked if question is None else self.questions[question[0]].results[question[1]]
        into[result] = into.get(result, 0) + weight

    def merge(self, other: AnswerTally) -> None:
        self.deals += other.deals
        _add(self.unasked, other.unasked)
        for key, theirs in other.questions.items():
            mine = self.questions.setdefault(
                key, Question(theirs.parent, theirs.answers, {name: {} for name in theirs.answers})
            )
            for name, results in theirs.results.items():
                _add(mine.results.setdefault(name, {}), results)

    # for the disk

    def to_rows(self) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "unasked": _rows(self.unasked),
            "questions": [
                [key, list(q.parent), [[name, _rows(results)] for name, results in q.results.items()]]
                for key, q in self.questions.items()
            ],
        }

    @classmethod
    def from_rows(cls, shape: Mapping[str, Any]) -> AnswerTally:
        tally = cls(deals=int(shape["deals"]), unasked=_results(shape["unasked"]))
        for key, parent, answers in shape["questions"]:
            results = {name: _results(rows) for name, rows in answers}
            tally.questions[key] = Question((parent[0], parent[1]), tuple(results), results)
        return tally


def _add(mine: dict[Result, int], theirs: Mapping[Result, int]) -> None:
    for result, weight in theirs.items():
        mine[result] = mine.get(result, 0) + weight


def _rows(results: Mapping[Result, int]) -> list[list[Any]]:
    return [
        [drawn, str(worth), str(net), staked, line, n]
        for (drawn, worth, net, staked, line), n in results.items()
    ]


def _results(rows: Iterable[Sequence[Any]]) -> dict[Result, int]:
    return {(r[0], _number(r[1]), _number(r[2]), r[3], r[4]): int(r[5]) for r in rows}


def _number(text: str) -> int | Fraction:
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True)
class Worth:
    """A question under best play: each answer's worth and share of all deals, in cents."""

    values: Mapping[str, Fraction]
    """sums over all deals that come here, not yet divided by their share"""
    share: Fraction
    """of all deals, how many come here when the player plays to come here"""
    best: str


@dataclass
class Solved:
    """The best answers, and what they come to."""

    tally: AnswerTally
    size: int
    """of the shoe"""
    worths: dict[str, Worth] = field(default_factory=dict)

    def __post_init__(self) -> None:
        below: dict[Answer, list[str]] = defaultdict(list)
        for key, question in self.tally.questions.items():
            below[question.parent].append(key)
        self._below = below
        order: list[str] = []
        waiting = list(below[START])
        while waiting:
            key = waiting.pop()
            order.append(key)
            for name in self.tally.questions[key].answers:
                waiting.extend(below.get((key, name), ()))
        for key in reversed(order):
            self._solve(key)

    def _solve(self, key: str) -> None:
        question = self.tally.questions[key]
        values: dict[str, Fraction] = {}
        share = Fraction(0)
        for name, results in question.results.items():
            later = [self.worths[k] for k in self._below.get((key, name), ())]
            values[name] = self._sum(results) + sum((w.values[w.best] for w in later), Fraction(0))
            if not share:
                share = self._share(results) + sum((w.share for w in later), Fraction(0))
        self.worths[key] = Worth(values, share, max(values, key=lambda name: values[name]))

    def _sum(self, results: Mapping[Result, int]) -> Fraction:
        """Of what is played for, over all deals."""
        by_drawn: defaultdict[int, int | Fraction] = defaultdict(int)
        for (drawn, worth, _, _, _), weight in results.items():
            by_drawn[drawn] += worth * weight
        return sum((Fraction(n) / perm(self.size, drawn) for drawn, n in by_drawn.items()), Fraction(0))

    def _share(self, results: Mapping[Result, int]) -> Fraction:
        by_drawn: defaultdict[int, int] = defaultdict(int)
        for (drawn, _, _, _, _), weight in results.items():
            by_drawn[drawn] += weight
        return sum((Fraction(n, perm(self.size, drawn)) for drawn, n in by_drawn.items()), Fraction(0))

    def unasked(self) -> tuple[Fraction, Fraction]:
        """Of rounds that ask nothing: their share of all deals, and what they bring over all of them."""
        return self._share(self.tally.unasked), self._sum(self.tally.unasked)

    def reached(self) -> Iterable[Mapping[Result, int]]:
        """The results that come up under best play."""
        yield self.tally.unasked
        waiting = list(self._below[START])
        while waiting:
            key = waiting.pop()
            best = self.worths[key].best
            yield self.tally.questions[key].results[best]
            waiting.extend(self._below.get((key, best), ()))

    def asked(self) -> list[str]:
        """The questions that come up under best play, in the order in which they were met."""
        found = set()
        for key, question in self.tally.questions.items():
            before, answer = question.parent
            if question.parent == START or (before in found and self.worths[before].best == answer):
                found.add(key)
        return [key for key in self.tally.questions if key in found]

    def total(self) -> dict[Result, Fraction]:
        """Every result with its probability under best play, the cards drawn left out."""
        found: defaultdict[Result, Fraction] = defaultdict(Fraction)
        counts: defaultdict[Result, int] = defaultdict(int)
        for results in self.reached():
            for result, weight in results.items():
                counts[result] += weight
        for (drawn, worth, net, staked, line), weight in counts.items():
            found[0, worth, net, staked, line] += Fraction(weight, perm(self.size, drawn))
        return dict(found)

    def decisions_matter(self) -> bool:
        """Whether any answer to any question is worth less than another."""
        return any(len(set(worth.values.values())) > 1 for worth in self.worths.values())
