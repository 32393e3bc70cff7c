"""Face Up Pai Gow Poker, exactly: the standard wager over all deals, the bonuses and jackpots from counts.

How the deals are counted is told in `pitboss.cardplay.paigow.solution`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.analysis.jackpots import METER_SETTINGS, WAGER_SETTING, jackpot_result
from pitboss.analysis.report import EdgeResult, PricedChoice, Strategy, lines_of, mean
from pitboss.analysis.solver import BaseSolver, Query, Setting, read_hands
from pitboss.cardplay.paigow.hands import Wheel, is_ace_high_pai_gow
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS, house_way
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR
from pitboss.sheets import PayTable, Published
from pitboss.sheets.plugins import own_names

if TYPE_CHECKING:
    from pitboss.analysis.solutions import Arrays, Slot
    from pitboss.cardplay.paigow.advice import SetHandAdvice
    from pitboss.rounds.round import Round

GAME: Final = "face-up-pai-gow-poker"
COMMISSION: Final = Fraction(1, 20)
"""of wins in the ordinary game; face up there is none (FU-06)"""
LINES: Final = ("both-better", "one-better", "neither-better", "dealer-ace-high")

WHEEL = Setting(
    "wheel", Wheel.SECOND_HIGHEST.value, tuple(Wheel), meaning="where A-2-3-4-5 ranks", clause="PG-04"
)
VARIANT = Setting(
    "variant",
    "face-up",
    ("face-up", "ordinary"),
    meaning="ordinary: as a check, the base game with nothing exposed, both hands set the house way, "
    "5 % commission on wins",
    clause="FU-03",
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


def house_way_setting() -> Setting:
    """The house ways of the package, and an operator's own by all their names."""
    ways = (*HOUSE_WAYS, *own_names())
    return Setting("house_way", "foxwoods", ways, meaning="how the dealer's hand is set", clause="PG-27")


class FaceUpSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return {
            "main": (WHEEL, house_way_setting(), VARIANT),
            "fortune-bonus": (FORTUNE_WAGER, OTHERS),
            "jackpot": (*METER_SETTINGS, WAGER_SETTING, STRAIGHT_FLUSH_7),
        }.get(wager, ())

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        from pitboss.cardplay.paigow import solution as solved
        from pitboss.cardplay.paigow import way_cost

        yield from solved.shipped()
        yield from way_cost.shipped(self.game)

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "main":
            return solve_main(self, query)
        if query.wager == "fortune-bonus":
            return solve_fortune(self, query)
        if query.wager == "ace-high":
            return solve_ace_high(self, query)
        return solve_jackpot(self, query)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query)
        if hand is not None:
            options, summary = hand_advice(hand, query)
            return replace(self.play(query, *summary), hand=hand, options=options)
        if query.settings["variant"] == "ordinary":
            return self.play(query, "The dealer's hand is hidden: set the house way.")
        return self.play(
            query,
            "The dealer's hand lies open: set so that both your hands beat it, if any setting does.",
            "If none does, take a setting that beats one of the two: the wager pushes.",
            "A copy goes to the dealer, so each of your hands has to be higher, not equal.",
            "Against a dealer's ace-high pai gow the wager pushes and nothing is set.",
        )

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """What each setting gives, from the exposed hand."""
        from pitboss.cardplay.paigow import advice as adviser

        if round.asked(spot) is None:
            return ()
        dealer = adviser.dealers_setting(round)
        cards = adviser.seen_hand(round, spot)
        table, stake = round.config.tables["main"], round.stakes[spot]["standard"]
        usual = house_way(round.config.options["house_way"]).set(cards, dealer.wheel)
        return adviser.priced(((a, _worth(table, a)) for a in adviser.face_up(cards, dealer)), usual, stake)

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """What stands behind the published edge: other house ways and straight rules, and the ordinary game."""
        from pitboss.cardplay.paigow.solution import DEALS, every_rules, solution

        if figure.wager != "main" or figure.settings:
            return ""
        face_up: list[str] = []
        ordinary: list[str] = []
        for rules in every_rules():
            counts, _ = solution(rules)
            commission = 0 if rules.face_up else COMMISSION
            edge = (counts.lose - (1 - commission) * counts.win) / Fraction(DEALS)
            text = f"{rules.house_way} with the wheel {rules.wheel} {float(edge):.4%}"
            (face_up if rules.face_up else ordinary).append(text)
        return (
            f"Published without naming the house way; {', '.join(face_up)}. The ordinary game, published 2.7212 % "
            f"for foxwoods with 5 % commission: {', '.join(ordinary)}."
        )


