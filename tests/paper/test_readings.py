"""Readings stand apart from print, with the words they read and what the other reading would cost."""

from __future__ import annotations

import pytest

from pitboss.paper.parts import rules_blocks
from pitboss.rounds.config import TableConfig
from pitboss.sheets import clauses, game_ids, sheet

APPROVED = [game for game in game_ids() if sheet(game).letter]


def words(game: str) -> str:
    return " ".join(str(block) for block in rules_blocks(sheet(game), TableConfig(game), {}))


@pytest.mark.clause("HR-31")
@pytest.mark.parametrize("game", APPROVED)
def test_every_reading_remark_place_and_range_is_in_the_packet(game: str) -> None:
    rules, text = sheet(game), words(game)
    assert rules.readings
    for reading in rules.readings:
        assert reading.read in text
        assert reading.clause in {c.id for c in rules.clauses}
    for clause in rules.clauses:
        assert clause.place, clause.id
    for remark in rules.letter.remarks if rules.letter else ():
        assert remark in text
    for option in rules.options:
        assert option.accepted in text


@pytest.mark.clause("BJ-11", "FB-06", "LB-10")
def test_other_readings_are_printed_with_their_edges_and_a_clause_knows_its_place() -> None:
    text = words("lucky-break")
    assert "1/1: " in text and " becomes " in text
    assert "a whole number from 0 to 100, every-round" in text
    assert "becomes 22.46" in words("fu-bacc")
    assert {clause.id: clause.place for clause in clauses()}["FB-13"] == "Dealing Procedures, step 7"
