"""`pitboss check`, `approve`, `sign` and `report` as a person or a script uses them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.house.tray import TrayDesk
from pitboss.store import open_store
from tests.house.tables import EXAMPLES, source


def pitboss(*args: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *map(str, args)], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


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
        event = TrayDesk(store).fill("fu-bacc-1", 100_000, "cage", "float")
    assert event.kind == "tray.fill"
    files = [EXAMPLES / "fu-bacc.toml", EXAMPLES / "blackjack.toml"]
    document = json.loads(pitboss("report", "--store", url, *files, "--json").stdout)
    rows = {row["table"]: row for row in document["tables"]}
    assert rows["fu-bacc-1"]["fills_cents"] == 100_000
    assert rows["blackjack-1"]["activity"] is False
    assert "no activity" in pitboss("report", "--store", url, *files, "--day", "2020-02-02").stdout
