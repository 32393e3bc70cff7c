"""Down Under Hold'em in the solver's terms, and the chances that follow from its solution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from pitboss.approvals import PayTable
from pitboss.edge.holdem.folded import FoldedCounts, folded_counts
from pitboss.edge.holdem.main_game import MainGame, showdowns
from pitboss.edge.holdem.rules import TALLIED, HoldemRules
from pitboss.edge.holdem.solve import DEALS
from pitboss.games.down_under_holdem import AT_FLOP, BEFORE_FLOP, GROUP_RANKS
from pitboss.poker.hands import Category
from pitboss.procedures.holdem import line_name

_FLOPPED_ROYALS = 4 * comb(5, 2)
"""holes and flops that together are a royal flush"""


def rules_of(table: PayTable, *, seen: bool = True) -> HoldemRules:
    """The main game on a Bet pay table (DU-04 to DU-10); `seen` false hides the card reader's lights."""
    base, play = showdowns(table)
    return HoldemRules(
        name="down-under-holdem",
        base=base,
        play=play,
        fold=-2 * table.net("fold"),
        before_flop=tuple(BEFORE_FLOP),
        flop_times=AT_FLOP,
        groups=tuple(tuple(ranks) for ranks in GROUP_RANKS) if seen else (),
    )


@dataclass(frozen=True)
class DownUnderGame(MainGame):
    """With the chances that its bonus wagers and jackpots go by."""

    def of_board(self, lost: bool) -> dict[str, Fraction]:
        """The same for jackpot option 1, the royal flushes kept apart (JP-21, JP-26)."""
        chances = self.of_seven(lost)
        chances["community-royal-flush"] = Fraction(self.with_hand(len(TALLIED), lost), DEALS)
        flopped = Fraction(_FLOPPED_ROYALS, comb(52, 2) * comb(50, 3))
        if lost:
            flopped -= Fraction(self.folded.with_flop[Category.ROYAL_FLUSH], DEALS)
        chances["flopped-royal-flush"] = flopped
        chances["royal-flush"] -= chances["community-royal-flush"] + flopped
        return chances

    def of_flop(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each hand made with the flop (JP-22, JP-23)."""
        chances = {line_name(kind): Fraction(count, comb(52, 5)) for kind, count in FIVE_CARDS.items()}
        if lost:
            for kind, count in self.folded.with_flop.items():
                chances[line_name(kind)] -= Fraction(count, DEALS)
        return chances

    def of_match(self, lost: bool) -> dict[str, Fraction]:
        """Chance of each line of Match the Dealer (DU-14)."""
        chances = {name: Fraction(count, comb(52, 2) * comb(50, 2)) for name, count in MATCHES.items()}
        if lost:
            for name, count in self.folded.matches.items():
                chances[name] -= Fraction(count, DEALS)
        return chances

    @cached_property
    def folded(self) -> FoldedCounts:
        return folded_counts(self.solution)


def _five_card_counts() -> dict[Category, int]:
    """How many of the 2,598,960 hands of five cards are of each kind."""
    ranks = comb(13, 5)
    straights, suits = 10, 4
    counts = {
        Category.ROYAL_FLUSH: suits,
        Category.STRAIGHT_FLUSH: suits * (straights - 1),
        Category.FOUR_OF_A_KIND: 13 * 12 * 4,
        Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
        Category.FLUSH: suits * (ranks - straights),
        Category.STRAIGHT: straights * (4**5 - suits),
        Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
        Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
        Category.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
    }
    counts[Category.HIGH_CARD] = comb(52, 5) - sum(counts.values())
    return counts


def _match_counts() -> dict[str, int]:
    """How many of the 1,326 x 1,225 deals of player's and dealer's two cards make each match."""
    pairs, unpaired = 13 * comb(4, 2), comb(13, 2) * 16
    return {
        "four-of-a-kind": pairs * 1,
        "three-of-a-kind": pairs * 2 * 48 + unpaired * 2 * comb(3, 2),
        "two-matches": unpaired * 3 * 3,
        "one-match": unpaired * 2 * 3 * 44,
    }


FIVE_CARDS = _five_card_counts()
MATCHES = _match_counts()
