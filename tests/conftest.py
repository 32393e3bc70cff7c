"""Fixtures for everything that is stored: on SQLite, and on a real PostgreSQL server in the gate or in the night."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tools.postgres import PostgresServer

from pitboss.core.arguments import BACK_ROOM_NICE
from pitboss.ledger import Store, create_store
from pitboss.ledger import postgres as store_postgres
from tests import limits, workers
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
    "tests/simulation/test_simulation.py", "tests/jackpot/test_destruction.py", "tests/simulate/test_agreement.py",
    "tests/web/test_process_faults.py", "tests/web/test_security.py", "tests/web/test_matrix.py",
    "tests/web/test_processes.py", "tests/web/test_fuzz.py", "tests/blackjack/test_simulation_math.py",
    "tests/blackjack/test_exact_math.py", "tests/face_up_pai_gow_poker/test_kernel.py", "tests/simulate/test_dask.py",
    "tests/repository/test_docs.py", "tests/repository/test_extras.py", "tests/repository/test_limits.py",
    "tests/web/test_live.py", "tests/web/test_floods.py", "tests/jackpot/test_random.py",
    "tests/browser/test_geometry.py", "tests/browser/test_staff.py", "tests/browser/test_proof.py",
    "tests/browser/test_lab.py",
)  # fmt: skip
"""files are spread over processes whole: the ones that take longest begin, so that the processes end together"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="processes to spread the files over")


def pytest_configure(config: pytest.Config) -> None:
    limits.register(config)
    if count := config.getoption("--workers"):
        config.pluginmanager.register(workers.Spread(count, limits.begin), "workers")


ON_BOTH = (
    "tests/store/", "tests/cli/test_jackpot.py::test_a_house_jackpot", "tests/house/test_books.py",
    "tests/jackpot/test_destruction.py", "tests/jackpot/test_retirement.py", "tests/jackpot/test_wager.py",
    "tests/people/test_credentials.py", "tests/room/test_recovery.py", "tests/room/test_void.py",
)  # fmt: skip
"""the store, and what else is held on PostgreSQL too in the gate; the rest of it in the night"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = getattr(item, "callspec", None)
        on = parameters.params.get("store_url") if parameters else None
        if on == "postgresql" and not item.nodeid.startswith(ON_BOTH):
            item.add_marker(pytest.mark.long)
    turn = {name: at for at, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: turn.get(item.nodeid.split("::")[0], len(turn)))


@pytest.fixture(scope="session", autouse=True)
def anchors_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Stores on the tests' server are anchored in a folder of the tests', in their processes too."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
    yield
    if servers := sys.modules.get("tests.web.warm"):
        servers.WARM.close()


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
    with create_store(store_url, patience_s=PATIENCE_S) as opened:
        yield opened


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No games from outside but those that the test brings, and what it finds out about them is kept in its folder."""
    from pitboss.core.arguments import GAMES
    from pitboss.sheets.plugins import forget

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(GAMES, "")
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


@pytest.fixture
def lucky_nines(own_games: Path) -> Path:
    """The game that `pitboss new-game` writes, in its folder."""
    from pitboss.cli.games import write_skeleton
    from pitboss.sheets.plugins import use_games

    folder = own_games / "lucky-nines"
    write_skeleton(folder.name, folder)
    use_games(folder)
    return folder
