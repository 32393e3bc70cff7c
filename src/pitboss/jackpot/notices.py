"""The notices of a house jackpot: complete wordings to post, and what stands for another one (HR-09, WAC 230-15-671).

No program reads a text for its meaning: what is posted is one of these, or a wording of the house's own that ends with
the name of what approved it, such as `(approved: letter 21-044)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pitboss.people.person import id_of
from pitboss.words import in_words


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that has to be said; the first of its wordings is the one that is offered."""

    says: str
    wordings: tuple[str, ...]

    @property
    def offered(self) -> str:
        return self.wordings[0]


NOTICES: Final = (
    Notice(
        "that it is the house's prize, without players' money",
        (
            "This is a house jackpot: no player's money is in it, and the prize is the house's until it is won.",
            "This is a house jackpot: the amount on display is set by the house, does not grow, and is the house's "
            "until it is won.",
            "This is a house jackpot: no player's money is in it.",
            "The prize is the house's until it is won.",
            "The amount is the house's until it is won.",
        ),
    ),
    Notice(
        "that the house may remove the prize",
        (
            "The house may change or remove the prize at any time before it is won.",
            "The house may change or remove the prize at any time before it is won; rules and winning hands are "
            "posted here.",
            "The card room may remove the prize before it is won.",
            "The house may remove the prize.",
        ),
    ),
    Notice(
        "what the fixed prize is",
        (
            "The prize is the fixed amount on display, in full for every winner.",
            "The fixed prize on display is paid in full to every winner.",
            "A fixed prize, in full to every winner.",
        ),
    ),
)
_APPROVED: Final = re.compile(r".+\(approved: ([^()]+)\)\.?", re.DOTALL)
REFERENCE_LEAST: Final = 4


def _same(text: str) -> str:
    return id_of(text).rstrip(". ")


def approved_by(text: str) -> str:
    """What approved a wording of the house's own; nothing where it does not say."""
    found = _APPROVED.fullmatch(text.strip())
    reference = in_words(found.group(1)) if found else ""
    return reference if len(reference) >= REFERENCE_LEAST else ""


def _known(text: str) -> Notice | None:
    return next((one for one in NOTICES if _same(text) in map(_same, one.wordings)), None)


def unknown_notices(texts: Iterable[str]) -> list[str]:
    """Wordings that nobody has approved."""
    return [text for text in texts if text.strip() and _known(text) is None and not approved_by(text)]


def missing_notices(texts: Iterable[str]) -> list[Notice]:
    """What nothing that is posted says. An own wording that was approved may stand for any one of them."""
    posted = [text for text in texts if text.strip()]
    said = [_known(text) for text in posted]
    own = {_same(text) for text in posted if _known(text) is None and approved_by(text)}
    missing = [one for one in NOTICES if one not in said]
    return missing[len(own) :]


def accepted_notices(missing: Iterable[Notice]) -> str:
    """The wordings to post, as a refusal shows them."""
    offered = ", ".join(f'"{one.offered}"' for one in missing)
    own = 'an own wording that ends with what approved it: "... (approved: letter 21-044)"'
    return f"{offered}; or {own}" if offered else own
