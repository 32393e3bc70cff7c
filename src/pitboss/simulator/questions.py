"""From what a person asks for to a run that can be played; and its answer beside the exact one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import questions as exactly
from pitboss.analysis.report import EdgeResult, exact
from pitboss.analysis.solver import Query, Settings, solver_of, told
from pitboss.core.errors import BadInput
from pitboss.core.shown import Chart, Page, Tabular, chart, percent, titled
from pitboss.rounds.config import EVERY_ROUND
from pitboss.rounds.views import Play
from pitboss.sheets import PayTable
from pitboss.simulator.kernel import CHUNK_ROUNDS, Dealer, kernel_of
from pitboss.simulator.played import PlayedDealer
from pitboss.simulator.run import Run

SOLVED: Final = ("optimal", "basic", "house-way")
"""strategies whose exact edge is known"""
OUTCOMES_MOST: Final = 400


@dataclass(frozen=True, slots=True)
class SimulationQuery:
    """A wager on a pay table, played by a strategy.

    `fresh_shoe`: every round from a fresh shoe, as the exact edge has it; else down to the cut card (BJ-11)."""

    game: str
    query: Query
    strategy: str
    dealer: Dealer
    fresh_shoe: bool = True

    @property
    def about(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.query.wager,
            "pay_table": self.query.table_id,
            "settings": told(solver_of(self.game), self.query),
            "strategy": self.strategy,
        }

    @property
    def comparable(self) -> bool:
        """Whether run and exact edge speak of the same game."""
        return self.fresh_shoe or "penetration" not in self.query.settings

    def exact(self) -> EdgeResult | None:
        return exactly.solve(self.game, self.query) if self.strategy in SOLVED else None


def question(
    game: str,
    wager: str | None = None,
    pay_table: str | PayTable | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    strategy: str | Play | None = None,
    fresh_shoe: bool = True,
) -> SimulationQuery:
    """One complete question; without a name the game's first wager, its usual pay table, its own strategy."""
    query = exactly.one_query(game, wager, pay_table, settings, pay_table_file)
    chosen = query.wager
    cut = (settings or {}).get("penetration", EVERY_ROUND)
    if fresh_shoe and cut != EVERY_ROUND:
        raise BadInput(
            f"penetration={cut} would change nothing: every round is dealt from a fresh shoe.",
            accepted="--shoe table with it (fresh_shoe=False in the library)",
        )
    if fresh_shoe and "penetration" in query.settings:
        query = replace(query, settings=Settings({**query.settings, "penetration": EVERY_ROUND}))
    if not fresh_shoe and "penetration" not in query.settings:
        raise BadInput(
            f"{game} {chosen} is shuffled for every round: there is no cut card to deal to.",
            accepted="a fresh shoe",
        )
    if callable(strategy):
        if not fresh_shoe:
            raise BadInput("A function plays every round from a fresh shoe.", accepted="fresh_shoe=True")
        named = f"function {getattr(strategy, '__name__', type(strategy).__name__)}"
        return SimulationQuery(game, query, named, PlayedDealer.of(game, query, strategy))
    kernel = kernel_of(game)
    known = kernel.strategies(chosen)
    play = known[0] if strategy is None else strategy
    if play not in known and not _is_file(play):
        raise BadInput(
            f"There is no strategy {play!r} for {chosen}.", accepted=", ".join(known) + ", or a file"
        )
    return SimulationQuery(game, query, play, kernel.dealer(query, play), fresh_shoe)


