"""The check warns an operator of a wager that gives the player the advantage."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pitboss.house.advantage import check_advantage
from pitboss.house.check import check_room
from pitboss.house.files import read_table

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.clause("AD-19", "AD-20", "AD-21")
@pytest.mark.parametrize(("pay_table", "clause"), [("1", "AD-19"), ("2", "AD-20"), ("3", "AD-21")])
def test_tables_that_let_a_pair_be_raised_are_warned_about(pay_table: str, clause: str) -> None:
    table = read_table(EXAMPLES / "acey-deucey-21.toml")
    table = replace(table, pay_tables={**table.pay_tables, "acey-deucey": pay_table})
    (found,) = check_advantage(table)
    assert (found.clause, found.severity.value) == (clause, "warning")
    assert "has an advantage of" in found.message
    assert found.accepted == "pay table 1B, 2B, 3B"
    (report,) = check_room([table], date(2026, 11, 15))
    assert found in list(report)


def test_tables_with_an_edge_are_not_warned_about() -> None:
    table = read_table(EXAMPLES / "acey-deucey-21.toml")
    table = replace(table, pay_tables={**table.pay_tables, "acey-deucey": "1B"})
    assert list(check_advantage(table)) == []
    assert list(check_advantage(read_table(EXAMPLES / "fu-bacc.toml"))) == []
