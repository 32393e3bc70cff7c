"""`pitboss serve` with settings of the test's own: short deadlines, few places; run as a module."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.web.conftest import Server


class ShortServer(Server):
    """`otherwise`: settings of the room as in RoomSettings, a rate as a list."""

    def __init__(self, folder: Path, *options: str, **otherwise: Any) -> None:
        super().__init__(folder, *options)
        self.otherwise = otherwise

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.web.short_deadlines", json.dumps(self.otherwise), "serve"]


if __name__ == "__main__":
    from pitboss.cli import main
    from pitboss.web.limits import Rate
    from tests.web.patient import be_patient

    asked = json.loads(sys.argv.pop(1))
    be_patient(**{name: Rate(*value) if isinstance(value, list) else value for name, value in asked.items()})
    main()
