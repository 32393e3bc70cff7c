"""A document as plain blocks, so that PDF and HTML are two drawings of the same thing; and its tables as sheets."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pitboss.analysis.report import decimal, exact, square_root
from pitboss.core.files import write_file
from pitboss.paper.charts import Spec, svg

if TYPE_CHECKING:
    from pitboss.paper.parts import Answer

DECISIONS: Final = "Decisions: how often, and what they are worth"
EXPOSURE: Final = "Exposure"
CONFIRMATION: Final = "Confirmation by simulation"
"""parts that not every packet has; its scope names those that are there"""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    quiet: bool = False
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]
    kind: str = "bullets"


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """columns that hold figures"""
    small: bool = False
    side_by_side: int = 1
    """columns of the page it is set in"""
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    alt: str
    width: int = 100
    """share of the text's width in percent"""
    kind: str = "picture"


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins a page."""

    kind: str = "break"


Block = Heading | Paragraph | Bullets | Table | Picture | PageBreak


@dataclass(frozen=True, slots=True)
class Packet:
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    foot: str
    sheets: tuple[Sheet, ...] = ()
    """the same tables for a spreadsheet"""

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "foot": self.foot,
            "blocks": [asdict(block) for block in self.blocks],
        }


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    small: bool = False,
    side_by_side: int = 1,
) -> Table:
    return Table(tuple(columns), tuple(tuple(row) for row in rows), tuple(right), small, side_by_side)


# The same blocks on a page and on paper.

_TEMPLATES = resources.files("pitboss.paper") / "templates"


def packet_html(packet: Packet) -> str:
    """One self-contained page."""
    import jinja2

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((_TEMPLATES / "packet.html.jinja").read_text(encoding="utf-8"))
    return template.render(packet=packet)


def packet_pdf(packet: Packet) -> bytes:
    """Byte for byte the same for the same content."""
    import typst

    source = (_TEMPLATES / "packet.typ").read_bytes()
    pdf: bytes = typst.compile(source, sys_inputs={"packet": json.dumps(packet.to_json())})
    return pdf


# A chart as a picture of the packet: all in one scale, so that their letters are of one size.

TEXT_WIDTH: Final = 760
"""of a chart that would be as wide as the text"""
WIDEST: Final = 95


def drawn(spec: Spec, alt: str) -> Picture:
    image = svg(spec)
    found = re.search(r'<svg[^>]*\bwidth="([\d.]+)', image)
    width = float(found.group(1)) if found else TEXT_WIDTH
    return Picture(image, alt, min(round(100 * width / TEXT_WIDTH), WIDEST))


# The packet's tables for a spreadsheet: every figure whole, exact fractions as text, as XLSX and as CSV. Beside the CSV
# files lies `recompute.py`, which needs only Python and checks that every figure of the first five follows from the
# combinations.

Cell = str | int | float
SHEET_NAME_MOST = 31
"""of a spreadsheet's"""
LARGEST_WHOLE = 10**15
"""a spreadsheet keeps fifteen digits; a greater number goes in as text, so that none is rounded"""


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    """as its file is called"""
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def tab(self) -> str:
        """As a workbook takes it: not too long, cut between words."""
        if len(self.name) <= SHEET_NAME_MOST:
            return self.name
        return self.name[: SHEET_NAME_MOST + 1].rpartition(" ")[0]

    def csv(self) -> str:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()


def sheets_of(answers: Sequence[Answer]) -> tuple[Sheet, ...]:
    return (_summary(answers), _outcomes(answers), _lines(answers), _pay_tables(answers), _decisions(answers))


def _summary(answers: Sequence[Answer]) -> Sheet:
    columns = (
        "wager", "pay table", "per", "method", "house edge, exactly", "house edge", "return to player",
        "element of risk", "standard deviation", "hit frequency", "wagered, exactly", "combinations", "outcomes",
        "settings",
    )  # fmt: skip
    rows = []
    for a in answers:
        r = a.result
        settings = " ".join(f"{name}={value}" for name, value in r.settings.items())
        figures = (
            r.house_edge,
            1 - r.house_edge,
            r.element_of_risk,
            square_root(r.variance),
            r.hit_frequency,
        )
        rows.append(
            (a.wager, r.pay_table, r.per, r.method, exact(r.house_edge), *map(decimal, figures),
             exact(r.action), str(a.combinations), "exact" if r.outcomes_exact else "approximate", settings)
        )  # fmt: skip
    return Sheet("summary", columns, tuple(rows))


