"""All C(53,7) x C(46,7) deals of a dealer's and a player's hand, counted exactly; where the counts are kept; and which
setting to play with one hand.

A hand without a flush matters only by its ranks (67,600 rank types); a flush's suit is unique, so a hand
with one matters by its ranks in that suit and outside it (224,653 flush types). Every deal is counted
once by taking the dealer by ranks alone, and then put right for dealers with a flush:

1. Dealer by ranks. Count the player's suits first: of a rank type's arrangements so many win and lose
   (`arrangements`; flushes included). The dealer's suits then are a product of binomials of what the
   player's ranks leave, 67,600 x 67,600 weighted sums (`rank_dealers`).
2. A dealer's flush type that is set otherwise than its ranks alone would be: add the deals as it is set,
   take away those as its ranks are set. Players by ranks: again binomials (`flush_dealers_by_rank`).
3. For the same dealers, what the player's flush changes: in the dealer's flush suit mask by mask
   (`same_suit`); in another suit, of which the dealer holds at most two cards, from one table for each
   front and each such set of taken ranks, for all dealers' backs at once (`other_suit_table`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import PricedChoice
from pitboss.analysis.solutions import Arrays, Slot
from pitboss.cardplay.paigow import deal_kernels as kernels
from pitboss.cardplay.paigow.coverage import Tables, tables
from pitboss.cardplay.paigow.deal_kernels import against_house_way
from pitboss.cardplay.paigow.hands import Outcome, SetHand, Wheel, in_order, legal_settings
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS, house_way
from pitboss.cardplay.paigow.kernels import (
    COLUMNS,
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FIRST_JOKER,
    FIVE_ACES,
    FLUSH,
    FRONTS,
    FULL_HOUSE,
    OFF_HIGH,
    OFF_LOW,
    OFF_WAYS,
    RANK_TYPES,
    STRAIGHT_FLUSH,
    SUITED_MASKS,
    set_code,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import JOKER, Card, rank_of, suit_of
from pitboss.core.money import Cents
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

DEALS: Final = comb(53, 7) * comb(46, 7)
"""of a dealer's and a player's hand"""


@dataclass(frozen=True, slots=True)
class PaiGowRules:
    """What is being solved. Face up: the player sets best against the exposed hand and a dealer's ace-high
    pai gow pushes; otherwise both set the house way and nothing is exposed."""

    house_way: str = "foxwoods"
    wheel: Wheel = Wheel.SECOND_HIGHEST
    face_up: bool = True


class Counts(NamedTuple):
    """Deals the player wins, pushes and loses."""

    win: int
    push: int
    lose: int


@dataclass(frozen=True, slots=True)
class HiddenRules:
    """The dealer's cards stay unseen until every hand is set: the player sets best against all of them."""

    house_way: str = "foxwoods"
    wheel: Wheel = Wheel.SECOND_HIGHEST
    commission: Fraction = Fraction(1, 20)
    """of what a win is paid (FP-05)"""
    nine_high_pushes: bool = False
    """a dealer's front of nine high pushes the deal (FP-08)"""

    @property
    def worth(self) -> tuple[int, int]:
        """What a win and a loss count, in whole numbers."""
        return self.commission.denominator - self.commission.numerator, self.commission.denominator


@dataclass(frozen=True, slots=True)
class Structure:
    """Hands of one pair structure: how many, how many are better set otherwise than the house way, and what
    that gains, in `HiddenRules.worth` over all deals."""

    name: str
    hands: int
    otherwise: int
    gain: int


@dataclass(frozen=True, slots=True)
class HiddenCounts:
    """Deals won and lost by the best setting, and by the house way; where the two part."""

    best_win: int
    best_lose: int
    house_win: int
    house_lose: int
    type_win: int
    type_lose: int
    """by the setting that is best for the hand's type as a whole, whatever the suits of its other cards"""
    structures: tuple[Structure, ...]


Ints = NDArray[Any]

CHUNK: Final = 1500
"""rank types of dealers with a flush in one task"""


