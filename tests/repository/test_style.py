"""House style, held by a test: what a reader of the whole repository would object to."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 450
UNFINISHED = re.compile("|".join(("TO" + "DO", "FIX" + "ME", r"\bX{3}\b", "NotImplemented" + "Error")))
MACHINE_PATHS = re.compile(r"/(?:" + "|".join(("work", "root", "farm")) + r")/")


def tracked(*patterns: str) -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def texts(*patterns: str):
    for path in tracked(*patterns):
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def test_lock_files_name_packages_and_hashes_but_no_host() -> None:
    locks = tracked("*lock*")
    assert len(locks) >= 2
    for path in locks:
        assert not re.search(r"https?://|--index|--find-links", path.read_text())


def test_no_file_names_a_path_of_a_machine() -> None:
    found = [str(path.relative_to(ROOT)) for path, text in texts() if MACHINE_PATHS.search(text)]
    assert found == []


def test_nothing_is_left_unfinished() -> None:
    found = [str(path.relative_to(ROOT)) for path, text in texts("*.py", "*.js") if UNFINISHED.search(text)]
    assert found == []


def test_modules_are_small() -> None:
    long = {
        str(path.relative_to(ROOT)): text.count("\n")
        for path, text in texts("*.py", "*.js", "*.css")
        if text.count("\n") > LONGEST_MODULE
    }
    assert long == {}


def test_no_test_is_switched_off() -> None:
    marks = re.compile(r"pytest\.mark\.(?:" + "sk" + r"ip|x" + r"fail)\b|pytest\.sk" + r"ip\(")
    assert [str(p.relative_to(ROOT)) for p, text in texts("tests/*.py") if marks.search(text)] == []


@pytest.mark.parametrize(
    "name", ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", ".ci/run", "mkdocs.yml"]
)
def test_the_usual_files_are_there(name: str) -> None:
    assert (ROOT / name).read_text().strip()


def written_at_build(page: Path) -> bool:
    """Reference pages are not in the repository; the site's table of contents names them."""
    inside = page.resolve().relative_to(ROOT)
    return inside.parts[:2] == ("docs", "reference") and inside.name in (ROOT / "mkdocs.yml").read_text()


def test_links_between_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path, text in texts("*.md")
        for target in link.findall(text)
        if not (path.parent / target).exists() and not written_at_build(path.parent / target)
    ]
    assert broken == []


def test_commands_in_the_documents_exist() -> None:
    from pitboss.cli import COMMANDS

    command = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?pitboss ([a-z][a-z-]*)", re.MULTILINE)
    unknown = {
        (str(path.relative_to(ROOT)), name)
        for path, text in texts("*.md")
        for block in re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
        for name in command.findall(block)
        if name not in COMMANDS
    }
    assert unknown == set()
