"""`pitboss check`, `approve`, `sign` and `report` as a person or a script uses them."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from argon2 import PasswordHasher

from pitboss.cli import main
from pitboss.house.inventory import Inventory
from pitboss.house.tray import TrayDesk
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.people.tokens import issue
from pitboss.store import open_store
from tests.house.tables import EXAMPLES, source


class Done(NamedTuple):
    stdout: str
    stderr: str


def pitboss(*args: object, code: int = 0) -> Done:
    """The command in this process: what it printed, and that it left with this status."""
    with (
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        pytest.raises(SystemExit) as left,
    ):
        main([str(argument) for argument in args])
    assert left.value.code == code, err.getvalue()
    return Done(out.getvalue(), err.getvalue())


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


def test_check_of_a_table_that_may_not_open(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(source("fu-bacc").replace("$100", "$250"))
    document = json.loads(pitboss("check", table, "--on", "2026-11-15", "--json", code=1).stdout)
    finding = document["tables"][0]["findings"][0]
    assert (finding["clause"], finding["severity"]) == ("HR-02", "error")
    assert finding["accepted"] == "a maximum of at most $200"


@pytest.mark.clause("HR-25")
def test_what_check_forbids_is_neither_posted_nor_recorded(tmp_path: Path) -> None:
    table, record = tmp_path / "table.toml", tmp_path / "approved.json"
    table.write_text(source("fu-bacc").replace("$100", "$250"))
    on = ["--on", "2026-11-15"]
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


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["check", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["check", EXAMPLES / "fu-bacc.toml", "--on", "yesterday"], "a date such as"),
        (["sign", EXAMPLES / "fu-bacc.toml", "-o", "sign.docx"], "neither HTML nor PDF"),
        (["sign", EXAMPLES / "fu-bacc.toml", "-o", "no-such-folder/sign.pdf"], "cannot be written"),
        (["report", "--store", "mongodb://x"], "does not name a store"),
        (["check"], "Missing argument"),
    ],
)
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


@pytest.mark.clause("HR-16")
def test_report_lists_idle_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with open_store(url) as store:
        boss, cora = Person.of("eve", "executive"), Person.of("cora", "cashier")
        TrayDesk(store).fund(150_000, boss, cora, "the house's money")
        TrayDesk(store).opener("fu-bacc-1", Inventory({500: 100}), boss, Person.of("ames", "dealer"))
        event = TrayDesk(store).fill("fu-bacc-1", 100_000, cora, Person.of("ames", "dealer"), "float")
    assert event.kind == "tray.fill"
    files = [EXAMPLES / "fu-bacc.toml", EXAMPLES / "blackjack.toml"]
    document = json.loads(pitboss("report", "--store", url, *files, "--json").stdout)
    rows = {row["table"]: row for row in document["tables"]}
    assert rows["fu-bacc-1"]["fills_cents"] == 100_000
    assert rows["blackjack-1"]["activity"] is False
    assert "no activity" in pitboss("report", "--store", url, *files, "--day", "2020-02-02").stdout
    paper = tmp_path / "report.pdf"
    pitboss("report", "--store", url, *files, "-o", paper)
    assert paper.read_bytes().startswith(b"%PDF-")


PEOPLE = {
    "ames": "dealer",
    "boyd": "supervisor",
    "cora": "cashier",
    "lee": "surveillance",
    "eve": "executive",
}


def staffed(folder: Path) -> tuple[str, dict[str, tuple[str, str]]]:
    """A store whose people have tokens: its URL, and each one's way to sign as the first."""
    url = f"sqlite:///{folder / 'room.db'}"
    with open_store(url) as store:
        people = People(store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        for name, role in PEOPLE.items():
            people.add(name, "fifty blue chairs", role, "terminal")
            (folder / name).touch(mode=0o600)
            (folder / name).write_text(issue(store, Person.of(name, role), 1))
    return url, {name: ("--by-token", str(folder / name)) for name in PEOPLE}


@pytest.mark.clause("HR-14", "HR-15", "HR-16", "HR-17")
def test_a_tables_day_by_hand(tmp_path: Path) -> None:
    url, by = staffed(tmp_path)
    store = ("--store", url)
    two = (*by["boyd"], "--second-token", str(tmp_path / "ames"))
    slip, ames = ("--why", "slip 0"), ("--second-token", str(tmp_path / "ames"))
    chips = ("tray", "open", "fu-bacc-1", "$5x400", "$25x120", *two, *store)
    assert "The cage holds $0, not $5,000. [HR-34]" in pitboss(*chips, code=2).stderr
    money = ("tray", "fund", "$5,000", *by["eve"], "--second-token", tmp_path / "cora", *slip, *store)
    pitboss(*money)
    assert "$5,000 counted, as the ledger has it" in pitboss(*chips).stdout
    refused = pitboss("tray", "fill", "fu-bacc-1", "$5,000", *by["cora"], *slip, *store, code=2)
    assert "takes two people" in refused.stderr
    refused = pitboss("tray", "fill", "fu-bacc-1", "$5,000", *by["cora"], *ames, *slip, *store, code=2)
    assert "The cage holds $0, not $5,000. [HR-34]" in refused.stderr
    refused = pitboss("tray", "fund", "$5,000", *by["eve"], *slip, *store, code=2)
    assert "takes two people" in refused.stderr
    pitboss(*money)
    refused = pitboss("tray", "fill", "fu-bacc-9", "$10", *by["cora"], *ames, *slip, *store, code=2)
    assert "There is no tray 'fu-bacc-9'" in refused.stderr
    for _ in range(2):
        chips = ("tray", "fill", "fu-bacc-1", "$5,000", *by["cora"], *ames, "--why", "slip 1", "--key", "s-1")
        pitboss(*chips, *store)
    pitboss("tray", "credit", "fu-bacc-1", "$1,000", *by["cora"], *ames, "--why", "slip 4", *store)
    much = ("tray", "credit", "fu-bacc-1", "$1,000,000", *by["cora"], *ames, "--why", "x")
    refused = pitboss(*much, *store, code=2)
    assert "holds $9,000" in refused.stderr
    pitboss("tray", "cash-for-chips", "fu-bacc-1", "$500", *by["ames"], "--why", "spot 3", *store)
    refused = pitboss("tray", "payout", "fu-bacc-1", "$3,000.01", *by["boyd"], *store, code=2)
    assert "HR-14" in refused.stderr
    refused = pitboss("tray", "wager-paid", "fu-bacc-1", "$3,000.01", *by["ames"], *slip, *store, code=2)
    assert "above $3,000. [HR-14]" in refused.stderr
    taken = ("tray", "wager-taken", "fu-bacc-1", "$3,000", *by["ames"], *slip, *store)
    pitboss(*taken)
    assert "3,000 more take two people. [HR-17]" in pitboss(*taken, code=2).stderr
    pitboss(*taken, "--second-token", str(tmp_path / "boyd"))
    pays = ("tray", "wager-paid", "fu-bacc-1", "$3,000", *by["ames"], *slip, *store)
    pitboss(*pays)
    pitboss(*pays, "--second-token", str(tmp_path / "boyd"))
    seen = ("--hand", "two monkeys", "--wager", "$200", "--player", "spot 3")
    lee = ("--surveillance-token", str(tmp_path / "lee"))
    paid = pitboss("tray", "payout", "fu-bacc-1", "$6,000", *by["boyd"], *seen, *lee, "--check", *store)
    assert "check due" in paid.stdout
    pitboss("tray", "payout", "fu-bacc-1", "$4,000", *by["boyd"], *seen, *lee, *store)
    closed = pitboss("tray", "close", "fu-bacc-1", "$5x899", *two, *store, "--json")
    assert json.loads(closed.stdout)["over_cents"] == -500
    twice = pitboss("tray", "close", "fu-bacc-1", "$5x800", *two, *store, code=2).stderr
    assert "already counted out" in twice and "[HR-17]" in twice
    report = json.loads(pitboss("report", *store, EXAMPLES / "fu-bacc.toml", "--json").stdout)
    row = report["tables"][0]
    assert (row["opener_cents"], row["closer_cents"], row["credits_cents"]) == (500_000, 449_500, 100_000)
    assert (row["drop_cents"], row["win_cents"], row["over_cents"]) == (50_000, -1_000_000, -500)
    assert row["checks_cents"] == 600_000, "the house's money too, though no chips of the tray"
    assert row["counted_win_cents"] == row["win_cents"] + row["checks_cents"] + row["over_cents"]
    shown = pitboss("report", *store, EXAMPLES / "fu-bacc.toml").stdout
    assert "over or short" in shown
    assert "-$5" in shown.replace("−", "-"), "what the pages say of a day, the terminal says as well"


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(
    ("args", "who", "says"),
    [
        (["open", "t1", "$5x10"], "boyd", "takes two people"),
        (["open", "t1", "10 chips"], "boyd", "VALUExCOUNT"),
        (["open", "t1", "redx5"], "boyd", "not an amount of money"),
        (["fill", "t1", "-5", "--why", "slip"], "cora", "-5"),
        (["credit", "t1", "0", "--why", "slip"], "cora", "takes two people"),
        (["fill", "t1", "5", "--why", "slip"], "ames", "may not bring chips"),
    ],
)
def test_tray_refusals(tmp_path: Path, args: list[str], who: str, says: str) -> None:
    url, by = staffed(tmp_path)
    done = pitboss("tray", *args, *by[who], "--store", url, code=2)
    assert says in done.stderr
