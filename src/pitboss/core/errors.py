"""Errors for the person at the table: what was wrong, which rule says so, what would be accepted. Programs read the
kind and the facts, never the sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def shown(value: object, most: int = 60) -> str:
    """A value as an error names it: short, and without failing over the value itself."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's repr does, or a number too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence to add, where a name is nearly one that is known.

    >>> did_you_mean("wagr", ["wager", "hand"])
    ' Did you mean wager?'
    """
    from difflib import get_close_matches

    near = get_close_matches(name, {*known} - {name}, 1, 0.7)
    return f" Did you mean {near[0]}?" if near else ""


class PitbossError(Exception):
    """A refusal in one or two sentences. `kind` names it for programs, `clause` the rule, `accepted` what would be
    right. With `facts`, message and `accepted` are templates that name them: `{claim} is {state}`. A fact whose name
    ends in `cents` is read as dollars, a claim or an award by what people call it."""

    kind: str = "refused"

    def __init__(
        self,
        message: str,
        *,
        kind: str = "",
        facts: Mapping[str, Any] | None = None,
        clause: str | None = None,
        accepted: str | None = None,
    ) -> None:
        self.kind = kind or type(self).kind
        self.facts = dict(facts or {})
        self.clause = clause
        self._templates = message, accepted
        self.message, self.accepted = message, accepted
        if facts:
            self.call({})
        super().__init__(message)

    def call(self, names: Mapping[str, str]) -> None:
        """Put it into words, with these names for claims and awards instead of their ids."""
        message, accepted = self._templates
        said = {name: _said(name, value, names) for name, value in self.facts.items()}
        text = message.format_map(said)
        self.message = text[:1].upper() + text[1:]
        self.accepted = accepted and accepted.format_map(said)

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, whatever a subclass is made from: so it comes back from another process."""
        return PitbossError.__new__, (type(self), *self.args), vars(self)

    def __str__(self) -> str:
        text = self.message
        if self.clause:
            text += f" [{self.clause}]"
        if self.accepted:
            text += f" Accepted: {self.accepted}."
        return text

    def to_json(self) -> dict[str, Any]:
        return {
            "error": self.message,
            "kind": self.kind,
            "facts": self.facts,
            "clause": self.clause,
            "accepted": self.accepted,
        }


def _said(name: str, value: Any, names: Mapping[str, str]) -> str:
    from pitboss.core.money import dollars

    if name.endswith("cents"):
        return dollars(value)
    what = name.rpartition("_")[2]
    if what in ("claim", "award"):
        return names.get(value) or f"{'the ' if what == 'award' else ''}{what} {value}"
    return str(value)


class BadInput(PitbossError):
    """Something typed, loaded or sent that is not what it should be."""

    kind = "bad-input"


def unknown(message: str, word: str, known: Iterable[str], *, clause: str | None = None) -> BadInput:
    """A name that is none of those known; `message` says so, and the nearest is asked after."""
    names = [str(name) for name in known]
    said = message + did_you_mean(str(word).casefold(), names)
    return BadInput(said, clause=clause, accepted=", ".join(names) or "none: there is nothing to name")


class IllegalAction(PitbossError):
    """A decision that the rules do not allow here; the round is unchanged."""

    kind = "illegal-action"


class IllegalWager(PitbossError):
    """A wager outside the rules or the posted limits; nothing has been booked."""

    kind = "illegal-wager"


class BadApproval(PitbossError):
    """A rule sheet or pay-table file that does not hold what it must."""

    kind = "bad-sheet"


class BrokenRules(PitbossError):
    """The rules of a game do what rules must not do; the sentence names where."""

    kind = "broken-rules"


class ReplayError(PitbossError):
    """A stored round that does not replay."""

    kind = "does-not-replay"


class NotAllowed(PitbossError):
    """The person's role does not cover this."""

    kind = "not-allowed"


class NotFound(PitbossError):
    """There is no such table, round, person or claim."""

    kind = "not-found"


class SignInRefused(PitbossError):
    """Wrong name or password, or a locked account; which of them is not said (HR-21)."""

    kind = "sign-in-refused"


class SecondFactorNeeded(SignInRefused):
    """The password is right; the six digits are missing."""

    kind = "second-factor-needed"


class CodeUsed(SignInRefused):
    """The password is right; the code was accepted before, and each is accepted once."""

    kind = "code-used"


class AskedAgain(NotAllowed):
    """This act wants the credentials of a moment ago."""

    kind = "credentials-again"


class Conflict(PitbossError):
    """Not possible as things stand at the table; nothing has changed."""

    kind = "conflict"


class NotBooked(PitbossError):
    """The books cannot be reached: it is not known to be booked, and the same id again does it once."""

    kind = "not-booked"


class LeaseLost(PitbossError):
    """Another process keeps the table now; nothing of this was booked."""

    kind = "lease-lost"


class TooMany(PitbossError):
    """More requests than one client may send."""

    kind = "too-many"
