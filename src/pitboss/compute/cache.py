"""Where compiled kernels and solved games are kept."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """PITBOSS_CACHE, else the user's cache directory."""
    if chosen := os.environ.get("PITBOSS_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pitboss"
