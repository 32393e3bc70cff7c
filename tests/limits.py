"""Failures are printed when they happen, and no test runs for ever.

A test that takes longer than its limit fails with the stacks of all threads. The limit is counted on a clock that goes
slower when the machine is busy, so a test that goes on slowly passes and one that hangs is named. A test that hangs
where an exception does not reach it, or that has a browser's event loop around it, ends with its process and all
processes below it; who spreads the tests names it and starts another one, which runs the tests that are left
(`tests/workers.py`, or xdist).
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.patience import slowness

LIMIT = "PITBOSS_TEST_LIMIT_S"
"""environment: seconds a test may take on a quiet machine; 0: as long as it likes"""
LIMIT_S = 120.0
LONG_LIMIT_S = 6 * 3600.0
"""of a test that is marked `long`"""
GRACE = 1 / 6
"""of the limit: after an exception was raised in the test, before its process is ended"""
TICK_S = 1.0
TOLD = "failures are told at once"
HUNG = 70
"""exit status of a process that was ended"""


def stacks_file(controller: int, worker: str) -> Path:
    """Where a worker leaves the stacks when it ends, for the one that prints."""
    return Path(tempfile.gettempdir()) / f"pitboss-stacks-{controller}-{worker}.txt"


def stacks() -> str:
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read()


def kill_descendants() -> None:
    """Servers and browsers of a test that is ended would run on, and keep open what this process prints to."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    below = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    for pid in below - {os.getpid()}:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


class Files(LoadFileScheduling):
    """Files are spread over processes whole. A test that ended its process has failed: xdist would run it again and
    again, and each time it would end a process."""

    def remove_node(self, node: WorkerController) -> str | None:
        work = self.assigned_work.pop(node)
        ended = next(
            ((tests, name) for tests in work.values() for name, done in tests.items() if not done), None
        )
        if ended is None:
            return None
        tests, name = ended
        tests[name] = True
        self.workqueue.update({file: tests for file, tests in work.items() if not all(tests.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return name


class Limits:
    """In every process that runs tests."""

    def __init__(self) -> None:
        self.item: pytest.Item | None = None
        self.spent_s = 0.0
        self.limit_s = LIMIT_S
        self.raised = False
        self.over = threading.Event()

    def pytest_sessionstart(self) -> None:
        self.begin()

    def begin(self) -> None:
        if not hasattr(signal, "SIGUSR1") or not hasattr(os, "getloadavg"):
            return  # without them a test runs as long as it likes
        signal.signal(signal.SIGUSR1, self._raise)
        threading.Thread(target=self._watch, name="limit of a test", daemon=True).start()

    def pytest_sessionfinish(self) -> None:
        self.over.set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        usual = LONG_LIMIT_S if item.get_closest_marker("long") else LIMIT_S
        self.limit_s = float(os.environ.get(LIMIT) or usual)
        self.spent_s, self.raised, self.item = 0.0, False, item
        try:
            return (yield)
        finally:
            self.item = None

    def _watch(self) -> None:
        before = time.monotonic()
        while not self.over.wait(TICK_S):
            now = time.monotonic()
            # a process that was stopped for a while (SIGSTOP, a sleeping machine) has not spent that time
            self.spent_s += min(now - before, 2 * TICK_S) / slowness()
            before = now
            item = self.item
            if item is None or not self.limit_s or self.spent_s < self.limit_s:
                continue
            if self.spent_s >= self.limit_s * (1 + GRACE) or "chromium" in getattr(item, "fixturenames", ()):
                self._end(item)
            if not self.raised:
                self.raised = True
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

    def _raise(self, number: int, frame: object) -> None:
        if self.item is not None:
            pytest.fail(
                f"longer than {self.limit_s:.0f} s; where its threads are:\n{stacks()}", pytrace=False
            )

    def _end(self, item: pytest.Item) -> None:
        said = f"longer than {self.limit_s:.0f} s: {item.nodeid}; where its threads are:\n{stacks()}"
        if worker := os.environ.get("PYTEST_XDIST_WORKER"):
            stacks_file(os.getppid(), worker).write_text(said)
        else:
            item.config.pluginmanager.get_plugin("capturemanager").suspend(in_=True)
            print(f"FAILED {item.nodeid}\n{said}", file=sys.__stderr__, flush=True)
        kill_descendants()
        os._exit(HUNG)


class Told:
    """In the process that prints: a failure at once with name and reason; what ran when the run is stopped."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.running: dict[str, float] = {}

    def _write(self, text: str) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.ensure_newline()
            terminal.write_line(text)
            terminal.flush()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running[nodeid] = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.running.pop(nodeid, None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            parts = [report.longreprtext, *(f"{title}:\n{text}" for title, text in report.sections)]
            when = "" if report.when == "call" else f", {report.when}"
            self._write(
                f"FAILED {report.nodeid} ({report.duration:.0f} s{when})\n"
                + "\n".join(part.rstrip() for part in parts if part)
                + f"\nend of FAILED {report.nodeid}"
            )

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(
                f"FAILED {report.nodeid} (collected)\n{report.longreprtext.rstrip()}\nend of FAILED {report.nodeid}"
            )

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> LoadFileScheduling | None:
        return Files(config, log) if config.getvalue("dist") == "loadfile" else None

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        left = stacks_file(os.getpid(), report.node.gateway.id)  # type: ignore[attr-defined]
        if left.exists():
            report.longrepr = f"{report.longrepr}\n{left.read_text()}"
            left.unlink()

    def pytest_keyboard_interrupt(self) -> None:
        now = time.monotonic()
        for node, begun in self.running.items():
            self._write(f"stopped in {node} after {now - begun:.0f} s")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        # what failed has been printed; the summary lists the names
        self.config.option.tbstyle = "no"


def begin(config: pytest.Config) -> None:
    """In a process that was forked: threads stay behind."""
    limits: Limits = config.pluginmanager.get_plugin("limit of a test")
    limits.begin()


def register(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Told(config), TOLD)
    config.pluginmanager.register(Limits(), "limit of a test")
