"""The win page: what accounting needs of an award on one sheet (JP-17)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any

from pitboss.money import dollars


@dataclass(frozen=True, slots=True)
class WinPage:
    title: str
    rows: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, award: dict[str, Any]) -> WinPage:
        when = datetime.fromtimestamp(award["at_us"] / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        seen = award.get("surveillance") or {}
        rows = (
            ("Prize", dollars(award["prize_cents"])),
            ("Hand", award["hand"]),
            ("Table", award.get("table", "-")),
            ("Spot", str(award.get("spot", "-"))),
            ("Time", when),
            ("Meter", award["meter"]),
            ("Meter before", dollars(award["before_cents"])),
            ("Meter after", dollars(award["after_cents"])),
            ("Confirmed by", award.get("confirmed_by", "-")),
            ("Completed by", award.get("completed_by", "-")),
            ("Surveillance", seen.get("by", "not needed")),
            ("Player", seen.get("player", "-")),
            ("Status", award["status"]),
        )
        return cls(f"{award['jackpot']}: award {award['award']}", rows)

    def text(self) -> str:
        width = max(len(name) for name, _ in self.rows)
        lines = [self.title, "=" * len(self.title)]
        return "\n".join([*lines, *(f"{name:<{width}}  {value}" for name, value in self.rows)]) + "\n"

    def html(self) -> str:
        """A page of its own that prints on one sheet."""
        rows = "".join(f"<tr><th scope=row>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in self.rows)
        title = escape(self.title)
        return (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
            "<style>body{font:16px/1.5 serif;max-width:40rem;margin:2rem auto}"
            "th{text-align:left;padding-right:2rem}"
            f"</style><h1>{title}</h1><table>{rows}</table></html>\n"
        )

    def to_json(self) -> dict[str, str]:
        return dict(self.rows)
