"""Readings stand apart from print, with the words they read and what the other reading would cost."""

from __future__ import annotations

import pytest

from pitboss.approvals import clauses, game_ids, sheet
from pitboss.paper.rules_part import rules_blocks
from pitboss.rounds.config import TableConfig

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


@pytest.mark.clause("LB-10")
def test_the_product_reading_is_printed_with_its_edge() -> None:
    """It was announced and never printed."""
    text = words("lucky-break")
    assert "1/1: " in text
    assert " becomes " in text


@pytest.mark.clause("BJ-11")
def test_the_range_of_the_cut_card() -> None:
    assert "a whole number from 0 to 100, every-round" in words("lucky-break")


def test_a_clause_knows_its_place() -> None:
    places = {clause.id: clause.place for clause in clauses()}
    assert places["FB-13"] == "Dealing Procedures, step 7"


@pytest.mark.clause("FB-06")
def test_tie_alone_is_in_the_packet() -> None:
    assert "becomes 22.46" in words("fu-bacc")
