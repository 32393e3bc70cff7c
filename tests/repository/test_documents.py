"""What the documents say of the code: the API's table, and the tests that the security table names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PLACES = {"{name}": "NAME", "{which}": "WHICH"}


def rows(document: str, heading: str) -> list[list[str]]:
    """The cells of the first table after a heading."""
    text = (ROOT / "docs" / document).read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def shown(operation: str) -> str:
    path = operation.replace("/api/v1", "")
    return re.sub(r"\{\w+\}", lambda found: PLACES.get(found[0], "ID"), path)


def who(operation: dict[str, Any]) -> str:
    roles = operation["roles"]
    named = (
        {"public": "anybody", "all": "signed in"}.get(roles) if isinstance(roles, str) else ", ".join(roles)
    )
    second = operation.get("second")
    return f"{named}; second: {', '.join(second)}" if second else str(named)


def test_every_operation_is_documented_with_those_who_may_ask_for_it() -> None:
    matrix = tomllib.loads((ROOT / "tests" / "web" / "matrix.toml").read_text())["operation"]
    wanted = {f"`{shown(name)}`": who(operation) for operation in matrix for name in operation["is"]}
    found = {cells[0]: cells[1] for cells in rows("api.md", "What there is")}
    assert found == wanted
    assert all(len(cells[2]) > 10 for cells in rows("api.md", "What there is"))


def test_every_line_of_the_security_table_names_tests_that_exist() -> None:
    table = rows("security.md", "OWASP ASVS 4.0.3, level 2")
    assert len(table) >= 25
    for section, met, how, tests in table:
        assert met in ("yes", "in part", "no", "not used"), section
        assert how, section
        if met == "not used" and tests == "-":
            continue
        named = re.findall(r"`([^`]+)`", tests)
        assert named, f"{section}: no test"
        for name in named:
            file, _, test = name.partition("::")
            path = ROOT / "tests" / file
            assert path.exists(), f"{section}: {file} is not there"
            if test:
                assert f"def {test}(" in path.read_text(), f"{section}: {name} is not there"
            elif path.is_dir():
                assert list(path.glob("test_*.py")), f"{section}: no test in {file}"
            else:
                assert "def test_" in path.read_text(), f"{section}: no test in {file}"
