"""The rules at the table, in a player's words."""

from __future__ import annotations

from pitboss.web.pages.table import pay_sections


def test_wagers_that_pay_alike_share_their_lines() -> None:
    lines = [{"text": "Player better", "pays": "1 to 1"}]
    wagers = [
        {"name": "Ante", "odds": lines},
        {"name": "Tie", "odds": [{"text": "Tie", "pays": "7 to 1"}]},
        {"name": "Play", "odds": list(lines)},
        {"name": "Blind", "odds": []},
    ]
    assert [(one["name"], len(one["odds"])) for one in pay_sections(wagers)] == [
        ("Ante and Play", 1),
        ("Tie", 1),
    ]
