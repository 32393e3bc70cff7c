"""Who plays, who wins, who signs: by person, however a name is typed (JP-20, JP-32, HR-35)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import BadInput, IllegalAction, IllegalWager, NotAllowed
from pitboss.jackpot import MeterSettings, Reason
from pitboss.jackpot.awards import Witnessed
from pitboss.jackpot.model import PlayersKnown
from pitboss.store import Unit
from tests.jackpot.pit import (
    CASHIER,
    CONTROLS,
    DEALER,
    DOWN_UNDER,
    OWNER,
    SUPERVISOR,
    SURVEILLANCE,
    Pit,
)

UNSEEN = ("ann\u200b", "an\u200bn", "a\u00adnn", "\ufeffann", "\u202eann\u202c", "an\u034fn", "ann\ufe0f", "a\u3164nn",
          "ann\x07", "ann\u2800", "ann\u2028", "an\U000e0061n")  # fmt: skip
FULL, TENTH = "seven-card-straight-flush", "five-aces"


@pytest.mark.clause("JP-32", "JP-20")
def test_nobody_wins_envy_on_his_own_hand(pit: Pit) -> None:
    """One player on three spots, however the name is typed; another on two wins once for the one hand, and twice for
    two."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    seats = {1: "ann", 2: " Ann", 3: "bob", 4: "cleo", 5: "ＡＮＮ", 7: "BOB"}
    pit.desk.start_game("T1", list(seats), range(1, 8), DEALER, players=seats)
    pit.win(pit.mark(1, "straight-flush"))
    assert [(pay["spot"], pay["cents"]) for pay in pit.end()] == [(3, 30_000), (4, 30_000)]
    pit.desk.start_game("T1", list(seats), range(1, 8), DEALER, players=seats)
    for spot in (5, 1):
        pit.win(pit.mark(spot, "straight-flush"))
    assert sorted(int(str(pay["spot"])) for pay in pit.end()) == [3, 3, 4, 4]


@pytest.mark.clause("JP-32", "PG-01")
def test_the_keypad_knows_one_hand_a_player(pit: Pit) -> None:
    """Where the game lets a person hold one spot, START GAME and the names said later see to it, however typed."""
    pit.progressive()
    for seats in ({1: "ann", 2: "bob", 4: " Ann"}, {1: "ＡＮＮ", 3: "ann"}):
        with pytest.raises(IllegalWager, match=r"ann holds 2 spots.*PG-01.*one hand a player"):
            pit.desk.start_game("T1", list(seats), list(seats), DEALER, players=seats)
    pit.desk.start_game("T1", [1, 2], [1, 2], DEALER, players={1: "ann"})
    with pytest.raises(IllegalWager, match="ann holds 2 spots"):
        pit.desk.name_players("T1", {2: "ANN"}, DEALER)
    pit.desk.name_players("T1", {2: "bob"}, DEALER)
    pit.end()


@pytest.mark.clause("JP-32", "JP-20", "PG-01")
@pytest.mark.parametrize("same", UNSEEN)
def test_signs_that_nobody_sees_make_no_other_person(pit: Pit, same: str) -> None:
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    seats = {1: "ann", 2: same}
    pit.desk.start_game("T1", [1, 2], range(1, 8), DEALER, players=seats)
    pit.win(pit.mark(1, "straight-flush"))
    assert pit.end() == [], "nobody envies the own hand"
    pit.progressive("K", tables=("T2",))
    with pytest.raises(IllegalWager, match="ann holds 2 spots"):
        pit.desk.start_game("T2", [1, 2], [1, 2], DEALER, players=seats)
    with pytest.raises(BadInput, match="reads as the table 'T2'"):
        pit.table("T2\u200b")


