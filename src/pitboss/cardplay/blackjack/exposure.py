"""How far a bonus is exposed to a player who knows which cards are left.

Shoes are dealt with real blackjack in them. Before each round the bonus is valued exactly for the cards
that are left, and the player bets one unit when that is favourable. Nothing of the result is chance but
the shoes themselves, so a few thousand of them say a lot; standard errors count whole shoes.

Beside perfect knowledge of the shoe stands what one count of the cards wins: the best linear one, whose tags are the
effects of removing a card, in small whole numbers, with the true count from which to bet.

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
from pitboss.cardplay.blackjack.simulate import Exposed, Floats, Worth
from pitboss.cardplay.holdem.neighbours import Neighbours
from pitboss.compute import Progress, silent
from pitboss.core.cards import CODE, RANKS, SUITS, TEXT
from pitboss.core.errors import BadInput
from pitboss.rounds.config import EVERY_ROUND
from pitboss.sheets import PayTable, game_ids
from pitboss.sheets.plugins import made_of
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
class LinearCount:
    """A count: each card seen adds its tag. Edges are the player's; rounds are those of the exposure."""

    tags: Mapping[str, int]
    """by card, `Ks`; by rank where the suits count alike, by suit, `d`, where the ranks do"""
    correlation: float
    """of the tags with the effects of removal"""
    trigger: float | None
    """bet from this true count on: what the tags seen are above their average, by decks left; None: never"""
    bet: float
    """share of hands bet"""
    bet_error: float
    advantage: float
    """when bet"""
    advantage_error: float
    gain_per_100_rounds: float
    gain_per_100_rounds_error: float


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
    count: LinearCount

    def to_json(self) -> dict[str, Any]:
        shape = asdict(self)
        return {
            **shape,
            "settings": dict(self.settings),
            "by_depth": [asdict(depth) for depth in self.by_depth],
            "count": {**asdict(self.count), "tags": dict(self.count.tags)},
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
    tags: Mapping[str, int] | None = None,
    trigger: float | None = None,
    progress: Progress = silent,
) -> Exposure:
    """`settings` are the solver's, complete; `penetration` in percent overrides the one among them; `tags` by rank or
    card are of a count to be tried in place of the best one, and `trigger` is the true count to bet from."""
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
    shoe = simulate.card_shoe(rules.decks)

    def dealt(chunk: int) -> tuple[NDArray[np.int16], NDArray[np.uint8], NDArray[np.int32]]:
        """Rounds in a row; the last shoe of a chunk is not dealt to its end and is left out."""
        left, cards, shoes = compiled.record(
            stream(seed, chunk), tables, shoe.copy(), 52 * rules.decks, rules.cut_card, simulate.cards_for(spots),
            spots, CHUNK_ROUNDS,
        )  # fmt: skip
        whole = shoes < shoes[-1]
        return left[whole], cards[whole], shoes[whole]

    effects = effects_of_removal(before, rules.decks)
    count = best_tags(effects) if tags is None else given_tags(tags)
    chunks = -(-rounds // CHUNK_ROUNDS)
    # the trigger is found in shoes of its own, so that it does not fit by chance those in which it is tried
    if trigger is None:
        left, cards, _ = dealt(chunks)
        trigger = best_trigger(true_count(count, left), before(left, cards))
    tally = _Tally(52 * rules.decks, count, trigger)
    for chunk in range(chunks):
        left, cards, shoes = dealt(chunk)
        tally.add(before(left, cards), after(left, cards), left, shoes)
        progress(chunk + 1, chunks)
    return tally.result(game, wager, pay_table.id, chosen, sees, rules, spots, effects)


# The best linear count.

TAGS_MOST: Final = 4
"""the largest tag; a person adds them up in the head"""
NO_EFFECT: Final = 1e-12
"""below this the effects are rounding"""
FULL_COUNT: Final = 0.5
"""triggers are tried in steps of half a count"""


def effects_of_removal(before: Worth, decks: int) -> Floats:
    """By card: how much the player's expectation gains when one such card leaves the full shoe."""
    rows = np.full((53, 52), decks, np.int16)
    rows[1:] -= np.eye(52, dtype=np.int16)
    worth = before(rows, np.zeros((53, 2), np.uint8))
    found: Floats = worth[1:] - worth[0]
    return found


def best_tags(effects: Floats) -> NDArray[np.int64]:
    """Small whole numbers that go with the effects best; of equally good ones the smallest."""
    largest = float(np.abs(effects).max())
    if largest < NO_EFFECT:
        return np.zeros(52, np.int64)
    found = np.zeros(52, np.int64)
    reached = -1.0
    for most in np.arange(1, TAGS_MOST + 0.05, 0.1):
        tags = np.rint(effects * most / largest).astype(np.int64)
        if (fits := correlation(tags, effects)) > reached + 0.005:
            found, reached = tags, fits
    return found


def correlation(tags: NDArray[np.int64], effects: Floats) -> float:
    spread = float(tags.std() * effects.std())
    return float(((tags - tags.mean()) * (effects - effects.mean())).mean()) / spread if spread else 0.0


def given_tags(tags: Mapping[str, int]) -> NDArray[np.int64]:
    """A count as it is written: `T` for a rank, `d` for a suit, `Ks` for a card; what is not named counts nothing."""
    found = np.zeros(52, np.int64)
    for name in sorted(tags, key=len):
        if len(name) == 1 and name in RANKS:
            found[4 * RANKS.index(name) : 4 * RANKS.index(name) + 4] = tags[name]
        elif len(name) == 1 and name in SUITS:
            found[SUITS.index(name) :: 4] = tags[name]
        elif name in CODE and CODE[name] < 52:
            found[CODE[name]] = tags[name]
        else:
            raise BadInput(f"{name!r} is no card to count.", accepted="a rank, T, a suit, d, or a card, Ks")
    return found


def told_tags(tags: NDArray[np.int64]) -> dict[str, int]:
    """By suit where all ranks count alike, by rank where the suits do, else by card; without what counts nothing."""
    by_suit = tags.reshape(-1, 4)
    if (by_suit == by_suit[0]).all() and len({*by_suit[0].tolist()}) > 1:
        return {suit: tag for suit, tag in zip(SUITS, by_suit[0].tolist(), strict=True) if tag}
    found: dict[str, int] = {}
    for rank, name in enumerate(RANKS):
        row = tags[4 * rank : 4 * rank + 4].tolist()
        cards = (
            {name: row[0]}
            if len({*row}) == 1
            else dict(zip((TEXT[4 * rank + s] for s in range(4)), row, strict=True))
        )
        found |= {card: tag for card, tag in cards.items() if tag}
    return found


def true_count(tags: NDArray[np.int64], left: NDArray[np.int16]) -> Floats:
    """What the tags of the cards seen come to above their average, by decks left."""
    cards = left.sum(axis=1)
    found: Floats = (tags.mean() * cards - left @ tags) * 52 / cards
    return found


def best_trigger(counts: Floats, worth: Floats) -> float | None:
    """From which true count on betting wins most in these rounds; None where it wins nothing."""
    steps = np.arange(0, counts.max() + FULL_COUNT, FULL_COUNT)
    gains = np.array([worth[counts >= step].sum() for step in steps])
    at = int(gains.argmax())
    return float(steps[at]) if gains[at] > 0 else None


def _said_by(game: str, name: str) -> Any:
    """What a game's simulator says of itself; None where it says nothing."""
    return getattr(kernel_module(game), name, None)


@cache
def exposed_wagers(game: str) -> Mapping[str, Exposed]:
    """The bonuses a game's simulator can value for a shoe; empty where there is none."""
    made = made_of(game, "kernel")
    found: Mapping[str, Exposed] = (made.exposed if made else _said_by(game, "EXPOSED")) or {}
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

    def __init__(self, size: int, tags: NDArray[np.int64], trigger: float | None) -> None:
        self.size, self.tags, self.trigger = size, tags, trigger
        self.shoes: list[Floats] = []
        """rounds, favourable rounds, gain, worth of betting always, rounds bet by the count, gain then; a row a shoe"""
        self.best = -np.inf
        self.depth = np.zeros((DEPTHS, 3))

    def add(self, chance: Floats, worth: Floats, left: NDArray[np.int16], shoes: NDArray[np.int32]) -> None:
        if not chance.size:
            return
        good = chance > 0
        gain = np.where(good, worth, 0.0)
        bet = np.zeros_like(good) if self.trigger is None else true_count(self.tags, left) >= self.trigger
        rows = np.stack(
            [
                np.ones_like(worth),
                good.astype(float),
                gain,
                worth,
                bet.astype(float),
                np.where(bet, worth, 0.0),
            ]
        )
        self.shoes.append(np.stack([np.bincount(shoes, row) for row in rows], axis=1))
        self.best = max(self.best, float(chance.max()))
        dealt = self.size - left.sum(axis=1)
        place = np.minimum(dealt * DEPTHS // self.size, DEPTHS - 1)
        for column, row in enumerate((rows[0], rows[1], gain)):
            self.depth[:, column] += np.bincount(place, row, DEPTHS)

    def result(
        self, game: str, wager: str, table: str, settings: Mapping[str, str], sees: str, rules: BlackjackRules,
        spots: int, effects: Floats,
    ) -> Exposure:  # fmt: skip
        if not self.shoes:
            raise BadInput("Not one shoe was dealt to its end.", accepted="more rounds")
        sums = np.concatenate(self.shoes)
        rounds, good, gain, always, bet, won = sums.T
        won_rate, won_rate_error = _ratio(won, rounds)
        count = LinearCount(
            told_tags(self.tags), correlation(self.tags, effects), self.trigger,
            *_ratio(bet, rounds), *_ratio(won, bet), 100 * won_rate, 100 * won_rate_error,
        )  # fmt: skip
        share, share_error = _ratio(good, rounds)
        edge, edge_error = _ratio(gain, good)
        rate, rate_error = _ratio(gain, rounds)
        mean, mean_error = _ratio(always, rounds)
        return Exposure(
            game, wager, table, settings, sees, rules.penetration, spots, len(sums), int(rounds.sum()),
            share, share_error, edge, edge_error, self.best, 100 * rate, 100 * rate_error,
            float(gain.mean()), float(gain.std(ddof=1) / np.sqrt(len(gain))) if len(gain) > 1 else 0.0,
            mean, mean_error, self._by_depth(), count,
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
