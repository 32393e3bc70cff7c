"""How far a bonus is exposed to a player who knows which cards are left.

Shoes are dealt with real blackjack in them. Before each round the bonus is valued exactly for the cards
that are left, and the player bets one unit when that is favourable. Nothing of the result is chance but
the shoes themselves, so a few thousand of them say a lot; standard errors count whole shoes.

Acey Deucey also shows every spot's cards before the raise (AD-06). With `sees` a player uses the cards of
earlier rounds (`shoe`), the other spots' cards of this one off a fresh shoe (`table`), or `both`; whether to
bet at all is decided before the deal, on the shoe alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable
from pitboss.blackjack.complete import completed_hands
from pitboss.blackjack.rules import BlackjackRules
from pitboss.blackjack.tables import Prefixes, prefix_tree
from pitboss.compute.progress import Progress, silent
from pitboss.compute.streams import stream
from pitboss.edge import lucky_break
from pitboss.errors import BadInput
from pitboss.simulate import twenty_one
from pitboss.simulate.kernels import exposure as compiled

Floats = NDArray[np.float64]
SEES: Final = ("shoe", "table", "both")
GAMES: Final = {"acey-deucey-21": ("war", "acey-deucey"), "lucky-break": ("lucky-break",)}
CHUNK_ROUNDS: Final = 1 << 14
DEPTHS: Final = 10
"""parts of the shoe in which the favourable rounds are counted"""


@dataclass(frozen=True, slots=True)
class Depth:
    """Rounds that began with so much of the shoe dealt."""

    dealt_percent: int
    rounds: int
    favourable: float
    edge_when_favourable: float


@dataclass(frozen=True, slots=True)
class Exposure:
    """Edges are the player's, per unit of the first wager; every figure has its standard error."""

    game: str
    wager: str
    pay_table: str
    settings: Mapping[str, str]
    sees: str
    penetration: str
    players: int
    shoes: int
    rounds: int
    favourable: float
    """share of rounds with an advantage"""
    favourable_error: float
    edge_when_favourable: float
    edge_when_favourable_error: float
    best: float
    """the largest advantage met"""
    gain_per_100_rounds: float
    """units won on average, betting one unit whenever it is favourable"""
    gain_per_100_rounds_error: float
    gain_per_shoe: float
    gain_per_shoe_error: float
    edge_always: float
    """of a player who bets every round, with the same knowledge at the raise"""
    edge_always_error: float
    by_depth: tuple[Depth, ...]

    def to_json(self) -> dict[str, Any]:
        shape = asdict(self)
        return {
            **shape,
            "settings": dict(self.settings),
            "by_depth": [asdict(depth) for depth in self.by_depth],
        }


