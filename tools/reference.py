"""The reference part of the documentation, written from the code itself before every build: commands, the Python
library, the HTTP interface, table files. Nothing of it is kept, so nothing of it can be out of date."""

from __future__ import annotations

import inspect
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"


def commands() -> Iterator[str]:
    from pitboss.cli import pitboss

    yield "# Commands\n\nEvery command with its options, as `--help` prints them. `--json` puts one document on stdout."
    yield from _command(pitboss, "pitboss", None)


def _command(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=parent, max_content_width=100)
    if parent is not None:
        yield f"\n## `{name}`\n"
        yield "```text\n" + command.get_help(context).rstrip() + "\n```"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None and not found.hidden:
                yield from _command(found, f"{name} {below}", context)


def python() -> Iterator[str]:
    import pitboss
    from pitboss import library

    yield "# The Python library\n\n`import pitboss` offers these names; they stay stable. Everything else is internal."
    for name in pitboss.__all__:
        found = getattr(library, name)
        yield f"\n### `pitboss.{name}`\n"
        if not inspect.isclass(found) or found.__module__ == "pitboss.library":
            yield f"```python\n{name}{_signature(found)}\n```\n"
        yield from _doc(found)
        if inspect.isclass(found):
            yield from _members(found)


def _signature(found: Any) -> str:
    return str(inspect.signature(found)).replace("pitboss.library.", "").replace("'", "")


def _doc(found: Any) -> Iterator[str]:
    """Sentences as they are, examples as code."""
    text = inspect.getdoc(found) or ""
    words, example = [], []
    for line in text.splitlines():
        (example if line.startswith((">>>", "...")) or (example and line.strip()) else words).append(line)
    yield "\n".join(words).rstrip()
    if example:
        yield "\n```python\n" + "\n".join(example) + "\n```"


def _members(found: type) -> Iterator[str]:
    rows = []
    for name, member in vars(found).items():
        if name.startswith("_") or not (isinstance(member, property) or callable(member)):
            continue
        text = (inspect.getdoc(member) or "").split("\n\n")[0].replace("\n", " ")
        rows.append(f"| `{name}{'' if isinstance(member, property) else '()'}` | {text} |")
    if rows:
        yield "\n| member | |\n|---|---|\n" + "\n".join(rows)


def http() -> Iterator[str]:
    """From the schema that the room itself serves at /api/v1/openapi.json."""
    with tempfile.TemporaryDirectory() as folder:
        from pitboss.people.accounts import People
        from pitboss.room.room import Room
        from pitboss.store import open_store
        from pitboss.web.app import create_app

        with open_store(f"sqlite:///{folder}/reference.db") as store:
            shape = create_app(Room(store, [], People(store))).openapi()
    yield "# HTTP interface\n\nThe room serves this schema at `/api/v1/openapi.json`. Refusals are JSON with `error`,"
    yield "`clause` and `accepted`. How to sign in and follow a table: [the card room's interface](../api.md).\n"
    yield "| call | what it does | takes |\n|---|---|---|"
    for path, methods in sorted(shape["paths"].items()):
        for method, about in methods.items():
            text = (about.get("description") or about.get("summary", "")).split("\n\n")[0].replace("\n", " ")
            takes = [
                _shape(about.get("requestBody", {})),
                *(f"`{p['name']}`" for p in about.get("parameters", [])),
            ]
            yield f"| `{method.upper()} {path}` | {text} | {' '.join(filter(None, takes))} |"
    yield "\n## Documents\n"
    for name, document in sorted(shape.get("components", {}).get("schemas", {}).items()):
        fields = ", ".join(f"`{field}`" for field in document.get("properties", {}))
        yield f"- **{name}**: {fields or document.get('description', '')}"


def _shape(body: dict[str, Any]) -> str:
    for content in body.get("content", {}).values():
        return str(content["schema"].get("$ref", "")).rpartition("/")[2]
    return ""


PAGES = {"commands": commands, "python": python, "http": http}


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, write in PAGES.items():
        (FOLDER / f"{name}.md").write_text("\n".join(write()) + "\n", encoding="utf-8")
    print(f"{len(PAGES)} reference pages written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
