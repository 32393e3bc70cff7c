"""Every command and every piece of code in the documentation is run, page by page, in a folder of its own."""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tools.pictures import PICTURES

from pitboss.core.arguments import GAMES
from pitboss.sheets.plugins import forget
from tests.cli.here import pitboss
from tests.repository.doc_pages import DIRECTIVES, READ, ROOT, RUN, SHOWN, Block, blocks, pages
from tests.web.conftest import Server

ADDRESS = "localhost:8000"
PAGES = [str(page.relative_to(ROOT)) for page in pages()]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """The address of a demo room, which is opened when a page first asks for it."""
    opened: list[Server] = []

    def address() -> str:
        if not opened:
            quick = ("--betting-seconds", "1", "--settled-seconds", "1")
            opened.append(Server(tmp_path_factory.mktemp("room"), "--demo", *quick).start())
        return opened[0].url

    yield address
    for server in opened:
        server.stop()


class Page:
    """A page being followed: its folder, its environment, its names, and what was printed last."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
        self.monkeypatch = monkeypatch
        self.address = address
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""

    def run(self, block: Block) -> None:
        text = block.text.replace(ADDRESS, self.address.partition("//")[2]) if self.address else block.text
        if name := block.directives.get("file"):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        elif block.language == "pycon":
            self._converse(text, block)
        elif block.language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(text, block.where, "exec"), self.names)
            self.printed = out.getvalue()
        else:
            self._shell(block)

    def _converse(self, text: str, block: Block) -> None:
        said = io.StringIO()
        parse, runner = (
            doctest.DocTestParser().get_doctest,
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS),
        )
        example = parse(text, self.names, block.where, str(block.page), block.line)
        tried = runner.run(example, out=said.write, clear_globs=False)
        self.names = example.globs
        assert tried.attempted and not tried.failed, said.getvalue()

    def _shell(self, block: Block) -> None:
        typed = block.directives.get("type", "").replace(" / ", "\n") + "\n"
        commands = list(block.commands())
        self.printed = ""
        for at, line in enumerate(commands):
            words = [os.path.expandvars(word) for word in shlex.split(line, comments=True)]
            if words[0] == "export":
                self.monkeypatch.setenv(*words[1].split("=", 1))
                continue
            assert words[0] == "pitboss", f"{block.where}: {line} is not run by this test"
            due = int(block.directives.get("exit", "0")) if at == len(commands) - 1 else 0
            status, out, err = pitboss(*words[1:], stdin=typed)
            if "--games" in words:
                # the next command is another process to the reader, and knows nothing of this one's games
                self.monkeypatch.setenv(GAMES, "")
                forget()
            self.printed += out
            assert status == due, f"{block.where}: {line}\n{err}"


def follow(
    page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: Callable[[], str], long: bool
) -> int:
    found = blocks(page)
    if not any(block.runs for block in found):
        return 0
    if long and not any("long" in block.directives for block in found):
        return 0
    if page.parent.name != "tutorial":  # who reads a tutorial has nothing but pitboss
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv(GAMES, "")
    reader = Page(monkeypatch, address() if "<!-- room -->" in page.read_text(encoding="utf-8") else "")
    done, skipped = 0, False
    for block in found:
        if block.directives.keys() & {"output"}:
            if not skipped:
                same_text(block, reader.printed)
        elif block.runs or "file" in block.directives:
            skipped = "long" in block.directives and not long
            if not skipped:
                reader.run(block)
                done += 1
    return done


def same_text(block: Block, printed: str) -> None:
    """The block's lines in what was printed, in order; only `...` allows others between."""
    flat = [" ".join(line.split()) for line in printed.splitlines() if line.strip()]
    want = [" ".join(line.split()) for line in block.text.splitlines() if line.strip()]
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in want)
    pattern = pattern.replace(re.escape("…"), ".*?")
    assert re.fullmatch(pattern, "\n".join(flat) + "\n"), f"{block.where}: it prints\n{printed}"


@pytest.mark.parametrize("name", PAGES)
def test_every_block_of_a_page_runs(name: str, monkeypatch, tmp_path: Path, room: Callable[[], str]) -> None:
    follow(ROOT / name, monkeypatch, tmp_path, room, long=False)


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_long_blocks_of_a_page_run(
    name: str, monkeypatch, tmp_path: Path, room: Callable[[], str]
) -> None:
    follow(ROOT / name, monkeypatch, tmp_path, room, long=True)


def test_every_block_says_what_it_is() -> None:
    for block in (block for page in pages() for block in blocks(page)):
        assert block.language in (*RUN, *READ, *SHOWN), f"{block.where}: ```{block.language}"
        assert block.directives.keys() <= set(DIRECTIVES), block.where
        assert block.directives.get("not run", "why") != "", f"{block.where}: why is it not run?"
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "json":
            for line in block.text.splitlines() if block.text.count("\n{") else [block.text]:
                json.loads(line)


def test_most_blocks_run() -> None:
    every = [block for page in pages() for block in blocks(page) if block.language in RUN]
    assert sum(block.runs for block in every) >= 0.7 * len(every)
    assert len(every) > 60


def test_every_row_of_a_table_has_the_cells_of_its_head() -> None:
    """A bar within a cell begins another one; what is behind the last column is not shown."""
    for page in pages():
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for table in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
            rows = [re.sub(r"`[^`]*`", "", row).replace(r"\|", "").count("|") for row in table.splitlines()]
            assert len(set(rows)) == 1, f"{page}: {table}"


def test_every_picture_is_one_the_script_takes() -> None:
    texts = (page.read_text(encoding="utf-8") for page in pages())
    shown = {name for text in texts for name in re.findall(r"images/(\w+)\.png", text)}
    assert shown <= PICTURES.keys()
    assert {path.stem for path in (ROOT / "docs/images").glob("*.png")} == PICTURES.keys()


@pytest.mark.browser
@pytest.mark.long
def test_the_pictures_are_taken_from_a_running_room(tmp_path: Path) -> None:
    # in a process of its own: another browser may be at work in this one
    code = (
        "import sys; from pathlib import Path; from tools.pictures import main; "
        "sys.exit(main(['lobby', 'table'], Path(sys.argv[1])))"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"lobby.png", "table.png"}
