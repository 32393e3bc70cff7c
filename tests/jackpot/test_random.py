"""Random lives of jackpots: people, marks, rejections, back-outs, linked tables, retirement, against a model."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from tools.postgres import PostgresServer

from pitboss.ledger import open_store
from pitboss.ledger.verify import verify
from tests.jackpot.lives import live_many
from tests.jackpot.sayings import said_as_written


def check(url: str, seeds: range, steps: int) -> None:
    desk = live_many(url, seeds, steps)
    try:
        awards: Counter[str] = Counter()
        after = 0
        while page := desk.store.events(after=after, limit=5000):
            awards.update(event.payload["award"] for event in page if event.kind == "award")
            said_as_written(page)
            after = page[-1].seq
        assert not awards or max(awards.values()) == 1, "no award twice"
        assert desk.store.trial_balance() == 0
        assert verify(desk.store).findings == []
    finally:
        desk.store.close()
    with open_store(url) as again:
        assert again.trial_balance() == 0


def on_sqlite(seeds: range, steps: int, lives: int = 50) -> None:
    for first in range(seeds.start, seeds.stop, lives):
        with tempfile.TemporaryDirectory(prefix="pitboss-lives-") as folder:
            some = range(first, min(first + lives, seeds.stop))
            check(f"sqlite:///{Path(folder) / 'lives.db'}", some, steps)


@pytest.mark.clause(
    "JP-12", "JP-14", "JP-16", "JP-18", "JP-29", "JP-30", "JP-31", "JP-33", "HR-11", "HR-12", "HR-29"
)
def test_random_lives_on_sqlite() -> None:
    on_sqlite(range(100), 12)


@pytest.mark.postgres
@pytest.mark.clause("JP-12", "JP-16", "JP-18", "JP-29", "HR-11")
def test_random_lives_on_postgresql(postgres: PostgresServer) -> None:
    check(postgres.fresh_url(), range(16), 24)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 20_000, 2_500))
def test_many_random_lives_on_sqlite(first: int) -> None:
    on_sqlite(range(first, first + 2_500), 30)


@pytest.mark.long
@pytest.mark.postgres
def test_many_random_lives_on_postgresql(postgres: PostgresServer) -> None:
    check(postgres.fresh_url(), range(1_000), 30)