@dataclass(frozen=True)
class _Players:
    """The player's side of the tables."""

    ranks: tuple[Ints, Ints, Ints]
    """best back behind each front, highest front, best back"""
    flushes: tuple[Ints, Ints, Ints]


@dataclass(frozen=True)
class _Dealers:
    """The dealer's side: how each type is set, and which flush types are set otherwise than their ranks."""

    front: Ints
    back: Ints
    live: Ints
    """by rank type: whether it is played against at all (FU-04)"""
    special: Ints
    """flush types to be put right"""


@dataclass(frozen=True)
class _Kinds:
    """Players by ranks fall into kinds that fare alike against a flush, or a straight flush, behind any front."""

    of_type: Ints
    results: Ints
    """[kind, (straight flush?, front, win or lose)]: 1 or 0"""


@dataclass(frozen=True)
class _Job:
    tables: Tables
    players: _Players
    dealers: _Dealers
    rank_suits: Ints
    dealer_last: tuple[Ints, Ints]
    """ways to choose the dealer's suits after the player's, for the upper and the lower ranks"""
    dealer_first: tuple[Ints, Ints]
    """ways to choose the player's after the dealer's"""
    kind: _Kinds
    mask: Ints
    column: Ints
    joker: Ints
    """of each flush type: ranks in the suit, column outside it, joker or not"""


@lru_cache(maxsize=2)
def _job(rules: PaiGowRules) -> _Job:
    found = tables(rules.house_way, rules.wheel)
    ranks, flushes = found.ranks, found.flushes
    if rules.face_up:
        players = _Players(
            _wide(ranks.best, ranks.top_front, ranks.top_back),
            (flushes.best, flushes.top_front, flushes.top_back),
        )
        live = ~ranks.ace_high
    else:
        players = _Players(_wide(*_as_set(ranks.house)), _as_set(flushes.house))
        live = np.ones(RANK_TYPES, np.bool_)
    of_rank = flushes.of_rank
    special = np.flatnonzero((flushes.house != ranks.house[:, of_rank]).any(axis=0) | ~live[of_rank])
    backs = flushes.house[1, special]
    if not np.all((backs >= FLUSH) & ((backs < FULL_HOUSE) | (backs >= STRAIGHT_FLUSH))):
        raise ValueError(
            f"{rules.house_way} sets a flush type neither as its ranks nor with its flush in back"
        )
    mask, column, joker = flush_cards()
    high, low = kernels.products()
    return _Job(
        found,
        players,
        _Dealers(ranks.house[0].astype(np.int64), ranks.house[1].astype(np.int64), live, special),
        ranks.ways.astype(np.int32),
        (high, low),
        (np.ascontiguousarray(high.T), np.ascontiguousarray(low.T)),
        _kinds(players),
        mask,
        column,
        joker,
    )


def _wide(best: Ints, top_front: Ints, top_back: Ints) -> tuple[Ints, Ints, Ints]:
    """As 32-bit numbers, which the vectors compare without widening first."""
    return best.astype(np.int32), top_front.astype(np.int32), top_back.astype(np.int32)


def _as_set(house: Ints) -> tuple[Ints, Ints, Ints]:
    """A player who sets the house way has one back, behind one front."""
    fronts = np.arange(FRONTS, dtype=np.uint16)[:, None]
    return np.where(house[0] > fronts, house[1], 0).astype(np.uint16), house[0].astype(np.uint8), house[1]


@lru_cache(maxsize=1)
def flush_cards() -> tuple[Ints, Ints, Ints]:
    """Of every flush type: ranks in the suit, column outside it, joker or not."""
    masks, columns, jokers = [], [], []
    for family in range(FAMILIES):
        n, wide = FAMILY_MASKS[family], FAMILY_COLUMNS[family]
        masks.append(np.repeat(SUITED_MASKS[family, :n], wide))
        columns.append(np.tile(np.arange(wide) + FAMILY_COLUMN[family], n))
        jokers.append(np.full(n * wide, FAMILY_JOKER[family]))
    return np.concatenate(masks), np.concatenate(columns), np.concatenate(jokers)


