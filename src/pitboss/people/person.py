"""A person: one identity in store, desk, room and terminal, compared by id; roles and names (JP-32, HR-21)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Self

from pitboss.core.errors import BadInput, NotAllowed


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    SURVEILLANCE = "surveillance"
    CASHIER = "cashier"
    AUDITOR = "auditor"
    ADMIN = "admin"
    HOUSE = "house"
    """the program itself: the house dealer, the clock, what a table's file sets up; nobody signs in as it"""


ROLES: Final = tuple(role for role in Role if role is not Role.HOUSE)
"""what an account may be"""


_UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""categories of signs that nobody can read; halves of pairs stay, as NUL does: the store refuses what is no text"""
_BLANK: Final = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}\N{BRAILLE PATTERN BLANK}"
    "\N{MONGOLIAN FREE VARIATION SELECTOR ONE}\N{MONGOLIAN FREE VARIATION SELECTOR TWO}"
    "\N{MONGOLIAN FREE VARIATION SELECTOR THREE}\u180f"
).union(
    *(
        map(chr, range(*ends))
        for ends in ((0x2065, 0x2066), (0xFE00, 0xFE10), (0xFFF0, 0xFFF9), (0xE0000, 0xE1000))
    )
)
"""signs that Unicode counts among letters, marks and symbols or keeps free, and that show nothing either; letters newer
than this Python stay"""


def _seen(text: str) -> str:
    """What of a text can be read; blanks stay, so that two words do not become one."""
    return "".join(
        sign
        for sign in text
        if sign.isspace()
        or sign == "\0"
        or (sign not in _BLANK and unicodedata.category(sign) not in _UNSEEN)
    )


def id_of(name: str) -> str:
    """The one spelling of a name, as accounts have it: however it is typed, and whatever stands between its letters
    that nobody can see, it is the same person or place (JP-32)."""
    folded = unicodedata.normalize("NFKC", _seen(name)).casefold()
    return " ".join(unicodedata.normalize("NFKC", _seen(folded)).split())


def one_spelling(name: str, known: Iterable[str], what: str) -> None:
    """Refuse a new name that differs from a known one only in how it is typed: one would be taken for the other."""
    for other in known:
        if other != name and id_of(other) == id_of(name):
            raise BadInput(
                f"{name!r} reads as the {what} {other!r}.", accepted=f"{other}, or a name of its own"
            )


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is the account's and never changes; `name` is what people read. Two with one id are one person."""

    id: str
    roles: tuple[Role, ...] = field(compare=False)
    name: str = field(default="", compare=False)
    demo: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)

    @classmethod
    def of(cls, id: str, *roles: str, name: str = "", demo: bool = False) -> Self:
        """From texts, as a document or a test has them."""
        return cls(id, tuple(map(Role, roles)), name, demo)

    @property
    def role(self) -> Role:
        """The first of the roles: what a screen shows."""
        return self.roles[0]

    def has(self, *roles: str) -> bool:
        return not {*self.roles}.isdisjoint(roles)

    def __str__(self) -> str:
        """As an event's actor: the id, and what the person is."""
        return f"{self.id} ({', '.join(self.roles)})"

    def must_be(self, *roles: Role, clause: str, act: str) -> None:
        if not self.has(*roles):
            accepted = " or ".join(f"a person with the role {role.value}" for role in roles)
            raise NotAllowed(f"{self} may not {act}.", clause=clause, accepted=accepted)


# Roles and names that are accepted.

NAME: Final = re.compile(r"[a-z][a-z0-9._-]{1,31}")
RESERVED: Final = ("house", "terminal")
"""whom the log names where no person has acted"""


def check_role(role: str) -> None:
    if role not in ROLES:
        raise BadInput(f"There is no role {role!r}.", clause="HR-21", accepted=", ".join(ROLES))


def check_person_name(name: str) -> None:
    if name in RESERVED:
        raise BadInput(
            f"{name!r} is whom the log names where no person has acted.",
            clause="HR-21",
            accepted="another name",
        )
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{name[:40]!r} is not a name for an account.",
            clause="HR-21",
            accepted="2 to 32 small letters, digits, dots, hyphens or underscores, a letter first",
        )
