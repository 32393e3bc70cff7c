"""The aggregate limit in a round. The pays of Fu Bacc's Lucky Monkey serve to try it out."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import deck_of, parse
from pitboss.errors import BadInput
from pitboss.rounds.aggregate import reduce_to_limit
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback

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


def monkeys_against_nine() -> list[int]:
    """Spots 1 and 2 get two monkeys each, spot 3 gets none; the dealer shows a 9."""
    first = ["Kc", "Kd", "2c", "Qc", "Qd", "3c", "4c", "5d", "6c", "9h", "2h", "2s"]
    cards = [parse(word) for word in first]
    return cards + [card for card in range(52) if card not in cards]


def play(config: TableConfig, holders: dict[int, str] | None = None) -> Round:
    wagers = {
        1: {"ante": 1000, "lucky-monkey": 2000},
        2: {"ante": 1000, "lucky-monkey": 1000},
        3: {"ante": 1000, "lucky-monkey": 1000},
    }
    return Round(config, wagers, monkeys_against_nine(), holders=holders).play_out(fallback)


def nets(round: Round) -> dict[int, int]:
    return {
        spot: sum(s.net_cents for s in round.settlements if s.wager == "lucky-monkey" and s.spot == spot)
        for spot in (1, 2, 3)
    }


@pytest.mark.clause("HR-06", "HR-27")
def test_pays_above_the_limit_are_cut_in_proportion() -> None:
    assert nets(play(TableConfig("fu-bacc"))) == {1: 60_000, 2: 30_000, 3: -1000}
    limited = play(TableConfig("fu-bacc", aggregate_cents={"lucky-monkey": 50_000}))
    assert nets(limited) == {1: 33_333, 2: 16_666, 3: -1000}
    cuts = [s for s in limited.settlements if s.hand == "aggregate-limit"]
    assert [(s.spot, s.net_cents, s.clause) for s in cuts] == [(1, -26_667, "HR-27"), (2, -13_334, "HR-27")]
    assert [s.stake_cents for s in cuts] == [0, 0]
    assert [e.clause for e in limited.log][-2:] == ["HR-27", "HR-27"]


@pytest.mark.clause("HR-06")
def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    limited = play(TableConfig("fu-bacc", aggregate_cents={"lucky-monkey": 90_000}))
    assert nets(limited) == {1: 60_000, 2: 30_000, 3: -1000}
    assert all(s.hand != "aggregate-limit" for s in limited.settlements)


@pytest.mark.clause("HR-27")
def test_a_pay_of_one_cent_shares_the_limit() -> None:
    config = TableConfig("blackjack", chip_cents=1, aggregate_cents={"blackjack": 50})
    first = [parse(word) for word in ("Tc", "Td", "6h", "9c", "9d", "Th", "Kh")]
    order = [*first, *(Counter(deck_of(config.decks)) - Counter(first)).elements()]
    round = Round(config, {1: {"blackjack": 1}, 2: {"blackjack": 100}}, order).play_out(fallback)
    assert [round.net_cents(spot) for spot in (1, 2)] == [0, 49]


def test_replay_cuts_the_same() -> None:
    limited = play(TableConfig("fu-bacc", aggregate_cents={"lucky-monkey": 50_000}))
    again = Round.from_json(limited.to_json())
    assert list(again.settlements) == list(limited.settlements)


@pytest.mark.clause("JP-06")
def test_a_second_jackpot_has_its_own_pay_table() -> None:
    game = "face-up-pai-gow-poker"
    both = frozenset({"jackpot", "second-jackpot"})
    config = TableConfig(
        game, pay_tables={"jackpot": "FUPGPP-WA01", "second-jackpot": "FUPGPP-ML02"}, offered=both
    )
    assert (config.tables["jackpot"].id, config.tables["second-jackpot"].id) == ("FUPGPP-WA01", "FUPGPP-ML02")
    assert TableConfig.from_json(config.to_json()) == config
    with pytest.raises(BadInput, match="JP-06"):
        TableConfig(game, offered=both)
    with pytest.raises(BadInput, match="FUPGPP-WA99"):
        TableConfig(game, pay_tables={"second-jackpot": "FUPGPP-WA99"})
    with pytest.raises(BadInput, match="third-jackpot"):
        TableConfig(game, pay_tables={"third-jackpot": "FUPGPP-WA01"})
