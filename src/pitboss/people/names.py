"""What an account may be called, and what it may be."""

from __future__ import annotations

import re
from typing import Final

from pitboss.errors import BadInput
from pitboss.people.person import ROLES

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
