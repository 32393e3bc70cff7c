"""What is said with an edge: what it assumes, and a printed figure only where it was printed for its settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.analysis.questions import answers, audit, audit_elsewhere
from pitboss.cli.edge import edge
from pitboss.sheets import game_ids, sheet
from tests.edge.asked import result_of


@pytest.mark.parametrize("game", game_ids())
def test_every_figure_belongs_to_the_settings_it_names(game: str) -> None:
    for figure in (*sheet(game).published, *sheet(game).elsewhere):
        result = result_of(game, figure.wager, figure.pay_table, **figure.settings)
        if figure.line:
            assert result.elsewhere is None  # of a line's chance, not of the edge
        elif figure.source:
            assert result.elsewhere == f"{figure.figure}, {figure.source}"
        else:
            assert result.published == figure.figure


DISAGREES = [
    *(("acey-deucey-21", "acey-deucey", table) for table in "123"), ("down-under-holdem", "main", "1"),
    ("face-up-pai-gow-poker", "main", "1"), ("bet-the-set-21", "bet-the-set", "15-10"),
]  # fmt: skip


@pytest.mark.clause("AD-06", "AD-09", "DU-10", "DU-13", "DU-14")
def test_every_printed_figure_is_audited() -> None:
    """Those of approvals, and those of others."""
    audited = [*audit(), *audit_elsewhere()]
    assert len(audited) == sum(len(sheet(game).published) + len(sheet(game).elsewhere) for game in game_ids())
    assert {(f.game, f.wager, f.pay_table): f.verdict for f in audited if f.verdict != "agrees"} == {
        ("acey-deucey-21", "war", "2"): "rounded", **dict.fromkeys(DISAGREES, "disagrees"),
    }  # fmt: skip


@pytest.mark.clause("DU-07")
@pytest.mark.parametrize(("game", "wager", "settings", "figure", "other"), [
    ("acey-deucey-21", "war", {"soft_17": "stands", "insurance": "off"}, "0.5248 %", {"decks": "4"}),
    ("acey-deucey-21", "acey-deucey", {"surrender": "late"}, "2.99 %", {"decks": "4"}),
    ("down-under-holdem", "trips-or-better", {"folded_bonus": "lost", "folded_trips_or_better": "qualifies"},
     "0.90 %", {"folded_trips_or_better": "lost"}),
])  # fmt: skip
def test_settings_that_change_nothing_keep_the_figure(game, wager, settings, figure, other) -> None:  # type: ignore[no-untyped-def]
    (kept,), (changed,) = (answers(game, wager, "1", asked) for asked in (settings, {**settings, **other}))
    assert (kept.published, changed.published) == (figure, None)


@pytest.mark.clause("AD-06", "AD-09", "DU-07")
@pytest.mark.parametrize(("game", "wager", "table", "settings"), [
    ("acey-deucey-21", "war", "1", {"decks": "1"}), ("acey-deucey-21", "war", "2", {"decks": "8"}),
    ("acey-deucey-21", "acey-deucey", "1", {"decks": "2"}),
    ("acey-deucey-21", "acey-deucey", "2", {"raise": "0"}),
    ("down-under-holdem", "trips-or-better", "1", {"folded_trips_or_better": "lost"}),
    ("down-under-holdem", "trips-or-better", "1", {"folded_bonus": "lost"}),
    ("down-under-holdem", "match-the-dealer", "4", {"folded_match_the_dealer": "lost"}),
    ("face-up-pai-gow-poker", "main", "1", {"wheel": "lowest"}),
    ("face-up-pai-gow-poker", "main", "1", {"variant": "ordinary"}),
    ("ultimate-texas-holdem", "trips", "1", {"folded_trips": "lost"}),
    ("fortune-pai-gow-poker", "main", "1", {"wheel": "lowest"}),
])  # fmt: skip
def test_no_figure_beside_other_settings(game: str, wager: str, table: str, settings: dict[str, str]) -> None:
    (result,) = answers(game, wager, table, settings)
    assert (result.published, result.elsewhere) == (None, None)


def test_no_figure_beside_a_pay_table_of_ones_own(tmp_path: Path) -> None:
    printed = sheet("acey-deucey-21").pay_table("war", "1").lines
    lines = ", ".join(f'{{ hand = "{line.hand}", pays = "{line.pays}" }}' for line in printed)
    head = '[[pay_table]]\nwager = "war"\nid = "1"\nrules = { tie = "second-card" }\n'
    own = tmp_path / "own.toml"
    own.write_text(f"{head}line = [{lines}]\n", encoding="utf-8")
    (result,) = answers("acey-deucey-21", "war", pay_table_file=own)
    assert result.published is None


def shown(*args: str) -> str:
    result = CliRunner().invoke(edge, list(args), standalone_mode=False, env={"COLUMNS": "140"})
    assert result.exception is None
    return result.output


@pytest.mark.clause("JP-11")
def test_a_jackpots_edge_names_its_meter() -> None:
    """It was listed at a meter of $0 without a word."""
    assert "at an empty meter" in shown("down-under-holdem", "--wager", "jackpot")
    assert "at meter $1,000" in shown("down-under-holdem", "--wager", "jackpot", "--set", "meter=100000")
    assert "empty meter" not in shown("fu-bacc")


@pytest.mark.clause("DU-07")
@pytest.mark.parametrize("wager", ["trips-or-better", "match-the-dealer"])
def test_a_bonus_lost_by_its_own_option(wager: str) -> None:
    """A table may have it; the solver refused it."""
    both, name = {"folded_bonus": "lost"}, "folded_" + wager.replace("-", "_")
    lost, own, kept = (
        result_of("down-under-holdem", wager, "1", **settings).house_edge
        for settings in (both, {name: "lost"}, {**both, name: "qualifies"})
    )
    assert own == lost > kept


@pytest.mark.clause("FU-06")
def test_a_figure_no_approval_prints_stands_apart() -> None:
    rules = sheet("face-up-pai-gow-poker")
    assert not rules.published
    assert [figure.figure for figure in rules.elsewhere] == ["1.81 %", "2.7212 %"]
    assert all(figure.source for figure in rules.elsewhere)
    (result,) = answers("face-up-pai-gow-poker", "main")
    assert result.published is result.to_json()["published"] is None
    assert (result.elsewhere or "").startswith("1.81 %, published for Face Up Pai Gow Poker by others")
