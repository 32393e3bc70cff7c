"""Chips counted in a tray."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.errors import BadInput
from pitboss.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class Inventory:
    """Chips counted in a tray, by value."""

    counts: Mapping[Cents, int]

    def __post_init__(self) -> None:
        for value, count in self.counts.items():
            if value <= 0 or count < 0:
                raise BadInput(
                    f"{count} chips of {dollars(value)} cannot be counted.",
                    clause="HR-17",
                    accepted="chips of a positive value, none or more of each",
                )

    @property
    def cents(self) -> Cents:
        return sum(value * count for value, count in self.counts.items())

    def check(self, cents: Cents) -> None:
        """Refuse chips that do not come to what the slip says."""
        if self.cents != cents:
            raise BadInput(
                f"The chips are worth {dollars(self.cents)}, not {dollars(cents)}.",
                clause="HR-17",
                accepted="chips that come to the amount",
            )
