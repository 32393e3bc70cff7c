"""The shoe from round to round: cut card, shuffles, and the end of the cards in mid-round."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss.cardplay.blackjack.procedure import DEALER_MOST_CARDS, cut_card
from pitboss.core.cards import deck_of, texts
from pitboss.core.errors import BadInput, ReplayError
from pitboss.fairness.shuffling import next_start, shuffle_due
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.felt import places_of
from pitboss.rounds.round import Round, shuffled_for
from tests.games.stage import actions, events, order_of, play, start, why_not

ONE = {1: {"blackjack": 1000}}
ONE_DECK = TableConfig("blackjack", {"decks": "1"})
DEEP = TableConfig("blackjack", {"decks": "1", "penetration": "100"})
CARD_HUNGRY = ("split", "double", "hit", "raise", "decline", "check", "stand")
"""a player who takes every card that is to be had"""


def hungry(round: Round, ask: Ask) -> Decision:
    choices = {choice.action: choice for choice in ask.choices}
    action = next(a for a in CARD_HUNGRY if a in choices)
    return Decision(action, choices[action].most_cents)


def shuffled(config: TableConfig, seed: int, shoes: int = 1) -> tuple[int, ...]:
    dice = random.Random(seed)
    order: list[int] = []
    for _ in range(shoes):
        shoe = deck_of(config.decks)
        dice.shuffle(shoe)
        order += shoe
    return tuple(order)


@pytest.mark.clause("BJ-11")
def test_where_the_cut_card_lies() -> None:
    for penetration, decks, cut in (
        ("75", 6, 234), ("75", 1, 39), ("50", 8, 208), ("0", 6, 0), ("100", 2, 104), ("every-round", 6, 0),
    ):  # fmt: skip
        config = TableConfig("blackjack", {"penetration": penetration, "decks": str(decks)})
        assert cut_card(config) == cut
        assert not shuffle_due(config, 0)
        assert shuffle_due(config, max(cut, 1))
        assert cut <= 1 or not shuffle_due(config, cut - 1)


@pytest.mark.clause("BJ-11")
def test_rounds_go_on_in_one_shoe_until_the_cut_card_is_out() -> None:
    config = TableConfig("blackjack", {"decks": "1", "penetration": "50"})
    order = shuffled(config, 1)
    at: int | None = 0
    starts = []
    while at is not None:
        starts.append(at)
        round = Round(config, ONE, order, at).play_out(hungry)
        out = [e for e in events(round, "say") if e.clause == "BJ-11"]
        assert bool(out) == (round.start + round.cards_used >= 26)
        at = next_start(round)
    assert len(starts) > 2
    assert starts == sorted(set(starts))
    assert starts[-1] < 26 <= round.start + round.cards_used


@pytest.mark.clause("BJ-11")
def test_a_shuffle_for_every_round_where_the_table_or_the_game_has_it_so() -> None:
    for penetration in ("every-round", "0"):
        round = play(start("blackjack", "Tc 9d 9c 9h", options={"penetration": penetration}), "stand")
        assert next_start(round) is None
    assert shuffle_due(TableConfig("fu-bacc"), 5)
    assert [len(shuffled_for(TableConfig(game))[0]) for game in ("fu-bacc", "blackjack")] == [52, 2 * 312]


@pytest.mark.clause("BJ-11", "HR-19")
def test_a_shoe_that_ends_in_mid_round_goes_on_with_its_shuffled_discards() -> None:
    order = shuffled(DEEP, 7, shoes=2)
    first = Round(DEEP, ONE, order, start=48)
    while not first.finished and len(events(first, "deal")) < 6:
        play(first, "hit")
    out = "The shoe is out: the discards are shuffled and dealt from"
    assert out in [e.text for e in events(first, "say")]
    dealt = [e.cards[0] for e in events(first, "deal")]
    # whatever comes after the last card of the shoe follows the second order, cards on the table left out
    discards = [card for card in order[52:] if card not in dealt[:4]]
    assert dealt[4:] == discards[: len(dealt) - 4]
    assert next_start(first) is None


@pytest.mark.clause("BJ-11")
def test_cards_of_a_busted_hand_are_among_the_discards() -> None:
    shoe = list(order_of(DEEP, "Tc 8d 9d 6c 7d 2h Ks"))
    # the last seven cards of the first shoe: spot 1 T 6 K busts, spot 2 8 7, dealer 9 2
    end = shoe[7:] + shoe[:7]
    round = play(Round(DEEP, {1: ONE[1], 2: ONE[1]}, (*end, *reversed(end)), start=45), "hit", "hit")
    # the second order begins with K 2 7 ...: 2 and 7 lie on the table, the busted king does not
    assert [texts(event.cards) for event in events(round, "deal")[6:8]] == ["Ks", "Ks"]


@pytest.mark.clause("BJ-11", "HR-19")
def test_an_order_is_one_shoe_or_two_and_a_round_starts_where_enough_of_it_is_left() -> None:
    order, two = shuffled(ONE_DECK, 3), shuffled(ONE_DECK, 3, shoes=2)
    Round(ONE_DECK, ONE, order)
    Round(ONE_DECK, ONE, order + shuffled(ONE_DECK, 4))
    fu_bacc = TableConfig("fu-bacc"), {1: {"ante": 1000}}, order * 2
    for wrong in ((ONE_DECK, ONE, order + order[:51] + order[:1]), (ONE_DECK, ONE, order * 3), fu_bacc):
        with pytest.raises(BadInput, match="not a shoe"):
            Round(*wrong)
    for at in (-1, 52, 104):
        with pytest.raises(ReplayError, match="0 to 51"):
            Round(ONE_DECK, ONE, two, start=at)
    for spots in (1, 2, 7):
        # two for every spot, and as many as the dealer may need
        bets, enough = dict.fromkeys(range(1, spots + 1), ONE[1]), 52 - 2 * spots - DEALER_MOST_CARDS
        Round(ONE_DECK, bets, order, start=enough)
        with pytest.raises(ReplayError, match="BJ-11"):
            Round(ONE_DECK, bets, order, start=enough + 1)


@pytest.mark.clause("BJ-11")
@pytest.mark.parametrize("shoes", [1, 2])
@pytest.mark.parametrize("game", ["blackjack", "acey-deucey-21", "lucky-break"])
def test_a_single_deck_on_seven_spots_never_runs_dry(game: str, shoes: int) -> None:
    """All players take every card they can: what could not be dealt is not offered."""
    config = TableConfig(game, {"decks": "1", "split_aces": "hit"})
    bets = {"blackjack": 1000} | dict.fromkeys(config.offered or (), 100)
    short = 0
    for seed in range(150):
        round = Round(config, dict.fromkeys(range(1, 8), bets), shuffled(config, seed, shoes))
        while round.pending:
            ask = round.pending[0]
            short += any(clause == "BJ-11" for _, clause in ask.why_not.values())
            round.decide(ask.spot, hungry(round, ask))
        table = [c for here in places_of(round.log).values() for cards in here.values() for c in cards]
        assert max(Counter(table).values()) == 1
    assert short > 0 or shoes == 2


@pytest.mark.clause("BJ-11")
def test_a_choice_that_could_not_be_dealt_is_not_offered() -> None:
    """The dealer may still need eleven cards; a split needs two more, a hit or a double one."""
    order = order_of(ONE_DECK, "8c 6d 8d 5h 2c 2d")

    def with_cards_left(left: int) -> Round:
        at = 52 - 4 - left
        return Round(ONE_DECK, ONE, (*order[6 : 6 + at], *order[:6], *order[6 + at :]), start=at)

    assert actions(with_cards_left(13)) == ["stand", "hit", "double", "split"]
    twelve = with_cards_left(12)
    assert actions(twelve) == ["stand", "hit", "double"]
    assert why_not(twelve, "split") == "BJ-11"
    # 8 8 2 has to stand
    assert play(twelve, "hit").finished
    assert twelve.settlements[0].text.startswith("18 against")
    # a hand split off is promised its second card until it has it
    fifteen = play(with_cards_left(15), "split")
    assert actions(play(fifteen, "stand")) == ["stand", "hit", "double"]
    eleven = with_cards_left(11)
    assert eleven.finished
    assert eleven.settlements[0].text.startswith("16 against")


@pytest.mark.clause("BJ-11")
def test_every_card_of_a_deep_shoe_is_dealt_without_a_complaint() -> None:
    four = dict.fromkeys(range(1, 5), ONE[1])
    reshuffled = 0
    for seed in range(60):
        order = shuffled(DEEP, seed, shoes=2)
        at: int | None = 0
        while at is not None:
            round = Round(DEEP, four, order, at).play_out(hungry)
            again = Round.from_json(round.to_json())
            assert (again.log, again.settlements) == (round.log, round.settlements)
            reshuffled += any("discards" in e.text for e in events(round, "say"))
            at = next_start(round)
    assert reshuffled > 20
