"""The packet on paper: where a long table breaks."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import typst

from pitboss.paper.blocks import Packet, Paragraph, table

TEMPLATE = (resources.files("pitboss.paper") / "templates" / "packet.typ").read_bytes()


def pages_of(lines_before: int, rows: int) -> list[int]:
    """The page of each row of a table that stands below so many lines."""
    before = [Paragraph(f"line {number}") for number in range(lines_before)]
    long = table(("hand", "pays"), [(f"hand {number}", "1 to 1") for number in range(rows)])
    packet = Packet("Packet", "of a game", (*before, long), "foot")
    found: list[int] = json.loads(
        typst.query(TEMPLATE, "<row>", field="value", sys_inputs={"packet": json.dumps(packet.to_json())})
    )
    return found


def test_a_long_table_never_leaves_one_or_two_rows_alone_on_a_page() -> None:
    broken = 0
    for lines in (0, 4, 5, 6, 7, 20, *range(28, 33)):
        pages = Counter(pages_of(lines, 40))
        assert sum(pages.values()) == 40
        assert min(pages.values()) >= 3, (lines, pages)
        broken += len(pages) > 1
    assert broken > 4


def test_a_short_table_stays_on_one_page() -> None:
    assert {len(set(pages_of(lines, 20))) for lines in range(12, 33, 4)} == {1}
