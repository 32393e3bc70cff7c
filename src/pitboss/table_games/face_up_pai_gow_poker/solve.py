"""Face Up Pai Gow Poker, exactly: the standard wager over all deals, the bonuses and jackpots from counts.

How the deals are counted is told in `pitboss.cardplay.paigow.solution`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Final

from pitboss.analysis.report import EdgeResult, PricedChoice, Strategy, lines_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, read_hands
from pitboss.cardplay.paigow.bonus import WHEEL, bonus_settings, house_way_setting, solve_bonus
from pitboss.cardplay.paigow.hands import Wheel, is_ace_high_pai_gow
from pitboss.cardplay.paigow.house_way import house_way
from pitboss.core.cards import ACE
from pitboss.core.errors import BadInput
from pitboss.sheets import PayTable, Published

if TYPE_CHECKING:
    from pitboss.analysis.solutions import Arrays, Slot
    from pitboss.cardplay.paigow.solution import SetHandAdvice
    from pitboss.rounds.round import Round

GAME: Final = "face-up-pai-gow-poker"
COMMISSION: Final = Fraction(1, 20)
"""of wins in the ordinary game; face up there is none (FU-06)"""
LINES: Final = ("both-better", "one-better", "neither-better", "dealer-ace-high")

VARIANT = Setting(
    "variant",
    "face-up",
    ("face-up", "ordinary"),
    meaning="ordinary: as a check, the base game with nothing exposed, both hands set the house way, "
    "5 % commission on wins",
    clause="FU-03",
)


class FaceUpSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (WHEEL, house_way_setting(), VARIANT) if wager == "main" else bonus_settings(wager)

    def shipped(self) -> Iterator[tuple[Slot, Arrays]]:
        from pitboss.cardplay.paigow import solution as solved
        from pitboss.cardplay.paigow import way_cost

        yield from solved.shipped()
        yield from way_cost.shipped(self.game)

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "main":
            return solve_main(self, query)
        if query.wager == "ace-high":
            return solve_ace_high(self, query)
        return solve_bonus(self, query)

    def first_decisions(self) -> str:
        return "seven cards are set by rules for their kind of hand (`pitboss house-way best` finds so many of them)"

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
        from pitboss.cardplay.paigow import solution as adviser

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
    nothing = sum(deals_by_line().values()) if face_up else 0
    deals = dict(zip(LINES, (counts.win, counts.push - nothing, counts.lose, nothing), strict=True))
    nets = dict(zip(LINES, (both if face_up else 1 - COMMISSION, one, neither, push), strict=True))
    every = lines_of(table, {hand: Fraction(n, DEALS) for hand, n in deals.items()}, nets)
    return replace(
        solver.by_lines(query, tuple(line for line in every if line.probability), "standard"),
        extra={"deals": DEALS, "win": counts.win, "push": counts.push, "lose": counts.lose},
        source=source,
    )


def solve_ace_high(solver: BaseSolver, query: Query) -> EdgeResult:
    """The dealer's ace-high pai gow, with the player's beside it (FU-11, FU-19)."""
    return solver.by_lines(query, lines_of(query.table, ace_high_chances()))


# Dealer and player ace-high, without replacement (FU-11, FU-12, FU-19).
#
# An ace-high pai gow is a set of different ranks without a straight, an ace (or the joker) among them, and no flush.
# For two such rank sets the ways to suit both hands depend only on how many ranks they share and how many cards are
# natural, and the flushes come off by inclusion and exclusion.

RUNS: Final = tuple({ACE, 0, 1, 2, 3} if low < 0 else set(range(low, low + 5)) for low in range(-1, 9))

JOINT: Final = "dealer-and-player-ace-high"
WITH_JOKER: Final = "dealer-ace-high-joker"
NO_JOKER: Final = "dealer-ace-high"


@lru_cache(maxsize=2)
def rank_sets(joker: bool) -> tuple[frozenset[int], ...]:
    """The natural ranks of an ace-high hand: an ace and six others, or the joker and six below the ace."""
    found = []
    for others in combinations(range(ACE), 6):
        ranks = frozenset(others) if joker else frozenset((*others, ACE))
        if all(len(run & ranks) < 5 - joker for run in RUNS):
            found.append(ranks)
    return tuple(found)


def _flush_from(joker: bool) -> int:
    return 4 if joker else 5


@lru_cache(maxsize=4)
def suited_alone(joker: bool) -> int:
    """Ways to suit one hand's different ranks without a flush."""
    n = 6 if joker else 7
    return _power(4, n) - _flushes(n, _flush_from(joker))


