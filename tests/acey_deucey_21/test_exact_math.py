"""War and Acey Deucey: exact edges against dealing every three cards, printed figures, and exposure."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.approvals import sheet
from pitboss.cards import parse
from pitboss.edge import acey_deucey_21 as exact
from pitboss.edge import ask
from pitboss.edge.audit import audit
from pitboss.edge.report import decimal, outcomes_of
from pitboss.errors import BadInput
from pitboss.games.acey_deucey_21 import acey_deucey_hand, acey_deucey_odds, war_hand
from pitboss.simulate.exposure import exposure
from pitboss.simulate.kernel import kernel_of
from pitboss.simulate.kernels import exposure as compiled
from pitboss.simulate.run import simulate

SHEET = sheet("acey-deucey-21")
WAR = SHEET.tables("war")
ACEY_DEUCEY = SHEET.tables("acey-deucey")


def small_shoe(text: str) -> exact.RankCounts:
    counts = [0] * 52
    for word in text.split():
        counts[parse(word)] += 1
    return tuple(counts)


SMALL = small_shoe("2c 2c 2c 2d 5h 5h 6s 7h 7d 8h Jh Jc Kh Ah Ah As 2h 3h")


def cards_of(shoe: exact.RankCounts) -> list[int]:
    return [card for card, many in enumerate(shoe) for _ in range(many)]


@pytest.mark.clause("AD-08", "AD-09", "AD-10", "AD-03")
@pytest.mark.parametrize("table", WAR, ids=lambda t: t.id)
def test_war_equals_dealing_all_orders(table) -> None:  # type: ignore[no-untyped-def]
    """By the rules' own reading of three cards, over every order of a small shoe."""
    law: defaultdict[Fraction, int] = defaultdict(int)
    orders = list(permutations(cards_of(SMALL), 3))
    for first, second, up in orders:
        law[table.net(war_hand(table, (first, second), up))] += 1
    outcomes = outcomes_of(exact.solve_war(table, SMALL))
    assert outcomes == {net: Fraction(n, len(orders)) for net, n in law.items()}


@pytest.mark.clause("AD-12", "AD-14", "AD-15", "AD-16", "AD-17", "AD-18")
@pytest.mark.parametrize("table", ACEY_DEUCEY, ids=lambda t: t.id)
@pytest.mark.parametrize("most", [0, 1, 2])
def test_acey_deucey_equals_dealing_all_orders(table, most: int) -> None:  # type: ignore[no-untyped-def]
    """The raise is found by trying all three amounts on each first hand."""
    by_hand: defaultdict[tuple[int, int], list[Fraction]] = defaultdict(list)
    for first, second, up in permutations(cards_of(SMALL), 3):
        net = acey_deucey_odds(table, acey_deucey_hand((first, second), up)).net  # type: ignore[union-attr]
        by_hand[min(first, second), max(first, second)].append(net)
    law: defaultdict[Fraction, int] = defaultdict(int)
    wagered = 0
    for (low, high), nets in by_hand.items():
        pair = low // 4 == high // 4
        amounts = [0] if pair and table.id.endswith("B") else range(most + 1)
        units = 1 + max(amounts, key=lambda n: (n * sum(nets), -n))
        wagered += units * len(nets)
        for net in nets:
            law[units * net] += 1
    total = sum(law.values())
    solved = exact.solve_acey_deucey(table, SMALL, most)
    assert solved.outcomes == {net: Fraction(n, total) for net, n in law.items()}
    assert solved.action == Fraction(wagered, total)


