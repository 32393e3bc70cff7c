"""Mutation testing of the modules that move money: `make mutants`, or `python -m tools.mutants [--sample N] [MODULE]`.

A mutant is the module with one thing changed: a comparison, an operator, a number, a word of logic. The module's own
tests are run against it in a copy of the project; a mutant that no test notices has survived, and is printed."""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = {
    "games/fu_bacc.py": ["tests/fu_bacc/test_rules.py", "tests/golden"],
    "games/acey_deucey_21.py": ["tests/acey_deucey_21/test_rules.py", "tests/golden"],
    "games/lucky_break.py": ["tests/lucky_break/test_rules.py", "tests/golden"],
    "games/down_under_holdem.py": ["tests/down_under_holdem/test_rules.py", "tests/golden"],
    "games/ultimate_texas_holdem.py": ["tests/ultimate_texas_holdem/test_rules.py", "tests/golden"],
    "games/face_up_pai_gow_poker.py": ["tests/face_up_pai_gow_poker/test_rules.py", "tests/golden"],
    "games/fortune_pai_gow_poker.py": ["tests/fortune_pai_gow_poker/test_rules.py", "tests/golden"],
    "procedures/twenty_one.py": ["tests/blackjack/test_dealing.py", "tests/golden"],
    "procedures/holdem.py": [
        "tests/ultimate_texas_holdem/test_rules.py",
        "tests/down_under_holdem/test_rules.py",
    ],
    "procedures/pai_gow.py": [
        "tests/face_up_pai_gow_poker/test_rules.py",
        "tests/fortune_pai_gow_poker/test_rules.py",
    ],
    "jackpot/awards.py": ["tests/jackpot/test_awards.py", "tests/jackpot/test_claims.py"],
    "jackpot/arithmetic.py": ["tests/jackpot/test_arithmetic.py", "tests/jackpot/test_awards.py"],
    "store/unit.py": ["tests/store/test_ledger.py", "tests/store/test_log.py"],
    "store/writer.py": ["tests/store/test_ledger.py", "tests/store/test_log.py"],
    "rounds/aggregate.py": ["tests/games/test_aggregate.py"],
}
"""module: the tests that hold it"""
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Lt: ast.LtE,
    ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or,
    ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Line, what was changed, and the module with the change."""
    # a zip that is not strict is the same zip wherever the lengths are equal
    strict = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "strict"
    }
    for at, node in enumerate(ast.walk(tree)):
        if id(node) in strict:
            continue
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            twin = next(found for number, found in enumerate(ast.walk(changed)) if number == at)
            _change(twin)
            yield getattr(node, "lineno", 0), what, changed


def _changes(node: ast.AST) -> Iterator[str]:
    if (isinstance(node, ast.BinOp) and type(node.op) in OPERATORS) or isinstance(node, ast.BoolOp):
        yield f"{ast.unparse(node)}: {type(node.op).__name__} is {OPERATORS[type(node.op)].__name__}"
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        yield f"{ast.unparse(node)}: {type(node.ops[0]).__name__} is {OPERATORS[type(node.ops[0])].__name__}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)}: without the not"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} is {node.value + 1}"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} is {not node.value}"


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Compare):
        node.ops[0] = OPERATORS[type(node.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Constant):
        node.value = not node.value


def try_module(folder: Path, module: str, sample: int | None, seed: int) -> tuple[int, int]:
    """How many mutants were found, of how many."""
    path = folder / "src" / "pitboss" / module
    source = path.read_text(encoding="utf-8")
    every = list(mutants(ast.parse(source)))
    chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))
    if not _passes(folder, module, say=True):
        raise SystemExit(f"The tests of {module} do not pass without any change.")
    found = 0
    for line, what, changed in sorted(chosen, key=lambda mutant: mutant[0]):
        path.write_text(ast.unparse(changed), encoding="utf-8")
        if _passes(folder, module):
            print(f"  survived: {module}:{line}: {what}", flush=True)
        else:
            found += 1
    path.write_text(source, encoding="utf-8")
    return found, len(chosen)


def _passes(folder: Path, module: str, say: bool = False) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    mark = ["-m", "not long and not browser and not postgres"]
    places = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *mark, *TESTS[module]],
            cwd=folder,
            env=places,
            capture_output=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if say and done.returncode:
        print(done.stdout.decode()[-2000:])
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS), metavar="MODULE")
    parser.add_argument("--sample", type=int, help="so many mutants of a module; without it all of them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        shutil.copytree(
            ROOT, project, ignore=shutil.ignore_patterns(".*", "site", "artefacts", "__pycache__")
        )
        total = [0, 0]
        for module in args.modules:
            found, tried = try_module(project, module, args.sample, args.seed)
            total = [total[0] + found, total[1] + tried]
            print(f"{module}: {found} of {tried} mutants found", flush=True)
    print(f"score: {total[0]} of {total[1]}, {total[0] / max(total[1], 1):.0%}")
    return 0 if total[0] >= 0.95 * total[1] else 1


if __name__ == "__main__":
    sys.exit(main())
