"""Down Under Hold'em: exact edges of the main game, the bonus wagers and the jackpots; and how to play.

The main game is solved over all 27,813,810,024,000 deals of hole, flop, runout and dealer's cards, with
what the player really sees: the own cards, the two lights of the card reader, then the flop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb

from pitboss.analysis.features import Feature, FirstDecisions
from pitboss.analysis.jackpot_edges import METER, WAGER_SETTING, jackpot_result, nets_of, wager_of
from pitboss.analysis.report import (
    EdgeResult,
    Grid,
    PricedChoice,
    Situation,
    Strategy,
    decimal,
    lines_of,
    outcomes_of,
)
from pitboss.analysis.solver import Query, Setting, read_hands, rule_settings, sides
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.rules import HOLE_CLASSES, TALLIED, HoldemRules, class_name, hole_class
from pitboss.cardplay.holdem.solution import (
    DEALS,
    HOLES,
    FoldedCounts,
    HoldemSolver,
    MainGame,
    Solution,
    at_flop,
    before_flop,
    folded_counts,
    priced,
    seen_of_hole,
    showdowns,
    square_grid,
    starting_hands,
    together,
)
from pitboss.cardplay.poker.hands import FIVE_CARDS, Category
from pitboss.core.cards import Card
from pitboss.core.errors import BadInput
from pitboss.rounds.events import DEALER
from pitboss.rounds.felt import Places
from pitboss.sheets import PayTable, Published
from pitboss.table_games.down_under_holdem.rules import AT_FLOP, BEFORE_FLOP, GROUP_RANKS, GROUPS

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


def _match_counts() -> dict[str, int]:
    """How many of the 1,326 x 1,225 deals of player's and dealer's two cards make each match."""
    pairs, unpaired = 13 * comb(4, 2), comb(13, 2) * 16
    return {
        "four-of-a-kind": pairs * 1,
        "three-of-a-kind": pairs * 2 * 48 + unpaired * 2 * comb(3, 2),
        "two-matches": unpaired * 3 * 3,
        "one-match": unpaired * 2 * 3 * 44,
    }


MATCHES = _match_counts()


# How to play, from the solution: charts, sentences, and the worth of one hand.

_CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def view_names(rules: HoldemRules) -> tuple[str, ...]:
    return tuple(f"{GROUPS[one]}-{GROUPS[other]}" for one, other in rules.views)


def patterns(solution: Solution) -> dict[tuple[int, ...], list[int]]:
    """What to do in each view, and the starting hands played so; the boldest pattern first."""
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    choices = solution.choices()
    for hand in range(HOLE_CLASSES):
        found[tuple(int(c) for c in choices[hand])].append(hand)
    return dict(sorted(found.items(), reverse=True))


def describe(rules: HoldemRules, pattern: tuple[int, ...]) -> str:
    """`3x except against gold-gold`."""
    names = view_names(rules)
    by_play: dict[int, list[str]] = defaultdict(list)
    for name, times in zip(names, pattern, strict=True):
        by_play[times].append(name)
    if len(by_play) == 1:
        return "always check" if 0 in by_play else f"always {pattern[0]}x"
    checks = by_play.pop(0, [])
    if len(by_play) == 1 and 0 < len(checks) < len(names) / 2:
        return f"{next(iter(by_play))}x except against {', '.join(checks)}"
    plays = "; ".join(f"{times}x against {', '.join(shown)}" for times, shown in by_play.items())
    return plays + ("" if not checks else ", else check")


def pattern_grid(solution: Solution) -> Grid:
    """The whole strategy before the flop in the usual square, by the patterns' letters."""
    found = patterns(solution)
    code_of = {hand: code for code, hands in zip(_CODES, found.values(), strict=False) for hand in hands}
    legend = {code: describe(solution.rules, pattern) for code, pattern in zip(_CODES, found, strict=False)}
    cells = [code_of[hand] for hand in range(HOLE_CLASSES)]
    return square_grid("Down Under Hold'em before the flop", cells, legend)


def whole_grid(solution: Solution) -> Grid:
    """Every starting hand against every pair of lights."""
    choices = solution.choices()
    codes = {0: "-", 2: "2", 3: "3"}
    return Grid(
        "Down Under Hold'em, every starting hand by the card reader's lights",
        "hand",
        "dealer's cards",
        view_names(solution.rules),
        tuple((class_name(h), tuple(codes[int(c)] for c in choices[h])) for h in range(HOLE_CLASSES)),
        {"3": "play 3x", "2": "play 2x", "-": "check"},
    )


