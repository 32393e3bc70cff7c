"""The package with its papers: wheel and source, the list of hashes of its files, and the list of materials.

`make package` leaves in dist/: the wheel, the source archive, `pitboss-VERSION.hashes` (for `pitboss verify --program
--release`), and `pitboss-VERSION.cdx.json` (CycloneDX 1.6: every package of lock.txt with version and hashes)."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import uuid
import zipfile
from pathlib import Path
from typing import Any

from pitboss import __version__
from pitboss.core.program import list_text

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\]+?))?\s*\\?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def locked(text: str) -> list[dict[str, Any]]:
    """The packages of a lock file: name, version, marker, hashes of the files that may be installed."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        if pin := PIN.match(line):
            found.append({**pin.groupdict(), "hashes": []})
        elif found and (digest := HASH.search(line)):
            found[-1]["hashes"].append(digest[1])
    return found


def component(package: dict[str, Any]) -> dict[str, Any]:
    purl = f"pkg:pypi/{package['name'].lower()}@{package['version']}"
    properties = [{"name": "pitboss:marker", "value": package["marker"]}] if package["marker"] else []
    return {
        "type": "library",
        "bom-ref": purl,
        "name": package["name"],
        "version": package["version"],
        "purl": purl,
        "externalReferences": [
            {
                "type": "distribution",
                "url": purl,
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in package["hashes"]],
            }
        ],
        **({"properties": properties} if properties else {}),
    }


def materials(lock: str, wheel_digest: str) -> dict[str, Any]:
    """The same lock and wheel give the same document, byte for byte."""
    packages = [component(package) for package in locked(lock)]
    own = f"pkg:pypi/pitboss@{__version__}"
    serial = uuid.uuid5(uuid.NAMESPACE_URL, own + hashlib.sha256(lock.encode()).hexdigest())
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "pitboss",
                "version": __version__,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
                "hashes": [{"alg": "SHA-256", "content": wheel_digest}],
            }
        },
        "components": packages,
        "dependencies": [{"ref": own, "dependsOn": [package["bom-ref"] for package in packages]}],
    }


def hashes_of(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: hashlib.sha256(archive.read(name)).hexdigest()
            for name in archive.namelist()
            if name.startswith("pitboss/")
        }


def main(out: Path) -> None:
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "build", "--quiet", "--out-dir", out, ROOT], check=True)
    wheel = out / f"pitboss-{__version__}-py3-none-any.whl"
    (out / f"pitboss-{__version__}.hashes").write_text(list_text(hashes_of(wheel)))
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    document = materials((ROOT / "lock.txt").read_text(), digest)
    (out / f"pitboss-{__version__}.cdx.json").write_text(json.dumps(document, indent=2) + "\n")
    for path in sorted(out.glob(f"pitboss-{__version__}*")):
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
