"""Choices that an operator brings along as files: beside its printed choices an option takes their names.

Files and folders come from `--house-ways` and from PITBOSS_HOUSE_WAYS, several with the system's path separator
between them. A choice is named NAME/VERSION/DIGEST: what a table was configured with cannot change under its name.
What such a file says is read by whoever follows it (`pitboss.cardplay.paigow.house_way`)."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.core.arguments import HOUSE_WAYS
from pitboss.core.errors import BadInput
from pitboss.sheets.plugins import forget
from pitboss.sheets.toml import Node, read_toml

_forget: list[Callable[[], None]] = []


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
        changed()
        own_files()


def changed() -> None:
    """The places have changed: whoever remembers what was in them forgets it."""
    own_files.cache_clear()
    for clear in _forget:
        clear()
    forget()


def when_own_files_change(clear: Callable[[], None]) -> None:
    _forget.append(clear)


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
