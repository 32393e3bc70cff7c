"""Errors for the person at the table: what was wrong, which rule says so, what would be accepted."""

from __future__ import annotations


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


class ReplayError(PitbossError):
    """A stored round that does not replay."""
