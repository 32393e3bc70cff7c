"""No figure is ever cut: at 60, 80 and 140 columns every command shows each figure that the pipe shows."""

from __future__ import annotations

import re
import shlex

import pytest

from pitboss.cli import pitboss

FIGURE = re.compile(r"[-+$]?\d[\d,./]*\d|[0-9a-f]{16,}")

COMMANDS = [
    "games",
    "edge fu-bacc",
    "edge fu-bacc --wager main",
    "edge acey-deucey-21 --wager war",
    "edge down-under-holdem --wager jackpot --pay-table option-1",
    "edge face-up-pai-gow-poker --wager fortune-bonus",
    "strategy fu-bacc",
    "strategy blackjack",
    'strategy fu-bacc --hand "9c 2d v Qs"',
    "simulate fu-bacc --rounds 20000 --seed 1 --session 100 --shift 1000",
    "check examples/fu-bacc.toml examples/face-up-linked.toml",
    "rng test --shuffles 2000",
    "clauses",
]


def shown(command: str, columns: str, monkeypatch: pytest.MonkeyPatch, capsys) -> str:
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
    pitboss.main(args=shlex.split(command), standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_figure_is_whole_at_every_width(command: str, monkeypatch, capsys) -> None:
    if "rng" in command or "simulate" in command:
        # their figures differ from run to run: what must not be there is the sign of a cut
        texts = [shown(command, columns, monkeypatch, capsys) for columns in ("", "60", "80", "140")]
        assert not any("…" in text for text in texts)
        return
    piped = shown(command, "", monkeypatch, capsys)
    timeless = re.compile(r"\d+\.\d\d s\b")
    figures = set(FIGURE.findall(timeless.sub("", piped)))
    assert "…" not in piped
    # the clauses are read from every source file each time: one width is enough for them
    for columns in ("60",) if command == "clauses" else ("30", "60", "80", "140"):
        narrow = shown(command, columns, monkeypatch, capsys)
        assert "…" not in narrow
        missing = figures - set(FIGURE.findall(timeless.sub("", narrow)))
        assert not missing, f"{command} at {columns} columns"
