"""`pitboss serve` with short deadlines and few places; run as a module by the tests of floods."""

from __future__ import annotations

import sys
from typing import Any

from pitboss.web import settings
from tests.web.conftest import Server

HEAD_SECONDS = 0.5
SPECTATORS = 5


class ShortServer(Server):
    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.web.short_deadlines", "serve"]


if __name__ == "__main__":
    from pitboss.cli import main

    usual = settings.RoomSettings

    def short(**given: Any) -> settings.RoomSettings:
        return usual(
            **given,
            head_seconds=HEAD_SECONDS,
            body_seconds=HEAD_SECONDS,
            spectators_max=SPECTATORS,
        )

    settings.RoomSettings = short  # type: ignore[assignment,misc]
    main()
