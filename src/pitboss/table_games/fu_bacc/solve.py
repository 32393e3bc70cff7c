"""Fu Bacc, exactly.

Only the ten point values matter: sixteen monkeys and four each of one to nine. For every pair of player
values and every up card the three unseen cards (player's hit card, dealer's hole and hit card) are
counted out, 49 x 48 x 47 orders each, so every figure is a ratio of integers. Other spots' cards are
unseen and therefore change nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

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
)
from pitboss.analysis.solver import BaseSolver, Query, Setting, read_hands
from pitboss.core.cards import Card, rank_of
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import PayTable, sheet
from pitboss.table_games.fu_bacc.rules import DEALER_STANDS_ON, PLAY_TIMES, POINTS

GAME = "fu-bacc"
DECK: Mapping[int, int] = Counter(POINTS[rank] for rank in range(13) for _ in range(4))
MONKEY, NINE = 0, 9
ACTIONS = ("bonus", "stay", "hit", "fold")
"""in the order in which equal expectations are decided"""
RESULTS = ("player-higher", "tie", "dealer-higher")
PLAYS = ("stay", "hit")
CODES = {"bonus": "B", "stay": "S", "hit": "H", "fold": "F"}
LEGEND = {"B": "take the bonus", "S": "play and stay", "H": "play and hit", "F": "fold"}

State = tuple[int, int, int]
"""the player's two values, the smaller first, and the up card's"""
Deck = tuple[int, ...]
"""how many cards of each value"""

FULL_DECK: Deck = tuple(DECK[value] for value in range(10))


@dataclass(frozen=True, slots=True)
class Endings:
    """How many of the orders of the unseen cards end so: by dealer's total for two cards and, for a player
    who hits, as (higher, equal, lower) together with the chance that the third card ties."""

    dealer: tuple[int, ...]
    """dealer's total: count, the player's hit card dealt but unused"""
    hit: tuple[int, int, int]
    """after the third card: player higher, tie, dealer higher"""
    orders: int


@lru_cache(maxsize=4096)
def endings(state: State, deck: Deck = FULL_DECK) -> Endings:
    """Count all orders of hole card, dealer's hit card and player's hit card left in the deck."""
    left = list(deck)
    for value in state:
        left[value] -= 1
    first, second, up = state
    size = sum(left)
    dealer = [0] * 10
    joint = [[0] * 10 for _ in range(10)]
    """[player's hit value][dealer's total]"""
    for hole in range(10):
        if not (ways_hole := left[hole]):
            continue
        left[hole] -= 1
        two = (up + hole) % 10
        stands = two >= DEALER_STANDS_ON
        for third in range(10):
            if not (ways_third := left[third]):
                continue
            left[third] -= 1
            made = two if stands else (two + third) % 10
            ways = ways_hole * ways_third
            dealer[made] += ways * (size - 2)
            for card in range(10):
                joint[card][made] += ways * left[card]
            left[third] += 1
        left[hole] += 1
    higher = equal = 0
    for card in range(10):
        total = (first + second + card) % 10
        higher += sum(joint[card][:total])
        equal += joint[card][total]
    orders = size * (size - 1) * (size - 2)
    return Endings(tuple(dealer), (higher, equal, orders - higher - equal), orders)


def states(deck: Deck = FULL_DECK) -> Iterator[tuple[State, int]]:
    """Every state with its number of ordered deals of the three cards."""
    for first in range(10):
        for second in range(first, 10):
            for up in range(10):
                left = list(deck)
                ways = 1 if first == second else 2
                for value in (first, second, up):
                    ways *= left[value]
                    left[value] -= 1
                if ways > 0:
                    yield (first, second, up), ways


def cashable(state: State) -> str:
    """The bonus these cards may take, by the name of its line (FB-15, FB-16)."""
    total = (state[0] + state[1]) % 10
    if total >= 8:
        return f"natural-{total}"
    return "rescue" if state == (MONKEY, MONKEY, NINE) else ""


@dataclass(frozen=True, slots=True)
class Pays:
    """What the main wager's results are worth in units of the Ante."""

    higher: Fraction
    tie: Fraction
    lower: Fraction
    fold: Fraction
    bonus: Mapping[str, Fraction]

    @classmethod
    def of(cls, table: PayTable) -> Pays:
        return cls(
            higher=(1 + PLAY_TIMES) * table.net("player-higher"),
            tie=table.net("tie-ante") + PLAY_TIMES * table.net("tie-play"),
            lower=(1 + PLAY_TIMES) * table.net("dealer-higher"),
            fold=table.net("fold"),
            bonus={name: table.net(name) for name in ("natural-9", "natural-8", "rescue")},
        )

    def without_play(self, state: State, action: str) -> Fraction:
        """Of a hand that is folded or takes its bonus."""
        return self.fold if action == "fold" else self.bonus[cashable(state)]


