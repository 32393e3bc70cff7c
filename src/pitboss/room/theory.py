"""What a table should hold: the exact edges of its own configuration on the stakes actually laid."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from pitboss.approvals import Wager
from pitboss.edge.ask import queries, solve
from pitboss.edge.solver import solver_of
from pitboss.errors import PitbossError
from pitboss.jackpot.arithmetic import chances_of
from pitboss.odds import PercentOfMeter
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig

JACKPOT: Final = "jackpot"
SIGMAS: Final = 1.96
"""95 % of days lie within so many standard deviations"""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Of one analysed wager: the layout's wager it is counted on, the edge, the variance, per unit."""

    per: str
    edge: float
    variance: float
    envy_cents: float = 0.0
    """what each other player's hand pays on average, whatever the wager (JP-20)"""


class Theory:
    """Edges by configuration, solved once each in the background: a solution may take its time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="theory")
        self._lock = threading.Lock()
        self._known: dict[str, list[Expectation] | None] = {}

    def of(self, config_id: str, config: TableConfig) -> list[Expectation] | None:
        """The expectations of a table, or None while they are being solved."""
        with self._lock:
            if config_id not in self._known:
                self._known[config_id] = None
                self._pool.submit(self._solve, config_id, config)
            return self._known[config_id]

    def _solve(self, config_id: str, config: TableConfig) -> None:
        found = [e for game, wager in analysed(config) if (e := expectation(config, game, wager))]
        found += [e for place in sensed(config) if (e := jackpot_expectation(config, place))]
        with self._lock:
            self._known[config_id] = found


THEORY: Final = Theory()


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
    return Expectation(result.per, float(result.house_edge), float(result.variance))


def sensed(config: TableConfig) -> list[Wager]:
    return [w for w in config.sheet.wagers if w.sensed and w.id in (config.offered or ())]


def jackpot_expectation(config: TableConfig, place: Wager) -> Expectation | None:
    """A jackpot wager as the tray's win has it: the wager less what its fixed lines and envy pay. What comes off a
    meter is the players' money and no part of the win."""
    pays = config.tables.get(place.id) or config.tables.get(place.of)
    if pays is None:
        return None
    try:
        known = {setting.name for setting in solver_of(config.game).settings(JACKPOT)}
        settings = {name: value for name, value in config.options.items() if name in known}
        chances = chances_of(config.game, pays.id, settings)
    except (PitbossError, ModuleNotFoundError):
        return None
    fixed = [line for line in pays.lines if not isinstance(line.pays, PercentOfMeter)]
    nets = [(float(pays.net(line.hand)), float(chances[line.hand])) for line in fixed]
    lost = 1 - sum(chance for _, chance in nets)
    mean = sum(net * chance for net, chance in nets) - lost
    variance = sum(net * net * chance for net, chance in nets) + lost - mean * mean
    envy = sum(float(chances[line.hand]) * (line.envy_cents or 0) for line in pays.lines)
    return Expectation(place.id, -mean, variance, envy)


def figures(table: TableState, book: Mapping[str, Any] | None) -> dict[str, Any]:
    """A table's day as the pit shows it; without a book there was no activity (HR-16)."""
    book = book or {}
    wagers: Mapping[str, Any] = book.get("wagers", {})
    drop, win = book.get("drop_cents", 0), book.get("win_cents", 0)
    expected = THEORY.of(table.config_id, table.config)
    theory = band = None
    if expected is not None:
        laid = {e: wagers[e.per] for e in expected if e.per in wagers}
        rounds = max(1, book.get("rounds", 0))
        theory = sum(
            e.edge * stake - e.envy_cents * count * max(0.0, count / rounds - 1)
            for e, (count, stake, _, _) in laid.items()
        )
        band = SIGMAS * math.sqrt(sum(e.variance * squares for e, (_, _, squares, _) in laid.items()))
    return {
        "table": table.id,
        "name": table.setup.name,
        "game": table.config.game,
        "rounds": book.get("rounds", 0),
        "drop_cents": drop,
        "win_cents": win,
        "tokes_cents": book.get("tokes_cents", 0),
        "hold": win / drop if drop else None,
        "theory_cents": theory,
        "band_cents": band,
        "wagers": [
            {"wager": wager, "count": count, "stake_cents": stake, "win_cents": won}
            for wager, (count, stake, _, won) in wagers.items()
        ],
    }
