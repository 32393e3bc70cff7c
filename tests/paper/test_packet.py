"""The regulator's packet: everything in it is what the solver says, in both drawings, byte for byte repeatable."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import EdgeResult
from pitboss.cardplay.paigow.coverage import HANDS
from pitboss.cardplay.paigow.house_way import house_way
from pitboss.core.errors import BadInput
from pitboss.paper import Cover, build_packet, packet_html, packet_pdf, recompute, workbook, write_csv
from pitboss.paper.packet import questions
from pitboss.paper.parts import Answer, house_way_blocks, order_of_play, played_choices
from pitboss.rounds.config import TableConfig
from pitboss.sheets import game_ids, sheet
from tests.cli.here import pitboss

ROUNDS = 300_000


@pytest.fixture(scope="module")
def packet():
    return build_packet("fu-bacc", rounds=ROUNDS)


def test_it_holds_rules_tables_edges_strategy_evidence_and_hashes(packet) -> None:
    headings = [b.text for b in packet.blocks if b.kind == "heading" and b.level == 1]
    assert headings == [
        "Scope", "Summary", "Rules in the order of play", "Pay tables", "Exact edges, distributions and volatility",
        "Hold and theoretical win", "Strategy", "Decisions: how often, and what they are worth",
        "Confirmation by simulation", "Method, versions and hashes", "Appendix: every first decision",
    ]  # fmt: skip
    html = packet_html(packet)
    for clause in sheet("fu-bacc").clauses:
        assert clause.id in html
    for query in queries("fu-bacc"):
        edge = solve("fu-bacc", query).house_edge
        assert f"{edge.numerator}/{edge.denominator}" in html
    assert len(re.findall(r"sha256 [0-9a-f]{64}", html)) == 2


def test_the_page_asks_nothing_of_any_host_and_the_simulation_in_it_agrees(packet) -> None:
    html = packet_html(packet)
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", html)
    assert "<script" not in html
    (rows,) = [b.rows for b in packet.blocks if b.kind == "table" and b.columns[-1] == "z"]
    assert len(rows) == 3
    assert all(abs(float(row[-1])) < 4.5 for row in rows)
    with pytest.raises(BadInput, match="no game 'poker'"):
        build_packet("poker")


def test_the_pdf_is_the_same_for_the_same_content(packet) -> None:
    first, second = packet_pdf(packet), packet_pdf(build_packet("fu-bacc", rounds=ROUNDS))
    assert first.startswith(b"%PDF")
    assert first == second


def test_the_command_writes_both_or_everything_into_a_folder(tmp_path: Path) -> None:
    assert not pitboss("packet", "fu-bacc", "-o", str(tmp_path / "fu"), "--rounds", "0").returncode
    assert (tmp_path / "fu.pdf").read_bytes().startswith(b"%PDF")
    assert "Fu Bacc" in (tmp_path / "fu.html").read_text()
    assert not pitboss("packet", "fu-bacc", "-o", f"{tmp_path}/new/", "--rounds", "0").returncode
    assert {path.suffix for path in (tmp_path / "new").iterdir()} >= {".pdf", ".html", ".xlsx", ".csv", ".py"}
    neither = pitboss("packet", "-o", str(tmp_path / "x"))
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
    assert dict(alone.blocks[0].rows)["settings"] == "with=alone"
    assert "with=alone" in alone.foot
    commands = [b.items for b in alone.blocks if b.kind == "bullets"][-1]
    assert commands[0] == "pitboss edge fu-bacc --wager tie --set with=alone --fresh --json"


@pytest.mark.clause("HR-07")
def test_a_pay_table_of_ones_own_is_nowhere_called_approved(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[[pay_table]]\nwager = "tie"\nid = "mine"\nline = [{ hand = "tie", pays = "9 to 1" }]\n')
    made = build_packet("fu-bacc", rounds=0, wager="tie", pay_table_file=mine)
    assert made.subtitle.startswith("pay table mine.toml is NOT APPROVED, for analysis only (SHA-256 ")
    assert "not approved" in made.foot
    assert "NOT APPROVED" in dict(made.blocks[0].rows)["own pay table"]
    commands = [b.items for b in made.blocks if b.kind == "bullets"][-1]
    assert all("--pay-table-file mine.toml" in command for command in commands)


def test_anybody_can_check_the_arithmetic_with_python_alone(packet, tmp_path: Path) -> None:
    assert "pitboss" not in Path(recompute.__file__).read_text().replace("recompute", "")
    write_csv(packet.sheets, tmp_path)
    bare = [sys.executable, "-I", "-S", str(tmp_path / "recompute.py")]
    right = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert right.returncode == 0, right.stdout + right.stderr
    assert right.stdout.count("follows from its combinations") == 3
    (tmp_path / "lines.csv").unlink()
    less = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert less.returncode == 2
    assert "without: lines.csv" in less.stdout


MARKED = re.compile("SAMPLE|APPROXIMATE")
SAYS_NO_MORE = {
    "summary.csv": {"per", "settings"},
    "pay-tables.csv": {"envy, dollars", "clause", "wager", "pay table", "hand"},
    "decisions.csv": {"choice"},
    "lines.csv": {"line"},
}
"""columns that name things, and what other tables say of the same thing cannot be told from them"""


@pytest.mark.parametrize("file", recompute.FILES)
def test_every_figure_of_the_tables_is_held_by_another(packet, tmp_path: Path, file: str) -> None:
    write_csv(packet.sheets, tmp_path)
    assert all(right for *_, right in recompute.check(tmp_path))
    kept = (tmp_path / file).read_text()
    rows = list(csv.DictReader(io.StringIO(kept)))
    for column in rows[0].keys() - SAYS_NO_MORE.get(file, set()):
        for at in range(0, len(rows), max(1, len(rows) // 5)):
            if file == "pay-tables.csv" and rows[at]["wager"] != "lucky-monkey":
                continue  # only its lines are wagers' outcomes one by one
            (tmp_path / file).write_text(_with(rows, at, column, _another(rows[at][column])))
            found = [right and not MARKED.search(said) for _, said, right in recompute.check(tmp_path)]
            assert not all(found), (file, column, rows[at])
    # nothing can be taken out but a choice that is not played, or a wager's only line
    many = Counter(row["wager"] for row in rows)
    for at, row in enumerate(rows if file != "pay-tables.csv" else ()):
        if (
            row.get("played") == "no"
            or at % max(1, len(rows) // 10)
            or (file, many[row["wager"]]) == ("lines.csv", 1)
        ):
            continue
        (tmp_path / file).write_text(_with(rows[:at] + rows[at + 1 :]))
        assert not all(right for *_, right in recompute.check(tmp_path)), (file, row)


def _another(cell: str) -> str:
    """Something else of the same kind: a figure a little greater, other odds, another word."""
    try:
        return (
            str(Fraction(cell) + Fraction(1, 1000)) if "/" in cell else f"{float(cell) * 1.001 + 0.0017:.15f}"
        )
    except ValueError:
        said = {"yes": "no", "no": "yes", "exact": "simulated"}.get(cell)
        return said or (re.sub(r"^\d+", "77", cell) if re.fullmatch(r"\d+ (to|for) 1", cell) else f"{cell} x")


def _with(rows: list[dict[str, str]], at: int = -1, column: str = "", cell: str = "") -> str:
    """The table, one cell of it being another."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows({**row, column: cell} if n == at else row for n, row in enumerate(rows))
    return out.getvalue()