def _outcomes(answers: Sequence[Answer]) -> Sheet:
    rows = tuple(
        (a.wager, a.result.pay_table, str(net), str(a.count(chance)), exact(chance), decimal(chance))
        for a in answers
        for net, chance in sorted(a.result.outcomes.items(), reverse=True)
    )
    return Sheet(
        "outcomes",
        ("wager", "pay table", "net", "combinations", "probability, exactly", "probability"),
        rows,
    )


def _lines(answers: Sequence[Answer]) -> Sheet:
    rows = tuple(
        (
            a.wager,
            a.result.pay_table,
            line.hand,
            line.pays,
            "" if line.net is None else str(line.net),
            str(a.count(line.probability)),
            decimal(line.probability),
            "" if line.contribution is None else decimal(line.contribution),
        )
        for a in answers
        for line in a.result.lines
    )
    return Sheet(
        "lines", ("wager", "pay table", "line", "pays", "net", "combinations", "probability", "return"), rows
    )


def _pay_tables(answers: Sequence[Answer]) -> Sheet:
    rows = tuple(
        (a.wager, pays.id, line.text, str(line.pays or f"times {line.multiplies}"),
         line.envy_cents // 100 if line.envy_cents else "", line.clause)
        for a in answers
        if (pays := a.query.pay_table) is not None
        for line in pays.lines
    )  # fmt: skip
    return Sheet("pay tables", ("wager", "pay table", "hand", "pays", "envy, dollars", "clause"), rows)


def _decisions(answers: Sequence[Answer]) -> Sheet:
    """Every first decision with the worth of every choice; those played give the edge."""
    rows = tuple(
        (a.wager, a.result.pay_table, s.name, exact(s.chance), o.text or o.action,
         "yes" if o.action == s.chosen else "no", exact(o.expectation), decimal(o.expectation),
         decimal(max(other.expectation for other in s.options) - o.expectation))
        for a in answers
        for s in a.situations
        for o in s.options
    )  # fmt: skip
    columns = (
        "wager", "pay table", "first decision", "chance, exactly", "choice", "played", "worth, exactly",
        "worth", "costs",
    )  # fmt: skip
    return Sheet("decisions", columns, rows)


def printed_sheets(blocks: Iterable[Block]) -> tuple[Sheet, ...]:
    """Every table as it is printed, numbered in the packet's order and named by what it stands under."""
    found: list[Sheet] = []
    above: dict[int, str] = {}
    for block in blocks:
        if isinstance(block, Heading):
            above = {level: text for level, text in above.items() if level < block.level} | {
                block.level: block.text
            }
        elif isinstance(block, Table):
            under = " ".join(text for _, text in sorted(above.items())) or "cover"
            words = "".join(letter if letter.isalnum() else " " for letter in under).split()
            found.append(Sheet(f"{len(found) + 1:02} {' '.join(words)}", block.columns, block.rows))
    return tuple(found)


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """All of them in one XLSX file."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet.tab)
        page.append(sheet.columns)
        for row in sheet.rows:
            page.append([_number(cell) for cell in row])
        for head in page[1]:
            head.font = Font(bold=True)
        page.freeze_panes = "A2"
        for at, column in enumerate(sheet.columns):
            widest = max([len(column), *(len(str(row[at])) for row in sheet.rows)])
            page.column_dimensions[page.cell(1, at + 1).column_letter].width = min(widest + 2, 60)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _number(cell: Cell) -> Cell:
    """Decimals and whole numbers as numbers where the spreadsheet keeps every digit, else as text."""
    if not isinstance(cell, str):
        return cell
    plain = cell.removeprefix("-")
    if plain.isdigit() and int(plain) < LARGEST_WHOLE:
        return int(cell)
    if plain.replace(".", "", 1).isdigit() and "." in plain:
        return float(cell)
    return cell


def write_csv(sheets: Sequence[Sheet], folder: Path) -> list[Path]:
    """One CSV file a table, and the program that checks them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for sheet in sheets:
        path = folder / f"{sheet.name.replace(' ', '-')}.csv"
        write_file(path, sheet.csv())
        written.append(path)
    checker = folder / "recompute.py"
    write_file(checker, (resources.files("pitboss.paper") / "recompute.py").read_bytes())
    return [*written, checker]
