"""What the room refuses beyond the rules of the games."""

from __future__ import annotations

from pitboss.errors import PitbossError


class NotAllowed(PitbossError):
    """The person's role does not cover this."""


class NotFound(PitbossError):
    """There is no such table, round, person or claim."""


class SignInRefused(PitbossError):
    """Wrong name or password, or a locked account; which of them is not said (HR-21)."""


class Conflict(PitbossError):
    """Not possible as things stand at the table; nothing has changed."""


class TooMany(PitbossError):
    """More requests than one client may send."""
