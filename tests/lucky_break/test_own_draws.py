"""Why the player's own draws do not change the bonus: every order of a small shoe, played in several ways.

The dealer goes by the dealer's own cards, and all orders of the unseen cards are alike. Whatever the player
takes, the dealer's cards are as likely to be these as those; so the law of the completed hand is the same,
order by order counted. It ends where the player's total itself is judged: above 27 (LB-08).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations

import pytest

from pitboss.cards import parse
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.round import Round

SHOE = tuple(parse(word) for word in ("Ac", "Tc", "Td", "Th", "9c", "8d", "6c"))
REST = tuple(parse(word) for word in ("2h 3h 4h 7h " * 4).split())
"""lies behind the small shoe so that a round may begin; no card of it is ever dealt"""
CONFIG = TableConfig("lucky-break")
WAGERS = {1: {"blackjack": 1000, "lucky-break": 100}}

Way = Callable[[Ask], str]


def stand(ask: Ask) -> str:
    return "stand"


def hit_to_17(ask: Ask) -> str:
    total = int(ask.text.removeprefix("soft "))
    return "hit" if total < 17 else "stand"


def double_below_18(ask: Ask) -> str:
    return "double" if int(ask.text.removeprefix("soft ")) < 18 else "stand"


def hit_18(ask: Ask) -> str:
    return "hit" if int(ask.text.removeprefix("soft ")) in (18, 19) else "stand"


@cache
def law(way: Way) -> Counter[tuple[int, str]]:
    """Nets of the bonus over all orders of the small shoe."""
    found: Counter[tuple[int, str]] = Counter()
    for order in permutations(SHOE):
        round = Round(CONFIG, WAGERS, order + REST, trusted=True)
        while round.pending:
            ask = round.pending[0]
            round.decide(1, Decision("decline" if ask.clause == "BJ-05" else way(ask)))
        assert round.cards_used <= len(SHOE)
        (bonus,) = [s for s in round.settlements if s.wager == "lucky-break"]
        found[bonus.net_cents, "" if bonus.hand == "player-above-27" else bonus.hand] += 1
    return found


@pytest.mark.clause("LB-06", "LB-08")
@pytest.mark.parametrize("way", [hit_to_17, double_below_18])
def test_other_draws_same_law(way: Way) -> None:
    assert law(way) == law(stand)


@pytest.mark.clause("LB-08")
def test_hitting_18_costs_the_bonus() -> None:
    """Then a total above 27 is possible, and what it loses is what the law lacks."""
    above = sum(count for (_, hand), count in law(hit_18).items() if not hand)
    assert above > 0
    won = {way: sum(count for (net, _), count in law(way).items() if net > 0) for way in (stand, hit_18)}
    assert won[hit_18] < won[stand]
    assert won[stand] - won[hit_18] == above
