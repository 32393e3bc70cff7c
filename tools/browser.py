"""Which chromium the browser tests and the pictures drive."""

from __future__ import annotations

import os
import shutil

WANTED = "PITBOSS_TEST_BROWSER"
"""environment: the program to be driven; the nightly run names the full browser, `chromium`"""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""the first one that is there; the headless shell draws the same pages for about half the CPU time"""


def chromium() -> str:
    """The program that the environment names, else the first of PROGRAMS."""
    wanted = os.environ.get(WANTED)
    for program in (wanted,) if wanted else PROGRAMS:
        if found := shutil.which(program):
            return found
    raise FileNotFoundError(f"No {wanted or ' or '.join(PROGRAMS)} here: `make system` installs it.")