Task = tuple[PaiGowRules, str, int]


def tasks(rules: PaiGowRules) -> list[Task]:
    """Pure tasks whose arrays add up to the solution."""
    job = _job(rules)
    chunks = -(-len(_flush_dealers(job)) // CHUNK)
    return [(rules, "flush", n) for n in range(chunks)] + [(rules, "front", f) for f in range(FRONTS)]


def run(task: Task) -> Ints:
    """[win or lose, dealer's rank type]: deals, to be added up over the tasks."""
    rules, kind, n = task
    job = _job(rules)
    return _flush_dealers_by_rank(job, n) if kind == "flush" else _front(job, n)


def solve(rules: PaiGowRules, engine: Engine, progress: Progress = silent) -> Counts:
    win = lose = 0
    for part in engine.map(run, tasks(rules), progress):
        win, lose = win + int(part[0].sum()), lose + int(part[1].sum())
    return Counts(win, DEALS - win - lose, lose)


def _flush_dealers(job: _Job) -> Ints:
    return np.unique(job.tables.flushes.of_rank[job.dealers.special])


def _add(total: Ints, dealers: Ints, parts: Ints) -> None:
    for row, part in zip(total, parts, strict=True):
        np.add.at(row, dealers, part)


def _flush_dealers_by_rank(job: _Job, chunk: int) -> Ints:
    """Step 2 for one chunk of rank types."""
    dealers = _flush_dealers(job)[chunk * CHUNK : (chunk + 1) * CHUNK]
    front = np.where(job.dealers.live[dealers], job.dealers.front[dealers], -1)
    as_ranks, kinds = kernels.flush_dealers_by_rank(
        dealers,
        front,
        job.dealers.back[dealers],
        job.players.ranks,
        job.kind.of_type,
        FIRST_JOKER,
        *job.dealer_first,
    )
    flushes, special = job.tables.flushes, job.dealers.special
    special = special[np.isin(flushes.of_rank[special], dealers)]
    at = np.searchsorted(dealers, flushes.of_rank[special])
    straight_flush = (flushes.house[1, special] >= STRAIGHT_FLUSH).astype(np.int64)
    # whole numbers below 2**53 all the way, so floating point is exact here, and has a fast product
    behind_flush = (kinds.astype(np.float64) @ job.kind.results).astype(np.int64)
    column = (straight_flush * FRONTS + flushes.house[0, special]) * 2
    change = np.stack([behind_flush[at, column + result] for result in (0, 1)]) - as_ranks[:, at]
    total = np.zeros((2, RANK_TYPES), np.int64)
    _add(total, flushes.of_rank[special], change * flushes.ways[special])
    return total


def _kinds(players: _Players) -> _Kinds:
    best, top_front, top_back = players.ranks
    reach = kernels.reach(best)
    over = (top_back >= FULL_HOUSE).astype(np.int64) + (top_back >= FIVE_ACES)
    key = ((reach[0] * (FRONTS + 1) + reach[1]) * (FRONTS + 1) + top_front) * 3 + over
    _, first, of_type = np.unique(key, return_index=True, return_inverse=True)
    results = np.zeros((len(first), 2, FRONTS, 2), np.float64)
    fronts = np.arange(FRONTS)
    for straight_flush in (0, 1):
        results[:, straight_flush, :, 0] = reach[straight_flush, first][:, None] > fronts
        loses = (top_front[first][:, None] <= fronts) & (over[first][:, None] <= straight_flush)
        results[:, straight_flush, :, 1] = loses
    return _Kinds(of_type.astype(np.int32), results.reshape(len(first), -1))


def _front(job: _Job, front: int) -> Ints:
    """Steps 1 and 3 for all dealers with one front."""
    total = np.zeros((2, RANK_TYPES), np.int64)
    dealers = np.flatnonzero(job.dealers.live & (job.dealers.front == front))
    best, _, top_back = job.players.ranks
    flushes = (*job.players.flushes, job.tables.flushes.of_rank, job.tables.flushes.ways)
    backs = job.dealers.back[dealers]
    levels = (backs >= FLUSH).astype(np.int64) + (backs >= STRAIGHT_FLUSH)
    for level in range(kernels.LEVELS):
        chosen = dealers[levels == level]
        if len(chosen):
            counts = kernels.arrangements(front, level, job.players.ranks, flushes, job.rank_suits)
            parts = kernels.rank_dealers(
                chosen, job.dealers.back[chosen], best[front], top_back, counts, FIRST_JOKER, *job.dealer_last
            )
            _add(total, chosen, parts)
    _add_flush_against_flush(job, front, total)
    return total


def _add_flush_against_flush(job: _Job, front: int, total: Ints) -> None:
    """Step 3: as set with their flush these dealers count, as their ranks are set they are taken away."""
    flushes, special = job.tables.flushes, job.dealers.special
    of_rank = flushes.of_rank[special]
    as_set = special[flushes.house[0, special] == front]
    as_ranks = special[(job.dealers.front[of_rank] == front) & job.dealers.live[of_rank]]
    asked = np.concatenate([as_set, as_ranks])
    if not len(asked):
        return
    backs = np.concatenate(
        [flushes.house[1, as_set].astype(np.int64), job.dealers.back[flushes.of_rank[as_ranks]]]
    )
    sign = np.repeat([1, -1], [len(as_set), len(as_ranks)])
    values = _values(job, front)
    cards = job.mask[asked], job.column[asked], job.joker[asked]
    same = kernels.same_suit(*cards, backs, front, values)
    other = other_suits(cards, front, backs, values)
    change = 4 * sign * (same * OFF_WAYS[job.column[asked]] + other)
    _add(total, flushes.of_rank[asked], change)


def _values(job: _Job, front: int) -> tuple[Ints, ...]:
    """By flush type: best back behind this front, highest front and best back; with the flush and by ranks."""
    best, top_front, top_back = job.players.ranks
    flush_best, flush_top_front, flush_top_back = job.players.flushes
    p = job.tables.flushes.of_rank
    return (
        flush_best[front].astype(np.int32), best[front][p],
        flush_top_front.astype(np.int32), flush_top_back.astype(np.int32),
        top_front[p], top_back[p],
    )  # fmt: skip


def other_suits(cards: tuple[Ints, Ints, Ints], front: int, backs: Ints, values: tuple[Ints, ...]) -> Ints:
    """What flushes in another suit than the dealer's change; `cards` are each dealer's mask, column and joker."""
    mask, column, joker = cards
    steps = np.unique(backs)
    flush_best, ranks_best, flush_top_front, flush_top_back, ranks_top_front, ranks_top_back = values
    place = np.searchsorted(steps, np.arange(1 << 16)).astype(np.uint16)
    placed = (
        place[flush_best], place[ranks_best],
        flush_top_front, place[flush_top_back],
        ranks_top_front, place[ranks_top_back],
    )  # fmt: skip
    wins = np.zeros((len(steps) + 1, 2 * COLUMNS), np.int32)
    losses = np.zeros_like(wins)
    result = np.zeros((2, len(backs)), np.int64)
    who, taken, left, times = _suit_shapes(mask, column)
    order = np.argsort(taken, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(taken[order])) + 1):
        kernels.other_suit_table(int(taken[group[0]]), len(steps), placed, front, wins, losses)
        chosen = who[group]
        found = kernels.ask_table(
            place[backs[chosen]].astype(np.int64), left[group], joker[chosen], wins, losses
        )
        _add(result, chosen, found * times[group])
    return result


