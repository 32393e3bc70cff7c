"""Doubles, splits, split aces, surrender: what a hand may do under every setting."""

from __future__ import annotations

import pytest

from pitboss.core.cards import texts
from pitboss.core.errors import IllegalAction
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from tests.games.stage import actions, nets, play, start, why_not


def begun(cards: str, options: str, decisions: str) -> Round:
    """`options` are those of the table, as `decks=1`, and `stake=15` for another wager than $10."""
    chosen = dict(word.split("=") for word in options.split())
    wagers = {"blackjack": int(chosen.pop("stake", 10))}
    return play(start("blackjack", cards, wagers, chosen), *filter(None, decisions.split(", ")))


PLAYED = [
    # cards, options, decisions, the dealer's cards in the end, and what was settled
    # the dealer draws to 16, and to a soft 17 by the table's rule; a total of 21 is not asked
    ("Tc 6d 8c Ad Ah", "soft_17=hits", "stand", "6d Ad Ah", "blackjack push 0"),
    ("Tc 6d 8c Ad Ah", "soft_17=stands", "stand", "6d Ad", "blackjack win 1000"),
    ("Tc 2d 9c 3h Ah Kd 4s 5s", "", "stand", "2d 3h Ah Kd 4s", "blackjack lose -1000"),
    ("Tc Td 9c 7h 4s", "", "stand", "Td 7h", "blackjack win 1000"),
    ("5c 9d 6c 9h Th", "", "hit", "9d 9h", "blackjack win 1000"),
    # equal totals push, 22 is over 21 for both, and nobody draws to hands that are bust
    ("Tc Td Kc 9h", "", "stand", "Td 9h", "blackjack win 1000"),
    ("Tc Td 9c 9h", "", "stand", "Td 9h", "blackjack push 0"),
    ("Tc Td 8c 9h", "", "stand", "Td 9h", "blackjack lose -1000"),
    ("Tc 9d 6c 8h 6h", "", "hit", "9d 8h", "blackjack bust -1000"),
    ("Tc 6d 9c Th 6h", "", "stand", "6d Th 6h", "blackjack dealer-bust 1000"),
    ("Tc 6d 6c Th Kh 2s", "", "hit", "6d Th", "blackjack bust -1000"),
    ("Tc 6d 6c Kh", "hole_card=none", "hit", "6d", "blackjack bust -1000"),
    # without a hole card: insurance and blackjacks wait for the second card, where it may be an ace or ten
    ("Tc Ad 9c Kh", "hole_card=none", "insure $5, stand",
     "Ad Kh", "insurance dealer-blackjack 1000, blackjack dealer-blackjack -1000"),
    ("Tc Ad 9c 9h", "hole_card=none", "insure $5, stand",
     "Ad 9h", "insurance no-blackjack -500, blackjack lose -1000"),
    ("8c Td 8d 3c 9h 9s Ah", "hole_card=none", "split, double, stand",
     "Td Ah", "blackjack dealer-blackjack -1000, double dealer-blackjack -1000, split dealer-blackjack -1000"),
    ("Ac Td Kc Ah", "hole_card=none insurance=off", "", "Td Ah", "blackjack both-blackjack 0"),
    ("Ac Td Kc 9h", "hole_card=none insurance=off", "", "Td 9h", "blackjack blackjack 1500"),
    ("Ac Ad Kc Th", "hole_card=none insurance=off", "", "Ad Th", "blackjack both-blackjack 0"),
    ("Ac 9d Kc 2h", "hole_card=none insurance=off", "", "9d", "blackjack blackjack 1500"),
    # a double gets one card and stands; bust, it loses both wagers at once
    ("5c 9d 6c Th 9s", "", "double", "9d Th", "blackjack win 1000, double win 1000"),
    ("5c 9d 6c Th 8s", "", "double", "9d Th", "blackjack push 0, double push 0"),
    ("5c 9d 6c Th 2s", "", "double", "9d Th", "blackjack lose -1000, double lose -1000"),
    ("5c 9d 6c Th Ts", "", "double", "9d Th", "blackjack win 1000, double win 1000"),
    ("Tc 9d 6c 8h Kh", "", "double", "9d 8h", "blackjack bust -1000, double bust -1000"),
    ("8c 6d 8d Th 3c 9s Ks Kd 2d", "", "split, double, stand",
     "6d Th Kd", "blackjack dealer-bust 1000, double dealer-bust 1000, split dealer-bust 1000"),
    # split hands win and lose on their own
    ("8c 6d 8d Th Tc 6h Kd Ah", "", "split, stand, hit", "6d Th Ah", "split bust -1000, blackjack win 1000"),
    ("8c 6d 8d Th 2c 5c 9s 3d", "", "split, hit, stand, stand", "6d Th 3d", "blackjack lose -1000, split lose -1000"),
    ("8c 6d 8d Th 8h 2c 3c 4c Td", "", "split, split, stand, stand, stand",
     "6d Th Td", "blackjack dealer-bust 1000, split dealer-bust 1000, split dealer-bust 1000"),
    # split aces get one card and are split once, unless the table says more; 21 is no blackjack then
    ("Ac 6d Ad Th Kc 5c 5d", "", "split", "6d Th 5d", "blackjack push 0, split lose -1000"),
    ("Ac 6d Ad Th Kc 9c 4d", "", "split", "6d Th 4d", "blackjack win 1000, split push 0"),
    ("Kc 6d Kd Th Ac 9c 4d", "", "split, stand", "6d Th 4d", "blackjack win 1000, split lose -1000"),
    ("Ac 6d Ad Th As 5c 5d", "", "split", "6d Th 5d", "blackjack lose -1000, split lose -1000"),
    ("Ac 6d Ad Th As 5c Kc 9c 2d", "split_aces=resplit", "split, split",
     "6d Th 2d", "blackjack lose -1000, split win 1000, split win 1000"),
    ("Ac 6d Ad Th As Ah Kc 9c 2d", "split_aces=resplit split_to=3", "split, split",
     "6d Th 2d", "blackjack lose -1000, split win 1000, split win 1000"),
    ("Ac 6d Ad Th 5c 4c Kc 2d", "split_aces=hit", "split, hit, stand",
     "6d Th 2d", "blackjack win 1000, split win 1000"),
    # late surrender gives half back, after the peek; without a hole card a blackjack takes all of it
    ("Tc 9d 6c 8h", "surrender=late stake=15", "surrender", "9d 8h", "blackjack surrender -750"),
    ("Tc Td 6c Ah", "surrender=late", "", "Td Ah", "blackjack dealer-blackjack -1000"),
    ("Tc Td 6c Ah", "surrender=late hole_card=none", "surrender", "Td Ah", "blackjack dealer-blackjack -1000"),
    ("Tc Td 6c 9h", "surrender=late hole_card=none", "surrender", "Td 9h", "blackjack surrender -500"),
    ("Tc 9d 6c Ah", "surrender=late hole_card=none", "surrender", "9d", "blackjack surrender -500"),
]  # fmt: skip


