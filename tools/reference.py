"""The reference part of the documentation, written from the code itself before every build: commands, the Python
library, the HTTP interface, table files. Nothing of it is kept, so nothing of it can be out of date."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shlex
import subprocess
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
    words: list[str] = []
    example: list[str] = []
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
        from pitboss.ledger import create_store
        from pitboss.people.accounts import People
        from pitboss.room.room import Room
        from pitboss.web.app import create_app

        with create_store(f"sqlite:///{folder}/reference.db") as store:
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


DOCUMENTS = (
    "games --json",
    "edge fu-bacc --wager lucky-monkey --json",
    "edge down-under-holdem --wager jackpot --pay-table option-1 --json",
    'strategy fu-bacc --hand "9c 2d v Qs" --json',
    "audit --json",
    "simulate fu-bacc --rounds 20000 --seed 1 --session 100 --shift 1000 --json",
    "simulate fu-bacc --wager lucky-monkey --seed 1 --check --tolerance 0.02 --json",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05 --json",
    "check examples/fu-bacc.toml --on 2026-11-15 --json",
    "sign examples/face-up-linked.toml --on 2026-11-15 --json",
    "clauses --json",
)


def documents() -> Iterator[str]:
    """Every field of what `--json` prints, found by asking for it."""
    yield "# JSON documents\n\nWith `--json` a command prints one document and nothing else. These are the fields of"
    yield "each. A fraction stands there twice: as a decimal under its name, and as `p/q` under the name with `_exact`"
    yield "behind it (`exact_fraction` where the name is `exact`). Each field has an example; `[]` stands for"
    yield "every member of a list, `*` for every name."
    for command in DOCUMENTS:
        yield f"\n## `pitboss {command}`\n\n| field | kind | example |\n|---|---|---|"
        for path, (kind, example) in _fields(_asked(command)).items():
            yield f"| `{path}` | {kind} | `{_cell(example)}` |"


def _asked(command: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *shlex.split(command)], cwd=ROOT, capture_output=True, check=False
    )
    return json.loads(done.stdout)


def _fields(value: Any, path: str = "") -> dict[str, tuple[str, Any]]:
    found: dict[str, tuple[str, Any]] = {}
    if isinstance(value, dict):
        named = all(re.fullmatch(r"[a-z][a-z_0-9]*", name) for name in value)
        for name, below in value.items():
            step = name if named else "*"
            found |= {
                k: v for k, v in _fields(below, f"{path}.{step}" if path else step).items() if k not in found
            }
    elif isinstance(value, list) and value:
        for below in value[:50]:
            found |= {
                k: v for k, v in _fields(below, f"{path}[]").items() if found.get(k, ("null",))[0] == "null"
            }
    else:
        found[path] = (_KINDS[type(value)], value)
    return found


_KINDS = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    type(None): "null",
    list: "list",
}


def _cell(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False).replace("|", "\\|")
    return text if len(text) <= 60 else text[:57] + "…"


SECTIONS = {
    "load_table": ("[table]", "head"),
    "_establishment": ("[establishment]", "node"),
    "_limits": ("[limits]: one table for each wager", "row"),
    "_aggregate": ("[[aggregate]]", "node"),
    "_jackpot": ("[[jackpot]]", "node"),
    "_meter": ("[[jackpot.meter]]", "node"),
    "_link": ("[[jackpot.link]]", "node"),
    "_fund": ("[jackpot.fund]", "node"),
    "_fitted": ("[[equipment]]", "node"),
    "_papers": ("[checklist]: one table for each item", "row"),
    "_acknowledged": ("[[approved.acknowledged]]", "node"),
}
READS = {
    "text": "text", "maybe_text": "text", "texts": "list of texts", "number": "whole number", "flag": "true or false",
    "choice": "one of a few", "day": "date", "_money": "dollars", "_money_or": "dollars", "_share": "per cent",
}  # fmt: skip


def table_files() -> Iterator[str]:
    """The keys that the reader of table files asks for, and what each game's sheet accepts."""
    from pitboss.house import table_file
    from pitboss.sheets import game_ids, sheet

    yield "# Table files\n\nWhat each key means is in [The house](../house.md); a key that is not here is refused."
    functions = [
        node for node in ast.parse(inspect.getsource(table_file)).body if isinstance(node, ast.FunctionDef)
    ]
    for function in functions:
        if function.name in SECTIONS:
            title, subject = SECTIONS[function.name]
            yield f"\n## `{title}`\n\n| key | kind | without it |\n|---|---|---|"
            for key, kind, default in _keys(function, subject):
                yield f"| `{key}` | {kind} | {default} |"
    yield "\n## What each game accepts\n"
    for game in game_ids():
        rules = sheet(game)
        yield f"\n### {rules.name} (`{game}`)\n\n| in | name | accepted |\n|---|---|---|"
        for wager in rules.wagers:
            yield f"| `[limits]` | `{wager.id}` | {wager.placed} |"
        for option in rules.options:
            yield f"| `[options]` | `{option.name}` | {option.accepted}; else `{option.default}` ({option.clause}) |"
        for wager in rules.analysed:
            if tables := rules.tables(wager):
                yield f"| `[pay_tables]` | `{wager}` | {', '.join(f'`{table.id}`' for table in tables)} |"


def _keys(function: ast.FunctionDef, subject: str) -> Iterator[tuple[str, str, str]]:
    seen = set()
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        args, name, default = list(call.args), "", "must be given"
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == subject:
            name = call.func.attr
        elif isinstance(call.func, ast.Name) and args and getattr(args[0], "id", "") == subject:
            name = call.func.id
            args = args[1:]
        if name == "_maybe":
            name, default = ast.unparse(args[1]), "none"
        if name not in READS or not args or not isinstance(args[0], ast.Constant) or args[0].value in seen:
            continue
        rest = args[2:] if name == "choice" else args[1:]
        if rest and default == "must be given":
            default = f"`{ast.unparse(rest[0])}`"
        if name == "maybe_text":
            default = "none"
        seen.add(args[0].value)
        yield str(args[0].value), READS[name], default


PAGES = {
    "commands": commands, "documents": documents, "python": python, "http": http, "table-files": table_files,
}  # fmt: skip


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, write in PAGES.items():
        (FOLDER / f"{name}.md").write_text("\n".join(write()) + "\n", encoding="utf-8")
    print(f"{len(PAGES)} reference pages written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
