"""The packet's house way: every rule in the order in which it is tried, with the hands it sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import RANKS
from pitboss.paigow.coverage import HANDS, coverage
from pitboss.paigow.hands import Wheel
from pitboss.paigow.house_way import WayRule
from pitboss.paigow.way_file import house_way
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import Block, Heading, Paragraph, table

OPTION = "house_way"


def house_way_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    asked = next((a.query.settings for a in answers if OPTION in a.query.settings), None)
    if asked is None:
        return
    way, wheel = house_way(asked[OPTION]), Wheel(asked["wheel"])
    found = coverage(way, wheel)
    yield Heading("The house way")
    yield Paragraph(
        f"{way.title or way.name} ({way.id}): {way.source}. The rules are tried from the top, and the first that fits "
        f"sets the hand; A-2-3-4-5 ranks {wheel.value.replace('-', ' ')}. Counted over all {HANDS:,} hands."
    )
    rows = [
        (rule.place or str(number), rule.clause, "; ".join(rule.dealt), _when(rule), rule.front, f"{hands:,}",
         f"{hands / HANDS:.4%}")
        for number, (rule, hands) in enumerate(zip(way.rules, found.hands, strict=True), 1)
    ]  # fmt: skip
    yield table(("", "clause", "dealt", "when", "in front", "hands", "share"), rows, right=(5, 6), small=True)
    yield Paragraph(
        f"Faults: {'; '.join(found.faults)}." if found.faults else "Every hand is set, and none fouls."
    )


def _when(rule: WayRule) -> str:
    """Its conditions in words."""
    parts = [
        f"{name.replace('_', ' ')} {RANKS[least]}" + (f" to {RANKS[most]}" if most > least else "")
        for name, least, most in rule.ranks
    ]
    if rule.behind:
        parts.append(
            f"a {rule.behind} can stay in back" if "behind" not in rule.behind else f"with a {rule.behind}"
        )
    if rule.higher:
        parts.append("this front is the higher one")
    return "; ".join(parts) or "always"
