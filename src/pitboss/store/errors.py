"""What the store refuses, and what can be wrong with it."""

from __future__ import annotations

from pitboss.errors import PitbossError


class StoreError(PitbossError):
    """The store cannot do this; nothing has been written."""


class StoreRefused(StoreError):
    """The store could, but what was asked does not fit what it holds."""


class Overdraft(StoreRefused):
    """A transfer that would take an account past the limit its flag sets."""


class KeyReused(StoreRefused):
    """The same key came back with a different content: not a retry, but a mistake of the caller."""


class StoreFull(StoreError):
    """No room left on the disk; the transaction was rolled back."""


class StoreUnavailable(StoreError):
    """The database cannot be reached, or stays locked."""


class StoreUnreachable(StoreUnavailable):
    """Not even a new connection is to be had: asking again at once is of no use."""


class StoreDamaged(StoreError):
    """The stored bytes are not what was written."""
