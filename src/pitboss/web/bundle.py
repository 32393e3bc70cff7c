"""The chart library of the pages, from the wheel that draws the charts on paper: made once a machine and kept under
its version. No copy lies in the repository, and no page asks another host for it."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile

from pitboss.compute.cache import cache_root
from pitboss.web.backroom import Tell

PACKAGE = "vl-convert-python"
SNIPPET = "window.vegaEmbed = vegaEmbed;"


@cache
def bundle_version() -> str:
    return version(PACKAGE)


def bundle_address() -> str:
    """Named by version, so that a browser may keep it for good."""
    return f"/charts/vega-{bundle_version()}.js"


def kept() -> Path:
    return cache_root() / "charts" / f"vega-{bundle_version()}.js.gz"


def make(tell: Tell) -> dict[str, bytes]:
    """For a back room: the library, compressed; kept for the next start where the disk allows it."""
    return {"packed": packed()}


def packed() -> bytes:
    path = kept()
    try:
        data = path.read_bytes()
        gzip.decompress(data)
        return data
    except (OSError, EOFError, gzip.BadGzipFile):
        data = gzip.compress(_bundle().encode(), 9, mtime=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(data)
        Path(file.name).replace(path)
    except OSError:
        pass  # a house without a place to keep things makes it again
    return data


def _bundle() -> str:
    import vl_convert

    made: str = vl_convert.javascript_bundle(SNIPPET)
    return made