def test_the_workbook_holds_every_table_and_rounds_nothing(packet) -> None:
    from io import BytesIO

    from openpyxl import load_workbook

    book = load_workbook(BytesIO(workbook(packet.sheets)))
    assert book.sheetnames == [made.tab for made in packet.sheets]
    for made in packet.sheets:
        rows = list(book[made.tab].iter_rows(values_only=True))
        assert tuple(cell or "" for cell in rows[0]) == made.columns
        assert len(rows) == 1 + len(made.rows)
        for shown, meant in zip(rows[1:], made.rows, strict=True):
            for cell, value in zip(shown, meant, strict=True):
                if isinstance(cell, int):
                    assert Fraction(cell) == Fraction(str(value))
                elif isinstance(cell, float):
                    assert abs(cell - float(value)) <= 1e-14 * max(1.0, abs(cell))
                else:
                    assert (cell or "") == value


def test_every_printed_table_is_in_the_workbook_too(packet) -> None:
    printed = [b for b in packet.blocks if b.kind == "table"]
    numbered = [made for made in packet.sheets if made.name[:2].isdigit()]
    assert [made.rows for made in numbered] == [b.rows for b in printed]
    assert len({made.name for made in packet.sheets}) == len(packet.sheets)


def test_frequencies_of_play_are_exact_and_agree_with_rounds_played_as_advised(packet) -> None:
    (exact,) = [b for b in packet.blocks if b.kind == "table" and b.columns[:2] == ("played", "chance")]
    chances = {row[0]: float(row[1].removesuffix(" %")) / 100 for row in exact.rows}
    assert sum(chances.values()) == pytest.approx(1)
    played = played_choices(TableConfig("fu-bacc"), 400)
    assert {"Play and stay", "Play and take the third card", "Fold"} <= {c.choice for c in played}
    folds = next(c for c in played if c.choice == "Fold")
    assert abs(folds.often - chances["Fold"]) < 4 * folds.standard_error
    assert folds.worth == -1


