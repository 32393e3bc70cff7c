"""Servers of the tests are forked from a process of their own: if somebody ends it, another one takes its place."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.patience import wait_for
from tests.web.warm import WARM, Forked


def test_the_next_server_starts_although_the_process_they_come_from_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def starts(name: str) -> Forked:
        return Forked("this", [], dict(os.environ), tmp_path / name)

    assert starts("first").wait(60) == 0
    os.kill(WARM._process.pid, signal.SIGKILL)
    WARM._process.wait()
    second = starts("second")
    assert second.wait(60) == 0
    assert wait_for(lambda: "Beautiful" in (tmp_path / "second").read_text()), sys.version
