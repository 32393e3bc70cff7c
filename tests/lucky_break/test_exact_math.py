"""Lucky Break: the dealer's completed hand counted, dealt card by card, simulated; and who cannot change it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.analysis.report import outcomes_of
from pitboss.cardplay.blackjack import exposure_kernels as compiled
from pitboss.cardplay.blackjack.choices import play_of
from pitboss.cardplay.blackjack.counting import completed, completed_from
from pitboss.cardplay.blackjack.exposure import exposure
from pitboss.cardplay.blackjack.hands import VALUE_OF_CARD, dealer_draws, total_of, total_of_values
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.core.cards import deck_of, suit_of
from pitboss.core.errors import BadInput
from pitboss.core.shown import percent
from pitboss.sheets import sheet
from pitboss.table_games.lucky_break import solve as lucky_break
from pitboss.table_games.lucky_break.kernel import bust_tree
from pitboss.table_games.lucky_break.rules import bonus_odds
from tests.edge.asked import query_of, result_of

GAME = "lucky-break"
SHEET = sheet(GAME)
COMBINATIONS = [f"{base}/{multiplier}" for base in "1234" for multiplier in "1234"]

Card = tuple[int, int]
"""value and suit"""
SMALL: dict[Card, int] = {
    (9, 0): 4, (9, 1): 2, (5, 0): 3, (4, 0): 2, (1, 0): 1, (0, 1): 2, (7, 1): 2, (4, 2): 1,
}  # fmt: skip


def by_suit(shoe: dict[Card, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(shoe.get((value, suit), 0) for value in range(10)) for suit in range(4))


Player = Callable[[int, int, bool], bool]
Law = dict[tuple[int, int, bool], Fraction]


def dealt_out(shoe: dict[Card, int], hits: bool, player: Player | None = None) -> Law:
    """(total, cards, one suit) of the dealer's hand, card by card. A `player` takes two cards first and then
    draws as long as it wants, before the dealer's hole card is turned and the dealer draws."""
    kinds = list(shoe)

    def mean(left: tuple[int, ...], after: Callable[[Card, tuple[int, ...]], Law]) -> Law:
        """The law over the next card."""
        assert sum(left), "the shoe of the test is too small"
        law: defaultdict[tuple[int, int, bool], Fraction] = defaultdict(Fraction)
        for at, many in enumerate(left):
            if many:
                rest = (*left[:at], many - 1, *left[at + 1 :])
                for ending, chance in after(kinds[at], rest).items():
                    law[ending] += Fraction(many, sum(left)) * chance
        return dict(law)

    @cache
    def dealer(hand: tuple[Card, ...], left: tuple[int, ...]) -> Law:
        total, soft = total_of_values(value for value, _ in hand)
        if len(hand) >= 2 and not dealer_draws(total, soft, hits):
            return {(total, len(hand), len({suit for _, suit in hand}) == 1): Fraction(1)}
        return mean(left, lambda card, rest: dealer(tuple(sorted((*hand, card))), rest))

    @cache
    def play(mine: tuple[int, ...], up: Card, left: tuple[int, ...]) -> Law:
        total, soft = total_of_values(mine)
        if total > 21 or (len(mine) >= 2 and player and not player(total, up[0], soft)):
            return dealer((up,), left)
        return mean(left, lambda card, rest: play(tuple(sorted((*mine, card[0]))), up, rest))

    whole = tuple(shoe.values())
    if player:
        return mean(whole, lambda card, rest: play((), card, rest))
    return mean(whole, lambda card, rest: dealer((card,), rest))


def as_parts(law: Law) -> tuple[dict, dict]:  # type: ignore[type-arg]
    every: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    suited: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (total, cards, one_suit), chance in law.items():
        every[total, cards] += chance
        if one_suit:
            suited[total, cards] += chance
    return dict(every), dict(suited)


@pytest.mark.clause("LB-07", "LB-09")
@pytest.mark.parametrize("hits", [True, False])
def test_counting_equals_dealing_card_by_card(hits: bool) -> None:
    every, suited = as_parts(dealt_out(SMALL, hits))
    found = completed_from(by_suit(SMALL), hits)
    assert found.every == every
    assert found.suited == suited
    assert any(total > 21 and cards >= 4 for total, cards in suited)


@pytest.mark.clause("LB-05", "LB-06", "LB-24")
@pytest.mark.parametrize("player", [
    lambda total, up, soft: total < 17,
    lambda total, up, soft: total < 12 or (up in (0, 9) and total < 17),
    lambda total, up, soft: total <= 20,
], ids=["as the dealer", "with an eye on the up card", "until 21 or bust"])  # fmt: skip
def test_the_players_draws_do_not_change_the_dealers_hand(player: Player) -> None:
    """The player sees cards and decides on them, and still: the law is that of a dealer who plays alone."""
    shoe = {(9, 0): 4, (9, 1): 4, (5, 0): 2, (4, 0): 2, (0, 1): 2, (7, 1): 2}
    assert dealt_out(shoe, True, player) == dealt_out(shoe, True)


