"""A game's table options as settings of its solver: one source, the rule sheet."""

from __future__ import annotations

from pitboss.approvals import Option, sheet
from pitboss.edge.solver import Setting


def rule_settings(game: str, *names: str) -> tuple[Setting, ...]:
    """The named options of the sheet, or all of them."""
    return tuple(_setting(option) for option in sheet(game).options if not names or option.name in names)


def players(clause: str) -> Setting:
    """How many spots a simulation of a shoe plays."""
    meaning = "spots played in a simulation; off a fresh shoe the edge is the same for any number"
    return Setting("players", "1", tuple("1234567"), meaning=meaning, clause=clause)


def _setting(option: Option) -> Setting:
    numbers: tuple[str, ...] = ()
    if option.least is not None and option.most is not None:
        numbers = tuple(str(number) for number in range(option.least, option.most + 1))
    return Setting(
        option.name, option.default, (*numbers, *option.choices), meaning=option.meaning, clause=option.clause
    )
