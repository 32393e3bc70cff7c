"""War and Acey Deucey: exact edges against dealing every three cards, printed figures, and exposure."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis import questions
from pitboss.analysis.questions import audit
from pitboss.analysis.report import decimal, outcomes_of
from pitboss.cardplay.blackjack import exposure_kernels as compiled
from pitboss.cardplay.blackjack.exposure import Exposure, exposed_wagers, exposure
from pitboss.core.cards import parse_words
from pitboss.core.errors import BadInput
from pitboss.sheets import PayTable, sheet
from pitboss.table_games.acey_deucey_21 import solve as exact
from pitboss.table_games.acey_deucey_21.rules import acey_deucey_hand, acey_deucey_odds
from tests.amounts import amount
from tests.edge.asked import query_of, result_of

GAME = "acey-deucey-21"
SHEET = sheet(GAME)
WAR = SHEET.tables("war")
ACEY_DEUCEY = SHEET.tables("acey-deucey")


def small_shoe(text: str) -> exact.RankCounts:
    cards = parse_words(text)
    return tuple(cards.count(card) for card in range(52))


SHOES = {
    "small": small_shoe("2c 2c 2c 2d 5h 5h 6s 7h 7d 8h Jh Jc Kh Ah Ah As 2h 3h"),
    "1": exact.full_shoe(1), "6": exact.full_shoe(6),
}  # fmt: skip


def deals(shoe: exact.RankCounts) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The first two cards, the up card, and the number of ways to deal them in this order."""
    held = [card for card, many in enumerate(shoe) if many]
    for first, second in product(held, held):
        pairs = shoe[first] * (shoe[second] - (second == first))
        if not pairs:
            continue
        for up in held:
            if ways := pairs * (shoe[up] - (up == first) - (up == second)):
                yield (first, second), up, ways


def war_hand(table: PayTable, cards: tuple[int, ...], up: int) -> str:
    """In other words than the sheet's (AD-08 to AD-10)."""
    first, second, shown = cards[0] // 4, cards[1] // 4, up // 4
    if first != shown:
        return "first-higher" if first > shown else "first-lower"
    if table.id == "2":
        return "first-equal"
    return "second-higher" if second > shown else "second-not-higher"


@pytest.mark.clause("AD-03", "AD-06", "AD-08", "AD-09", "AD-10")
@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("table", WAR, ids=lambda t: t.id)
def test_war_equals_dealing_all_orders(table: PayTable, shoe: str) -> None:
    law: defaultdict[Fraction, int] = defaultdict(int)
    for cards, up, ways in deals(SHOES[shoe]):
        law[table.net(war_hand(table, cards, up))] += ways
    outcomes = {net: Fraction(n, sum(law.values())) for net, n in law.items()}
    assert outcomes_of(exact.solve_war(table, SHOES[shoe])) == outcomes
    if shoe != "small":
        assert result_of(GAME, "war", table.id, decks=shoe).outcomes == outcomes


@pytest.mark.clause("AD-12", "AD-14", "AD-15", "AD-16", "AD-17", "AD-18", "AD-19", "AD-20", "AD-21", "AD-22")
@pytest.mark.clause("AD-23", "AD-24")
@pytest.mark.parametrize(("shoe", "most"), [("small", 0), ("small", 1), ("small", 2), ("1", 2), ("6", 2)])
@pytest.mark.parametrize("table", ACEY_DEUCEY, ids=lambda t: t.id)
def test_acey_deucey_equals_dealing_all_orders(table: PayTable, shoe: str, most: int) -> None:
    """The raise is found by trying all amounts on each first hand."""
    lines = (*(line.hand for line in table.lines), "pair", "outside")
    pays = {hand: acey_deucey_odds(table, hand).net for hand in lines}  # type: ignore[union-attr]
    by_hand: defaultdict[tuple[int, ...], Counter[Fraction]] = defaultdict(Counter)
    for cards, up, ways in deals(SHOES[shoe]):
        by_hand[tuple(sorted(cards))][pays[acey_deucey_hand(cards, up)]] += ways
    law: defaultdict[Fraction, int] = defaultdict(int)
    wagered = 0
    for (low, high), nets in by_hand.items():
        amounts = [0] if low // 4 == high // 4 and table.id.endswith("B") else range(most + 1)
        worth = sum(net * ways for net, ways in nets.items())
        units = 1 + max(amounts, key=lambda n: (n * worth, -n))
        wagered += units * nets.total()
        for net, ways in nets.items():
            law[units * net] += ways
    total = sum(law.values())
    solved = exact.solve_acey_deucey(table, SHOES[shoe], most)
    answers: list[Any] = [solved]
    if shoe != "small":
        answers.append(result_of(GAME, "acey-deucey", table.id, decks=shoe))
    for found in answers:
        assert found.outcomes == {net: Fraction(n, total) for net, n in law.items()}
        assert found.action == Fraction(wagered, total)


@pytest.mark.clause("AD-06", "AD-09", "AD-10", "AD-19", "AD-20", "AD-21", "AD-22", "AD-23", "AD-24")
def test_where_the_printed_figures_come_from() -> None:
    """War as printed; the Acey Deucey figures are those of the B tables."""
    found = {(f.wager, f.pay_table): f for f in audit() if f.game == GAME}
    assert found["war", "1"].verdict == "agrees"
    assert decimal(found["war", "1"].exact * 100, 4) == "0.5248"
    assert found["war", "2"].verdict == "rounded"
    assert found["war", "2"].exact == Fraction(23, 622)
    for table, printed in (("1", "2.99"), ("2", "3.46"), ("3", "5.29")):
        finding = found["acey-deucey", table]
        assert finding.verdict == "disagrees" and finding.exact < 0
        assert f"table {table}B" in finding.note and "is not that" not in finding.note
        assert decimal(result_of(GAME, "acey-deucey", f"{table}B").house_edge * 100, 2) == printed