def solve_main(solver: BaseSolver, query: Query) -> EdgeResult:
    """All deals of two hands: the player sets best against the exposed hand (FU-05, FU-06)."""
    from pitboss.cardplay.paigow import bonus_edges
    from pitboss.cardplay.paigow.solution import DEALS, PaiGowRules, solution

    table = query.table
    both, one, neither, push = (table.net(hand) for hand in LINES)
    if not both >= one >= neither:
        raise BadInput(
            f"Pay table {table.id} pays a worse result better; the best setting is then another.",
            clause="FU-06",
            accepted="both-better at least one-better, one-better at least neither-better",
        )
    face_up = query.settings["variant"] == "face-up"
    rules = PaiGowRules(query.settings["house_way"], Wheel(query.settings["wheel"]), face_up)
    counts, source = solution(rules, fresh=query.fresh, engine=query.engine, progress=query.progress)
    nothing = sum(bonus_edges.deals_by_line().values()) if face_up else 0
    deals = dict(zip(LINES, (counts.win, counts.push - nothing, counts.lose, nothing), strict=True))
    nets = dict(zip(LINES, (both if face_up else 1 - COMMISSION, one, neither, push), strict=True))
    every = lines_of(table, {hand: Fraction(n, DEALS) for hand, n in deals.items()}, nets)
    return replace(
        solver.by_lines(query, tuple(line for line in every if line.probability), "standard"),
        extra={"deals": DEALS, "win": counts.win, "push": counts.push, "lose": counts.lose},
        source=source,
    )


def solve_fortune(solver: BaseSolver, query: Query) -> EdgeResult:
    """The player's own hand, and envy for each other player's (FU-08, FU-09)."""
    from pitboss.cardplay.paigow.bonus_edges import bonus_chances

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


def solve_ace_high(solver: BaseSolver, query: Query) -> EdgeResult:
    """The dealer's ace-high pai gow, with the player's beside it (FU-11, FU-19)."""
    from pitboss.cardplay.paigow.bonus_edges import ace_high_chances

    return solver.by_lines(query, lines_of(query.table, ace_high_chances()))


def solve_jackpot(solver: BaseSolver, query: Query) -> EdgeResult:
    """The best hand of seven cards (JP-24, JP-25, JP-26)."""
    from pitboss.cardplay.paigow.bonus_edges import bonus_chances

    found = bonus_chances(query.table, {"straight_flush_7": query.settings["straight_flush_7"]})
    return jackpot_result(
        solver, query, {line.hand: found.get(line.hand, Fraction(0)) for line in query.table.lines}
    )


# Advice.


def hand_advice(hand: str, query: Query) -> tuple[tuple[PricedChoice, ...], tuple[str, ...]]:
    """`seven cards v the dealer's seven`; without the dealer's, as ordinary play: chances against a hidden hand."""
    from pitboss.cardplay.paigow import advice as adviser

    table = query.table
    wheel, way = Wheel(query.settings["wheel"]), house_way(query.settings["house_way"])
    mine, *open_hand = read_hands(
        hand, 7, 7, optional=1, jokers=True, clause="FU-20",
        example="As Kd Qh Jh 9c 4s 2d v 7c 7d 3h 5s Tc Jk 8d",
    )  # fmt: skip
    usual = way.set(mine, wheel)
    if not open_hand:
        advice = adviser.hidden(mine, way.name, wheel)
        options = adviser.by_hand(((a, (1 - COMMISSION) * a.win - a.lose) for a in advice), usual)
        summary = ("Dealer's hand not given: chances against a hidden hand, 5 % commission on wins.",)
    else:
        dealer = way.set(open_hand[0], wheel)
        if is_ace_high_pai_gow(open_hand[0]):
            return (), (f"The dealer has an ace-high pai gow, {dealer.words}: the wager pushes.",)
        advice = adviser.face_up(mine, dealer)
        options = adviser.by_hand(((a, _worth(table, a)) for a in advice), usual)
        summary = (f"Dealer: {dealer} ({dealer.words}).",)
    return options, (*summary, f"House way {way.id}: {usual} ({usual.words}).")


def _worth(table: PayTable, advice: SetHandAdvice) -> Fraction:
    both, one, neither, _ = (table.net(line) for line in LINES)
    return both * advice.win + neither * advice.lose + one * (1 - advice.win - advice.lose)


SOLVER = FaceUpSolver()
