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

from pitboss.approvals import PayTable, sheet
from pitboss.cards import Card, rank_of
from pitboss.edge.hand_text import read_hands
from pitboss.edge.report import (
    EdgeResult,
    Grid,
    PricedChoice,
    PricedLine,
    Situation,
    Strategy,
    best_of,
    lines_of,
    outcomes_of,
)
from pitboss.edge.solver import BaseSolver, Query, Setting
from pitboss.games.fu_bacc import DEALER_STANDS_ON, PLAY_TIMES, POINTS
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

GAME = "fu-bacc"
DECK: Mapping[int, int] = Counter(POINTS[rank] for rank in range(13) for _ in range(4))
MONKEY, NINE = 0, 9
ACTIONS = ("bonus", "stay", "hit", "fold")
"""in the order in which equal expectations are decided"""
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


Outcomes = dict[Fraction, int]
"""net: number of orders"""


def main_outcomes(state: State, action: str, pays: Pays, deck: Deck = FULL_DECK) -> Outcomes:
    """The main wager's results of one choice, over all orders of the unseen cards."""
    end = endings(state, deck)
    if action == "fold":
        return {pays.fold: end.orders}
    if action == "bonus":
        return {pays.bonus[cashable(state)]: end.orders}
    if action == "hit":
        higher, equal, lower = end.hit
    else:
        total = (state[0] + state[1]) % 10
        higher, equal = sum(end.dealer[:total]), end.dealer[total]
        lower = end.orders - higher - equal
    out: Outcomes = defaultdict(int)
    for net, ways in ((pays.higher, higher), (pays.tie, equal), (pays.lower, lower)):
        out[net] += ways
    return out


def tie_ways(state: State, action: str, deck: Deck = FULL_DECK) -> int:
    """In how many orders the totals end equal; folded and cashed hands keep two cards (FB-13, FB-15)."""
    end = endings(state, deck)
    return end.hit[1] if action == "hit" else end.dealer[(state[0] + state[1]) % 10]


def legal(state: State) -> tuple[str, ...]:
    return ACTIONS if cashable(state) else ACTIONS[1:]


def main_expectation(state: State, action: str, pays: Pays, deck: Deck = FULL_DECK) -> Fraction:
    ways = main_outcomes(state, action, pays, deck)
    return sum((net * n for net, n in ways.items()), Fraction(0)) / endings(state, deck).orders


def tie_expectation(state: State, action: str, tie: PayTable, deck: Deck = FULL_DECK) -> Fraction:
    hits, orders = tie_ways(state, action, deck), endings(state, deck).orders
    return (tie.net("tie") * hits - (orders - hits)) / orders


def choose(state: State, pays: Pays, tie: PayTable | None = None, deck: Deck = FULL_DECK) -> str:
    """The best choice on the main wager, or with `tie` on both wagers together."""

    def worth(action: str) -> Fraction:
        total = main_expectation(state, action, pays, deck)
        return total + tie_expectation(state, action, tie, deck) if tie else total

    return max(legal(state), key=worth)


def solve_main(table: PayTable, deck: Deck = FULL_DECK) -> tuple[dict[Fraction, Fraction], Fraction]:
    """Outcomes and expected action of the main wager under optimal play."""
    pays = Pays.of(table)
    total = 0
    counts: dict[Fraction, int] = defaultdict(int)
    played = 0
    for state, ways in states(deck):
        action = choose(state, pays, deck=deck)
        orders = endings(state, deck).orders
        for net, n in main_outcomes(state, action, pays, deck).items():
            counts[net] += ways * n
        total += ways * orders
        if action in ("stay", "hit"):
            played += ways * orders
    outcomes = {net: Fraction(n, total) for net, n in counts.items() if n}
    return outcomes, 1 + PLAY_TIMES * Fraction(played, total)


def solve_lucky_monkey(
    table: PayTable, deck: Deck = FULL_DECK
) -> tuple[dict[Fraction, Fraction], tuple[PricedLine, ...]]:
    """Two monkeys by the up card; every other pair loses (FB-26)."""
    size = sum(deck)
    deals = size * (size - 1) * (size - 2)
    monkeys = deck[MONKEY] * (deck[MONKEY] - 1)
    ways: dict[str, int] = defaultdict(int)
    for up in range(10):
        left = deck[up] - (2 if up == MONKEY else 0)
        ways[f"monkeys-{up}" if up >= 6 else "monkeys-0-5"] += monkeys * left
    lines = lines_of(table, {hand: Fraction(n, deals) for hand, n in ways.items()})
    return outcomes_of(lines), lines