@pytest.mark.clause("JP-32")
def test_a_name_of_signs_that_nobody_sees_is_none(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(BadInput, match=r"Who is it.*JP-32"):
        pit.desk.start_game("T1", [1], [1], DEALER, players={1: "\u200b\u2060"})
    with pytest.raises(BadInput, match="is not a name for a table"):
        pit.table("\u200b")


@pytest.mark.clause("JP-32", "JP-20")
def test_envy_waits_until_every_wager_has_a_name(pit: Pit) -> None:
    """A spot without a name could be anybody's: END GAME pays no envy before it has one; names that stand stay."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    pit.desk.start_game("T1", [1, 2, 3], range(1, 8), DEALER, players={2: "bob"})
    claim = pit.mark(1, "straight-flush")
    pit.win(claim)
    with pytest.raises(IllegalAction, match=r"Nobody is named for spot 1, 3.*JP-32"):
        pit.end()
    for wrong, why in (({2: "cleo"}, "Spot 2"), ({4: "cleo"}, "Spot 4"), ({}, "Spot none")):
        with pytest.raises(IllegalAction, match=why):
            pit.desk.name_players("T1", wrong, DEALER)
    with pytest.raises(NotAllowed, match="may not say who plays a spot"):
        pit.desk.name_players("T1", {1: "ann"}, SURVEILLANCE)
    for name in ("sam", "DOT"):
        with pytest.raises(NotAllowed, match=r"has signed for it and cannot have won it.*HR-35"):
            pit.desk.name_players("T1", {1: name}, DEALER)
    pit.desk.name_players("T1", {1: "Ann"}, DEALER)
    assert (pit.desk.claim(claim).player, pit.desk.award(claim).player) == ("ann", "ann")
    pit.desk.name_players("T1", {3: " ANN "}, DEALER)
    assert [pay["spot"] for pay in pit.end()] == [2], "ann has spot 3 as well"
    pit.desk.start_game("T1", [1], range(1, 8), DEALER)
    pit.win(pit.mark(1, "straight-flush"))
    assert pit.end() == [], "nobody else is there to envy"
    pit.desk.start_game("T1", [1, 2], range(1, 8), DEALER)
    pit.mark(1, "full-house")
    assert len(pit.end()) == 1, "and a hand without envy asks for no names"


@pytest.mark.clause("JP-32", "HR-35")
def test_nobody_is_paid_without_a_name(pit: Pit) -> None:
    pit.progressive()
    pit.store.write(_staff_account)
    pit.desk.start_game("T1", [1], [1], DEALER)
    claim = pit.mark(1, TENTH)
    pit.win(claim)
    with pytest.raises(IllegalAction, match=r"Nobody is named as the winner.*JP-32"):
        pit.desk.pay(claim, CASHIER)
    for name in ("sam", " Dot"):
        with pytest.raises(NotAllowed, match="has signed for it"):
            pit.desk.pay(claim, CASHIER, player=name)
    for name, why in (("Zoe", "works here and wins nothing"), ("CAS", "it is the same person")):
        with pytest.raises(NotAllowed, match=why):
            pit.desk.pay(claim, CASHIER, player=name)
    paid = pit.desk.pay(claim, CASHIER, player="Pat", key="p")
    assert (paid.payload["player"], pit.desk.award(claim).player) == ("pat", "pat")
    pit.end()
    pit.desk.start_game("T1", [1], [1], DEALER, players={1: "ann"})
    other = pit.mark(1, TENTH)
    pit.win(other)
    with pytest.raises(IllegalAction, match="The winner is ann, not Bob"):
        pit.desk.pay(other, CASHIER, player="Bob")
    pit.desk.pay(other, CASHIER, player="ANN")


@pytest.mark.clause("JP-32", "HR-35")
def test_staff_plays_nowhere_and_a_jackpot_may_know_accounts_only(pit: Pit) -> None:
    accounts = replace(CONTROLS, players=PlayersKnown.ACCOUNTS)
    pit.progressive(controls=accounts, settings=MeterSettings(400_000))
    pit.progressive("K", tables=("T2",))
    pit.store.write(_staff_account)
    for table in ("T1", "T2"):
        with pytest.raises(NotAllowed, match="Zoe works here"):
            pit.desk.start_game(table, [1], [1], DEALER, players={1: "Zoe"})
    pit.desk.start_game("T2", [1], [1], DEALER, players={1: "somebody"})
    with pytest.raises(BadInput, match=r"somebody has no account here.*JP-32"):
        pit.desk.start_game("T1", [1], [1], DEALER, players={1: "somebody"})
    pit.desk.start_game("T1", [1], [1], DEALER)
    with pytest.raises(BadInput, match="no account"):
        pit.desk.name_players("T1", {1: "somebody"}, DEALER)
    claim = pit.mark(1, FULL)
    with pytest.raises(BadInput, match="no account"):
        pit.watch(claim, 400_000)
    pit.desk.confirm(claim, SUPERVISOR)
    pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, 400_000, "Ann"))
    pit.desk.complete(claim, SUPERVISOR)
    pit.desk.pay(claim, CASHIER)
    facts = {"cents": 100, "player": "somebody"}
    with pytest.raises(BadInput, match="no account"):
        pit.adjust("J", Reason.AMOUNT_WON, "power cut", **facts)


@pytest.mark.clause("HR-35", "HR-11")
def test_the_winner_of_an_amount_won_is_none_of_the_signers_and_no_staff(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(1_000_000))
    pit.store.write(_staff_account)
    facts = {"cents": 310_000, "surveillance": SURVEILLANCE}
    for winner in ("eve", " Oma ", "cam"):
        with pytest.raises(NotAllowed, match=r"it is the same person.*HR-35"):
            pit.adjust("J", Reason.AMOUNT_WON, "power cut", player=winner, **facts)
    with pytest.raises(NotAllowed, match="Zoe works here and wins nothing"):
        pit.adjust("J", Reason.AMOUNT_WON, "power cut", player="Zoe", **facts)
    with pytest.raises(BadInput, match="Whose win is it"):
        pit.adjust("J", Reason.AMOUNT_WON, "power cut", player=" ", **facts)
    booked = pit.adjust("J", Reason.AMOUNT_WON, "x", player=" Pat ", key="adjust/eve/k1", **facts).payload
    assert (booked["player"], pit.desk.award(booked["award"]).player) == ("Pat", "Pat")
    assert "/" not in booked["award"]


@pytest.mark.clause("HR-35", "JP-31")
def test_nobody_signs_for_the_own_win(pit: Pit) -> None:
    pit.progressive()
    pit.desk.start_game("T1", [1], [1], DEALER, players={1: "sam"})
    claim = pit.mark(1, TENTH)
    with pytest.raises(NotAllowed, match="it is the same person"):
        pit.desk.confirm(claim, SUPERVISOR)
    pit.desk.confirm(claim, OWNER)
    with pytest.raises(NotAllowed, match="it is the same person"):
        pit.desk.complete(claim, SUPERVISOR)
    pit.desk.complete(claim, OWNER)
    with pytest.raises(NotAllowed, match="it is the same person"):
        pit.desk.pay(claim, SUPERVISOR)


@pytest.mark.clause("HR-35", "HR-14")
def test_surveillance_does_not_see_its_own_win(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(400_000))
    pit.desk.start_game("T1", [1], [1], DEALER, players={1: SURVEILLANCE.id})
    claim = pit.mark(1, FULL)
    with pytest.raises(NotAllowed, match=r"it is the same person.*HR-35"):
        pit.watch(claim, 400_000)


def _staff_account(unit: Unit) -> None:
    unit.record("test", "people", "test")
    unit.put("person/zoe", {"id": "zoe", "role": "dealer"})
    unit.put("person/ann", {"id": "ann", "role": "player"})
