"""The exact edges of side wagers: against published figures, another count by hand, and the rules by simulation."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.questions import audit_elsewhere, one_query, queries, solve
from pitboss.core.cards import DECK, deck_of, parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from pitboss.sheets import sheet
from pitboss.simulator.kernel import kernel_of
from pitboss.simulator.run import check
from tests.side_wagers.support import FIVE, WAGER

CASES = [(game, table.wager, table.id) for game in FIVE for table in sheet(game).pay_tables]


@pytest.mark.clause("SB-06", "SB-07", "SB-09", "SB-10")
def test_of_the_published_figures_one_is_wrong() -> None:
    found = {(f.game, f.pay_table, f.figure): f.verdict for f in audit_elsewhere(games=FIVE)}
    wrong = [key for key, verdict in found.items() if verdict != "agrees"]
    assert len(found) == 14
    assert wrong == [("bet-the-set-21", "15-10", "10.3199 %")]


@pytest.mark.clause("SB-07")
def test_the_audit_says_what_it_knows_of_the_wrong_one() -> None:
    (note,) = [
        f.note for f in audit_elsewhere(games=FIVE) if (f.game, f.pay_table) == ("bet-the-set-21", "15-10")
    ]
    assert "780" in note and "2,808" in note and "48,516" in note
    assert "no shoe" in note


@pytest.mark.clause("SB-10")
def test_the_combinations_are_counted_without_regard_to_order() -> None:
    result = solve("trilux-bonus", one_query("trilux-bonus", settings={"decks": "6"}))
    assert result.extra["combinations"] == 5_013_320
    assert result.extra["combinations_of_line"] == {
        "straight-flush": 10_368, "three-of-a-kind": 26_312, "straight": 155_520, "flush": 292_896,
        "no line": 4_528_224,
    }  # fmt: skip


def by_hand(game: str, pays: str, first: int, second: int, up: int) -> str:
    """The lines of one deck told in other words than the sheets'."""
    (a, s), (b, t), (c, u) = ((card // 4, card % 4) for card in (first, second, up))
    low, high = min(a, b), max(a, b)
    if game == "royal-match-21":
        if s != t:
            return "no line"
        if (low, high) == (10, 11):
            return "royal-match"
        neighbours = high - low == 1 or (low, high) == (0, 12)
        return "suited-neighbours" if neighbours and pays.endswith("1.5") else "suited"
    if game == "bet-the-set-21":
        return "pair" if a == b else "no line"
    if game == "trilux-bonus":
        ranks = sorted((a, b, c))
        straight = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or ranks == [0, 1, 12]
        flush = s == t == u
        if straight and flush:
            return "straight-flush"
        if a == b == c:
            return "three-of-a-kind"
        return "straight" if straight else "flush" if flush else "no line"
    sevens = (a == 5) + (b == 5)
    if sevens == 2 and c == 5:
        return "three-sevens"
    return {2: "two-sevens", 1: "one-seven", 0: "no line"}[sevens]


@pytest.mark.clause("SB-05", "SB-07", "SB-10", "SB-11")
@pytest.mark.parametrize("game", [game for game in FIVE if game != "kings-bounty"])
def test_one_deck_counted_card_by_card_comes_to_the_same(game: str) -> None:
    found: dict[str, Counter[str]] = {}
    tables = sheet(game).pay_tables
    for first, second in combinations(DECK, 2):
        for up in DECK if game in ("trilux-bonus", "blazing-7s-up-card") else (-4,):
            if up not in (first, second):
                for table in tables if game == "royal-match-21" else tables[:1]:
                    line = by_hand(game, table.id, first, second, up)
                    found.setdefault(table.id, Counter())[line] += 1
    for query in queries(game, None, None, {"decks": "1"}):
        result, counted = solve(game, query), found.get(query.table_id, found[tables[0].id])
        deals = sum(counted.values())
        for pays, priced in zip(query.table.lines, result.lines, strict=True):
            assert priced.probability == Fraction(counted[pays.hand], deals), (query.table_id, pays.hand)


@pytest.mark.clause("SB-08", "SB-09")
def test_kings_bounty_by_formulas() -> None:
    """Off six decks: pairs of the 36 cards of one suit that may make 20, and the dealer's ace and ten."""
    result = solve("kings-bounty", one_query("kings-bounty", settings={"decks": "6"}))
    pairs = Fraction(312 * 311, 2)
    kings = Fraction(15) / pairs
    aces, tens, left = 24, 96 - 2, 310
    blackjack = Fraction(2 * aces * tens, left * (left - 1))
    chances = {
        line.hand: p.probability
        for line, p in zip(sheet("kings-bounty").tables("kings-bounty")[0].lines, result.lines, strict=True)
    }
    assert chances["kings-of-spades-and-blackjack"] == kings * blackjack
    assert chances["kings-of-spades"] == kings * (1 - blackjack)
    assert chances["suited-kings"] == 3 * kings
    assert chances["suited-pair-of-20"] == 12 * kings
    assert chances["suited-20"] == 4 * (6 * 36 + 36) / pairs
    assert chances["kings"] == (Fraction(24 * 23, 2) - 60) / pairs
    assert sum(chances.values()) == (Fraction(96 * 95, 2) + 24 * 24) / pairs


@pytest.mark.clause("SB-03")
@pytest.mark.parametrize(("game", "wager", "pays"), CASES)
def test_the_simulator_settles_as_the_rules_do(game: str, wager: str, pays: str) -> None:
    query = one_query(game, wager, pays)
    place, decks = WAGER[game], query.settings["decks"]
    dealer = kernel_of(game).dealer(query, "basic")
    config = TableConfig(game, {"decks": decks}, {wager: pays}, offered=frozenset((place,)))
    dice, orders, nets = random.Random(f"{game}/{pays}"), [], []
    wanted = parse_many("7d 7h 7s 7c Ks Kd Qd Jd As Ad 9d 8d 6d")
    for _ in range(150):
        # mostly of few ranks, so that every line comes
        first = [dice.choice(wanted) for _ in range(4)] if dice.random() < 0.9 else []
        first = [card for at, card in enumerate(first) if first[:at].count(card) < int(decks)]
        rest = list((Counter(deck_of(int(decks))) - Counter(first)).elements())
        dice.shuffle(rest)
        order = (*first, *rest)
        round = Round(
            config, {1: {"blackjack": 1000, place: dealer.unit_cents}}, (*order, *deck_of(int(decks)))
        )
        round.play_out(fallback)
        orders.append(order)
        nets.append(sum(s.net_cents for s in round.settlements if s.wager == place))
    found = dealer.nets_of_orders(np.array(orders, np.uint8))  # type: ignore[attr-defined]
    assert found[:, 0].tolist() == nets
    assert len(set(nets)) > 1


@pytest.mark.parametrize("game", FIVE)
def test_exact_and_simulated_agree(game: str) -> None:
    query = queries(game)[0]
    exact = solve(game, query)
    close = 0.012 * float(exact.standard_deviation)
    dealer = kernel_of(game).dealer(query, "basic")
    truth = exact.house_edge, exact.standard_deviation
    tolerance = min(close, abs(float(exact.house_edge)))
    found = check(dealer, *truth, seed=230, confidence=0.9999, tolerance=tolerance, most_chunks=24)
    assert found.decision != "disagrees", found
    with pytest.raises(BadInput, match="strategy"):
        kernel_of(game).dealer(query, "timid")


@pytest.mark.clause("SB-12")
def test_a_jackpots_edge_names_its_meters() -> None:
    empty, full = (
        solve("blazing-7s-up-card", one_query("blazing-7s-up-card", "blazing-7s", "3", meters))
        for meters in ({}, {"mega": "10000000", "major": "1000000", "minor": "100000"})
    )
    shares = full.extra["meter_share"]
    gained = 100_000 * shares["mega"] + 10_000 * shares["major"] + 1_000 * shares["minor"]
    assert empty.house_edge - full.house_edge == gained
    assert empty.house_edge == 1 - empty.extra["fixed_return"]


@pytest.mark.clause("SB-09")
def test_a_table_for_other_decks_is_for_analysis_and_says_so() -> None:
    found = {
        q.table_id: (q.settings["decks"], solve("kings-bounty", q).notes) for q in queries("kings-bounty")
    }
    assert found["1000-200-50-25-9-6-4"] == ("2", ())
    assert found["1000-100-30-20-9-6-4"] == ("6", ())
    other = solve("kings-bounty", one_query("kings-bounty", None, "1000-200-50-25-9-6-4", {"decks": "6"}))
    assert "2 decks only" in other.notes[0]
