"""What every setting of every type of the dealer's hand is worth to the house, exactly, over all deals.

A house way's edge is then a sum over the types of the setting it chooses: no way has to be solved anew. The settings
priced are those no other is as good as in both hands, and all that a rule of a house way can ask for.

Types and method are those of `solution`: with (front, back) on the table,

1. Each rank type's settings against every player: players' suits counted first, then the dealer's, a product of
   binomials. Beside it the same against players taken by their ranks alone (`rank_asks`).
2. Each flush type's: against players by ranks, from step 1 where the back is made of ranks, from the players' kinds
   where it is a flush; and what players' flushes change, in the own suit and in the others.
3. What a rank type has without its flush types is the difference.

The same count answers for a player against dealers whose way is known: he wins where the other does not win copies,
so his setting is asked one place lower. `Against` says who sits opposite.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solutions import Slot
from pitboss.cardplay.paigow import deal_kernels as kernels
from pitboss.cardplay.paigow.coverage import tables, tables_of
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.hidden_solution import COMMISSIONS, NINE_HIGH
from pitboss.cardplay.paigow.house_way import (
    DEALT,
    FRONTS,
    HIGH,
    NEXT,
    HouseWay,
    groups_of,
    others,
    places_of,
)
from pitboss.cardplay.paigow.kernels import (
    FIRST_JOKER,
    FIVE_ACES,
    FLUSH,
    FULL_HOUSE,
    OFF_WAYS,
    RANK_TYPES,
    STRAIGHT_FLUSH,
)
from pitboss.cardplay.paigow.kernels import FRONTS as FRONT_CODES
from pitboss.cardplay.paigow.solution import DEALS, flush_cards, other_suits
from pitboss.cardplay.paigow.way_kernels import ACTION_COUNT, PLACES, TYPES, rank_asks, read_types
from pitboss.compute import Progress, announce, cache_root, keep, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.sheets import sheet

Ints = NDArray[Any]

CHUNK: Final = 3000
"""rank types with a flush in one task"""
NEVER: Final = 255
"""the front of a hand that neither wins nor loses"""


@dataclass(frozen=True)
class Types:
    """Every type, rank types first: what a rule can ask about it, and the settings to be priced."""

    structure: Ints
    """number in `DEALT`"""
    places: Ints
    complete: Ints
    fronts: Ints
    """[type, action]: the front in `FRONTS`' order; -1 where there is none"""
    of_rank: Ints
    start: Ints
    ask_front: Ints
    ask_back: Ints
    hands: Ints
    """of a rank type, those without a flush"""
    rank_ways: Ints
    flush_ways: Ints
    ace_high: Ints
    """by type: an ace-high pai gow"""

    @cached_property
    def owner(self) -> Ints:
        return np.repeat(np.arange(TYPES), np.diff(self.start))

    @cached_property
    def flush_kept(self) -> NDArray[np.bool_]:
        """By setting asked: whether its back is a flush."""
        backs = self.ask_back.astype(np.int64)
        flush = (backs >= FLUSH) & (backs < FULL_HOUSE)
        return np.asarray(flush | ((backs >= STRAIGHT_FLUSH) & (backs < FIVE_ACES)))

    @cached_property
    def asked(self) -> Ints:
        """[type, action]: where the setting is asked; -1 where there is none, or a foul."""
        found = np.full((TYPES, ACTION_COUNT), -1, np.int64)
        # of settings with one front the last asked is the best: a flush type's own come after those of its ranks
        table = np.full((TYPES, FRONT_CODES), -1, np.int32)
        table[self.owner, self.ask_front] = np.arange(len(self.ask_front))
        for action in range(ACTION_COUNT):
            front = self.fronts[:, action].astype(np.int64)
            found[:, action] = np.where(front >= 0, table[np.arange(TYPES), front], -1)
        return found


