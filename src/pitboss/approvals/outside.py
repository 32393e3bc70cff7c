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
from pathlib import Path
from types import ModuleType

from pitboss.errors import BadInput, BrokenRules, PitbossError
from pitboss.variables import GAMES

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
        try:
            return importlib.import_module(self.module) if self.module else self._from_file()
        except PitbossError:
            raise
        except (Exception, SystemExit) as error:
            raise BrokenRules(f"The rules of {self.id} do not load: {told(error, self.file)}.") from error

    def _from_file(self) -> ModuleType:
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


def told(error: BaseException, file: Path) -> str:
    """An error of somebody's rules in one line: the last line of their own file that led to it, and what it was."""
    at = error.lineno if isinstance(error, SyntaxError) else None
    where, trace = file.name, error.__traceback__
    if isinstance(error, SyntaxError) and error.filename:
        where = Path(error.filename).name
    while trace and not isinstance(error, SyntaxError):
        if Path(trace.tb_frame.f_code.co_filename).parent == file.parent:
            where, at = Path(trace.tb_frame.f_code.co_filename).name, trace.tb_lineno
        trace = trace.tb_next
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    kind = "" if isinstance(error, BrokenRules) else type(error).__name__
    return f"{where}{f', line {at}' if at else ''}: {': '.join(filter(None, (kind, words)))}".rstrip(".")


def folders() -> tuple[str, ...]:
    return tuple(part for part in os.environ.get(GAMES, "").split(os.pathsep) if part)


def use_games(*more: str | Path) -> None:
    """Add folders with games; programs started from here know them too."""
    known = folders()
    new = [str(Path(folder).resolve()) for folder in more if str(Path(folder).resolve()) not in known]
    if not new:
        return
    os.environ[GAMES] = os.pathsep.join((*known, *new))
    forget()
    try:
        outside_games()
    except BadInput:
        os.environ[GAMES] = os.pathsep.join(known)
        forget()
        raise


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
    found: dict[str, OutsideGame] = {}
    for game in (*_installed(), *_in_folders()):
        known = found.setdefault(game.id, game)
        if not known.sheet.samefile(game.sheet):
            raise BadInput(
                f"There are two games {game.id}: in {known.sheet.parent} and in {game.sheet.parent}.",
                accepted="one of the two folders, or another name for one of them",
            )
    return found


def _in_folders() -> Iterator[OutsideGame]:
    for folder in folders():
        sheets = sorted((*Path(folder).glob("*.toml"), *Path(folder).glob("*/*.toml")))
        found = [game for sheet in sheets if (game := OutsideGame(sheet.stem, sheet, "")).file.is_file()]
        if not found:
            why = "holds no game" if Path(folder).is_dir() else "is not a folder"
            raise BadInput(f"{folder} {why}.", accepted="a folder with my-game.toml and my_game.py")
        yield from found


def _installed() -> Iterator[OutsideGame]:
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        found = importlib.util.find_spec(entry.value)
        if found and found.origin:
            sheet = Path(found.origin).with_name(f"{entry.name}.toml")
            if sheet.is_file():
                yield OutsideGame(entry.name, sheet, entry.value)
