"""Files are spread over forked processes: each test once, what dies is named, what a file shares is made once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.repository import runs

CONFTEST = """
import os, pytest
from pathlib import Path
from tests import limits, workers
def pytest_addoption(parser): parser.addoption("--workers", type=int, default=0)
def pytest_configure(config):
    limits.register(config)
    if config.getoption("--workers"):
        config.pluginmanager.register(workers.Spread(config.getoption("--workers"), limits.begin), "workers")
@pytest.fixture(scope="session")
def whole():
    yield
    Path(f"ended-{os.getpid()}").touch()
@pytest.fixture(scope="module")
def once(request, whole):
    Path(f"made-{request.module.__name__}").touch(exist_ok=False)
    yield
    Path(f"gone-{request.module.__name__}").touch(exist_ok=False)
"""
TESTS = """
import os, pytest
from pathlib import Path
def test_first(once, tmp_path): Path(tmp_path, "file").touch(exist_ok=False)
def test_second(once, tmp_path): print("said here")
"""
ENDS = """
import os, time
def test_before(): pass
def test_dies(): os._exit(7)
def test_after(): pass
def test_wrong(): print("said here"); assert 1 == 2, "the sum"
"""
LEAVES = """
import pytest
@pytest.fixture(scope="session")
def broken():
    yield
    raise OSError("cannot be taken down")
def test_with(broken): pass
"""
PAIR = """
def test_dies(): pass
def test_after(): pass
"""
BREAKS = """
import os
def pytest_runtest_logstart(nodeid):
    if "PYTEST_XDIST_WORKER" in os.environ and "dies" in nodeid: raise SystemError("a broken plugin")
"""
WAITS = """
import time
def test_first():
    open("begun", "w").close()
    try: time.sleep(600)
    except BaseException: pass
def test_second(): open("second", "w").close()
"""


def started(folder: Path, *options: str, **tests: str) -> subprocess.Popen[str]:
    return runs.started(folder, CONFTEST, "--workers", "2", *options, ini="filterwarnings = error\n", **tests)


def output(folder: Path, *options: str, **tests: str) -> str:
    return runs.said(started(folder, *options, **tests))


def test_every_test_runs_once_and_what_a_file_shares_is_made_once(tmp_path: Path) -> None:
    said = output(tmp_path, "--junitxml=all.xml", a=TESTS, b=TESTS, c=TESTS)
    assert "6 passed" in said, said
    assert (tmp_path / "all.xml").read_text().count("<testcase ") == 6
    for word in ("made", "gone"):
        assert len(list(tmp_path.glob(f"{word}-*"))) == 3
    assert 1 <= len(list(tmp_path.glob("ended-*"))) <= 2, "of a session, once for each process"


def test_a_process_that_dies_is_named_and_the_rest_of_its_file_runs(tmp_path: Path) -> None:
    said = output(tmp_path, a=ENDS, b=TESTS)
    assert "2 failed, 4 passed" in said, said
    assert "FAILED test_a.py::test_dies" in said and "its process ended with 7" in said
    told = said.split("FAILED test_a.py::test_wrong")[1].split("end of FAILED")[0]
    assert "the sum" in told and "said here" in told


def test_a_plugin_that_breaks_in_a_process_is_told_with_its_trace(tmp_path: Path) -> None:
    said = output(tmp_path, "-p", "test_breaks", "test_a.py", a=PAIR, breaks=BREAKS)
    assert "1 failed, 1 passed" in said and "SystemError: a broken plugin" in said, said


def test_what_cannot_be_taken_down_fails(tmp_path: Path) -> None:
    run = started(tmp_path, a=LEAVES)
    said = runs.said(run)
    assert run.returncode == 1 and "cannot be taken down" in said, said


def test_the_first_failure_can_be_the_last(tmp_path: Path) -> None:
    said = output(tmp_path, "-x", a="def test_wrong(): assert 0\n", b=WAITS)
    assert "1 failed" in said and "stopping after 1 failures" in said, said


@pytest.mark.parametrize("everybody", [True, False], ids=["ctrl-c", "kill -INT"])
def test_ctrl_c_ends_also_who_does_not_listen(tmp_path: Path, everybody: bool) -> None:
    run = started(tmp_path, a=WAITS)
    said = runs.interrupted(run, tmp_path, everybody)
    assert run.returncode == 2 and "KeyboardInterrupt" in said, said
    assert not (tmp_path / "second").exists()


def test_what_was_stopped_is_named(tmp_path: Path) -> None:
    run = started(tmp_path, a=WAITS.replace("except BaseException: pass", "finally: time.sleep(3)"))
    said = runs.interrupted(run, tmp_path)
    assert "stopped in test_a.py::test_first" in said, said
