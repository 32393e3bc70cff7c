"""`make test` runs its parts in lanes, says what each does and took, and shows what failed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import settings
from tools import gate

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = """
first:
	@echo made > first
one two:
	@cat first; echo $@ >> order
bad:
	@echo what went wrong; exit 3
"""


def run(folder: Path, *lanes: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(MAKEFILE)
    command = [sys.executable, str(ROOT / "tools" / "gate.py"), "make", *lanes]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_lanes_follow_what_must_be_there_first(tmp_path: Path) -> None:
    done = run(tmp_path, "first", "one,two")
    assert done.returncode == 0, done.stdout
    assert (tmp_path / "order").read_text().split() == ["one", "two"]
    assert "All passed." in done.stdout
    assert "of CPU" in done.stdout.split("All passed.")[1]
    assert (tmp_path / ".gate/two.log").read_text() == "made\n"


def test_what_fails_is_shown_and_the_other_lanes_end(tmp_path: Path) -> None:
    done = run(tmp_path, "first", "bad,two", "one")
    assert done.returncode == 1
    assert "what went wrong" in done.stdout
    assert "NOT passed." in done.stdout
    assert (tmp_path / "order").read_text().split() == ["one"]
    assert "not run" in done.stdout.split("NOT passed.")[1]


def test_every_part_of_the_gate_says_what_it_does() -> None:
    (called,) = [line for line in (ROOT / "Makefile").read_text().splitlines() if "tools/gate.py" in line]
    lanes = called.split('"$(MAKE)"')[1].split()
    assert {part for lane in lanes for part in lane.split(",")} == set(gate.WHAT)


def test_no_example_is_judged_by_the_clock() -> None:
    assert settings().deadline is None
