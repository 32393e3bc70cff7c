"""Who plays, who wins, who signs: by person, however a name is typed (JP-20, JP-32, HR-35)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from pitboss.core.errors import BadInput, IllegalAction, IllegalWager, NotAllowed
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.model import PlayersKnown
from pitboss.ledger import Unit
from tests.jackpot.pit import CONTROLS, DOWN_UNDER, FIXED, FULL, TENTH, Pit
from tests.jackpot.staff import CASHIER, DEALER, OWNER, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused

UNSEEN = ("ann\u200b", "an\u200bn", "a\u00adnn", "\ufeffann", "\u202eann\u202c", "an\u034fn", "ann\ufe0f", "a\u3164nn",
          "ann\x07", "ann\u2800", "ann\u2028", "an\U000e0061n")  # fmt: skip


SAME = refused(NotAllowed, r"it is the same person.*HR-35")


def seat(pit: Pit, seats: dict[int, str | None], table: str = "T1") -> None:
    """START GAME with a jackpot wager on each of these spots; of some the player is not known."""
    players = {spot: name for spot, name in seats.items() if name is not None}
    pit.desk.start_game(table, list(seats), range(1, 8), DEALER, players=players)


@pytest.mark.clause("JP-32", "JP-20")
def test_nobody_wins_envy_on_his_own_hand(pit: Pit) -> None:
    """One player on three spots, however the name is typed; another on two wins once for the one hand, and twice for
    two."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    seats = {1: "ann", 2: " Ann", 3: "bob", 4: "cleo", 5: "ＡＮＮ", 7: "BOB"}
    seat(pit, seats)
    pit.win(pit.mark(1, "straight-flush"))
    assert [(pay["spot"], pay["cents"]) for pay in pit.end()] == [(3, 30_000), (4, 30_000)]
    seat(pit, seats)
    for spot in (5, 1):
        pit.win(pit.mark(spot, "straight-flush"))
    assert sorted(int(str(pay["spot"])) for pay in pit.end()) == [3, 3, 4, 4]


@pytest.mark.clause("JP-32", "PG-01")
def test_the_keypad_knows_one_hand_a_player(pit: Pit) -> None:
    """Where the game lets a person hold one spot, START GAME and the names said later see to it, however typed."""
    pit.progressive()
    for seats in ({1: "ann", 2: "bob", 4: " Ann"}, {1: "ＡＮＮ", 3: "ann"}):
        refused(IllegalWager, r"ann holds 2 spots.*PG-01.*one hand a player")(seat, pit, seats)
    seat(pit, {1: "ann", 2: None})
    refused(IllegalWager, "ann holds 2 spots")(pit.desk.name_players, "T1", {2: "ANN"}, DEALER)
    pit.desk.name_players("T1", {2: "bob"}, DEALER)
    pit.end()


@pytest.mark.clause("JP-32", "JP-20", "PG-01")
@pytest.mark.parametrize("same", UNSEEN)
def test_signs_that_nobody_sees_make_no_other_person(pit: Pit, same: str) -> None:
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    seats = {1: "ann", 2: same}
    seat(pit, seats)
    pit.win(pit.mark(1, "straight-flush"))
    assert pit.end() == [], "nobody envies the own hand"
    pit.progressive("K", tables=("T2",))
    refused(IllegalWager, "ann holds 2 spots")(seat, pit, seats, "T2")
    refused(BadInput, "reads as the table 'T2'")(pit.table, "T2\u200b")


@pytest.mark.clause("JP-32")
def test_a_name_of_signs_that_nobody_sees_is_none(pit: Pit) -> None:
    pit.progressive()
    refused(BadInput, r"Who is it.*JP-32")(seat, pit, {1: "\u200b\u2060"})
    refused(BadInput, "is not a name for a table")(pit.table, "\u200b")


