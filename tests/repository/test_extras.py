"""The core stands alone: rules, edges, simulation and terminal load without web server, database driver,
typesetter, charts or cluster; every package that is imported is declared; a missing one is named."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss.cli import EXTRAS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "pitboss"
OPTIONAL = sorted({package for packages in EXTRAS.values() for package in packages} | {"polars", "pandas"})
CALLED = {"argon2": "argon2-cffi", "vl_convert": "vl-convert-python"}
"""where a package's module has another name"""
IF_INSTALLED = {"polars", "pandas"}

BARE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refuse())
from pitboss.cli import main
main({args!r})
"""


def without_extras(*args: str) -> subprocess.CompletedProcess[str]:
    script = BARE.format(packages=OPTIONAL, args=list(args))
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("line", [
    "--help", "games", "edge fu-bacc --json", "strategy fu-bacc", "simulate fu-bacc --rounds 1000 --seed 1",
    "check examples/fu-bacc.toml", "clauses",
])  # fmt: skip
def test_the_core_works_without_any_extra(line: str) -> None:
    done = without_extras(*line.split())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("args", "extra"), [
    (["serve", "--demo"], "room"),
    (["verify", "--store", "postgresql://nobody@localhost/none"], "postgres"),
    (["sign", "examples/fu-bacc.toml", "-o", "sign.pdf"], "paper"),
    (["simulate", "fu-bacc", "--rounds", "1000", "--seed", "1", "--engine", "dask"], "dask"),
])  # fmt: skip
def test_a_missing_extra_is_named_with_the_command_that_brings_it(args: list[str], extra: str) -> None:
    done = without_extras(*args)
    assert done.returncode == 2
    assert f"pip install 'pitboss[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("line", "extra"), [
    ("packet fu-bacc -o packet/", "paper"), ("strategy fu-bacc -o chart.svg", "paper"),
    ("design fu-bacc --wager lucky-monkey --target-edge 0.05 --frontier f.svg", "paper"),
    ("house-way best face-up-pai-gow-poker --rules 5 --sheet s.pdf", "paper"),
    ("simulate fu-bacc --rounds 1000 --seed 1 --engine dask", "dask"),
])  # fmt: skip
def test_what_is_missing_is_said_before_the_work(line: str, extra: str, tmp_path: Path) -> None:
    """Nothing is solved or compiled for it: its modules are not even loaded."""
    script = BARE.format(packages=OPTIONAL, args=line.split()).replace("main([", "run = lambda: main([", 1)
    script += "\ntry:\n    run()\nfinally:\n    print(*{'numba', 'llvmlite'} & sys.modules.keys())\n"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout.strip()) == (2, ""), done.stderr
    assert f"pip install 'pitboss[{extra}]'" in done.stderr
    assert not list(tmp_path.iterdir())


def names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""] if not node.level else []
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_every_import_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(x for v in project["optional-dependencies"].values() for x in v)]
    declared = {re.split(r"[\[<>=~! ]", text)[0].lower() for text in wanted}
    imported = {
        name.partition(".")[0]
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in names_in(node)
    }
    foreign = imported - set(sys.stdlib_module_names) - {"pitboss", ""} - IF_INSTALLED
    assert {CALLED.get(name, name).replace("_", "-") for name in foreign} <= declared | {"dask"}