def summarise(solution: Solution) -> tuple[str, ...]:
    sentences = [
        f"{code}: {describe(solution.rules, pattern)}: {' '.join(class_name(h) for h in hands)}."
        for code, (pattern, hands) in zip(_CODES, patterns(solution).items(), strict=False)
    ]
    if not (solution.choices() == 2).any():
        sentences.append(
            "Play 2x is never best: whoever is ahead wants 3x, whoever is behind waits for the flop."
        )
    sentences.append(
        'After the flop ask about one hand, such as "As Kd | gold red | 2c 7h Jd": '
        "play 1x unless folding loses less."
    )
    return tuple(sentences)


def parse_hand(hand: str) -> tuple[tuple[Card, ...], tuple[str, str], tuple[Card, ...]]:
    """`As Kd | gold red | 2c 7h Jd`: hole cards, lights, and the flop if there is one."""
    parts = sides(hand)
    lights = tuple(parts[1].lower().replace(",", " ").replace("-", " ").split()) if len(parts) > 1 else ()
    if not 2 <= len(parts) <= 3 or len(lights) != 2 or not set(lights) <= set(GROUPS):
        raise BadInput(
            f"{hand!r} is not a Down Under Hold'em hand.",
            clause="DU-04",
            accepted='"As Kd | gold red" or, after the flop, "As Kd | gold red | 2c 7h Jd"',
        )
    cards = " | ".join(parts[::2])
    hole, *flop = read_hands(cards, 2, 3, optional=1, clause="DU-04", example="As Kd | gold red | 2c 7h Jd")
    return hole, (lights[0], lights[1]), flop[0] if flop else ()


def hand_options(solution: Solution, hand: str) -> tuple[PricedChoice, ...]:
    """What each choice is worth in antes."""
    hole, lights, flop = parse_hand(hand)
    one, other = sorted(GROUPS.index(light) for light in lights)
    return options_of(solution, hole, solution.rules.views.index((one, other)), flop)


def options_of(
    solution: Solution, hole: tuple[Card, ...], view: int, flop: tuple[Card, ...]
) -> tuple[PricedChoice, ...]:
    if flop:
        return priced(dict(zip(("play-1x", "fold"), at_flop(solution.rules, hole, flop, view), strict=True)))
    return priced(before_flop(solution, hole_class(*hole), view))


