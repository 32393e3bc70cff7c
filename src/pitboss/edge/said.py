"""What an answer says beside its edge, in words and units, for terminal, notebook and packet alike."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.money import dollars
from pitboss.shown import percent

WORDS = {
    "dealer_bust": "hands in which the dealer goes over 21",
    "split_rounds": "rounds with a split",
    "insurance_edge": "edge of insurance",
    "edge_per_ante_and_bet": "edge of Ante and Bet together",
    "average_wagered": "wagered on average, in units of the first wager",
    "fixed_return": "given back by the fixed lines",
    "envy_return": "given back by envy",
    "meter_share": "given back of the meter",
    "break_even_meter": "meter at which the wager costs nothing",
    "tie_part": "edge of the Tie alone",
    "main_part": "cost in the main game",
    "raised": "rounds that are raised",
    "envy_per_other_player": "given back by envy for each other player",
    "without_envy": "edge without envy",
    "house_edge_product": "edge if the multipliers are multiplied",
    "house_edge_added": "edge if the multipliers are added",
    "confidence_95": "95 % interval",
    "given_away_at_most": "given away by this play at most",
}
FREQUENCY = "frequency_"
MONEY = ("break_even_meter",)
OF_METERS = ("meter_share", "break_even_meter")
UNITS = ("average_wagered",)
RARE = Fraction(1, 10_000)


def also(extra: Mapping[str, Any]) -> dict[str, str]:
    """The further figures of an answer; whole tables are left to its JSON."""
    return {words(name): text for name, value in extra.items() if (text := said(name, value))}


def words(name: str) -> str:
    if name.startswith(FREQUENCY):
        return f"rounds with {name.removeprefix(FREQUENCY).replace('_', ' ')}"
    return WORDS.get(name, name.replace("_", " "))


def said(name: str, value: Any) -> str:
    """A figure in its unit; nothing for a table of figures."""
    if isinstance(value, Mapping):
        each = value.items() if name in OF_METERS else ()
        return ", ".join(f"{meter.capitalize()} {said(name, part)}" for meter, part in each)
    if name in MONEY:
        return "never" if value is None else dollars(round(value))
    if isinstance(value, int):
        return f"{value:,}"
    if not isinstance(value, Fraction | float):
        return " to ".join(map(str, value)) if isinstance(value, list) else str(value)
    if name in UNITS:
        return f"{float(value):.4f}"
    return f"one part in {round(1 / value):,}" if 0 < value < RARE else percent(value)
