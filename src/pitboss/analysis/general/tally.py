"""What exploring has counted: the results of every answer to every question, and the best of them.

A question's results are those of the rounds that end before the next question; questions that follow hang below
the answer that led there. So a question is worth the best, over its answers, of its own results and of all that
hangs below, and this is exact for a player who remembers what he has seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, takewhile
from math import perm
from typing import Any

from pitboss.analysis.general.cards import Pack
from pitboss.analysis.report import Grid, PricedChoice, Situation, best_of
from pitboss.analysis.solver import sides
from pitboss.core.cards import JOKER, RANKS, SUITS, TEXT, Card, parse_words, text
from pitboss.core.errors import BadInput
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import visible

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


# A solved tally in words a person can use: what to answer, what it costs, how often it is asked.

MOST_ROWS, MOST_COLUMNS = 200, 20
COSTLIEST = 8
MOST_CHARTS = 6
MOST_SITUATIONS = 100_000
"""first decisions, with their answers no more than a spreadsheet has rows"""
NOT_ASKED = "not asked"
NAMES = frozenset((*TEXT, *RANKS))
"""of cards, as keys have them after the place: `Ks`, or `K` where suits do not count"""


def firsts(solved: Solved) -> list[str]:
    """The first questions, in the order in which they were met."""
    return [key for key, question in solved.tally.questions.items() if question.parent == START]


def seen(key: str, known: frozenset[str]) -> list[str]:
    """What a key says of cards and answers, without words that stand in every key."""
    return [part for part in key.split("; ") if part not in known]


def everywhere(solved: Solved) -> frozenset[str]:
    keys = [set(key.split("; ")) for key in solved.tally.questions]
    return frozenset(set.intersection(*keys)) if len(keys) > 1 else frozenset()


def summary(solved: Solved, unit: int) -> tuple[str, ...]:
    """How often each answer is best, and the questions where a mistake costs most."""
    shares: defaultdict[str, Fraction] = defaultdict(Fraction)
    known = everywhere(solved)
    costs = []
    for key in firsts(solved):
        worth = solved.worths[key]
        shares[_action(worth.best)] += worth.share
        ranked = sorted(worth.values.values(), reverse=True)
        if len(ranked) > 1 and worth.share:
            costs.append(((ranked[0] - ranked[1]) / unit, key, worth))
    asked = sum(shares.values(), Fraction(0))
    sentences = [
        f"Asked first in {float(asked):.1%} of the rounds: "
        + ", ".join(
            f"{name} {float(share / asked):.1%}"
            for name, share in sorted(shares.items(), key=lambda s: -s[1])
        )
        + "."
    ]
    for cost, key, worth in sorted(costs, key=lambda c: -c[0])[:COSTLIEST]:
        sentences.append(
            f"{'; '.join(seen(key, known))}: {worth.best}; the next best answer costs "
            f"{float(cost / worth.share):.4f} each time, {float(cost):.6f} a round."
        )
    return tuple(sentences)


def _action(answer: str) -> str:
    return answer.split(" ")[0]


def charts(name: str, solved: Solved, texts: Mapping[str, str]) -> tuple[Grid, ...]:
    """Own cards by what lies open, where that fits on a page: the first question, and those that the best answers
    lead to, `texts` being the answers in the words of the rules."""
    known = everywhere(solved)
    asked: defaultdict[tuple[str, ...], dict[tuple[str, str], str]] = defaultdict(dict)
    for key in solved.asked():
        parts = seen(key, known)
        said = tuple(part[2:] for part in parts if part.startswith("> "))
        table = [part for part in parts if part.startswith("dealer's ")]
        mine = [part for part in parts if part not in table and not part.startswith("> ")]
        asked[said]["; ".join(mine), "; ".join(table)] = solved.worths[key].best
    codes = _codes(sorted({best for cells in asked.values() for best in cells.values()}))
    found = []
    for said, cells in sorted(asked.items(), key=lambda one: (len(one[0]), one[0])):
        when = (
            f"after {', '.join(texts.get(answer, answer) for answer in said)}"
            if said
            else "the first question"
        )
        if grid := _grid(f"{name}: {when}", cells, codes, texts):
            found.append(grid)
    return tuple(found[:MOST_CHARTS])


def _grid(
    title: str, cells: Mapping[tuple[str, str], str], codes: Mapping[str, str], texts: Mapping[str, str]
) -> Grid | None:
    rows = sorted({row for row, _ in cells}, key=_by_rank)
    columns = sorted({column for _, column in cells}, key=_by_rank)
    if len(rows) > MOST_ROWS or len(columns) > MOST_COLUMNS:
        return None
    before = {column.rpartition(" ")[0] for column in columns}
    place = before.pop() if len(before) == 1 else ""
    if place.rpartition(" ")[2] in NAMES:
        place = ""
    return Grid(
        title,
        f"seen / {place}" if place else "seen",
        "open",
        tuple(column.removeprefix(place).strip() or "-" for column in columns),
        tuple((row, tuple(codes.get(cells.get((row, c), ""), "") for c in columns)) for row in rows),
        {codes[answer]: texts.get(answer, answer) for answer in sorted(set(cells.values()))},
    )


def _by_rank(seen: str) -> tuple[object, ...]:
    """Cards as a reader looks for them: by rank from the deuce up, the highest of a hand first, then by suit."""
    (mine, *table) = _cards(seen, {})
    hands = [sorted(hand.elements(), key=_rank, reverse=True) for hand in (mine, *table)]
    return tuple([_rank(card) for card in hand] for hand in hands), seen


def _rank(card: str) -> tuple[int, str]:
    return (len(RANKS), "") if card == TEXT[JOKER] else (RANKS.index(card[0]), card[1:])


def _codes(answers: list[str]) -> dict[str, str]:
    """A letter or two for each answer."""
    codes: dict[str, str] = {}
    for answer in answers:
        letter = answer[:1].upper()
        code = next(
            (
                c
                for c in (letter, *(letter + x for x in answer[1:].lower() if x.isalnum()))
                if c not in codes.values()
            ),
            f"{letter}{len(codes)}",
        )
        codes[answer] = code
    return codes


def hand_options(solved: Solved, pack: Pack, hand: str, unit: int) -> tuple[PricedChoice, ...]:
    """`9c 2d v Qs`: the answers to the question with these cards, own first, then those that lie open."""
    cards = [parse_words(side) for side in sides(hand)]
    wanted = [Counter(_names(pack, side)) for side in cards]
    held = Counter(card for side in cards for card in side)
    for card, times in held.items():
        if times > sum(members.count(card) for members in pack.members):
            raise BadInput(
                f"{text(card)} is named {times} times.", accepted="each card as often as the shoe has it"
            )
    asked = set(solved.asked())
    # the same cards may be seen after other answers: those of the best play first
    for key in sorted(solved.tally.questions, key=lambda key: (key not in asked, len(key))):
        if any(_cards(key, suits) == wanted for suits in _renamings(pack)):
            return _options(solved, key, Fraction(unit))
    raise BadInput(
        f"No question is asked with {hand!r}.",
        accepted='the cards of a question, such as "' + _example(solved) + '"',
    )


def _example(solved: Solved) -> str:
    return " v ".join(" ".join(side.elements()) for side in _cards(firsts(solved)[0], {}))


def _names(pack: Pack, cards: tuple[Card, ...]) -> list[str]:
    unknown = [card for card in cards if card not in pack.class_of]
    if unknown:
        raise BadInput("The shoe does not hold that card.", accepted="cards of this game's shoe")
    return [pack.name(card) for card in cards]


def _renamings(pack: Pack) -> list[dict[str, str]]:
    return [dict(zip(SUITS, other, strict=True)) for other in permutations(SUITS)] if pack.symmetric else [{}]


def _cards(key: str, suits: dict[str, str]) -> list[Counter[str]]:
    """The cards of a question: the player's own, and those on the table if there are any."""
    mine: Counter[str] = Counter()
    table: Counter[str] = Counter()
    for part in key.split("; "):
        into = table if part.startswith("dealer's ") else mine
        for word in () if part.startswith("> ") else takewhile(NAMES.__contains__, part.split(" ")[:0:-1]):
            into[word if word == TEXT[JOKER] else word[0] + suits.get(word[1:], word[1:])] += 1
    return [mine, table] if table else [mine]