def _suit_shapes(mask: Ints, column: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The suits other than a dealer's flush suit, added up over the suits its other cards can have.

    For each shape: whose it is, the ranks the dealer took from that suit, how many cards of each rank are
    left in the other three, and how often it occurs."""
    who = np.arange(len(mask))
    high, low = OFF_HIGH[column], OFF_LOW[column]
    suited = (mask[:, None] >> np.arange(13)) & 1
    outside = (high[:, None] == np.arange(13)).astype(np.int64) + (low[:, None] == np.arange(13))
    rest = 3 - suited - outside
    with_high = rest + (high[:, None] == np.arange(13))
    with_low = rest + (low[:, None] == np.arange(13))
    bit_high, bit_low = 1 << np.maximum(high, 0), 1 << np.maximum(low, 0)
    none = np.zeros_like(mask)
    two, twin = (low >= 0) & (high != low), (low >= 0) & (high == low)
    one, bare = (low < 0) & (high >= 0), high < 0
    shapes: Sequence[tuple[Ints, Ints, Ints, int]] = (
        (two, bit_high | bit_low, 3 - suited, 3),  # both in one suit
        (two, bit_high, with_high, 6),
        (two, bit_low, with_low, 6),
        (two, none, rest, 12),  # the suits with neither
        (twin, bit_high, with_high, 6),
        (twin, none, rest, 3),
        (one, bit_high, with_high, 3),
        (one, none, rest, 6),
        (bare, none, rest, 3),
    )
    return (
        np.concatenate([who[if_] for if_, _, _, _ in shapes]),
        np.concatenate([taken[if_] for if_, taken, _, _ in shapes]),
        np.concatenate([left[if_] for if_, _, left, _ in shapes]),
        np.concatenate([np.full(int(if_.sum()), times) for if_, _, _, times in shapes]),
    )


# Solutions from the package, the disk, or the solver.

VERSION: Final = 1
"""of the solver: to be raised when it, or how hands are ranked and set, would count something else"""


def shape_hash(way: str, wheel: Wheel, **more: object) -> str:
    """Of a house way's rules as they are, not as it words them, the rank of A-2-3-4-5 and what else is played by."""
    rules = [(r.dealt, r.behind, r.ranks, r.higher, r.front) for r in house_way(way).rules]
    shape = {"deck": 53, "wheel": wheel.value, "rules": rules, **more}
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:16]


