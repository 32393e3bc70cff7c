"""Two roads to every cent: the readable rules and the compiled kernels on the same cards."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.approvals import sheet
from pitboss.edge import ask
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.simulate.kernel import kernel_of
from tests.blackjack.strategy import Chart, orders_of


def by_the_rules(
    config: TableConfig, chart: Chart, orders: NDArray[np.uint8], spots: int, bets: dict[str, int], wager: str
) -> NDArray[np.int64]:
    """Every spot's net on one analysed wager, round by round."""
    owned = {w.id for w in config.sheet.wagers if w.of == wager}
    wagers = {spot: bets for spot in range(1, spots + 1)}  # noqa: C420
    nets = np.zeros((len(orders), spots), np.int64)
    for i, order in enumerate(orders.tolist()):
        for done in Round(config, wagers, order, trusted=True).play_out(chart).settlements:
            if done.wager in owned:
                nets[i, done.spot - 1] += done.net_cents
    return nets


BLACKJACK = [
    # settings, spots, rounds
    ({}, 1, 8_000),
    ({"surrender": "late", "soft_17": "stands"}, 1, 4_000),
    ({"hole_card": "none", "surrender": "late"}, 1, 4_000),
    ({"decks": "1", "split_aces": "hit"}, 1, 4_000),
    ({"decks": "2", "split_aces": "resplit", "split_to": "3"}, 2, 2_000),
    ({"double": "9-11", "double_after_split": "no", "blackjack_pays": "6-to-5"}, 1, 3_000),
    ({"double": "10-11", "split_to": "2", "blackjack_pays": "1-to-1", "decks": "8"}, 3, 2_000),
    ({"strategy": "composition", "decks": "1", "surrender": "late"}, 1, 3_000),
    ({"surrender": "late"}, 7, 2_000),
    ({"hole_card": "none", "soft_17": "stands", "decks": "4"}, 5, 2_000),
]


@pytest.mark.clause("BJ-16", "BJ-18")
@pytest.mark.parametrize(("settings", "spots", "rounds"), BLACKJACK)
def test_blackjack_cent_for_cent(settings: dict[str, str], spots: int, rounds: int) -> None:
    blackjack_agrees(settings, spots, rounds, seed=len(str(settings)) + spots)


def blackjack_agrees(settings: dict[str, str], spots: int, rounds: int, seed: int) -> None:
    (query,) = ask.queries("blackjack", "main", None, settings)
    dealer = kernel_of("blackjack").dealer(query, "basic")
    options = {name: value for name, value in settings.items() if name != "strategy"}
    config = TableConfig("blackjack", options)
    orders = orders_of(config.decks, rounds, 20 * spots + 30, seed)
    chart = Chart(config, settings.get("strategy", "total"))
    readable = by_the_rules(config, chart, orders, spots, {"blackjack": dealer.unit_cents}, "main")
    compiled = dealer.nets_of_orders(orders, spots)  # type: ignore[attr-defined]
    assert np.array_equal(readable, compiled)
    assert len(np.unique(readable)) >= 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_any_table_cent_for_cent(seed: int) -> None:
    """Every setting drawn at random: 200,000 rounds on one to seven spots."""
    dice = random.Random(seed)
    settings = {"strategy": dice.choice(("total", "composition"))}
    for option in sheet("blackjack").options:
        numbers = range(option.least or 0, (option.most or 0) + 1) if option.numeric else ()
        settings[option.name] = dice.choice((*map(str, numbers), *option.choices))
    blackjack_agrees(settings, dice.randint(1, 7), 5_000, seed)


@pytest.mark.clause("AD-04", "AD-26")
@pytest.mark.parametrize(
    ("wager", "table", "settings", "spots", "rounds"),
    [
        *(("war", table, {}, 1, 2_000) for table in "12"),
        *(("acey-deucey", table.id, {}, 1, 2_000) for table in sheet("acey-deucey-21").tables("acey-deucey")),
        ("acey-deucey", "1", {"decks": "1", "raise": "1"}, 6, 1_000),
        ("war", "2", {"decks": "2"}, 7, 1_000),
    ],
)
def test_acey_deucey_21_cent_for_cent(
    wager: str, table: str, settings: dict[str, str], spots: int, rounds: int
) -> None:
    (query,) = ask.queries("acey-deucey-21", wager, table, settings)
    dealer = kernel_of("acey-deucey-21").dealer(query, "optimal")
    options = {name: value for name, value in settings.items() if name != "raise"}
    config = TableConfig("acey-deucey-21", options, {wager: table})
    orders = orders_of(config.decks, rounds, 20 * spots + 30, seed=spots)
    chart = Chart(config, raise_units=int(settings.get("raise", "2")))
    bets = {"blackjack": 1000, wager: dealer.unit_cents}
    readable = by_the_rules(config, chart, orders, spots, bets, wager)
    compiled = dealer.nets_of_orders(orders, spots)  # type: ignore[attr-defined]
    assert np.array_equal(readable, compiled)
    assert len(np.unique(readable)) > (5 if wager == "acey-deucey" else 1)


@pytest.mark.clause("LB-06", "LB-08", "LB-09", "LB-10", "LB-12")
@pytest.mark.parametrize(
    ("table", "settings", "spots", "rounds"),
    [
        ("1/1", {}, 1, 5_000),
        ("2/2", {"multiplier": "product"}, 1, 4_000),
        ("3/3", {"soft_17": "stands", "lucky_break_split": "highest"}, 2, 2_000),
        ("4/4", {"surrender": "late", "lucky_break_surrender": "lost"}, 3, 2_000),
        ("1/1", {"surrender": "late", "decks": "1"}, 5, 1_000),
    ],
)
def test_lucky_break_cent_for_cent(table: str, settings: dict[str, str], spots: int, rounds: int) -> None:
    (query,) = ask.queries("lucky-break", "lucky-break", table, settings)
    dealer = kernel_of("lucky-break").dealer(query, "basic")
    config = TableConfig("lucky-break", settings, {"lucky-break": table})
    orders = orders_of(config.decks, rounds, 20 * spots + 30, seed=spots)
    bets = {"blackjack": 1000, "lucky-break": dealer.unit_cents}
    readable = by_the_rules(config, Chart(config), orders, spots, bets, "lucky-break")
    compiled = dealer.nets_of_orders(orders, spots)  # type: ignore[attr-defined]
    assert np.array_equal(readable, compiled)
    assert len(np.unique(readable)) > 3
