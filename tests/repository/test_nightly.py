"""`make nightly` goes on after a failure, writes one report, and is taken up again where it was."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tools import nightly, part

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = """
check docs night-rooms night-numbers night-jackpots night-simulation night-browser coverage pythons:
	@echo $@ >> ran
mutants:
	@echo 'FAILED test_it.py::test_wrong (0 s)'; echo $@ >> ran; exit 3
bench:
	@echo $@ >> ran; test -e quick || sleep 600
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / ".gitignore").write_text(".gate\nran\nquick\n")
    (tmp_path / "quick").touch()
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        said = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *said, *words], cwd=tmp_path, check=True)
    return tmp_path


def started(folder: Path, *parts: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "tools" / "nightly.py"), "make", *parts]
    return subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def night(folder: Path, *parts: str) -> tuple[int, str, list[str]]:
    (folder / "ran").unlink(missing_ok=True)
    with started(folder, *parts) as run:
        said = run.communicate()[0]
    ran = folder / "ran"
    return run.returncode, said, ran.read_text().split() if ran.exists() else []


def test_it_goes_on_after_a_failure_and_reports_every_part(folder: Path) -> None:
    status, said, ran = night(folder)
    assert (status, len(ran)) == (1, 11), said
    report = (folder / ".gate/nightly.md").read_text()
    assert "| mutants | **failed** |" in report
    assert report.count("| passed |") == len(nightly.PARTS) - 1
    assert "FAILED test_it.py::test_wrong (0 s)" in report


def test_it_is_taken_up_again_for_the_same_state_only(folder: Path) -> None:
    night(folder, "check", "mutants")
    status, said, ran = night(folder)
    assert status == 1 and "check: passed at" in said and "mutants: failed at" in said
    assert not {"check", "mutants"} & set(ran) and "bench" in ran
    assert night(folder, "check", "mutants")[2] == ["mutants"], "what failed is tried again when it is named"
    (folder / "new").touch()
    assert night(folder, "check")[2] == ["check", "docs"], "another state of the repository"


def test_ctrl_c_stops_it_and_keeps_what_is_done(folder: Path) -> None:
    (folder / "quick").unlink()
    with started(folder, "check", "bench") as run:
        while not (folder / "ran").exists() or "bench" not in (folder / "ran").read_text():
            assert run.poll() is None
        os.kill(run.pid, signal.SIGINT)
        said = run.communicate()[0]
    assert run.returncode == 130 and "goes on from here" in said, said
    report = (folder / ".gate/nightly.md").read_text()
    assert "| check | passed |" in report and "| bench | not run |" in report


def test_an_unknown_part_is_refused_with_those_there_are(folder: Path) -> None:
    status, said, ran = night(folder, "moon")
    assert (status, ran) == (2, []) and "mutants" in said


def test_every_part_of_the_night_is_a_target() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {name for names, _ in nightly.PARTS.values() for name in names} <= set(targets)


def test_a_room_has_the_tests_that_are_named_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = part.paths_of("jackpots")
    assert {"tests/jackpot", "tests/cli/test_jackpot.py"} <= set(found)
    assert part.paths_of("fu-bacc") == ["tests/fu_bacc"]
    assert part.paths_of("tests/store/test_log.py::test_x") == ["tests/store/test_log.py::test_x"]
    assert part.paths_of("nothing-of-the-kind") == []
