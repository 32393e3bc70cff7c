"""The one door to numba.

Numba's cache looks only at the file of the cached function, so editing a callee in another module would
return old answers. Each kernel module therefore has a cache directory named by its own source and all that
it imports of this package: an edit recompiles what leans on it, and nothing else.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

from pitboss.compute.cache import cache_root

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parents[1]


def _source(module: str) -> Path | None:
    """The file of a module of this package."""
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if module.partition(".")[0] == "pitboss" and file.is_file():
            return file
    return None


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files of this package that a file imports when it is loaded."""
    names: set[str] = set()
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    return frozenset(file for name in names if (file := _source(name)))


def sources(path: Path) -> frozenset[Path]:
    """A file and everything of this package that it leans on."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(_imports(file))
    return frozenset(found)


def _parts(path: Path) -> Iterator[bytes]:
    yield numba.__version__.encode()
    for file in sorted(sources(path)):
        yield file.name.encode()
        yield file.read_bytes()


@cache
def kernel_hash(path: Path) -> str:
    """Names the compiled code of one kernel module."""
    digest = hashlib.sha256()
    for part in _parts(path):
        digest.update(part)
    return digest.hexdigest()[:16]


def _compile(function: F, **options: bool) -> Any:
    # numba reads the directory when a function is decorated
    path = Path(function.__code__.co_filename)
    numba.config.CACHE_DIR = str(cache_root() / "kernels" / f"{path.stem}-{kernel_hash(path)}")
    return numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)


def njit(function: F) -> Any:
    """Compile, without the interpreter's lock, cached on disk."""
    return _compile(function)


def inline(function: F) -> Any:
    """As `njit`, and always written out at the place of the call."""
    return _compile(function, forceinline=True)
