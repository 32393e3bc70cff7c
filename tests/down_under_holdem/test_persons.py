"""Envy goes by person, not by spot (JP-32)."""

from __future__ import annotations

import pytest

from tests.down_under_holdem.test_rules import envy_round


@pytest.mark.clause("JP-20", "JP-32")
def test_who_holds_two_spots_wins_no_envy_on_his_own_hand() -> None:
    round = envy_round({}, winner_folds=False, holders={1: "ann", 2: "ann", 3: "bob", 4: "cleo"})
    assert [(s.spot, s.net_cents) for s in round.settlements if s.clause == "JP-20"] == [(3, 100_000)]


@pytest.mark.clause("JP-20", "JP-32")
def test_who_holds_two_spots_wins_envy_once_for_another_persons_hand() -> None:
    round = envy_round({}, winner_folds=False, holders={1: "ann", 2: "bob", 3: "bob", 4: "cleo"})
    assert [(s.spot, s.net_cents) for s in round.settlements if s.clause == "JP-20"] == [(2, 100_000)]
