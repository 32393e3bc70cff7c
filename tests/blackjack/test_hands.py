"""Doubles, splits, split aces, surrender: what a hand may do under every setting."""

from __future__ import annotations

import pytest

from pitboss.cards import texts
from pitboss.errors import IllegalAction
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from tests.blackjack.support import actions, hands, nets, play, start, why_not


def spot_places(round: Round) -> dict[str, str]:
    return {place: texts(cards) for place, cards in places(round)[1].items()}


@pytest.mark.clause("BJ-06")
@pytest.mark.parametrize(
    ("setting", "cards", "may"),
    [
        ("any", "Tc 5d 5c 9h", True),
        ("any", "Ac 5d 5c 9h", True),
        ("any", "2c 5d 3c 9h", True),
        ("9-11", "4c 5d 5c 9h", True),
        ("9-11", "6c 5d 5c 9h", True),
        ("9-11", "5c 5d 3c 9h", False),
        ("9-11", "Tc 5d 2c 9h", False),
        ("9-11", "Ac 5d 8c 9h", False),
        ("10-11", "4c 5d 5c 9h", False),
        ("10-11", "6c 5d 4c 9h", True),
        ("10-11", "6c 5d 5c 9h", True),
        ("10-11", "Ac 5d 9c 9h", False),
    ],
)
def test_totals_that_may_be_doubled(setting: str, cards: str, may: bool) -> None:
    round = start("blackjack", cards, options={"double": setting})
    assert ("double" in actions(round)) is may
    if not may:
        assert why_not(round, "double") == "BJ-06"
        with pytest.raises(IllegalAction, match="BJ-06"):
            round.act(1, "double")


@pytest.mark.clause("BJ-06")
@pytest.mark.parametrize(("card", "net"), [("9s", 1000), ("8s", 0), ("2s", -1000), ("Ts", 1000)])
def test_a_double_gets_one_card_and_stands(card: str, net: int) -> None:
    round = start("blackjack", f"5c 9d 6c Th {card}")
    assert round.pending[0].choices[2].cost_cents == 1000
    play(round, "double")
    assert round.finished
    assert nets(round) == {"blackjack": [net], "double": [net]}


@pytest.mark.clause("BJ-06", "BJ-14")
def test_a_double_that_busts_loses_both_wagers_at_once() -> None:
    round = play(start("blackjack", "Tc 9d 6c 8h Kh"), "double")
    assert hands(round) == [("blackjack", "bust"), ("double", "bust")]
    assert round.net_cents() == -2000


@pytest.mark.clause("BJ-06")
def test_only_two_cards_may_be_doubled() -> None:
    round = play(start("blackjack", "2c 9d 3c 8h 4h"), "hit")
    assert actions(round) == ["stand", "hit"]
    assert why_not(round, "double") == "BJ-06"


@pytest.mark.clause("BJ-07")
def test_double_after_split() -> None:
    cards = "8c 6d 8d Th 3c 9s Ks Kd 2d"
    allowed = play(start("blackjack", cards), "split")
    assert "double" in actions(allowed)
    play(allowed, "double", "stand")
    # 8 3 9 = 20 doubled, 8 K = 18 against 6 T K
    assert nets(allowed) == {"blackjack": [1000], "double": [1000], "split": [1000]}
    refused = play(start("blackjack", cards, options={"double_after_split": "no"}), "split")
    assert "double" not in actions(refused)
    assert why_not(refused, "double") == "BJ-07"


@pytest.mark.clause("BJ-07", "BJ-09")
def test_split_aces_are_never_doubled() -> None:
    round = play(start("blackjack", "Ac 6d Ad Th 5c", options={"split_aces": "hit"}), "split")
    assert actions(round) == ["stand", "hit"]
    assert why_not(round, "double") == "BJ-07"


@pytest.mark.clause("BJ-08")
def test_a_split_hand_is_played_out_before_the_next_gets_its_second_card() -> None:
    round = play(start("blackjack", "8c 6d 8d Th 2c 5c 9s 3d"), "split")
    assert spot_places(round) == {"hand": "8c 2c", "hand-2": "8d"}
    play(round, "hit", "stand")
    assert spot_places(round) == {"hand": "8c 2c 5c", "hand-2": "8d 9s"}
    assert round.pending[0].text == "Hand 2: 17"
    play(round, "stand")
    assert hands(round) == [("blackjack", "lose"), ("split", "lose")]
    # 6 T 3 = 19


@pytest.mark.clause("BJ-08")
def test_any_two_ten_values_are_a_pair() -> None:
    assert "split" in actions(start("blackjack", "Kc 6d Jd Th"))
    assert "split" in actions(start("blackjack", "Tc 6d Qd Th"))
    refused = start("blackjack", "9c 6d Td Th")
    assert why_not(refused, "split") == "BJ-08"


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize("most", [2, 3, 4])
def test_splits_up_to_the_number_of_hands(most: int) -> None:
    round = start("blackjack", "8c 6d 8d Th" + " 8h 8s" * 3 + " Tc" * 2, options={"split_to": str(most)})
    for _ in range(most - 1):
        play(round, "split")
    assert why_not(round, "split") == "BJ-08"
    with pytest.raises(IllegalAction, match=f"{most} hands at most"):
        round.act(1, "split")
    while not round.finished:
        play(round, "stand")
    assert round.stakes[1] == {"blackjack": 1000, "split": 1000 * (most - 1)}
    assert len(nets(round)["split"]) == most - 1


