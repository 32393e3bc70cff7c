"""Where a game is: in the package, in a folder that somebody names, or in an installed package.

A game is a folder with `sheet.toml` and `rules.py`, and with `solve.py`, `guide.toml` and `layout.js` where it has
them. A sheet that builds on another game and says itself what decides its wagers needs no `rules.py`: it is played,
solved and simulated by the `side_` modules of the game it builds on. From outside it is the same folder somewhere else,
and the folder's name is the game's: `my-game`, or `my_game`.
Folders come from `--games` and from PITBOSS_GAMES, several with the system's path separator between them; a folder of
such folders will do. An installed package names its game by an entry point of the group `pitboss.games`:
`my-game = "its_package.my_game"`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pitboss.core.arguments import GAMES
from pitboss.core.errors import BadInput, BrokenRules, PitbossError

GROUP: Final = "pitboss.games"
HOUSE: Final = Path(__file__).parents[1] / "games"
ACCEPTED: Final = "a folder my-game with sheet.toml and rules.py in it, or a folder of such folders"

_forget: list[Callable[[], None]] = []
"""what remembers games and has to forget them when a folder is added"""


@dataclass(frozen=True, slots=True)
class OutsideGame:
    id: str
    folder: Path
    package: str = ""
    """import name of an installed package; empty for a folder that somebody named"""

    def load(self, part: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.package or self._as_package()}.{part}")
        except PitbossError:
            raise
        except (Exception, SystemExit) as error:
            raise BrokenRules(f"{self.id} does not load: {told(error, self.folder)}.") from error

    def _as_package(self) -> str:
        name = f"pitboss_games.{self.id.replace('-', '_')}"
        package = ModuleType(name)
        package.__path__ = [str(self.folder)]
        sys.modules.setdefault(name, package)
        return name


def told(error: BaseException, folder: Path) -> str:
    """An error of somebody's rules in one line: the last line of their own files that led to it, and what it was."""
    where, trace = f"{folder.name}/rules.py", error.__traceback__
    if isinstance(error, SyntaxError):
        where, trace = (
            line_of(Path(error.filename) if error.filename else folder / "rules.py", error.lineno),
            None,
        )
    while trace:
        if (file := Path(trace.tb_frame.f_code.co_filename)).parent == folder:
            where = line_of(file, trace.tb_lineno)
        trace = trace.tb_next
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    kind = "" if isinstance(error, BrokenRules) else type(error).__name__
    return f"{where}: {': '.join(filter(None, (kind, words)))}".rstrip(".")


def line_of(file: Path, line: int | None) -> str:
    return f"{file.parent.name}/{file.name}{f', line {line}' if line else ''}"


def folder_of(game: str) -> Path:
    outside = outside_games().get(game)
    return outside.folder if outside else HOUSE / game.replace("-", "_")


@cache
def base_of(game: str) -> str:
    """The game whose procedure plays a sheet that has no rules of its own; empty where there are rules."""
    folder = folder_of(game)
    if (folder / "rules.py").is_file():
        return ""
    try:
        root = tomllib.loads((folder / "sheet.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    base = root.get("game", {}).get("base", "")
    return base if isinstance(base, str) else ""


def made_of(game: str, part: str) -> Any:
    """`rules`, `solve` or `kernel` of a game that is a sheet alone, as the game it builds on makes it; None for a game
    that has rules of its own."""
    base = base_of(game)
    if not base:
        return None
    if not (HOUSE / base.replace("-", "_") / f"side_{part}.py").is_file():
        raise BrokenRules(
            f"{folder_of(game).name} has no rules.py, and {base} plays no wagers from a sheet.",
            accepted='rules.py, or base = "blackjack"',
        )
    return importlib.import_module(f"pitboss.games.{base.replace('-', '_')}.side_{part}").made(game)


def part_of(game: str, part: str) -> ModuleType | None:
    """`rules`, `solve` or `kernel` of a game; None where its folder has none."""
    folder = folder_of(game)
    if not (folder / f"{part}.py").is_file():
        return None
    outside = outside_games().get(game)
    return outside.load(part) if outside else importlib.import_module(f"pitboss.games.{folder.name}.{part}")


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
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.startswith("pitboss_games.")]:
        del sys.modules[name]
    base_of.cache_clear()
    for clear in _forget:
        clear()


def when_games_change(clear: Callable[[], None]) -> None:
    _forget.append(clear)


@cache
def outside_games() -> dict[str, OutsideGame]:
    found: dict[str, OutsideGame] = {}
    for game in (*_installed(), *_in_folders()):
        known = found.setdefault(game.id, game)
        if not known.folder.samefile(game.folder):
            raise BadInput(
                f"There are two games {game.id}: in {known.folder} and in {game.folder}.",
                accepted="one of the two folders, or another name for one of them",
            )
    return found


def _in_folders() -> Iterator[OutsideGame]:
    for named in folders():
        folder = Path(named).resolve()
        found = [place for place in (folder, *sorted(folder.glob("*/"))) if _is_game(place)]
        if not found:
            why = "holds no game" if folder.is_dir() else "is not a folder"
            raise BadInput(f"{named} {why}.", accepted=ACCEPTED)
        yield from (OutsideGame(place.name.replace("_", "-"), place) for place in found)


def _installed() -> Iterator[OutsideGame]:
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        try:
            package = importlib.util.find_spec(entry.value)
        except ImportError:
            package = None
        places = package.submodule_search_locations or () if package else ()
        found = [
            OutsideGame(entry.name, Path(place), entry.value) for place in places if _is_game(Path(place))
        ]
        if not found:
            raise BadInput(
                f"{entry.value}, which an installed package names as {entry.name}, is no game.",
                accepted="a package with sheet.toml and rules.py in its folder",
            )
        yield found[0]


def _is_game(folder: Path) -> bool:
    """`base` in the sheet stands for rules, even while the sheet has a mistake that is told later."""
    if not (folder / "sheet.toml").is_file():
        return False
    return (folder / "rules.py").is_file() or "\nbase" in (folder / "sheet.toml").read_text(encoding="utf-8")