def tie_chance(setting: str, main: PayTable, tie: PayTable, deck: Deck = FULL_DECK) -> Fraction:
    """How often the totals end equal: alone on two cards, or under play for the main game or for both."""
    pays = Pays.of(main)
    total = ties = 0
    for state, ways in states(deck):
        action = (
            "stay" if setting == "alone" else choose(state, pays, tie if setting == "joint" else None, deck)
        )
        total += ways * endings(state, deck).orders
        ties += ways * tie_ways(state, action, deck)
    return Fraction(ties, total)


@dataclass(frozen=True, slots=True)
class Joint:
    """Ante, Play and an equal Tie wager, played for the best total."""

    outcomes: dict[Fraction, Fraction]
    action: Fraction
    main_part: Fraction
    """the house edge of Ante and Play under this play"""


def solve_joint(tie: PayTable, main: PayTable, deck: Deck = FULL_DECK) -> Joint:
    pays, win = Pays.of(main), tie.net("tie")
    counts: dict[Fraction, int] = defaultdict(int)
    total = played = 0
    main_sum = Fraction(0)
    for state, ways in states(deck):
        action = choose(state, pays, tie, deck)
        orders = endings(state, deck).orders
        total += ways * orders
        for net, n in joint_outcomes(state, action, pays, win, deck).items():
            counts[net] += ways * n
        main_sum += ways * orders * main_expectation(state, action, pays, deck)
        played += ways * orders if action in ("stay", "hit") else 0
    outcomes = {net: Fraction(n, total) for net, n in counts.items() if n}
    return Joint(outcomes, 2 + PLAY_TIMES * Fraction(played, total), -main_sum / total)


def joint_outcomes(state: State, action: str, pays: Pays, win: Fraction, deck: Deck = FULL_DECK) -> Outcomes:
    """Ante, Play and an equal Tie wager together. A hand that plays on ties both ways at once; a folded or
    cashed one ties on its two cards while its Ante is already settled."""
    out: Outcomes = defaultdict(int)
    if action in ("stay", "hit"):
        for net, n in main_outcomes(state, action, pays, deck).items():
            if net != pays.tie:
                out[net - 1] += n
        out[pays.tie + win] += tie_ways(state, action, deck)
        return out
    ((net, orders),) = main_outcomes(state, action, pays, deck).items()
    hits = tie_ways(state, action, deck)
    out[net + win] += hits
    out[net - 1] += orders - hits
    return out


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


class FuBaccSolver(BaseSolver):
    game = GAME

    def settings(self, wager: str) -> tuple[Setting, ...]:
        return (WITH,) if wager == "tie" else ()

    def answer(self, query: Query) -> EdgeResult:
        if query.wager == "main":
            outcomes, action = solve_main(query.table)
            return replace(self.result(query, outcomes, "ante"), action=action)
        if query.wager == "lucky-monkey":
            outcomes, lines = solve_lucky_monkey(query.table)
            return replace(self.result(query, outcomes), lines=lines)
        lines = lines_of(query.table, {"tie": tie_chance(query.settings["with"], _main_table(), query.table)})
        alone = self.result(query, outcomes_of(lines))
        if query.settings["with"] != "joint":
            return replace(alone, lines=lines)
        both = solve_joint(query.table, _main_table())
        return replace(
            self.result(query, both.outcomes, "ante"),
            action=both.action,
            lines=lines,
            extra={"tie_part": alone.house_edge, "main_part": both.main_part},
            notes=(
                "Ante and Tie are equal and played for the best total; the edge is that of both together, "
                "per Ante. tie_part and main_part split it.",
            ),
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
            worth = stakes["ante"] * main_expectation(state, choice.action, pays)
            if "tie" in stakes:
                worth += stakes["tie"] * tie_expectation(state, choice.action, round.config.tables["tie"])
            found.append(PricedChoice(choice.action, worth, choice.text))
        return tuple(found)


def _main_table() -> PayTable:
    return sheet(GAME).tables("main")[0]


def hand_options(state: State, pays: Pays, tie: PayTable | None = None) -> tuple[PricedChoice, ...]:
    """What each legal choice is worth, in units of the Ante."""
    found = []
    for action in legal(state):
        worth = main_expectation(state, action, pays)
        if tie:
            worth += tie_expectation(state, action, tie)
        found.append(PricedChoice(action, worth, LEGEND[CODES[action]].capitalize()))
    return tuple(found)


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
