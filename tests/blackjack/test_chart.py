"""No cell of the published chart can be changed to the player's good, those that only split hands reach included.

A chart is valued here by itself: every first hand with its chance, played on by the chart, and every split with all
its hands. Then each cell is turned, one at a time, and the value taken again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from pitboss.cardplay.blackjack import kernels
from pitboss.cardplay.blackjack.hands import VALUES
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.cardplay.blackjack.play import (
    SOFT,
    Play,
    blackjack_hand,
    cells_of,
    pair_hand,
    pairs,
    play_on_value,
    split_value,
    surrender_value,
)
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.table_games.blackjack.solve import play_of

pytestmark = pytest.mark.clause("BJ-16")
NOISE = 1e-12
"""double precision; the smallest true gain met is a thousand times as large"""


def chance(play: Play, up: int, hand: int) -> float:
    counts = play.shoe.counts.astype(float)
    counts[up] -= 1
    cards, orders = counts.sum(), 1 if hand in pairs() else 2
    value = 1.0
    for card in np.flatnonzero(play.shoe.hands.counts[hand]).tolist():
        for _ in range(int(play.shoe.hands.counts[hand][card])):
            value *= max(counts[card], 0.0) / cards
            counts[card] -= 1
            cards -= 1
    return orders * value


def worth(play: Play, up: int, splits: dict[int, float]) -> float:
    """Of the up card's rounds, blackjacks aside; `splits` are the values of the pairs that are split."""
    found = 0.0
    for hand in np.flatnonzero(play.shoe.hands.size == 2).tolist():
        pair = pairs().get(hand)
        if hand == blackjack_hand() or not (how_often := chance(play, up, hand)):
            continue
        if pair is not None and play.split[up, pair]:
            found += how_often * splits[pair]
        elif play.surrender[up, hand]:
            found += how_often * surrender_value(play.shoe, up, hand)
        else:
            found += how_often * play_on_value(play, up, hand)
    return found


def split_values(play: Play, up: int) -> dict[int, float]:
    return {
        pair: split_value(play, up, pair)
        for pair in range(VALUES)
        if play.split[up, pair] and play.shoe.counts[pair] - (up == pair) >= 2
    }


def turned(play: Play, up: int) -> Iterator[tuple[str, Play]]:
    """The chart with one cell turned against this up card."""
    shoe, cells = play.shoe, cells_of(play.shoe)
    first = shoe.hands.size == 2
    held = (shoe.hands.counts + (np.arange(VALUES) == up) <= shoe.counts).all(axis=1) & (shoe.hands.size >= 2)
    for cell in sorted(set(cells[held].tolist())):
        here = cells == cell
        if cell % SOFT >= 21:
            continue
        name = f"{'soft ' if cell >= SOFT else ''}{cell % SOFT} against {up}"
        many, two = play.many.copy(), play.two.copy()
        other = STAND if play.many[up][here][0] == HIT else HIT
        many[up, here] = other
        two[up, here & (play.two[up] != DOUBLE)] = other
        hands = shoe.hands
        hit = kernels.hit_values(shoe.counts, hands.counts, hands.size, hands.child, shoe.stand, many)
        yield f"{name}: hit or stand", replace(play, many=many, two=two, hit=hit)
        double = here & first & shoe.may_double
        if double.any():
            two = play.two.copy()
            doubled = bool((play.two[up, double] == DOUBLE).all())
            two[up, double] = play.many[up, double] if doubled else DOUBLE
            yield f"{name}: double", replace(play, two=two)
        if shoe.rules.surrender == "late" and (here & first).any():
            surrender = play.surrender.copy()
            given = here & first & ~np.isin(np.arange(first.size), [blackjack_hand()])
            for hand, pair in pairs().items():
                given[hand] &= not play.split[up, pair]
            surrender[up, given] = ~surrender[up, given]
            yield f"{name}: surrender", replace(play, surrender=surrender)
    for pair in range(VALUES):
        if shoe.counts[pair] - (up == pair) >= 2:
            split = play.split.copy()
            split[up, pair] = not split[up, pair]
            surrender = play.surrender.copy()
            surrender[up, pair_hand(pair)] &= not split[up, pair]
            yield f"pair of {pair} against {up}: split", replace(play, split=split, surrender=surrender)


def better_cells(rules: BlackjackRules, close: float) -> list[str]:
    """Cells that would be better turned. Those that lose more than `close` before splits are looked at are not
    valued with their splits as well."""
    chart, found = play_of(rules, "total"), []
    # "surrender, otherwise hit": the second half is for a player who may not surrender
    without = replace(chart, surrender=np.zeros_like(chart.surrender))
    for up in range(VALUES):
        splits = split_values(chart, up)
        for name, other in turned(chart, up):
            play = chart if name.endswith(("surrender", "split")) else without
            other = replace(other, surrender=play.surrender) if play is without else other
            now = worth(play, up, splits)
            known = {**dict.fromkeys(range(VALUES), -9.0), **splits}
            if other.split is chart.split and worth(other, up, known) < now - close:
                continue
            if worth(other, up, split_values(other, up)) > now + NOISE:
                found.append(name)
    return found


@pytest.mark.parametrize("settings", [
    pytest.param({"decks": "6", "soft_17": "stands"}, marks=pytest.mark.long),
    {"decks": "1", "split_aces": "hit", "surrender": "late"},
])  # fmt: skip
def test_no_cell_can_be_bettered(settings: dict[str, str]) -> None:
    assert better_cells(BlackjackRules.from_settings(settings), close=2e-4) == []


@pytest.mark.long
@pytest.mark.parametrize("decks", "12345678")
@pytest.mark.parametrize("more", [
    {}, {"soft_17": "stands"}, {"surrender": "late"}, {"double_after_split": "no", "double": "10-11"},
    {"split_to": "2"}, {"split_aces": "resplit"}, {"split_aces": "hit", "double": "9-11"},
    {"hole_card": "none", "insurance": "off"},
], ids=str)  # fmt: skip
def test_no_cell_can_be_bettered_at_any_table(decks: str, more: dict[str, str]) -> None:
    assert better_cells(BlackjackRules.from_settings({"decks": decks, **more}), close=1.0) == []


def test_a_pair_of_twos_that_may_not_be_split_again_is_hit() -> None:
    """The chart stood on hard 4 against 2 to 7, where no unsplit hand comes to it."""
    for settings in ({"decks": "6", "soft_17": "stands"}, {"decks": "2"}, {"decks": "8", "split_to": "2"}):
        play = play_of(BlackjackRules.from_settings(settings), "total")
        assert (play.many[:, pair_hand(1)] == HIT).all()
