"""War and Acey Deucey, exactly, off a shoe of any size and make-up.

Both bonuses need three cards: the spot's first two and the up card. The dealer's first card and the other
spots' cards are unseen and change nothing. A raise rides on the Ante's own outcome and odds, so it is
right to raise all that is allowed whenever the hand is worth more than nothing, and nothing otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.analysis.features import Feature, FirstDecisions
from pitboss.analysis.report import (
    EdgeResult,
    Grid,
    PricedChoice,
    PricedLine,
    Settled,
    Situation,
    Strategy,
    best_of,
    lines_of,
    mean,
)
from pitboss.analysis.solver import BaseSolver, Query, Setting, players, read_hands, rule_settings
from pitboss.cardplay.blackjack import choices
from pitboss.cardplay.blackjack.side_counts import count, lookup_of
from pitboss.core.cards import Card, rank_of, suit_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import PayTable, Published, sheet

GAME = "acey-deucey-21"
RANKS, SUITS = 13, 4
RAISE = Setting(
    "raise",
    "2",
    ("0", "1", "2"),
    meaning="the most a player may raise, in Antes: 2, or 1 where the Ante is already the legal maximum",
    clause="AD-13",
)
UNPAID = {"pair": Fraction(0), "outside": Fraction(-1)}
LEGEND = {"R": "raise all that is allowed", "C": "check"}

RankCounts = tuple[int, ...]
"""how many of each of the 52 cards are left"""


def full_shoe(decks: int) -> RankCounts:
    return (decks,) * (RANKS * SUITS)


def spread_line(low: int, high: int) -> str:
    """The pay table's line for a win between these ranks, without the suit (AD-16)."""
    between = high - low - 1
    return f"spread-{between}" if between <= 2 else "spread-3-11"


@dataclass(frozen=True, slots=True)
class FirstHand:
    """A first hand with what the up card can make of it: orders of the unseen card by pay-table line."""

    low: Card
    high: Card
    ways: int
    """ordered deals of the two cards"""
    wins: dict[str, int]
    unseen: int

    @property
    def pair(self) -> bool:
        return rank_of(self.low) == rank_of(self.high)

    @property
    def suited(self) -> bool:
        return suit_of(self.low) == suit_of(self.high)

    def worth(self, table: PayTable) -> Fraction:
        """Per unit wagered on it. A pair cannot lose (AD-15)."""
        won = sum(self.wins.values())
        lost = 0 if self.pair else self.unseen - won
        return (sum((table.net(line) * n for line, n in self.wins.items()), Fraction(0)) - lost) / self.unseen


def hands(shoe: RankCounts) -> Iterator[FirstHand]:
    """Every first hand of two cards that the shoe can deal."""
    unseen = sum(shoe) - 2
    below = _ranks_below(shoe)
    for low in range(RANKS * SUITS):
        for high in range(low, RANKS * SUITS):
            ways = shoe[low] * (shoe[high] - 1) if low == high else 2 * shoe[low] * shoe[high]
            if ways > 0:
                yield FirstHand(low, high, ways, winners(shoe, low, high, below), unseen)


def _ranks_below(shoe: RankCounts) -> list[list[int]]:
    """By suit (the fifth is all of them): cards of lower ranks than the index."""
    sums = [[0] * (RANKS + 1) for _ in range(SUITS + 1)]
    for rank in range(RANKS):
        for suit in range(SUITS):
            sums[suit][rank + 1] = sums[suit][rank] + shoe[rank * SUITS + suit]
        sums[SUITS][rank + 1] = sums[SUITS][rank] + sum(shoe[rank * SUITS : rank * SUITS + SUITS])
    return sums


def winners(shoe: RankCounts, low: Card, high: Card, below: list[list[int]] | None = None) -> dict[str, int]:
    """The cards left that win, by line. The two cards are still in `shoe`; low is not above high."""
    below = below or _ranks_below(shoe)
    a, b, suited = rank_of(low), rank_of(high), suit_of(low) == suit_of(high)
    if a == b:
        rank = sum(shoe[a * SUITS : a * SUITS + SUITS]) - 2
        same = shoe[low] - 2 if suited else 0
        return _lines("trips", same, rank - same)
    if b - a == 1:
        return {}
    between = below[SUITS][b] - below[SUITS][a + 1]
    same = below[suit_of(low)][b] - below[suit_of(low)][a + 1] if suited else 0
    return _lines(spread_line(a, b), same, between - same)


def _lines(name: str, suited: int, off: int) -> dict[str, int]:
    return {line: n for line, n in ((f"{name}-suited", suited), (name, off)) if n > 0}


@dataclass(frozen=True, slots=True)
class SolvedRaises:
    outcomes: dict[Fraction, Fraction]
    ends: dict[tuple[str, int], Fraction]
    """by the settlement's name of a hand, and the Antes of its raise"""
    action: Fraction
    raised: Fraction
    """how often the best play raises"""
    lines: dict[str, Fraction]


