"""END GAME too early names every spot that is missing on the keypad, and its hand as people say it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.errors import IllegalAction
from pitboss.room import jackpots
from pitboss.room.jackpots import check_marks

ROYAL, STRAIGHT = ("jackpot", 4, "royal-flush"), ("jackpot", 2, "straight-flush")


def refused(
    monkeypatch: pytest.MonkeyPatch, marked: tuple[tuple[str, int, str], ...], *won: tuple[str, int, str]
) -> str:
    claims = {
        str(n): SimpleNamespace(sensor=sensor, spot=spot, hand=hand)
        for n, (sensor, spot, hand) in enumerate(marked)
    }
    monkeypatch.setattr(jackpots, "running_game", lambda unit, table: SimpleNamespace(claims=tuple(claims)))
    monkeypatch.setattr(jackpots, "load_claim", lambda get, id: claims[id])
    with pytest.raises(IllegalAction) as found:
        check_marks(cast(Any, SimpleNamespace(get=None)), "t", set(won))
    return str(found.value.message)


@pytest.mark.clause("JP-15", "JP-16")
def test_every_spot_that_is_not_marked_is_named_with_its_hand_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert refused(monkeypatch, (), ROYAL, STRAIGHT) == (
        "Spot 2 has straight flush and spot 4 has royal flush on the jackpot, and they are not marked."
    )
    assert refused(monkeypatch, (ROYAL,), ROYAL, STRAIGHT) == (
        "Spot 2 has straight flush on the jackpot, and it is not marked."
    )
    assert refused(monkeypatch, (ROYAL,)) == "Spot 4 is marked with royal flush, which its cards are not."
