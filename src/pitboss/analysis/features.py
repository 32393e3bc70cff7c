"""What a player sees at a glance of a game's first decisions: a game's solver says it, for a card to learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """Something a player sees, as one of a few values in order."""

    values: tuple[str, ...]
    words: str
    """how a range of it is said: `{}` is the range"""
    open: bool = False
    """whether a range up to the highest value is `or higher`"""

    def said(self, least: int, most: int) -> str:
        if least == most:
            return self.words.format(self.values[least])
        if self.open and most == len(self.values) - 1:
            return self.words.format(f"{self.values[least]} or higher")
        if self.open and least == 0:
            return self.words.format(f"{self.values[most]} or lower")
        joined = " or " if most == least + 1 else " to "
        return self.words.format(f"{self.values[least]}{joined}{self.values[most]}")


@dataclass(frozen=True, slots=True)
class FirstDecisions:
    """How a game's first decisions are seen."""

    wager: str
    features: tuple[Feature, ...]
    read: Callable[[str], tuple[int, ...] | None]
    """a situation's features, from its name; None where nothing is decided"""
    after: tuple[str, ...] = ()
    """lines for what comes later"""
    settings: tuple[tuple[str, str], ...] = ()
    """with which the situations are asked for, so that those lines are in their worth"""
    note: str = ""
