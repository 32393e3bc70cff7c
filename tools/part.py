"""The tests of one room or of one path: `python tools/part.py jackpots`, or `make test PART=jackpots`.

A room's tests are the folder of that name and every test file with the name in its own, those in a browser too, which
run in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = Path("tests")
PYTEST = [sys.executable, "-m", "pytest", "-m", "not long", "--workers", "2"]


def paths_of(part: str) -> list[str]:
    if Path(part.split("::")[0]).exists():
        return [part]
    word = part.replace("-", "_")
    one = word.removesuffix("s")
    folders = [folder for folder in dict.fromkeys((TESTS / word, TESTS / one)) if folder.is_dir()]
    files = [
        file
        for file in sorted(TESTS.rglob(f"test_*{one}*.py"))
        if not any(f in file.parents for f in folders)
    ]
    return [str(path) for path in (*folders, *files)]


def main(part: str) -> int:
    paths = paths_of(part)
    if not paths:
        rooms = sorted(folder.name for folder in TESTS.iterdir() if list(folder.glob("test_*.py")))
        print(f"No test is called {part}: a path, or one of {', '.join(rooms)}.", file=sys.stderr)
        return 2
    browser = [path for path in paths if Path(path).is_relative_to(TESTS / "browser")]
    status = 0
    for some in ([path for path in paths if path not in browser], browser):
        if some:
            print("pytest", *some, flush=True)
            status = subprocess.call([*PYTEST, *some]) or status
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
