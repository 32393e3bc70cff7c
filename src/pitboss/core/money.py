"""Money is integer cents; people read and type dollars."""

from __future__ import annotations

import re
from typing import Final

from pitboss.core.errors import BadInput, shown

Cents = int

DOLLAR: Final = 100
MOST_CENTS: Final = 10**15
"""above this an amount is a mistake"""
_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?")


def parse_dollars(text: str) -> Cents:
    """`"$1,234.50"` is 123450. Negative amounts, fractions of a cent and words are refused."""
    match = _AMOUNT.fullmatch(text.strip())
    if not match:
        raise BadInput(f"{text!r} is not an amount of money.", accepted="dollars such as 25 or $1,234.50")
    whole, part = match.group(1).replace(",", "").lstrip("0"), match.group(2)
    if len(whole) >= len(str(MOST_CENTS // DOLLAR)):
        raise BadInput(
            f"{shown(text)} is more money than there is.", accepted=f"less than {dollars(MOST_CENTS)}"
        )
    return int(whole or "0") * DOLLAR + int((part or "0").ljust(2, "0"))


def dollars(cents: Cents) -> str:
    """`123450` is `$1,234.50`, and whole dollars lose their cents: `$25`."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), DOLLAR)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def signed(cents: Cents) -> str:
    """As `dollars`, with a plus sign on gains."""
    return ("+" if cents > 0 else "") + dollars(cents)
