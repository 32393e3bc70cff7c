"""Which clause lives where in the code, and which tests hold it: read from the sources, nothing imported.

A clause is at home wherever its number stands inside a function, a class or a constant of the package
(in a text or a comment), and in the tables, options and rules of the package's TOML files. A test holds a
clause when it, its class or its module carries the `clause` mark with that number.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.core.errors import BadInput
from pitboss.sheets import clauses

PACKAGE = Path(__file__).resolve().parents[1]
_ID = re.compile(r"\b([A-Z]{2}-\d\d)\b")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class ClauseCover:
    """One clause with its places in the code and the tests marked with it."""

    id: str
    title: str
    place: str
    """in the approved sheet, such as `Dealing Procedures, step 7`"""
    where: tuple[str, ...]
    tests: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "title": self.title,
            "where": list(self.where),
            "tests": list(self.tests),
            "place": self.place,
        }


def coverage() -> tuple[ClauseCover, ...]:
    """Every clause, in order. Without the project's `tests` beside the package, `tests` are empty."""
    where = places(PACKAGE)
    tests = marked_tests(folder) if (folder := tests_folder()) else {}
    return tuple(
        ClauseCover(c.id, c.title, c.place, tuple(where.get(c.id, ())), tuple(tests.get(c.id, ())))
        for c in clauses()
    )


def tests_folder() -> Path | None:
    """The project's tests, where the package runs from its source tree."""
    root = PACKAGE.parent.parent
    return root / "tests" if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def places(package: Path) -> dict[str, list[str]]:
    """Clause number to the functions, classes, constants and tables it stands in, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if _ID.search(source):
            for clause, place in _places_in_module(source, _module_name(path, package)):
                found[clause].add(place)
    for path in sorted(package.rglob("*.toml")):
        name = ".".join((package.name, *path.relative_to(package).with_suffix("").parts))
        for clause, place in _places_in_data(tomllib.loads(path.read_text(encoding="utf-8")), name):
            found[clause].add(place)
    return {clause: sorted(names) for clause, names in sorted(found.items()) if clause in _known()}


@cache
def _known() -> frozenset[str]:
    return frozenset(clause.id for clause in clauses())


def _module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _places_in_module(source: str, module: str) -> Iterator[tuple[str, str]]:
    tree = ast.parse(source)
    names: dict[int, str] = {}
    _name_lines(tree, module, names)
    prose = _module_docstring_lines(tree)
    for number, line in enumerate(source.splitlines(), 1):
        if number not in prose:
            for match in _ID.finditer(line):
                yield match[1], names.get(number, module)


def _name_lines(node: ast.AST, name: str, names: dict[int, str]) -> None:
    """Each line's innermost function, class or constant; inner definitions are written over outer ones."""
    for child in ast.iter_child_nodes(node):
        own = name
        if isinstance(child, _Function | ast.ClassDef):
            own = f"{name}.{child.name}"
            first = min((d.lineno for d in child.decorator_list), default=child.lineno)
        elif isinstance(node, ast.Module) and (target := _assigned(child)):
            own, first = f"{name}.{target}", child.lineno  # type: ignore[attr-defined]
        else:
            _name_lines(child, name, names)
            continue
        for line in range(first, child.end_lineno + 1):  # type: ignore[attr-defined]
            names[line] = own
        _name_lines(child, own, names)


def _assigned(node: ast.AST) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
            return target
    return None


def _module_docstring_lines(tree: ast.Module) -> range:
    """A module's opening text may list its clauses; that alone does not make them part of the code."""
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    return range(0)


def _places_in_data(value: Any, place: str, key: str = "") -> Iterator[tuple[str, str]]:
    """Clauses that a TOML file's tables name; the list of titles itself is no place."""
    if isinstance(value, list):
        for item in value:
            yield from _places_in_data(item, place, key)
    elif isinstance(value, dict):
        own = place if ":" in place or not (label := _label(value)) else f"{place}:{key}.{label}"
        for inner, content in value.items():
            if inner in ("crossed", "absent"):
                yield from ((clause, f"{place}:{inner}") for clause in content.values())
            elif inner in ("slips", "remarks"):
                named = (match[1] for text in content for match in _ID.finditer(text))
                yield from ((clause, f"{place}:{key}.{inner}") for clause in named)
            elif inner in ("clause", "needs_clause", "dealing_clause", "always"):
                yield content, own
            else:
                yield from _places_in_data(content, own, inner)


def _label(table: dict[str, Any]) -> str:
    keys = [key for key in ("wager", "id", "pay_table") if isinstance(table.get(key), str)] or ["name"]
    return ".".join(str(table[key]) for key in keys if key in table)


def marked_tests(folder: Path) -> dict[str, list[str]]:
    """Clause number to `path::name` of the tests marked with it, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.clause" in source:
            shown = path.relative_to(folder.parent).as_posix()
            for clause, name in _marks_in_module(ast.parse(source), shown):
                found[clause].add(name)
    return {clause: sorted(names) for clause, names in sorted(found.items())}


def _marks_in_module(tree: ast.Module, path: str) -> Iterator[tuple[str, str]]:
    constants = {name: n.value for n in tree.body if isinstance(n, ast.Assign) and (name := _assigned(n))}
    scope = [(tree.body, path, _pytestmark(tree.body, constants, path))]
    while scope:
        body, prefix, inherited = scope.pop()
        for node in body:
            if isinstance(node, _Function) and node.name.startswith("test"):
                own = [id for d in node.decorator_list for id in _ids(d, constants, path)]
                yield from ((id, f"{prefix}::{node.name}") for id in (*inherited, *own))
            elif isinstance(node, ast.ClassDef):
                own = [id for d in node.decorator_list for id in _ids(d, constants, path)]
                own += _pytestmark(node.body, constants, path)
                scope.append((node.body, f"{prefix}::{node.name}", [*inherited, *own]))


def _pytestmark(body: list[ast.stmt], constants: dict[str, ast.expr], path: str) -> list[str]:
    return [
        id
        for node in body
        if isinstance(node, ast.Assign) and _assigned(node) == "pytestmark"
        for id in _ids(node.value, constants, path)
    ]


def _ids(node: ast.expr, constants: dict[str, ast.expr], path: str) -> Iterator[str]:
    """The numbers in every `pytest.mark.clause(...)` inside an expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
            for argument in call.args:
                yield from _literal_ids(argument, constants, path)


def _literal_ids(node: ast.expr, constants: dict[str, ast.expr], path: str) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(id)):
            yield id
        case ast.Starred(value=ast.Name(id=name)) if name in constants:
            yield from _literal_ids(constants[name], constants, path)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _literal_ids(item, constants, path)
        case _:
            raise BadInput(
                f"{path}, line {node.lineno}: a clause mark that cannot be read without running the test.",
                accepted="numbers in quotes, or *NAME of a list of them in the same file",
            )