Law = tuple[tuple[Fraction, bool, int], ...]
"""what Ante and Play net, whether the totals end equal, number of orders"""


def law_of(state: State, action: str, pays: Pays, deck: Deck = FULL_DECK) -> Law:
    """The results of one choice over all orders of the unseen cards; a folded or cashed hand keeps its two cards for
    the Tie wager (FB-13, FB-15)."""
    end, total = endings(state, deck), (state[0] + state[1]) % 10
    higher, equal = end.hit[:2] if action == "hit" else (sum(end.dealer[:total]), end.dealer[total])
    lower = end.orders - higher - equal
    nets = (pays.higher, pays.tie, pays.lower)
    if action not in PLAYS:
        nets = (pays.without_play(state, action),) * 3
    return tuple(zip(nets, (False, True, False), (higher, equal, lower), strict=True))


def legal(state: State) -> tuple[str, ...]:
    return ACTIONS if cashable(state) else ACTIONS[1:]


def with_tie(net: Fraction, tied: bool, tie: PayTable | None) -> Fraction:
    """The main wager's net and that of an equal Tie wager, where there is one."""
    return net if tie is None else net + (tie.net("tie") if tied else -1)


def worth_of(
    state: State, action: str, pays: Pays, tie: PayTable | None = None, deck: Deck = FULL_DECK
) -> Fraction:
    if tie is None and action not in PLAYS:
        return pays.without_play(state, action)
    law = law_of(state, action, pays, deck)
    return (
        sum((with_tie(net, tied, tie) * n for net, tied, n in law), Fraction(0)) / endings(state, deck).orders
    )


def choose(state: State, pays: Pays, tie: PayTable | None = None, deck: Deck = FULL_DECK) -> str:
    """The best choice on the main wager, or with `tie` on both wagers together."""
    return max(legal(state), key=lambda action: worth_of(state, action, pays, tie, deck))


@dataclass(frozen=True, slots=True)
class Played:
    """Ante and Play, with an equal Tie wager where it was played for both."""

    outcomes: dict[Fraction, Fraction]
    action: Fraction
    main_part: Fraction
    """the house edge of Ante and Play"""
    tied: Fraction
    """how often the totals end equal"""


def solve(pays: Pays, tie: PayTable | None = None, deck: Deck = FULL_DECK, always: str = "") -> Played:
    """The best play of the main wager, or with `tie` of both; or one choice whatever comes."""
    ends: Counter[tuple[Fraction, bool]] = Counter()
    played = 0
    for state, ways in states(deck):
        action = always or choose(state, pays, tie, deck)
        for net, tied, n in law_of(state, action, pays, deck):
            ends[net, tied] += ways * n
        played += ways * endings(state, deck).orders if action in PLAYS else 0
    total = ends.total()
    outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for end, n in ends.items():
        outcomes[with_tie(*end, tie)] += Fraction(n, total)
    return Played(
        {net: chance for net, chance in outcomes.items() if chance},
        (2 if tie else 1) + PLAY_TIMES * Fraction(played, total),
        -sum((net * n for (net, _), n in ends.items()), Fraction(0)) / total,
        Fraction(sum(n for (_, tied), n in ends.items() if tied), total),
    )


