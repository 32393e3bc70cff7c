"""Fixtures for everything that is stored: each test runs on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.postgres import PostgresServer

from pitboss.store import Store, open_store


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
    with open_store(store_url, patience_s=5.0) as opened:
        yield opened
