"""Errors for the person at the table: what was wrong, which rule says so, what would be accepted."""

from __future__ import annotations


def shown(value: object, most: int = 60) -> str:
    """A value as an error names it: short, and without failing over the value itself."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's repr does, or a number too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class PitbossError(Exception):
    """A refusal in one or two sentences. `clause` names the rule, `accepted` what would be right."""

    def __init__(self, message: str, *, clause: str | None = None, accepted: str | None = None) -> None:
        self.message = message
        self.clause = clause
        self.accepted = accepted
        super().__init__(message)

    def __str__(self) -> str:
        text = self.message
        if self.clause:
            text += f" [{self.clause}]"
        if self.accepted:
            text += f" Accepted: {self.accepted}."
        return text

    def to_json(self) -> dict[str, str | None]:
        return {"error": self.message, "clause": self.clause, "accepted": self.accepted}


class BadInput(PitbossError):
    """Something typed, loaded or sent that is not what it should be."""


class IllegalAction(PitbossError):
    """A decision that the rules do not allow here; the round is unchanged."""


class IllegalWager(PitbossError):
    """A wager outside the rules or the posted limits; nothing has been booked."""


class BadApproval(PitbossError):
    """A rule sheet or pay-table file that does not hold what it must."""


class BrokenRules(PitbossError):
    """The rules of a game do what rules must not do; the sentence names where."""


class ReplayError(PitbossError):
    """A stored round that does not replay."""


class NotAllowed(PitbossError):
    """The person's role does not cover this."""


class NotFound(PitbossError):
    """There is no such table, round, person or claim."""


class SignInRefused(PitbossError):
    """Wrong name or password, or a locked account; which of them is not said (HR-21)."""


class SecondFactorNeeded(SignInRefused):
    """The password is right; the six digits are missing."""


class CodeUsed(SignInRefused):
    """The password is right; the code was accepted before, and each is accepted once."""


class AskedAgain(NotAllowed):
    """This act wants the credentials of a moment ago."""


class Conflict(PitbossError):
    """Not possible as things stand at the table; nothing has changed."""


class NotBooked(PitbossError):
    """The books cannot be reached: it is not known to be booked, and the same id again does it once."""


class LeaseLost(PitbossError):
    """Another process keeps the table now; nothing of this was booked."""


class TooMany(PitbossError):
    """More requests than one client may send."""
