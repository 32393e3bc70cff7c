"""The packet's first page: what it is about, what it covers and what not, and who signs."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitboss import __version__
from pitboss.approvals import RuleSheet
from pitboss.approvals.outside import outside_games
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import (
    CONFIRMATION,
    DECISIONS,
    EXPOSURE,
    Block,
    Heading,
    PageBreak,
    Paragraph,
    table,
)

OPEN = "____________________"


@dataclass(frozen=True, slots=True)
class Cover:
    """What only the person who submits it knows; what is left open is a line to write on."""

    author: str = ""
    dated: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for beside the game: whoever repeats it asks for the same."""

    game: str
    pay_table: str | None
    wager: str | None
    settings: Mapping[str, str]
    file: Path | None

    @property
    def said(self) -> str:
        """The settings that are not the usual ones, and a pay table that is nobody's."""
        own = f"pay table {self.file.name}, not approved" if self.file else ""
        return ", ".join(filter(None, (*(f"{k}={v}" for k, v in self.settings.items()), own)))

    @property
    def own_table(self) -> str:
        """Of a table from a file: that no letter approves it (HR-07), and which file it is."""
        if self.file is None:
            return ""
        digest = hashlib.sha256(self.file.read_bytes()).hexdigest()
        return f"pay table {self.file.name} is NOT APPROVED, for analysis only (SHA-256 {digest})"

    def options(self, wager: str | None = None) -> str:
        """As the command line takes them."""
        given = {
            "wager": wager or self.wager,
            "pay-table": self.pay_table,
            "pay-table-file": self.file and self.file.name,
        }
        said = [f" --{name} {shlex.quote(value)}" for name, value in given.items() if value]
        return "".join((*said, *(f" --set {shlex.quote(f'{k}={v}')}" for k, v in self.settings.items())))


def games_said(game: str) -> str:
    """The option that brings a game from a folder; one that is installed is found without."""
    outside = outside_games().get(game)
    if outside is None or outside.module:
        return ""
    folder, here = outside.sheet.parent, Path.cwd()
    return f" --games {shlex.quote(str(folder.relative_to(here) if folder.is_relative_to(here) else folder))}"


def cover_blocks(
    rules: RuleSheet, answers: Sequence[Answer], cover: Cover, request: Request, parts: Sequence[Block]
) -> Iterator[Block]:
    """`parts` is all that follows: the scope names what is among it."""
    wagers = list(dict.fromkeys(a.wager for a in answers))
    rows = [
        ("game", rules.name),
        ("wagers", ", ".join(wagers)),
        ("pay tables", ", ".join(dict.fromkeys(a.label for a in answers if a.query.pay_table)) or "none"),
        *([("own pay table", request.own_table)] if request.file else []),
        (
            "settings",
            ", ".join(f"{k}={v}" for k, v in request.settings.items()) or "the usual ones throughout",
        ),
        ("program", f"pitboss {__version__}"),
        ("prepared by", cover.author or OPEN),
        ("date", cover.dated or OPEN),
        ("reviewed by, date", f"{OPEN}   {OPEN}"),
        ("signature", OPEN),
    ]
    yield table(("", ""), rows)
    yield Heading("Scope")
    yield Paragraph(f"Covered: {', '.join(_covered(answers, parts))}.")
    yield Paragraph(
        "Not covered: procedures of the house beyond the rules, equipment, dealers' errors, and any setting or pay "
        "table not named here. Edges assume the play described under Strategy; a player who plays otherwise gives the "
        "house more."
    )
    yield PageBreak()


def _covered(answers: Sequence[Answer], parts: Sequence[Block]) -> Iterator[str]:
    headings = {block.text for block in parts if isinstance(block, Heading)}
    counted = all(a.result.method == "exact" for a in answers)
    yield "the rules as approved or configured below"
    yield (
        f"the {'exact edge' if counted else 'edge, exact or sampled as stated'}, distribution and strategy of every "
        "wager named above under the settings stated with it"
    )
    if DECISIONS in headings:
        yield "how often each decision is made and what it is worth"
    if CONFIRMATION in headings:
        yield "a confirming simulation"
    if EXPOSURE in headings:
        yield "what a player gains by knowing more than the game shows"
