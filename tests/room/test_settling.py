"""What of a round is paid when, and what its wagers move: cuts, pays that wait for one, raises, sensed wagers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chips.accounts import (
    WAGER_LAID,
    WAGER_PAID,
    WAGER_RETURNED,
    WAGER_TAKEN,
    Move,
    felt,
    held,
    tray,
    wallet,
)
from pitboss.room.dealing import undone
from pitboss.room.settling import due_now, dues, laid_since, opening_moves, sensed_pays, waits_for_cut
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from tests.games.stage import order_of, play
from tests.room.support import setup_of

T = "blackjack-1"
DOUBLED = {1: {"blackjack": 500, "split": 500, "double": 1_000}}


def doubled_twice(cards: str) -> Round:
    """Spot 1 splits eights and doubles both hands; what the doubles win together is limited to a dollar."""
    config = TableConfig("blackjack", {"decks": "6"}, aggregate_cents={"double": 100})
    round = Round(config, {1: {"blackjack": 500}}, order_of(config, cards), holders={1: "ann"})
    return play(round, "split", "double", "double")


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        ("8c 6c 8d Th 3h 8h 2h Ts 2d", [(50, -450), (50, -450)]),  # 19 and 20 against 18
        ("8c 6c 8d Th 3h 2c 2h Ts 2d", [(-500, 0), (100, -400)]),  # 13 loses
        ("8c 6c 8d Th 3h 7c 2h Ts 2d", [(0, 0), (100, -400)]),  # 18 pushes
        ("8c 6c 8d Th 3h 2c 2h 3s 2d", [(-500, 0), (-500, 0)]),
    ],
)
def test_each_pay_has_its_own_cut_and_what_is_none_has_none(cards: str, pays: list[tuple[int, int]]) -> None:
    round = doubled_twice(cards)
    assert round.finished
    doubles = [due for due in dues(round) if due.done.wager == "double"]
    assert [(due.done.net_cents, due.cut_cents) for due in doubles] == pays
    # made at the end: the pays that waited for it, once, and nothing that was made before
    made = [due.done.net_cents for due in due_now(round, len(round.settlements))]
    assert made == [net for net, cut in pays if cut]


@pytest.mark.clause("HR-27")
def test_a_pay_of_one_cent_is_cut_and_paid_as_well() -> None:
    config = TableConfig("blackjack", {"decks": "6"}, chip_cents=1, aggregate_cents={"blackjack": 50})
    order = order_of(config, "Tc Td 6h 9c 9d Th Kh")
    round = Round(config, {1: {"blackjack": 1}, 2: {"blackjack": 100}}, order, holders={1: "ann", 2: "bob"})
    round.play_out(fallback)
    assert sorted((due.done.net_cents, due.cut_cents) for due in dues(round)) == [(0, -1), (49, -51)]
    assert len(list(due_now(round, len(round.settlements)))) == 2


@pytest.mark.clause("HR-27")
def test_a_pay_that_may_be_cut_waits_for_the_end_and_no_other_does() -> None:
    """Spot 1 has blackjack and is settled at once; spot 2 is still asked."""

    def deal(**limit: object) -> Round:
        config = TableConfig("blackjack", {"decks": "6"}, **limit)  # type: ignore[arg-type]
        wagers = {1: {"blackjack": 500}, 2: {"blackjack": 500}}
        return Round(config, wagers, order_of(config, "Ac 5d 6h Kc 6d Th"), holders={1: "ann", 2: "bob"})

    limited, free = deal(aggregate_cents={"blackjack": 100}), deal()
    for round, waits in ((limited, True), (free, False)):
        assert not round.finished and round.settlements
        assert [waits_for_cut(round, due) for due in dues(round)] == [waits]
        assert bool(list(due_now(round, 0))) is not waits
        round.play_out(fallback)
        assert not any(waits_for_cut(round, due) for due in dues(round))


@pytest.mark.clause("BJ-06")
def test_what_was_laid_since_is_what_came_on_top() -> None:
    round = doubled_twice("8c 6c 8d Th 3h 8h 2h Ts 2d")
    assert laid_since(T, round, DOUBLED) == []
    for wager, before in (("double", 500), ("double", 0), ("split", 0)):
        known = {1: {**DOUBLED[1], wager: before}}
        assert laid_since(T, round, known) == [
            Move(wallet("ann"), felt(T), DOUBLED[1][wager] - before, WAGER_LAID)
        ]


@pytest.mark.clause("JP-03", "JP-01")
def test_a_sensed_wager_goes_into_the_tray_and_its_pay_comes_out_of_it() -> None:
    config = TableConfig(
        "down-under-holdem", offered=frozenset({"jackpot"}), pay_tables={"jackpot": "option-1"}
    )
    table = TableState.bare(setup_of(config))
    wagers = {1: {"ante": 500, "bet": 500, "jackpot": 500}, 2: {"ante": 500, "bet": 500}}
    holders = {1: "ann", 2: "bob"}
    assert opening_moves(table, wagers, holders) == [
        Move(wallet("ann"), felt(table.id), 1_000, WAGER_LAID),
        Move(wallet("ann"), tray(table.id), 500, WAGER_TAKEN),
        Move(wallet("bob"), felt(table.id), 1_000, WAGER_LAID),
    ]
    assert opening_moves(table, {1: {"jackpot": 100}}, holders) == [
        Move(wallet("ann"), tray(table.id), 100, WAGER_TAKEN)
    ]
    round = Round(config, wagers, tuple(range(52)), holders=holders).play_out(fallback)
    won = [s for s in round.settlements if s.wager == "jackpot" and s.net_cents > 0]
    assert sensed_pays(table.id, round) == [
        Move(tray(table.id), wallet("ann"), s.stake_cents + s.net_cents, WAGER_PAID) for s in won
    ]
    assert won, "the lowest cards of one suit make a hand of the table"


ACCOUNTS = [wallet("ann"), wallet("bob"), felt(T), tray(T), held(T)]


@pytest.mark.clause("HR-33", "HR-17")
@given(
    st.lists(
        st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 3)).filter(
            lambda way: way[0] != way[1]
        ),
        max_size=8,
    )
)
def test_what_is_undone_leaves_every_account_as_it_was(ways: list[tuple[str, str, int]]) -> None:
    moves = [Move(debit, credit, cents, "moved") for debit, credit, cents in ways]
    back = list(undone(moves))
    have = dict.fromkeys(ACCOUNTS, 0)
    for move in [*moves, *back]:
        have[move.debit] -= move.cents
        have[move.credit] += move.cents
    assert not any(have.values())
    assert all(move.cents > 0 for move in back)
    assert len({(move.debit, move.credit) for move in back}) == len(back) <= len(ACCOUNTS) - 1
    for move in back:
        gives, takes = (side == tray(T) for side in (move.debit, move.credit))
        assert move.code == (WAGER_PAID if gives else WAGER_TAKEN if takes else WAGER_RETURNED)
