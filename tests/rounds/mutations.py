"""Files of rounds with one value changed: for the two verifiers, which must agree on every one of them."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any


def scalars(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every number, text and nothing."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from scalars(part, (*path, name))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from scalars(part, (*path, n))
    else:
        yield path


def every(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value, also to lists and objects."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*path, name)
        yield from every(part, (*path, name))


def replaced(file: dict[str, Any], way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with another value at the end of the way."""
    shape = copy.deepcopy(file)
    *steps, last = way
    at: Any = shape
    for step in steps:
        at = at[step]
    at[last] = value
    return shape


def mutated(file: dict[str, Any], dice: random.Random, many: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Copies with one value changed a little, or one entry of a list left out, doubled or moved."""
    ways = [
        way for name in ("table", "number", "commitment", "proof") for way in scalars(file[name], (name,))
    ]
    ways += [
        ("view", "log", n, "cards", k)
        for n, event in enumerate(file["view"]["log"])
        for k, _ in enumerate(event.get("cards", ()))
    ]
    ways += [
        ("view", "log", n, name)
        for n, event in enumerate(file["view"]["log"])
        for name in ("kind", "spot", "place")
        if name in event
    ]
    for way in dice.sample(ways, min(many, len(ways))):
        shape = copy.deepcopy(file)
        *steps, last = way
        at = shape
        for step in steps:
            at = at[step]
        at[last] = other(at[last], dice)
        yield "/".join(map(str, way)), shape
    for n, card in enumerate(file["proof"]["cards"][:3]):
        one, two, *more = card["path"]
        shape = copy.deepcopy(file)
        shape["proof"]["cards"][n]["path"] = [one + two, "", *more]
        yield f"cards {n} with a path cut up otherwise", shape
    for name in ("cards", "links", "first"):
        entries = file["proof"][name]
        for n in range(min(3, len(entries))):
            for what, changed in (
                ("left out", entries[:n] + entries[n + 1 :]),
                ("twice", [*entries, entries[n]]),
                ("moved", entries[n:] + entries[:n]),
            ):
                shape = copy.deepcopy(file)
                shape["proof"][name] = copy.deepcopy(changed)
                yield f"{name} {n} {what}", shape


def other(value: Any, dice: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + dice.choice((-1, 1, 7))
    if len(value) >= 32:
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    return dice.choice((value + "x", "2c" if value != "2c" else "3d"))