@lru_cache(maxsize=2)
def types_of(wheel: Wheel) -> Types:
    by_structure = np.full(512, -1, np.int64)
    places = np.full((len(DEALT), ACTION_COUNT, 2), -1, np.int64)
    for number, dealt in enumerate(DEALT):
        code = 0
        for size in DEALT[dealt]:
            code = 8 * code + size
        by_structure[code] = number
        known = {*groups_of(dealt), *[HIGH, NEXT, "third"][: others(dealt)]}
        for action, names in enumerate(FRONTS.values()):
            if set(names) <= known:
                places[number, action] = [places_of(dealt)[name] for name in names]
    found = tables("foxwoods", wheel)  # nothing of a way is read
    read = read_types(int(wheel is Wheel.LOWEST), by_structure, places)
    plain = found.ranks.ways.copy()
    np.subtract.at(plain, found.flushes.of_rank, found.flushes.ways)
    ace_high = np.concatenate([found.ranks.ace_high, np.zeros(TYPES - RANK_TYPES, np.bool_)])
    structure, ranks, complete, fronts, of_rank, start, ask_front, ask_back = read
    ways = found.ranks.ways, found.flushes.ways
    return Types(
        structure, ranks, complete, fronts, of_rank, start, ask_front, ask_back,
        np.concatenate([plain, ways[1]]), *ways, ace_high,
    )  # fmt: skip


@dataclass(frozen=True)
class Against:
    """Who sits opposite, and what that hand's losing gains and its winning costs."""

    wheel: Wheel
    gain: int
    cost: int
    settings: Ints | None = field(default=None, compare=False, repr=False)
    """[front or back, type] of hands that are set already; None: they see ours and set best"""
    digest: str = ""
    """of the settings"""
    copies_lose: bool = False
    """whether a copy loses to them: then we are the player"""

    @classmethod
    def fixed(cls, wheel: Wheel, gain: int, cost: int, settings: Ints, copies_lose: bool = False) -> Against:
        settings = np.ascontiguousarray(settings, np.uint16)
        digest = hashlib.sha256(settings.tobytes()).hexdigest()[:16]
        return cls(wheel, gain, cost, settings, digest, copies_lose)

    @property
    def key(self) -> str:
        return f"{self.wheel.value}-{self.gain}-{self.cost}-{int(self.copies_lose)}-{self.digest or 'open'}"


@dataclass(frozen=True)
class _Job:
    ranks: tuple[Ints, Ints, Ints]
    """best back behind each front (the last row: behind any), highest front, best back"""
    flushes: tuple[Ints, Ints, Ints]
    suits: Ints
    dealer_last: tuple[Ints, Ints]
    dealer_first: tuple[Ints, Ints]
    kind: Ints
    worth: Ints
    """[kind, (straight flush?, front from -1)]"""
    cards: tuple[Ints, Ints, Ints]
    by_front: tuple[Ints, Ints]
    """settings asked in the order of their fronts, and where each front begins, from -1"""


@lru_cache(maxsize=2)
def _job(against: Against) -> _Job:
    types, found = types_of(against.wheel), tables("foxwoods", against.wheel)
    if against.settings is None:
        ranks = _rows(found.ranks.best, found.ranks.top_front, found.ranks.top_back)
        flushes = _rows(found.flushes.best, found.flushes.top_front, found.flushes.top_back)
    else:
        ranks = _as_set(against.settings[:, :RANK_TYPES])
        flushes = _as_set(against.settings[:, RANK_TYPES:])
    ranks = (ranks[0].astype(np.int32), ranks[1].astype(np.int32), ranks[2].astype(np.int32))
    high, low = kernels.products()
    kind, worth = _kinds(ranks, against)
    front = types.ask_front.astype(np.int64) - against.copies_lose
    order = np.argsort(front, kind="stable")
    return _Job(
        ranks, flushes, types.rank_ways.astype(np.int32), (high, low),
        (np.ascontiguousarray(high.T), np.ascontiguousarray(low.T)), kind, worth, flush_cards(),
        (order, np.searchsorted(front[order], np.arange(-1, FRONT_CODES + 1))),
    )  # fmt: skip


def _rows(best: Ints, top_front: Ints, top_back: Ints) -> tuple[Ints, Ints, Ints]:
    """A row more, which front -1 finds as the last one."""
    return np.concatenate([best, top_back[None]]), top_front, top_back


