"""House style, held by a test: what a reader of the whole repository would object to."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 800
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


SWITCHED_OFF = re.compile(r"pytest\.mark\.(?:" + "sk" + r"ip|x" + r"fail)\b|pytest\.sk" + r"ip\(")


@pytest.mark.parametrize(("pattern", "files"), [
    (MACHINE_PATHS, ()), (UNFINISHED, ("*.py", "*.js")), (SWITCHED_OFF, ("tests/*.py",)),
], ids=["path of a machine", "unfinished", "test switched off"])  # fmt: skip
def test_no_file_has(pattern: re.Pattern[str], files: tuple[str, ...]) -> None:
    assert [str(path.relative_to(ROOT)) for path, text in texts(*files) if pattern.search(text)] == []


def test_the_usual_files_are_there() -> None:
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", ".ci/run", "mkdocs.yml"):
        assert (ROOT / name).read_text().strip()


def test_modules_are_small() -> None:
    long = {
        str(path.relative_to(ROOT)): text.count("\n")
        for path, text in texts("*.py", "*.js", "*.css")
        if text.count("\n") > LONGEST_MODULE
    }
    assert long == {}


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


def classes() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in (ROOT / "src/pitboss").rglob("*.py"):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(str(path.relative_to(ROOT)))
    return found


def test_no_two_classes_of_a_package_are_called_alike() -> None:
    """A package is a namespace: two of them may have a `Table`, one may not have two."""
    twice = {
        (package, name): places
        for name, found in classes().items()
        for package in {Path(place).parent for place in found}
        if len(places := [place for place in found if Path(place).parent == package]) > 1
    }
    assert twice == {}
