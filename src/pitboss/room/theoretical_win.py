"""What a table should hold: the exact edges of its own configuration on the stakes actually laid.

Jackpot wagers are among them as the tray sees them: the wager less what its fixed lines and envy pay. What goes to a
meter and comes off it is the players' money, in the jackpot's own books; a house jackpot's prize is the house's."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pitboss.analysis.jackpot_edges import break_even_cents
from pitboss.analysis.questions import queries, solve
from pitboss.analysis.solver import solver_of
from pitboss.chips.day_book import DayBook
from pitboss.core.errors import PitbossError
from pitboss.core.money import DOLLAR, Cents
from pitboss.core.odds import PercentOfMeter
from pitboss.house.report import TableDay
from pitboss.jackpots.arithmetic import chances_of
from pitboss.jackpots.documents import Jackpot
from pitboss.jackpots.model import Kind
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.sheets import Wager

SIGMAS: Final = 1.96
"""95 % of days lie within so many standard deviations"""


class Posted(NamedTuple):
    """A house jackpot at a table: its amounts by meter and its fixed wager; without amounts there is none."""

    amounts: tuple[tuple[str, Cents], ...] = ()
    wager_cents: Cents = DOLLAR


NO_AMOUNT: Final = Posted()


class Laid(NamedTuple):
    """What was laid on a wager: how often, the stakes, their squares."""

    times: int
    stake: Cents
    squares: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """Of one analysed wager: the layout's wager it is counted on, the edge, the variance, per unit."""

    per: str
    edge: float
    variance: float
    envy_cents: float = 0.0
    """what each other player's hand pays on average, whatever the wager (JP-20)"""
    break_even: Mapping[str, float] = field(default_factory=dict, hash=False)
    """of a progressive: what each meter alone must show for the next $1 wager to be even, in cents"""


Tell = Callable[[Any], None]


def expectations(tell: Tell, config: TableConfig, posted: Posted) -> list[Expectation]:
    """All wagers of a table; what has no solution of its own is left out."""
    found = [e for game, wager in analysed(config) if (e := expectation(config, game, wager))]
    return found + [e for place in sensed(config) if (e := jackpot_expectation(config, place, posted))]


class Theory:
    """Edges by configuration, solved once each in the background: a solution may take its time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="theory")
        self._lock = threading.Lock()
        self._known: dict[tuple[str, Posted], list[Expectation] | None] = {}
        self.work: Callable[[TableConfig, Posted], list[Expectation]] = lambda config, posted: expectations(
            lambda _: None, config, posted
        )
        """where it is solved; a room of many people does it in a process of its own"""

    def of(self, table: TableState, posted: Posted) -> list[Expectation] | None:
        """The expectations of a table, or None while they are being solved."""
        key = (table.config_id, posted)
        with self._lock:
            if key not in self._known:
                self._known[key] = None
                self._pool.submit(self._solve, key, table.config)
            return self._known[key]

    def _solve(self, key: tuple[str, Posted], config: TableConfig) -> None:
        try:
            found = self.work(config, key[1])
        except PitbossError:
            with self._lock:
                del self._known[key]
            return
        with self._lock:
            self._known[key] = found


THEORY: Final = Theory()


def posted_of(jackpots: Iterable[Jackpot]) -> Posted:
    """What the desk has posted for a table's house jackpot; the table's file is only how it began (HR-09)."""
    for jackpot in jackpots:
        if jackpot.kind is Kind.HOUSE:
            return Posted(tuple(sorted(jackpot.posted_cents.items())), jackpot.wager_cents)
    return NO_AMOUNT


def analysed(config: TableConfig) -> list[tuple[str, str]]:
    """The games and wagers whose edges a table lives on, beside the jackpots."""
    rules = config.sheet
    on_layout = [
        w for w in rules.wagers if not w.sensed and (w.placed != "optional" or w.id in (config.offered or ()))
    ]
    return list(
        dict.fromkeys((rules.base, "main") if w.of == rules.base else (rules.id, w.of) for w in on_layout)
    )


def expectation(config: TableConfig, game: str, wager: str) -> Expectation | None:
    """Solved with the table's own options; None where the wager has no solution of its own."""
    try:
        known = {setting.name for setting in solver_of(game).settings(wager)}
        settings = {name: value for name, value in config.options.items() if name in known}
        table = config.pay_tables.get(wager) if game == config.game else None
        result = solve(game, queries(game, wager, table, settings)[0])
    except (PitbossError, ModuleNotFoundError):
        return None
    # a game's own word for the stake, such as Acey Deucey's Ante, is on the layout by the wager's name
    laid = result.per if result.per in {w.id for w in config.sheet.wagers} else wager
    return Expectation(laid, float(result.house_edge), float(result.variance))