@pytest.mark.clause("BJ-08")
def test_a_hand_split_again_is_played_right_after_the_one_it_came_from() -> None:
    # 8 8 split; the first gets an 8 and is split again; then 2, 3 and 4 go to the three hands in turn
    round = play(start("blackjack", "8c 6d 8d Th 8h 2c 3c 4c Td"), "split", "split")
    assert spot_places(round) == {"hand": "8c 2c", "hand-2": "8d", "hand-3": "8h"}
    play(round, "stand")
    assert spot_places(round)["hand-3"] == "8h 3c"
    play(round, "stand")
    assert spot_places(round)["hand-2"] == "8d 4c"
    play(round, "stand")
    assert nets(round) == {"blackjack": [1000], "split": [1000, 1000]}


@pytest.mark.clause("BJ-08", "BJ-14")
def test_split_hands_win_and_lose_on_their_own() -> None:
    # 8 T = 18, 8 6 T busts; dealer 6 T A = 17
    round = play(start("blackjack", "8c 6d 8d Th Tc 6h Kd Ah"), "split", "stand", "hit")
    assert hands(round) == [("split", "bust"), ("blackjack", "win")]
    assert nets(round) == {"split": [-1000], "blackjack": [1000]}


@pytest.mark.clause("BJ-09", "BJ-14")
def test_split_aces_get_one_card_and_an_ace_with_a_ten_is_plain_21() -> None:
    round = play(start("blackjack", "Ac 6d Ad Th Kc 5c 5d"), "split")
    assert round.finished
    # A K and A 5 against 6 T 5 = 21: the first pushes, it is no blackjack
    assert nets(round) == {"blackjack": [0], "split": [-1000]}
    assert hands(round) == [("blackjack", "push"), ("split", "lose")]
    win = play(start("blackjack", "Ac 6d Ad Th Kc 9c 4d"), "split")
    assert nets(win) == {"blackjack": [1000], "split": [0]}


@pytest.mark.clause("BJ-14")
def test_a_ten_split_and_an_ace_is_no_blackjack_either() -> None:
    round = play(start("blackjack", "Kc 6d Kd Th Ac 9c 4d"), "split", "stand")
    assert nets(round) == {"blackjack": [1000], "split": [-1000]}


@pytest.mark.clause("BJ-09")
def test_aces_are_split_once_by_default() -> None:
    round = play(start("blackjack", "Ac 6d Ad Th As 5c 5d"), "split")
    assert round.finished
    assert nets(round) == {"blackjack": [-1000], "split": [-1000]}


@pytest.mark.clause("BJ-09")
def test_resplit_aces_may_be_split_again_but_not_drawn_to() -> None:
    round = play(start("blackjack", "Ac 6d Ad Th As 5c Kc 9c 2d", options={"split_aces": "resplit"}), "split")
    assert actions(round) == ["stand", "split"]
    assert why_not(round, "hit") == "BJ-09"
    play(round, "split")
    assert round.finished
    # A 5, A K, A 9 against 6 T 2 = 18
    assert nets(round) == {"blackjack": [-1000], "split": [1000, 1000]}


@pytest.mark.clause("BJ-09")
def test_resplit_aces_obey_the_number_of_hands() -> None:
    options = {"split_aces": "resplit", "split_to": "3"}
    round = play(start("blackjack", "Ac 6d Ad Th As Ah Kc 9c 2d", options=options), "split", "split")
    # the third hand is an ace with an ace and has to stand on 12
    assert round.finished
    assert len(nets(round)["split"]) == 2


@pytest.mark.clause("BJ-09")
def test_split_aces_that_may_be_hit() -> None:
    round = play(start("blackjack", "Ac 6d Ad Th 5c 4c Kc 2d", options={"split_aces": "hit"}), "split")
    assert actions(round) == ["stand", "hit"]
    play(round, "hit", "stand")
    # A 5 4 = 20, A K = 21 (not asked), dealer 6 T 2 = 18
    assert nets(round) == {"blackjack": [1000], "split": [1000]}


@pytest.mark.clause("BJ-10")
def test_late_surrender_gives_half_back() -> None:
    off = start("blackjack", "Tc 9d 6c 8h")
    assert why_not(off, "surrender") == "BJ-10"
    round = start("blackjack", "Tc 9d 6c 8h", {"blackjack": 15}, {"surrender": "late"})
    play(round, "surrender")
    assert round.finished
    assert nets(round) == {"blackjack": [-750]}
    assert hands(round) == [("blackjack", "surrender")]


@pytest.mark.clause("BJ-10")
def test_surrender_is_for_the_first_two_cards_only() -> None:
    late = {"surrender": "late"}
    drawn = play(start("blackjack", "2c 9d 3c 8h 4h", options=late), "hit")
    split = play(start("blackjack", "8c 9d 8d 8h 4h", options=late), "split")
    assert (why_not(drawn, "surrender"), why_not(split, "surrender")) == ("BJ-10", "BJ-10")


@pytest.mark.clause("BJ-10")
def test_late_surrender_comes_after_the_peek() -> None:
    round = start("blackjack", "Tc Td 6c Ah", options={"surrender": "late"})
    assert round.finished
    assert nets(round) == {"blackjack": [-1000]}


@pytest.mark.clause("BJ-10", "BJ-04")
@pytest.mark.parametrize(
    ("up", "second", "net"), [("Td", "Ah", -1000), ("Td", "9h", -500), ("9d", "Ah", -500)]
)
def test_without_a_hole_card_a_blackjack_takes_all_of_a_surrendered_hand(
    up: str, second: str, net: int
) -> None:
    round = start("blackjack", f"Tc {up} 6c {second}", options={"surrender": "late", "hole_card": "none"})
    play(round, "surrender")
    assert round.finished
    assert round.net_cents() == net


def test_the_question_names_the_hand() -> None:
    assert start("blackjack", "Ac 9d 6c 8h").pending[0].text == "soft 17"
    assert start("blackjack", "Tc 9d 6c 8h").pending[0].text == "16"