@pytest.mark.clause("AD-06", "AD-13")
def test_every_shoe_has_its_own_edge_and_a_smaller_raise_is_worth_less_to_the_player() -> None:
    for decks in map(str, range(1, 9)):
        asked = [
            q for w in ("war", "acey-deucey") for q in questions.queries(GAME, w, None, {"decks": decks})
        ]
        results = [questions.solve(GAME, query) for query in asked]
        assert all(sum(result.outcomes.values()) == 1 for result in results)
        assert len({result.house_edge for result in results}) == 8
    edges = [result_of(GAME, "acey-deucey", "1B", **{"raise": most}).house_edge for most in "012"]
    assert edges[0] > edges[1] > edges[2] > 0


@pytest.mark.clause("AD-12", "AD-15")
def test_strategy_for_a_hand() -> None:
    query, b_table = query_of(GAME, "acey-deucey", "1"), query_of(GAME, "acey-deucey", "1B")
    for hand, action in (("8c 8d", "raise 2"), ("5h 9h", "check")):
        best = questions.strategy(GAME, query, hand).best
        assert best is not None and best.action == action
    assert [o.action for o in questions.strategy(GAME, b_table, "8c 8d").options] == ["check"]
    with pytest.raises(BadInput, match="not a hand of this game"):
        questions.strategy(GAME, query, "5h")


# exposure


def random_shoes(count: int, seed: int) -> list[exact.RankCounts]:
    dice, cards = random.Random(seed), list(range(52)) * 6
    left = (dice.sample(cards, dice.randint(30, 250)) for _ in range(count))
    return [tuple(map(shoe.count, range(52))) for shoe in left]


LINES = ("spread-1", "spread-2", "spread-3-11", "trips")


def pays_of(table: PayTable) -> NDArray[np.float64]:
    return np.array([[float(table.net(n)), float(table.net(f"{n}-suited"))] for n in LINES])


def mean_of(outcomes: Mapping[Fraction, Fraction]) -> float:
    return float(sum(n * p for n, p in outcomes.items()))


@pytest.mark.clause("AD-06")
def test_worth_of_a_known_shoe_is_the_exact_one() -> None:
    shoes = random_shoes(6, 4)
    left = np.array(shoes, np.int16)
    for table in WAR:
        worth, _ = exposed_wagers(GAME)["war"].worths(table, {}, "shoe")
        for shoe, found in zip(shoes, worth(left, np.zeros((6, 2), np.uint8)), strict=True):
            assert found == pytest.approx(mean_of(outcomes_of(exact.solve_war(table, shoe))), abs=1e-12)
    for table in ACEY_DEUCEY[::3]:
        on_pair = table.rules["raise_on_pair"] == "yes"
        worths = compiled.acey_deucey_worth(left, pays_of(table), 2, on_pair)
        for shoe, found in zip(shoes, worths, strict=True):
            solved = exact.solve_acey_deucey(table, shoe, 2)
            assert found == pytest.approx(mean_of(solved.outcomes), abs=1e-12)


@pytest.mark.clause("AD-06")
def test_what_the_other_spots_cards_add() -> None:
    """The gain of one deal, reckoned from the exact hands before and after a look at the other cards."""
    table = SHEET.pay_table("acey-deucey", "1")
    pays, dice = pays_of(table), random.Random(8)
    changed = 0
    for shoe in random_shoes(500, 5):
        cards = dice.sample([card for card, many in enumerate(shoe) for _ in range(many)], 12)
        low, high = sorted(cards[:2])
        seen = tuple(many - cards[2:].count(card) for card, many in enumerate(shoe))
        own, known = (
            exact.FirstHand(low, high, 1, exact.winners(left, low, high), sum(left) - 2).worth(table)
            for left in (shoe, seen)
        )
        gain = ((2 if known > 0 else 0) - (2 if own > 0 else 0)) * known
        changed += gain != 0
        left, deal = np.array([shoe], np.int16), np.array([cards], np.uint8)
        assert compiled.raise_gain(left, deal, pays, 2, True)[0] == pytest.approx(float(gain), abs=1e-12)
        assert gain >= 0
    assert changed > 3


FEW = amount(4_000, 16_000)


def exposed(
    wager: str, table: str, depth: str | None = None, rounds: int = FEW, sees: str = "shoe", **to: str
) -> Exposure:
    query = query_of(GAME, wager, table, **to)
    assert query.pay_table is not None
    return exposure(GAME, wager, query.pay_table, query.settings, depth, rounds=rounds, sees=sees)


@pytest.mark.clause("AD-06")
def test_exposure_says_what_an_operator_must_know() -> None:
    never = exposed("war", "2", "75")
    assert never.favourable == 0 and never.gain_per_100_rounds == 0 and never.best < 0
    always = exposed("acey-deucey", "1", "50")
    assert always.favourable > 0.99 and always.edge_always > 0.04
    assert always.rounds == sum(depth.rounds for depth in always.by_depth)
    six = {"players": "6"}
    table = exposed("acey-deucey", "1B", sees="table", **six)
    exact_edge = float(result_of(GAME, "acey-deucey", "1B", **six).house_edge)
    assert -exact_edge < table.edge_always < -exact_edge + 0.01
    with pytest.raises(BadInput, match="cannot see"):
        exposed("war", "2", sees="table")
    # deeper shoes are more exposed
    deep = [exposed("war", "1", depth, 60_000).favourable for depth in ("50", "70", "90")]
    assert deep == sorted(deep) and deep[2] > 4 * deep[0]
