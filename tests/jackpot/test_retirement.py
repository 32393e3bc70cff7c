"""A jackpot that is retired: its players' money moves on, all of it, and nothing else."""

from __future__ import annotations

import pytest

from pitboss.errors import IllegalAction, NotAllowed
from pitboss.jackpot import Reason
from tests.jackpot.pit import EXECUTIVE, SUPERVISOR, Pit


@pytest.mark.clause("HR-10", "HR-11")
def test_a_retired_jackpots_money_moves_on(pit: Pit) -> None:
    pit.progressive("J")
    pit.progressive("K", tables=("T2",))
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 50, EXECUTIVE)
    with pytest.raises(IllegalAction, match=r"\$0\.62 on J belong to the players.*HR-10"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    with pytest.raises(NotAllowed, match="takes two people; eve is one"):
        pit.desk.retire("J", EXECUTIVE, EXECUTIVE, into="K")
    receipt = pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    assert receipt.payload["moved_cents"] == 61
    assert pit.units("meter", "K") == 200_000_000_000 + 3 * 20_500_000
    assert [pit.units(name) for name in ("meter", "reserve", "overflow")] == [0, 0, 0]
    assert pit.account("jackpot/J/meter/seed") == 0
    assert (pit.account("jackpot/J/bank"), pit.account("jackpot/K/bank")) == (0, 50)
    assert pit.desk.table("T1").sensors == {}
    with pytest.raises(IllegalAction, match="J is retired"):
        pit.adjust("J", Reason.MALFUNCTION, "x", cents=1)


def test_a_jackpot_with_an_open_claim_or_game_is_not_retired(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    with pytest.raises(IllegalAction, match="Game 1 is running"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match="J has open claims"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)


def test_a_jackpot_without_players_money_just_ends(pit: Pit) -> None:
    pit.progressive()
    pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    assert pit.shows() == 0
    assert pit.account("jackpot/J/meter/seed") == 0
