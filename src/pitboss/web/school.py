"""Dealer school: finished tables to be paid, corrections with clause and arithmetic, and an honest tally."""

from __future__ import annotations

import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from pitboss.approvals import game_ids, sheet
from pitboss.errors import BadInput
from pitboss.money import DOLLAR, Cents, dollars, parse_dollars
from pitboss.odds import ForOne, ToOne
from pitboss.room.screens import on_layout, wager_json
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision, Settlement
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import view
from pitboss.shoe import Shuffle, random_below

T = TypeVar("T")

KEPT: Final = 500
"""courses held at a time; the oldest is forgotten first"""
CHIPS: Final = {
    "easy": (5, 10, 25, 50, 100),
    "usual": (5, 10, 15, 20, 25, 35, 50, 75),
    "hard": (3, 7, 12, 17, 35, 45, 85),
}
SPOTS: Final = {"easy": 1, "usual": 2, "hard": 4}
WEAK: Final = 5
"""so many weak spots are named"""


@dataclass
class Drill:
    """A finished round and what is asked about it."""

    round: Round
    lines: tuple[Settlement, ...]


@dataclass
class Course:
    """One trainee's run: settings, the drill under way, and the tally."""

    id: str
    game: str
    level: str
    drill: Drill | None = None
    tables: int = 0
    asked: int = 0
    right: int = 0
    streak: int = 0
    best_streak: int = 0
    missed: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> int:
        """Whole percent of payouts that were right."""
        return 100 * self.right // self.asked if self.asked else 0

    def tally(self) -> dict[str, Any]:
        return {
            "course": self.id,
            "game": self.game,
            "level": self.level,
            "tables": self.tables,
            "asked": self.asked,
            "right": self.right,
            "percent": self.share,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "weak": [{"what": what, "times": times} for what, times in self.missed.most_common(WEAK)],
        }


class School:
    """Courses by id. A course lives in memory: it is practice, not a record of the house."""

    def __init__(self) -> None:
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, game: str, level: str) -> Course:
        if game not in taught():
            raise BadInput(f"{game!r} is not taught here.", accepted=", ".join(taught()))
        if level not in CHIPS:
            raise BadInput(f"There is no level {level!r}.", accepted=", ".join(CHIPS))
        course = Course(secrets.token_urlsafe(9), game, level)
        with self._lock:
            self._courses[course.id] = course
            while len(self._courses) > KEPT:
                self._courses.popitem(last=False)
        return course

    def course(self, id: str) -> Course:
        with self._lock:
            course = self._courses.get(id)
        if course is None:
            raise BadInput("This course is over or was never begun.", accepted="a new course")
        return course


def taught() -> tuple[str, ...]:
    """Every game has a procedure to learn from."""
    return game_ids()


def own_choices(game: str) -> dict[str, str]:
    """What the operator brought along for the game, where it is one thing: his dealers learn by it."""
    ids = {option.name: sorted(set(option.own.values())) for option in sheet(game).options}
    return {name: found[0] for name, found in ids.items() if len(found) == 1}


# making a drill


def pick(things: tuple[T, ...]) -> T:
    return things[random_below(len(things))]


def new_drill(course: Course) -> Drill:
    """A random table, dealt and decided to its end by the real procedure."""
    config = TableConfig(course.game, own_choices(course.game))
    wagers = random_wagers(config, course.level)
    shuffle = Shuffle.fresh(config.decks, config.sheet.jokers)
    number = game_of(config.game).draw_number(config)
    round = Round(config, wagers, shuffle.order, number=number).play_out(trainee_policy)
    course.drill = Drill(round, tuple(s for s in round.settlements if s.stake_cents or s.net_cents))
    course.tables += 1
    return course.drill


def random_wagers(config: TableConfig, level: str) -> dict[int, dict[str, Cents]]:
    free = list(range(1, config.spots + 1))
    wagers: dict[int, dict[str, Cents]] = {}
    for _ in range(SPOTS[level]):
        spot = free.pop(random_below(len(free)))
        bets: dict[str, Cents] = {}
        for wager in config.sheet.wagers:
            if wager.placed == "first":
                same = bets.get(wager.equals or "")
                bets[wager.id] = same or pick(CHIPS[level]) * DOLLAR
            elif wager.placed == "optional" and wager.id in (config.offered or ()) and random_below(4):
                bets[wager.id] = pick(CHIPS[level]) * DOLLAR
        wagers[spot] = bets
    return wagers


