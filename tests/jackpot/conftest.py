from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.jackpot.pit import Pit


@pytest.fixture
def pit(store_url: str) -> Iterator[Pit]:
    """A pit on either database. Whatever a test did, the books balance and verify afterwards."""
    from pitboss.ledger.verify import verify

    made = Pit(store_url)
    yield made
    assert made.store.trial_balance() == 0
    assert verify(made.store).findings == []
    made.store.close()
