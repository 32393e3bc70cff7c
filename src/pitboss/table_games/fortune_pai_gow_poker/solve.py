"""Fortune Pai Gow Poker, exactly: the best setting against a dealer's hidden hand, over all deals.

How the deals are counted is told in `pitboss.cardplay.paigow.hidden_solution`; bonus and jackpots are those of Face
Up Pai Gow Poker (FP-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.analysis.report import EdgeResult, PricedChoice, Strategy, decimal, lines_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, read_hands
from pitboss.cardplay.paigow.bonus import WHEEL, bonus_settings, house_way_setting, solve_bonus
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import house_way
from pitboss.core.errors import BadInput

if TYPE_CHECKING:
    from pitboss.analysis.solutions import Arrays, Slot
    from pitboss.cardplay.paigow.solution import HiddenCounts, HiddenRules, SetHandAdvice
    from pitboss.rounds.round import Round

GAME: Final = "fortune-pai-gow-poker"
BOTH, ONE, NEITHER, NINE_HIGH = "both-better", "one-better", "neither-better", "dealer-nine-high"
COMMISSION = Setting(
    "commission", "5%", ("5%", "free", "none"), clause="FP-05",
    meaning="5 % of a win; free: none, but a dealer's nine high pushes (FP-08); none: nothing is charged",
)  # fmt: skip
PLAY = Setting(
    "play", "best", ("best", "by-type", "house-way"), clause="FP-04",
    meaning="the best setting of every hand; of every hand's type, without a look at single suits; the house way",
)  # fmt: skip


class FortuneSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        if wager == "main":
            return (COMMISSION, WHEEL, house_way_setting(), PLAY)
        return bonus_settings(wager)

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        from pitboss.cardplay.paigow import hidden_solution, way_cost

        yield from hidden_solution.shipped()
        yield from way_cost.shipped(self.game)

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "main":
            return solve_main(self, query)
        return solve_bonus(self, query)

    def first_decisions(self) -> str:
        return "seven cards are set by rules for their kind of hand (`pitboss house-way best` finds so many of them)"

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query)
        if hand is not None:
            options, summary = hand_advice(hand, query)
            return replace(self.play(query, *summary), hand=hand, options=options)
        return self.play(query, *in_words(rules_of(query), counts_of(query)[0]))

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """What each setting is worth, from the spot's own cards."""
        from pitboss.cardplay.paigow import hidden_solution
        from pitboss.cardplay.paigow import solution as adviser

        if round.asked(spot) is None:
            return ()
        options = round.config.options
        rules = hidden_solution.rules_of(options["commission"], options["house_way"], Wheel(options["wheel"]))
        cards, stake = adviser.seen_hand(round, spot), round.stakes[spot]["pai-gow"]
        usual = house_way(rules.house_way).set(cards, rules.wheel)
        advice = ((a, _worth(rules, a)) for a in advice_for(cards, rules))
        return adviser.priced(sorted(advice, key=lambda a: -a[1]), usual, stake)


def rules_of(query: Query) -> HiddenRules:
    from pitboss.cardplay.paigow import hidden_solution

    settings = query.settings
    return hidden_solution.rules_of(settings["commission"], settings["house_way"], Wheel(settings["wheel"]))


def counts_of(query: Query) -> tuple[HiddenCounts, str]:
    from pitboss.cardplay.paigow import hidden_solution

    return hidden_solution.solution(
        rules_of(query), fresh=query.fresh, engine=query.engine, progress=query.progress
    )


def solve_main(solver: BaseSolver, query: Query) -> EdgeResult:
    """All deals of two hands, the player's set as `play` says (FP-04, FP-05)."""
    from pitboss.cardplay.paigow.solution import DEALS

    table = query.table
    if [table.net(line) for line in (BOTH, ONE, NEITHER, NINE_HIGH)] != [Fraction(n) for n in (1, 0, -1, 0)]:
        raise BadInput(
            f"Pay table {table.id} does not pay even money; the best setting is then another.",
            clause="FP-05", accepted="both-better 1 to 1, one-better push, neither-better loses 1",
        )  # fmt: skip
    play, rules = query.settings["play"], rules_of(query)
    win, lose, source = deals_of(query, play)
    nets = {BOTH: 1 - rules.commission, ONE: Fraction(0), NEITHER: Fraction(-1), NINE_HIGH: Fraction(0)}
    deals = {BOTH: win, ONE: DEALS - win - lose, NEITHER: lose, NINE_HIGH: 0}
    every = lines_of(table, {hand: Fraction(n, DEALS) for hand, n in deals.items()}, nets)
    return replace(
        solver.by_lines(query, tuple(line for line in every if line.probability), "pai-gow"),
        extra={"deals": DEALS, "win": win, "push": deals[ONE], "lose": lose},
        notes=("A push is one hand better, or the dealer's nine high.",) if rules.nine_high_pushes else (),
        source=source,
    )


