"""Reasons that people can read."""

from __future__ import annotations

import pytest

from pitboss.errors import BadInput
from pitboss.words import in_words, said


@pytest.mark.parametrize(
    "text", ["", " \t\n", "\u200b", "why\u200b", "\ud800", "\x00", "...", "\u202ewhy", 3, None]
)
def test_what_nobody_can_read_is_no_reason(text: object) -> None:
    assert in_words(text) == ""
    if isinstance(text, str):
        with pytest.raises(BadInput, match="HR-33"):
            said(text, "A void round", "HR-33")


def test_a_reason_is_one_line() -> None:
    assert in_words("  a card\n was exposed ") == "a card was exposed"
    assert in_words("Karte 7 fiel, é 7") == "Karte 7 fiel, é 7"