def _is_file(play: str) -> bool:
    try:
        return Path(play).exists() and not Path(play).is_dir()
    except (OSError, ValueError):
        # no name that a file could have
        return False


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Simulation(Tabular):
    """What a run found, in units of the first wager, beside the exact edge. Equal are runs of the same rounds."""

    question: SimulationQuery
    run: Run
    exact_result: EdgeResult | None = None
    rounds_per_second: float = 0.0

    def _same(self) -> tuple[object, ...]:
        asked = self.question
        return asked.about, asked.query.pay_table, asked.fresh_shoe, self.seed, self.run.totals.tally.counts

    def __eq__(self, other: object) -> bool:
        return self._same() == other._same() if isinstance(other, Simulation) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.question.game, self.question.query.wager, self.seed, self.rounds))

    @property
    def rounds(self) -> int:
        """How many were played."""
        return self.run.rounds

    @property
    def seed(self) -> int:
        """What repeats the same rounds; chosen at random where none was given."""
        return self.run.seed

    @property
    def unit_cents(self) -> int:
        """The first wager of every round."""
        return self.question.dealer.unit_cents

    @property
    def mean(self) -> float:
        """The player's mean net result of a round."""
        return self.run.totals.tally.mean(self.unit_cents)

    @property
    def house_edge(self) -> float:
        """The house's mean of a round; positive when the house wins."""
        return -self.mean

    @property
    def standard_error(self) -> float | None:
        """Of the mean; None for a single round, which says nothing about it."""
        return self.run.totals.tally.standard_error(self.unit_cents) if self.rounds > 1 else None

    @property
    def exact(self) -> Fraction | None:
        """The exact house edge of the same play off a fresh shoe, where it is known."""
        return self.exact_result.house_edge if self.exact_result else None

    @property
    def z(self) -> float | None:
        """How many standard errors lie between simulated and exact; None where they are of different games."""
        if self.exact is None or not self.question.comparable:
            return None
        error = self.standard_error
        return (self.house_edge - float(self.exact)) / error if error else None

    @property
    def cut_card_effect(self) -> float | None:
        """What dealing down to the cut card changes, where the run did so."""
        if self.exact is None or self.question.comparable:
            return None
        return self.house_edge - float(self.exact)

    @property
    def nets(self) -> NDArray[np.float64]:
        """The player's net of every round in units of the first wager, as `mean` has it: eight bytes a round."""
        return self.nets_cents / self.unit_cents

    @property
    def nets_cents(self) -> NDArray[np.int64]:
        """The player's net of every round in cents, at a first wager of `unit_cents`; dealt again."""
        whole, rest = divmod(self.rounds, CHUNK_ROUNDS)
        sizes = [CHUNK_ROUNDS] * whole + [rest] * bool(rest)
        deal, seed = self.question.dealer.nets, self.run.seed
        return np.concatenate([deal(seed, chunk, size) for chunk, size in enumerate(sizes)])

    def rows(self) -> list[dict[str, str | int | float]]:
        """The results met: net per unit of the first wager, count."""
        unit = self.unit_cents
        met = sorted(self.run.totals.tally.counts.items(), reverse=True)
        return [{"net": net / unit, "count": count} for net, count in met]

    def plot(self) -> Chart:
        """The results met as bars."""
        return chart(
            self.page().title,
            self.rows(),
            "bar",
            x={"field": "net", "type": "ordinal", "sort": None},
            y={"field": "count", "type": "quantitative"},
        )

    def page(self) -> Page:
        about = self.question.about
        low, high = self.run.totals.tally.interval(self.unit_cents)
        spread = "" if self.standard_error is None else f" ± {percent(self.standard_error)}"
        facts = {
            "house edge": f"{percent(self.house_edge)}{spread}",
            "exact": "not known" if self.exact is None else percent(self.exact),
            "95 % interval": f"{percent(-high)} to {percent(-low)}" if spread else "not known from one round",
            "rounds": f"{self.rounds:,}, seed {self.run.seed}, {about['strategy']} play",
        }
        if self.z is not None:
            facts["distance in standard errors"] = f"{self.z:+.2f}"
        if self.cut_card_effect is not None:
            facts["effect of the cut card"] = f"{percent(self.cut_card_effect)}{spread}"
        return Page(titled(about["game"], about["wager"], about["pay_table"], about["settings"]), facts)

    def to_json(self) -> dict[str, Any]:
        """The document of `pitboss simulate --json`."""
        tally, unit = self.run.totals.tally, self.unit_cents
        low, high = tally.interval(unit)
        counts = sorted(tally.counts.items())
        shape: dict[str, Any] = {
            **self.question.about,
            "rounds": tally.rounds,
            "seed": self.run.seed,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "house_edge": self.house_edge,
            "exact": None if self.exact is None else float(self.exact),
            "exact_fraction": None if self.exact is None else exact(self.exact),
            "z": self.z,
            "confidence_95": None if self.standard_error is None else [-high, -low],
            "standard_deviation": tally.standard_deviation(unit),
            "hit_frequency": tally.hit_frequency,
            "outcomes": [{"net": net / unit, "count": n} for net, n in counts]
            if len(counts) <= OUTCOMES_MOST
            else None,
            "rounds_per_second": self.rounds_per_second,
        }
        if self.cut_card_effect is not None:
            shape["cut_card_effect"] = self.cut_card_effect
        return shape
