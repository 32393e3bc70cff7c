"""Arguments of the library and the commands, and what a person sets in the environment: turned into what is meant, or
refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from operator import index
from pathlib import Path
from types import UnionType
from typing import Any, Final, NewType

from pitboss.core.errors import BadInput, shown

GAMES: Final = "PITBOSS_GAMES"
"""folders with games of one's own"""
HOUSE_WAYS: Final = "PITBOSS_HOUSE_WAYS"
"""files with house ways of one's own"""
BACK_ROOM_NICE: Final = "PITBOSS_BACK_ROOM_NICE"
"""how far the lab's long work stands behind everybody else in the queue for the processor, 0 to 19"""


LARGEST_POWER: Final = 300
"""of ten: `1e999999999` would fill the memory"""


def of_kind(what: str, value: object, kind: type | UnionType, accepted: str) -> None:
    if not isinstance(value, kind):
        raise BadInput(f"{what} cannot be {shown(value)}.", accepted=accepted)


def table_name(pay_table: object) -> str | None:
    """A pay table's name; a number is as good."""
    if pay_table is None or isinstance(pay_table, str):
        return pay_table
    return str(whole("A pay table", pay_table))


def whole(what: str, value: object, least: int | None = None) -> int:
    """A whole number, also where it was computed as a float: `1e6` rounds."""
    number = _integer(value)
    if number is not None and (least is None or number >= least):
        return number
    accepted = "a whole number" + ("" if least is None else f" from {least}")
    raise BadInput(f"{what} cannot be {shown(value)}.", accepted=accepted)


def _integer(value: Any) -> int | None:
    """None where it is no whole number; of NumPy's kinds too."""
    if isinstance(value, bool | str | bytes):
        return None
    try:
        return index(value)
    except TypeError:
        whole_float = getattr(value, "is_integer", None)
        return int(value) if whole_float is not None and whole_float() else None


def share(
    what: str, value: object, least: int = -1, most: int = 1, accepted: str = "a share such as 0.05, or 5%"
) -> Fraction:
    """A number, a fraction, or the text of one; of text also per cent."""
    text = str(value).strip()
    try:
        if isinstance(value, bool):
            raise ValueError
        number = _fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except (ValueError, ArithmeticError):
        raise BadInput(f"{what} {shown(value)} is not a number.", accepted=accepted) from None
    if not least <= number <= most:
        raise BadInput(f"{what} {shown(value)} is out of reach.", accepted=f"from {least:,} to {most:,}")
    return number


def _fraction(text: str) -> Fraction:
    if "e" in text.lower() and abs(Decimal(text).adjusted()) > LARGEST_POWER:
        raise ValueError
    return Fraction(text)


def file_of(what: str, value: object) -> Path | None:
    """A file's place; None where none is named."""
    return None if value is None else place_of(what, value)


def place_of(what: str, value: object) -> Path:
    if isinstance(value, str | Path) and str(value).strip() and "\0" not in str(value):
        return Path(value)
    raise BadInput(f"{what} cannot be {shown(value)}.", accepted="a path")


def texts(settings: Mapping[str, object]) -> dict[str, str]:
    """Settings as the sheets write them: `with_="joint"` is `with`, True is `yes`, 6 is `6`."""
    words = {True: "yes", False: "no"}
    return {
        name.rstrip("_"): words[value] if isinstance(value, bool) else str(value)
        for name, value in settings.items()
    }


# What people write down: a reason that somebody can read.

Reason = NewType("Reason", str)
"""one line that somebody can read; only `said` makes one, and what needs a reason takes nothing else"""

_UNSEEN: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""letters by Unicode's tables, of which nothing is drawn"""


def in_words(text: object) -> str:
    """One line that can be read, or nothing: no sign that cannot be seen, and a letter or a figure at least."""
    line = " ".join(text.split()) if type(text) is str else ""
    seen = line.isprintable() and _UNSEEN.isdisjoint(line)
    return line if seen and any(sign.isalnum() for sign in line) else ""


def said(text: str, what: str, clause: str) -> Reason:
    """A reason in words, without which the act is not done."""
    line = in_words(text)
    if not line:
        raise BadInput(f"{what} says why.", clause=clause, accepted="a reason in words")
    return Reason(line)
