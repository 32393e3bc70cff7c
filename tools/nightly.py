"""Everything exhaustive, part by part: `make nightly`, or `make nightly PARTS="mutants bench"` for some of it.

A part that fails stops nothing. What has passed for a state of the repository is not run again for the same state, so
a night that was broken off is taken up where it was; what failed is tried again when it is named. The report is in
`.gate/nightly.md`, what a part printed in `.gate/nightly/PART.log`. Standard library only.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path(".gate/nightly")
KEPT = Path(".gate/nightly.json")
REPORT = Path(".gate/nightly.md")
SAID_LINES = 12
"""of the end of a part's log, in the report"""
PARTS = {
    "check": (["check", "docs"], "format, lint, types, contracts, scripts, the site"),
    "rooms": (["night-rooms"], "every test but those of the next four parts, on both databases"),
    "numbers": (["night-numbers"], "exact edges, kernels, agreements and charts at full length"),
    "jackpots": (["night-jackpots"], "20,000 random lives and 3,000 kills, on both databases"),
    "simulation": (["night-simulation"], "50,000 simulated houses under faults"),
    "browser": (["night-browser"], "the room in the full chromium, at all sizes"),
    "coverage": (["coverage"], "branches that each part's own tests go through"),
    "mutants": (["mutants"], "mutants of the modules that move money"),
    "pythons": (["pythons"], "the core on the other Pythons that are there"),
    "bench": (["bench"], "measurements beside other programs"),
}


@dataclass
class Done:
    passed: bool
    seconds: float
    cpu_seconds: float
    ended: str
    said: list[str]


def git(*words: str) -> bytes:
    try:
        return subprocess.run(["git", *words], check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""


def state() -> str:
    """The commit, and what is changed beside it."""
    commit = git("rev-parse", "--short=12", "HEAD").decode().strip() or "no commit"
    changes = git("diff", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return f"{commit} with changes {hashlib.sha256(changes).hexdigest()[:8]}" if changes else commit


class Night:
    def __init__(self, make: str, named: list[str]) -> None:
        self.make = make
        self.named = named
        self.state = state()
        kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        known = kept.get("parts", {}) if kept.get("state") == self.state else {}
        self.done = {name: Done(**found) for name, found in known.items()}

    def run(self) -> bool:
        FOLDER.mkdir(parents=True, exist_ok=True)
        asked = self.named or list(PARTS)
        for name in asked:
            before = self.done.get(name)
            if before and (before.passed or not self.named):
                print(
                    f"{name}: {'passed' if before.passed else 'failed'} at {before.ended}, not run again",
                    flush=True,
                )
                continue
            print(f"{name}: {PARTS[name][1]}", flush=True)
            self.done[name] = done = self.part(name)
            self.keep()
            print(f"{name}: {'passed' if done.passed else 'FAILED'}, {done.seconds:.0f} s", flush=True)
        return all(self.done[name].passed for name in asked)

    def part(self, name: str) -> Done:
        begun, log = time.monotonic(), FOLDER / f"{name}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [self.make, "--no-print-directory", "--keep-going", *PARTS[name][0]],
                stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            try:
                _, status, used = os.wait4(process.pid, 0)
            except BaseException:
                for with_signal, grace_s in ((signal.SIGINT, 10), (signal.SIGKILL, 1)):
                    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                        os.killpg(process.pid, with_signal)
                        process.wait(grace_s)
                raise
            process.returncode = os.waitstatus_to_exitcode(status)
        said = log.read_text(encoding="utf-8", errors="replace").splitlines()
        failed = [line for line in said if line.startswith("FAILED ")]
        return Done(
            not process.returncode,
            round(time.monotonic() - begun, 1),
            round(used.ru_utime + used.ru_stime, 1),
            datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
            [*dict.fromkeys(failed), *said[-SAID_LINES:]],
        )

    def keep(self) -> None:
        shape = {"state": self.state, "parts": {name: asdict(done) for name, done in self.done.items()}}
        KEPT.write_text(json.dumps(shape, indent=1) + "\n", encoding="utf-8")
        REPORT.write_text(self.report(), encoding="utf-8")

    def report(self) -> str:
        lines = [
            f"# The night of {self.state}",
            "",
            "| part | result | by the clock | CPU | ended | what it is |",
            "|---|---|---|---|---|---|",
        ]
        for name, (_, what) in PARTS.items():
            if found := self.done.get(name):
                result = "passed" if found.passed else "**failed**"
                figures = f"{found.seconds:,.0f} s | {found.cpu_seconds:,.0f} s | {found.ended}"
            else:
                result, figures = "not run", "| |"
            lines.append(f"| {name} | {result} | {figures} | {what} |")
        for name, done in self.done.items():
            lines += ["", f"## {name}", "", "```", *done.said, "```"]
        return "\n".join(lines) + "\n"


def main() -> int:
    make, *named = sys.argv[1:]
    if unknown := set(named) - PARTS.keys():
        print(
            f"No part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.", file=sys.stderr
        )
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    night = Night(make, named)
    try:
        passed = night.run()
    except KeyboardInterrupt:
        print(f"Stopped; `make nightly` goes on from here. So far: {REPORT}")
        return 130
    print(f"{'All passed' if passed else 'NOT passed'}: {REPORT}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
