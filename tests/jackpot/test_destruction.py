"""Processes killed, processes side by side, a database that goes away: nothing lost, nothing twice."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tools.postgres import PostgresServer

from pitboss.jackpot import JackpotDesk
from pitboss.store import open_store
from tests.jackpot import players
from tests.jackpot.players import TABLES, check

ROOT = Path(__file__).parents[2]


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tests.jackpot.players", *map(str, words)]


def kill(url: str, kills: int) -> dict[str, Any]:
    done = subprocess.run(
        command("kill", url, kills, 20261115), cwd=ROOT, capture_output=True, text=True, timeout=3000
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    assert result["kills"] == kills
    assert result["told"] > 2 * kills
    assert min(result["games"].values()) > kills // 4
    assert result["voids"] > kills // 100
    return result


@pytest.mark.clause("HR-20")
def test_five_hundred_kills_on_sqlite(tmp_path: Path) -> None:
    assert kill(f"sqlite:///{tmp_path / 'killed.db'}", 500)["awards"] > 10


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_a_hundred_kills_on_postgresql(postgres: PostgresServer) -> None:
    kill(postgres.fresh_url(), 100)


@pytest.mark.long
@pytest.mark.postgres
def test_five_hundred_kills_on_postgresql(postgres: PostgresServer) -> None:
    kill(postgres.fresh_url(), 500)


@pytest.mark.long
def test_three_thousand_kills_on_sqlite(tmp_path: Path) -> None:
    kill(f"sqlite:///{tmp_path / 'killed.db'}", 3000)


def kill_lives(url: str, kills: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.jackpot.killed", url, str(kills), "20261116"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3000,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["told"] > kills
    assert {"retire", "received", "withdrawal", "adjustment", "tray.opener", "tray.closer"} <= set(
        result["kinds"]
    )
    assert {"count-funds", "players-named", "tray.wager-taken", "tray.wager-paid"} <= set(result["kinds"])
    assert {
        "surveillance",
        "change-approved",
        "change-declined",
        "controls",
        "post-amount",
        "notices",
    } <= set(result["kinds"])
    assert {"unlink", "edit-table", "payout", "award-paid"} <= set(result["kinds"])


@pytest.mark.clause("HR-20", "JP-18", "JP-33", "HR-17")
def test_kills_inside_back_outs_withdrawals_counts_and_retirements(tmp_path: Path) -> None:
    kill_lives(f"sqlite:///{tmp_path / 'killed.db'}", 80)


@pytest.mark.long
@pytest.mark.postgres
def test_kills_inside_every_act_on_postgresql(postgres: PostgresServer) -> None:
    kill_lives(postgres.fresh_url(), 300)


@pytest.mark.clause("HR-20")
def test_two_processes_on_one_linked_jackpot(store_url: str) -> None:
    rounds = 60
    with open_store(store_url) as store:
        players.set_up(JackpotDesk(store))
    running = [
        subprocess.Popen(
            command("play", store_url, table, rounds), cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        for table in TABLES
    ]
    try:
        for process in running:
            _, complaint = process.communicate(timeout=1200)
            assert process.returncode == 0, complaint
    finally:
        for process in running:
            process.kill()
            process.communicate()
    with open_store(store_url) as store:
        result = check(store)
    assert result["games"] == dict.fromkeys(TABLES, rounds)
    assert result["awards"] == 2 * len([n for n in range(1, rounds + 1) if wins_meter(n)])


def wins_meter(number: int) -> bool:
    hand = next((hand for every, hand in players.WINS.items() if number % every == 0), None)
    return hand is not None and hand != "full-house"


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_postgresql_restarted_under_load() -> None:
    """Eight tables go on playing while the server is killed three times: nobody sees an error, and every act
    is in the log once."""
    tables = [f"L{number}" for number in range(8)]
    rounds = 40
    with PostgresServer() as server, open_store(server.fresh_url(), patience_s=60.0) as store:
        desk = JackpotDesk(store)
        players.set_up(desk)
        for table in tables:
            desk.add_table(table, players.GAME, players.BOSS, spots=6, location=players.PLACE)
            desk.link("J", table, players.PAY_TABLE, players.BOSS)
        failures: list[BaseException] = []

        def play(table: str) -> None:
            try:
                for number in range(1, rounds + 1):
                    desk.start_game(table, [1, 2], [1, 2], players.DEALER, key=f"{table}/{number}/start")
                    desk.end_game(table, players.DEALER, key=f"{table}/{number}/end")
                    time.sleep(0.01)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=play, args=(table,)) for table in tables]
        for thread in threads:
            thread.start()
        for _ in range(3):
            time.sleep(0.3)
            server.restart(pause_s=0.2)
        for thread in threads:
            thread.join()
        assert failures == []
        games = sum(event.kind == "start-game" for event in players.every_event(store))
        assert games == len(tables) * rounds
        wagered = games * 2 * 100 * players.UNIT
        meter = store.account("jackpot/J/meter/meter")
        carry = players.Fraction((store.document("jackpot-carry/J") or {"meter": ["0"]})["meter"][0])
        assert meter.credits + carry == players.SEED_CENTS * players.UNIT + wagered * players.RATE
        assert players.verify(store).findings == []
