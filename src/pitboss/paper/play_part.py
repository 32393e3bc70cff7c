"""The packet's play: how often each decision is made, what it is worth, and every first decision one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pitboss.edge.report import Situation
from pitboss.edge.said import FREQUENCY
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import DECISIONS, Block, Heading, PageBreak, Paragraph, table
from pitboss.paper.dealt import played_choices, table_of
from pitboss.shown import percent

LISTED_MOST: Final = 600
"""first decisions printed one by one; longer lists are in the tables beside the packet"""


def play_blocks(answers: Sequence[Answer], rounds: int) -> Iterator[Block]:
    """Exact where the solver counts them, else by rounds played as the solver advises."""
    blocks = [*(block for a in answers for block in _exact(a)), *_sampled(answers, rounds)]
    if not blocks:
        return
    yield Heading(DECISIONS)
    yield from blocks
    if any(a.situations for a in answers):
        yield Paragraph(
            "Every first decision of every wager and pay table, with the worth of every choice exactly: decisions.csv, "
            "and the sheet of that name in the workbook.",
            quiet=True,
        )


def _exact(a: Answer) -> Iterator[Block]:
    frequencies = {
        name.removeprefix(FREQUENCY).replace("_", " "): value
        for name, value in a.result.extra.items()
        if name.startswith(FREQUENCY) and isinstance(value, Fraction)
    }
    if not a.situations and not frequencies:
        return
    yield Heading(a.label, 2)
    if a.situations:
        yield Paragraph(
            f"The {len(a.situations):,} first decisions a player can face, each with its chance: so often every choice "
            "is the one played. Worth and cost are means over the hands so played, in units of the first wager; chance "
            "times worth, added up, is the edge."
        )
        yield table(
            ("played", "chance", "worth", "next worse choice costs"),
            _by_choice(a.situations),
            right=(1, 2, 3),
            small=True,
        )
    if frequencies:
        yield Paragraph("Of all rounds, at whatever stage:")
        yield table(
            ("choice", "chance", "exactly"),
            [(name, percent(value), str(value)) for name, value in frequencies.items()],
            right=(1,),
            small=True,
        )


def _by_choice(situations: Sequence[Situation]) -> list[tuple[str, ...]]:
    by_choice: defaultdict[str, list[Situation]] = defaultdict(list)
    for situation in situations:
        by_choice[next(o.text for o in situation.options if o.action == situation.chosen)].append(situation)
    rows: list[tuple[str, ...]] = []
    for choice, those in sorted(by_choice.items(), key=lambda item: -sum(s.chance for s in item[1])):
        chance = sum((s.chance for s in those), Fraction(0))
        worth = sum((s.chance * s.worth for s in those), Fraction(0)) / chance
        cost = sum((s.chance * _next_worse(s) for s in those), Fraction(0)) / chance
        rows.append((choice, percent(chance), f"{float(worth):+.6f}", f"{float(cost):.6f}"))
    return rows


def _next_worse(situation: Situation) -> Fraction:
    worse = [o.expectation for o in situation.options if o.expectation < situation.worth]
    return situation.worth - max(worse) if worse else Fraction(0)


def _sampled(answers: Sequence[Answer], rounds: int) -> Iterator[Block]:
    games = dict.fromkeys(a.game for a in answers)
    for game in games if rounds else ():
        choices = played_choices(table_of(game, (a.query for a in answers if a.game == game)), rounds)
        if not choices:
            continue
        yield Heading(f"{game}, rounds played as advised", 2)
        yield Paragraph(
            f"{rounds:,} rounds of one spot through the readable rules, the first wagers alone, seed 1, each decision "
            "as the solver advises from what the player sees: times in 100 rounds with the standard error, mean worth, "
            "and what the next worse choice would have cost. The shoe is fresh every round."
        )
        rows = [
            (c.asked, c.choice, f"{100 * c.often:.1f} ± {100 * c.standard_error:.1f}", f"{c.worth:+.3f}",
             f"{c.next_worse:.3f}")
            for c in choices
        ]  # fmt: skip
        columns = ("asked", "best choice", "in 100 rounds", "worth", "next worse costs")
        yield table(columns, rows, right=(2, 3, 4), small=True)


def appendix_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    """Every first decision, where they fit on a few pages."""
    found = [a for a in answers if 0 < len(a.situations) <= LISTED_MOST]
    if not found:
        return
    yield PageBreak()
    yield Heading("Appendix: every first decision")
    shown: set[tuple[str, str]] = set()
    for a in found:
        if (a.game, a.query.wager) in shown:
            continue
        shown.add((a.game, a.query.wager))
        yield Heading(a.label, 2)
        rows = [
            (s.name, percent(s.chance), s.chosen, f"{float(s.worth):+.5f}", f"{float(_next_worse(s)):.5f}")
            for s in a.situations
        ]
        columns = ("first decision", "chance", "played", "worth", "next worse costs")
        yield table(columns, rows, right=(1, 3, 4), small=True, side_by_side=2)
