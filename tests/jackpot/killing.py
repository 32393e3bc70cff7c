"""A process that does acts, says of each that it is done, and is killed a moment after."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from pitboss.ledger import Store, create_store, postgres
from tests.patience import PATIENCE_S

# killed by a test, not by a busy machine: a life waits until the database lets it in
postgres._CONNECT_SECONDS = postgres._PROBE_SECONDS = int(PATIENCE_S)


def one_life(work: Callable[[Callable[[str], None]], None], acts: int, seconds: float) -> list[str]:
    """Fork, let `work` tell its acts, kill it that many seconds after so many acts; returns those it told."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        try:
            work(lambda key: _say(writer, key))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(1)
    os.close(writer)
    told = b""
    while told.count(b"\n") < acts and (more := os.read(reader, 4096)):
        told += more
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    while more := os.read(reader, 4096):
        told += more
    os.close(reader)
    assert os.WIFSIGNALED(status), "it stopped by itself"
    return [line for line in told.decode().split("\n")[:-1] if line]


def told_and_kept(
    url: str,
    work: Callable[[Callable[[str], None]], None],
    kills: int,
    seed: int,
    check: Callable[[Store], Any],
) -> int:
    """Life after life: each is killed after a few acts, and every act that was told is in the store; the whole of it
    is checked after every tenth one. Returns how many acts were told."""
    chance, told = random.Random(seed), 0
    for turn in range(kills):
        keys = one_life(work, chance.randrange(6), chance.uniform(0, 0.006))
        told += len(keys)
        with create_store(url, exist_ok=True) as store:
            assert store.trial_balance() == 0
            assert [key for key in keys if not store.event(key)] == [], "told and lost"
            if turn % 10 == 9:
                check(store)
    return told


def _say(writer: int, key: str) -> None:
    os.write(writer, f"{key}\n".encode())
