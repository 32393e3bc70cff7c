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
from pitboss.core.shown import Page, Shows, frame, percent, titled
from pitboss.rounds.config import EVERY_ROUND
from pitboss.simulate.kernel import CHUNK_ROUNDS, Dealer, kernel_of
from pitboss.simulate.run import Run

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
    pay_table: str | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    strategy: str | None = None,
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


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Shows):
    """What a run found, in units of the first wager, beside the exact edge."""

    question: SimulationQuery
    run: Run
    exact_result: EdgeResult | None = None
    rounds_per_second: float = 0.0

    @property
    def rounds(self) -> int:
        return self.run.rounds

    @property
    def mean(self) -> float:
        """The player's mean net result of a round."""
        return self.run.totals.tally.mean(self.question.dealer.unit_cents)

    @property
    def house_edge(self) -> float:
        return -self.mean

    @property
    def standard_error(self) -> float:
        return self.run.totals.tally.standard_error(self.question.dealer.unit_cents)

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
    def nets(self) -> NDArray[np.int64]:
        """The player's net of every round in cents, dealt again: eight bytes a round."""
        whole, rest = divmod(self.rounds, CHUNK_ROUNDS)
        sizes = [CHUNK_ROUNDS] * whole + [rest] * bool(rest)
        deal, seed = self.question.dealer.nets, self.run.seed
        return np.concatenate([deal(seed, chunk, size) for chunk, size in enumerate(sizes)])

    def frame(self, kind: str | None = None) -> Any:
        """The results met, as a polars or pandas frame: net per unit of the first wager, count."""
        unit = self.question.dealer.unit_cents
        met = sorted(self.run.totals.tally.counts.items(), reverse=True)
        return frame([{"net": net / unit, "count": count} for net, count in met], kind)

    def page(self) -> Page:
        about = self.question.about
        low, high = self.run.totals.tally.interval(self.question.dealer.unit_cents)
        spread = f" ± {percent(self.standard_error)}" if self.rounds > 1 else ""
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
        tally, unit = self.run.totals.tally, self.question.dealer.unit_cents
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
            "confidence_95": [-high, -low],
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
