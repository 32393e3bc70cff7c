"""Tests spread over processes that are forked when everything is collected: nothing is imported or collected twice.

`--workers 4`: each worker takes the next file when it has done one, so what a module shares is made once. A worker
that dies fails the test it was at, and another one goes on behind it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import pytest

from tests.limits import TOLD, stacks_file

WORKER = "PYTEST_XDIST_WORKER"
"""environment of a worker: its name, where libraries look for it"""
GRACE_S = 10.0
"""for a worker that was told to stop, before it is killed"""


@dataclass(frozen=True)
class Node:
    """Where a report comes from, as plugins look for it."""

    id: str
    _workerinfocache = ""

    @property
    def gateway(self) -> Node:
        return self


@dataclass
class Worker:
    node: Node
    pid: int
    line: Connection
    left: deque[int] = field(default_factory=deque)
    """tests of its file that it has not ended, by their places in the collection"""
    last: int = 0


@dataclass
class Between:
    """Stands for the next test: what modules have made goes, what the session has made stays."""

    session: pytest.Session

    def listchain(self) -> list[pytest.Session]:
        return [self.session]


class Spread:
    """In the process that prints."""

    def __init__(self, count: int, in_a_worker: Callable[[pytest.Config], None]) -> None:
        self.count = count
        self.in_a_worker = in_a_worker
        self.workers: list[Worker] = []
        self.begun = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly or not session.items:
            return None
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.showfspath = False  # several files at a time
        places = range(len(session.items))
        waiting = deque(
            deque(file) for _, file in groupby(places, key=lambda at: session.items[at].nodeid.split("::")[0])
        )
        stopped, stop = Pipe()  # Ctrl-C is heard between two reports, not in the middle of one
        before = signal.signal(signal.SIGINT, lambda *_: stop.send(None))
        try:
            for _ in range(min(self.count, len(waiting))):
                self._begin(session)
            while self.workers:
                for line in wait([stopped, *(worker.line for worker in self.workers)]):
                    if line is stopped:
                        raise KeyboardInterrupt
                    (worker,) = (worker for worker in self.workers if worker.line is line)
                    self._hear(worker, session, waiting)
                    if session.shouldfail:
                        raise session.Failed(session.shouldfail)
                    if session.shouldstop:
                        raise session.Interrupted(session.shouldstop)
        except KeyboardInterrupt:
            for worker in list(self.workers):
                while worker in self.workers and worker.line.poll():
                    self._hear(worker, session, deque())  # what it has said by now
            raise
        finally:
            signal.signal(signal.SIGINT, before)
            self._stop()
            stopped.close()
            stop.close()
        return True

    def _hear(self, worker: Worker, session: pytest.Session, waiting: deque[deque[int]]) -> None:
        hook = session.config.hook
        try:
            word, told = worker.line.recv()
        except (EOFError, OSError):
            self._bury(worker, session, waiting)
            return
        if word == "next":
            worker.left = waiting.popleft() if waiting else deque()
            worker.line.send(list(worker.left))
        elif word == "start":
            worker.last, item = told, session.items[told]
            hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        elif word == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=told)
            report.node = worker.node
            hook.pytest_runtest_logreport(report=report)
        elif word == "end":
            item = session.items[told]
            worker.left.remove(told)
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
            if terminal := session.config.pluginmanager.get_plugin("terminalreporter"):
                terminal.flush()  # what is printed is seen while the others run

    def _begin(self, session: pytest.Session) -> None:
        config, name = session.config, f"gw{self.begun}"
        self.begun += 1
        here, there = Pipe()
        folder = config._tmp_path_factory.getbasetemp() / name  # type: ignore[attr-defined]
        folder.mkdir()
        capture = config.pluginmanager.get_plugin("capturemanager")
        capture.suspend_global_capture(in_=True)
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # threads that libraries keep do nothing yet
            pid = os.fork()
        if pid:
            there.close()
            self.workers.append(Worker(Node(name), pid, here))
            return
        status = 1
        try:
            os.environ[WORKER] = name
            here.close()
            for other in self.workers:
                other.line.close()
            self.parents = capture._global_capturing  # kept, for its files are not this process's to close
            capture._global_capturing = None
            capture.start_global_capturing()
            config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
            with contextlib.suppress(EOFError, BrokenPipeError):
                self.in_a_worker(config)
                Work(session, there).go_on()
            status = 0
        except BaseException:
            stacks_file(os.getppid(), name).write_text(traceback.format_exc())
        finally:
            os._exit(status)

    def _bury(self, worker: Worker, session: pytest.Session, waiting: deque[deque[int]]) -> None:
        self.workers.remove(worker)
        worker.line.close()
        _, status = os.waitpid(worker.pid, 0)
        if not worker.left and not status:
            return
        item = session.items[worker.left.popleft() if worker.left else worker.last]
        said = f"its process ended with {os.waitstatus_to_exitcode(status)}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        report.node = worker.node  # type: ignore[attr-defined]
        session.config.pluginmanager.get_plugin(TOLD).pytest_handlecrashitem(item.nodeid, report)
        session.config.hook.pytest_runtest_logreport(report=report)
        if worker.left:
            waiting.appendleft(worker.left)
        if waiting:
            self._begin(session)

    def _stop(self) -> None:
        for with_signal in (signal.SIGINT, signal.SIGKILL):
            until = time.monotonic() + GRACE_S
            for worker in self.workers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker.pid, with_signal)
            while self.workers and time.monotonic() < until:
                for worker in list(self.workers):
                    if os.waitpid(worker.pid, os.WNOHANG)[0]:
                        self.workers.remove(worker)
                time.sleep(0.05)


class Work:
    """In a worker: file after file, until there is none left or Ctrl-C is pressed."""

    def __init__(self, session: pytest.Session, line: Connection) -> None:
        self.session = session
        self.line = line
        self.stopped = False
        plugins = session.config.pluginmanager
        for plugin in list(plugins.get_plugins()):
            # it prints and writes for all of them elsewhere
            if type(plugin).__name__ in ("TerminalReporter", "LogXML", "Told", "Spread"):
                plugins.unregister(plugin)
        plugins.register(self, "a worker's reports")
        signal.signal(signal.SIGINT, self._stop)

    def _stop(self, number: int, frame: object) -> None:
        again, self.stopped = self.stopped, True
        if not again:
            raise KeyboardInterrupt

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        config = self.session.config
        data = config.hook.pytest_report_to_serializable(config=config, report=report)
        self.line.send(("report", data))

    def go_on(self) -> None:
        between: Any = Between(self.session)
        at = 0
        with contextlib.suppress(KeyboardInterrupt, pytest.exit.Exception):
            while not self.stopped:
                self.line.send(("next", None))
                file = self.line.recv()
                if not file:
                    break
                for at, after in zip(file, [*file[1:], None], strict=True):
                    if self.stopped:
                        break
                    item = self.session.items[at]
                    self.line.send(("start", at))
                    item.config.hook.pytest_runtest_protocol(
                        item=item, nextitem=between if after is None else self.session.items[after]
                    )
                    self.line.send(("end", at))
        self.stopped = True  # what is made is taken down without being interrupted
        try:
            self.session._setupstate.teardown_exact(None)
        except Exception:
            failure, item = pytest.ExceptionInfo.from_current(), self.session.items[at]
            said = str(item.repr_failure(failure))
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "teardown")
            self.pytest_runtest_logreport(report)
