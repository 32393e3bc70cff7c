"""The release and its papers: hashes that the program compares itself with, materials, pinned tools."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools.audit import matches
from tools.package import ROOT, hashes_of, locked, main, materials

from pitboss import __version__
from pitboss.core import program
from pitboss.core.errors import BadInput
from tests.repository.doc_pages import blocks


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `make package` makes it."""
    folder = tmp_path_factory.mktemp("dist")
    main(folder)
    return folder


def test_the_installed_files_are_compared_with_the_releases_list(built: Path, tmp_path: Path) -> None:
    release = built / f"pitboss-{__version__}.hashes"
    assert program.check(release).sound
    assert program.check(release).files > 250
    folder = shutil.copytree(program.HERE, tmp_path / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "core" / "errors.py").write_text((folder / "core" / "errors.py").read_text() + "\n")
    (folder / "core" / "money.py").unlink()
    (folder / "sitecustomize.py").write_text("")
    result = program.compare(program.read_list(release), program.installed(folder), "test")
    assert result.findings == [
        "pitboss/core/errors.py is not the file of the release.",
        "pitboss/core/money.py is missing.",
        "pitboss/sitecustomize.py is not part of the release.",
    ]


def test_the_terminal_says_whether_it_is_the_release(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli import main as terminal

    with pytest.raises(SystemExit) as done:
        terminal(["verify", "--program", "--release", str(built / f"pitboss-{__version__}.hashes"), "--json"])
    assert done.value.code == 0
    assert json.loads(capsys.readouterr().out)["sound"] is True
    with pytest.raises(BadInput, match="not a list of hashes"):
        program.check(ROOT / "README.md")
    for wrong in (["verify"], ["verify", "--program"]):
        with pytest.raises(SystemExit) as done:
            terminal(wrong)
        assert done.value.code == 2
        assert "Accepted" in capsys.readouterr().err


def test_the_wheels_own_list_is_the_same(built: Path) -> None:
    """What an installation from the wheel compares itself with."""
    wheel = next(built.glob("*.whl"))
    assert program.list_text(hashes_of(wheel)) == (built / f"pitboss-{__version__}.hashes").read_text()


def test_the_list_of_materials_names_every_locked_package(built: Path) -> None:
    document = json.loads((built / f"pitboss-{__version__}.cdx.json").read_text())
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    lock = (ROOT / "lock.txt").read_text()
    pins = set(re.findall(r"^([a-z]\S*)==(\S+)", lock, re.MULTILINE))
    listed = {(part["name"], part["version"]) for part in document["components"]}
    assert listed == pins
    assert all(part["externalReferences"][0]["hashes"] for part in document["components"])
    assert document == materials(lock, document["metadata"]["component"]["hashes"][0]["content"])


def test_advisories_are_matched_by_version() -> None:
    lock = "left-pad==1.2 \\\n    --hash=sha256:" + "a" * 64 + "\nother==2.0 ; sys_platform == 'win32' \\\n"
    packages = locked(lock)
    named = [(p["name"], p["version"], p["marker"]) for p in packages]
    assert named == [("left-pad", "1.2", None), ("other", "2.0", "sys_platform == 'win32'")]
    entry = {"id": "a-1", "cve": None, "advisory": "pads to the left", "specs": ["<1.3"]}
    assert matches(packages, {"Left_Pad": [entry], "$meta": {}})[0].startswith("left-pad 1.2: a-1")
    assert matches(packages, {"left-pad": [{**entry, "specs": ["<1.0"]}]}) == []


def test_the_tools_that_build_and_install_are_pinned() -> None:
    assert re.search(r'requires = \["hatchling==[0-9.]+"\]', (ROOT / "pyproject.toml").read_text())
    assert re.search(r"^UV_VERSION := [0-9.]+$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "uv==$(UV_VERSION)" in (ROOT / "Makefile").read_text()


TYPED = """
import contextlib, io, json, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import pitboss
from pitboss.cli import main
assert str(Path(pitboss.__file__)).startswith(sys.argv[1]), pitboss.__file__
for words, typed in json.load(sys.stdin):
    sys.stdin = io.StringIO(typed)
    try:
        main(words)
    except SystemExit as left:
        print("status", left.code or 0, *words, flush=True)
"""


def tutorial(folder: Path) -> list[tuple[list[str], str]]:
    """The commands of the tutorial, each with what is typed; its files are written into the folder."""
    commands = []
    for block in blocks(ROOT / "docs" / "tutorial" / "first-hour.md"):
        if name := block.directives.get("file"):
            (folder / name).write_text(block.text)
        elif block.runs:
            typed = block.directives.get("type", "").replace(" / ", "\n") + "\n"
            commands += [(shlex.split(line, comments=True)[1:], typed) for line in block.commands()]
    return commands


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_wheel_has_all_that_the_tutorial_needs(built: Path, tmp_path: Path, every: bool) -> None:
    """From an empty folder. What computes is compiled anew for a new installation, and is for the long run."""
    (tmp_path / "empty").mkdir()
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    commands = tutorial(tmp_path / "empty")
    chosen = [c for c in commands if every or c[0][0] in ("games", "examples", "check", "play")]
    assert {words[0] for words, _ in chosen} >= {"games", "examples", "check", "play"}
    done = subprocess.run(
        [sys.executable, "-c", TYPED, str(tmp_path / "installed")], input=json.dumps(chosen), cwd=tmp_path / "empty",
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    statuses = [line for line in done.stdout.splitlines() if line.startswith("status")]
    assert statuses == [f"status 0 {' '.join(words)}" for words, _ in chosen], done.stdout + done.stderr
    assert "1 round, " in done.stdout, "play deals"
