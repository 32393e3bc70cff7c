"""The gate's parts side by side, and what each took: `python tools/gate.py MAKE LANE...`, a lane is PART[,PART...].

Much of a part is waiting, for a server, a browser or a disk, so lanes share the cores well; the parts of a lane follow
one another. What a part prints goes to `.gate/PART.log`; a failing test is shown when it fails, and the end of the log
if the part fails. Ctrl-C, or the limit of the whole, stops all of it at once. Standard library only.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

LOGS = Path(".gate")
SHOWN_LINES = 200
SLOWEST = 15
KEPT_SLOWEST = 200
LIMIT_S = float(os.environ.get("GATE_LIMIT_S") or 2700)
"""for the whole on a machine that does nothing else; counted more slowly on a busy one"""
OWN_LOAD = 3
"""runnable processes per core that are the gate's own, about"""
FAILURE = re.compile(r"[.FEsxX]*(?: *\[ *\d+%\])?(?=FAILED .*\)$)")
"""before a failure's first line: dots of the tests that other processes have ended"""
TICK_S = 0.1
GRACE_S = 10.0
"""for a part that was asked to stop, before it is killed"""
WHAT = {
    "setup-dev": "what is installed from the lock",
    "system": "the browser of the tests",
    "lint": "format and lint",
    "types": "types of the program and of the tests",
    "contracts": "which room may import which",
    "javascript": "lint, types and unit tests of the browser's scripts",
    "unit": "every test that needs no browser",
    "browser": "the room in a real browser",
    "quick-tests": "rules, golden rounds, and money on SQLite",
    "quick-types": "types of the program",
    "docs": "the reference written from the code, the site built strictly",
}


@dataclass
class Part:
    name: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    passed: bool | None = None
    failures: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def run(self, make: str, telling: threading.Lock) -> None:
        begun = time.monotonic()
        # a group of its own, so that all of it can be stopped
        self.process = subprocess.Popen(
            [make, "--no-print-directory", self.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        with self.log.open("w", encoding="utf-8") as log:
            self._follow(self.process.stdout, log, telling)
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds, self.cpu_seconds = time.monotonic() - begun, used.ru_utime + used.ru_stime
        self.passed = self.process.returncode == 0

    def _follow(self, lines: Iterable[str], log: object, telling: threading.Lock) -> None:
        """Into the log; a failure to the terminal too, as soon as it is whole."""
        failure: list[str] = []
        for line in lines:
            print(line, end="", file=log, flush=True)  # type: ignore[call-overload]
            if not failure and (begins := FAILURE.match(line)):
                line = line[begins.end() :]
                failure.append(line)
            elif failure:
                failure.append(line)
            if failure and line.startswith("end of FAILED "):
                self.failures += 1
                with telling:
                    print(f"\n[{self.name}] {''.join(failure)}", flush=True)
                failure.clear()

    def stop(self, with_signal: signal.Signals) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, with_signal)

    def __str__(self) -> str:
        if self.passed is None:
            return f"{self.name:11}  not run"
        failed = "" if self.passed else "  FAILED"
        return f"{self.name:11} {self.seconds:5.0f} s {self.cpu_seconds:7.0f} s of CPU{failed}"


class Gate:
    def __init__(self, make: str, named: list[str]) -> None:
        self.make = make
        self.lanes = [[Part(name) for name in lane.split(",")] for lane in named]
        self.parts = [part for lane in self.lanes for part in lane]
        self.telling = threading.Lock()
        self.stopped = threading.Event()

    def follow(self, lane: list[Part]) -> None:
        for part in lane:
            if self.stopped.is_set():
                return
            part.run(self.make, self.telling)
            with self.telling:
                if not part.passed and not self.stopped.is_set():
                    lines = part.log.read_text(encoding="utf-8", errors="replace").splitlines()
                    # failing tests have been shown: their names are enough
                    print("\n".join(lines[-(part.failures + 5 if part.failures else SHOWN_LINES) :]))
                print(part, flush=True)
            if not part.passed:
                return

    def run(self) -> None:
        first, beside = self.lanes[0], self.lanes[1:]
        self._together([first])
        if all(part.passed for part in first):
            self._together(beside)

    def _together(self, lanes: list[list[Part]]) -> None:
        running = [threading.Thread(target=self.follow, args=(lane,)) for lane in lanes]
        for thread in running:
            thread.start()
        spent, before = 0.0, time.monotonic()
        try:
            while any(thread.is_alive() for thread in running):
                time.sleep(TICK_S)  # Ctrl-C in a thread's `join` would take the thread for ended
                now = time.monotonic()
                spent += (now - before) / max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) - OWN_LOAD)
                before = now
                if spent > LIMIT_S:
                    print(f"Longer than {LIMIT_S:.0f} s: stopped.", flush=True)
                    break
        except KeyboardInterrupt:
            print("Stopped.", flush=True)
        finally:
            if any(thread.is_alive() for thread in running):
                self.stop(running)

    def stop(self, running: list[threading.Thread]) -> None:
        """What runs is asked to clean up, shortly, and says in its log where it was."""
        self.stopped.set()
        for with_signal in (signal.SIGINT, signal.SIGKILL):
            for part in self.parts:
                part.stop(with_signal)
            until = time.monotonic() + GRACE_S
            for thread in running:
                thread.join(max(0.0, until - time.monotonic()))
        for part in self.parts:
            if part.process is not None and not part.passed and part.log.exists():
                told = part.log.read_text(encoding="utf-8", errors="replace").splitlines()
                print(*(line for line in told if line.startswith("stopped in ")), sep="\n")


