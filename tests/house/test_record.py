"""The approved configuration by hash, and what has changed since (HR-25)."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from pathlib import Path

import pytest

from pitboss.core.errors import BadInput
from pitboss.house.check import check, hash_of, make_record, snapshot
from pitboss.house.findings import Severity
from pitboss.house.table_file import Acknowledgement, Table
from tests.house.tables import TODAY, example, found

pytestmark = pytest.mark.clause("HR-25")


def approved(table: Table, tmp_path: Path) -> Path:
    path = tmp_path / "approved.json"
    path.write_text(json.dumps(make_record(table, date(2021, 7, 2), "letter 21-044").to_json()))
    return path


def with_record(table: Table, path: Path) -> Table:
    return dataclasses.replace(table, approved_record=path)


def test_an_unchanged_table_is_as_approved_and_the_houses_limits_may_change(tmp_path: Path) -> None:
    table = example("fu-bacc")
    record = approved(table, tmp_path)
    report = check(with_record(table, record), TODAY)
    assert report.may_play
    assert "letter 21-044" in found(report, "HR-25", Severity.NOTE)[0].message
    assert check(with_record(example("fu-bacc", ("$100", "$50")), record), TODAY).may_play
    assert found(check(table, TODAY), "HR-25", Severity.WARNING), "without a record"


CHANGES = [
    ("fu-bacc", ('two_spots = "yes"', 'two_spots = "no"'), "options.two_spots"),
    ("acey-deucey-21", ('acey-deucey = "2B"', 'acey-deucey = "1B"'), "pay_tables.acey-deucey.id"),
    ("acey-deucey-21", ('acey-deucey = "2B"', 'acey-deucey = "1B"'), "pay_tables.acey-deucey.lines.trips-suited"),
    ("down-under-holdem", ('version = "005t"', 'version = "005u"'), "equipment.masque-progressive"),
    ("down-under-holdem", ('contribution = "20 %"', 'contribution = "19 %"'),
     "jackpots.jackpot.meters.meter.contribution"),
    ("fu-bacc", ('offered = ["lucky-monkey", "tie"]', 'offered = ["tie"]'), "offered"),
    ("acey-deucey-21", ('"shoe"', '"hand"'), "dealing"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "path"), CHANGES)
def test_a_change_is_shown_and_blocks_opening(
    tmp_path: Path, name: str, change: tuple[str, str], path: str
) -> None:
    record = approved(example(name), tmp_path)
    report = check(with_record(example(name, change), record), TODAY)
    assert not report.may_play
    assert report.may_train
    assert path in [f.where for f in found(report, "HR-25")]


def test_acknowledging_this_very_configuration_opens_the_table(tmp_path: Path) -> None:
    record = approved(example("fu-bacc"), tmp_path)
    changed = with_record(example("fu-bacc", ('two_spots = "yes"', 'two_spots = "no"')), record)
    vouched = Acknowledgement(hash_of(snapshot(changed)), date(2022, 1, 1), "compliance", "letter 22-001")
    assert check(dataclasses.replace(changed, acknowledged=(vouched,)), TODAY).may_play
    other = dataclasses.replace(vouched, hash="0" * 64)
    assert not check(dataclasses.replace(changed, acknowledged=(other,)), TODAY).may_play


def test_a_record_that_was_edited_is_found_out(tmp_path: Path) -> None:
    path = approved(example("fu-bacc"), tmp_path)
    shape = json.loads(path.read_text())
    shape["snapshot"]["options"]["two_spots"] = "no"
    path.write_text(json.dumps(shape))
    report = check(with_record(example("fu-bacc", ('two_spots = "yes"', 'two_spots = "no"')), path), TODAY)
    assert "has been changed" in found(report, "HR-25")[0].message


def test_something_else_is_no_record(tmp_path: Path) -> None:
    from pitboss.house.check import read_record

    path = tmp_path / "x.json"
    for content in ("[]", "{}", "no json"):
        path.write_text(content)
        with pytest.raises(BadInput, match="pitboss approve"):
            read_record(path)


def test_the_file_itself_can_name_record_and_acknowledgement(tmp_path: Path) -> None:
    from pitboss.house.table_file import load_table
    from tests.house.tables import source

    approved(example("fu-bacc"), tmp_path)
    changed = example("fu-bacc", ('two_spots = "yes"', 'two_spots = "no"'))
    text = source("fu-bacc").replace('two_spots = "yes"', 'two_spots = "no"')
    text += '\n[approved]\nrecord = "approved.json"\n'
    assert not check(load_table(text, "t.toml", tmp_path), TODAY).may_play
    text += (
        f'\n[[approved.acknowledged]]\nhash = "{hash_of(snapshot(changed))}"\n'
        'date = 2022-01-01\nby = "compliance"\nreference = "letter 22-001"\n'
    )
    assert check(load_table(text, "t.toml", tmp_path), TODAY).may_play