def deals_of(query: Query, play: str) -> tuple[int, int, str]:
    """Deals won and lost, and where the counts come from."""
    from pitboss.cardplay.paigow import solution
    from pitboss.cardplay.paigow.solution import PaiGowRules

    rules = rules_of(query)
    if play == "house-way" and not rules.nine_high_pushes:
        # the ordinary game, which the solver of Face Up Pai Gow Poker counts too
        ordinary, source = solution.solution(
            PaiGowRules(rules.house_way, rules.wheel, face_up=False), fresh=query.fresh, engine=query.engine,
            progress=query.progress,
        )  # fmt: skip
        return ordinary.win, ordinary.lose, source
    counts, source = counts_of(query)
    if play == "house-way":
        return counts.house_win, counts.house_lose, source
    if play == "by-type":
        return counts.type_win, counts.type_lose, source
    return counts.best_win, counts.best_lose, source


def edge_of(rules: HiddenRules, win: int, lose: int) -> Fraction:
    from pitboss.cardplay.paigow.solution import DEALS

    return (lose - (1 - rules.commission) * win) / Fraction(DEALS)


def in_words(rules: HiddenRules, counts: HiddenCounts) -> tuple[str, ...]:
    """The house way as the strategy in words, what it costs, and where."""
    from pitboss.cardplay.paigow.solution import DEALS

    best = edge_of(rules, counts.best_win, counts.best_lose)
    house = edge_of(rules, counts.house_win, counts.house_lose)
    typed = edge_of(rules, counts.type_win, counts.type_lose)
    unit = Fraction(1, rules.worth[1] * DEALS)
    worst = sorted(counts.structures, key=lambda part: -part.gain)[:5]
    places = "; ".join(
        f"{part.name} {decimal(part.gain * unit * 100, 4)} % "
        f"({decimal(Fraction(part.otherwise, part.hands) * 100, 1)} % of such hands)"
        for part in worst
        if part.gain
    )
    return (
        f"Set by the house way, {house_way(rules.house_way).id} (PG-27): the house edge is "
        f"{decimal(house * 100, 4)} %.",
        f"At its best it is {decimal(best * 100, 4)} %: following the house way costs "
        f"{decimal((house - best) * 100, 4)} % of the wager.",
        f"Where that lies, with the share of hands better set otherwise: {places}.",
        f"Single suits matter little: the best setting by ranks and flush alone gives {decimal(typed * 100, 6)} %.",
        'For the exact choice ask about one hand, such as "As Kd Qh Jh 9c 4s 2d".',
    )


def hand_advice(hand: str, query: Query) -> tuple[tuple[PricedChoice, ...], tuple[str, ...]]:
    """Every legal setting of seven cards with its exact chances against all hidden hands."""
    from pitboss.cardplay.paigow import solution as adviser

    rules = rules_of(query)
    (cards,) = read_hands(hand, 7, jokers=True, clause="FP-01", example="As Kd Qh Jh 9c 4s 2d")
    way = house_way(rules.house_way)
    usual = way.set(cards, rules.wheel)
    options = adviser.by_hand(((a, _worth(rules, a)) for a in advice_for(cards, rules)), usual)
    return options, (f"House way {way.id}: {usual} ({usual.words}).",)


def advice_for(cards: tuple[int, ...], rules: HiddenRules) -> list[SetHandAdvice]:
    from pitboss.cardplay.paigow import solution as adviser

    return adviser.hidden(cards, rules.house_way, rules.wheel, rules.nine_high_pushes)


def _worth(rules: HiddenRules, advice: SetHandAdvice) -> Fraction:
    return (1 - rules.commission) * advice.win - advice.lose


SOLVER = FortuneSolver()
