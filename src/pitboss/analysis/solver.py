"""What every solver answers, what they share, and where to find a game's solver.

The solver of game `fu-bacc` is the object `SOLVER` of `pitboss.table_games.fu_bacc.solve`. Nothing is registered
by hand: the game's name says where its solver is. A game without one is solved from its rules alone.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Protocol

from pitboss.analysis.report import (
    EdgeResult,
    PricedChoice,
    PricedLine,
    Question,
    Settled,
    Situation,
    Strategy,
    outcomes_of,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import JOKER, Card, parse_many, parse_words, text
from pitboss.core.errors import BadInput, BrokenRules, shown
from pitboss.core.money import MOST_CENTS, Cents, parse_dollars
from pitboss.sheets import Option, PayTable, Published, sheet
from pitboss.sheets.plugins import folder_of, made_of, part_of

if TYPE_CHECKING:
    from pitboss.analysis.features import FirstDecisions
    from pitboss.analysis.solutions import Arrays, Slot
    from pitboss.rounds.round import Round


Kind = Literal["choice", "integer", "dollars", "cents"]
LISTED_MOST: Final = 8
"""numbers in a row that are named one by one"""
NO_TABLE: Final = "-"
"""the pay table of a wager that has none"""


@dataclass(frozen=True, slots=True)
class Setting:
    """A named setting of a solver: its default, and what else is accepted (empty: any value of `kind`)."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    kind: Kind = "choice"
    meaning: str = ""
    clause: str = ""
    how: bool = False
    """says how an answer is found, not which game it is of"""

    def check(self, value: str) -> str:
        """The value, if it is one of this setting's."""
        if self.choices:
            if value not in self.choices:
                raise BadInput(
                    f"{self.name}={value} is not a choice.",
                    clause=self.clause or None,
                    accepted=in_ranges(self.choices),
                )
        elif self.kind == "dollars":
            parse_dollars(value)
        elif self.kind in ("integer", "cents") and not _is_whole(value):
            raise BadInput(
                f"{self.name}={shown(value)} is not a whole number in reach.",
                clause=self.clause or None,
                accepted=f"a whole number from 0 to {MOST_CENTS:,}",
            )
        return value


def _is_whole(text: str) -> bool:
    digits = text.lstrip("0") or "0"
    return text.isascii() and text.isdigit() and len(digits) <= 16 and int(digits) <= MOST_CENTS


def in_ranges(choices: tuple[str, ...]) -> str:
    """Choices in words, many numbers in a row as a range: `0 to 100, every-round`."""
    said: list[str] = []
    for _, group in groupby(
        enumerate(choices), lambda pair: int(pair[1]) - pair[0] if pair[1].isdigit() else pair[1]
    ):
        row = [choice for _, choice in group]
        said += [f"{row[0]} to {row[-1]}"] if len(row) > LISTED_MOST else row
    return ", ".join(said)


