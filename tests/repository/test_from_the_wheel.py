"""The tutorial and the README as a reader follows them: the wheel, an empty folder, a terminal, line by line."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tools.package import ROOT
from tools.package import main as make_package

from tests.patience import PATIENCE_S
from tests.repository.doc_pages import Block, blocks
from tests.repository.test_docs import same_text

COLUMNS = 120
SEQUENCES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r")


class Reader(NamedTuple):
    """Somebody with pitboss on the path and nothing else."""

    folder: Path
    environment: dict[str, str]

    def type(self, line: str, answers: str) -> tuple[int, str]:
        """The status, and what the terminal showed; the bar has a terminal of its own, as it wipes itself away."""
        screen, inside = pty.openpty()
        bar, bar_inside = pty.openpty()
        for side in (inside, bar_inside):
            fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
        silent = termios.tcgetattr(inside)
        silent[3] &= ~termios.ECHO
        termios.tcsetattr(inside, termios.TCSANOW, silent)
        shown: dict[int, bytes] = {screen: b"", bar: b""}

        def watch(side: int) -> None:
            while True:
                try:
                    part = os.read(side, 65_536)
                except OSError:
                    return
                if not part:
                    return
                shown[side] += part

        run = subprocess.Popen(
            ["sh", "-c", line], cwd=self.folder, env=self.environment, stdin=inside, stdout=inside, stderr=bar_inside,
            start_new_session=True,
        )  # fmt: skip
        watchers = [threading.Thread(target=watch, args=(side,), daemon=True) for side in (screen, bar)]
        for watcher in watchers:
            watcher.start()
        os.write(screen, answers.encode())
        try:
            status = run.wait(PATIENCE_S * 5)
        finally:
            run.kill()
            os.close(inside)
            os.close(bar_inside)
            for watcher in watchers:
                watcher.join(PATIENCE_S)
            os.close(screen)
            os.close(bar)
        text = {side: SEQUENCES.sub("", said.decode()) for side, said in shown.items()}
        assert status == 0, f"{line}: {text[bar]}"
        return status, text[screen]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    dist, home, empty = (tmp_path_factory.mktemp(name) for name in ("dist", "environment", "empty"))
    make_package(dist)
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    install = [
        ROOT / ".venv/bin/uv",
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        "--python",
        python,
        wheel,
    ]
    subprocess.run([str(word) for word in install], check=True)
    ask = [str(python), "-c", "import site; print(site.getsitepackages()[0])"]
    site = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    # what the wheel needs is installed beside these tests; their own pitboss, by a .pth, is not on that path
    (site / "needs.pth").write_text(
        "".join(f"{path}\n" for path in sys.path if path.endswith("site-packages"))
    )
    kept = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "TMPDIR")}
    environment = kept | {
        "PATH": f"{home / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin", "TERM": "xterm-256color",
        "PITBOSS_CACHE": str(tmp_path_factory.mktemp("cache")), "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    where = [str(python), "-c", "import pitboss; print(pitboss.__file__)"]
    found = subprocess.run(
        where, cwd=empty, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert Path(found.strip()).is_relative_to(site), "the wheel's, not the source's"
    yield Reader(empty, environment)


def follow(reader: Reader, page: Path, folder: Path) -> int:
    reader, done, printed = reader._replace(folder=folder), 0, ""
    for block in blocks(page):
        if "output" in block.directives:
            same_text(block, printed)
        elif name := block.directives.get("file"):
            (folder / name).write_text(block.text, encoding="utf-8")
        elif block.runs and block.language == "sh" and "long" not in block.directives:
            printed = ""
            for line in block.commands():
                printed += reader.type(line, answers(block))[1]
                done += 1
    return done


def answers(block: Block) -> str:
    typed = block.directives.get("type", "")
    return typed.replace(" / ", "\n") + "\n" if typed else ""


def test_the_tutorial_runs_from_the_wheel_in_an_empty_folder_on_a_terminal(
    reader: Reader, tmp_path: Path
) -> None:
    assert follow(reader, ROOT / "docs/tutorial/first-hour.md", tmp_path) >= 8
    assert (tmp_path / "examples/fu-bacc.toml").exists()


@pytest.mark.long
def test_the_readme_runs_from_the_wheel_in_an_empty_folder_on_a_terminal(
    reader: Reader, tmp_path: Path
) -> None:
    assert follow(reader, ROOT / "README.md", tmp_path) >= 8
    assert (tmp_path / "chart.svg").exists() and (tmp_path / "sign.pdf").exists()
