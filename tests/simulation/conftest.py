"""A crash in the simulated room leaves coroutines behind that nobody will ever await, as a dead process does.
They are thrown away here, before another test could be blamed for them."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/simulation/" in item.path.as_posix():
            never = "ignore:coroutine .* was never awaited:RuntimeWarning"
            item.add_marker(pytest.mark.filterwarnings(never))


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    yield
    gc.collect()
