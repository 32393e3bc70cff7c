"""Files of rounds with one value changed: for the two verifiers, which must agree on every one of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

from tests.rounds.sealed import changed

Way = tuple[Any, ...]


def every(value: Any, path: Way = ()) -> Iterator[Way]:
    """The way to every value, also to lists and objects."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*path, name)
        yield from every(part, (*path, name))


def at(file: dict[str, Any], way: Way) -> Any:
    return reduce(getitem, way, file)


def mutated(file: dict[str, Any], dice: random.Random, many: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Copies with one value changed a little, or one entry of a list left out, doubled or moved."""
    proof, log = file["proof"], file["view"]["log"]
    ways: list[Way] = [("table",), ("number",), ("commitment",)]
    ways += [way for way in every(proof, ("proof",)) if not isinstance(at(file, way), dict | list)]
    for n, event in enumerate(log):
        ways += [("view", "log", n, "cards", k) for k, _ in enumerate(event.get("cards", ()))]
    for n, event in enumerate(log):
        ways += [("view", "log", n, name) for name in ("kind", "spot", "place") if name in event]
    for way in dice.sample(ways, min(many, len(ways))):
        yield "/".join(map(str, way)), changed(file, *way, other(at(file, way), dice))
    for n, card in enumerate(proof["cards"][:3]):
        one, two, *more = card["path"]
        shape = changed(file, "proof", "cards", n, "path", [one + two, "", *more])
        yield f"cards {n} with a path cut up otherwise", shape
    for name in ("cards", "links", "first"):
        entries = proof[name]
        for n in range(min(3, len(entries))):
            yield f"{name} {n} left out", changed(file, "proof", name, entries[:n] + entries[n + 1 :])
            yield f"{name} {n} twice", changed(file, "proof", name, [*entries, entries[n]])
            yield f"{name} {n} moved", changed(file, "proof", name, entries[n:] + entries[:n])


def other(value: Any, dice: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + dice.choice((-1, 1, 7))
    if len(value) >= 32:
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    return dice.choice((value + "x", "2c" if value != "2c" else "3d"))
