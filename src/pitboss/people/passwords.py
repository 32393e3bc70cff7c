"""Passwords: hashed with Argon2id, long enough, and none of those that everybody tries first."""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.core.errors import BadInput

PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
DIFFERENT_MIN: Final = 5
NAME_INSIDE_MIN: Final = 4
"""letters of a name that counts inside other words as well"""
AROUND_MAX: Final = 3
"""characters put around what is common that make it no better"""
SHORT: Final = 2

_PUBLIC = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)

# Our own list of words that common passwords are made of; what people put around them (digits, signs, capitals, a
# second word of the kind) is taken off again before comparing.
_WORDS: Final = frozenset(files("pitboss.people").joinpath("common_words.txt").read_text().split())
_ROWS: Final = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "azertyuiop",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1a2b3c4d5e6f7g8h9i0j",
    "a1b2c3d4e5f6g7h8i9j0",
    "!@#$%^&*()_+",
    '!"§$%&/()=?',
)
_LOOKS_LIKE: Final = str.maketrans("013457@$!|", "oleastasil")


def check_password(password: str, name: str) -> None:
    why = weakness(password, name)
    if why:
        raise BadInput(
            f"This password is too easy: {why}.",
            clause="HR-21",
            accepted=f"{PASSWORD_MIN} to {PASSWORD_MAX} characters nobody would guess, such as four words of your own",
        )


def weakness(password: str, name: str) -> str | None:
    """Why a password would be among the first that somebody tries; None if it would not."""
    plain = password.casefold().strip()
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        return f"{len(password)} characters"
    if len(set(plain)) < DIFFERENT_MIN:
        return "too few different characters"
    if _holds(name, plain):
        return "it holds the name"
    if _repeated(plain):
        return "the same part again and again"
    if _along_a_row(plain):
        return "keys or numbers in a row"
    if _common(plain):
        return "among the common ones"
    return None


def _holds(name: str, text: str) -> bool:
    """A short name is part of many words: it counts where it stands alone."""
    return name in text if len(name) >= NAME_INSIDE_MIN else name in re.findall(r"[^\W\d_]+", text)


def _repeated(text: str) -> bool:
    return any(
        text == text[:size] * (len(text) // size) + text[: len(text) % size]
        for size in range(1, len(text) // 2 + 1)
    )


def _along_a_row(text: str) -> bool:
    """Made of at most three runs along a row of keys, the digits or the alphabet, either way, and a few characters
    around them."""
    runs, others, at = 0, 0, 0
    while at < len(text):
        size = max(
            (
                n
                for n in range(len(text) - at, 2, -1)
                if any(text[at : at + n] in r or text[at : at + n] in r[::-1] for r in _ROWS)
            ),
            default=0,
        )
        runs, others, at = runs + bool(size), others + (not size), at + (size or 1)
    return runs <= 3 and others <= AROUND_MAX


def _common(text: str) -> bool:
    """Nothing but common words, with the digits and signs that people put around and between them."""
    shapes = {text, text.translate(_LOOKS_LIKE)}
    return any(_padded_words(re.findall(r"[^\W\d_]+", shape)) for shape in shapes)


def _padded_words(parts: list[str]) -> bool:
    """Runs of letters that are common words, with less in short runs beside them; of short ones alone one at most."""
    long = [part for part in parts if len(part) > SHORT]
    if not long:
        return len(parts) <= 1
    return all(map(_words_only, long)) and len("".join(parts)) <= 2 * len("".join(long))


def _words_only(text: str) -> bool:
    """Whether a run of letters can be cut into common words."""
    reach = {0}
    for end in range(1, len(text) + 1):
        if any(start in reach and text[start:end] in _WORDS for start in range(end)):
            reach.add(end)
    return len(text) in reach


def _random(size: int) -> str:
    return b64encode(secrets.token_bytes(size)).decode().rstrip("=")


class Hasher:
    """A verification takes 64 MB on purpose; a room does few at a time (`pitboss.web.passwords`)."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        made = self._hasher
        costs = f"m={made.memory_cost},t={made.time_cost},p={made.parallelism}"
        self.nobodys = f"$argon2id$v=19${costs}${_random(made.salt_len)}${_random(made.hash_len)}"
        """what an unknown name is compared with, so that it takes as long as a known one: the hash of no password"""

    def hash(self, password: str, *, public: bool = False) -> str:
        """A password that is printed on the sign-in page gains nothing from a slow hash."""
        if public:
            return _PUBLIC.hash(password)
        return self._hasher.hash(password)

    def right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
