"""Completion as a person has it: an interactive bash, its own breaks between words, and the tabulator."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S


def typed(keys: str, folder: Path) -> str:
    """What bash has made of the line when it is entered: a function of the command's name shows its words."""
    master, slave = pty.openpty()
    folders = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=folder,
        env={**os.environ, "PATH": folders, "PS1": "$ ", "TERM": "dumb"}, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    setup = (
        'eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"; pitboss() { printf "[%s]" "$@"; echo " do""ne"; }\n'
    )
    said, sent = "", False
    os.write(master, setup.encode() + b"echo rea''dy\n")
    until = time.monotonic() + PATIENCE_S
    try:
        while time.monotonic() < until:
            if select.select([master], [], [], 0.2)[0]:
                said += os.read(master, 65536).decode(errors="replace")
            if not sent and "\nready" in said:
                os.write(master, f"{keys}\n".encode())
                sent = True
            if "] done" in said:
                return said[said.rindex("\n[") + 1 : said.index("] done") + 1]
        raise AssertionError(said)
    finally:
        shell.kill()
        shell.wait()
        os.close(master)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_an_interactive_bash_completes_settings_and_stores(tmp_path: Path) -> None:
    (tmp_path / "pitboss-demo.db").touch()
    assert typed("pitboss edge fu\t--set wi\tj\t", tmp_path) == "[edge][fu-bacc][--set][with=joint]"
    assert typed("pitboss report --store s\t", tmp_path) == "[report][--store][sqlite:///pitboss-demo.db]"
    assert typed("pitboss house-way fo\t", tmp_path) == "[house-way][foxwoods]"
