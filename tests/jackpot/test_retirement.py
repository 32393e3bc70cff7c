"""A jackpot that is retired: its players' money moves on, all of it, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from pitboss.chips.verify import check_jackpots
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots.statement import statement_between
from pitboss.ledger.days import gambling_day
from tests.jackpot.pit import FORTUNE, TENTH, Pit
from tests.jackpot.staff import CASHIER, EXECUTIVE, SUPERVISOR
from tests.refusals import refused


@pytest.mark.clause("HR-10", "HR-11")
def test_a_retired_jackpots_money_moves_on(pit: Pit) -> None:
    pit.progressive("J")
    pit.progressive("K", tables=("T2",))
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 50, EXECUTIVE)
    belong = refused(IllegalAction, r"\$0\.62 on J belong to the players.*HR-10")
    belong(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR)
    receipt = pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    assert receipt.payload["moved_cents"] == 61
    assert pit.units("meter", "K") == 200_000_000_000 + 3 * 20_500_000
    assert pit.parts() == (0, 0, 0)
    assert pit.account("jackpot/J/meter/seed") == 0
    assert (pit.account("jackpot/J/bank"), pit.account("jackpot/K/bank")) == (0, 50)
    assert pit.desk.table("T1").sensors == {}
    refused(IllegalAction, "J is retired")(pit.adjust, "J", Reason.MALFUNCTION, "x", cents=1)


def test_only_between_games_is_one_retired_and_without_players_money_it_just_ends(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000))
    pit.deal([1])
    refused(IllegalAction, "Game 1 is running")(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR)
    claim = pit.mark(1, TENTH)
    refused(IllegalAction, "J has open claims")(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR)
    pit.desk.reject(claim, SUPERVISOR, "four aces")
    pit.end()
    pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    assert (pit.shows(), pit.account("jackpot/J/meter/seed")) == (0, 0)


@pytest.mark.clause("JP-37", "HR-10", "JP-33")
def test_the_last_progressive_is_discontinued_by_a_decision_on_record(pit: Pit) -> None:
    """The players' money stays owed, and in its account, until those whom the decision names have it."""
    pit.progressive("J")
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 50, EXECUTIVE)
    to, letter = "a drawing among the players, 1 December", "WSGC letter 2026-114"
    retire = partial(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR)
    refused(BadInput, r"as the Commission approves.*JP-37.*reference")(retire, distribution=to)
    for blank in ("  ", "\u2800\u2800\u2800"):
        refused(BadInput, "JP-37")(retire, distribution=to, approval=blank)
        refused(BadInput, "JP-37")(retire, distribution=blank, approval=letter)
    refused(BadInput, "goes one way")(retire, into="J", distribution=to, approval=letter)
    decided = partial(retire, distribution=to, approval=letter, key="last")
    retired = decided().payload
    assert (retired["approval"], retired["distribution"], retired["moved_cents"]) == (letter, to, 62)
    assert decided().payload == retired
    (award,) = pit.desk.unpaid("J")
    assert (award.prize_cents, award.player, award.reason) == (62, to, letter)
    assert pit.parts() == (0, 0, 0)
    assert (pit.funds().owed_cents, pit.account("jackpot/J/bank")) == (62, 50)
    assert check_jackpots(pit.store) == []
    nothing = refused(IllegalAction, r"holds \$0 more than is owed")
    nothing(pit.desk.withdraw, "J", 1, EXECUTIVE, CASHIER, "it is the players'")
    refused(IllegalAction, "J is retired")(pit.back_out, award.id)
    refused(NotAllowed, "takes another person")(pit.desk.pay, award.id, EXECUTIVE)
    pit.desk.pay(award.id, CASHIER)
    assert (pit.funds().owed_cents, pit.account("jackpot/J/bank")) == (0, 0)
    assert check_jackpots(pit.store) == []
    assert pit.store.trial_balance() == 0
    days = gambling_day(pit.store)
    today = days.of(pit.store.clock())
    made = statement_between(pit.desk, "J", today, today, days.bounds(today))
    assert made.adds_up
    assert "distributed when it was discontinued" in made.text()


@pytest.mark.clause("JP-37", "JP-05")
def test_players_money_goes_to_another_game_only_with_the_commissions_approval(pit: Pit) -> None:
    pit.progressive("J")
    pit.progressive("F", "FPGPP-WA03", game=FORTUNE, tables=("T2",))
    pit.round([1, 2, 3])
    into_f = partial(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR, into="F")
    refused(IllegalAction, r"F is another game's .*Fortune.*FPGPP-WA03, not Face Up.*JP-37")(into_f)
    retired = into_f(approval="WSGC letter 7").payload
    assert (retired["into"], retired["approval"], retired["moved_cents"]) == ("F", "WSGC letter 7", 61)
    assert check_jackpots(pit.store) == []


@pytest.mark.clause("JP-37")
def test_nothing_is_distributed_that_is_not_the_players(pit: Pit) -> None:
    pit.progressive("J")
    pit.house("H", table="T2")
    signed, decision = (EXECUTIVE, SUPERVISOR), {"distribution": "a drawing", "approval": "letter 7"}
    for jackpot in ("J", "H"):
        none = refused(IllegalAction, f"No players' money is on {jackpot}.*JP-37")
        none(pit.desk.retire, jackpot, *signed, **decision)