@pytest.mark.clause("BJ-02", "BJ-04", "BJ-05", "BJ-06", "BJ-07", "BJ-08", "BJ-09", "BJ-10", "BJ-14", "BJ-15")
@pytest.mark.parametrize(("cards", "options", "decisions", "dealer", "settled"), PLAYED)
def test_rounds_played(cards: str, options: str, decisions: str, dealer: str, settled: str) -> None:
    round = begun(cards, options, decisions)
    assert round.finished
    assert " ".join(texts(there) for there in places(round)[DEALER].values()) == dealer
    assert ", ".join(f"{done.wager} {done.hand} {done.net_cents}" for done in round.settlements) == settled


OFFERED = [
    # cards, options, decisions, an action, and the clause that forbids it
    *((cards, f"double={totals}", "", "double", clause) for totals, cards, clause in (
        ("any", "Tc 5d 5c 9h", ""), ("any", "Ac 5d 5c 9h", ""), ("any", "2c 5d 3c 9h", ""),
        ("9-11", "4c 5d 5c 9h", ""), ("9-11", "6c 5d 5c 9h", ""), ("9-11", "5c 5d 3c 9h", "BJ-06"),
        ("9-11", "Tc 5d 2c 9h", "BJ-06"), ("9-11", "Ac 5d 8c 9h", "BJ-06"), ("10-11", "4c 5d 5c 9h", "BJ-06"),
        ("10-11", "6c 5d 4c 9h", ""), ("10-11", "6c 5d 5c 9h", ""), ("10-11", "Ac 5d 9c 9h", "BJ-06"),
    )),
    ("2c 9d 3c 8h 4h", "", "hit", "double", "BJ-06"), ("8c 6d 8d Th 3c", "", "split", "double", ""),
    ("8c 6d 8d Th 3c", "double_after_split=no", "split", "double", "BJ-07"),
    ("Ac 6d Ad Th 5c", "split_aces=hit", "split", "double", "BJ-07"),
    ("Kc 6d Jd Th", "", "", "split", ""), ("Tc 6d Qd Th", "", "", "split", ""),
    ("9c 6d Td Th", "", "", "split", "BJ-08"), ("Ac 6d Ad Th As 5c", "split_aces=resplit", "split", "split", ""),
    ("Ac 6d Ad Th As 5c", "split_aces=resplit", "split", "hit", "BJ-09"),
    ("Ac 6d Ad Th 5c", "split_aces=hit", "split", "hit", ""),
    ("Tc 9d 6c 8h", "", "", "surrender", "BJ-10"), ("Tc 9d 6c 8h", "surrender=late", "", "surrender", ""),
    ("2c 9d 3c 8h 4h", "surrender=late", "hit", "surrender", "BJ-10"),
    ("8c 9d 8d 8h 4h", "surrender=late", "split", "surrender", "BJ-10"),
]  # fmt: skip


