"""Whether staff sign with a second factor: the room says so in the store, and the terminal keeps to it (HR-21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.people.documents import account_of
from pitboss.people.person import Person
from pitboss.store import Reader, Store, Unit
from pitboss.store.codec import decode, encode

KEY: Final = "people-rule/second-factor"
STREAM: Final = "people"


@dataclass(frozen=True, slots=True)
class FactorRule:
    asked: bool = False
    """a store that no room has been opened on asks nobody: there is no page to set one up"""


def _rule(store: Reader) -> FactorRule:
    found = store.document(KEY)
    return FactorRule() if found is None else decode(FactorRule, found)


def note_rule(store: Store, asked: bool) -> None:
    """What a room that opens asks of its staff."""

    def work(unit: Unit) -> None:
        unit.record("people.factor-rule", STREAM, "house", {"asked": asked})
        unit.put(KEY, encode(FactorRule(asked)))

    if _rule(store).asked is not asked:
        store.write(work)


def must_have_factor(store: Reader, person: Person) -> None:
    """Refuse the signature of staff without a second factor where the room asks for one."""
    account = account_of(store.document, person.id)
    if account is not None and account.needs_factor and _rule(store).asked:
        raise NotAllowed(
            f"{person.id} has no second factor yet, and staff of this room sign with one.",
            clause="HR-21",
            accepted="setting one up first: sign in to the room, then /me",
        )
