"""What fails is named at once with its reason, what hangs with the stacks of its threads; Ctrl-C stops it all."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests import limits
from tests.patience import PATIENCE_S, SLOWNESS, wait_for
from tests.repository import runs

CONFTEST = "from tests.limits import register as pytest_configure\n"


def started(folder: Path, tests: str, *options: str, limit: str = "1.5") -> subprocess.Popen[str]:
    return runs.started(folder, CONFTEST, "-rf", *options, limit=limit, it=tests)


def output(folder: Path, tests: str, *options: str) -> str:
    return runs.said(started(folder, tests, *options))


FAILS = """
import time
def test_wrong(): assert 1 + 1 == 3, "the sum"
def test_after():
    while not __import__("pathlib").Path("go on").exists(): time.sleep(0.05)
"""


@pytest.mark.parametrize("options", [(), ("-n1",)], ids=["alone", "spread"])
def test_a_failure_is_printed_while_the_others_still_run(tmp_path: Path, options: tuple[str, ...]) -> None:
    with started(tmp_path, FAILS, *options, limit="0") as run:
        assert run.stdout is not None
        said = ""
        while "end of FAILED test_it.py::test_wrong" not in said:
            line = run.stdout.readline()
            assert line, said
            said += line
        (tmp_path / "go on").touch()
        rest = run.communicate(timeout=PATIENCE_S)[0]
    assert "AssertionError: the sum" in said
    assert "the sum" in rest and "1 failed, 1 passed" in rest
    assert "def test_wrong" not in rest, "told once"


def test_a_file_that_cannot_be_collected_says_why(tmp_path: Path) -> None:
    said = output(tmp_path, "import no_such_module")
    assert "FAILED test_it.py (collected)" in said
    assert "No module named 'no_such_module'" in said


HANGS = """
import signal, threading, time, pytest
@pytest.fixture
def chromium(): pass
def waits_here(): time.sleep(600)
def test_asleep(): waits_here()
def test_deaf():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    waits_here()
def test_in_a_browser(chromium): waits_here()
def test_other_thread():
    thread = threading.Thread(target=waits_here, daemon=True)
    thread.start()
    thread.join()
def test_fine(): pass
"""


def test_what_hangs_is_named_with_its_stacks_and_the_others_run(tmp_path: Path) -> None:
    said = output(tmp_path, HANGS, "-n2")
    assert "4 failed, 1 passed" in said, said
    for name in ("asleep", "deaf", "in_a_browser", "other_thread"):
        told = said.split(f"FAILED test_it.py::test_{name} (")[1].split("end of FAILED")[0]
        assert "longer than" in told and "in waits_here" in told, told


ENDS = """
import os, subprocess, time, pytest
@pytest.fixture
def chromium(): pass
def test_before(): pass
def test_in_a_browser(chromium):
    child = subprocess.Popen(["sh", "-c", "sleep 600 & wait"])
    open("child", "w").write(str(child.pid))
    open("runs", "a").write("x")
    time.sleep(600)
def test_after(): pass
"""


def test_what_ended_its_process_is_not_run_again_and_leaves_no_process(tmp_path: Path) -> None:
    """The run would not end while a process of the test still holds what the run prints to."""
    said = output(tmp_path, ENDS, "-n2", "--dist", "loadfile")
    assert "1 failed, 2 passed" in said, said
    assert (tmp_path / "runs").read_text() == "x"
    child = int((tmp_path / "child").read_text())

    def gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        return False

    assert wait_for(gone), "killed, and taken off the list of processes by whoever inherits it"


def test_without_xdist_it_is_named_too(tmp_path: Path) -> None:
    said = output(tmp_path, HANGS, "-k", "deaf")
    assert "FAILED test_it.py::test_deaf" in said and "in waits_here" in said


def test_a_limit_follows_how_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SLOWNESS, raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (15.0, 1.0, 1.0))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert limits.slowness() == 7.5
    monkeypatch.setenv(SLOWNESS, "3")
    assert limits.slowness() == 3
    monkeypatch.delenv(SLOWNESS)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.1, 0.1, 0.1))
    assert limits.slowness() == 1


INTERRUPTED = """
import time
def test_first():
    open("begun", "w").close()
    try:
        time.sleep(600)
    except Exception:
        pass
def test_second(): open("second", "w").close()
"""


def test_ctrl_c_stops_and_names_what_ran(tmp_path: Path) -> None:
    """In one process; where files are spread over several, `test_workers.py` presses it."""
    with started(tmp_path, INTERRUPTED, "-v", limit="0") as run:
        assert run.stdout is not None
        said = ""
        # it has begun, and the process that prints knows
        while not (tmp_path / "begun").exists() or "::test_first" not in said:
            said += os.read(run.stdout.fileno(), 1000).decode() if "::test_first" not in said else ""
            assert run.poll() is None
        os.killpg(run.pid, signal.SIGINT)
        said += run.communicate(timeout=PATIENCE_S)[0]
    assert "stopped in test_it.py::test_first" in said, said
    assert not (tmp_path / "second").exists()
