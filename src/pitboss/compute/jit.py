"""The one door to numba.

Numba's cache looks only at the file of the cached function, so editing a callee in another module
would return old answers. The cache directory therefore carries the hash of every kernel source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

import pitboss
from pitboss.compute.cache import cache_root as cache_root

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(pitboss.__file__).parent


@cache
def kernel_hash() -> str:
    """One hash over all sources that use the compiler."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"pitboss.compute.jit" in source or path.parent.name == "compute":
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(source)
    return digest.hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_root() / "kernels" / kernel_hash())


def njit(function: F) -> Any:
    """Compile, without the interpreter's lock, cached on disk."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inline(function: F) -> Any:
    """As `njit`, and always written out at the place of the call."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function)
    return compiled