def exposure(
    game: str,
    wager: str,
    pay_table: PayTable,
    settings: Mapping[str, str],
    penetration: str | None = None,
    *,
    rounds: int = 200_000,
    seed: int = 1,
    sees: str = "shoe",
    progress: Progress = silent,
) -> Exposure:
    """`settings` are the solver's, complete; `penetration` in percent overrides the one among them."""
    _check(game, wager, sees, rounds)
    chosen = {**settings, **({"penetration": penetration} if penetration else {})}
    if sees == "table":
        chosen["penetration"] = "every-round"
    rules = BlackjackRules.from_settings(chosen)
    spots = int(chosen["players"])
    before, after = _worths(wager, pay_table, chosen, sees)
    tables = twenty_one.round_rules(
        rules, twenty_one.play_for(rules, "basic", "total"), twenty_one.WORTH_OF_CARD,
        hole_first=game == "acey-deucey-21", completes=game == "lucky-break",
    )  # fmt: skip
    tally = _Tally(52 * rules.decks)
    chunks = -(-rounds // CHUNK_ROUNDS)
    for chunk in range(chunks):
        shoe = twenty_one.card_shoe(rules.decks)
        left, cards, shoes = compiled.record(
            stream(seed, chunk), tables, shoe, 52 * rules.decks, rules.cut_card, twenty_one.cards_for(spots),
            spots, CHUNK_ROUNDS,
        )  # fmt: skip
        # the last shoe of a chunk is not dealt to its end
        whole = shoes < shoes[-1]
        chance = before(left[whole], cards[whole])
        tally.add(chance, after(left[whole], cards[whole]), left[whole], shoes[whole])
        progress(chunk + 1, chunks)
    return tally.result(game, wager, pay_table.id, chosen, sees, rules, spots)


def check_game(game: str) -> None:
    if game not in GAMES:
        raise BadInput(f"Exposure is not computed for {game}.", accepted=", ".join(GAMES))


def _check(game: str, wager: str, sees: str, rounds: int) -> None:
    check_game(game)
    if wager not in GAMES[game]:
        raise BadInput(f"Exposure is not computed for {wager}.", accepted=", ".join(GAMES[game]))
    if sees not in SEES or (sees != "shoe" and wager != "acey-deucey"):
        choices = SEES if wager == "acey-deucey" else SEES[:1]
        raise BadInput(f"A player cannot see {sees!r}.", clause="AD-06", accepted=", ".join(choices))
    if rounds < 1:
        raise BadInput(f"{rounds} rounds cannot be simulated.", accepted="a whole number of rounds from 1")


Worth = Callable[[NDArray[np.int16], NDArray[np.uint8]], Floats]


def _worths(wager: str, table: PayTable, settings: Mapping[str, str], sees: str) -> tuple[Worth, Worth]:
    """What the player reckons before the deal, and what the round is then worth on average."""
    if wager == "acey-deucey":
        return _acey_deucey(table, int(settings["raise"]), sees)
    worth = _war(table) if wager == "war" else _completed(table, settings)
    return worth, worth


def _war(table: PayTable) -> Worth:
    second = table.rules.get("tie") == "second-card"
    names = ("second-higher", "second-not-higher") if second else ("first-equal", "first-equal")
    pays = np.array([float(table.net(name)) for name in ("first-higher", "first-lower", *names)])

    def worth(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = compiled.war_worth(left, pays, second)
        return found

    return worth


def _acey_deucey(table: PayTable, most: int, sees: str) -> tuple[Worth, Worth]:
    lines = ("spread-1", "spread-2", "spread-3-11", "trips")
    pays = np.array([[float(table.net(line)), float(table.net(f"{line}-suited"))] for line in lines])
    on_pair = table.rules.get("raise_on_pair") != "no"

    def before(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = compiled.acey_deucey_worth(left, pays, most, on_pair)
        return found

    def after(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        # on average: the value before the deal, exactly, and what the other spots' cards add to it
        gain: Floats = compiled.raise_gain(left, cards, pays, most, on_pair)
        return before(left, cards) + gain

    return before, before if sees == "shoe" else after


def _completed(table: PayTable, settings: Mapping[str, str]) -> Worth:
    rules = BlackjackRules.from_settings(settings)
    tree = bust_tree(rules.hits_soft_17)
    lost = float(table.net("total-21-or-less"))
    pays = np.zeros((2, 6, 14))
    for total in range(22, 27):
        for cards in range(3, 14):
            for suited in (0, 1):
                net = lucky_break.pays(table, total, cards, bool(suited), settings["multiplier"])
                pays[suited, total - 21, cards] = float(net)

    def worth(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = compiled.completed_worth(left, *tree.nodes, pays, lost)
        return found

    return worth


@cache
def bust_tree(hits_soft_17: bool) -> Prefixes:
    """The dealer's hands over 21 as one tree, the up card among the cards."""
    orders: dict[tuple[int, ...], tuple[int, int]] = {}
    for ending in completed_hands(hits_soft_17):
        if ending.total > 21:
            _, before = orders.get(ending.counts, (0, 0))
            orders[ending.counts] = (ending.total - 22, before + ending.orders)
    return prefix_tree([orders])


class _Tally:
    """Sums by shoe."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.shoes: list[Floats] = []
        """rounds, favourable rounds, gain, worth of betting always; a row a shoe"""
        self.best = -np.inf
        self.depth = np.zeros((DEPTHS, 3))

    def add(self, chance: Floats, worth: Floats, left: NDArray[np.int16], shoes: NDArray[np.int32]) -> None:
        if not chance.size:
            return
        good = chance > 0
        gain = np.where(good, worth, 0.0)
        rows = np.stack([np.ones_like(worth), good.astype(float), gain, worth])
        self.shoes.append(np.stack([np.bincount(shoes, row) for row in rows], axis=1))
        self.best = max(self.best, float(chance.max()))
        dealt = self.size - left.sum(axis=1)
        place = np.minimum(dealt * DEPTHS // self.size, DEPTHS - 1)
        for column, row in enumerate((rows[0], rows[1], gain)):
            self.depth[:, column] += np.bincount(place, row, DEPTHS)

    def result(
        self, game: str, wager: str, table: str, settings: Mapping[str, str], sees: str, rules: BlackjackRules,
        spots: int,
    ) -> Exposure:  # fmt: skip
        if not self.shoes:
            raise BadInput("Not one shoe was dealt to its end.", accepted="more rounds")
        sums = np.concatenate(self.shoes)
        rounds, good, gain, always = sums.T
        share, share_error = _ratio(good, rounds)
        edge, edge_error = _ratio(gain, good)
        rate, rate_error = _ratio(gain, rounds)
        mean, mean_error = _ratio(always, rounds)
        return Exposure(
            game, wager, table, settings, sees, rules.penetration, spots, len(sums), int(rounds.sum()),
            share, share_error, edge, edge_error, self.best, 100 * rate, 100 * rate_error,
            float(gain.mean()), float(gain.std(ddof=1) / np.sqrt(len(gain))) if len(gain) > 1 else 0.0,
            mean, mean_error, self._by_depth(),
        )  # fmt: skip

    def _by_depth(self) -> tuple[Depth, ...]:
        found = []
        for place, (rounds, good, gain) in enumerate(self.depth.tolist()):
            if rounds:
                edge = gain / good if good else 0.0
                found.append(Depth(100 * place // DEPTHS, int(rounds), good / rounds, edge))
        return tuple(found)


def _ratio(above: Floats, below: Floats) -> tuple[float, float]:
    """A ratio of sums over shoes, with its standard error (shoes are independent, rounds are not)."""
    total = float(below.sum())
    if not total:
        return 0.0, 0.0
    ratio = float(above.sum()) / total
    rest = above - ratio * below
    shoes = len(above)
    if shoes < 2:
        return ratio, 0.0
    return ratio, float(np.sqrt((rest**2).sum() * shoes / (shoes - 1)) / total)
