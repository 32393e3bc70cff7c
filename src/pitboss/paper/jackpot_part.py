"""The packet's jackpots: an edge that names its meter, and the arithmetic by which the operator sets one."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.edge.jackpots import METER_SETTINGS
from pitboss.edge.report import EdgeResult
from pitboss.edge.said import said
from pitboss.paper.blocks import Block, Heading, Paragraph, table


def meter_said(result: EdgeResult) -> str:
    """What the edge of a jackpot assumes to lie on its meters; nothing for other wagers."""
    on_meter = {name: cents for name, cents in result.settings.items() if name in METERS}
    if result.wager != "jackpot" or not on_meter:
        return ""
    if not any(map(int, on_meter.values())):
        return " with nothing on the meter"
    return " with " + ", ".join(f"{name} ${int(cents) / 100:,.2f}" for name, cents in on_meter.items())


FIGURES = ("fixed_return", "break_even_meter")
METERS = tuple(setting.name for setting in METER_SETTINGS)


def arithmetic_said(result: EdgeResult) -> str:
    """What holds whatever lies on the meter."""
    fixed, even = (said(name, result.extra[name]) for name in FIGURES)
    return f"the fixed lines return {fixed} of the wager, and with {even} on the meter it costs the player nothing."


def jackpot_blocks(results: list[EdgeResult]) -> Iterator[Block]:
    """Fixed return and break-even meter of every jackpot table."""
    if not results:
        return
    yield Heading("Jackpot arithmetic")
    yield Paragraph(
        "The fixed return is what the lines that do not come off the meter give back; the break-even meter is "
        "the amount at which the wager costs the player nothing. Seeds and rates are the operator's (JP-27)."
    )
    rows = [(r.pay_table, *(said(name, r.extra[name]) for name in FIGURES)) for r in results]
    yield table(("pay table", "fixed return", "break-even meter"), rows, right=(1, 2))
