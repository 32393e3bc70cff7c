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

from pitboss.core.cards import parse_words
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.round import Round

SHOE, REST = parse_words("Ac Tc Td Th 9c 8d 6c"), parse_words("2h 3h 4h 7h " * 4)
"""the rest lies behind the small shoe so that a round may begin; no card of it is ever dealt"""
CONFIG = TableConfig("lucky-break")
WAGERS = {1: {"blackjack": 1000, "lucky-break": 100}}

Way = Callable[[Ask], str]


def way(action: str, totals: range) -> Way:
    """The action on these totals, else to stand."""
    return lambda ask: action if int(ask.text.removeprefix("soft ")) in totals else "stand"


stand, hit_18 = way("hit", range(0)), way("hit", range(18, 20))


@cache
def law(way: Way) -> Counter[tuple[int, str]]:
    """Nets of the bonus over all orders of the small shoe."""
    found: Counter[tuple[int, str]] = Counter()
    for order in permutations(SHOE):
        round = Round(CONFIG, WAGERS, order + REST, trusted=True)
        round.play_out(lambda _, ask: Decision("decline" if ask.clause == "BJ-05" else way(ask)))
        assert round.cards_used <= len(SHOE)
        (bonus,) = [s for s in round.settlements if s.wager == "lucky-break"]
        found[bonus.net_cents, "" if bonus.hand == "player-above-27" else bonus.hand] += 1
    return found


@pytest.mark.clause("LB-06", "LB-08")
def test_other_draws_same_law() -> None:
    for other in (way("hit", range(17)), way("double", range(18))):
        assert law(other) == law(stand)


@pytest.mark.clause("LB-08")
def test_hitting_18_costs_the_bonus() -> None:
    """Then a total above 27 is possible, and what it loses is what the law lacks."""
    above = sum(count for (_, hand), count in law(hit_18).items() if not hand)
    won = {way: sum(count for (net, _), count in law(way).items() if net > 0) for way in (stand, hit_18)}
    assert won[stand] - won[hit_18] == above > 0
