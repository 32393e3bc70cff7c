"""`make test` runs its parts in lanes, says what each does and took, and shows what failed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
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
tested:
	@echo '..F.......FAILED test_it.py::test_wrong (0 s)'; echo because; echo 'end of FAILED test_it.py::test_wrong'; \\
	while test ! -e first.seen; do sleep 0.1; done; exit 1
timed:
	@echo '<testsuites><testsuite><testcase classname="tests.room.test_a" name="test_b[1]" time="2.5"/> \\
	<testcase classname="tests.room.test_a" name="test_c" time="0.5"/></testsuite></testsuites>' > .gate/timed.xml
endless again:
	@echo 'stopped in test_it.py::test_$@ after 3 s'; echo > $@.begun; sleep 600
"""


def started(folder: Path, *lanes: str, **environment: str) -> subprocess.Popen[str]:
    (folder / "Makefile").write_text(MAKEFILE)
    command = [sys.executable, str(ROOT / "tools" / "gate.py"), "make", *lanes]
    return subprocess.Popen(
        command, cwd=folder, env=os.environ | environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def run(folder: Path, *lanes: str) -> subprocess.CompletedProcess[str]:
    with started(folder, *lanes) as process:
        said = process.communicate()[0]
    return subprocess.CompletedProcess(process.args, process.returncode, said)


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


def test_a_failing_test_is_shown_while_its_part_runs(tmp_path: Path) -> None:
    with started(tmp_path, "first", "tested") as run:
        assert run.stdout is not None
        said = ""
        while "end of FAILED" not in said:
            line = run.stdout.readline()
            assert line, said
            said += line
        assert "[tested] FAILED test_it.py::test_wrong (0 s)\nbecause\n" in said
        (tmp_path / "first.seen").touch()
        assert "NOT passed." in run.communicate()[0]


def test_the_slowest_tests_and_sums_by_room_are_shown_and_kept(tmp_path: Path) -> None:
    said = run(tmp_path, "first", "timed").stdout
    assert "     2.5  tests/room/test_a.py::test_b[1]\n     0.5  tests/room/test_a.py::test_c\n" in said
    assert "     3.0      2  room\n" in said
    assert "test_b[1]" in (tmp_path / ".gate/slowest.txt").read_text()


@pytest.mark.parametrize("how", ["ctrl-c", "limit"])
def test_all_of_it_stops_at_once_and_says_where_it_was(tmp_path: Path, how: str) -> None:
    limit = {"GATE_LIMIT_S": "0.1"} if how == "limit" else {}
    with started(tmp_path, "first", "endless", "again,one", **limit) as gate_run:
        while len(list(tmp_path.glob("*.begun"))) < 2 and how == "ctrl-c":
            assert gate_run.poll() is None
        if how == "ctrl-c":
            os.kill(gate_run.pid, signal.SIGINT)
        said = gate_run.communicate()[0]
    assert gate_run.returncode == 1
    assert how == "limit" or said.count("stopped in test_it.py") == 2, said
    assert "NOT passed." in said
    assert not (tmp_path / "order").exists(), "nothing is begun after it"


def test_every_part_of_the_gate_says_what_it_does() -> None:
    called = [line for line in (ROOT / "Makefile").read_text().splitlines() if "tools/gate.py" in line]
    lanes = [lane for line in called for lane in line.split('"$(MAKE)"')[1].split()]
    assert {part for lane in lanes for part in lane.split(",")} == set(gate.WHAT)


def test_no_example_is_judged_by_the_clock() -> None:
    assert settings().deadline is None
