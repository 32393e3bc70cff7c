"""Units of work as rows: one event, and what is done after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.ledger import Unit

Step = tuple[Any, ...] | Callable[[Unit], object]
"""a method of the unit with its arguments, those by name in a mapping at the end; or anything else that is done"""


def unit_of(
    *steps: Step, kind: str = "move", stream: str = "books", payload: Any = None
) -> Callable[[Unit], None]:
    def work(unit: Unit) -> None:
        unit.record(kind, stream, "ann", payload or {})
        for step in steps:
            if callable(step):
                step(unit)
                continue
            name, *arguments = step
            by_name = arguments.pop() if arguments and isinstance(arguments[-1], Mapping) else {}
            getattr(unit, name)(*arguments, **by_name)

    return work


NOTE = unit_of(("put", "last", 1), kind="note", stream="pit", payload={"text": "x" * 50})