@pytest.mark.clause("AD-06", "AD-09", "AD-10", "AD-19", "AD-20", "AD-21", "AD-22", "AD-23", "AD-24")
def test_where_the_printed_figures_come_from() -> None:
    """War as printed; the Acey Deucey figures are those of the B tables."""
    found = {(f.wager, f.pay_table): f for f in audit() if f.game == "acey-deucey-21"}
    assert found["war", "1"].verdict == "agrees"
    assert decimal(found["war", "1"].exact * 100, 4) == "0.5248"
    assert found["war", "2"].verdict == "rounded"
    assert found["war", "2"].exact == Fraction(23, 622)
    for table, printed in (("1", "2.99"), ("2", "3.46"), ("3", "5.29")):
        finding = found["acey-deucey", table]
        assert finding.verdict == "disagrees" and finding.exact < 0
        assert f"table {table}B" in finding.note and "is not that" not in finding.note
        (query,) = ask.queries("acey-deucey-21", "acey-deucey", f"{table}B")
        assert decimal(ask.solve("acey-deucey-21", query).house_edge * 100, 2) == printed


@pytest.mark.clause("AD-06")
@pytest.mark.parametrize("decks", range(1, 9))
def test_every_shoe_has_its_own_edge(decks: int) -> None:
    edges = set()
    for wager in ("war", "acey-deucey"):
        for query in ask.queries("acey-deucey-21", wager, None, {"decks": str(decks)}):
            result = ask.solve("acey-deucey-21", query)
            assert sum(result.outcomes.values()) == 1
            edges.add(result.house_edge)
    assert len(edges) == 8


@pytest.mark.clause("AD-13")
def test_a_smaller_raise_is_worth_less_to_the_player() -> None:
    edges = []
    for most in "012":
        (query,) = ask.queries("acey-deucey-21", "acey-deucey", "1B", {"raise": most})
        edges.append(ask.solve("acey-deucey-21", query).house_edge)
    assert edges[0] > edges[1] > edges[2] > 0


@pytest.mark.clause("AD-12", "AD-15")
def test_strategy_for_a_hand() -> None:
    (query,) = ask.queries("acey-deucey-21", "acey-deucey", "1")
    pair = ask.strategy("acey-deucey-21", query, "8c 8d")
    assert pair.best is not None and pair.best.action == "raise 2"
    narrow = ask.strategy("acey-deucey-21", query, "5h 9h")
    assert narrow.best is not None and narrow.best.action == "check"
    (b_table,) = ask.queries("acey-deucey-21", "acey-deucey", "1B")
    assert [o.action for o in ask.strategy("acey-deucey-21", b_table, "8c 8d").options] == ["check"]
    with pytest.raises(BadInput, match="not a hand of this game"):
        ask.strategy("acey-deucey-21", query, "5h")


@pytest.mark.clause("AD-06")
@pytest.mark.parametrize("wager", ["war", "acey-deucey"])
def test_simulation_agrees(wager: str) -> None:
    for query in ask.queries("acey-deucey-21", wager, None, {"penetration": "every-round"})[:2]:
        dealer = kernel_of("acey-deucey-21").dealer(query, "optimal")
        tally = simulate(dealer, 600_000, seed=9)
        exact_edge = float(ask.solve("acey-deucey-21", query).house_edge)
        assert abs(tally.mean(dealer.unit_cents) + exact_edge) < 4.5 * tally.standard_error(dealer.unit_cents)


# exposure


def random_shoes(count: int, seed: int) -> list[exact.RankCounts]:
    dice = random.Random(seed)
    found = []
    for _ in range(count):
        cards = list(range(52)) * 6
        dice.shuffle(cards)
        left = cards[: dice.randint(30, 250)]
        found.append(tuple(left.count(card) for card in range(52)))
    return found


