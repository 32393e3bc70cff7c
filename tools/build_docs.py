"""Build the documentation, strictly, and check that the site asks nothing of any other host."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import reference

ROOT = Path(__file__).resolve().parent.parent
LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["'](https?:)?//[^"']+|<link[^>]+href=["']https?://[^"']+"""
)
ALLOWED = re.compile(r"""rel=["'](canonical|alternate)["']""")


def main() -> int:
    reference.main()
    zensical = Path(sys.executable).with_name("zensical")
    subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT, check=True)
    pages = sorted((ROOT / "site").rglob("*.html"))
    external = [
        (page, match[0])
        for page in pages
        for match in LOADED.finditer(page.read_text(encoding="utf-8"))
        if not ALLOWED.search(match[0])
    ]
    for page, tag in external:
        print(f"{page.relative_to(ROOT)} loads from another host: {tag}", file=sys.stderr)
    print(f"{len(pages)} pages built, {len(external)} external requests")
    return 1 if external or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
