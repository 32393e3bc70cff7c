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

from pitboss.jackpots import JackpotDesk
from pitboss.ledger import create_store, open_store
from tests.jackpot import players
from tests.jackpot.pit import FACE_UP, FIXED, HOME, WA03
from tests.jackpot.players import TABLES, check
from tests.jackpot.staff import DEALER, EXECUTIVE

ROOT = Path(__file__).parents[2]


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", *map(str, words)]


def killed(*words: object) -> dict[str, Any]:
    """What a program that kills itself again and again has found in the end."""
    done = subprocess.run(command(*words), cwd=ROOT, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


POSTGRES, LONG = pytest.mark.postgres, pytest.mark.long


@pytest.mark.parametrize(("store_url", "kills"), [
    ("sqlite", 60), pytest.param("postgresql", 20, marks=POSTGRES), pytest.param("sqlite", 3000, marks=LONG),
    pytest.param("postgresql", 500, marks=[POSTGRES, LONG]),
], indirect=["store_url"])  # fmt: skip
@pytest.mark.clause("HR-20")
def test_kills_of_players_on_two_tables(store_url: str, kills: int) -> None:
    result = killed("tests.jackpot.players", "kill", store_url, kills, 20261115)
    assert result["told"] > 2 * kills
    assert min(result["games"].values()) > kills // 4
    assert result["voids"] > kills // 100
    assert result["awards"] > 1 or kills < 60


KINDS = (
    "retire received withdrawal adjustment tray.opener tray.closer count-funds players-named tray.wager-taken "
    "tray.wager-paid surveillance change-approved change-declined controls post-amount notices unlink edit-table "
    "payout award-paid"
)


@pytest.mark.parametrize(("store_url", "kills"), [
    ("sqlite", 80), pytest.param("postgresql", 300, marks=[POSTGRES, LONG])
], indirect=["store_url"])  # fmt: skip
@pytest.mark.clause("HR-20", "JP-18", "JP-33", "HR-17")
def test_kills_inside_back_outs_withdrawals_counts_and_retirements(store_url: str, kills: int) -> None:
    result = killed("tests.jackpot.killed", store_url, kills, 20261116)
    assert result["told"] > kills
    assert set(KINDS.split()) - set(result["kinds"]) == set()


@pytest.mark.clause("HR-20")
def test_two_processes_on_one_linked_jackpot(store_url: str) -> None:
    rounds = 60
    with create_store(store_url) as store:
        players.set_up(JackpotDesk(store))
    play = command("tests.jackpot.players", "play", store_url)
    running = [
        subprocess.Popen([*play, table, str(rounds)], cwd=ROOT, stderr=subprocess.PIPE, text=True)
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
    hand = next((hand for every, hand in players.WINS.items() if number % every == 0), FIXED)
    return hand != FIXED


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_postgresql_restarted_under_load() -> None:
    """Eight tables go on playing while the server is killed three times: nobody sees an error, and every act
    is in the log once."""
    tables = [f"L{number}" for number in range(8)]
    rounds = 40
    with PostgresServer() as server, create_store(server.fresh_url(), patience_s=60.0) as store:
        desk = JackpotDesk(store)
        players.set_up(desk)
        for table in tables:
            desk.add_table(table, FACE_UP, EXECUTIVE, spots=6, location=HOME)
            desk.link("J", table, WA03, EXECUTIVE)
        failures: list[BaseException] = []

        def play(table: str) -> None:
            try:
                for number in range(1, rounds + 1):
                    desk.start_game(table, [1, 2], [1, 2], DEALER, key=f"{table}/{number}/start")
                    desk.end_game(table, DEALER, key=f"{table}/{number}/end")
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
