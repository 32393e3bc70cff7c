"""Rows of results as a data frame: polars where it is installed, else pandas."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.errors import BadInput

KINDS = ("polars", "pandas")


def frame(rows: Sequence[Mapping[str, Any]], kind: str | None = None) -> Any:
    """A `DataFrame` of the rows, by the package named or the first that is there."""
    if kind is not None and kind not in KINDS:
        raise BadInput(f"There are no frames by {kind!r}.", accepted=" or ".join(KINDS))
    for name in (kind,) if kind else KINDS:
        try:
            return importlib.import_module(name).DataFrame([dict(row) for row in rows])
        except ModuleNotFoundError:
            continue
    raise BadInput(
        "A frame needs a package for frames.", accepted="pip install polars, or pip install pandas"
    )