def trainee_policy(round: Round, ask: Ask) -> Decision:
    """Players who mostly stay in: a folded table teaches nothing. Hands are set the house way."""
    if any(choice.picks for choice in ask.choices):
        return fallback(round, ask)
    staying = tuple(c for c in ask.choices if c.action != "fold")
    choice = pick(staying if staying and random_below(8) else ask.choices)
    return Decision(choice.action, choice.least_cents)


def drill_shape(course: Course) -> dict[str, Any]:
    """What the trainee sees: all cards and stakes, no result."""
    drill = course.drill
    assert drill is not None
    config = drill.round.config
    seen = view(drill.round, config_spots(config))
    seen["log"] = [event for event in seen["log"] if event["kind"] not in ("settle", "jackpot")]
    for answer in ("settlements", "net_cents", "on_felt"):
        del seen[answer]
    return {
        "table": {
            "id": "school",
            "name": config.sheet.name,
            "game": config.game,
            "spots": config.spots,
            "wagers": [wager_json(config, w) for w in config.sheet.wagers if on_layout(config, w)],
            "options": dict(config.options),
            "pay_tables": dict(config.pay_tables),
            "legends": list(config.sheet.legends),
            "limits": {},
            "chip_cents": config.chip_cents,
        },
        "view": seen,
        "questions": [
            {
                "at": at,
                "spot": s.spot,
                "wager": config.sheet.wager(s.wager).name,
                "stake_cents": s.stake_cents,
            }
            for at, s in enumerate(drill.lines)
        ],
        "tally": course.tally(),
    }


def config_spots(config: TableConfig) -> frozenset[int]:
    return frozenset(range(1, config.spots + 1))


# correcting


def parse_answer(word: str) -> Cents | None:
    """`12.50` pays, `-5` takes, `push` or `0` neither; None for something that is no answer."""
    text = word.strip().lower().replace("−", "-").removeprefix("+")
    if text in ("push", "0"):
        return 0
    sign = -1 if text.startswith("-") else 1
    try:
        return sign * parse_dollars(text.removeprefix("-"))
    except BadInput:
        return None


def correct(course: Course, answers: Mapping[int, str]) -> dict[str, Any]:
    """Each line right or wrong, with clause and arithmetic; the tally moves once per drill."""
    drill = course.drill
    if drill is None:
        raise BadInput("This table has been corrected already.", accepted="the next table")
    course.drill = None
    corrections = []
    for at, done in enumerate(drill.lines):
        given = parse_answer(answers.get(at, ""))
        right = given == done.net_cents
        wager = drill.round.config.sheet.wager(done.wager).name
        course.asked += 1
        if right:
            course.right += 1
            course.streak += 1
            course.best_streak = max(course.best_streak, course.streak)
        else:
            course.streak = 0
            course.missed[f"{wager}: {done.text or done.hand}"] += 1
        corrections.append(
            {
                "at": at,
                "right": right,
                "given": answers.get(at, ""),
                "net_cents": done.net_cents,
                "why": done.text or done.hand.replace("-", " "),
                "clause": done.clause,
                "arithmetic": arithmetic(done),
            }
        )
    return {"corrections": corrections, "tally": course.tally()}


def arithmetic(done: Settlement) -> str:
    """The sum a dealer does in the head."""
    stake, net = dollars(done.stake_cents), dollars(abs(done.net_cents))
    odds = done.odds
    if isinstance(odds, ToOne) and odds.pays > 0:
        top, bottom = odds.pays.numerator, odds.pays.denominator
        return f"{stake} at {odds}: {stake} × {top}" + (f" ÷ {bottom}" if bottom > 1 else "") + f" = {net}"
    if isinstance(odds, ToOne) and odds.pays == 0:
        return f"{stake} stays: a push"
    if isinstance(odds, ToOne):
        return f"{stake}: the house takes {net}"
    if isinstance(odds, ForOne):
        return f"{stake} at {odds}: {dollars(done.stake_cents + done.net_cents)} paid, the wager is kept"
    return f"{net} in fixed dollars"
