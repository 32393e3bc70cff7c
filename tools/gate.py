"""The gate's parts side by side, and what each took: `python tools/gate.py MAKE LANE...`, a lane is PART[,PART...].

Much of a part is waiting, for a server, a browser or a disk, so lanes share the cores well; the parts of a lane follow
one another. What a part prints goes to `.gate/PART.log`, and to the terminal if it fails. Standard library only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

LOGS = Path(".gate")
SHOWN_LINES = 200
WHAT = {
    "setup-dev": "what is installed from the lock",
    "system": "chromium",
    "lint": "format and lint",
    "types": "types of the program and of the tests",
    "contracts": "which room may import which",
    "javascript": "lint, types and unit tests of the browser's scripts",
    "unit": "every test that needs no browser",
    "browser": "the room in a real chromium",
    "docs": "the reference written from the code, the site built strictly",
}


@dataclass
class Part:
    name: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    passed: bool | None = None

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def run(self, make: str) -> None:
        begun = time.monotonic()
        with self.log.open("wb") as log:
            started = subprocess.Popen(
                [make, "--no-print-directory", self.name], stdout=log, stderr=subprocess.STDOUT
            )
            _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        self.seconds, self.cpu_seconds = time.monotonic() - begun, used.ru_utime + used.ru_stime
        self.passed = started.returncode == 0

    def __str__(self) -> str:
        if self.passed is None:
            return f"{self.name:10}  not run"
        failed = "" if self.passed else "  FAILED"
        return f"{self.name:10} {self.seconds:5.0f} s {self.cpu_seconds:7.0f} s of CPU{failed}"


def follow(make: str, lane: list[Part], telling: threading.Lock) -> None:
    for part in lane:
        part.run(make)
        with telling:
            if not part.passed:
                lines = part.log.read_text(encoding="utf-8", errors="replace").splitlines()
                print("\n".join(lines[-SHOWN_LINES:]))
            print(part, flush=True)
        if not part.passed:
            return


def main() -> int:
    make, *named = sys.argv[1:]
    LOGS.mkdir(parents=True, exist_ok=True)
    lanes = [[Part(name) for name in lane.split(",")] for lane in named]
    first, beside = lanes[0], lanes[1:]
    begun, telling = time.monotonic(), threading.Lock()
    for lane in lanes:
        for part in lane:
            print(f"{part.name:10} {WHAT.get(part.name, '')}")
    print(f"The first {len(first)} parts, then the others in {len(beside)} lanes side by side.\n", flush=True)
    follow(make, first, telling)
    if all(part.passed for part in first):
        running = [threading.Thread(target=follow, args=(make, lane, telling)) for lane in beside]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
    parts = [part for lane in lanes for part in lane]
    passed = all(part.passed for part in parts)
    print(f"\n{'All passed.' if passed else 'NOT passed.'}")
    print(*parts, f"{'whole':10} {time.monotonic() - begun:5.0f} s", sep="\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
