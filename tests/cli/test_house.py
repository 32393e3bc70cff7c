"""`pitboss check`, `approve`, `sign` and `report` as a person or a script uses them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pitboss.chips.trays import Inventory, Movement, TrayDesk
from pitboss.ledger import create_store
from pitboss.people.person import Person
from tests.cli import here
from tests.cli.here import hire
from tests.house.tables import EXAMPLES, source


def pitboss(*args: object, code: int = 0) -> here.Done:
    return here.pitboss(*args, code=code)


@pytest.mark.clause("HR-25")
def test_check_approve_and_check_again(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(source("fu-bacc"))
    document = json.loads(pitboss("check", table, "--on", "2026-11-15", "--json").stdout)
    assert document["tables"][0]["may_play"] is True
    record = tmp_path / "approved.json"
    pitboss("approve", table, "--reference", "letter 21-044", "--on", "2021-07-02", "-o", record)
    approved = '\n[approved]\nrecord = "approved.json"\n'
    table.write_text(source("fu-bacc") + approved)
    assert "May open for play" in pitboss("check", table).stdout
    table.write_text(source("fu-bacc").replace('two_spots = "yes"', 'two_spots = "no"') + approved)
    changed = pitboss("check", table, code=1).stdout
    assert "options.two_spots" in changed
    assert "May train, not play" in changed


@pytest.mark.clause("HR-25")
def test_what_check_forbids_is_neither_posted_nor_recorded(tmp_path: Path) -> None:
    table, record = tmp_path / "table.toml", tmp_path / "approved.json"
    table.write_text(source("fu-bacc").replace("$100", "$250"))
    on = ["--on", "2026-11-15"]
    document = json.loads(pitboss("check", table, *on, "--json", code=1).stdout)
    finding = document["tables"][0]["findings"][0]
    assert (finding["clause"], finding["severity"]) == ("HR-02", "error")
    assert finding["accepted"] == "a maximum of at most $200"
    for words in (["sign", table], ["approve", table, "--reference", "letter 21-044", "-o", record]):
        said = pitboss(*words, *on, code=2).stderr
        assert "may not open" in said
        assert "at most $200" in said
    assert not record.exists()


@pytest.mark.clause("HR-25")
def test_an_approval_has_a_reference_and_is_not_written_over(tmp_path: Path) -> None:
    table, record = EXAMPLES / "fu-bacc.toml", tmp_path / "approved.json"
    words = ["approve", table, "--on", "2026-11-15", "-o", record, "--reference"]
    assert "has a reference" in pitboss(*words, "  ", code=2).stderr
    pitboss(*words, "letter 21-044")
    before = record.read_bytes()
    assert "--replace" in pitboss(*words, "letter 22-001", code=2).stderr
    assert record.read_bytes() == before
    pitboss(*words, "letter 22-001", "--replace")
    assert json.loads(record.read_bytes())["reference"] == "letter 22-001"


@pytest.mark.parametrize(("args", "says"), [
    (["check", "nowhere.toml"], "nowhere.toml cannot be read"),
    (["check", EXAMPLES / "fu-bacc.toml", "--on", "yesterday"], "a date such as"),
    (["sign", EXAMPLES / "fu-bacc.toml", "-o", "sign.docx"], "neither HTML nor PDF"),
    (["sign", EXAMPLES / "fu-bacc.toml", "-o", "no-such-folder/sign.pdf"], "cannot be written"),
    (["report", "--store", "mongodb://x"], "does not name a store"),
    (["check"], "Missing argument"),
])  # fmt: skip
def test_refusals_are_sentences(args: list[object], says: str) -> None:
    done = pitboss(*args, code=2)
    assert says in done.stderr
    assert done.stdout == ""


@pytest.mark.clause("HR-08")
def test_sign_as_html_pdf_and_json(tmp_path: Path) -> None:
    table = EXAMPLES / "down-under-holdem.toml"
    page, paper = tmp_path / "sign.html", tmp_path / "sign.pdf"
    pitboss("sign", table, "-o", page)
    pitboss("sign", table, "-o", paper)
    assert page.read_text().startswith("<!doctype html>")
    assert paper.read_bytes().startswith(b"%PDF-")
    document = json.loads(pitboss("sign", table, "--json").stdout)
    assert document["sign"]["game"] == "Down Under Hold'em"
    assert pitboss("sign", table).stdout.startswith("<!doctype html>")


PEOPLE = {
    "ames": "dealer", "boyd": "supervisor", "cora": "cashier", "lee": "surveillance", "eve": "executive",
}  # fmt: skip


class Trays:
    """`pitboss tray` at a store whose people have tokens: `--by eve` is said with eve's file."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'room.db'}"
        hire(self.url, folder, PEOPLE)
        self.folder = folder

    def __call__(self, line: str, code: int = 0) -> here.Done:
        signed = re.sub(r"(--(?:by|second|surveillance)) (\w+)", rf"\1-token {self.folder}/\2", line)
        return pitboss("tray", *shlex.split(signed), "--store", self.url, code=code)

    def refused(self, line: str) -> str:
        return self(line, code=2).stderr


