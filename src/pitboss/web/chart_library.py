"""The chart library of the pages, from the wheel that draws the charts on paper: made once a machine and kept under
its version. No copy lies in the repository, and no page asks another host for it."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pitboss.compute import cache_root, keep
from pitboss.lab.worker import Tell

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
    keep(path, data)
    return data


def _bundle() -> str:
    import vl_convert

    made: str = vl_convert.javascript_bundle(SNIPPET)
    return made
