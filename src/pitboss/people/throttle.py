"""Wrong passwords slow down whoever sends them, and nobody else (HR-21).

Failures are counted by path: an account, tried from a device it knows, or at the screen of somebody who is signed
in, or else from an address. Three lock the path, for a time that doubles with every further one. Many strangers
against one account, and one address or screen against many accounts, are slowed down in the same way. Neither a device
that the account knows nor somebody at a screen that is signed in is a stranger. While a path is locked nothing that
comes by it is looked at or counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FAILURES_MAX: Final = 3
STRANGERS_MAX: Final = 30
"""failures of all strangers against one account"""
ADDRESS_MAX: Final = 30
"""failures of one address, or of one person's screen, against whatever accounts"""
MANY_MEMORY_US: Final = 600_000_000
"""what many people do together is forgotten after ten quiet minutes"""
FIRST_LOCK_US: Final = 60_000_000
LONGEST_LOCK_US: Final = 24 * 3_600_000_000
PATHS_KEPT: Final = 40

STRANGERS: Final = "strangers"


@dataclass(frozen=True, slots=True)
class Path:
    """How often in a row it failed, and until when nothing is accepted from it."""

    failures: int = 0
    until_us: int = 0
    last_us: int = 0

    def locked(self, now_us: int) -> bool:
        return now_us < self.until_us

    def failed(self, now_us: int, most: int = FAILURES_MAX, memory_us: int = LONGEST_LOCK_US) -> Path:
        """After one more failure; after such a time without any it begins anew."""
        count = 1 + (self.failures if now_us - max(self.last_us, self.until_us) < memory_us else 0)
        until = self.until_us
        if count >= most:
            until = now_us + min(LONGEST_LOCK_US, FIRST_LOCK_US << min(count - most, 12))
        return Path(count, until, now_us)


def last_of(paths: Mapping[str, Path]) -> dict[str, Path]:
    """Those that failed last are kept."""
    return dict(sorted(paths.items(), key=lambda item: item[1].last_us)[-PATHS_KEPT:])
