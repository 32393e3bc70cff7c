"""House Money, exactly: each winner puts it on top where the hand is worth more than nothing against the up card.

What is put on top wins and loses with the blackjack hand and is doubled and split with it. So it is right to put all
of it there whenever the hand, played as the table's strategy plays it, has an expectation above nothing once the dealer
is known to have no blackjack; and never otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.analysis.report import EdgeResult, Grid, PricedChoice, Settled, Strategy, lines_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, players, rule_settings
from pitboss.cardplay.blackjack import choices
from pitboss.cardplay.blackjack.choices import first_hands, play_of, read_values
from pitboss.cardplay.blackjack.hands import UP_CARD_ORDER, VALUE_OF_CARD, VALUE_TEXT, VALUES
from pitboss.cardplay.blackjack.play import STRATEGY
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.side_counts import CARDS, Lookup, count, full_shoe, lookup_of, ways
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import PayTable, sheet

GAME = "house-money"
WAGER = "house-money"
LEGEND = {"T": "put it on top", "-": "take it"}

Hand = tuple[int, int, int]
"""the values of the first two cards, the lower first, and of the up card"""


@lru_cache(maxsize=8)
def worths(rules: BlackjackRules, strategy: str) -> dict[Hand, Fraction]:
    """What a first hand brings by one unit once the dealer has no blackjack, by the chart or by the best play."""
    found = {}
    for situation in first_hands(play_of(rules, strategy)):
        hand, _, up = situation.name.partition(" v ")
        if up:
            first, second = (VALUE_TEXT.index(word) for word in hand.split("-"))
            found[min(first, second), max(first, second), VALUE_TEXT.index(up)] = situation.worth
    return found


@dataclass(frozen=True, slots=True)
class Case:
    """A line with the values of the hand and the up card: orders of the three cards."""

    line: int
    hand: Hand
    orders: int
    blackjack: Fraction
    """that the dealer has one"""


def cases(table: PayTable, decks: int) -> list[Case]:
    lookup = lookup_of(table, sheet(GAME).decided_by(WAGER))
    three = Lookup(np.broadcast_to(lookup.line[..., None], (1, CARDS, CARDS, CARDS)), up=True, together=False)
    value = np.array(VALUE_OF_CARD)
    low = np.minimum(value[:, None, None], value[None, :, None])
    high = np.maximum(value[:, None, None], value[None, :, None])
    key = ((three.line[0].astype(np.int64) * VALUES + low) * VALUES + high) * VALUES + value[None, None, :]
    orders = np.zeros((len(table.lines) + 1) * VALUES**3, np.int64)
    np.add.at(orders, key.ravel(), ways(three, full_shoe(decks))[0].ravel())
    found = []
    for at in np.flatnonzero(orders).tolist():
        rest, up = divmod(at, VALUES)
        rest, second = divmod(rest, VALUES)
        line, first = divmod(rest, VALUES)
        found.append(Case(line, (first, second, up), int(orders[at]), _blackjack((first, second, up), decks)))
    return found


def _blackjack(hand: Hand, decks: int) -> Fraction:
    aces, tens = 4 * decks - hand.count(0), 16 * decks - hand.count(VALUES - 1)
    hole = {0: tens, VALUES - 1: aces}.get(hand[2], 0)
    return Fraction(hole, CARDS * decks - 3)


class HouseMoneySolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (*rule_settings(GAME), STRATEGY, players("BJ-12"))

    def answer(self, query: Query) -> EdgeResult:
        table, decks = query.table, query.settings.number("decks")
        rules = BlackjackRules.from_settings(query.settings)
        playing = worths(rules, query.settings["strategy"])
        outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        capped, every = Fraction(0), CARDS * decks * (CARDS * decks - 1) * (CARDS * decks - 2)
        nets = [*(table.net(line.hand) for line in table.lines), table.otherwise_net]
        on_top = Fraction(0)
        for case in cases(table, decks):
            chance, net = Fraction(case.orders, every), nets[case.line]
            worth = playing.get(case.hand, Fraction(0))
            if net > 0 and worth > 0:
                outcomes[net] += chance * case.blackjack
                outcomes[net + (1 + net) * worth] += chance * (1 - case.blackjack)
                capped += chance * (1 - case.blackjack)
                on_top += chance * (1 - case.blackjack) * (1 + net)
            else:
                outcomes[net] += chance
        lookup = lookup_of(table, sheet(GAME).decided_by(WAGER))
        counts = count(lookup, full_shoe(decks), len(table.lines))
        paid = sum((net * n for net, n in zip(nets, counts.lines, strict=True)), Fraction(0))
        without = -paid / counts.orders
        return replace(
            self.result(query, dict(outcomes)),
            action=1 + on_top,
            outcomes_exact=False,
            lines=lines_of(table, counts.chances(table)),
            extra={"put_on_top": capped, "edge_when_never_put_on_top": without},
            notes=(
                "Wager and winnings go on top of the blackjack wager whenever the hand is worth more than nothing.",
                "The edge is exact. Among the outcomes, a hand on which it is put stands with its expectation.",
            ),
        )

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        table, decks = query.table, query.settings.number("decks")
        playing = worths(BlackjackRules.from_settings(query.settings), query.settings["strategy"])
        winning = sorted({case.hand[:2] for case in cases(table, decks) if case.line < len(table.lines)})
        rows = tuple(
            (
                f"{VALUE_TEXT[low]}-{VALUE_TEXT[high]}",
                tuple("T" if playing.get((low, high, up), 0) > 0 else "-" for up in UP_CARD_ORDER),
            )
            for low, high in winning
        )
        grid = Grid(
            "House Money on Top", "first two cards", "dealer's up card",
            tuple(VALUE_TEXT[up] for up in UP_CARD_ORDER), rows, LEGEND,
        )  # fmt: skip
        options: tuple[PricedChoice, ...] = ()
        if hand is not None:
            values, up = read_values(hand)
            first, second = sorted(values[:2])
            options = self._options(playing.get((first, second, up), Fraction(0)))
        summary = (
            "Put it on top where the hand is worth more than nothing: the chart says against which up cards."
        )
        return replace(self.play(query, summary), grids=(grid,), hand=hand, options=options)

    def _options(self, worth: Fraction) -> tuple[PricedChoice, ...]:
        """By unit of what was won."""
        return PricedChoice("take", Fraction(0), "Take it"), PricedChoice("cap", worth, "Put it on top")

    def settled(self, query: Query) -> tuple[Settled, ...]:
        """The wager by its lines; what is put on top is settled with the blackjack hand."""
        lines = self.solve(query).lines
        rows = [
            Settled(WAGER, line.hand, query.table.net(line.hand), priced.probability, text=line.text)
            for line, priced in zip(query.table.lines, lines, strict=True)
        ]
        return (*rows, Settled(WAGER, "", Fraction(-1), 1 - sum((row.chance for row in rows), Fraction(0))))

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Whether to put it on top, by the chart of the table's own rules; then blackjack."""
        ask = round.asked(spot)
        if ask is None or ask.kind != "cap":
            return choices.advise(round, spot)
        rules = BlackjackRules.from_settings(round.config.options)
        seen = places(round, (spot,))
        first, second = sorted(VALUE_OF_CARD[card] for card in seen[spot][ask.place])
        up = VALUE_OF_CARD[seen[DEALER]["up"][0]]
        worth = worths(rules, "composition").get((first, second, up), Fraction(0))
        return tuple(PricedChoice(c.action, worth * c.cost_cents, c.text) for c in ask.choices)


SOLVER = HouseMoneySolver()
