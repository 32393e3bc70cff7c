"""Until when the terminal makes staff by itself: a house that has people who sign for money does not get another one
unsigned (HR-35)."""

from __future__ import annotations

from typing import Final

from pitboss.errors import NotAllowed
from pitboss.people.acts import ACTS, Act, different
from pitboss.people.documents import accounts
from pitboss.people.person import Person, Role
from pitboss.store import Reader

BOSSES: Final = (Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.ADMIN)
_BY_PEOPLE: Final = (
    "SELECT 1 FROM events WHERE (substr(stream, 1, 7) = 'jackpot' OR substr(stream, 1, 5) = 'tray/' "
    "OR stream = 'cage') AND actor <> 'house' AND substr(actor, length(actor) - 6) <> '(house)' "
    "AND EXISTS (SELECT 1 FROM transfers WHERE transfers.seq = events.seq) LIMIT 1"
)


def unsigned(by: Person | str) -> bool:
    """Whether nobody signs: the program, or the terminal of the machine."""
    return isinstance(by, str) or by.has(Role.HOUSE)


def money_has_moved(store: Reader) -> bool:
    """Whether somebody has moved money of a jackpot, a tray or the cage; what table files and the program book at a
    room's start is nobody's act."""
    return bool(store.ask(lambda c: c.execute(_BY_PEOPLE)))


def two_can_sign(store: Reader) -> bool:
    """Whether the house has two people of its staff, one of them a boss."""
    staff = [one for one in accounts(store) if not one.demo and one.role != Role.PLAYER]
    return len(staff) > 1 and any(one.role in BOSSES for one in staff)


def two_of_the_house(act: Act, by: Person, second: Person | None) -> None:
    """Who signs for staff where nobody keeps the accounts: a boss, and another of the staff."""
    rule = ACTS[act]
    by.must_be(*BOSSES, clause="HR-35", act=rule.does)
    if second is None or second.has(Role.PLAYER):
        raise NotAllowed(
            f"To {rule.does} takes two people.", clause="HR-35", accepted="a second person of the staff"
        )
    different(by, second, to=rule.does, clause="HR-35")
