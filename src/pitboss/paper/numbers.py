"""The packet's numbers: for every wager the return table, what the house may expect to hold, envy by players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitboss.edge.ask import solve
from pitboss.edge.report import exact
from pitboss.edge.solver import Settings
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import Block, Heading, Paragraph, table
from pitboss.paper.charts import distribution, fan
from pitboss.paper.picture import drawn
from pitboss.shown import percent

HANDS: Final = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS_AN_HOUR: Final = 60
Z_95: Final = 1.959964
OUTCOMES_SHOWN: Final = 60
ENVY_SETTING: Final = "others"
ENVY_PLAYERS: Final = 6
JACKPOT: Final = "jackpot"


def edge_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    yield Heading("Exact edges, distributions and volatility")
    yield Paragraph(
        "House edge per unit of the first wager; positive means the house wins. Element of risk divides by all "
        "that is wagered. Combinations are the equally likely deals behind a figure, brought to one common number; "
        "every probability is a ratio of them."
    )
    for a in answers:
        yield Heading(a.label, 2)
        yield from _figures(a)
        yield from _returns(a)
        yield drawn(
            distribution(f"{a.label}: net result per unit", a.result.outcomes), f"distribution of {a.label}"
        )
        yield from _envy(a)
        for note in a.result.notes:
            yield Paragraph(note, quiet=True)


def _figures(a: Answer) -> Iterator[Block]:
    r = a.result
    rows = [
        ("house edge", f"{percent(r.house_edge, 6)} per {r.per}"),
        ("exactly", exact(r.house_edge)),
        ("return to player", percent(1 - r.house_edge, 6)),
        ("element of risk", percent(r.element_of_risk, 6)),
        ("standard deviation", f"{float(r.standard_deviation):.6f}"),
        ("volatility index, 95 %", f"{Z_95 * float(r.standard_deviation):.6f}"),
        ("player ends ahead", percent(r.hit_frequency)),
        ("combinations", f"{a.combinations:,}" if r.outcomes_exact else "none: see the note on the outcomes"),
        ("settings", ", ".join(f"{k}={v}" for k, v in r.settings.items()) or "none"),
        ("method", f"{r.method}, {r.source}" + ("" if r.outcomes_exact else "; single outcomes approximate")),
    ]
    yield table(("", ""), rows, small=True)


def _returns(a: Answer) -> Iterator[Block]:
    """Combinations, probability, pays and return, as every published analysis has them."""
    r = a.result
    if r.lines:
        met = sum((line.probability for line in r.lines), Fraction(0))
        shares = [(line.hand, line.pays, line.probability, line.contribution) for line in r.lines]
        if met < 1 and all(line.contribution is not None for line in r.lines):
            won = sum((line.contribution or Fraction(0) for line in r.lines), Fraction(0))
            shares += [
                ("all other hands", "", 1 - met, -r.house_edge - won),
                ("in all", "", Fraction(1), -r.house_edge),
            ]
        rows = [
            (
                hand,
                pays,
                f"{a.count(chance):,}",
                f"{float(chance):.10f}",
                "-" if gives is None else percent(gives),
            )
            for hand, pays, chance, gives in shares
        ]
        yield table(
            ("line", "pays", "combinations", "probability", "net return"),
            rows,
            right=(1, 2, 3, 4),
            small=True,
        )
        return
    if len(r.outcomes) <= OUTCOMES_SHOWN:
        nets = [
            (
                f"{float(net):+g}",
                f"{a.count(chance):,}" if r.outcomes_exact else "-",
                f"{float(chance):.10f}",
                percent(net * chance),
            )
            for net, chance in sorted(r.outcomes.items(), reverse=True)
        ]
        yield table(
            ("net", "combinations", "probability", "net return"), nets, right=(0, 1, 2, 3), small=True
        )


def _envy(a: Answer) -> Iterator[Block]:
    """The edge by the number of other players whose hands may bring envy."""
    if ENVY_SETTING not in a.query.settings:
        return
    rows = []
    for others in range(ENVY_PLAYERS):
        settings = Settings({**a.query.settings, ENVY_SETTING: str(others)})
        found = solve(a.game, replace(a.query, settings=settings))
        rows.append((str(others), percent(found.house_edge, 4), f"{float(found.standard_deviation):.4f}"))
    if len({edge for _, edge, _ in rows}) > 1:
        yield Paragraph("House edge by the number of other players at the table (envy):")
        yield table(("others", "house edge", "standard deviation"), rows, right=(0, 1, 2), small=True)


def hold_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    """What the house wins of the first wagers over many rounds, and the band that holds 95 % of such runs."""
    held = [a for a in answers if a.result.wager != JACKPOT]
    if not held:
        return
    yield Heading("Hold and theoretical win")
    yield Paragraph(
        "The house's win as a share of the first wagers after so many rounds at one spot, with the band in which "
        f"95 of 100 such runs end; and the win an hour on one spot of $10 at {ROUNDS_AN_HOUR} rounds an hour."
    )
    rows = []
    for a in held:
        edge, deviation = float(a.result.house_edge), float(a.result.standard_deviation)
        bands = [
            f"{(edge - Z_95 * deviation / n**0.5) * 100:+.1f} to {(edge + Z_95 * deviation / n**0.5) * 100:+.1f} %"
            for n in HANDS
        ]
        hour = Fraction(ROUNDS_AN_HOUR * 10) * a.result.house_edge
        rows.append((a.label, percent(edge, 3), *bands, f"${float(hour):,.2f}"))
    columns = ("wager", "edge", *(f"{n:,} rounds" for n in HANDS), "an hour")
    yield table(columns, rows, right=range(1, len(columns)), small=True)
    if len(held) < len(answers):
        yield Paragraph(
            "Jackpot wagers are left out: a part of each goes to the meter, which is the players', and what remains to "
            "the house depends on rate and seed (see the arithmetic of the jackpot).",
            quiet=True,
        )
    first = held[0].result
    yield drawn(
        fan(
            f"{held[0].label}: a player's result over a session",
            range(0, 1_001, 20),
            float(first.house_edge),
            float(first.standard_deviation),
        ),
        "fan of session results",
    )