def sensed(config: TableConfig) -> list[Wager]:
    return [w for w in config.sheet.wagers if w.sensed and w.id in (config.offered or ())]


def jackpot_expectation(config: TableConfig, place: Wager, posted: Posted = NO_AMOUNT) -> Expectation | None:
    """A jackpot wager as the table's win has it: the wager less what its fixed lines, envy, and of a house jackpot its
    posted amounts pay. What comes off a meter is the players' money and no part of the win."""
    pays = config.tables.get(place.id) or config.tables.get(place.of)
    if pays is None:
        return None
    try:
        known = {setting.name for setting in solver_of(config.game).settings(config.sheet.jackpot)}
        settings = {name: value for name, value in config.options.items() if name in known}
        chances = chances_of(config.game, pays.id, settings)
    except (PitbossError, ModuleNotFoundError):
        return None
    amounts = dict(posted.amounts)
    nets = []
    for line in pays.lines:
        if not isinstance(line.pays, PercentOfMeter):
            nets.append((float(pays.net(line.hand)), float(chances[line.hand])))
        elif line.pays.meter in amounts:
            prize = line.pays.award_cents(amounts[line.pays.meter])
            nets.append((prize / posted.wager_cents - 1, float(chances[line.hand])))
    lost = 1 - sum(chance for _, chance in nets)
    mean = sum(net * chance for net, chance in nets) - lost
    variance = sum(net * net * chance for net, chance in nets) + lost - mean * mean
    envy = sum(float(chances[line.hand]) * (line.envy_cents or 0) for line in pays.lines)
    empty = dict.fromkeys(pays.meters, 0)
    even = {
        name: break_even_cents(pays, chances, DOLLAR, meter=name, others_cents=empty)
        for name in (() if amounts else pays.meters)
    }
    return Expectation(
        place.id,
        -mean,
        variance,
        envy,
        {name: float(cents) for name, cents in even.items() if cents is not None},
    )


def expected_on(
    expected: Iterable[Expectation], laid: Mapping[str, Laid], rounds: int
) -> tuple[float, float]:
    """The expected win on what was laid in so many rounds, and the half-width of its 95 % band."""
    on = [(e, laid[e.per]) for e in expected if e.per in laid]
    theory = sum(
        e.edge * x.stake - e.envy_cents * x.times * max(0.0, x.times / max(1, rounds) - 1) for e, x in on
    )
    return theory, SIGMAS * math.sqrt(sum(e.variance * x.squares for e, x in on))


@dataclass(frozen=True, slots=True)
class LaidWager:
    """What was laid on a wager on a day, and what the house won of it."""

    wager: str
    count: int
    stake_cents: Cents
    win_cents: Cents


@dataclass(frozen=True, slots=True)
class PitLine:
    """A table's day as the pit shows it; without theory while its edges are being solved."""

    table: str
    name: str
    game: str
    rounds: int
    drop_cents: Cents
    win_cents: Cents
    tokes_cents: Cents
    hold: float | None
    theory_cents: float | None
    band_cents: float | None
    wagers: tuple[LaidWager, ...]

    @property
    def outside(self) -> bool:
        """Whether the win lies outside its 95 % band."""
        if self.theory_cents is None or not self.band_cents:
            return False
        return abs(self.win_cents - self.theory_cents) > self.band_cents


def figures(
    table: TableState, expected: list[Expectation] | None, book: DayBook | None, line: TableDay
) -> PitLine:
    """A table's day as the pit shows it: the report's own drop and win, and what theory says (HR-16)."""
    wagers = book.wagers if book else {}
    theory = band = None
    if expected is not None:
        laid = {wager: Laid(count, stake, squares) for wager, (count, stake, squares, _) in wagers.items()}
        theory, band = expected_on(expected, laid, line.rounds)
    return PitLine(
        table.id,
        table.setup.name,
        table.config.game,
        line.rounds,
        line.drop_cents,
        line.win_cents,
        line.tokes_cents,
        hold=None if line.hold is None else float(line.hold),
        theory_cents=theory,
        band_cents=band,
        wagers=tuple(LaidWager(wager, count, stake, won) for wager, (count, stake, _, won) in wagers.items()),
    )
