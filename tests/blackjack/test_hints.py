"""Advice at the table: what the solvers say about the hand in question, and about nothing that is hidden."""

from __future__ import annotations

import pytest

from pitboss.analysis.questions import advise, cost_of
from pitboss.analysis.report import PricedChoice
from pitboss.cardplay.blackjack.choices import options, play_of
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.rounds.events import Decision
from tests.games.stage import play, start

LATE = {"surrender": "late"}


def best(found: tuple[PricedChoice, ...]) -> str:
    return max(found, key=lambda option: option.expectation).action


@pytest.mark.clause("BJ-16")
@pytest.mark.parametrize(("cards", "action"), [
    ("Tc 9d 6c 8h", "surrender"), ("Tc 6d 6c 8h", "stand"), ("6c 6d 5c 8h", "double"),
    ("8c 9d 8d 8h", "split"), ("Tc 9d 2c 8h", "hit"), ("Ac 6d 7c 8h", "double"),
])  # fmt: skip
@pytest.mark.parametrize("game", ["blackjack", "lucky-break"])
def test_the_best_choice(game: str, cards: str, action: str) -> None:
    found = advise(start(game, cards, options=LATE), 1)
    assert best(found) == action
    assert cost_of(found, Decision(action)) == 0


@pytest.mark.clause("BJ-16")
def test_advice_is_the_solvers_in_cents_of_the_wager() -> None:
    round = start("blackjack", "Tc 9d 6c 8h", {"blackjack": 25}, LATE)
    exact = options(play_of(BlackjackRules(surrender="late"), "composition"), (9, 5), 8)
    found = {o.action: o.expectation for o in advise(round, 1)}
    assert found == {o.action: 2500 * o.expectation for o in exact}


@pytest.mark.clause("BJ-16")
def test_a_split_hand_is_advised_on_its_own_cards() -> None:
    found, again = (
        advise(play(start("blackjack", f"8c 9d 8d 8h {card}"), "split"), 1) for card in ("3c", "8s")
    )
    assert [option.action for option in found] == ["stand", "hit", "double"]
    assert (best(found), best(again)) == ("double", "split")


@pytest.mark.clause("BJ-05", "BJ-16")
def test_insurance_is_weighed_by_the_tens_left() -> None:
    found = advise(start("blackjack", "Tc Ad 9c 9h", {"blackjack": 20}), 1)
    # 95 tens among 309 unseen cards: 2 to 1 on 95/309 is worth -24/309 of the stake
    assert {(o.action, o.amount_cents): o.expectation * 309 for o in found} == {
        ("decline", 0): 0, ("insure", 100): -2400, ("insure", 1000): -24_000,
    }  # fmt: skip


@pytest.mark.clause("AD-12")
def test_raise_or_check_by_the_two_cards() -> None:
    wagers = {"blackjack": 10, "acey-deucey": 4}
    wide = advise(start("acey-deucey-21", "2c 5h Ac 8d", wagers), 1)
    narrow = advise(start("acey-deucey-21", "7c 5h 8d 8d", wagers), 1)
    assert [(o.action, o.amount_cents) for o in wide] == [("check", 0), ("raise", 100), ("raise", 800)]
    assert (best(wide), best(narrow)) == ("raise", "check")
    # neighbours always lose: the Ante is gone either way
    assert [o.expectation for o in narrow] == [-400, -500, -1200]
    pair = start("acey-deucey-21", "9c 5h 9d 8d", wagers, pay_tables={"acey-deucey": "1B"})
    assert "check" not in [o.action for o in advise(pair, 1)]


@pytest.mark.clause("AD-12", "BJ-16")
def test_after_the_bonuses_the_advice_is_blackjacks() -> None:
    round = play(start("acey-deucey-21", "Tc 8h 6c 9d", {"blackjack": 10, "acey-deucey": 4}), "check")
    assert advise(round, 1) == advise(start("blackjack", "Tc 9d 6c 8h"), 1)


def test_advice_knows_no_hidden_card_and_nobody_is_advised_out_of_turn() -> None:
    round, other = (start("blackjack", f"Tc 9d 6c {unseen}") for unseen in ("8h 2c 3c", "3c 8h 2c"))
    assert advise(other, 1) == advise(round, 1)
    assert advise(play(round, "stand"), 1) == ()