def _as_set(house: Ints) -> tuple[Ints, Ints, Ints]:
    """One back, behind one front; a hand that never loses is never the higher one either."""
    fronts = np.append(np.arange(FRONT_CODES), -1)[:, None]
    front, back = house.astype(np.int64)
    behind = (front > fronts) & (front < NEVER)
    return np.where(behind, back, 0).astype(np.uint16), front.astype(np.uint8), house[1]


def _kinds(ranks: tuple[Ints, Ints, Ints], against: Against) -> tuple[Ints, Ints]:
    """Players by ranks fall into kinds that fare alike against a flush, or a straight flush, behind any front."""
    best, top_front, top_back = ranks
    reach = kernels.reach(best) + np.stack([best[-1] >= FULL_HOUSE, best[-1] >= FIVE_ACES])
    over = (top_back >= FULL_HOUSE).astype(np.int64) + (top_back >= FIVE_ACES)
    key = ((reach[0] * 128 + reach[1]) * 256 + top_front) * 3 + over
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    fronts = np.arange(-1, FRONT_CODES)
    worth = np.zeros((len(first), 2, len(fronts)), np.float64)
    for level in (0, 1):
        won = reach[level, first][:, None] > fronts + 1
        lost = (top_front[first][:, None] <= fronts) & (over[first][:, None] <= level)
        worth[:, level] = against.gain * lost - against.cost * won.astype(np.int64)
    return kind.astype(np.int32), worth.reshape(len(first), -1)


@dataclass(frozen=True)
class WayTask:
    against: Against
    flush: bool
    """dealers' flushes against players by ranks, for a chunk of rank types; else all settings with a front"""
    n: int


