"""Between the modules of jackpots, chips, house and people, and those of the room that touch money, all has a type:
plain JSON objects only in the codecs at the edge, and those are listed here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
ROOMS = ("jackpots", "chips", "house", "people")
MONEY_OF_THE_ROOM = ("store_access", "unpaid", "table_jackpots", "jackpot_office", "settling", "dealing")
UNTYPED = re.compile(r"\b(dict|Mapping|MutableMapping|OrderedDict|defaultdict)\[str, (Any|object)\]")
CODEC_NAMES: Final = re.compile(r"to_json|from_json|\w+_json")
"""a record's own way to the wire and back, or a page's view of one"""
EDGES: Final = {
    "house/check.py:snapshot": "a table as the document that is hashed",
    "house/check.py:_jackpot": "a part of that document",
    "house/check.py:hash_of": "the hash of that document",
    "house/check.py:ApprovalRecord.snapshot": "that document as the file has it, compared value by value",
    "house/report.py:_page": "what the templates are given",
    "room/dealing.py:_snapshot_after": "the table's document as the store keeps it",
}


def modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((SOURCE / room).rglob("*.py"))
    for name in MONEY_OF_THE_ROOM:
        yield SOURCE / "room" / f"{name}.py"


def types_of(tree: ast.AST, path: str = "") -> Iterator[tuple[str, str, ast.expr]]:
    """Of signatures, fields and aliases: where, the plain name, and the type. What a function has inside is its own."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            given = [*arguments, *filter(None, (node.args.vararg, node.args.kwarg))]
            for found in (*(one.annotation for one in given), node.returns):
                if found is not None:
                    yield f"{path}{node.name}", node.name, found
            if node.args.kwarg and node.args.kwarg.annotation:
                loose = f"dict[str, {ast.unparse(node.args.kwarg.annotation)}]"
                yield f"{path}{node.name}", node.name, ast.parse(loose, mode="eval").body
        elif isinstance(node, ast.ClassDef):
            yield from types_of(node, f"{path}{node.name}.")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield f"{path}{node.target.id}", node.target.id, node.annotation
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield f"{path}{node.targets[0].id}", node.targets[0].id, node.value


def untyped() -> dict[str, str]:
    found = {}
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for where, name, kind in types_of(tree):
            if UNTYPED.search(ast.unparse(kind)) and not CODEC_NAMES.fullmatch(name):
                found[f"{path.relative_to(SOURCE)}:{where}"] = ast.unparse(kind)
    return found


def test_no_plain_objects_between_modules() -> None:
    assert {where: kind for where, kind in untyped().items() if where not in EDGES} == {}


def test_the_list_of_codecs_is_what_there_is() -> None:
    assert set(EDGES) <= set(untyped())
    assert all(EDGES.values())
