"""What a house keeps and hands out has one format with a number: it does not change unnoticed."""

from __future__ import annotations

import ast
import subprocess
from difflib import unified_diff
from pathlib import Path

import pytest
from tools.formats import DOCUMENTS, FILES, described

from pitboss.ledger import StoreError, create_store, database, open_store
from pitboss.ledger.database import FORMAT, MIGRATIONS, DatabaseTables, Migration
from pitboss.ledger.verify import verify

ROOT = Path(__file__).parents[2]
CHANGED = """What a house keeps or hands out is not as recorded in tests/golden/formats/{number}.txt.

Before the first release: `python -m tools.formats` writes it anew. From the first tag on, stores and files of that
format are in people's hands: add a migration to pitboss/ledger/database.py, which raises the number, and record it.

{difference}"""


def test_a_format_does_not_change_without_a_migration() -> None:
    recorded = (FILES / f"{FORMAT}.txt").read_text(encoding="utf-8")
    now = described()
    difference = "\n".join(
        unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="")
    )
    assert recorded == now, CHANGED.format(number=FORMAT, difference=difference)


def test_a_released_format_stays_as_it_was_recorded() -> None:
    tags = subprocess.run(
        ["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True
    ).stdout.split()
    for tag in tags:
        for file in FILES.glob("*.txt"):
            name = file.relative_to(ROOT).as_posix()
            then = subprocess.run(["git", "show", f"{tag}:{name}"], cwd=ROOT, capture_output=True, text=True)
            assert then.returncode or then.stdout == file.read_text(encoding="utf-8"), (
                f"{name} was released as {tag}"
            )


def test_formats_are_numbered_one_after_another_and_recorded() -> None:
    numbers = [migration.number for migration in MIGRATIONS]
    assert numbers == list(range(1, FORMAT + 1))
    assert sorted(int(file.stem) for file in FILES.glob("*.txt")) == numbers


def test_every_document_that_is_read_is_described() -> None:
    known = {kind.__name__ for kind in DOCUMENTS} | {"cls", "kind"}
    known.add("Path")  # wrong passwords, as one place counts them
    for path in sorted((ROOT / "src" / "pitboss").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "decode":
                assert isinstance(node.args[0], ast.Name) and node.args[0].id in known, (
                    f"{path}:{node.lineno}"
                )


def test_a_store_of_another_format_is_refused(store_url: str) -> None:
    with create_store(store_url) as store, store.reading() as connection:
        connection.execute("INSERT INTO schema_version VALUES (99, 'later', 0)")
    with pytest.raises(StoreError, match=r"has format 99.*Accepted: a store of format 1"):
        open_store(store_url)


def test_a_migration_brings_a_store_up_and_keeps_its_log(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create_store(store_url) as store:
        store.write(lambda unit: unit.record("note", "pit", "ann", {"text": "before"}))
    more = Migration(FORMAT + 1, "one more table", (DatabaseTables(("CREATE TABLE more (number BIGINT)",)),))
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, more))
    monkeypatch.setattr(database, "FORMAT", more.number)
    for _ in range(2):
        with open_store(store_url) as store:
            assert store.ask(lambda c: (c.format(), c.table_exists("more"))) == (more.number, True)
            assert [event.payload["text"] for event in store.events()] == ["before"]
            assert verify(store).sound
