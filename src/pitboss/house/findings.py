"""What a check finds: the clause, how grave, what is wrong, what would be accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from pitboss.core.errors import PitbossError


class Severity(StrEnum):
    ERROR = "error"
    """the table may not open"""
    WARNING = "warning"
    """somebody has to look: a text that is not at hand, or advice"""
    NOTE = "note"
    """on record"""


ORDER = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Finding:
    clause: str
    severity: Severity
    message: str
    accepted: str = ""
    where: str = ""
    """the key of the table's file"""
    training: bool = False
    """an error that keeps a table from play, but not from training (HR-24)"""

    def to_json(self) -> dict[str, object]:
        return {
            "clause": self.clause,
            "severity": self.severity.value,
            "message": self.message,
            "accepted": self.accepted or None,
            "where": self.where or None,
        }

    def __str__(self) -> str:
        text = f"{self.severity}: {self.message} [{self.clause}]"
        return f"{text} Accepted: {self.accepted}." if self.accepted else text


def error(clause: str, message: str, accepted: str = "", where: str = "", training: bool = False) -> Finding:
    return Finding(clause, Severity.ERROR, message, accepted, where, training)


def warning(clause: str, message: str, accepted: str = "", where: str = "") -> Finding:
    return Finding(clause, Severity.WARNING, message, accepted, where)


def note(clause: str, message: str, where: str = "") -> Finding:
    return Finding(clause, Severity.NOTE, message, where=where)


def refused(refusal: PitbossError, clause: str, where: str = "") -> Finding:
    """A refusal by a lower room, as a finding; `clause` where it names none itself."""
    return error(refusal.clause or clause, refusal.message, refusal.accepted or "", where)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about one table on one day, the gravest first."""

    table: str
    game: str
    on: date
    findings: tuple[Finding, ...] = field(default=())

    @classmethod
    def of(cls, table: str, game: str, on: date, findings: Iterable[Finding]) -> Report:
        ordered = sorted(findings, key=lambda f: (ORDER.index(f.severity), f.clause))
        return cls(table, game, on, tuple(ordered))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def of_severity(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity is severity)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return self.of_severity(Severity.ERROR)

    @property
    def may_play(self) -> bool:
        return not self.errors

    @property
    def may_train(self) -> bool:
        return all(finding.training for finding in self.errors)

    def to_json(self) -> dict[str, object]:
        return {
            "table": self.table,
            "game": self.game,
            "on": self.on.isoformat(),
            "may_play": self.may_play,
            "may_train": self.may_train,
            "findings": [finding.to_json() for finding in self.findings],
        }
