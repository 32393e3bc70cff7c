"""The regulator's packet: everything in it is what the solver says, in both drawings, byte for byte repeatable."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.approvals import sheet
from pitboss.edge.ask import queries, solve
from pitboss.errors import BadInput
from pitboss.paper import Cover, build_packet, packet_html, packet_pdf, workbook, write_csv
from pitboss.paper.charts import grouped

ROUNDS = 300_000


@pytest.fixture(scope="module")
def packet():
    return build_packet("fu-bacc", rounds=ROUNDS)


def test_it_holds_rules_tables_edges_strategy_evidence_and_hashes(packet) -> None:
    headings = [b.text for b in packet.blocks if b.kind == "heading" and b.level == 1]
    assert headings == [
        "Scope", "Summary", "Rules by clause", "Pay tables", "Exact edges, distributions and volatility",
        "Hold and theoretical win", "Strategy",
        "Confirmation by simulation", "Method, versions and hashes",
    ]  # fmt: skip
    html = packet_html(packet)
    for clause in sheet("fu-bacc").clauses:
        assert clause.id in html
    for query in queries("fu-bacc"):
        edge = solve("fu-bacc", query).house_edge
        assert f"{edge.numerator}/{edge.denominator}" in html
    assert len(re.findall(r"sha256 [0-9a-f]{64}", html)) == 2


def test_the_page_asks_nothing_of_any_host(packet) -> None:
    html = packet_html(packet)
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", html)
    assert "<script" not in html


def test_the_simulation_in_it_agrees(packet) -> None:
    (rows,) = [b.rows for b in packet.blocks if b.kind == "table" and b.columns[-1] == "z"]
    assert len(rows) == 3
    assert all(abs(float(row[-1])) < 4.5 for row in rows)


def test_the_pdf_is_the_same_for_the_same_content(packet) -> None:
    first, second = packet_pdf(packet), packet_pdf(build_packet("fu-bacc", rounds=ROUNDS))
    assert first.startswith(b"%PDF")
    assert first == second


def test_long_distributions_share_bars_without_losing_anything() -> None:
    outcomes = {Fraction(n): Fraction(1, 100) for n in range(100)}
    rows = grouped(outcomes)
    assert len(rows) <= 40
    assert sum((p for _, p, _ in rows), Fraction(0)) == 1


def test_base_games_have_no_packet() -> None:
    with pytest.raises(BadInput, match="no game 'poker'"):
        build_packet("poker")


def test_the_command_writes_both(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pitboss", "packet"]
    subprocess.run(
        [*command, "fu-bacc", "-o", str(tmp_path / "fu"), "--rounds", "0"], check=True, capture_output=True
    )
    assert (tmp_path / "fu.pdf").read_bytes().startswith(b"%PDF")
    assert "Fu Bacc" in (tmp_path / "fu.html").read_text()
    neither = subprocess.run(
        [*command, "-o", str(tmp_path / "x")], capture_output=True, text=True, check=False
    )
    assert neither.returncode == 2
    assert "Which game?" in neither.stderr


def test_it_opens_with_cover_scope_and_signature_lines() -> None:
    made = build_packet("fu-bacc", rounds=0, wager="lucky-monkey", cover=Cover("A. Clerk", "2026-01-05"))
    rows = dict(made.blocks[0].rows)
    assert rows["prepared by"] == "A. Clerk"
    assert rows["date"] == "2026-01-05"
    assert "____" in rows["signature"]
    assert made.blocks[1].text == "Scope"


def test_settings_and_own_pay_tables_reach_the_packet(tmp_path: Path) -> None:
    alone = build_packet("fu-bacc", rounds=0, wager="tie", settings={"with": "alone"})
    joint = build_packet("fu-bacc", rounds=0, wager="tie", settings={"with": "joint"})
    assert alone.sheets[0].rows[0][4] != joint.sheets[0].rows[0][4]
    assert "with=alone" in packet_html(alone)


def test_anybody_can_check_the_arithmetic_with_python_alone(packet, tmp_path: Path) -> None:
    write_csv(packet.sheets, tmp_path)
    bare = [sys.executable, "-I", "-S", str(tmp_path / "recompute.py"), str(tmp_path)]
    right = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert right.returncode == 0, right.stdout + right.stderr
    assert right.stdout.count("follows from its combinations") == 3
    path = tmp_path / "outcomes.csv"
    lines = path.read_text().splitlines()
    cells = lines[1].split(",")
    cells[3] = str(int(cells[3]) + 1)
    path.write_text("\n".join([lines[0], ",".join(cells), *lines[2:]]))
    wrong = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "add up to" in wrong.stdout


def test_the_check_program_imports_nothing_of_the_project() -> None:
    from pitboss.paper import recompute

    assert "pitboss" not in Path(recompute.__file__).read_text().replace("recompute", "")


def test_the_workbook_holds_every_table_and_rounds_nothing(packet) -> None:
    from io import BytesIO

    from openpyxl import load_workbook

    book = load_workbook(BytesIO(workbook(packet.sheets)))
    assert book.sheetnames == [made.name for made in packet.sheets]
    for made in packet.sheets:
        rows = list(book[made.name].iter_rows(values_only=True))
        assert rows[0] == made.columns
        assert len(rows) == 1 + len(made.rows)
        for shown, meant in zip(rows[1:], made.rows, strict=True):
            for cell, value in zip(shown, meant, strict=True):
                if isinstance(cell, int):
                    assert str(cell) == str(value)
                elif isinstance(cell, float):
                    assert abs(cell - float(value)) <= 1e-14 * max(1.0, abs(cell))
                else:
                    assert (cell or "") == value
