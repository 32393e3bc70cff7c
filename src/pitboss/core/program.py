"""The program checks itself: the installed files against the list of hashes that was made with the release.

The list has one line a file, `sha256  path`. A wheel brings one along (its RECORD); who can change the files can change
that too, so the list published with a release, or written down at the installation, is given with it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Final

from pitboss import __version__
from pitboss.core.errors import BadInput

NAME: Final = "pitboss"
HERE: Final = Path(__file__).resolve().parents[1]
_MADE_HERE: Final = ("__pycache__",)
"""what the interpreter writes beside the files"""


@dataclass(slots=True)
class Comparison:
    """What was found; the program is the release when there is no finding."""

    version: str = __version__
    source: str = ""
    files: int = 0
    digest: str = ""
    """of the whole list: one number to compare with the published one"""
    findings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


def installed(folder: Path = HERE) -> dict[str, str]:
    """Every file of the package as it lies on the disk, with its hash."""
    return {
        f"{NAME}/{path.relative_to(folder).as_posix()}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not set(_MADE_HERE) & set(path.parts)
    }


def recorded() -> dict[str, str] | None:
    """The list that came with the installation; none where the package is a working copy."""
    try:
        files = metadata.files(NAME) or []
    except metadata.PackageNotFoundError:
        return None
    found = {
        file.as_posix(): base64.urlsafe_b64decode(file.hash.value + "=").hex()
        for file in files
        if file.hash and file.hash.mode == "sha256" and file.parts[0] == NAME
    }
    return found or None


def list_text(hashes: Mapping[str, str]) -> str:
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(hashes.items()))


def read_list(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read.", accepted="the list of hashes of a release") from error
    found = {}
    for line in lines:
        digest, _, name = line.partition("  ")
        if len(digest) != 64 or not name:
            raise BadInput(f"{path} is not a list of hashes.", accepted="lines of `sha256  path`")
        found[name] = digest
    return found


def compare(expected: Mapping[str, str], found: Mapping[str, str], source: str) -> Comparison:
    result = Comparison(source=source, files=len(expected))
    result.digest = hashlib.sha256(list_text(expected).encode()).hexdigest()
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            result.findings.append(f"{path} is missing.")
        elif path not in expected:
            result.findings.append(f"{path} is not part of the release.")
        elif expected[path] != found[path]:
            result.findings.append(f"{path} is not the file of the release.")
    return result


def check(release: Path | None = None) -> Comparison:
    """The installed files against a list, or against the one that came with the installation."""
    if release is not None:
        return compare(read_list(release), installed(), str(release))
    known = recorded()
    if known is None:
        raise BadInput(
            "This is a working copy: it was installed without a list of hashes.",
            accepted="--release FILE with the list of a release (`make package` makes one)",
        )
    return compare(known, installed(), "the installation's own list")
