"""Lucky Break, exactly: the dealer's completed hand by total, number of cards and suit.

The player's own draws change nothing (see `pitboss.cardplay.blackjack.counting`). A player's total over 27 would
lose the wager (LB-08), but it takes a hit on a hard 18 or more to get there: whoever hits at most a hard
17 ends at 27 or less, and no strategy in this package hits more.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitboss.analysis.report import EdgeResult, PricedLine, Settled, Strategy, mean, outcomes_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, players, rule_settings
from pitboss.cardplay.blackjack import choices
from pitboss.cardplay.blackjack.choices import play_of
from pitboss.cardplay.blackjack.counting import CompletedHands, Counts, completed
from pitboss.cardplay.blackjack.hands import VALUES
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.core.shown import percent
from pitboss.sheets import PayTable
from pitboss.table_games.lucky_break.rules import UNBROKEN

GAME = "lucky-break"
MOST_SUITED = 5
"""hands of more cards are paid as hands of five (LB-19)"""


def pays(table: PayTable, total: int, cards: int, suited: bool, reading: str) -> Fraction:
    """The net per unit of a dealer's hand over 21 (LB-09, LB-10)."""
    base = table.net(f"total-{total}")
    if not suited:
        return base
    multiplier = table[f"suited-{min(cards, MOST_SUITED)}"].multiplies or 1
    return base + base * multiplier if reading == "added" else base * multiplier


def given_up(rules: BlackjackRules) -> CompletedHands:
    """How often basic strategy surrenders and the dealer's hand then ends so."""
    play = play_of(rules, "total")
    hands = play.shoe.hands
    whole = play.shoe.counts.tolist()
    surrendered = [
        [hands.cards(hand) for hand in hands.of_two() if play.surrender[up, hand]] for up in range(VALUES)
    ]

    def beside(up: int, dealer: Counts) -> int:
        ways = 0
        for low, high in surrendered[up]:
            left = whole[low] - dealer[low]
            ways += left * (left - 1) if low == high else 2 * left * (whole[high] - dealer[high])
        return ways

    return completed(rules.decks, rules.hits_soft_17, beside, 2)


def without(law: CompletedHands, lost: CompletedHands) -> CompletedHands:
    """The endings that still pay when those of `lost` do not."""
    return CompletedHands(
        {key: chance - lost.every.get(key, Fraction(0)) for key, chance in law.every.items()},
        {key: chance - lost.suited.get(key, Fraction(0)) for key, chance in law.suited.items()},
    )


def law_of(rules: BlackjackRules, surrender: str) -> CompletedHands:
    """The dealer's completed hands that pay; with `surrender=lost` a surrendered hand is not paid (LB-12)."""
    law = completed(rules.decks, rules.hits_soft_17)
    if rules.surrender == "late" and surrender == "lost":
        return without(law, given_up(rules))
    return law


READ: Final = {"added": "added", "product": "multiplied"}


class LuckyBreakSolver(BaseSolver):
    game = GAME
    advise = staticmethod(choices.advise)

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (*rule_settings(GAME), players("LB-01"))

    def answer(self, query: Query) -> EdgeResult:
        rules = BlackjackRules.from_settings(query.settings)
        reading = query.settings["multiplier"]
        law = law_of(rules, query.settings["lucky_break_surrender"])
        lines = lines_by(law, query.table, reading)
        other = "product" if reading == "added" else "added"
        other_edge = -mean(outcomes_of(lines_by(law, query.table, other)))
        return replace(
            self.by_lines(query, lines),
            extra={f"house_edge_{other}": other_edge},
            notes=(
                f"The multipliers are {READ[reading]} (LB-10); {READ[other]} the edge would be {percent(other_edge)}.",
                "The player's own cards do not change the edge: unseen cards are exchangeable.",
            ),
        )

    def settled(self, query: Query) -> tuple[Settled, ...]:
        """By the dealer's total and what it pays."""
        chances: defaultdict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
        for line in self.answer(query).lines:
            assert line.net is not None
            total = line.hand.partition(",")[0].replace("dealer ", "total-")
            chances[total if total in query.table.by_hand else UNBROKEN, line.net] += line.probability
        return tuple(
            Settled("lucky-break", hand, net, chance, text=f"{query.table[hand].text} at {net} to 1")
            for (hand, net), chance in chances.items()
        )

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        return self.play(
            query,
            "Lucky Break asks for no decision of its own, and no way of playing the blackjack hand changes its "
            "edge, as long as the player never hits a hard 18 or more (a total over 27 loses, LB-08).",
        )


def lines_by(law: CompletedHands, table: PayTable, reading: str) -> tuple[PricedLine, ...]:
    """The full distribution over 21, by total, cards and suit, with what each pays."""
    rows = []
    for (total, cards), chance in sorted(law.every.items(), reverse=True):
        if total <= 21:
            continue
        suited = law.suited.get((total, cards), Fraction(0))
        for name, one_suit, part in (("one suit", True, suited), ("mixed", False, chance - suited)):
            if part:
                net = pays(table, total, cards, one_suit, reading)
                rows.append(PricedLine(f"dealer {total}, {cards} cards, {name}", f"{net} to 1", part, net))
    lost = 1 - sum((row.probability for row in rows), Fraction(0))
    line = table[UNBROKEN]
    rows.append(PricedLine(line.text, str(line.pays), lost, table.net(UNBROKEN)))
    return tuple(rows)


SOLVER = LuckyBreakSolver()
