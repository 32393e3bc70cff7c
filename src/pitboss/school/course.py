"""A trainee's course: its settings, the drill under way, every field marked once, and an honest tally by topic."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from pitboss.core.errors import BadInput
from pitboss.core.money import dollars
from pitboss.ledger import Store, Unit
from pitboss.school import dealing, keypad, paying
from pitboss.school.kit import CHIPS, Drill, Field, felt_shape, own_choices, parse_answer, pick
from pitboss.sheets import game_ids

KEPT: Final = 500
"""courses held at a time; the one not touched for longest is forgotten first"""
WEAK: Final = 6
"""so many weak spots are named"""
TRIED: Final = 3
"""tables looked through for one that practises a weak spot"""
PASS_MARKS: Final = (80, 90, 95, 100)
LEAST_ASKED: Final = 20
"""a certificate rests on so many answers at least"""
MIXED: Final = "mixed"


class Kind(NamedTuple):
    """A kind of drill: for which games it is there, and one more of it."""

    title: str
    taught: Callable[[str], bool]
    make: Callable[[str, str], Drill]


KINDS: Final = {
    "pay": Kind("Paying", paying.taught, paying.make),
    "set": Kind("House way", dealing.setting_taught, dealing.make_setting),
    "keypad": Kind("Keypad and awards", keypad.taught, keypad.make),
    "envy": Kind("Envy and limits", paying.envy_taught, paying.make_envy),
    "reader": Kind("Card reader", dealing.reader_taught, dealing.make_reader),
    "procedure": Kind("Procedure", dealing.next_taught, dealing.make_next),
}


@dataclass(slots=True)
class TopicCount:
    asked: int = 0
    right: int = 0


@dataclass
class Course:
    id: str
    game: str
    level: str
    kind: str
    name: str = ""
    pass_mark: int = 90
    drill: Drill | None = None
    tables: int = 0
    asked: int = 0
    right: int = 0
    streak: int = 0
    best_streak: int = 0
    topics: dict[str, TopicCount] = field(default_factory=dict)

    @property
    def share(self) -> int:
        """Whole percent of answers that were right."""
        return 100 * self.right // self.asked if self.asked else 0

    @property
    def passed(self) -> bool:
        return self.asked >= LEAST_ASKED and self.share >= self.pass_mark

    def weak(self) -> list[str]:
        """Topics with mistakes, the weakest first."""
        missed = [(c.right / c.asked, topic) for topic, c in self.topics.items() if c.right < c.asked]
        return [topic for _, topic in sorted(missed)]

    def count(self, topic: str, right: bool) -> None:
        here = self.topics.setdefault(topic, TopicCount())
        here.asked += 1
        self.asked += 1
        if right:
            here.right += 1
            self.right += 1
            self.streak += 1
            self.best_streak = max(self.best_streak, self.streak)
        else:
            self.streak = 0

    def tally(self) -> dict[str, Any]:
        return {
            "course": self.id,
            "game": self.game,
            "level": self.level,
            "kind": self.kind,
            "name": self.name,
            "pass_mark": self.pass_mark,
            "least_asked": LEAST_ASKED,
            "passed": self.passed,
            "tables": self.tables,
            "asked": self.asked,
            "right": self.right,
            "percent": self.share,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "weak": self.weak()[:WEAK],
            "topics": [
                {"topic": topic, "asked": count.asked, "right": count.right}
                for topic, count in sorted(self.topics.items(), key=lambda t: (t[1].right / t[1].asked, t[0]))
            ],
        }


class School:
    """Courses by id, as they are practised. Of a signed-in trainee the store keeps the last one as well."""

    def __init__(self) -> None:
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, game: str, level: str, kind: str = "pay", name: str = "", pass_mark: int = 90) -> Course:
        if game not in game_ids():
            raise BadInput(f"{game!r} is not taught here.", accepted=", ".join(game_ids()))
        if level not in CHIPS:
            raise BadInput(f"There is no level {level!r}.", accepted=", ".join(CHIPS))
        if kind != MIXED and kind not in kinds_of(game):
            raise BadInput(
                f"There is no drill {kind!r} for this game.", accepted=", ".join((*kinds_of(game), MIXED))
            )
        if pass_mark not in PASS_MARKS:
            raise BadInput(f"A pass mark of {pass_mark} %.", accepted=", ".join(map(str, PASS_MARKS)))
        course = Course(secrets.token_urlsafe(9), game, level, kind, " ".join(name.split())[:60], pass_mark)
        return self.take_up(course)

    def take_up(self, course: Course) -> Course:
        """A course begun now, or one that the store has kept."""
        with self._lock:
            self._courses[course.id] = course
            while len(self._courses) > KEPT:
                self._courses.popitem(last=False)
        return course

    def known(self, id: str) -> bool:
        with self._lock:
            return id in self._courses

    def course(self, id: str) -> Course:
        with self._lock:
            course = self._courses.get(id)
            if course is not None:
                self._courses.move_to_end(id)
        if course is None:
            raise BadInput("This course is over or was never begun.", accepted="a new course")
        return course


def kinds_of(game: str) -> tuple[str, ...]:
    """The drills that make sense for a game."""
    return tuple(name for name, kind in KINDS.items() if kind.taught(game))


def new_drill(course: Course) -> Drill:
    """The next table: one with a weak spot in it, else the one with the dearest mistake not yet avoided."""
    weak = set(course.weak())
    drills = []
    for _ in range(TRIED):
        kind = course.kind if course.kind != MIXED else pick(kinds_of(course.game))
        drills.append(KINDS[kind].make(course.game, course.level))
        topics = {f.topic for f in drills[-1].fields}
        if topics & weak or not (weak or topics & dear_topics(course.game).keys()):
            course.drill = drills[-1]
            break
    else:
        course.drill = max(drills, key=lambda drill: _dearest(course, drill))
    course.tables += 1
    return course.drill


def _dearest(course: Course, drill: Drill) -> Fraction:
    """What the dearest mistake to be made in it costs an hour, of those not yet avoided once."""
    dear = dear_topics(course.game)
    avoided = {topic for topic, count in course.topics.items() if count.right}
    open_ = [_hourly(dear, f) for f in drill.fields if f.topic not in avoided]
    return max(open_, default=Fraction(0))


def _hourly(dear: Mapping[str, Fraction], asked: Field) -> Fraction:
    """By its topic, or as any losing wager of the place."""
    if asked.topic not in dear and asked.cents is not None and asked.cents < 0:
        return dear.get(f"{asked.topic.partition(':')[0]}: loses", Fraction(0))
    return dear.get(asked.topic, Fraction(0))


@cache
def dear_topics(game: str) -> Mapping[str, Fraction]:
    """In cents an hour at a usual pace, by topic."""
    from pitboss.school.mistakes import dear_topics as priced

    return priced(game, own_choices(game))


def would_cost(course: Course, asked: Field, word: str) -> str:
    """What a wrong answer would have cost: this time, and an hour if it is made every time."""
    said = []
    if asked.kind == "money" and asked.cents is not None:
        given = parse_answer(word)
        if given is not None and given != asked.cents:
            who = "house" if given > asked.cents else "player"
            said.append(f"That costs the {who} {dollars(abs(given - asked.cents))} here.")
    if hourly := _hourly(dear_topics(course.game), asked):
        said.append(
            f"The dearest mistake of this kind costs {dollars(round(hourly))} an hour at a usual table."
        )
    return " ".join(said)


def mark(course: Course, answers: Mapping[int, str]) -> dict[str, Any]:
    """The fields that were filled in, each marked once; a blank is no answer."""
    drill = course.drill
    if drill is None:
        raise BadInput("There is no table to answer.", accepted="the next table")
    for at, word in answers.items():
        if not 0 <= at < len(drill.fields) or not word.strip() or at in drill.given:
            continue
        asked = drill.fields[at]
        if asked.kind == "money" and parse_answer(word) is None:
            raise BadInput(f"{word[:20]!r} is no amount.", accepted="30, −5 or push")
        if asked.options and word not in asked.options:
            raise BadInput(f"{word[:40]!r} is not offered.", accepted=", ".join(asked.options))
        drill.given[at] = word
        course.count(asked.topic, asked.right(word))
    return lesson(course)


def lesson(course: Course) -> dict[str, Any]:
    """The drill as the trainee sees it, with the marks so far: the same after a reload."""
    drill = course.drill
    if drill is None:
        raise BadInput("There is no table to answer.", accepted="the next table")
    return {
        "kind": drill.kind,
        "task": drill.task,
        "facts": list(drill.facts),
        "fields": [
            {
                "at": at,
                "label": f.label,
                "kind": f.kind,
                "spot": f.spot,
                "options": list(f.options),
                "cards": list(f.cards),
                "example": f.example,
            }
            for at, f in enumerate(drill.fields)
        ],
        "marks": {
            at: {
                "given": word,
                "right": drill.fields[at].right(word),
                "answer": drill.fields[at].answer,
                "why": drill.fields[at].why,
                "cost": "" if drill.fields[at].right(word) else would_cost(course, drill.fields[at], word),
                "clause": drill.fields[at].clause,
            }
            for at, word in drill.given.items()
        },
        "done": drill.done,
        "felt": felt_shape(drill) if drill.round is not None else None,
        "tally": course.tally(),
    }


# Courses that outlive the server: a signed-in trainee's in the store, which is the house's record; nobody's in the
# trainee's own browser, signed by the house, so that marks cannot be written there.

SIGNING_KEY: Final = "school-signing-key"


def key_of(person: str) -> str:
    return f"school/{person}"


def keep(store: Store, person: str, course: Course) -> None:
    """The course as it stands: settings and marks. The table under way is dealt anew."""
    shape = _shape(course)

    def work(unit: Unit) -> None:
        told = {name: shape[name] for name in ("id", "game", "kind", "asked", "right")}
        unit.record("school.course", key_of(person), person, told)
        unit.put(key_of(person), shape)

    store.write(work)


def kept(store: Store, person: str, id: str) -> Course | None:
    """The person's last course, if it is this one."""
    shape: dict[str, Any] | None = store.document(key_of(person))
    return _course(shape) if shape is not None and shape["id"] == id else None


