"""Fixtures for everything that is stored: each test runs on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tools.postgres import PostgresServer

from pitboss.store import Store, open_store
from pitboss.store import postgres as store_postgres
from pitboss.variables import BACK_ROOM_NICE
from tests.patience import PATIENCE_S

# an example is right or wrong, however slow the machine is today
settings.register_profile(
    "calm", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("calm")
# a database that takes long to let somebody in stands still only where a test stops it
store_postgres._CONNECT_SECONDS = store_postgres._PROBE_SECONDS = int(PATIENCE_S)
# nor does the lab's work wait for a moment when nothing else runs
os.environ[BACK_ROOM_NICE] = "0"

LONGEST_FIRST = (
    "tests/simulation/test_simulation.py", "tests/jackpot/test_random.py", "tests/jackpot/test_destruction.py",
    "tests/web/test_processes.py", "tests/web/test_live.py", "tests/web/test_fuzz.py", "tests/web/test_floods.py",
    "tests/simulate/test_dask.py", "tests/repository/test_docs.py", "tests/browser/test_geometry.py",
    "tests/browser/test_staff.py", "tests/browser/test_proof.py", "tests/browser/test_lab.py",
)  # fmt: skip
"""files are spread over processes whole: the ones that take longest begin, so that the processes end together"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    turn = {name: at for at, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: turn.get(item.nodeid.split("::")[0], len(turn)))


@pytest.fixture(scope="session", autouse=True)
def anchors_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Stores on the tests' server are anchored in a folder of the tests', in their processes too."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.fresh_url()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url, patience_s=PATIENCE_S) as opened:
        yield opened


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No games from outside but those that the test brings, and what it finds out about them is kept in its folder."""
    from pitboss.approvals.outside import forget
    from pitboss.variables import GAMES

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(GAMES, "")
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


@pytest.fixture
def lucky_nines(own_games: Path) -> Path:
    """The game that `pitboss new-game` writes, in its folder."""
    from pitboss.approvals.outside import use_games
    from pitboss.cli.new_game import write_skeleton

    folder = own_games / "lucky-nines"
    write_skeleton(folder.name, folder)
    use_games(folder)
    return folder