@pytest.fixture
def tray(tmp_path: Path) -> Trays:
    return Trays(tmp_path)


@pytest.mark.clause("HR-14", "HR-15", "HR-16", "HR-17")
def test_a_tables_day_by_hand(tray: Trays) -> None:
    chips = "open fu-bacc-1 '$5x400' '$25x120' --by boyd --second ames"
    money = "fund '$5,000' --why slip --by eve --second cora"
    empty = "The cage holds $0, not $5,000. [HR-34]"
    assert empty in tray.refused(chips)
    tray(money)
    assert "$5,000 counted, $5,000 of it from the cage, as the ledger has it" in tray(chips).stdout
    fill = "fill fu-bacc-1 '$5,000' --why 'slip 1' --key s-1 --by cora --second ames"
    assert empty in tray.refused(fill)
    tray(money)
    assert "There is no tray 'fu-bacc-9'" in tray.refused(fill.replace("fu-bacc-1", "fu-bacc-9"))
    for _ in range(2):
        tray(fill)
    tray("credit fu-bacc-1 '$1,000' --why 'slip 4' --by cora --second ames")
    assert "holds $9,000" in tray.refused("credit fu-bacc-1 '$1,000,000' --why x --by cora --second ames")
    tray("cash-for-chips fu-bacc-1 '$500' --why 'spot 3' --by ames")
    assert "HR-14" in tray.refused("payout fu-bacc-1 '$3,000.01' --by boyd")
    much = "wager-paid fu-bacc-1 '$3,000.01' --why slip --by ames"
    assert "above $3,000. [HR-14]" in tray.refused(much)
    taken = "wager-taken fu-bacc-1 '$3,000' --why slip --by ames"
    tray(taken)
    assert "3,000 more take two people. [HR-17]" in tray.refused(taken)
    tray(f"{taken} --second boyd")
    for second in ("", " --second boyd"):
        tray("wager-paid fu-bacc-1 '$3,000' --why slip --by ames" + second)
    seen = "--by boyd --hand 'two monkeys' --bet '$200' --player 'spot 3' --surveillance lee"
    assert "check due" in tray(f"payout fu-bacc-1 '$6,000' {seen} --bank-check").stdout
    tray(f"payout fu-bacc-1 '$4,000' {seen}")
    closed = tray("close fu-bacc-1 '$5x899' --by boyd --second ames --json")
    assert json.loads(closed.stdout)["over_cents"] == -500
    twice = tray.refused("close fu-bacc-1 '$5x800' --by boyd --second ames")
    assert "already counted out" in twice and "[HR-17]" in twice
    report = ("report", "--store", tray.url, EXAMPLES / "fu-bacc.toml")
    (row,) = json.loads(pitboss(*report, "--json").stdout)["tables"]
    assert (row["opener_cents"], row["closer_cents"], row["credits_cents"]) == (500_000, 449_500, 100_000)
    assert (row["drop_cents"], row["win_cents"], row["over_cents"]) == (50_000, -1_000_000, -500)
    assert row["checks_cents"] == 600_000, "the house's money too, though no chips of the tray"
    assert row["counted_win_cents"] == row["win_cents"] + row["checks_cents"] + row["over_cents"]
    shown = pitboss(*report).stdout
    assert "over or short" in shown
    assert "-$5" in shown.replace("−", "-"), "what the pages say of a day, the terminal says as well"


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(("line", "says"), [
    ("open t1 '$5x10' --by boyd", "takes two people"), ("open t1 '10 chips' --by boyd", "VALUExCOUNT"),
    ("open t1 redx5 --by boyd", "not an amount of money"), ("fill t1 -5 --why slip --by cora", "-5"),
    ("fill t1 5 --why slip --by cora", "takes two people"), ("fund 5 --why slip --by eve", "takes two people"),
    ("credit t1 0 --why slip --by cora", "takes two people"), ("fill t1 5 --why slip --by ames", "may not bring chips"),
])  # fmt: skip
def test_tray_refusals(tray: Trays, line: str, says: str) -> None:
    assert says in tray.refused(line)