@pytest.mark.clause("BJ-06", "BJ-07", "BJ-08", "BJ-09", "BJ-10")
@pytest.mark.parametrize(("cards", "options", "decisions", "action", "clause"), OFFERED)
def test_what_is_offered(cards: str, options: str, decisions: str, action: str, clause: str) -> None:
    round = begun(cards, options, decisions)
    assert (action in actions(round)) is not bool(clause)
    if clause:
        assert why_not(round, action) == clause
        with pytest.raises(IllegalAction, match=clause):
            round.act(1, action)
    else:
        assert round.asked(1).choices[actions(round).index(action)].cost_cents == (
            1000 if action in ("double", "split") else 0
        )  # type: ignore[union-attr]


TWO, THREE = {"hand": "8c 2c", "hand-2": "8d"}, {"hand": "8c 2c", "hand-2": "8d", "hand-3": "8h"}
SPLITS = [
    # cards, and after each decision what lies where
    ("8c 6d 8d Th 2c 5c 9s 3d", [
        ("split", TWO), ("hit", {**TWO, "hand": "8c 2c 5c"}), ("stand", {"hand": "8c 2c 5c", "hand-2": "8d 9s"}),
    ]),
    # 8 8 split; the first gets an 8 and is split again; then 2, 3 and 4 go to the three hands in turn
    ("8c 6d 8d Th 8h 2c 3c 4c Td", [
        ("split", {"hand": "8c 8h", "hand-2": "8d"}), ("split", THREE), ("stand", {**THREE, "hand-3": "8h 3c"}),
        ("stand", {**THREE, "hand-3": "8h 3c", "hand-2": "8d 4c"}),
    ]),
]  # fmt: skip


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize(("cards", "decisions"), SPLITS)
def test_a_split_hand_is_played_out_before_the_next_gets_its_second_card(
    cards: str, decisions: list[tuple[str, dict[str, str]]]
) -> None:
    """And one that is split again right after the one it came from."""
    round = start("blackjack", cards)
    for decision, there in decisions:
        play(round, decision)
        assert {place: texts(cards) for place, cards in places(round)[1].items()} == there
    assert round.pending[0].text == {2: "Hand 2: 17", 3: "Hand 2: 12"}[len(there)]


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize("most", [2, 3, 4])
def test_splits_up_to_the_number_of_hands(most: int) -> None:
    round = start("blackjack", "8c 6d 8d Th" + " 8h 8s" * 3 + " Tc" * 2, options={"split_to": str(most)})
    play(round, *["split"] * (most - 1))
    assert why_not(round, "split") == "BJ-08"
    with pytest.raises(IllegalAction, match=f"{most} hands at most"):
        round.act(1, "split")
    play(round, *["stand"] * most)
    assert round.finished
    assert round.stakes[1] == {"blackjack": 1000, "split": 1000 * (most - 1)}
    assert len(nets(round)["split"]) == most - 1


def test_the_question_names_the_hand() -> None:
    assert start("blackjack", "Ac 9d 6c 8h").pending[0].text == "soft 17"
    assert start("blackjack", "Tc 9d 6c 8h").pending[0].text == "16"
