"""A player's own limits, cool-off and self-exclusion: what makes play less works at once, what makes it more after a
day, and what was promised for a time holds for that time (HR-37)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput, NotAllowed
from pitboss.core.money import Cents, dollars
from pitboss.ledger import Store, Unit
from pitboss.ledger.unit import EventData, begin, read_event
from pitboss.people.person import Person

STREAM: Final = "protection"
DAY_US: Final = 24 * 3_600_000_000
MINUTE_US: Final = 60_000_000
COOL_OFF_DAYS: Final = (1, 42)
EXCLUSION_DAYS: Final = (180, 5 * 366)


@dataclass(frozen=True, slots=True)
class PersonLimits:
    """None is no limit."""

    day_cents: Cents | None = None
    """chips bought in a gambling day"""
    session_minutes: int | None = None
    """played since signing in"""


@dataclass(frozen=True, slots=True)
class Protection:
    limits: PersonLimits = PersonLimits()
    wanted: PersonLimits | None = None
    """a wish for more, and from when it counts"""
    wanted_from_us: int = 0
    away_until_us: int = 0
    """cool-off or self-exclusion"""
    excluded: bool = False

    def now(self, at_us: int) -> PersonLimits:
        return self.wanted if self.wanted is not None and at_us >= self.wanted_from_us else self.limits

    def asked(self, wish: PersonLimits, at_us: int) -> Protection:
        """Field by field: less at once, more after a day."""
        have = self.now(at_us)
        lower = PersonLimits(
            _least(have.day_cents, wish.day_cents), _least(have.session_minutes, wish.session_minutes)
        )
        if lower == wish:
            return replace(self, limits=wish, wanted=None, wanted_from_us=0)
        return replace(self, limits=lower, wanted=wish, wanted_from_us=at_us + DAY_US)

    @classmethod
    def read(cls, document: object) -> Protection:
        return cls() if document is None else decode(cls, document)


@dataclass(frozen=True, slots=True)
class ProtectionChanged(EventData):
    """A player's own limits or time away; the event's kind says which."""

    name: str
    before: Protection
    after: Protection


def _least(have: int | None, wish: int | None) -> int | None:
    given = [limit for limit in (have, wish) if limit is not None]
    return min(given, default=None)


def document_of(person: str) -> str:
    return f"protection/{person}"


def check_away(found: Protection, person: str, at_us: int) -> None:
    if at_us < found.away_until_us:
        until = datetime.fromtimestamp(found.away_until_us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        what = "has excluded himself or herself from play" if found.excluded else "takes a break from play"
        raise NotAllowed(f"{person} {what}.", clause="HR-37", accepted=f"playing again after {until}")


def count_bought(unit: Unit, person: str, cents: Cents, day: str, at_us: int) -> None:
    """In the unit that sells the chips: whoever sells them, and at however many tables at once."""
    found = Protection.read(unit.get(document_of(person)))
    check_away(found, person, at_us)
    bought = unit.get(f"bought/{person}") or {"day": day, "cents": 0}
    total = cents + (bought["cents"] if bought["day"] == day else 0)
    most = found.now(at_us).day_cents
    if most is not None and total > most:
        left = max(0, most - (total - cents))
        raise NotAllowed(
            f"{person} has set a limit of {dollars(most)} a day.",
            clause="HR-37",
            accepted=f"at most {dollars(left)} today",
        )
    unit.put(f"bought/{person}", {"day": day, "cents": total})


class Protections:
    """The limits of everybody who has set any, at hand for the tables; `refresh` reads what others have changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Protection] = {}

    def refresh(self) -> None:
        shapes = self._store.documents(document_of("")).items()
        self._known = {key.removeprefix(document_of("")): Protection.read(shape) for key, shape in shapes}

    def of(self, person: str) -> Protection:
        return self._known.get(person, Protection())

    def check_play(self, person: str, since_us: int | None, at_us: int) -> None:
        """Before a seat is taken or a bet laid; `since_us` is when the person signed in."""
        found = self._known.get(person)
        if found is None:
            return
        check_away(found, person, at_us)
        minutes = found.now(at_us).session_minutes
        if minutes is not None and since_us is not None and at_us > since_us + minutes * MINUTE_US:
            raise NotAllowed(
                f"The limit of {minutes} {'minute' if minutes == 1 else 'minutes'} that {person} has set is reached.",
                clause="HR-37",
                accepted="a break: the time counts from the next sign-in",
            )

    def set_limits(self, person: Person, wish: PersonLimits) -> Protection:
        if (wish.day_cents or 0) < 0 or (wish.session_minutes is not None and wish.session_minutes < 1):
            raise BadInput(
                "This is not a limit.", clause="HR-37", accepted="cents from 0, minutes from 1, or none"
            )
        return self._change(person, "limits.set", lambda found, now: found.asked(wish, now))

    def cool_off(self, person: Person, days: int) -> Protection:
        _within(days, COOL_OFF_DAYS, "A break")
        return self._away(person, "cool-off", days, excluded=False)

    def exclude(self, person: Person, days: int) -> Protection:
        _within(days, EXCLUSION_DAYS, "Self-exclusion")
        return self._away(person, "self-exclusion", days, excluded=True)

    def _away(self, person: Person, kind: str, days: int, *, excluded: bool) -> Protection:
        """A promise already made is never shortened."""

        def later(found: Protection, now: int) -> Protection:
            until = max(found.away_until_us, now + days * DAY_US)
            still = found.excluded and now < found.away_until_us
            return replace(found, away_until_us=until, excluded=excluded or still)

        return self._change(person, kind, later)

    def _change(
        self, person: Person, kind: str, change: Callable[[Protection, int], Protection]
    ) -> Protection:
        now = self._store.clock()

        def work(unit: Unit) -> None:
            before = Protection.read(unit.get(document_of(person.id)))
            after = change(before, now)
            begin(unit, STREAM, person.id, ProtectionChanged(person.id, before, after), kind)
            unit.put(document_of(person.id), encode(after))

        self._known[person.id] = read_event(ProtectionChanged, self._store.write(work)).after
        return self._known[person.id]


def _within(days: int, bounds: tuple[int, int], what: str) -> None:
    if not bounds[0] <= days <= bounds[1]:
        raise BadInput(
            f"{what} of {days} days cannot be promised.",
            clause="HR-37",
            accepted=f"{bounds[0]} to {bounds[1]} days",
        )