@pytest.mark.clause("HR-16", "HR-34")
def test_report_has_every_table_that_has_a_tray(tmp_path: Path) -> None:
    """Run by hand, with no room and no jackpot desk: nobody has told the store its game."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    boss, cora, ames = (Person.of(name, PEOPLE[name]) for name in ("eve", "cora", "ames"))
    with create_store(url) as store:
        desk = TrayDesk(store)
        desk.fund(500_000, boss, cora, "the house's money")
        for table in ("T2", "T3"):
            desk.opener(table, Inventory({100: 1_000}), boss, ames)
        desk.move("T2", Movement.CASH_FOR_CHIPS, 10_000, ames, "spot 3")
        desk.closer("T2", Inventory({100: 900}), boss, ames)
        desk.fill("T3", 100_000, cora, ames, "float")
        desk.closer("T3", Inventory({100: 1_994}), boss, ames)
    document = json.loads(pitboss("report", "--store", url, "--json").stdout)
    rows = {row["table"]: row for row in document["tables"]}
    assert (rows["T2"]["game"], rows["T2"]["drop_cents"], rows["T2"]["counted_win_cents"]) == (
        None,
        10_000,
        0,
    )
    assert rows["T3"]["fills_cents"] == 100_000
    assert (rows["T3"]["activity"], rows["T3"]["over_cents"]) == (True, -600)
    assert document["total"]["drop_cents"] == 10_000
    assert [(row["game"], row["drop_cents"]) for row in document["games"]] == [(None, 10_000)]
    assert [(sale["table"], sale["cents"]) for sale in document["sales"]] == [("T2", 10_000)]
    assert "game not known" in pitboss("report", "--store", url).stdout
    idle = pitboss("report", "--store", url, "--on", "2020-02-02").stdout
    assert "T2" in idle and "no activity" in idle
    for name, begins in (("report.pdf", b"%PDF-"), ("report.html", b"<!doctype html>")):
        pitboss("report", "--store", url, "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begins)
    html = (tmp_path / "report.html").read_text()
    assert "<td>T2</td><td>game not known</td>" in html
    named = tmp_path / "t2.toml"
    named.write_text(source("fu-bacc").replace('id = "fu-bacc-1"', 'id = "T2"'))
    files = (named, EXAMPLES / "blackjack.toml")
    tables = json.loads(pitboss("report", "--store", url, *files, "--json").stdout)["tables"]
    games = {row["table"]: row["game"] for row in tables}
    assert games == {"T2": "fu-bacc", "T3": None, "blackjack-1": "blackjack"}
    assert [row["table"] for row in tables if not row["activity"]] == ["blackjack-1"]
