"""Reading TOML with errors a person can act on: the file, the key, and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.core.errors import BadApproval, BadInput


def parse_toml(source: str, file: str, guide: str = "a TOML file as in docs/approvals.md") -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise BadApproval(f"{file} is not TOML: {error}.", accepted=guide) from None


def read_toml(path: Path, guide: str = "a TOML file as in docs/approvals.md") -> dict[str, Any]:
    return parse_toml(read_source(path, guide), path.name, guide)


def read_source(path: Path, guide: str) -> str:
    """A file that a person wrote, with whatever editor: a mark at its start does no harm."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not UTF-8 text.", accepted=f"{guide}, saved as UTF-8") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.", accepted=guide) from None


class Node:
    """A table of a TOML file that knows where it stands, and which of its keys nobody has asked for."""

    def __init__(self, data: Mapping[str, Any], file: str, path: str = "") -> None:
        self._data = data
        self._file = file
        self._path = path
        self._read: set[str] = set()

    def _where(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def fail(self, key: str, problem: str, accepted: str) -> BadApproval:
        return BadApproval(f"{self._file}: {self._where(key)} {problem}.", accepted=accepted)

    def _get(self, key: str, kind: type | tuple[type, ...], accepted: str, default: Any) -> Any:
        self._read.add(key)
        if key not in self._data:
            if default is ...:
                raise self.fail(key, "is missing", accepted)
            return default
        value = self._data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(key, f"is {value!r}", accepted)
        return value

    def names(self) -> tuple[str, ...]:
        """All keys, for a table that names its entries itself."""
        return tuple(self._data)

    def raw(self, key: str) -> Any:
        """The value as it stands, or None; the key still has to be read by its kind."""
        return self._data.get(key)

    def text(self, key: str, default: Any = ...) -> str:
        value: str = self._get(key, str, "a text in quotes", default)
        if value == "" and default is ...:
            raise self.fail(key, "is empty", "a text in quotes")
        return value

    def maybe_text(self, key: str) -> str | None:
        value: str | None = self._get(key, str, "a text in quotes", None)
        return value

    def number(self, key: str, default: Any = ..., least: int = 0) -> int:
        value: int = self._get(key, int, "a whole number", default)
        if isinstance(value, int) and value < least:
            raise self.fail(key, f"is {value}", f"a whole number, at least {least}")
        return value

    def maybe_number(self, key: str) -> int | None:
        return None if key not in self._data else self.number(key)

    def flag(self, key: str, default: bool) -> bool:
        value: bool = self._get(key, bool, "true or false", default)
        return value

    def day(self, key: str, default: Any = ...) -> date:
        value: date = self._get(key, date, "a date such as 2021-05-25", default)
        return value

    def texts(self, key: str, default: Any = ...) -> tuple[str, ...]:
        values = self._get(key, list, "a list of texts", default)
        for value in values:
            if not isinstance(value, str):
                raise self.fail(key, f"holds {value!r}", "a list of texts in quotes")
        return tuple(values)

    def numbers(self, key: str, default: Any = ...) -> tuple[int, ...]:
        values = self._get(key, list, "a list of whole numbers", default)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.fail(key, f"holds {value!r}", "a list of whole numbers")
        return tuple(values)

    def strings(self, key: str) -> dict[str, str]:
        """A table whose values are texts."""
        table = self._get(key, dict, "a table of texts", {})
        for name, value in table.items():
            if not isinstance(value, str):
                raise self.fail(f"{key}.{name}", f"is {value!r}", "a text in quotes")
        return dict(table)

    def choice(self, key: str, choices: tuple[str, ...], default: Any = ...) -> str:
        value: str = self._get(key, str, " or ".join(choices), default)
        if value not in choices:
            raise self.fail(key, f"is {value!r}", " or ".join(choices))
        return value

    def node(self, key: str) -> Node:
        return Node(self._get(key, dict, f"a table [{self._where(key)}]", ...), self._file, self._where(key))

    def maybe_node(self, key: str) -> Node | None:
        return self.node(key) if key in self._data else None

    def nodes(self, key: str) -> Iterator[Node]:
        rows = self._get(key, list, f"tables [[{self._where(key)}]]", [])
        for at, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise self.fail(key, f"holds {row!r}", f"tables [[{self._where(key)}]]")
            yield Node(row, self._file, f"{self._where(key)}[{at}]")

    def done(self) -> None:
        """Every key has been asked for; a leftover is a misspelling."""
        unknown = sorted(set(self._data) - self._read)
        if unknown:
            raise self.fail(unknown[0], "is not a key of this table", ", ".join(sorted(self._read)))
