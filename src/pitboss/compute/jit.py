"""The one door to numba.

Numba's cache looks at the time of the cached function's file and at nothing else: editing a callee in another module
would return old answers, and a comment would compile everything anew. Here each kernel module has a cache directory
named by its own code and all that it imports of this package, comments and docstrings left out: an edit recompiles
what leans on it, and nothing else.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numba

from pitboss.compute import cache_root

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


def _code(path: Path) -> str:
    """What a file does, whatever it says about it."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            # sentences between statements do nothing
            node.body = [
                n for n in node.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))
            ]
    return ast.dump(tree)


@cache
def kernel_hash(path: Path) -> str:
    """Names the compiled code of one kernel module."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(sources(path)):
        name = file.relative_to(_PACKAGE) if file.is_relative_to(_PACKAGE) else file.name
        digest.update(f"{name} {_code(file)}".encode())  # compiled code names the modules it is made of
    return digest.hexdigest()[:16]


class KernelLocator:
    """Tells numba where a kernel's compiled code lies: by what the kernel does, not by when its file was touched.

    Found by numba under its name, in `NUMBA_CACHE_LOCATOR_CLASSES`."""

    def __init__(self, path: Path) -> None:
        self._path, self._hash = path, kernel_hash(path)

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> KernelLocator | None:
        found = cls(Path(path))
        try:
            found.ensure_cache_path()
        except OSError:
            return None
        return found

    def ensure_cache_path(self) -> None:
        """The folder is there, and can be written to."""
        place = Path(self.get_cache_path())
        place.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=place).close()

    def get_cache_path(self) -> str:
        return str(cache_root() / "kernels" / f"{self._path.stem}-{self._hash}")

    def get_source_stamp(self) -> str:
        return self._hash

    def get_disambiguator(self) -> str:
        return "kernel"


def _compile(function: F, **options: bool) -> Any:
    compiled = numba.njit(nogil=True, error_model="numpy", **options)(function)
    usual = numba.config.CACHE_LOCATOR_CLASSES
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{KernelLocator.__name__}"
    try:
        compiled.enable_caching()
    except RuntimeError:
        pass  # no place to write to: it is compiled anew each time
    finally:
        numba.config.CACHE_LOCATOR_CLASSES = usual
    return compiled


def njit(function: F) -> Any:
    """Compile, without the interpreter's lock, cached on disk."""
    return _compile(function)


def inline(function: F) -> Any:
    """As `njit`, and always written out at the place of the call."""
    return _compile(function, forceinline=True)
