"""House Money (SB-13): what wins, the choice to put it on top, and the edge with the best choice."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.questions import advise, one_query, solve, strategy
from pitboss.cardplay.blackjack.choices import options, play_of
from pitboss.cardplay.blackjack.hands import VALUE_OF_CARD
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.core.cards import deck_of
from pitboss.core.errors import IllegalAction
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.simulator.kernel import kernel_of
from pitboss.table_games.house_money.solve import worths
from tests.blackjack.strategy import Chart
from tests.side_wagers.support import order_with

GAME = "house-money"
pytestmark = pytest.mark.clause("SB-13")


def start(hand: str, up: str, hole: str, then: str = "", **table: int) -> Round:
    config = TableConfig(GAME, **table)  # type: ignore[arg-type]
    first, second = hand.split()
    cards = f"{first} {up} {second} {hole} {then}"
    return Round(config, {1: {"blackjack": 1000, "house-money": 500}}, order_with(config, cards))


def nets(round: Round) -> dict[str, int]:
    found: dict[str, int] = {}
    for s in round.settlements:
        found[s.wager] = found.get(s.wager, 0) + s.net_cents
    return found


@pytest.mark.parametrize(("hand", "line", "pays"), [
    ("Ad Kd", "suited-ace-king", 9), ("Ad Ks", "run", 1), ("Kd Qd", "suited-run", 4), ("Ad 2d", "suited-run", 4),
    ("7d 7d", "pair", 3), ("7d 7s", "pair", 3), ("5d 6s", "run", 1), ("Kd Qs", "run", 1), ("Kd 2d", "no-line", -1),
])  # fmt: skip
def test_lines(hand: str, line: str, pays: int) -> None:
    round = start(hand, "5c", "9d")
    assert [(s.hand, s.net_cents) for s in round.settlements] == [(line, 500 * pays)]
    asked = round.pending[0].kind == "cap" if round.pending else False
    assert asked is (pays > 0)


def test_wager_and_winnings_go_on_top_and_win_with_the_hand() -> None:
    round = start("Kd Qd", "5c", "9d", "8h")
    (ask,) = round.pending
    assert [(c.action, c.cost_cents) for c in ask.choices] == [("take", 0), ("cap", 2500)]
    round.act(1, "cap")
    round.act(1, "stand")
    assert nets(round) == {"house-money": 2000, "blackjack": 1000, "cap": 2500}


def test_what_is_on_top_is_doubled_and_split_with_the_hand() -> None:
    doubled = start("5d 6d", "5c", "9d", "9h 8h")
    doubled.act(1, "cap")
    doubled.act(1, "double")
    assert nets(doubled) == {"house-money": 2000, "blackjack": 1000, "cap": 2500, "double": 3500}
    split = start("8d 8s", "5c", "9d", "Th Td 9c")
    split.act(1, "cap")
    split.act(1, "split")
    split.act(1, "stand")
    split.act(1, "stand")
    assert nets(split) == {"house-money": 1500, "blackjack": 1000, "cap": 2000, "split": 3000}


def test_a_blackjack_pays_three_to_two_on_what_is_on_top() -> None:
    round = start("Ad Kd", "5c", "9d")
    round.act(1, "cap")
    assert nets(round) == {"house-money": 4500, "blackjack": 1500, "cap": 7500}


def test_nobody_is_asked_when_the_dealer_has_a_blackjack_and_all_is_kept() -> None:
    round = start("Ks Ks", "Ad", "Jh")
    assert round.pending[0].kind == "insurance"
    round.act(1, "decline")
    assert round.finished
    assert nets(round) == {"house-money": 1500, "blackjack": -1000}


def test_a_timeout_takes_it_and_the_largest_wager_is_kept() -> None:
    round = start("Kd Qd", "5c", "9d")
    assert round.pending[0].fallback == Decision("take")
    close = start("Kd Qd", "5c", "9d", regulation_cents=3000)
    # $35 together would be more than the largest wager: only the hand is asked about
    assert close.pending[0].kind == "play"
    with pytest.raises(IllegalAction):
        close.act(1, "cap")


@pytest.mark.parametrize("kind", ["total", "composition"])
def test_a_hands_worth_is_the_choices_own(kind: str) -> None:
    rules = BlackjackRules()
    found, play = worths(rules, kind), play_of(rules, kind)
    for hand in ((0, 9, 4), (9, 9, 0), (4, 4, 3), (4, 5, 5), (7, 7, 9)):
        best = max(option.expectation for option in options(play, hand[:2], hand[2]))
        assert found[hand] == best if kind == "composition" else found[hand] <= best


def test_the_edge_is_the_sum_over_all_first_cards() -> None:
    """One deck, card by card: line, chance of a dealer's blackjack, worth of the hand."""
    result = solve(GAME, one_query(GAME, settings={"decks": "1"}))
    playing = worths(BlackjackRules(decks=1, hole_card="peek"), "total")
    total, value = Fraction(0), VALUE_OF_CARD
    for a in range(52):
        for b in range(52):
            if a == b:
                continue
            ranks, suited = {a // 4, b // 4}, a % 4 == b % 4
            near = abs(a // 4 - b // 4) == 1 or ranks == {0, 12}
            net = (
                9
                if suited and ranks == {11, 12}
                else 4
                if suited and near
                else 3
                if len(ranks) == 1
                else near or -1
            )
            if net < 0:
                total += net * 50
                continue
            for up in range(52):
                if up in (a, b):
                    continue
                seen = [value[a], value[b], value[up]]
                hole = {0: 16 - seen.count(9), 9: 4 - seen.count(0)}.get(value[up], 0)
                worth = playing.get((*sorted(seen[:2]), value[up]), Fraction(0))  # type: ignore[arg-type]
                total += net + (1 - Fraction(hole, 49)) * (1 + net) * max(worth, Fraction(0))
    assert result.house_edge == -total / (52 * 51 * 50)


def test_the_published_figure_comes_out_where_the_dealer_stands() -> None:
    result = solve(GAME, one_query(GAME, settings={"soft_17": "stands"}))
    assert round(float(result.house_edge), 3) == 0.026
    assert result.extra["edge_when_never_put_on_top"] > Fraction(1, 4)


def test_the_chart_and_a_hand() -> None:
    found = strategy(GAME, one_query(GAME), "T T v 6")
    assert found.best is not None and found.best.action == "cap"
    rows = dict(found.grids[0].rows)
    assert rows["T-T"] == ("T",) * 10 and set(rows["8-8"]) == {"T", "-"}


def test_a_hint_at_the_table_says_what_putting_it_on_top_is_worth() -> None:
    take, cap = advise(start("Kd Qd", "5c", "9d"), 1)
    assert (take.expectation, cap.action) == (0, "cap") and 0 < cap.expectation < 2500
    take, cap = advise(start("5s 6d", "Tc", "9d"), 1)
    assert cap.expectation != 0


def test_the_simulator_plays_it_as_the_rules_do() -> None:
    query = one_query(GAME)
    dealer = kernel_of(GAME).dealer(query, "basic")
    config, dice = TableConfig(GAME), random.Random(9)
    chart, playing = Chart(config), worths(BlackjackRules(), "total")
    orders, expected = [], []
    for _ in range(120):
        order = deck_of(6)
        dice.shuffle(order)
        if dice.random() < 0.7:  # a pair for the spot
            at = next(n for n in range(3, len(order)) if order[n] // 4 == order[0] // 4)
            order[2], order[at] = order[at], order[2]
        unit = dealer.unit_cents
        round = Round(config, {1: {"blackjack": unit, "house-money": unit}}, (*order, *deck_of(6)))
        up = VALUE_OF_CARD[order[1]]
        first = tuple(sorted(VALUE_OF_CARD[order[n]] for n in (0, 2)))
        while round.pending:
            ask = round.pending[0]
            if ask.kind == "cap":
                round.act(1, "cap" if playing.get((*first, up), 0) > 0 else "take")  # type: ignore[arg-type]
            else:
                round.decide(1, chart(round, ask))
        orders.append(order)
        own = round.stakes[1].get("cap", 0)
        hand = sum(s.net_cents for s in round.settlements if s.wager != "house-money")
        share = Fraction(own, own + unit) * hand
        expected.append(sum(s.net_cents for s in round.settlements if s.wager == "house-money") + share)
    assert dealer.nets_of_orders(np.array(orders, np.uint8))[:, 0].tolist() == expected  # type: ignore[attr-defined]
