"""Where solutions come from: the package, the disk, or the solver.

A stored solution is one line of JSON that names the rules and the solver it belongs to, and the compressed
integers. One that belongs to other rules or another solver is not used.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

import pitboss
from pitboss.compute.cache import cache_root
from pitboss.compute.engines import Engine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.holdem.columns import COLUMNS
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution, solve
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, REST_HOLES, flop_classes

FORMAT = 1
_PACKAGE = Path(pitboss.__file__).parent
SHIPPED = _PACKAGE / "edge" / "data"

SOURCES = (
    "edge/holdem/columns.py",
    "edge/holdem/kernels.py",
    "edge/holdem/rules.py",
    "edge/holdem/solve.py",
    "edge/holdem/symmetry.py",
    "poker/kernels/ranking.py",
    "poker/kernels/tables.py",
)
"""what a solution depends on besides the rules"""


@cache
def solver_hash() -> str:
    digest = sha256()
    for name in SOURCES:
        digest.update(name.encode())
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()[:16]


def file_name(rules: HoldemRules) -> str:
    return f"{rules.name}-{rules.hash}.solution"


def cached_path(rules: HoldemRules) -> Path:
    return cache_root() / "solutions" / solver_hash() / file_name(rules)


def to_bytes(solution: Solution) -> bytes:
    header = {
        "format": FORMAT,
        "game": solution.rules.name,
        "rules": solution.rules.hash,
        "solver": solver_hash(),
    }
    arrays = (
        solution.sums.astype("<i8"), solution.waiting.astype("<i8"), solution.played.astype("<u1"),
    )  # fmt: skip
    payload = b"".join(array.tobytes() for array in arrays)
    return json.dumps(header, sort_keys=True).encode() + b"\n" + zlib.compress(payload, 9)


def from_bytes(stored: bytes, rules: HoldemRules) -> Solution | None:
    """The solution, if it is one of these rules by this solver and complete."""
    try:
        line, _, packed = stored.partition(b"\n")
        header = json.loads(line)
        payload = zlib.decompress(packed)
    except (ValueError, zlib.error):
        return None
    wanted = {"format": FORMAT, "game": rules.name, "rules": rules.hash, "solver": solver_hash()}
    views, lanes = len(rules.views), rules.lanes
    shapes = (
        ("<i8", (HOLE_CLASSES, lanes, rules.stages, COLUMNS)),
        ("<i8", (HOLE_CLASSES, views)),
        ("<u1", (len(flop_classes()), REST_HOLES)),
    )
    sizes = [int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in shapes]
    if header != wanted or len(payload) != sum(sizes):
        return None
    parts, at = [], 0
    for (kind, shape), size in zip(shapes, sizes, strict=True):
        parts.append(np.frombuffer(payload[at : at + size], kind).reshape(shape))
        at += size
    return Solution(rules, *parts)


def solution_of(
    rules: HoldemRules, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Solution, str]:
    """A solution and its source: `shipped`, `cached`, or `computed`, which is then kept on disk."""
    if not fresh:
        for path, source in ((SHIPPED / file_name(rules), "shipped"), (cached_path(rules), "cached")):
            if path.is_file() and (found := from_bytes(path.read_bytes(), rules)):
                return found, source
    found = solve(rules, engine, progress)
    keep(cached_path(rules), to_bytes(found))
    return found, "computed"


def keep(path: Path, stored: bytes) -> None:
    """Write whole or not at all; a cache that cannot be written is no reason to fail."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(stored)
        Path(file.name).replace(path)
    except OSError:
        return