def signing_key(store: Store) -> bytes:
    """The house's own, drawn when it is first needed; all processes of a room have the same."""

    def work(unit: Unit) -> None:
        if unit.get(SIGNING_KEY) is None:
            unit.record("school.key", "school", "house")
            unit.put(SIGNING_KEY, secrets.token_hex(32))

    if (found := store.document(SIGNING_KEY)) is None:
        store.write(work)
        found = store.document(SIGNING_KEY)
    return bytes.fromhex(found)


def signed(key: bytes, course: Course) -> str:
    """The course as text for the trainee's browser."""
    body = base64.urlsafe_b64encode(json.dumps(_shape(course)).encode()).decode()
    return f"{body}.{_mark(key, body)}"


def from_signed(key: bytes, token: str) -> Course:
    """The course that the house has signed; anything else is refused."""
    body, _, mark = token.partition(".")
    if not hmac.compare_digest(mark.encode(), _mark(key, body).encode()):
        raise BadInput("This course is not one that the house has signed.", accepted="a new course")
    try:
        return _course(json.loads(base64.urlsafe_b64decode(body)))
    except (binascii.Error, ValueError, TypeError, KeyError) as error:
        raise BadInput("This course is of another version.", accepted="a new course") from error


def _mark(key: bytes, body: str) -> str:
    return hmac.new(key, body.encode(), sha256).hexdigest()


def _shape(course: Course) -> dict[str, Any]:
    shape = {name: value for name, value in vars(course).items() if name != "drill"}
    shape["topics"] = {topic: asdict(count) for topic, count in course.topics.items()}
    return shape


def _course(shape: dict[str, Any]) -> Course:
    topics = {topic: TopicCount(**count) for topic, count in shape["topics"].items()}
    return Course(**{**shape, "topics": topics})
