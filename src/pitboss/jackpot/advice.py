"""What the system's makers recommend for seeds and rates: reasons to think twice, never a refusal (JP-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.approvals import PayTable
from pitboss.jackpot.model import MeterSettings, Style, fixed_cents, percent
from pitboss.money import Cents, dollars
from pitboss.odds import ForOne

ALL_PAYS_LEAST: Final = Fraction(70, 100)
"""meters that pay everything are made to grow from this contribution on"""


@dataclass(frozen=True, slots=True)
class Advice:
    meter: str
    message: str
    better: str
    clause: str = "JP-13"


def advise(
    table: PayTable,
    wager_cents: Cents,
    meters: Mapping[str, MeterSettings],
    configured: Mapping[str, MeterSettings] | None = None,
    style: Style = Style.PERCENTAGES,
) -> tuple[Advice, ...]:
    """All advice on the settings in use; `configured` are those the pay table was delivered with."""
    fixed = [fixed_cents(n, wager_cents) for n in table.lines if isinstance(n.pays, ForOne)]
    found: list[Advice] = []
    for name, settings in meters.items():
        usual = (configured or {}).get(name)
        found += _on_seed(name, settings, usual, max(fixed, default=0), wager_cents)
        found += _on_rates(name, settings, usual, style)
    return tuple(found)


def _on_seed(
    name: str, settings: MeterSettings, usual: MeterSettings | None, largest_cents: Cents, wager_cents: Cents
) -> Iterator[Advice]:
    seed = settings.seed_for(wager_cents)
    if seed == 0:
        yield Advice(name, "The seed is $0: the meter starts with nothing of the house's.", "a seed")
        if settings.reserve:
            yield Advice(
                name,
                "The reserve is the only seed: two hits in a row would leave almost nothing.",
                "a seed beside the reserve",
            )
    elif seed < largest_cents:
        yield Advice(
            name,
            f"The seed of {dollars(seed)} is below the largest fixed award, {dollars(largest_cents)}.",
            f"a seed of at least {dollars(largest_cents)}",
        )
    if usual is not None and settings.seed_cents != usual.seed_cents:
        yield Advice(
            name,
            "The seed is not the one the pay table was delivered with.",
            dollars(usual.seed_for(wager_cents)),
        )


def _on_rates(
    name: str, settings: MeterSettings, usual: MeterSettings | None, style: Style
) -> Iterator[Advice]:
    if style is Style.ALL_PAYS and settings.contribution < ALL_PAYS_LEAST:
        yield Advice(
            name,
            f"A contribution of {percent(settings.contribution)} may let a meter run dry that pays everything.",
            f"{percent(ALL_PAYS_LEAST)} or more",
        )
    if style is Style.PERCENTAGES and usual is not None and settings.contribution > usual.contribution:
        yield Advice(
            name,
            "The contribution is above the one the pay table was delivered with, at the house's expense.",
            f"at most {percent(usual.contribution)}",
        )
    if not settings.reserve:
        yield Advice(name, "Nothing goes to the reserve.", "a small part of each wager")
