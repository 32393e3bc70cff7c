"""A run of pytest in a folder of its own, for the tests of what the gate itself does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests import limits
from tests.patience import PATIENCE_S, SLOWNESS, interruptible

ROOT = Path(__file__).resolve().parents[2]


def started(
    folder: Path, conftest: str, *options: str, limit: str = "0", ini: str = "", **tests: str
) -> subprocess.Popen[str]:
    """Each of the tests is a file `test_NAME.py`."""
    (folder / "conftest.py").write_text(conftest)
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}")
    for name, text in tests.items():
        (folder / f"test_{name}.py").write_text(text)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    more = {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", limits.LIMIT: limit, SLOWNESS: "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options], cwd=folder, env=clean | more, text=True,
        start_new_session=True, preexec_fn=interruptible, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def said(run: subprocess.Popen[str]) -> str:
    """All that it prints, when it has ended."""
    with run:
        return run.communicate(timeout=PATIENCE_S)[0]


def interrupted(run: subprocess.Popen[str], folder: Path, everybody: bool = True) -> str:
    """Ctrl-C once its first test has made the file `begun`."""
    while not (folder / "begun").exists():
        assert run.poll() is None
    (os.killpg if everybody else os.kill)(run.pid, signal.SIGINT)
    return said(run)
