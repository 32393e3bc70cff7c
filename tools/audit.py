"""The lock against known advisories, as far as a package of the registry brings them along.

A registry serves packages, not advisories; the one package that does carry a list of them (`safety-db`) is old, and
this says how old. What was published since has to be looked up where advisories are published."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from tools.package import ROOT, locked

ADVISORIES = "safety-db==2021.7.17"
NEXT = "Look newer ones up with the list of materials (`make package`) where advisories are published, such as OSV."


def fetched(folder: Path) -> dict[str, Any] | None:
    """The advisories by package, or None where the registry has none."""
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "pip", "install", "--quiet", "--no-deps", "--target", folder, ADVISORIES]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    found: dict[str, Any] = json.loads((folder / "safety_db" / "insecure_full.json").read_text())
    return found


def matches(packages: list[dict[str, Any]], advisories: dict[str, Any]) -> list[str]:
    known = {canonicalize_name(name): entries for name, entries in advisories.items() if name[0] != "$"}
    return [
        f"{package['name']} {package['version']}: {entry['id']} {entry['cve'] or ''} {entry['advisory'][:160]}"
        for package in packages
        for entry in known.get(canonicalize_name(package["name"]), [])
        if any(SpecifierSet(spec).contains(package["version"], prereleases=True) for spec in entry["specs"])
    ]


def main() -> int:
    packages = [p for name in ("lock.txt", "lock-dev.txt") for p in locked((ROOT / name).read_text())]
    with tempfile.TemporaryDirectory() as folder:
        advisories = fetched(Path(folder))
    if advisories is None:
        print(f"This cannot be checked here: {ADVISORIES} cannot be had from the registry.\n{NEXT}")
        return 2
    until = datetime.fromtimestamp(advisories["$meta"]["timestamp"], UTC).date()
    found = matches(packages, advisories)
    print("\n".join(found) or f"No advisory of {ADVISORIES} matches any of {len(packages)} locked packages.")
    print(f"It knows advisories until {until}. {NEXT}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