def every_rules() -> list[PaiGowRules]:
    """Each house way, each rule for A-2-3-4-5, face up and ordinary."""
    return [
        PaiGowRules(way, wheel, face_up) for face_up in (True, False) for way in HOUSE_WAYS for wheel in Wheel
    ]


def shipped() -> Iterator[tuple[Slot, Arrays]]:

    for rules in every_rules():
        yield slot_of(rules), (np.array(solve(rules, LocalEngine())),)


def slot_of(rules: PaiGowRules) -> Slot:
    shape = shape_hash(rules.house_way, rules.wheel, face_up=rules.face_up)
    return Slot("pai-gow-poker", shape, VERSION, (("<i8", (3,)),))


def solution(
    rules: PaiGowRules, *, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Counts, str]:
    """The counts, and where they come from: `shipped`, `cached` or `computed`."""

    def compute() -> Arrays:
        # only whoever solves needs the compiler

        return (np.array(solve(rules, engine or LocalEngine(), progress)),)

    (found,), source = slot_of(rules).get(compute, fresh, _every_deal)
    return Counts(*(int(n) for n in found)), source


def _every_deal(arrays: Arrays) -> bool:
    return int(arrays[0].sum()) == DEALS


# Which setting to play: against an exposed hand every setting's result is known, against a hidden one its exact
# chances.


@dataclass(frozen=True, slots=True)
class SetHandAdvice:
    """One legal setting and what it gives."""

    setting: SetHand
    win: Fraction
    lose: Fraction

    @property
    def expectation(self) -> Fraction:
        """Per unit of an even-money wager."""
        return self.win - self.lose

    @property
    def certain(self) -> str:
        if self.win + self.lose not in (0, 1) or 0 < self.win < 1:
            return ""
        return "wins" if self.win else "loses" if self.lose else "pushes"

    @property
    def words(self) -> str:
        push = 1 - self.win - self.lose
        return self.certain or (
            f"wins {float(self.win):.2%}, pushes {float(push):.2%}, loses {float(self.lose):.2%}"
        )


