"""How far a bonus is exposed to a player who knows which cards are left.

Shoes are dealt with real blackjack in them. Before each round the bonus is valued exactly for the cards
that are left, and the player bets one unit when that is favourable. Nothing of the result is chance but
the shoes themselves, so a few thousand of them say a lot; standard errors count whole shoes.

Acey Deucey also shows every spot's cards before the raise (AD-06). With `sees` a player uses the cards of
earlier rounds (`shoe`), the other spots' cards of this one off a fresh shoe (`table`), or `both`; whether to
bet at all is decided before the deal, on the shoe alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import exposure_kernels as compiled
from pitboss.cardplay.blackjack import simulate
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.simulate import Exposed, Floats
from pitboss.cardplay.holdem.neighbours import Neighbours
from pitboss.compute import Progress, silent
from pitboss.core.errors import BadInput
from pitboss.rounds.config import EVERY_ROUND
from pitboss.sheets import PayTable, game_ids
from pitboss.simulator.kernel import check_rounds, kernel_module
from pitboss.simulator.kernels import stream

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
    bonus = _check(game, wager, sees, rounds)
    chosen = {**settings, **({"penetration": penetration} if penetration else {})}
    if sees == "table":
        chosen["penetration"] = "every-round"
    rules = BlackjackRules.from_settings(chosen)
    spots = int(chosen["players"])
    before, after = bonus.worths(pay_table, chosen, sees)
    tables = simulate.round_rules(
        rules, simulate.play_for(rules, "basic", "total"), simulate.WORTH_OF_CARD,
        hole_first=bonus.hole_first, completes=bonus.completes,
    )  # fmt: skip
    tally = _Tally(52 * rules.decks)
    chunks = -(-rounds // CHUNK_ROUNDS)
    for chunk in range(chunks):
        shoe = simulate.card_shoe(rules.decks)
        left, cards, shoes = compiled.record(
            stream(seed, chunk), tables, shoe, 52 * rules.decks, rules.cut_card, simulate.cards_for(spots),
            spots, CHUNK_ROUNDS,
        )  # fmt: skip
        # the last shoe of a chunk is not dealt to its end
        whole = shoes < shoes[-1]
        chance = before(left[whole], cards[whole])
        tally.add(chance, after(left[whole], cards[whole]), left[whole], shoes[whole])
        progress(chunk + 1, chunks)
    return tally.result(game, wager, pay_table.id, chosen, sees, rules, spots)


def _said_by(game: str, name: str) -> Any:
    """What a game's simulator says of itself; None where it says nothing."""
    return getattr(kernel_module(game), name, None)


@cache
def exposed_wagers(game: str) -> Mapping[str, Exposed]:
    """The bonuses a game's simulator can value for a shoe; empty where there is none."""
    found: Mapping[str, Exposed] = _said_by(game, "EXPOSED") or {}
    return found


def neighbours_of(game: str) -> Neighbours | None:
    """How the game is counted for a player who knows neighbours' cards; None where they help nobody, or it is not
    studied."""
    found: Neighbours | None = _said_by(game, "NEIGHBOURS")
    return found


def check_game(game: str) -> None:
    if not exposed_wagers(game):
        games = [id for id in game_ids() if exposed_wagers(id) or neighbours_of(id)]
        raise BadInput(f"Exposure is not computed for {game}.", accepted=", ".join(games))


def _check(game: str, wager: str, sees: str, rounds: int) -> Exposed:
    check_game(game)
    wagers = exposed_wagers(game)
    if wager not in wagers:
        raise BadInput(f"Exposure is not computed for {wager}.", accepted=", ".join(wagers))
    if sees not in wagers[wager].sees:
        raise BadInput(
            f"A player cannot see {sees!r}.", clause="AD-06", accepted=", ".join(wagers[wager].sees)
        )
    check_rounds(rounds)
    return wagers[wager]


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


# The findings in sentences.

SHOE_ROUNDS = 40_000
PAIRS = 8
SEED = 1


def summary(game: str, asked: Iterable[Query]) -> Iterator[tuple[str, str]]:
    """(study, finding) for the questions asked, small enough to be made while somebody waits; nothing where no study
    exists, or nothing is left of the shoe to remember."""
    exposed, neighbours = exposed_wagers(game), neighbours_of(game)
    for query in asked:
        if neighbours and neighbours.quick and query.wager == "main":
            yield _neighbour(neighbours, query.table)
        elif query.wager in exposed and query.settings["penetration"] != EVERY_ROUND:
            found = exposure(game, query.wager, query.table, query.settings, rounds=SHOE_ROUNDS, seed=SEED)
            yield (
                f"{query.wager} {query.table.id}: a player who remembers the shoe",
                f"favourable in {found.favourable:.2%} of {found.rounds:,} rounds; betting one unit then wins "
                f"{found.gain_per_100_rounds:.4f} ± {found.gain_per_100_rounds_error:.4f} units in 100 rounds",
            )


def _neighbour(neighbours: Neighbours, pays: PayTable) -> tuple[str, str]:
    found = neighbours.count(pays, PAIRS, SEED)
    return (
        "main: a neighbour's two cards known",
        f"gains {found.gain:.3%} ± {found.gain_error:.3%} of the Ante over {found.pairs} pairs of holes, each "
        "solved exactly",
    )