def lucky_monkey(table: PayTable, deck: Deck = FULL_DECK) -> tuple[PricedLine, ...]:
    """Two monkeys by the up card; every other pair loses (FB-26)."""
    size = sum(deck)
    deals = size * (size - 1) * (size - 2)
    monkeys = deck[MONKEY] * (deck[MONKEY] - 1)
    ways: dict[str, int] = defaultdict(int)
    for up in range(10):
        left = deck[up] - (2 if up == MONKEY else 0)
        ways[f"monkeys-{up}" if up >= 6 else "monkeys-0-5"] += monkeys * left
    return lines_of(table, {hand: Fraction(n, deals) for hand, n in ways.items()})


def chart(pays: Pays, tie: PayTable | None, deck: Deck = FULL_DECK) -> tuple[Grid, tuple[str, ...]]:
    """By total and up card, the choice of most deals; and the hands whose composition changes it."""
    weight: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    best: dict[State, str] = {}
    for state, ways in states(deck):
        action = choose(state, pays, tie, deck)
        best[state] = action
        weight[(state[0] + state[1]) % 10, state[2]][action] += ways
    usual = {cell: votes.most_common(1)[0][0] for cell, votes in weight.items()}
    rows = tuple(
        (str(total), tuple(CODES[usual[total, up]] for up in range(10))) for total in range(9, -1, -1)
    )
    grid = Grid(
        "Fu Bacc by two-card total and dealer's up card",
        "total",
        "dealer's up card",
        tuple(str(up) for up in range(10)),
        rows,
        LEGEND,
    )
    odd: dict[tuple[int, int, str], list[int]] = defaultdict(list)
    for (first, second, up), action in best.items():
        if action != usual[(first + second) % 10, up]:
            odd[first, second, action].append(up)
    exceptions = tuple(
        f"{first}-{second} against {', '.join(map(str, ups))}: {LEGEND[CODES[action]]}"
        for (first, second, action), ups in odd.items()
    )
    return grid, exceptions


WITH = Setting(
    "with",
    "main",
    ("main", "alone", "joint"),
    meaning="riding along while the main game is played optimally; alone on two cards (FB-06); "
    "or both played for the best total with equal Ante and Tie",
    clause="FB-27",
)


def _seen(name: str) -> tuple[int, ...]:
    """`3-7 v 5`: total, up card, the lower card."""
    cards, _, up = name.partition(" v ")
    first, second = map(int, cards.split("-"))
    return (first + second) % 10, int(up), min(first, second)


class FuBaccSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (WITH,) if wager == "tie" else ()

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "main":
            main = solve(Pays.of(query.table))
            return replace(self.result(query, main.outcomes, "ante"), action=main.action)
        if query.wager == "lucky-monkey":
            return self.by_lines(query, lucky_monkey(query.table))
        how = query.settings["with"]
        both = solve(
            Pays.of(_main_table()),
            query.table if how == "joint" else None,
            always="stay" if how == "alone" else "",
        )
        alone = self.by_lines(query, lines_of(query.table, {"tie": both.tied}))
        if how != "joint":
            return alone
        return replace(
            self.result(query, both.outcomes, "ante"),
            action=both.action,
            lines=alone.lines,
            extra={"tie_part": alone.house_edge, "main_part": both.main_part},
            notes=(
                "Ante and Tie are equal and played for the best total; the edge is that of both together, "
                "per Ante. tie_part and main_part split it.",
            ),
        )

    def settled(self, query: Query) -> tuple[Settled, ...]:
        if query.wager != "main":
            return super().settled(query)
        pays, table = Pays.of(query.table), query.table
        counts: Counter[tuple[str, str, str]] = Counter()
        for state, ways in states():
            action = choose(state, pays)
            laws = zip(RESULTS, law_of(state, action, pays), strict=True)
            for result, (_, _, n) in laws:
                if action in PLAYS:
                    for place in ("ante", "play"):
                        line = f"tie-{place}" if result == "tie" else result
                        counts[place, result, line] += ways * n
                else:
                    line = "fold" if action == "fold" else cashable(state)
                    counts["ante", line, line] += ways * n
        deals = sum(n for (place, _, _), n in counts.items() if place == "ante")
        units = {"ante": Fraction(1), "play": Fraction(PLAY_TIMES)}
        return tuple(
            Settled(place, result, table.net(line), Fraction(n, deals), units[place], table[line].text)
            for (place, result, line), n in counts.items()
            if n
        )

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        together = query.settings.get("with")
        if query.wager == "lucky-monkey" or together == "alone":
            return self.no_decision(query)
        tie = query.table if together == "joint" else None
        pays = Pays.of(query.table if query.wager == "main" else _main_table())
        grid, exceptions = chart(pays, tie)
        options = () if hand is None else hand_options(parse_hand(hand), pays, tie)
        found = self.play(query, *summarise(grid))
        return replace(found, grids=(grid,), exceptions=exceptions, hand=hand, options=options)

    def situations(self, query: Query) -> Iterator[Situation]:
        """By the two cards' values and the up card's: 550 of them."""
        if query.wager != "main":
            return
        pays, deals = Pays.of(query.table), sum(ways for _, ways in states())
        for state, ways in states():
            first, second, up = state
            yield best_of(f"{first}-{second} v {up}", Fraction(ways, deals), hand_options(state, pays))

    def first_decisions(self) -> FirstDecisions:
        values = tuple(map(str, range(10)))
        seen = tuple(Feature(values, words) for words in ("total {}", "against {}", "lower card {}"))
        return FirstDecisions("main", seen, _seen)

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Each choice's worth on Ante, Play and Tie together."""
        ask = round.asked(spot)
        if ask is None:
            return ()
        seen = places(round, (spot,))
        first, second = seen[spot]["hand"]
        state = state_of(first, second, seen[DEALER]["up"][0])
        stakes = round.stakes[spot]
        pays = Pays.of(round.config.tables["main"])
        found = []
        for choice in ask.choices:
            main = worth_of(state, choice.action, pays)
            worth = stakes["ante"] * main
            if "tie" in stakes:
                both = worth_of(state, choice.action, pays, round.config.tables["tie"])
                worth += stakes["tie"] * (both - main)
            found.append(PricedChoice(choice.action, worth, choice.text))
        return tuple(found)


def _main_table() -> PayTable:
    return sheet(GAME).tables("main")[0]


def hand_options(state: State, pays: Pays, tie: PayTable | None = None) -> tuple[PricedChoice, ...]:
    """What each legal choice is worth, in units of the Ante."""
    return tuple(
        PricedChoice(action, worth_of(state, action, pays, tie), LEGEND[CODES[action]].capitalize())
        for action in legal(state)
    )


def state_of(first: Card, second: Card, up: Card) -> State:
    one, other, shown = (POINTS[rank_of(card)] for card in (first, second, up))
    return min(one, other), max(one, other), shown


def parse_hand(hand: str) -> State:
    """`9c 2d v Qs`: the player's two cards, then the up card."""
    (first, second), (up,) = read_hands(hand, 2, 1, clause="FB-12", example="9c 2d v Qs")
    return state_of(first, second, up)


def summarise(grid: Grid) -> tuple[str, ...]:
    """One sentence a total: what to do against which up cards."""
    sentences = []
    for name, cells in grid.rows:
        groups: dict[str, list[str]] = {}
        for up, code in zip(grid.columns, cells, strict=True):
            groups.setdefault(code, []).append(up)
        if len(groups) == 1:
            sentences.append(f"{name}: {grid.legend[cells[0]]}.")
        else:
            parts = [f"{grid.legend[code]} against {', '.join(ups)}" for code, ups in groups.items()]
            sentences.append(f"{name}: {'; '.join(parts)}.")
    return tuple(sentences)


SOLVER = FuBaccSolver()
