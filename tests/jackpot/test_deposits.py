"""When players' money has to be in its account, whatever becomes of the jackpot (HR-10, JP-33)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.errors import IllegalAction, IllegalWager
from pitboss.jackpot import MeterSettings, Reason
from tests.jackpot.pit import DAY_US, EXECUTIVE, OWNER, SUPERVISOR, Pit


@pytest.mark.clause("HR-10", "JP-33")
def test_retirement_hides_no_missing_money_and_gains_no_time(pit: Pit) -> None:
    """Neither a shortfall that was counted nor a deposit that is due is left behind with the retired jackpot."""
    pit.progressive("J", settings=MeterSettings(200_000, Fraction(1)))
    pit.progressive("K", tables=("T2",))
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 300, EXECUTIVE)
    pit.desk.count_funds("J", 0, SUPERVISOR)
    with pytest.raises(IllegalAction, match=r"J has a shortfall of \$3.*JP-33.*a count by two people"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    pit.desk.count_funds("J", 300, SUPERVISOR, OWNER)
    pit.clock.now_us += DAY_US
    pit.round([1])
    pit.clock.now_us += 7 * DAY_US
    pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    pit.round([1], table="T2")
    pit.clock.now_us += DAY_US
    with pytest.raises(IllegalWager, match=r"\$1\.21 of the players' money on K has not been deposited"):
        pit.deal([1], table="T2")


@pytest.mark.clause("HR-10")
def test_an_amount_won_by_hand_is_owed_from_its_day_on(pit: Pit) -> None:
    pit.progressive()
    pit.clock.now_us += 20 * DAY_US
    pit.adjust("J", Reason.AMOUNT_WON, "the keypad was dark", cents=10_000, player="pat")
    pit.clock.now_us += 7 * DAY_US
    pit.round([1])
    pit.clock.now_us += DAY_US
    with pytest.raises(IllegalWager, match="has not been deposited within 7 days"):
        pit.deal([1])
