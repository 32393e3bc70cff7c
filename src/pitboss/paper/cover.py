"""The packet's first page: what it is about, what it covers and what not, and who signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss import __version__
from pitboss.approvals import RuleSheet
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import Block, Heading, PageBreak, Paragraph, table

OPEN = "____________________"


@dataclass(frozen=True, slots=True)
class Cover:
    """What only the person who submits it knows; what is left open is a line to write on."""

    author: str = ""
    dated: str = ""


def cover_blocks(rules: RuleSheet, answers: Sequence[Answer], cover: Cover) -> Iterator[Block]:
    wagers = list(dict.fromkeys(a.wager for a in answers))
    rows = [
        ("game", rules.name),
        ("wagers", ", ".join(wagers)),
        ("pay tables", ", ".join(dict.fromkeys(a.label for a in answers if a.query.pay_table)) or "none"),
        ("program", f"pitboss {__version__}"),
        ("prepared by", cover.author or OPEN),
        ("date", cover.dated or OPEN),
        ("reviewed by, date", f"{OPEN}   {OPEN}"),
        ("signature", OPEN),
    ]
    yield table(("", ""), rows)
    yield Heading("Scope")
    yield Paragraph(
        "Covered: the rules as approved or configured below, the exact edge, distribution and strategy of every wager "
        "named above under the settings stated with it, how often each decision is made and what it is worth, a "
        "confirming simulation, and what a player gains by knowing more than the game shows where such a study exists."
    )
    yield Paragraph(
        "Not covered: procedures of the house beyond the rules, equipment, dealers' errors, and any setting or pay "
        "table not named here. Edges assume the play described under Strategy; a player who plays otherwise gives the "
        "house more."
    )
    yield PageBreak()
