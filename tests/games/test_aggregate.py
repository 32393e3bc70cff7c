"""The aggregate limit in a round. The pays of Fu Bacc's Lucky Monkey serve to try it out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.limits import reduce_to_limit
from pitboss.rounds.round import Round, fallback
from tests.games.stage import order_of, start, totals

MONEY = st.integers(min_value=1, max_value=10**9)


@pytest.mark.clause("HR-27")
@given(st.lists(MONEY, min_size=1, max_size=9), MONEY)
def test_reduced_pays_keep_within_the_limit_and_in_proportion(pays: list[int], limit: int) -> None:
    reduced = reduce_to_limit(pays, limit)
    assert sum(reduced) <= max(limit, 0)
    if sum(pays) <= limit:
        assert reduced == pays
    else:
        assert limit - sum(reduced) < len(pays)
        for pay, less in zip(pays, reduced, strict=True):
            assert 0 <= pay * limit - less * sum(pays) < sum(pays)


MONKEYS = "Kc Kd 2c Qc Qd 3c 4c 5d 6c 9h 2h 2s"
"""spots 1 and 2 get two monkeys each, spot 3 gets none; the dealer shows a 9"""


def played(**table: Any) -> Round:
    wagers = {spot: {"ante": 10, "lucky-monkey": 20 if spot == 1 else 10} for spot in (1, 2, 3)}
    return start("fu-bacc", MONKEYS, wagers, **table).play_out(fallback)


@pytest.mark.clause("HR-06", "HR-27")
@pytest.mark.parametrize(("limit", "cut"), [(None, (0, 0)), (90_000, (0, 0)), (50_000, (26_667, 13_334))])
def test_pays_above_the_limit_are_cut_in_proportion(limit: int | None, cut: tuple[int, int]) -> None:
    round = played(aggregate_cents={"lucky-monkey": limit} if limit else {})
    found = [totals(round, spot)["lucky-monkey"] for spot in (1, 2, 3)]
    assert found == [60_000 - cut[0], 30_000 - cut[1], -1000]
    cuts = [s for s in round.settlements if s.hand == "aggregate-limit"]
    less = [(spot, -cents, 0, "HR-27") for spot, cents in enumerate(cut, 1) if cents]
    assert [(s.spot, s.net_cents, s.stake_cents, s.clause) for s in cuts] == less
    assert [e.clause for e in round.log][len(round.log) - len(cuts) :] == ["HR-27"] * len(cuts)
    assert list(Round.from_json(round.to_json()).settlements) == list(round.settlements)


@pytest.mark.clause("HR-27")
def test_a_pay_of_one_cent_shares_the_limit() -> None:
    config = TableConfig("blackjack", chip_cents=1, aggregate_cents={"blackjack": 50})
    order = order_of(config, "Tc Td 6h 9c 9d Th Kh")
    round = Round(config, {1: {"blackjack": 1}, 2: {"blackjack": 100}}, order).play_out(fallback)
    assert [round.net_cents(spot) for spot in (1, 2)] == [0, 49]


@pytest.mark.clause("JP-06")
def test_a_second_jackpot_has_its_own_pay_table() -> None:
    game = "face-up-pai-gow-poker"
    tables = {"jackpot": "FUPGPP-WA01", "second-jackpot": "FUPGPP-ML02"}
    config = TableConfig(game, pay_tables=tables, offered=frozenset(tables))
    assert {wager: config.tables[wager].id for wager in tables} == tables
    assert TableConfig.from_json(config.to_json()) == config
    for wrong, says in (
        ({"offered": frozenset(tables)}, "JP-06"),
        ({"pay_tables": {"second-jackpot": "FUPGPP-WA99"}}, "FUPGPP-WA99"),
        ({"pay_tables": {"third-jackpot": "FUPGPP-WA01"}}, "third-jackpot"),
    ):
        with pytest.raises(BadInput, match=says):
            TableConfig(game, **wrong)  # type: ignore[arg-type]
