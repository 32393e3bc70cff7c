"""Rooms of these tests wait for a slow disk; a test of what is said when it is slow sets its own patience."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from pitboss.ledger import Store
from pitboss.room import keeper, postgres, processes, room
from tests.patience import PATIENCE_S
from tests.room.support import Floor


@pytest.fixture(autouse=True)
def patient_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (keeper, "ANSWER_S"),
        (keeper, "BLINK_S"),
        (processes, "ANSWER_S"),
        (room, "OPEN_S"),
        (postgres, "SILENCE_S"),
    ):
        monkeypatch.setattr(module, name, PATIENCE_S)


@pytest.fixture
def floor(store: Store, monkeypatch: pytest.MonkeyPatch) -> Floor:
    return Floor(store, monkeypatch.setattr)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in a loop of its own, and the rooms that it has opened are closed in it."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}

    async def whole() -> None:
        await pyfuncitem.obj(**given)
        if "floor" in given:
            await given["floor"].close()

    asyncio.run(whole())
    return True
