"""The blocks of the documentation, each with what it is: run, read, or declared not to be run here and why.

A comment above a block says how it is treated:

    <!-- not run: needs a scheduler -->     shown only, for this reason
    <!-- long -->                           run by `make test-long`
    <!-- exit: 1 -->                        the status its last command leaves with
    <!-- file: mine.toml -->                the block is that file, for the blocks after it
    <!-- type: ante 5 / stay -->            what is typed, line by line
    <!-- output -->                         what the block before it printed; `...` stands for lines left out

and `<!-- room -->` anywhere on a page gives the page a running demo room at http://localhost:8000."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUN = ("sh", "python", "pycon")
READ = ("toml", "json")
SHOWN = ("text", "ini")
DIRECTIVES = ("not run", "long", "exit", "file", "type", "output", "room")
_DIRECTIVE = re.compile(r"^<!-- (?P<name>[a-z ]+?)(?:: (?P<value>.*?))? -->$")


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    text: str
    directives: dict[str, str] = field(default_factory=dict)

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def runs(self) -> bool:
        return self.language in RUN and "not run" not in self.directives

    def commands(self) -> Iterator[str]:
        """Lines of a shell block; a backslash carries one on."""
        for line in self.text.replace("\\\n", " ").splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                yield line.strip()


def pages() -> list[Path]:
    written = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "reference"]
    return sorted([*written, ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


def blocks(page: Path) -> list[Block]:
    found: list[Block] = []
    above: dict[str, str] = {}
    inside: list[str] | None = None
    language, start = "", 0
    for number, raw in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.strip()
        if inside is not None:
            if line == "```":
                found.append(Block(page, start, language, "\n".join(inside) + "\n", above))
                inside, above = None, {}
            else:
                inside.append(raw)
        elif line.startswith("```"):
            inside, language, start = [], line.removeprefix("```").strip(), number
        elif said := _DIRECTIVE.match(line):
            above[said["name"]] = said["value"] or ""
        elif line:
            above = {}
    assert inside is None, f"{page}: a block is not closed"
    return found