@pytest.mark.clause("AD-06")
def test_worth_of_a_known_shoe_is_the_exact_one() -> None:
    shoes = random_shoes(6, 4)
    left = np.array(shoes, np.int16)
    for table in WAR:
        second = table.rules["tie"] == "second-card"
        names = ("second-higher", "second-not-higher") if second else ("first-equal", "first-equal")
        pays = np.array([float(table.net(n)) for n in ("first-higher", "first-lower", *names)])
        for shoe, found in zip(shoes, compiled.war_worth(left, pays, second), strict=True):
            outcomes = outcomes_of(exact.solve_war(table, shoe))
            assert found == pytest.approx(float(sum(n * p for n, p in outcomes.items())), abs=1e-12)
    for table in ACEY_DEUCEY[::3]:
        lines = ("spread-1", "spread-2", "spread-3-11", "trips")
        pays = np.array([[float(table.net(n)), float(table.net(f"{n}-suited"))] for n in lines])
        on_pair = table.rules["raise_on_pair"] == "yes"
        for shoe, found in zip(shoes, compiled.acey_deucey_worth(left, pays, 2, on_pair), strict=True):
            solved = exact.solve_acey_deucey(table, shoe, 2)
            assert found == pytest.approx(float(sum(n * p for n, p in solved.outcomes.items())), abs=1e-12)


@pytest.mark.clause("AD-06")
def test_what_the_other_spots_cards_add() -> None:
    """The gain of one deal, reckoned from the exact hands before and after a look at the other cards."""
    table = SHEET.pay_table("acey-deucey", "1")
    lines = ("spread-1", "spread-2", "spread-3-11", "trips")
    pays = np.array([[float(table.net(n)), float(table.net(f"{n}-suited"))] for n in lines])
    dice = random.Random(8)
    changed = 0
    for shoe in random_shoes(300, 5):
        cards = dice.sample([card for card, many in enumerate(shoe) for _ in range(many)], 12)
        low, high = sorted(cards[:2])
        own = exact.FirstHand(low, high, 1, exact.winners(shoe, low, high), sum(shoe) - 2).worth(table)
        seen = list(shoe)
        for card in cards[2:]:
            seen[card] -= 1
        known = exact.FirstHand(low, high, 1, exact.winners(tuple(seen), low, high), sum(seen) - 2).worth(
            table
        )
        gain = ((2 if known > 0 else 0) - (2 if own > 0 else 0)) * known
        changed += gain != 0
        left, deal = np.array([shoe], np.int16), np.array([cards], np.uint8)
        assert compiled.raise_gain(left, deal, pays, 2, True)[0] == pytest.approx(float(gain), abs=1e-12)
        assert gain >= 0
    assert changed > 3


@pytest.mark.clause("AD-06")
def test_exposure_says_what_an_operator_must_know() -> None:
    (war_2,) = ask.queries("acey-deucey-21", "war", "2")
    assert war_2.pay_table is not None
    never = exposure("acey-deucey-21", "war", war_2.pay_table, war_2.settings, "75", rounds=16_000)
    assert never.favourable == 0 and never.gain_per_100_rounds == 0 and never.best < 0
    (bare,) = ask.queries("acey-deucey-21", "acey-deucey", "1")
    assert bare.pay_table is not None
    always = exposure("acey-deucey-21", "acey-deucey", bare.pay_table, bare.settings, "50", rounds=16_000)
    assert always.favourable > 0.99 and always.edge_always > 0.04
    assert always.rounds == sum(depth.rounds for depth in always.by_depth)
    (guarded,) = ask.queries("acey-deucey-21", "acey-deucey", "1B", {"players": "6"})
    assert guarded.pay_table is not None
    table = exposure(
        "acey-deucey-21", "acey-deucey", guarded.pay_table, guarded.settings, sees="table", rounds=16_000
    )
    exact_edge = float(ask.solve("acey-deucey-21", guarded).house_edge)
    assert -exact_edge < table.edge_always < -exact_edge + 0.01
    with pytest.raises(BadInput, match="cannot see"):
        exposure("acey-deucey-21", "war", war_2.pay_table, war_2.settings, sees="table")


@pytest.mark.clause("AD-06")
def test_deeper_shoes_are_more_exposed() -> None:
    (query,) = ask.queries("acey-deucey-21", "war", "1")
    assert query.pay_table is not None
    found = [
        exposure("acey-deucey-21", "war", query.pay_table, query.settings, depth, rounds=60_000).favourable
        for depth in ("50", "70", "90")
    ]
    assert found == sorted(found) and found[2] > 4 * found[0]
