"""Whole answers are kept by their question, and dropped with what they depend on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.edge import answers, ask

MINE = '[[pay_table]]\nwager = "tie"\nid = "mine"\nline = [{ hand = "tie", pays = "%s to 1" }]\n'


@pytest.fixture(autouse=True)
def cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "answers"


def test_a_question_asked_again_has_the_same_answer_from_the_cache() -> None:
    first, second = ask.answers("fu-bacc"), ask.answers("fu-bacc")
    assert first == [*map(same_source, second, first)]
    assert {r.source for r in first} == {"computed"}
    assert {r.source for r in second} == {"cached"}
    assert [r.strategy.to_json() for r in second] == [r.strategy.to_json() for r in first]
    assert {r.source for r in ask.answers("fu-bacc", fresh=True)} == {"computed"}


def same_source(cached, computed):
    from dataclasses import replace

    return replace(cached, source=computed.source, seconds=computed.seconds)


def test_lines_extras_and_notes_come_back_as_they_were() -> None:
    for question in (
        ("down-under-holdem", "jackpot", "option-3"),
        ("face-up-pai-gow-poker", "jackpot", "FUPGPP-ML02"),
    ):
        first, second = ask.answers(*question), ask.answers(*question)
        assert first[0].lines == second[0].lines
        drop = ("source", "seconds")
        shapes = [{k: v for k, v in r[0].to_json().items() if k not in drop} for r in (first, second)]
        assert shapes[0] == shapes[1]


def test_the_same_table_in_another_file_goes_by_that_files_name(tmp_path) -> None:
    for name in ("one.toml", "two.toml"):
        file = tmp_path / name
        file.write_text(MINE.replace('id = "mine"', 'id = "1"') % 9)
        for _ in range(2):
            assert ask.answers("fu-bacc", "tie", pay_table_file=file)[0].pay_table == f"1 of {name}"


def test_other_settings_another_file_another_program_are_other_questions(tmp_path, monkeypatch) -> None:
    file = tmp_path / "mine.toml"
    edges = set()
    for pays in (7, 8, 9):
        file.write_text(MINE % pays)
        edges.add(ask.answers("fu-bacc", "tie", pay_table_file=file)[0].house_edge)
    edges.add(ask.answers("fu-bacc", "tie", settings={"with": "alone"})[0].house_edge)
    assert len(edges) == 4
    ask.answers("fu-bacc", "tie")
    monkeypatch.setattr(answers, "program", lambda: "another")
    assert ask.answers("fu-bacc", "tie")[0].source == "computed"


def test_a_torn_answer_is_asked_for_anew(cache_of_its_own: Path) -> None:
    ask.answers("fu-bacc", "main")
    (path,) = cache_of_its_own.iterdir()
    path.write_bytes(path.read_bytes()[:100])
    assert ask.answers("fu-bacc", "main")[0].source == "computed"
    assert ask.answers("fu-bacc", "main")[0].source == "cached"


def test_a_cache_that_cannot_be_written_keeps_nothing(monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    assert ask.answers("fu-bacc", "tie") and ask.answers("fu-bacc", "tie")[0].source == "computed"


def test_a_kept_answer_needs_nothing_that_computes_and_no_sheet() -> None:
    """What makes it quick: neither the solver nor numpy nor the approvals are imported for it."""
    script = (
        "import sys; from pitboss.cli import pitboss;"
        "pitboss.main(['edge', 'fu-bacc'], standalone_mode=False);"
        "wanted = ('pitboss.edge.fu_bacc', 'pitboss.approvals.load', 'numpy', 'concurrent.futures');"
        "print(*(name in sys.modules for name in wanted))"
    )
    command = [sys.executable, "-c", script]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    (*first, loaded), (*second, needed) = (text.splitlines() for text in said)
    assert first[:-1] == second[:-1]
    assert "computed" in first[-1] and "cached" in second[-1]
    assert (loaded[:9], needed) == ("True True", "False False False False")


def test_a_kept_answer_has_the_figure_as_the_approval_prints_it() -> None:
    first, second = (ask.answers("down-under-holdem", "trips-or-better", "1")[0] for _ in range(2))
    assert first.printed == second.printed == "0.90 %"


def test_what_cannot_be_kept_is_said() -> None:
    with pytest.raises(TypeError, match="cannot be kept"):
        json.dumps({1, 2}, default=answers._written)
