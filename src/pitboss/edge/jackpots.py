"""A jackpot wager's edge at a given meter, what comes back without the meter, and where it breaks even."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.approvals import PayTable
from pitboss.edge.report import EdgeResult, Line, decimal
from pitboss.edge.solver import Setting
from pitboss.money import Cents, dollars
from pitboss.odds import PercentOfMeter

METER_SETTINGS = (
    Setting("meter", "0", kind="cents", meaning="the meter, in cents", clause="JP-11"),
    Setting("mega", "0", kind="cents", meaning="the Mega meter, in cents", clause="JP-10"),
    Setting("major", "0", kind="cents", meaning="the Major meter, in cents", clause="JP-10"),
    Setting("minor", "0", kind="cents", meaning="the Minor meter, in cents", clause="JP-10"),
)
WAGER_SETTING = Setting("wager", "1", kind="dollars", meaning="the fixed wager, in dollars", clause="JP-01")


def jackpot_result(
    game: str,
    table: PayTable,
    chances: Mapping[str | None, Fraction],
    meters: Mapping[str, Cents],
    wager_cents: Cents,
) -> EdgeResult:
    """`chances` by line, None for no line. Percentages come off the meter as displayed, cents down (JP-11)."""
    outcomes: dict[Fraction, Fraction] = defaultdict(Fraction)
    lines = []
    fixed = Fraction(0)
    shares: dict[str, Fraction] = dict.fromkeys(table.meters, Fraction(0))
    for line in table.lines:
        chance = chances.get(line.hand, Fraction(0))
        if isinstance(line.pays, PercentOfMeter):
            award = line.pays.award_cents(meters[line.pays.meter])
            net = Fraction(award, wager_cents) - 1
            shares[line.pays.meter] += line.pays.share * chance
        else:
            net = table.net(line.hand)
            fixed += (net + 1) * chance
        lines.append(Line(line.text, str(line.pays), chance, net))
        outcomes[net] += chance
    outcomes[Fraction(-1)] += 1 - sum(outcomes.values())
    return EdgeResult(
        game,
        "jackpot",
        table.id,
        "jackpot",
        {net: p for net, p in outcomes.items() if p},
        settings={"wager": dollars(wager_cents).removeprefix("$"), **{m: str(meters[m]) for m in shares}},
        lines=tuple(lines),
        extra={"fixed_return": fixed, "break_even_meter": _break_even(fixed, shares, meters, wager_cents)},
        notes=(
            "fixed_return is what the fixed lines give back per unit wagered; break_even_meter is in cents"
            + (": each meter's, the others being as set." if len(shares) > 1 else "."),
        ),
    )


def _break_even(
    fixed: Fraction, shares: Mapping[str, Fraction], meters: Mapping[str, Cents], wager_cents: Cents
) -> Any:
    """The meter at which the house has no edge, for one meter a figure, for several each with the others."""
    missing = (1 - fixed) * wager_cents
    found = {}
    for name, share in shares.items():
        others = sum((shares[m] * meters[m] for m in shares if m != name), Fraction(0))
        found[name] = (missing - others) / share if share else None
    if len(found) == 1:
        return next(iter(found.values()))
    return {name: None if value is None else decimal(value) for name, value in found.items()}
