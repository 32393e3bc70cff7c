"""A full disk: the unit is refused whole, the store stays sound, and goes on once there is room again."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from tools.postgres import PostgresServer

from pitboss.ledger import Store, StoreFull, Unit, create_store, open_store
from pitboss.ledger.verify import verify
from tests.patience import PATIENCE_S


@contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A file system of our own that really runs out of room."""
    path = Path(tempfile.mkdtemp(prefix="pitboss-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield path
    finally:
        subprocess.run(["umount", "-l", path], check=True)
        path.rmdir()


def can_mount() -> bool:
    if os.geteuid() != 0 or not shutil.which("mount"):
        return False
    try:
        with small_disk("64k"):
            return True
    except subprocess.CalledProcessError:
        return False


MOUNTS = can_mount()


BALLAST = random.Random(1).randbytes(6_000).hex()
"""what does not compress, so that the disk fills after some dozen rounds"""


def deal(number: int) -> object:
    def work(unit: Unit) -> None:
        unit.record("round", "table/1", "dealer", {"n": number, "log": BALLAST[number % 50 :]})
        unit.open_account("tray")
        unit.open_account("meter")
        unit.transfer("tray", "meter", 5, "contribution")
        unit.put("table/1", {"n": number})

    return work


def fill_until_refused(store: Store, most: int = 20_000) -> int:
    for number in range(most):
        try:
            store.write(deal(number), key=f"round/{number}")
        except StoreFull:
            return number
    raise AssertionError("the disk never filled up")


def check_books(store: Store, rounds: int) -> None:
    result = verify(store)
    assert result.findings == []
    assert result.events == rounds
    assert store.trial_balance() == 0
    assert store.account("meter").credits == 5 * rounds
    assert store.document("table/1") == {"n": rounds - 1}


if MOUNTS:

    def test_sqlite_on_a_full_disk() -> None:
        with small_disk("3m") as path, create_store(f"sqlite:///{path / 'room.db'}") as store:
            ballast = path / "ballast"
            ballast.write_bytes(b"\0" * 1_000_000)
            booked = fill_until_refused(store)
            assert booked > 10
            check_books(store, booked)
            ballast.unlink()
            store.write(deal(booked), key=f"round/{booked}")
            check_books(store, booked + 1)

    @pytest.mark.postgres
    def test_postgresql_on_a_full_disk(postgres: PostgresServer) -> None:
        with small_disk("4m") as path:
            shutil.chown(path, "pgserver", "pgserver")
            with psycopg.connect(postgres.url, autocommit=True) as connection:
                connection.execute(f"CREATE TABLESPACE small LOCATION '{path}'".encode())
            url = postgres.fresh_url() + "%20-cdefault_tablespace%3Dsmall"
            with create_store(url) as store:
                booked = fill_until_refused(store)
                assert booked > 10
                check_books(store, booked)
                subprocess.run(["mount", "-o", "remount,size=16m", path], check=True)
                store.write(deal(booked), key=f"round/{booked}")
                check_books(store, booked + 1)
            with psycopg.connect(postgres.url, autocommit=True) as connection:
                schema = url.partition("search_path%3D")[2].partition("%20")[0]
                connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
                connection.execute("DROP TABLESPACE small")


CHILD = """
import resource, signal, sys
from tests.store.test_full_disk import check_books, deal, fill_until_refused
from pitboss.ledger import create_store

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with create_store(sys.argv[1]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, resource.RLIM_INFINITY))
    booked = fill_until_refused(store)
    assert booked > 10
    check_books(store, booked)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.write(deal(booked), key=f"round/{booked}")
    check_books(store, booked + 1)
    print("booked", booked + 1)
"""


def test_sqlite_where_the_file_may_not_grow(tmp_path: Path) -> None:
    """The limit of the operating system on a file's size, in a process of its own."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", textwrap.dedent(CHILD), url]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, timeout=PATIENCE_S)
    assert done.stdout.startswith("booked"), done.stderr
    with open_store(url) as store:
        check_books(store, int(done.stdout.split()[1]))