def timings() -> list[tuple[float, str, str]]:
    """Seconds, room and name of every test that a junit file in `.gate/` names, the slowest first."""
    found: Counter[tuple[str, str]] = Counter()
    for file in sorted(LOGS.glob("*.xml")):
        for case in ElementTree.parse(file).iter("testcase"):
            module = case.get("classname", "")
            words = module.split(".")
            room = words[1] if len(words) > 2 else words[-1]
            name = f"{module.replace('.', '/')}.py::{case.get('name')}"
            found[room, name] += float(case.get("time") or 0)  # type: ignore[assignment]
    return sorted(((seconds, room, name) for (room, name), seconds in found.items()), reverse=True)


def table(tests: list[tuple[float, str, str]], shown: int) -> str:
    sums: dict[str, list[float]] = {}
    for seconds, room, _ in tests:
        sums.setdefault(room, []).append(seconds)
    rooms = sorted(sums.items(), key=lambda item: -sum(item[1]))
    return "\n".join(
        (
            f"The {min(shown, len(tests))} slowest tests (seconds by the clock, several run at a time):",
            *(f"{seconds:8.1f}  {name}" for seconds, _, name in tests[:shown]),
            "Seconds and tests by room:",
            *(f"{sum(each):8.1f} {len(each):6}  {room}" for room, each in rooms),
        )
    )


def main() -> int:
    make, *named = sys.argv[1:]
    LOGS.mkdir(parents=True, exist_ok=True)
    for old in LOGS.glob("*.xml"):
        old.unlink()
    gate, begun = Gate(make, named), time.monotonic()
    # also where the gate was started in the background: there Ctrl-C is ignored, by its parts as well
    for ends in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ends, signal.default_int_handler)
    for part in gate.parts:
        print(f"{part.name:11} {WHAT.get(part.name, '')}")
    print(
        f"The first {len(gate.lanes[0])} parts, then {len(gate.lanes) - 1} lanes side by side.\n", flush=True
    )
    gate.run()
    if tests := timings():
        (LOGS / "slowest.txt").write_text(table(tests, KEPT_SLOWEST) + "\n", encoding="utf-8")
        print("\n" + table(tests, SLOWEST))
    passed = all(part.passed for part in gate.parts)
    print(f"\n{'All passed.' if passed else 'NOT passed.'}")
    print(*gate.parts, f"{'whole':11} {time.monotonic() - begun:5.0f} s", sep="\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
