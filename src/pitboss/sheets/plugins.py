"""What may come from outside: where a game is, in the package or elsewhere, and files of an operator.

A game is a folder with `sheet.toml` and `rules.py`, and with `solve.py`, `guide.toml` and `layout.js` where it has
them. A sheet that builds on another game and says itself what decides its wagers needs no `rules.py`: it is played,
solved and simulated by the `side_` modules of the game it builds on. From outside it is the same folder somewhere else,
and the folder's name is the game's: `my-game`, or `my_game`.
Folders come from `--games` and from PITBOSS_GAMES, several with the system's path separator between them; a folder of
such folders will do. An installed package names its game by an entry point of the group `pitboss.games`:
`my-game = "its_package.my_game"`.

An operator's own choices, such as house ways, are files: beside its printed choices an option takes their names. They
come from `--house-ways` and from PITBOSS_HOUSE_WAYS. A choice is named NAME/VERSION/DIGEST: what a table was configured
with cannot change under its name. What such a file says is read by whoever follows it
(`pitboss.cardplay.paigow.house_way`).
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pitboss.core.arguments import GAMES, HOUSE_WAYS
from pitboss.core.errors import BadInput, BrokenRules, PitbossError
from pitboss.sheets.toml import Node, read_toml

GROUP: Final = "pitboss.games"
HOUSE: Final = Path(__file__).parents[1] / "table_games"
ACCEPTED: Final = "a folder my-game with sheet.toml and rules.py in it, or a folder of such folders"

_forget: list[Callable[[], None]] = []
"""what remembers games or files and has to forget them when a place is added"""


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
    return importlib.import_module(f"pitboss.table_games.{base.replace('-', '_')}.side_{part}").made(game)


def part_of(game: str, part: str) -> ModuleType | None:
    """`rules`, `solve` or `kernel` of a game; None where its folder has none."""
    folder = folder_of(game)
    if not (folder / f"{part}.py").is_file():
        return None
    outside = outside_games().get(game)
    return (
        outside.load(part)
        if outside
        else importlib.import_module(f"pitboss.table_games.{folder.name}.{part}")
    )


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
    """Read games and files anew when they are next asked for: sheets and rules may have changed."""
    outside_games.cache_clear()
    own_files.cache_clear()
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.startswith("pitboss_games.")]:
        del sys.modules[name]
    base_of.cache_clear()
    for clear in _forget:
        clear()


def when_plugins_change(clear: Callable[[], None]) -> None:
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


# An operator's own files.


@dataclass(frozen=True, slots=True)
class OwnFile:
    name: str
    version: str
    title: str
    digest: str
    path: Path

    @property
    def id(self) -> str:
        return f"{self.name}/{self.version}/{self.digest}"


def digest_of(content: Mapping[str, Any]) -> str:
    """Over what a file says; its layout and comments do not count."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def use_house_ways(*more: str | Path) -> None:
    """Add files with house ways of one's own, or folders of them; programs started from here know them too."""
    known = _places()
    new = [
        place for place in dict.fromkeys(str(Path(place).resolve()) for place in more) if place not in known
    ]
    for place in new:
        if not any(True for _ in _toml_files(place)):
            raise BadInput(
                f"{place} holds no house way.",
                clause="PG-27",
                accepted="a TOML file as in docs/house-way.md, or a folder of them",
            )
    if new:
        os.environ[HOUSE_WAYS] = os.pathsep.join((*known, *new))
        forget()
        own_files()


def _places() -> tuple[str, ...]:
    return tuple(part for part in os.environ.get(HOUSE_WAYS, "").split(os.pathsep) if part)


def _toml_files(place: str) -> Iterator[Path]:
    path = Path(place)
    if path.is_dir():
        yield from sorted(path.glob("*.toml"))
    elif path.is_file():
        yield path


@cache
def own_files() -> tuple[OwnFile, ...]:
    found: dict[str, OwnFile] = {}
    for path in (path for place in _places() for path in _toml_files(place)):
        content = read_toml(path, "a house way as in docs/house-way.md")
        root = Node(content, path.name)
        name, version = root.text("name"), root.text("version")
        for key, word in (("name", name), ("version", version)):
            if not word.replace("-", "").replace(".", "").isalnum() or not word.isascii():
                raise root.fail(key, f"is {word!r}", "letters, digits, - and .")
        file = OwnFile(name, version, root.text("title", name), digest_of(content), path)
        other = found.setdefault(f"{name}/{version}", file)
        if other.digest != file.digest:
            raise BadInput(
                f"{other.path.name} and {path.name} are both {name}/{version}, and say different things.",
                clause="PG-27",
                accepted="a version of its own for each",
            )
    return tuple(found.values())


def own_names() -> dict[str, str]:
    """Every name under which an own file may be asked for, and its id: the bare name where it has one version."""
    names = {word: file.id for file in own_files() for word in (file.id, f"{file.name}/{file.version}")}
    every = [file.name for file in own_files()]
    return names | {file.name: file.id for file in own_files() if every.count(file.name) == 1}
