"""No figure is ever cut: at 60, 80 and 140 columns every command shows each figure that the pipe shows."""

from __future__ import annotations

import json
import random
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli import COMMANDS as EVERY_COMMAND
from pitboss.cli import pitboss
from tests.amounts import amount
from tests.rounds.sealed import random_dealt

from .test_jackpot import DEALER, SUPERVISOR, Terminal, open_jackpot

FIGURE = re.compile(r"[-+$]?\d[\d,./]*\d|[0-9a-f]{16,}")

COMMANDS = [
    "games", "edge fu-bacc", "edge fu-bacc --wager main", "edge acey-deucey-21 --wager war",
    "edge down-under-holdem --wager jackpot --pay-table option-1",
    "edge face-up-pai-gow-poker --wager fortune-bonus",
    "strategy fu-bacc", "strategy blackjack",
    'strategy fu-bacc --hand "9c 2d v Qs"',
    "simulate fu-bacc --rounds 20000 --seed 1 --session 100 --shift 1000",
    "check examples/fu-bacc.toml examples/face-up-linked.toml",
    "clauses", "audit", "house-way foxwoods", "mistakes fu-bacc",
    "exposure acey-deucey-21 --rounds 200",
    "diff royal-match-21/royal-match/10-3 royal-match-21/royal-match/25-2.5 --rounds 200",
    "design fu-bacc --wager lucky-monkey --target-edge 0.05",
    "jackpot roles",
    "jackpot math face-up-pai-gow-poker --pay-table FUPGPP-WA03 --meters seed=20000,contribution=18.5%,reserve=2%",
]  # fmt: skip
OF_A_ROOM = [
    "jackpot list", "jackpot show J", "jackpot statement J", "jackpot award page CLAIM",
    "report --store STORE examples/fu-bacc.toml", "user list --store STORE", "room --store STORE",
    "verify --store STORE",
    "store anchor --store STORE", "verify-round ROUND",
]  # fmt: skip
WIDTHS = amount(("30", "80"), ("30", "60", "80", "140"))
SENTENCES = {"approve", "examples", "new-game", "packet", "play", "serve", "sign", "tray"}
"""these print sentences, or pages into files, and no table"""


def shown(command: str, columns: str, monkeypatch: pytest.MonkeyPatch, capsys) -> str:
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
    pitboss.main(args=shlex.split(command), standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_figure_is_whole_at_every_width(command: str, monkeypatch, capsys) -> None:
    if command.split()[0] in ("simulate", "exposure"):
        # their figures differ from run to run: what must not be there is the sign of a cut
        for columns in amount(("60",), ("", "60", "80", "140")):
            assert "…" not in shown(command, columns, monkeypatch, capsys)
        return
    piped = shown(command, "", monkeypatch, capsys)
    timeless = re.compile(r"\d+\.\d\d s\b")
    figures = set(FIGURE.findall(timeless.sub("", piped)))
    assert "…" not in piped
    # the clauses are read from every source file each time: one width is enough for them
    for columns in ("60",) if command == "clauses" else WIDTHS:
        narrow = shown(command, columns, monkeypatch, capsys)
        assert "…" not in narrow
        missing = figures - set(FIGURE.findall(timeless.sub("", narrow)))
        assert not missing, f"{command} at {columns} columns"


def test_every_figure_of_a_room_is_whole_at_every_width(tmp_path: Path, monkeypatch, capsys) -> None:
    terminal = Terminal(f"sqlite:///{tmp_path / 'store.db'}", tmp_path, capsys, monkeypatch).hire()
    open_jackpot(terminal)
    terminal.ok(f"game start T1 --lit 1,2,4 --by {DEALER}")
    claim = terminal.ok(f"award claim T1 4 seven-card-straight-flush --by {DEALER}")["payload"]["claim"]
    for act in ("confirm", "complete"):
        terminal.ok(f"award {act} {claim} --by {SUPERVISOR}")
    terminal.ok(f"game end T1 --by {DEALER}")
    file = tmp_path / "round.json"
    file.write_text(json.dumps(random_dealt("blackjack", random.Random(1)).file()))
    places = {"STORE": terminal.url, "CLAIM": claim, "ROUND": str(file)}

    def figures(line: str, columns: str) -> set[str]:
        monkeypatch.setenv("COLUMNS", columns)
        code, out, err = terminal.run(re.sub("STORE|CLAIM|ROUND", lambda word: places[word[0]], line))
        assert code in (0, 1), err
        assert "…" not in out
        return set(FIGURE.findall(out))

    for line in OF_A_ROOM:
        piped = figures(line, "")
        for columns in WIDTHS:
            assert not piped - figures(line, columns), f"{line} at {columns} columns"


def test_every_command_is_tried() -> None:
    tried = {line.split()[0] for line in (*COMMANDS, *OF_A_ROOM)}
    assert tried | SENTENCES == set(EVERY_COMMAND)
    assert not tried & SENTENCES