@pytest.mark.clause("LB-08")
def test_no_chart_hits_hard_18_which_alone_reaches_28() -> None:
    """No other draw of ten does; and neither chart hits or doubles there."""
    for kind in ("total", "composition"):
        play = play_of(BlackjackRules(surrender="late"), kind)
        hands = play.shoe.hands
        high = (hands.total >= 18) & ~hands.soft & (hands.size >= 2)
        assert not play.many[:, high].any() and not play.two[:, high].any()


@pytest.mark.clause(
    "LB-10", "LB-13", "LB-14", "LB-15", "LB-16", "LB-17", "LB-18", "LB-19", "LB-20", "LB-21", "LB-22"
)
@pytest.mark.parametrize("reading", ["added", "product"])
def test_pays_are_those_of_the_rules(reading: str) -> None:
    """The solver's pays by total, cards and suit, against the rules' pays for real cards."""
    dice = random.Random(2)
    seen = set()
    for _ in range(3_000):
        one_suit = dice.random() < 0.5
        deck = [c for c in deck_of(6) if not one_suit or suit_of(c) == 1]
        hand = tuple(dice.sample(deck, dice.randint(3, 6)))
        total, _ = total_of(hand)
        if not 22 <= total <= 26:
            continue
        suited = len({suit_of(c) for c in hand}) == 1
        seen.add((total, min(len(hand), 5), suited))
        for name in ("1/1", "2/2", "3/3", "4/4", "1/3"):
            table = SHEET.pay_table(GAME, name)
            net = bonus_odds(table, hand, reading).net  # type: ignore[union-attr]
            assert lucky_break.pays(table, total, len(hand), suited, reading) == net
    assert len(seen) > 15


@pytest.mark.clause("LB-10", "LB-23", "LB-24")
def test_all_combinations_have_both_readings() -> None:
    edges = {}
    for name in COMBINATIONS:
        added, product = (result_of(GAME, GAME, name, multiplier=how) for how in ("added", "product"))
        for result, other, field in (
            (added, product, "house_edge_product"),
            (product, added, "house_edge_added"),
        ):
            assert sum(result.outcomes.values()) == 1
            # the other reading is told as a figure, not by the name of its field
            assert result.extra[field] == other.house_edge
            assert percent(other.house_edge) in result.notes[0]
            assert "_" not in "".join(result.notes)
        # base on top of base times multiplier: a suited winner's base is the difference
        assert product.house_edge > added.house_edge
        edges[name] = added.house_edge
    assert edges["1/1"] == edges["2/4"]


@pytest.mark.clause("LB-12")
def test_a_surrendered_hand_may_cost_the_bonus() -> None:
    lost, alive = (
        result_of(GAME, GAME, "1/1", surrender="late", lucky_break_surrender=how) for how in ("lost", "alive")
    )
    assert lost.house_edge > alive.house_edge


@pytest.mark.clause("LB-24")
def test_laws_are_complete() -> None:
    for decks, hits in product((1, 2, 8), (True, False)):
        law = completed(decks, hits)
        assert sum(law.every.values()) == 1
        assert all(law.suited[key] <= law.every[key] for key in law.suited)
        assert {total for total, _ in law.every} == set(range(17, 27))


def test_worth_of_a_known_shoe_is_the_exact_one() -> None:
    dice = random.Random(11)
    lefts = [dice.sample(deck_of(6), dice.randint(40, 300)) for _ in range(7)]
    shoes = [[left.count(card) for card in range(52)] for left in lefts]
    table, pays = SHEET.pay_table(GAME, "1/1"), np.zeros((2, 6, 14))
    for total, held, suited in product(range(22, 27), range(3, 14), (0, 1)):
        net = lucky_break.pays(table, total, held, bool(suited), "added")
        pays[suited, total - 21, held] = float(net)
    for hits in (True, False):
        found = compiled.completed_worth(np.array(shoes, np.int16), *bust_tree(hits).nodes, pays, -1.0)
        for shoe, worth in zip(shoes, found, strict=True):
            suits = [[0] * 10 for _ in range(4)]
            for card, many in enumerate(shoe):
                suits[suit_of(card)][VALUE_OF_CARD[card]] += many
            law = completed_from(tuple(tuple(suit) for suit in suits), hits)
            outcomes = outcomes_of(lucky_break.lines_by(law, table, "added"))
            assert worth == pytest.approx(float(sum(n * p for n, p in outcomes.items())), abs=1e-11)


def test_exposure_counts_whole_shoes() -> None:
    query = query_of(GAME, GAME, "1/1")
    assert query.pay_table is not None
    asked = (GAME, GAME, query.pay_table, query.settings, "80")
    found = exposure(*asked, rounds=30_000, seed=3)
    assert 0 < found.favourable < 0.2 and 0 < found.edge_when_favourable < found.best
    per_round = found.gain_per_100_rounds / 100
    assert per_round == pytest.approx(found.favourable * found.edge_when_favourable, rel=1e-9)
    assert found.gain_per_shoe == pytest.approx(per_round * found.rounds / found.shoes, rel=1e-9)
    edge, error = float(questions.solve(GAME, query).house_edge), 6 * found.edge_always_error + 0.002
    assert found.edge_always == pytest.approx(-edge, abs=error)
    assert exposure(*asked, rounds=30_000, seed=3) == found
    with pytest.raises(BadInput, match="not computed"):
        exposure("blackjack", "main", query.pay_table, query.settings)