def _options(solved: Solved, key: str, unit: Fraction) -> tuple[PricedChoice, ...]:
    worth = solved.worths[key]
    return tuple(
        PricedChoice(name, value / worth.share / unit, name.capitalize())
        for name, value in worth.values.items()
    )


def first_decisions(solved: Solved, texts: Mapping[str, str], unit: int) -> Iterator[Situation]:
    """Every first question with its chance, and the rounds that ask nothing: together they give the edge."""
    keys = firsts(solved)
    if len(keys) > MOST_SITUATIONS:
        return
    known = everywhere(solved)
    for key in keys:
        if share := solved.worths[key].share:
            priced = _options(solved, key, Fraction(unit))
            options = tuple(replace(one, text=texts.get(one.action, one.text)) for one in priced)
            yield best_of("; ".join(seen(key, known)), share, options)
    chance, worth = solved.unasked()
    if chance:
        nothing = PricedChoice(NOT_ASKED, worth / chance / unit, "No decision")
        yield best_of(NOT_ASKED, chance, (nothing,))


def advice(
    solved: Solved, pack: Pack, round: Round, spot: int, per: str, unit: int
) -> tuple[PricedChoice, ...]:
    """The answers to the question a live round asks, in cents."""
    hands: list[tuple[Card, ...]] = []
    words: list[tuple[str, tuple[Card, ...] | str]] = []
    for event in round.log:
        event = visible(event, (spot,))
        if event.kind == "choice" and event.spot == spot:
            cents = event.amount_cents * unit // round.stakes[spot][per]
            words.append(("", f"> {event.place}" + (f" {cents / unit:g}x" if cents else "")))
        elif event.spot in (DEALER, spot) and event.kind in ("deal", "expose", "move") and event.cards:
            if all(card in pack.class_of for card in event.cards):
                who = "dealer's " if event.spot == DEALER else ""
                place = event.detail if event.kind == "move" else event.place
                hands.append(event.cards)
                words.append((f"{who}{place} ", event.cards))
        elif event.kind == "say" and event.text:
            words.append(("", event.text))
    suits = pack.canonical(hands)
    key = "; ".join(w + (c if isinstance(c, str) else pack.names(c, suits)) for w, c in words)
    if key not in solved.worths:
        return ()
    worth, ask = solved.worths[key], round.asked(spot)
    assert ask is not None
    stake = Fraction(round.stakes[spot][per], unit)
    values = {name: value / worth.share * stake for name, value in worth.values.items()}
    found = []
    for choice in ask.choices:
        for cents in sorted({choice.least_cents, choice.most_cents}):
            name = choice.action + (f" {cents / float(stake) / unit:g}x" if cents else "")
            if name in values:
                found.append(PricedChoice(choice.action, values[name], choice.text, cents))
    return tuple(found)
