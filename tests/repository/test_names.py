"""One name for one thing: a class is called as no other is, in the whole house."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
SHOWN = {"Account", "Answer", "Claim", "Signature", "TableState"}
"""what the web sends, called as what it shows"""
FILES = {"Jackpot", "Meter", "Table"}
"""what a table's file plans, called as what runs by it"""
FOR_BOTH = {"Category"}
"""of a hand, in poker and in pai gow"""
LIBRARY = {"Room", "Table"}
"""the library's own, for those who import nothing else"""


def classes() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in SOURCE.rglob("*.py"):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(str(path.relative_to(SOURCE)))
    return found


def test_no_two_classes_are_called_alike() -> None:
    allowed = SHOWN | FILES | FOR_BOTH | LIBRARY
    doubled = {name: places for name, places in classes().items() if len(places) > 1}
    assert {name: places for name, places in doubled.items() if name not in allowed} == {}
