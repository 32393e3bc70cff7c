"""The packet's jackpots: an edge that names its meter, and the arithmetic by which the operator sets one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.edge.jackpots import METER_SETTINGS
from pitboss.edge.report import EdgeResult
from pitboss.paper.blocks import Block, Heading, Paragraph, table


def meter_said(result: EdgeResult) -> str:
    """What the edge of a jackpot assumes to lie on its meters; nothing for other wagers."""
    on_meter = {name: cents for name, cents in result.settings.items() if name in METERS}
    if result.wager != "jackpot" or not on_meter:
        return ""
    if not any(map(int, on_meter.values())):
        return " with nothing on the meter"
    return " with " + ", ".join(f"{name} ${int(cents) / 100:,.2f}" for name, cents in on_meter.items())


METERS = tuple(setting.name for setting in METER_SETTINGS)


def arithmetic_said(result: EdgeResult) -> str:
    """What holds whatever lies on the meter."""
    return (
        f"the fixed lines return {shown(result.extra.get('fixed_return'))} of the wager, and with "
        f"{meters(result.extra.get('break_even_meter'))} on the meter it costs the player nothing."
    )


def jackpot_blocks(results: list[EdgeResult]) -> Iterator[Block]:
    """Fixed return and break-even meter of every jackpot table."""
    if not results:
        return
    yield Heading("Jackpot arithmetic")
    yield Paragraph(
        "The fixed return is what the lines that do not come off the meter give back; the break-even meter is "
        "the amount at which the wager costs the player nothing. Seeds and rates are the operator's (JP-27)."
    )
    rows = [
        (r.pay_table, shown(r.extra.get("fixed_return")), meters(r.extra.get("break_even_meter")))
        for r in results
    ]
    yield table(("pay table", "fixed return", "break-even meter"), rows, right=(1, 2))


def meters(value: object) -> str:
    """Cents as dollars; several meters by their names."""
    if isinstance(value, Fraction | float | int):
        return f"${float(value) / 100:,.2f}"
    if isinstance(value, dict):
        return ", ".join(f"{str(name).capitalize()} {meters(part)}" for name, part in value.items())
    return "-" if value is None else str(value)


def shown(value: object) -> str:
    if isinstance(value, Fraction | float):
        return f"{float(value):,.6f}"
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown(part)}" for name, part in value.items())
    return "-" if value is None else str(value)
