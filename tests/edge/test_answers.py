"""Whole answers are kept by their question, and dropped with what they depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.analysis import questions, solutions

MINE = '[[pay_table]]\nwager = "tie"\nid = "mine"\nline = [{ hand = "tie", pays = "%s to 1" }]\n'


@pytest.fixture(autouse=True)
def cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "answers"


def test_a_question_asked_again_has_the_same_answer_from_the_cache() -> None:
    first, second = questions.answers("fu-bacc"), questions.answers("fu-bacc")
    assert first == [
        replace(r, source=one.source, seconds=one.seconds) for r, one in zip(second, first, strict=True)
    ]
    assert {r.source for r in first} == {"computed"}
    assert {r.source for r in second} == {"cached"}
    assert [r.strategy.to_json() for r in second] == [r.strategy.to_json() for r in first]
    assert {r.source for r in questions.answers("fu-bacc", fresh=True)} == {"computed"}


def test_lines_extras_and_notes_come_back_as_they_were() -> None:
    for game, table in (("down-under-holdem", "option-3"), ("face-up-pai-gow-poker", "FUPGPP-ML02")):
        first, second = (questions.answers(game, "jackpot", table)[0] for _ in range(2))
        assert first.lines == second.lines
        told = {"source": first.source, "seconds": first.seconds}
        assert {**second.to_json(), **told} == {**first.to_json(), **told}


def test_the_same_table_in_another_file_goes_by_that_files_name(tmp_path) -> None:
    for name in ("one.toml", "two.toml"):
        file = tmp_path / name
        file.write_text(MINE.replace('id = "mine"', 'id = "1"') % 9)
        for _ in range(2):
            assert questions.answers("fu-bacc", "tie", pay_table_file=file)[0].pay_table == f"1 of {name}"


def test_other_settings_another_file_another_program_are_other_questions(tmp_path, monkeypatch) -> None:
    file = tmp_path / "mine.toml"
    edges = set()
    for pays in (7, 8, 9):
        file.write_text(MINE % pays)
        edges.add(questions.answers("fu-bacc", "tie", pay_table_file=file)[0].house_edge)
    edges.add(questions.answers("fu-bacc", "tie", settings={"with": "alone"})[0].house_edge)
    assert len(edges) == 4
    questions.answers("fu-bacc", "tie")
    monkeypatch.setattr(solutions, "program", lambda: "another")
    assert questions.answers("fu-bacc", "tie")[0].source == "computed"


def test_a_torn_answer_is_asked_for_anew_and_what_cannot_be_kept_is_said(
    cache_of_its_own, monkeypatch, tmp_path
) -> None:
    questions.answers("fu-bacc", "main")
    (path,) = cache_of_its_own.iterdir()
    path.write_bytes(path.read_bytes()[:100])
    assert [questions.answers("fu-bacc", "main")[0].source for _ in range(2)] == ["computed", "cached"]
    with pytest.raises(TypeError, match="cannot be kept"):
        json.dumps({1, 2}, default=solutions._written)
    # a cache that cannot be written keeps nothing
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    assert [questions.answers("fu-bacc", "tie")[0].source for _ in range(2)] == ["computed", "computed"]


def test_a_kept_answer_has_the_figure_as_the_approval_prints_it() -> None:
    first, second = (questions.answers("down-under-holdem", "trips-or-better", "1")[0] for _ in range(2))
    assert first.published == second.published == "0.90 %"


def test_a_kept_answer_needs_nothing_that_computes_and_no_sheet() -> None:
    """What makes it quick: neither the solver nor numpy nor the approvals are imported for it."""
    script = (
        "import sys; from pitboss.cli import pitboss;"
        "pitboss.main(['edge', 'fu-bacc'], standalone_mode=False);"
        "wanted = ('pitboss.table_games.fu_bacc.solve', 'pitboss.sheets.load', 'numpy', 'concurrent.futures');"
        "print(*(name in sys.modules for name in wanted))"
    )
    command = [sys.executable, "-c", script]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    (*first, loaded), (*second, needed) = (text.splitlines() for text in said)
    assert first[:-1] == second[:-1]
    assert "computed" in first[-1] and "cached" in second[-1]
    assert (loaded[:9], needed) == ("True True", "False False False False")