class Settings(Mapping[str, str]):
    """The settings in force, complete and checked: as people write them, and by kind."""

    __slots__ = ("_given",)

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._given = dict(given or {})

    @classmethod
    def complete(cls, known: tuple[Setting, ...], given: Mapping[str, str]) -> Settings:
        """Defaults filled in, values checked."""
        return cls({s.name: s.check(str(given[s.name])) if s.name in given else s.default for s in known})

    def __getitem__(self, name: str) -> str:
        return self._given[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def number(self, name: str) -> int:
        """A whole number: how many decks, a meter in cents."""
        return int(self._given[name])

    def cents(self, name: str) -> Cents:
        """A wager written in dollars."""
        return parse_dollars(self._given[name])


@dataclass(frozen=True, slots=True)
class Query(Question):
    """One question. `pay_table` is the approved one by that name, or a user's own for analysis."""

    wager: str
    pay_table: PayTable | None
    """None where the wager has no pay table of its own (blackjack's main wager)"""
    settings: Settings = field(default_factory=Settings)
    fresh: bool = False
    progress: Progress = silent
    engine: Engine = field(default_factory=LocalEngine)

    @property
    def table(self) -> PayTable:
        """The pay table of a wager that has one."""
        if self.pay_table is None:
            raise BadInput(f"{self.wager} is solved for a pay table, and none is named.")
        return self.pay_table

    @property
    def table_id(self) -> str:
        return self.pay_table.id if self.pay_table else NO_TABLE


class Solver(Protocol):
    def settings(self, wager: str) -> tuple[Setting, ...]:
        """What `--set` accepts for this wager."""
        ...

    def solve(self, query: Query) -> EdgeResult: ...

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        """How to play the wager; with `hand`, what each choice with it is worth."""
        ...

    def situations(self, query: Query) -> Iterator[Situation]:
        """Every first decision with its chance: together they give the edge. Empty where there is none, or where
        there are too many to list."""
        ...

    def first_decisions(self) -> FirstDecisions | str:
        """What a player sees at a glance of them, for a card to learn; or why there is no card."""
        ...

    def settled(self, query: Query) -> tuple[Settled, ...]:
        """How often each place on the felt is settled on each line: together they give the edge. Empty where that is
        not known."""
        ...

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """What each legal choice of a spot is worth in cents, from what that spot may see; empty where there
        is nothing to advise."""
        ...

    def seconds(self, query: Query) -> float:
        """What an answer will take of one core, roughly, where that is long and nothing is kept of it yet."""
        ...

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """What the solver knows about a published figure; empty where there is nothing to say."""
        ...

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        """The solutions that the package ships for the game, solved anew (`tools/ship_solutions.py`)."""
        ...


def told(solver: Solver, query: Query) -> dict[str, str]:
    """The settings an answer names: those of the game, and how it was found where somebody chose that."""
    silent = {(s.name, s.default) for s in solver.settings(query.wager) if s.how}
    return {name: value for name, value in query.settings.items() if (name, value) not in silent}


class BaseSolver(ABC):
    """What solvers share: the clock, and the answers of a wager that asks for no decision.

    A solver says `answer`, and what of the rest its game has."""

    game: ClassVar[str]

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return ()

    @abstractmethod
    def answer(self, query: Query) -> EdgeResult:
        """The edge, without the time it took."""

    def solve(self, query: Query) -> EdgeResult:
        start = perf_counter()
        found = self.answer(query)
        return replace(found, seconds=perf_counter() - start)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        return self.no_decision(query)

    def no_decision(self, query: Query, of_its_own: str = "") -> Strategy:
        name = next(wager.name for wager in sheet(self.game).wagers if wager.of == query.wager)
        return self.play(query, f"{name} asks for no decision{of_its_own}.")

    def play(self, query: Query, *summary: str) -> Strategy:
        """A strategy in words; `dataclasses.replace` adds charts and the worth of a hand."""
        return Strategy(self.game, query.wager, query.table_id, told(self, query), summary)

    def result(
        self, query: Query, outcomes: Mapping[Fraction, Fraction], per: str | None = None
    ) -> EdgeResult:
        """The answer for the query's wager; `dataclasses.replace` adds what else is known."""
        return EdgeResult(self.game, query.wager, query.table_id, per or query.wager, outcomes)

    def by_lines(self, query: Query, lines: tuple[PricedLine, ...], per: str | None = None) -> EdgeResult:
        """The answer for a wager that wins by its lines; what they leave to one loses."""
        return replace(self.result(query, outcomes_of(lines), per), lines=lines)

    def situations(self, query: Query) -> Iterator[Situation]:
        return iter(())

    def first_decisions(self) -> FirstDecisions | str:
        if type(self).situations is BaseSolver.situations:
            return "its solver lists no first decisions"
        return "its solver does not say what is seen of its decisions at a glance (`first_decisions` in solve.py)"

    def settled(self, query: Query) -> tuple[Settled, ...]:
        """By the lines of the answer, where one place on the felt is all there is to the wager."""
        found = self.solve(query)
        ids = {line.text: line.hand for line in query.pay_table.lines} if query.pay_table else {}
        place, *more = (wager for wager in sheet(self.game).wagers if wager.of == query.wager)
        told = found.lines and all(line.net is not None for line in found.lines)
        if not told or not all(wager.sensed for wager in more):
            return ()
        rows = [
            Settled(place.id, ids.get(line.hand, ""), line.net, line.probability, text=line.hand)
            for line in found.lines
            if line.net is not None and line.probability
        ]
        lost = 1 - sum((row.chance for row in rows), Fraction(0))
        return (*rows, Settled(place.id, "", Fraction(-1), lost)) if lost else tuple(rows)

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        return ()

    def seconds(self, query: Query) -> float:
        return 0.0

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        return ""

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        return iter(())


def solver_of(game: str) -> Solver:
    """The one written for the game, beside its rules; else the general one."""
    sheet(game)
    made: Solver | None = made_of(game, "solve")
    if made is not None:
        return made
    if written := part_of(game, "solve"):
        solver: Solver | None = getattr(written, "SOLVER", None)
        if solver is None:
            raise BrokenRules(
                f"{folder_of(game).name}/solve.py has no SOLVER.", accepted="SOLVER = MySolver()"
            )
        return solver
    from pitboss.analysis.general.solver import GeneralSolver

    return GeneralSolver(game)


# Table options as settings of a solver.


def rule_settings(game: str, *names: str) -> tuple[Setting, ...]:
    """The named options of the sheet, or all of them."""
    return tuple(_setting(option) for option in sheet(game).options if not names or option.name in names)


def players(clause: str) -> Setting:
    """How many spots a simulation of a shoe plays."""
    meaning = "spots played in a simulation; off a fresh shoe the edge is the same for any number"
    return Setting("players", "1", tuple("1234567"), meaning=meaning, clause=clause)


def _setting(option: Option) -> Setting:
    numbers: tuple[str, ...] = ()
    if option.least is not None and option.most is not None:
        numbers = tuple(str(number) for number in range(option.least, option.most + 1))
    return Setting(
        option.name, option.default, (*numbers, *option.choices), meaning=option.meaning, clause=option.clause
    )


# Hands as people type them: `9c 2d v Qs`, `T 6 v 9`, `As Kd | gold red | 2c 7h Jd`. One reader for every solver.

_BETWEEN = re.compile(r"\s*\|\s*|(?:^|\s+)(?:v|vs|v\.|vs\.|against)(?:\s+|$)", re.IGNORECASE)


def sides(hand: str) -> list[str]:
    """The parts of a hand: mine, then the dealer's or whatever lies open.

    >>> sides("As Kd | gold red | 2c 7h Jd")
    ['As Kd', 'gold red', '2c 7h Jd']
    """
    return [part.strip() for part in _BETWEEN.split(hand)]


def read_hands(
    hand: str,
    *sizes: int | tuple[int, ...],
    clause: str,
    example: str,
    copies: int = 1,
    jokers: bool = False,
    optional: int = 0,
) -> tuple[tuple[Card, ...], ...]:
    """The cards of each side, `sizes` of them (or one of several); the last `optional` sides may be missing.

    No card comes more often than there are `copies`; jokers only where the game has one."""
    found = sides(hand)
    read = [parse_many(part) if copies == 1 else parse_words(part) for part in found]
    if not len(sizes) - optional <= len(found) <= len(sizes) or any(
        len(cards) not in (size if isinstance(size, tuple) else (size,))
        for cards, size in zip(read, sizes, strict=False)
    ):
        raise BadInput(f"{hand!r} is not a hand of this game.", clause=clause, accepted=f'"{example}"')
    every = [card for cards in read for card in cards]
    if JOKER in every and not jokers:
        raise BadInput("This game has no joker.", clause=clause, accepted=f'"{example}"')
    for card in every:
        if every.count(card) > copies:
            raise BadInput(f"{text(card)} is named twice.", clause=clause, accepted="each card once")
    return tuple(read)