@pytest.mark.clause("JP-32", "JP-20")
def test_envy_waits_until_every_wager_has_a_name(pit: Pit) -> None:
    """A spot without a name could be anybody's: END GAME pays no envy before it has one; names that stand stay."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    name = pit.desk.name_players
    seat(pit, {1: None, 2: "bob", 3: None})
    claim = pit.mark(1, "straight-flush")
    pit.win(claim)
    refused(IllegalAction, r"Nobody is named for spot 1, 3.*JP-32")(pit.end)
    for wrong, why in (({2: "cleo"}, "Spot 2"), ({4: "cleo"}, "Spot 4"), ({}, "Spot none")):
        refused(IllegalAction, why)(name, "T1", wrong, DEALER)
    for staff in ("sam", "DOT"):
        signed = refused(NotAllowed, r"has signed for it and cannot have won it.*HR-35")
        signed(name, "T1", {1: staff}, DEALER)
    name("T1", {1: "Ann"}, DEALER)
    assert (pit.desk.claim(claim).player, pit.desk.award(claim).player) == ("ann", "ann")
    name("T1", {3: " ANN "}, DEALER)
    assert [pay["spot"] for pay in pit.end()] == [2], "ann has spot 3 as well"
    seat(pit, {1: None})
    pit.win(pit.mark(1, "straight-flush"))
    assert pit.end() == [], "nobody else is there to envy"
    seat(pit, {1: None, 2: None})
    pit.mark(1, FIXED)
    assert len(pit.end()) == 1, "and a hand without envy asks for no names"


@pytest.mark.clause("JP-32", "HR-35")
def test_nobody_is_paid_without_a_name(pit: Pit) -> None:
    pit.progressive()
    pit.store.write(_staff_account)
    seat(pit, {1: None})
    claim, pay = pit.mark(1, TENTH), pit.desk.pay
    pit.win(claim)
    refused(IllegalAction, r"Nobody is named as the winner.*JP-32")(pay, claim, CASHIER)
    signed, same = "has signed for it", "it is the same person"
    for name, why in (
        ("sam", signed),
        (" Dot", signed),
        ("Zoe", "works here and wins nothing"),
        ("CAS", same),
    ):
        refused(NotAllowed, why)(pay, claim, CASHIER, player=name)
    paid = pit.desk.pay(claim, CASHIER, player="Pat", key="p")
    assert (paid.payload["player"], pit.desk.award(claim).player) == ("pat", "pat")
    pit.end()
    seat(pit, {1: "ann"})
    other = pit.mark(1, TENTH)
    pit.win(other)
    refused(IllegalAction, "The winner is ann, not Bob")(pay, other, CASHIER, player="Bob")
    pit.desk.pay(other, CASHIER, player="ANN")


@pytest.mark.clause("JP-32", "HR-35")
def test_staff_plays_nowhere_and_a_jackpot_may_know_accounts_only(pit: Pit) -> None:
    accounts = replace(CONTROLS, players=PlayersKnown.ACCOUNTS)
    pit.progressive(controls=accounts, settings=MeterSettings(400_000))
    pit.progressive("K", tables=("T2",))
    pit.store.write(_staff_account)
    for table in ("T1", "T2"):
        refused(NotAllowed, "Zoe works here")(seat, pit, {1: "Zoe"}, table)
    seat(pit, {1: "somebody"}, "T2")
    refused(BadInput, r"somebody has no account here.*JP-32")(seat, pit, {1: "somebody"})
    seat(pit, {1: None})
    refused(BadInput, "no account")(pit.desk.name_players, "T1", {1: "somebody"}, DEALER)
    claim = pit.mark(1, FULL)
    refused(BadInput, "no account")(pit.watch, claim, 400_000)
    pit.desk.confirm(claim, SUPERVISOR)
    pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, 400_000, "Ann"))
    pit.desk.complete(claim, SUPERVISOR)
    pit.desk.pay(claim, CASHIER)
    facts = {"cents": 100, "player": "somebody"}
    refused(BadInput, "no account")(pit.adjust, "J", Reason.AMOUNT_WON, "power cut", **facts)


@pytest.mark.clause("HR-35", "HR-11")
def test_the_winner_of_an_amount_won_is_none_of_the_signers_and_no_staff(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(1_000_000))
    pit.store.write(_staff_account)
    won = partial(pit.adjust, "J", Reason.AMOUNT_WON, "power cut", cents=310_000, surveillance=SURVEILLANCE)
    for winner in ("eve", " Oma ", "cam"):
        SAME(won, player=winner)
    refused(NotAllowed, "Zoe works here and wins nothing")(won, player="Zoe")
    refused(BadInput, "Whose win is it")(won, player=" ")
    booked = won(player=" Pat ", key="adjust/eve/k1").payload
    assert (booked["player"], pit.desk.award(booked["award"]).player) == ("Pat", "Pat")
    assert "/" not in booked["award"]


@pytest.mark.clause("HR-35", "JP-31")
def test_nobody_signs_for_the_own_win(pit: Pit) -> None:
    pit.progressive()
    seat(pit, {1: "sam"})
    claim = pit.mark(1, TENTH)
    for act in (pit.desk.confirm, pit.desk.complete):
        SAME(act, claim, SUPERVISOR)
        act(claim, OWNER)
    SAME(pit.desk.pay, claim, SUPERVISOR)


@pytest.mark.clause("HR-35", "HR-14")
def test_surveillance_does_not_see_its_own_win(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(400_000))
    seat(pit, {1: SURVEILLANCE.id})
    SAME(pit.watch, pit.mark(1, FULL), 400_000)


def _staff_account(unit: Unit) -> None:
    unit.record("test", "people", "test")
    unit.put("person/zoe", {"id": "zoe", "role": "dealer"})
    unit.put("person/ann", {"id": "ann", "role": "player"})
