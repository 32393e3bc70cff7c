"""What people write down: a reason that somebody can read."""

from __future__ import annotations

from pitboss.errors import BadInput


def in_words(text: object) -> str:
    """One line that can be read, or nothing: no sign that cannot be seen, and a letter or a figure at least."""
    line = " ".join(text.split()) if type(text) is str else ""
    return line if line.isprintable() and any(sign.isalnum() for sign in line) else ""


def said(text: str, what: str, clause: str) -> str:
    """A reason in words, without which the act is not done."""
    line = in_words(text)
    if not line:
        raise BadInput(f"{what} says why.", clause=clause, accepted="a reason in words")
    return line