def test_the_rules_stand_in_the_order_of_play() -> None:
    """By the sheet's own paragraphs: bets closed, dealt, decided, the dealer, settled."""
    steps = [step.clause for step in order_of_play(TableConfig("fu-bacc"))]
    order = ["FB-09", "FB-10", "FB-11", "FB-12", "FB-17", "FB-18", "FB-27"]
    assert [clause for clause in steps if clause in order] == order
    below = [step.clause for step in order_of_play(TableConfig("lucky-break"))]
    assert below.index("BJ-18") < below.index("BJ-06") < below.index("BJ-02") < below.index("LB-07")
    for game in game_ids():
        phases = list(dict.fromkeys(step.phase for step in order_of_play(TableConfig(game))))
        assert phases[-1] == "settle" and "deal" in phases, game


def test_a_bonus_asks_about_the_blackjack_below_it_under_its_own_rules() -> None:
    (below,) = [
        query for game, query in questions("lucky-break", settings={"decks": "2"}) if game == "blackjack"
    ]
    assert below.settings["decks"] == "2"
    assert below.settings["hole_card"] == "peek"
    assert {game for game, _ in questions("lucky-break", wager="lucky-break")} == {"lucky-break"}


@pytest.mark.long
def test_a_bonus_stands_on_the_blackjack_below_it() -> None:
    made = build_packet("lucky-break", pay_table="1/1", rounds=0, settings={"decks": "2"})
    (below,) = [row for row in made.sheets[0].rows if row[0] == "blackjack main"]
    assert "decks=2" in below[-1]
    two = queries("blackjack", settings={"decks": "2"})[0]
    edge = solve("blackjack", two).house_edge
    assert below[4] == f"{edge.numerator}/{edge.denominator}"
    assert any(b.kind == "picture" and b.alt == "Hard totals" for b in made.blocks)


def test_the_house_way_is_there_in_full_and_sets_every_hand() -> None:
    way = house_way("foxwoods")
    (query,) = queries("face-up-pai-gow-poker", "main")[:1]
    blocks = list(house_way_blocks([Answer("face-up-pai-gow-poker", query, EMPTY, None)]))
    (rules,) = [b for b in blocks if b.kind == "table"]
    assert [row[4] for row in rules.rows] == [rule.front for rule in way.rules]
    assert sum(int(row[5].replace(",", "")) for row in rules.rows) == HANDS
    assert "Every hand is set" in blocks[-1].text


EMPTY = EdgeResult("face-up-pai-gow-poker", "main", "-", "main", {Fraction(0): Fraction(1)})


def test_a_jackpot_names_the_meter_its_edge_assumes() -> None:
    for settings, said in (
        ({}, "with nothing on the meter"),
        ({"meter": "10000000"}, "with meter $100,000.00"),
    ):
        made = build_packet("ultimate-texas-holdem", rounds=0, wager="jackpot", settings=settings)
        summary = next(b for b in made.blocks if b.kind == "table" and "verdict" in b.columns)
        assert said in summary.rows[0][2]
        (said_too,) = [b for b in made.blocks if b.kind == "bullets" and "costs the player nothing" in str(b)]
        assert "$" in str(said_too)
