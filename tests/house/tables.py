"""Table files to spoil: the project's own examples, and helpers to change one thing in them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from pitboss.house.check import check
from pitboss.house.findings import Finding, Report, Severity
from pitboss.house.table_file import Table, load_table

EXAMPLES = Path(__file__).parents[2] / "examples"
TODAY = date(2026, 11, 15)


def source(name: str) -> str:
    return (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")


def example(name: str, *changes: tuple[str, str], more: str = "") -> Table:
    """An example, with texts replaced (each has to be there) and more tables added at the end."""
    text = source(name)
    for old, new in changes:
        assert old in text, f"{old!r} is not in {name}.toml"
        text = text.replace(old, new, 1)
    return load_table(text + more, f"{name}.toml", EXAMPLES)


def checked(name: str, *changes: tuple[str, str], on: date = TODAY, more: str = "") -> Report:
    return check(example(name, *changes, more=more), on)


def found(report: Iterable[Finding], clause: str, severity: Severity = Severity.ERROR) -> list[Finding]:
    return [f for f in report if f.clause == clause and f.severity is severity]