def _power(base: int, exponent: int) -> int:
    return int(base**exponent)


def _flushes(cards: int, least: int) -> int:
    """Ways to suit so many cards of different ranks with at least `least` of them in one suit."""
    return sum(4 * comb(cards, k) * _power(3, cards - k) for k in range(least, cards + 1))


@lru_cache(maxsize=64)
def suited_together(shared: int, dealer_joker: bool, player_joker: bool) -> int:
    """Ways to suit both hands, no card twice and neither a flush, when they share so many ranks."""
    dealer, player = 6 + (not dealer_joker), 6 + (not player_joker)
    d_from, p_from = _flush_from(dealer_joker), _flush_from(player_joker)
    all_ways = _power(12, shared) * _power(4, dealer + player - 2 * shared)
    dealer_flush = _flushes(dealer, d_from) * _power(3, shared) * _power(4, player - shared)
    player_flush = _flushes(player, p_from) * _power(3, shared) * _power(4, dealer - shared)
    same = 4 * _both_flush(shared, dealer, player, d_from, p_from, _SAME_SUIT)
    different = 12 * _both_flush(shared, dealer, player, d_from, p_from, _DIFFERENT_SUITS)
    return all_ways - dealer_flush - player_flush + same + different


_SAME_SUIT: Final = {(1, 0): 3, (0, 1): 3, (0, 0): 6}
_DIFFERENT_SUITS: Final = {(1, 1): 1, (1, 0): 2, (0, 1): 2, (0, 0): 7}
"""at a shared rank: whether dealer's and player's card is in the own flush suit -> ways for the two suits"""


def _both_flush(
    shared: int, dealer: int, player: int, d_from: int, p_from: int, at_shared: dict[tuple[int, int], int]
) -> int:
    """Ways in which each hand has so many cards in its own given suit."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    steps = [at_shared] * shared
    steps += [{(1, 0): 1, (0, 0): 3}] * (dealer - shared)
    steps += [{(0, 1): 1, (0, 0): 3}] * (player - shared)
    for step in steps:
        further: Counter[tuple[int, int]] = Counter()
        for ((d, p), n), ((dd, pp), m) in product(ways.items(), step.items()):
            further[d + dd, p + pp] += n * m
        ways = further
    return sum(n for (d, p), n in ways.items() if d >= d_from and p >= p_from)


@lru_cache(maxsize=1)
def deals_by_line() -> dict[str, int]:
    """Of all C(53,7) x C(46,7) deals, those of each Ace-High line; each deal counts for its first line."""
    players = comb(46, 7)
    joint = dict.fromkeys((WITH_JOKER, NO_JOKER), 0)
    alone = {}
    for dealer_joker, line in ((True, WITH_JOKER), (False, NO_JOKER)):
        dealers = rank_sets(dealer_joker)
        alone[line] = len(dealers) * suited_alone(dealer_joker) * players
        for player_joker in (False,) if dealer_joker else (False, True):
            overlaps = Counter(len(d & p) for d, p in product(dealers, rank_sets(player_joker)))
            joint[line] += sum(
                n * suited_together(shared, dealer_joker, player_joker) for shared, n in overlaps.items()
            )
    return {
        JOINT: sum(joint.values()),
        WITH_JOKER: alone[WITH_JOKER] - joint[WITH_JOKER],
        NO_JOKER: alone[NO_JOKER] - joint[NO_JOKER],
    }


def ace_high_chances() -> dict[str, Fraction]:
    deals = comb(53, 7) * comb(46, 7)
    return {line: Fraction(n, deals) for line, n in deals_by_line().items()}


# Advice.


def hand_advice(hand: str, query: Query) -> tuple[tuple[PricedChoice, ...], tuple[str, ...]]:
    """`seven cards v the dealer's seven`; without the dealer's, as ordinary play: chances against a hidden hand."""
    from pitboss.cardplay.paigow import solution as adviser

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