def priced(
    advice: Iterable[tuple[SetHandAdvice, Fraction]], usual: SetHand, stake: Cents
) -> tuple[PricedChoice, ...]:
    """The choices at a table: every setting with what it is worth a unit, and the house way beside its equal."""
    found = []
    for one, worth in advice:
        text = f"{one.setting.words}: {one.words}"
        found.append(PricedChoice("set", stake * worth, text, cards=one.setting.front, certain=one.certain))
        if one.setting.values == usual.values:
            found.append(PricedChoice("house-way", stake * worth, f"House way, {text}", certain=one.certain))
    return tuple(found)


def by_hand(advice: Iterable[tuple[SetHandAdvice, Fraction]], usual: SetHand) -> tuple[PricedChoice, ...]:
    """The same for a hand that was asked about, in units of the wager."""
    return tuple(
        PricedChoice(
            str(one.setting), worth,
            f"{one.setting.words}: {one.words}{' (house way)' * (one.setting.values == usual.values)}",
            cards=one.setting.front,
        )
        for one, worth in advice
    )  # fmt: skip


def dealers_setting(round: Round) -> SetHand:
    """The dealer's hand as it lies open."""
    seen = places(round)[DEALER]
    return SetHand(tuple(seen["front"]), tuple(seen["back"]), Wheel(round.config.options["wheel"]))


def seen_hand(round: Round, spot: int) -> tuple[Card, ...]:
    """A spot's own cards before they are set."""
    return tuple(places(round, (spot,))[spot]["hand"])


def face_up(cards: Sequence[Card], dealer: SetHand) -> list[SetHandAdvice]:
    """Every legal setting against the dealer's exposed hand, best first; the surer hands before the others."""
    found = []
    for setting in _distinct(cards, dealer.wheel):
        outcome = setting.against(dealer)
        found.append(
            SetHandAdvice(setting, Fraction(outcome is Outcome.WIN), Fraction(outcome is Outcome.LOSE))
        )
    return sorted(
        found, key=lambda a: (a.expectation, a.setting.back_value, a.setting.front_value), reverse=True
    )


def hidden(
    cards: Sequence[Card], way: str, wheel: Wheel, nine_high_pushes: bool = False
) -> list[SetHandAdvice]:
    """Every legal setting against a dealer's hidden hand set the house way, over all C(46,7) such hands."""
    found = tables(way, wheel)
    settings = _distinct(cards, wheel)
    codes = np.array([codes_of(setting) for setting in settings], np.int64)
    masks, joker = suit_masks(cards)
    counts = against_house_way(
        masks, joker, codes, found.ranks.house, found.flushes.house, found.flushes.of_rank, nine_high_pushes
    )
    hands = comb(46, 7)
    advice = [
        SetHandAdvice(setting, Fraction(int(win), hands), Fraction(int(lose), hands))
        for setting, (win, lose) in zip(settings, counts, strict=True)
    ]
    return sorted(advice, key=lambda a: a.expectation, reverse=True)


def codes_of(setting: SetHand) -> tuple[int, int]:
    """A setting's values as the compiled tables have them."""
    lowest = int(setting.wheel is Wheel.LOWEST)
    front, back, _ = set_code(np.array(setting.front), np.array(setting.back), lowest)
    return int(front), int(back)


def suit_masks(cards: Sequence[Card]) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    masks = np.zeros(4, np.int64)
    for card in cards:
        if card != JOKER:
            masks[suit_of(card)] |= 1 << rank_of(card)
    return masks, int(JOKER in cards)


def _distinct(cards: Sequence[Card], wheel: Wheel) -> list[SetHand]:
    """The legal settings, one of each value."""
    found: dict[object, SetHand] = {}
    for setting in legal_settings(in_order(cards), wheel):
        found.setdefault(setting.values, setting)
    return list(found.values())
