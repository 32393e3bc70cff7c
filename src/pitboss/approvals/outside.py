"""Games that live outside the package: in a folder somebody names, or in an installed package.

A game's folder holds `my-game.toml` and `my_game.py`. Folders come from `--games` and from PITBOSS_GAMES, several
with the system's path separator between them; a folder of such folders will do. An installed package names its
game by an entry point of the group `pitboss.games`: `my-game = "its_package.my_game"`, the sheet beside the module.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from pitboss.errors import BadInput

VARIABLE = "PITBOSS_GAMES"
GROUP = "pitboss.games"

_forget: list[Callable[[], None]] = []
"""what remembers games and has to forget them when a folder is added"""


@dataclass(frozen=True, slots=True)
class OutsideGame:
    id: str
    sheet: Path
    module: str
    """import name of an installed module; empty for a file beside the sheet"""

    @property
    def file(self) -> Path:
        return self.sheet.with_name(self.id.replace("-", "_") + ".py")

    def load(self) -> ModuleType:
        if self.module:
            return importlib.import_module(self.module)
        name = f"pitboss_games.{self.id.replace('-', '_')}"
        if name in sys.modules and sys.modules[name].__file__ == str(self.file):
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, self.file)
        if spec is None or spec.loader is None or not self.file.is_file():
            raise BadInput(
                f"{self.sheet.parent} has no rules of {self.id}.",
                accepted=f"{self.file.name} beside the sheet",
            )
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module


def folders() -> tuple[str, ...]:
    return tuple(part for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part)


def use_games(*more: str | Path) -> None:
    """Add folders with games; programs started from here know them too."""
    known = folders()
    new = [str(Path(folder).resolve()) for folder in more if str(Path(folder).resolve()) not in known]
    if not new:
        return
    for folder in new:
        if not Path(folder).is_dir():
            raise BadInput(f"{folder} is not a folder.", accepted="a folder with my-game.toml and my_game.py")
    os.environ[VARIABLE] = os.pathsep.join((*known, *new))
    forget()
    for folder in new:
        if not any(Path(folder) in game.sheet.parents for game in outside_games().values()):
            raise BadInput(f"{folder} holds no game.", accepted="a folder with my-game.toml and my_game.py")


def forget() -> None:
    """Read the games anew when they are next asked for: sheets and rules may have changed."""
    outside_games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("pitboss_games.")]:
        del sys.modules[name]
    for clear in _forget:
        clear()


def when_games_change(clear: Callable[[], None]) -> None:
    _forget.append(clear)


@cache
def outside_games() -> dict[str, OutsideGame]:
    return {game.id: game for game in (*_installed(), *_in_folders())}


def _in_folders() -> Iterator[OutsideGame]:
    for folder in folders():
        for sheet in sorted((*Path(folder).glob("*.toml"), *Path(folder).glob("*/*.toml"))):
            game = OutsideGame(sheet.stem, sheet, "")
            if game.file.is_file():
                yield game


def _installed() -> Iterator[OutsideGame]:
    for entry in entry_points(group=GROUP):
        found = importlib.util.find_spec(entry.value)
        if found and found.origin:
            sheet = Path(found.origin).with_name(f"{entry.name}.toml")
            if sheet.is_file():
                yield OutsideGame(entry.name, sheet, entry.value)
