"""What an edge assumes is said with it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pitboss.approvals import sheet
from pitboss.cli.edge import edge
from pitboss.edge import ask


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
    name = "folded_" + wager.replace("-", "_")
    both, own, kept = (
        ask.solve("down-under-holdem", ask.queries("down-under-holdem", wager, "1", settings)[0]).house_edge
        for settings in (
            {"folded_bonus": "lost"},
            {name: "lost"},
            {"folded_bonus": "lost", name: "qualifies"},
        )
    )
    assert own == both > kept


@pytest.mark.clause("FU-06")
def test_a_figure_no_approval_prints_is_marked() -> None:
    figure = sheet("face-up-pai-gow-poker").published_figure("main", "1")
    assert figure is not None
    assert figure.source
    assert figure.shown == "1.81 % (not the approval's)"
