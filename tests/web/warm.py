"""Servers of the tests are forked from one process that has loaded the program already: a start is a tenth as dear.

What is started is `python -m MODULE WORDS...` with an environment and a log of its own, as another process that is
waited for, stopped and killed like any other. This module, run, is the process they are forked from; it lives as long
as the line to whoever started it.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import random
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

LOADED = (
    "pitboss.cli.serve",
    "pitboss.web.app",
    "pitboss.room.demo",
    "pitboss.web.app",
    "pitboss.ledger.postgres",
)
POLL_S = 0.02
ROOT = Path(__file__).resolve().parents[2]
"""where the process finds the tests, whatever folder a test stands in"""


class Warm:
    """The line to the process that forks, which is started when it is first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._answers: Any = None
        self._owner = 0

    def ask(self, **question: Any) -> Any:
        with self._lock:
            for _ in range(2):
                if self._line is None or self._owner != os.getpid():
                    self._start()
                assert self._line is not None
                with suppress(OSError):
                    self._line.sendall(json.dumps(question).encode() + b"\n")
                    if answer := self._answers.readline():
                        return json.loads(answer)
                self._process.kill()  # somebody has ended it, or it says nothing: the next one is asked
                self.close()
                if "ended" in question:
                    return self._orphan(question["ended"])
        raise RuntimeError("no server of the tests can be started")

    @staticmethod
    def _orphan(pid: int) -> int | None:
        """Whether a server has ended whose parent is gone."""
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return -signal.SIGKILL
        return None

    def _start(self) -> None:
        self._line, there = socket.socketpair()
        self._answers, self._owner = self._line.makefile("r"), os.getpid()
        with there:
            command = [sys.executable, "-m", "tests.web.warm", str(there.fileno())]
            self._process = subprocess.Popen(
                command, cwd=ROOT, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL
            )
        atexit.register(self.close)

    def close(self) -> None:
        if self._line is not None and self._owner == os.getpid():
            with suppress(OSError):
                self._answers.close()
            self._line.close()
            self._process.wait()
            self._line = None


WARM = Warm()


class Forked:
    """What the tests use of `subprocess.Popen`."""

    def __init__(self, module: str, words: list[str], environment: dict[str, str], log: Path) -> None:
        self.returncode: int | None = None
        self.pid: int = WARM.ask(
            module=module, words=words, environment=environment, log=str(log), folder=str(Path.cwd())
        )

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = WARM.ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired([str(self.pid)], timeout)
            time.sleep(POLL_S)
        return status


def run(question: dict[str, Any]) -> int:
    """In the new process."""
    log = os.open(question["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for place in (1, 2):
        os.dup2(log, place)
    os.close(log)
    os.chdir(question["folder"])
    os.environ.clear()
    os.environ.update(question["environment"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    random.seed()
    sys.argv = [question["module"], *question["words"]]
    try:
        runpy.run_module(question["module"], run_name="__main__", alter_sys=True)
    except SystemExit as left:
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
        return left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def main(line: socket.socket) -> None:
    for name in LOADED:
        __import__(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    running: set[int] = set()
    for words in line.makefile("r"):
        question = json.loads(words)
        if "ended" in question:
            pid, status = os.waitpid(question["ended"], os.WNOHANG)
            running.discard(pid)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if not answer:
                line.close()
                status = 1
                try:
                    status = run(question)
                finally:
                    with suppress(Exception):
                        sys.stdout.flush()
                        sys.stderr.flush()
                    os._exit(status)
            running.add(answer)
        line.sendall(json.dumps(answer).encode() + b"\n")
    for pid in running:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