def solve_acey_deucey(table: PayTable, shoe: RankCounts, most: int) -> SolvedRaises:
    """Under the best raises of at most `most` Antes."""
    size = sum(shoe)
    deals = size * (size - 1) * (size - 2)
    ends: defaultdict[tuple[str, int], int] = defaultdict(int)
    raised = 0
    for hand in hands(shoe):
        antes = most if raises(hand, table) else 0
        raised += hand.ways * hand.unseen * antes
        for line, n in hand.wins.items():
            ends[line, antes] += hand.ways * n
        ends["pair" if hand.pair else "outside", antes] += hand.ways * (hand.unseen - sum(hand.wins.values()))
    outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    lines: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (name, antes), n in ends.items():
        outcomes[(1 + antes) * net_of(table, name)] += Fraction(n, deals)
        lines[name] += Fraction(n, deals)
    return SolvedRaises(
        {net: chance for net, chance in outcomes.items() if chance},
        {end: Fraction(n, deals) for end, n in ends.items() if n},
        1 + Fraction(raised, deals),
        Fraction(raised, deals * most) if most else Fraction(0),
        lines,
    )


def net_of(table: PayTable, hand: str) -> Fraction:
    """A pair that is not improved pushes (AD-15), whatever else is on no line loses (AD-14)."""
    return UNPAID[hand] if hand in UNPAID else table.net(hand)


def raises(hand: FirstHand, table: PayTable) -> bool:
    """Whether the best play raises this hand; B tables allow none on a pair (AD-18)."""
    if hand.pair and table.rules.get("raise_on_pair") == "no":
        return False
    return hand.worth(table) > 0


def solve_war(table: PayTable, shoe: RankCounts) -> tuple[PricedLine, ...]:
    found = count(lookup_of(table, sheet(GAME).decided_by("war")), np.array(shoe, np.int64), len(table.lines))
    return lines_of(table, found.chances(table))


def _seen(name: str) -> tuple[int, ...]:
    """`spread 3, one suit`."""
    row, _, suits = name.partition(", ")
    return 0 if row == "pair" else 1 + int(row.removeprefix("spread ")), int(suits == "one suit")


class AceyDeuceySolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        rules = (*rule_settings(GAME), players("AD-02"))
        return (*rules, RAISE) if wager == "acey-deucey" else rules

    def answer(self, query: Query) -> EdgeResult:
        shoe = full_shoe(query.settings.number("decks"))
        if query.wager == "war":
            return self.by_lines(query, solve_war(query.table, shoe))
        solved = solve_acey_deucey(query.table, shoe, query.settings.number("raise"))
        return replace(
            self.result(query, solved.outcomes, "ante"),
            action=solved.action,
            lines=lines_of(query.table, solved.lines),
            extra={"raised": solved.raised},
            notes=(PLAYERS_ADVANTAGE,) if mean(solved.outcomes) > 0 else (),
        )

    def settled(self, query: Query) -> tuple[Settled, ...]:
        """Ante and raise apart, as they are settled."""
        if query.wager == "war":
            return super().settled(query)
        shoe, most = full_shoe(query.settings.number("decks")), query.settings.number("raise")
        rows = []
        for (name, antes), chance in solve_acey_deucey(query.table, shoe, most).ends.items():
            text = "" if name in UNPAID else query.table[name].text
            net = net_of(query.table, name)
            rows.append(Settled("acey-deucey", name, net, chance, text=text))
            if antes:
                rows.append(Settled("raise", name, net, chance, Fraction(antes), text))
        return tuple(rows)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager == "war":
            return self.no_decision(query)
        table, shoe = query.table, full_shoe(query.settings.number("decks"))
        most = query.settings.number("raise")
        options = () if hand is None else hand_options(parse_hand(hand, shoe), table, most)
        grid = chart(table, shoe)
        return replace(self.play(query, *summarise(grid, most)), grids=(grid,), hand=hand, options=options)

    def first_decisions(self) -> FirstDecisions:
        spreads = Feature(("a pair", *(f"spread {n}" for n in range(12))), "{}")
        return FirstDecisions("acey-deucey", (spreads, Feature(("two suits", "one suit"), "{}")), _seen)

    def situations(self, query: Query) -> Iterator[Situation]:
        """By the spread of the two cards and whether they are of one suit."""
        if query.wager != "acey-deucey":
            return
        shoe, most = full_shoe(query.settings.number("decks")), query.settings.number("raise")
        alike: Counter[tuple[str, bool, Fraction]] = Counter()
        examples: dict[tuple[str, bool, Fraction], FirstHand] = {}
        for hand in hands(shoe):
            key = row_of(hand), hand.suited, hand.worth(query.table)
            alike[key] += hand.ways
            examples[key] = hand
        deals = sum(alike.values())
        for key, ways in sorted(alike.items()):
            name = f"{key[0]}, {'one suit' if key[1] else 'two suits'}"
            yield best_of(name, Fraction(ways, deals), hand_options(examples[key], query.table, most))

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Check or raise, on Ante and raise together, as if the shoe were fresh; then blackjack."""
        ask = round.asked(spot)
        if ask is None or ask.kind != "raise":
            return choices.advise(round, spot)
        shoe = full_shoe(round.config.decks)
        hand = first_hand(places(round, (spot,))[spot]["hand"], shoe)
        worth = hand.worth(round.config.tables["acey-deucey"])
        ante = round.wagers[spot]["acey-deucey"]
        return tuple(
            PricedChoice(choice.action, (ante + cents) * worth, choice.text, cents)
            for choice in ask.choices
            for cents in sorted({choice.least_cents, choice.most_cents})
        )

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """Under which rules a printed figure comes out."""
        if figure.wager == "war":
            if figure.pay_table == "1":
                return "Reproduced with six decks and even money for the higher first card."
            return "Six decks give 3.6977 %; the printed figure is that number cut off, not rounded."
        without, never = _edge(f"{figure.pay_table}B", 6, 2), _edge(figure.pay_table, 6, 0)
        agrees = abs(without - figure.value) <= figure.half_unit
        return (
            f"The printed figure {'is' if agrees else 'is not'} that of table {figure.pay_table}B, where a pair may "
            f"not be raised ({float(without):.4%} per Ante with six decks). Table {figure.pay_table} as printed lets "
            f"a pair, which cannot lose, be raised twice over: the house edge is then {float(result.house_edge):.4%} "
            f"per Ante and {float(result.element_of_risk):.4%} per unit wagered. Without any raise it is "
            f"{float(never):.4%}."
        )


PLAYERS_ADVANTAGE = (
    "The player has the advantage on this table with these raises: a pair is a free roll worth raising."
)


def row_of(hand: FirstHand) -> str:
    return "pair" if hand.pair else f"spread {rank_of(hand.high) - rank_of(hand.low) - 1}"


def chart(table: PayTable, shoe: RankCounts) -> Grid:
    """By spread and suit; off a full shoe that is all that matters."""
    rows: dict[str, dict[str, str]] = {}
    for hand in hands(shoe):
        rows.setdefault(row_of(hand), {})["suited" if hand.suited else "off"] = (
            "R" if raises(hand, table) else "C"
        )
    order = sorted(rows, key=lambda name: (name != "pair", int(name.partition(" ")[2] or -1)))
    cells = tuple((name, (rows[name].get("suited", "-"), rows[name].get("off", "-"))) for name in order)
    legend = LEGEND if shoe[0] > 1 else {**LEGEND, "-": "cannot be dealt"}
    return Grid("The Raise That Pays", "first two cards", "suits", ("one suit", "two suits"), cells, legend)


def summarise(grid: Grid, most: int) -> tuple[str, ...]:
    sentences = []
    for column, name in enumerate(("of one suit", "of two suits")):
        raised = [row for row, cells in grid.rows if cells[column] == "R"]
        sentences.append(f"Two cards {name}: raise {', '.join(raised) or 'nothing'}.")
    if not most:
        sentences.append("No raise is allowed here; the hands above are those that would gain by one.")
    return tuple(sentences)


def hand_options(hand: FirstHand, table: PayTable, most: int) -> tuple[PricedChoice, ...]:
    """In units of the Ante."""
    worth = hand.worth(table)
    found = [PricedChoice("check", worth, "Check")]
    if not (hand.pair and table.rules.get("raise_on_pair") == "no"):
        found += [
            PricedChoice(f"raise {n}", (1 + n) * worth, f"Raise {n} x Ante") for n in range(1, most + 1)
        ]
    return tuple(found)


def first_hand(cards: Sequence[Card], shoe: RankCounts) -> FirstHand:
    low, high = sorted(cards)
    return FirstHand(low, high, 1, winners(shoe, low, high), sum(shoe) - 2)


def parse_hand(text: str, shoe: RankCounts) -> FirstHand:
    """`5h 9h`: the spot's two cards; with several decks both may be the same."""
    (cards,) = read_hands(text, 2, clause="AD-12", example="5h 9h", copies=shoe[0])
    return first_hand(cards, shoe)


@lru_cache(maxsize=64)
def _edge(table_id: str, decks: int, most: int) -> Fraction:
    solved = solve_acey_deucey(sheet(GAME).pay_table("acey-deucey", table_id), full_shoe(decks), most)
    return -mean(solved.outcomes)


SOLVER = AceyDeuceySolver()
