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
from pitboss.paper import build_packet, packet_html, packet_pdf
from pitboss.paper.charts import grouped

ROUNDS = 300_000


@pytest.fixture(scope="module")
def packet():
    return build_packet("fu-bacc", rounds=ROUNDS)


def test_it_holds_rules_tables_edges_strategy_evidence_and_hashes(packet) -> None:
    headings = [b.text for b in packet.blocks if b.kind == "heading" and b.level == 1]
    assert headings == [
        "Summary", "Rules by clause", "Pay tables", "Exact edges, distributions and volatility", "Strategy",
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