def _tasks(against: Against) -> list[WayTask]:
    chunks = -(-len(_with_flush(against)) // CHUNK)
    ends = _job(against).by_front[1]
    fronts = [n - 1 for n in range(FRONT_CODES + 1) if ends[n + 1] > ends[n]]
    return [WayTask(against, True, n) for n in range(chunks)] + [WayTask(against, False, f) for f in fronts]


def _with_flush(against: Against) -> Ints:
    return np.unique(types_of(against.wheel).of_rank)


def run(task: WayTask) -> Ints:
    """What the settings of one front are worth, in order; or, of a chunk, what a flush behind each front is."""
    return _behind_flush(task.against, task.n) if task.flush else _front(task.against, task.n)


def _behind_flush(against: Against, chunk: int) -> Ints:
    job = _job(against)
    dealers = _with_flush(against)[chunk * CHUNK : (chunk + 1) * CHUNK]
    nobody = np.full(len(dealers), -1)
    _, kinds = kernels.flush_dealers_by_rank(
        dealers, nobody, nobody, job.ranks, job.kind, FIRST_JOKER, *job.dealer_first
    )
    # whole numbers below 2**53 all the way, so floating point is exact here, and has a fast product
    return np.asarray((kinds.astype(np.float64) @ job.worth).astype(np.int64))


def _front(against: Against, front: int) -> Ints:
    """Rank types: against all, less what their flush types have of it. Flush types: what their flush-made backs
    are worth is added later."""
    job, types = _job(against), types_of(against.wheel)
    order, ends = job.by_front
    asked = order[ends[front + 1] : ends[front + 2]]
    split = int(np.searchsorted(asked, types.start[RANK_TYPES]))
    of_ranks, of_flushes = asked[:split], asked[split:]
    backs = types.ask_back.astype(np.int64) - against.copies_lose
    owner = types.owner
    result = np.zeros(len(asked), np.int64)
    alone = np.zeros(len(of_ranks), np.int64)
    level = (backs[of_ranks] >= FLUSH).astype(np.int64) + (backs[of_ranks] >= STRAIGHT_FLUSH)
    for n in range(kernels.LEVELS):
        some = np.flatnonzero(level == n)
        if len(some):
            result[some], alone[some] = rank_asks(
                owner[of_ranks[some]], backs[of_ranks[some]], job.ranks[0][front], job.ranks[2],
                *_counts(job, types, against, front, n), FIRST_JOKER, *job.dealer_last,
            )  # fmt: skip
    if len(of_flushes):
        result[split:] = _of_flushes(against, front, of_flushes, backs[of_flushes])
        mine = owner[of_flushes] - RANK_TYPES
        below = types.of_rank[mine]
        # the settings of a flush type's ranks come first, in the order of the rank type
        nth = of_flushes - types.start[RANK_TYPES + mine]
        by_ranks = np.flatnonzero(nth < np.diff(types.start)[below])
        twin = np.searchsorted(of_ranks, types.start[below[by_ranks]] + nth[by_ranks])
        ways = types.flush_ways[mine[by_ranks]]
        result[split + by_ranks] += alone[twin] // types.rank_ways[below[by_ranks]] * ways
        np.subtract.at(result, twin, result[split + by_ranks])
    return result


def _counts(
    job: _Job, types: Types, against: Against, front: int, level: int
) -> tuple[tuple[Ints, Ints, Ints], tuple[Ints, Ints, Ints]]:
    flushes = (*job.flushes, types.of_rank, types.flush_ways)
    win, win_more, lose, lose_more = kernels.arrangements(front, level, job.ranks, flushes, job.suits)
    gain, cost = np.int32(against.gain), np.int32(against.cost)
    held = np.where(job.ranks[1] <= front, job.suits, np.int32(0))
    return (
        (gain * lose - cost * win, -cost * win_more, gain * lose_more),
        (gain * held, -cost * job.suits, -gain * held),
    )


def _of_flushes(against: Against, front: int, asked: Ints, backs: Ints) -> Ints:
    """What players' flushes change against the dealers' flush types with these backs behind one front."""
    job, types = _job(against), types_of(against.wheel)
    who = types.owner[asked] - RANK_TYPES
    mask, column, joker = (part[who] for part in job.cards)
    best, top_front, top_back = job.ranks
    p = types.of_rank
    values = (
        job.flushes[0][front].astype(np.int32), best[front][p],
        job.flushes[1].astype(np.int32), job.flushes[2].astype(np.int32), top_front[p], top_back[p],
    )  # fmt: skip
    cards = mask, column, joker
    same = kernels.same_suit(*cards, backs, front, values)
    win, lose = 4 * (same * OFF_WAYS[column] + other_suits(cards, front, backs, values))
    return np.asarray(against.gain * lose - against.cost * win)


def worths(against: Against, engine: Engine, progress: Progress = silent) -> Ints:
    """Of every setting asked, in the order of `Types`: over all deals of the type's hands.

    Each task's part is kept until all are there, so work that was stopped goes on where it stood."""
    tasks = _tasks(against)
    kept = Parts("house-way-values", f"{against.key}-{values_version()}", len(tasks))
    parts = kept.map(run, tasks, engine, progress)
    types, job = types_of(against.wheel), _job(against)
    result = np.zeros(len(types.ask_front), np.int64)
    order, ends = job.by_front
    behind = []
    for task, part in zip(tasks, parts, strict=True):
        if task.flush:
            behind.append(part)
        else:
            result[order[ends[task.n + 1] : ends[task.n + 2]]] = part
    _add_flush_backs(result, np.concatenate(behind), against)
    kept.done()
    return result


def _add_flush_backs(result: Ints, behind: Ints, against: Against) -> None:
    types = types_of(against.wheel)
    asked = np.flatnonzero(types.flush_kept)
    who = types.owner[asked] - RANK_TYPES
    assert who.min() >= 0
    row = np.searchsorted(_with_flush(against), types.of_rank[who])
    front = types.ask_front[asked].astype(np.int64) - against.copies_lose + 1
    column = (types.ask_back[asked] >= STRAIGHT_FLUSH) * (FRONT_CODES + 1) + front
    result[asked] += behind[row, column] * types.flush_ways[who]


def best_of(types: Types, found: Ints) -> Ints:
    """By type, where its setting that is worth most is asked; of equal ones the first."""
    return _argmax(types.start, found)


def best_settings(types: Types, found: Ints) -> Ints:
    """[front or back, type] of the setting worth most; of a flush type, either with its flush in back or as its
    rank type is set, so that players who set so can be counted as all others."""
    choice = best_of(types, found)
    as_rank = types.start[RANK_TYPES:-1] + (choice[:RANK_TYPES] - types.start[:RANK_TYPES])[types.of_rank]
    usable = types.flush_kept | (types.owner < RANK_TYPES)
    with_flush = _argmax(types.start, np.where(usable, found, np.iinfo(np.int64).min))[RANK_TYPES:]
    kept = types.flush_kept[with_flush] & (found[with_flush] > found[as_rank])
    chosen = np.concatenate([choice[:RANK_TYPES], np.where(kept, with_flush, as_rank)])
    return np.stack([types.ask_front[chosen], types.ask_back[chosen]]).astype(np.uint16)


def _argmax(start: Ints, found: Ints) -> Ints:
    most = np.maximum.reduceat(found, start[:-1])
    at = np.where(found == np.repeat(most, np.diff(start)), np.arange(len(found)), len(found))
    return np.asarray(np.minimum.reduceat(at, start[:-1]))


class Parts:
    """Results of tasks kept on disk until all of them are there."""

    def __init__(self, kind: str, key: str, count: int) -> None:
        name = hashlib.sha256(f"{kind} {key} {count}".encode()).hexdigest()[:16]
        self._folder = cache_root() / "unfinished" / f"{kind}-{name}"

    def _file(self, n: int) -> Path:
        return self._folder / f"{n}.npy"

    def map(
        self, function: Callable[[Any], Ints], tasks: Sequence[Any], engine: Engine, progress: Progress
    ) -> list[Ints]:
        found: dict[int, Ints] = {}
        for n in range(len(tasks)):
            try:
                found[n] = np.load(self._file(n), allow_pickle=False)
            except (OSError, ValueError):
                continue
        todo = [n for n in range(len(tasks)) if n not in found]
        before = len(found)

        def told(done: int, total: int) -> None:
            progress(before + done, len(tasks))

        for n, part in zip(todo, engine.map(function, [tasks[n] for n in todo], told), strict=True):
            found[n] = part
            whole = BytesIO()
            np.save(whole, part)
            keep(self._file(n), whole.getvalue())
        return [found[n] for n in range(len(tasks))]

    def done(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


VERSION: Final = 1
"""to be raised when something else would be counted"""


def values_version() -> str:
    return f"v{VERSION}-{TYPES}-{PLACES}"


# The dealer's hands as a house way can tell them apart, and what each front is worth with them, by game.
#
# Face Up the player sees the dealer's hand and sets best against it, so each hand of the dealer stands alone. In
# Fortune Pai Gow Poker he sets unseen, against the way as a whole: the worths are against the player's setting that
# is best against one given way (`hidden_from`), by types of hands.

FACE_UP, FORTUNE = "face-up-pai-gow-poker", "fortune-pai-gow-poker"
STRUCTURES: Final = tuple(DEALT)
ACTIONS: Final = tuple(FRONTS)
CLASSES: Final = 75_183


@dataclass(frozen=True, slots=True)
class WayGame:
    """What a house way is weighed by."""

    game: str
    wheel: Wheel = Wheel.SECOND_HIGHEST
    commission: str = ""
    """of Fortune Pai Gow Poker, as its option says it (FP-05, FP-08)"""

    @property
    def hidden(self) -> bool:
        return self.game == FORTUNE

    @property
    def worth(self) -> tuple[int, int]:
        """What a loss of the player and a win of his count, in parts of a wager."""
        rate = COMMISSIONS[self.commission][0] if self.hidden else Fraction(0)
        return rate.denominator, rate.denominator - rate.numerator

    @property
    def nine_high_pushes(self) -> bool:
        return self.hidden and COMMISSIONS[self.commission][1]

    @property
    def deals(self) -> int:
        """What worths are divided by, to be per wager."""
        return DEALS * self.worth[0]


def way_game(game: str, settings: dict[str, str]) -> WayGame:
    """A game by its id, with the settings that matter to a house way."""
    sheet(game)
    if game not in (FACE_UP, FORTUNE):
        raise BadInput(f"{game} has no house way.", accepted=f"{FACE_UP}, {FORTUNE}")
    known = {
        "wheel": tuple(w.value for w in Wheel),
        **({"commission": tuple(COMMISSIONS)} if game == FORTUNE else {}),
    }
    for name, value in settings.items():
        if name not in known:
            raise BadInput(f"{name} is no setting of a house way.", accepted=", ".join(known))
        if value not in known[name]:
            raise BadInput(f"{name}={value} is not a choice.", accepted=", ".join(known[name]))
    commission = settings.get("commission", "5%") if game == FORTUNE else ""
    return WayGame(game, Wheel(settings.get("wheel", Wheel.SECOND_HIGHEST.value)), commission)


@dataclass(frozen=True)
class Shapes:
    """Classes without their worth: hands that no rule can tell apart, in the order of their pair structures."""

    structure: Ints
    places: Ints
    complete: Ints
    """the highest front before a straight or flush; -1 where there is none"""
    fronts: Ints
    """[class, action]: the front; -1 where there is none"""
    legal: Ints
    """[class, action]: whether it is no foul"""
    hands: Ints
    example: Ints
    """the type that has most of the hands"""
    twins: Ints
    """[class of a flush type, class of its ranks, the actions that keep the flush in back as bits]"""


@dataclass(frozen=True)
class Classes(Shapes):
    worth: Ints
    """[class, action]: what the house wins of all deals, in parts of a wager; 0 where it is a foul"""
    wrong: Ints
    """[class, action]: how many of the hands would be better set otherwise"""
    best: Ints
    """with every hand set best"""
    better: Ints
    """the front of the example's best setting"""
    deals: int
    """what the worths are divided by, to be per wager"""

    def edge(self, worth: int) -> Fraction:
        return Fraction(worth, self.deals)


@lru_cache(maxsize=2)
def class_of_type(wheel: Wheel) -> tuple[Shapes, Ints]:
    """The classes, and the class of every type."""
    types = types_of(wheel)
    key = np.concatenate([types.structure[:, None], types.places, types.complete[:, None]], axis=1)
    rows, first, of_type = np.unique(key, axis=0, return_index=True, return_inverse=True)
    of_type = of_type.ravel()
    legal = np.ones((len(rows), len(ACTIONS)), np.bool_)
    np.logical_and.at(legal, of_type, types.asked >= 0)
    hands = np.zeros(len(rows), np.int64)
    np.add.at(hands, of_type, types.hands)
    order = np.lexsort((-types.hands, of_type))
    example = order[np.searchsorted(of_type[order], np.arange(len(rows)))]
    kept = types.flush_kept[types.asked[RANK_TYPES:]] & (types.asked[RANK_TYPES:] >= 0)
    bits = (kept * (1 << np.arange(len(ACTIONS)))).sum(axis=1)
    twins = np.unique(np.stack([of_type[RANK_TYPES:], of_type[types.of_rank], bits], axis=1), axis=0)
    shapes = Shapes(rows[:, 0], rows[:, 1:7], rows[:, 7], types.fronts[first], legal, hands, example, twins)
    return shapes, of_type


@dataclass(frozen=True)
class Priced:
    """Classes of one game, and where their worths come from."""

    classes: Classes
    source: str


def face_up_classes(
    game: WayGame, engine: Engine | None = None, progress: Progress = silent, fresh: bool = False
) -> Priced:
    """From the disk or computed (about a minute of one core)."""
    gain, cost = game.worth
    return _priced(game, Against(game.wheel, gain, cost), engine or LocalEngine(), progress, fresh)


def hidden_classes(
    game: WayGame,
    players: Ints,
    engine: Engine | None = None,
    progress: Progress = silent,
    fresh: bool = False,
) -> Priced:
    """Against players who set by type as given."""
    gain, cost = game.worth
    against = Against.fixed(game.wheel, gain, cost, players)
    return _priced(game, against, engine or LocalEngine(), progress, fresh)


def _priced(game: WayGame, against: Against, engine: Engine, progress: Progress, fresh: bool) -> Priced:
    n, actions = CLASSES, len(ACTIONS)
    slot = Slot(
        "house-way-classes", hashlib.sha256(f"{game} {against.key}".encode()).hexdigest()[:16], VERSION,
        (("<i8", (n, actions)), ("<i4", (n, actions)), ("<i8", (n,)), ("<u1", (n,))),
    )  # fmt: skip

    def compute() -> list[Ints]:
        announce(progress, "What every setting is worth")
        types = types_of(game.wheel)
        return _by_class(game, types, _live(game, types, worths(against, engine, progress)))

    (worth, wrong, best, better), source = slot.get(compute, fresh, _some)
    shapes, _ = class_of_type(game.wheel)
    return Priced(
        Classes(**vars(shapes), worth=worth, wrong=wrong, best=best, better=better, deals=game.deals), source
    )


def _some(arrays: Sequence[Ints]) -> bool:
    return bool(arrays[0].any())


def _live(game: WayGame, types: Types, found: Ints) -> Ints:
    """Nothing is won or lost with a dealer's ace-high pai gow (FU-04), or his nine high (FP-08)."""
    dead = np.zeros(len(found), np.bool_)
    if game.game == FACE_UP:
        dead = types.ace_high[types.owner]
    elif game.nine_high_pushes:
        dead = np.isin(types.ask_front, NINE_HIGH)
    return np.where(dead, 0, found)


def _by_class(game: WayGame, types: Types, found: Ints) -> list[Ints]:
    shapes, of_type = class_of_type(game.wheel)
    choice = best_of(types, found)
    best = np.zeros(len(shapes.hands), np.int64)
    np.add.at(best, of_type, found[choice])
    worth = np.zeros((len(best), len(ACTIONS)), np.int64)
    wrong = np.zeros((len(best), len(ACTIONS)), np.int64)
    for action in range(len(ACTIONS)):
        asked = types.asked[:, action]
        mine = shapes.legal[of_type, action]
        np.add.at(worth[:, action], of_type[mine], found[asked[mine]])
        worse = mine & (found[asked] < found[choice])
        np.add.at(wrong[:, action], of_type[worse], types.hands[worse])
    return [worth, wrong, best, types.ask_front[choice[shapes.example]]]


# Players who do not see the dealer's hand.


@dataclass(frozen=True)
class Answer:
    """How a player who knows the house's way sets every type of hand, and the edge left to the house."""

    settings: Ints
    edge: Fraction


def hidden_from(
    game: WayGame, way: HouseWay, engine: Engine | None = None, progress: Progress = silent
) -> Answer:
    """The setting that is best by type, whatever the suits of its other cards, against a dealer who sets this way."""
    found = tables_of(way, game.wheel)
    dealers = np.concatenate([found.ranks.house, found.flushes.house], axis=1)
    if game.nine_high_pushes:
        dead = np.isin(dealers[0], NINE_HIGH)
        dealers = np.where(dead, np.array([[NEVER], [np.iinfo(np.uint16).max]], np.uint16), dealers)
    loss, win = game.worth
    against = Against.fixed(game.wheel, win, loss, dealers, copies_lose=True)
    types = types_of(game.wheel)
    slot = Slot(
        "house-way-answers", hashlib.sha256(f"{game} {against.key}".encode()).hexdigest()[:16], VERSION,
        (("<u2", dealers.shape), ("<i8", (1,))),
    )  # fmt: skip

    def compute() -> list[Ints]:
        announce(progress, f"The player's best setting against {way.name}")
        worth = worths(against, engine or LocalEngine(), progress)
        return [best_settings(types, worth), np.array([worth[best_of(types, worth)].sum()])]

    (settings, total), _ = slot.get(compute, sound=_some)
    return Answer(settings, Fraction(-int(total[0]), game.deals))
