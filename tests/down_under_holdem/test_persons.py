"""Envy goes by person, not by spot (JP-32)."""

from __future__ import annotations

import pytest

from tests.down_under_holdem.test_rules import envy_round


@pytest.mark.clause("JP-20", "JP-32")
@pytest.mark.parametrize(("second", "paid"), [("ann", 3), ("bob", 2)])
def test_who_holds_two_spots_wins_envy_once_and_none_on_his_own_hand(second: str, paid: int) -> None:
    round = envy_round({}, "play-1x", {1: "ann", 2: second, 3: "bob", 4: "cleo"})
    assert [(s.spot, s.net_cents) for s in round.settlements if s.clause == "JP-20"] == [(paid, 100_000)]