def priced_choices(solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
    """By own cards, lights and flop."""
    one, other = (at for at, colour in enumerate(GROUPS) for _ in seen[DEALER].get(colour, ()))
    view = solution.rules.views.index((one, other))
    return options_of(solution, tuple(seen[spot]["hand"]), view, tuple(seen[DEALER].get("flop", ())))


# The solver.

GAME = "down-under-holdem"
BONUSES = ("trips-or-better", "match-the-dealer")

FOLDED_BONUS = Setting(
    "folded_bonus", "qualifies", ("qualifies", "lost"), clause="DU-07",
    meaning="whether the wager of a folded hand may still win, under play that is best for the main game",
)  # fmt: skip
JACKPOT_SETTINGS = (
    Setting(
        "folded_jackpot", "qualifies", ("qualifies", "lost"), clause="DU-07",
        meaning="whether a folded hand may still win, under play that is best for the main game",
    ),
    METER,
    WAGER_SETTING,
    Setting(
        "others", "0", tuple(map(str, range(7))), clause="JP-20",
        meaning="other players with a jackpot wager, for envy (option-3)",
    ),
)  # fmt: skip


def folded_option(wager: str) -> str:
    return "folded_" + wager.replace("-", "_")


def bonus_lost(query: Query) -> bool:
    """Whether a folded hand loses this bonus: by its own option, or by the one for both (DU-07)."""
    own = query.settings[folded_option(query.wager)]
    return (query.settings["folded_bonus"] if own == "same" else own) == "lost"


def _seen(name: str) -> tuple[int, ...]:
    """`AKs v blue-gold`."""
    hole, _, lights = name.partition(" v ")
    one, other = sorted(GROUPS.index(light) for light in lights.split("-"))
    return (*seen_of_hole(hole), one, other)


class DownUnderSolver(HoldemSolver[DownUnderGame]):
    game = GAME
    solved = DownUnderGame
    second = "Bet"
    seen_options = staticmethod(priced_choices)

    def rules_of(self, table: PayTable, settings: Mapping[str, str]) -> HoldemRules:
        return rules_of(table)

    def settings(self, wager: str) -> tuple[Setting, ...]:
        if wager in BONUSES:
            return FOLDED_BONUS, *rule_settings(GAME, folded_option(wager))
        return JACKPOT_SETTINGS if wager == "jackpot" else ()

    def answer(self, query: Query) -> EdgeResult:
        main, source = self.main_game(query)
        if query.wager == "main":
            found = self.main_edge(query, main)
        elif query.wager in BONUSES:
            found = self.bonus_edge(query, main)
        else:
            found = self.jackpot_edge(query, main)
        return replace(found, source=source)

    def main_edge(self, query: Query, main: MainGame) -> EdgeResult:
        found = super().main_edge(query, main)
        return replace(found, extra={"edge_per_ante_and_bet": found.house_edge / 2, **found.extra})

    def bonus_edge(self, query: Query, main: DownUnderGame) -> EdgeResult:
        """Trips or Better, Match the Dealer: line by line (DU-13, DU-14)."""
        lost = bonus_lost(query)
        chances = main.of_seven(lost) if query.wager == "trips-or-better" else main.of_match(lost)
        return self.side_edge(query, chances, lost)

    def jackpot_edge(self, query: Query, main: DownUnderGame) -> EdgeResult:
        """The three options, for a displayed meter, a fixed wager and a number of other players."""
        table, lost = query.table, query.settings["folded_jackpot"] == "lost"
        wager, others = wager_of(GAME, query), query.settings.number("others")
        by_flop = table.rules["considers"] == "hole-and-flop"
        chances = main.of_flop(lost) if by_flop else main.of_board(lost)
        nets = nets_of(table, {"meter": query.settings.number("meter")}, wager)
        outcomes = outcomes_of(lines_of(table, chances, nets))
        envy = Fraction(0)
        if others and (prizes := _envy_prizes(table)):
            outcomes, envy = _with_envy(outcomes, main, nets, prizes, others, lost, wager)
        return jackpot_result(self, query, chances, outcomes=outcomes, envy=envy)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        if query.wager != "main":
            return self.no_decision(query, " of its own")
        solution = self.main_game(query)[0].solution
        return replace(
            self.play(query, *summarise(solution)),
            grids=(pattern_grid(solution), whole_grid(solution)),
            hand=hand,
            options=() if hand is None else hand_options(solution, hand),
        )

    def first_decisions(self) -> FirstDecisions:
        return FirstDecisions(
            "main",
            (*HOLES, Feature(GROUPS, "lower light {}"), Feature(GROUPS, "higher light {}")),
            _seen,
            note="After the flop every hand is played at its best; that decision is not on the card.",
        )

    def situations(self, query: Query) -> Iterator[Situation]:
        """The 169 starting hands by the card reader's lights; checking counts the best play at the flop."""
        if query.wager == "main":
            solution = self.main_game(query)[0].solution
            yield from starting_hands(solution, view_names(solution.rules))

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """Of the main game's figure: what other bases give, and whether a simulation could have printed it."""
        if figure.wager != "main":
            return ""
        per_both, risk = result.house_edge / 2, result.element_of_risk
        off = abs(result.house_edge - figure.value)
        rounds = int(4 * result.variance / off**2) // 1_000_000
        return (
            f"Per Ante and Bet together {decimal(per_both * 100, 4)} %, per unit wagered in all "
            f"{decimal(risk * 100, 4)} %: no base gives the printed figure. Optimal play of the rules as approved "
            f"costs {decimal(off * 100, 4)} points more; that is within two standard errors of a simulation of up "
            f"to {rounds} million rounds."
        )


def _envy_prizes(table: PayTable) -> dict[Category, int]:
    lines = {line.hand: line.envy_cents for line in table.lines if line.envy_cents}
    return {kind: lines[line_name(kind)] for kind in Category if line_name(kind) in lines}


def _with_envy(
    plain: Mapping[Fraction, Fraction],
    main: MainGame,
    nets: Mapping[str, Fraction],
    prizes: Mapping[Category, int],
    others: int,
    lost: bool,
    wager: int,
) -> tuple[dict[Fraction, Fraction], Fraction]:
    """The rounds in which others win an envy prize moved to where they belong, and the mean envy."""
    outcomes, mean = defaultdict(Fraction, plain), Fraction(0)
    for case in together(main.solution, others, frozenset(prizes)):
        if not case.prizes:
            continue
        own = Fraction(-1) if lost and case.folded else nets.get(line_name(case.own), Fraction(-1))
        envy = Fraction(sum(prizes[kind] for kind in case.prizes), wager)
        outcomes[own] -= case.chance
        outcomes[own + envy] += case.chance
        mean += envy * case.chance
    return {net: chance for net, chance in outcomes.items() if chance}, mean


SOLVER = DownUnderSolver()
