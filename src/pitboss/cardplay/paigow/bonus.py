"""What the two pai gow games share beside the base game: settings, the Fortune Bonus and the jackpot, exactly.

A hand's line goes by its seven cards alone. The chances are those of all 154,143,080 hands, by the lines they fit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from pitboss.analysis.jackpot_edges import METER_SETTINGS, WAGER_SETTING, jackpot_result
from pitboss.analysis.report import EdgeResult, lines_of, mean
from pitboss.analysis.solver import BaseSolver, Query, Setting
from pitboss.cardplay.paigow.hands import HANDS, Wheel, line_of
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR
from pitboss.sheets import PayTable
from pitboss.sheets.plugins import own_names

WHEEL = Setting(
    "wheel", Wheel.SECOND_HIGHEST.value, tuple(Wheel), meaning="where A-2-3-4-5 ranks", clause="PG-04"
)
FORTUNE_WAGER = Setting(
    "wager", "5", kind="dollars", meaning="the Fortune Bonus wager: envy is fixed dollars", clause="FU-09"
)
OTHERS = Setting(
    "others", "0", tuple("012345"), meaning="other players at the table, for envy", clause="FU-09"
)
STRAIGHT_FLUSH_7 = Setting(
    "straight_flush_7",
    "any",
    ("any", "natural"),
    meaning="whether a bare 7 card straight flush may hold the joker",
    clause="JP-25",
)
Outcomes = dict[Fraction, Fraction]

HANDS_DEALT: Final = comb(53, 7)


def house_way_setting() -> Setting:
    """The house ways of the package, and an operator's own by all their names."""
    ways = (*HOUSE_WAYS, *own_names())
    return Setting("house_way", "foxwoods", ways, meaning="how the dealer's hand is set", clause="PG-27")


def bonus_settings(wager: str) -> tuple[Setting, ...]:
    return {
        "fortune-bonus": (FORTUNE_WAGER, OTHERS),
        "jackpot": (*METER_SETTINGS, WAGER_SETTING, STRAIGHT_FLUSH_7),
    }.get(wager, ())


def solve_bonus(solver: BaseSolver, query: Query) -> EdgeResult:
    return solve_fortune(solver, query) if query.wager == "fortune-bonus" else solve_jackpot(solver, query)


def solve_fortune(solver: BaseSolver, query: Query) -> EdgeResult:
    """The player's own hand, and envy for each other player's (FU-08, FU-09)."""
    table, by_line = query.table, bonus_chances(query.table, {})
    wager_cents = query.settings.cents("wager")
    if not wager_cents:
        raise BadInput("A Fortune Bonus of $0 is no wager.", clause="FU-08", accepted="an amount above $0")
    own: Outcomes = defaultdict(Fraction)
    envy: Outcomes = defaultdict(Fraction)
    qualifies = wager_cents >= int(table.rules.get("envy_from_dollars", "0")) * DOLLAR
    for hand, chance in by_line.items():
        own[table.net(hand) if hand else Fraction(-1)] += chance
        cents = (table[hand].envy_cents or 0) if hand and qualifies else 0
        envy[Fraction(cents, wager_cents)] += chance
    others = query.settings.number("others")
    outcomes = own
    for _ in range(others):
        outcomes = _sum_of(outcomes, envy)
    return replace(
        solver.result(query, dict(outcomes)),
        lines=lines_of(table, {hand: chance for hand, chance in by_line.items() if hand}),
        extra={"envy_per_other_player": mean(envy), "without_envy": -mean(own)},
        notes=_envy_notes(table, others, qualifies),
    )


def _envy_notes(table: PayTable, others: int, qualifies: bool) -> tuple[str, ...]:
    if not others:
        return ()
    if not qualifies:
        least = table.rules["envy_from_dollars"]
        return (f"A wager below ${least} has no envy lammer (FU-09).",)
    return (
        "The edge is exact: expectations add up whatever the hands have to do with each other. The outcomes "
        "and the standard deviation take the other players' hands as independent of one's own, which they "
        "are but for the cards they share a deck with.",
    )


def _sum_of(first: Mapping[Fraction, Fraction], second: Mapping[Fraction, Fraction]) -> Outcomes:
    total: Outcomes = defaultdict(Fraction)
    for a, p in first.items():
        for b, q in second.items():
            total[a + b] += p * q
    return total


def solve_jackpot(solver: BaseSolver, query: Query) -> EdgeResult:
    """The best hand of seven cards (JP-24, JP-25, JP-26)."""
    found = bonus_chances(query.table, {"straight_flush_7": query.settings["straight_flush_7"]})
    return jackpot_result(
        solver, query, {line.hand: found.get(line.hand, Fraction(0)) for line in query.table.lines}
    )


@lru_cache(maxsize=1)
def hands_by_fit() -> Mapping[tuple[str, ...], int]:
    """How many of the 154,143,080 hands fit exactly these lines."""
    from pitboss.cardplay.paigow.kernels import ROYAL_MATCH, flush_fits, rank_fits

    by_rank, plain = rank_fits()
    by_flush, of_rank, flushes = flush_fits()
    np.subtract.at(plain, of_rank, flushes)
    counts: Counter[int] = Counter()
    for bits, ways in ((by_rank, plain), (by_flush, flushes)):
        for value in np.unique(bits):
            counts[int(value)] += int(ways[bits == value].sum())
    for value in [value for value in counts if value & ROYAL_MATCH]:
        matched = counts[value] // 3  # three of nine pairs of suits are equal
        counts[value & ~ROYAL_MATCH] += counts[value] - matched
        counts[value] = matched
    return {_names(bits): n for bits, n in sorted(counts.items()) if n}


def _names(bits: int) -> tuple[str, ...]:
    return tuple(hand for place, hand in enumerate(HANDS) if bits >> place & 1)


def hands_by_line(table: PayTable, options: Mapping[str, str]) -> dict[str | None, int]:
    """How many hands take each line of a table, None for no line."""
    lines: Counter[str | None] = Counter()
    for fitting, n in hands_by_fit().items():
        lines[line_of(table, fitting, options)] += n
    return dict(lines)


def bonus_chances(table: PayTable, options: Mapping[str, str]) -> dict[str | None, Fraction]:
    return {hand: Fraction(n, HANDS_DEALT) for hand, n in hands_by_line(table, options).items()}
