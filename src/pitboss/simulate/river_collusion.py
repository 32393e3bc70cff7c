"""Ultimate Texas Hold'em with neighbours' cards known (see `collusion`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.compute.streams import stream
from pitboss.edge.holdem.rules import HoldemRules, Showdown
from pitboss.edge.holdem.solve import DEALS, Solution
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.symmetry import hole_class
from pitboss.edge.holdem.ultimate import GAME, rules_of
from pitboss.errors import BadInput
from pitboss.poker.hands import Category
from pitboss.simulate.collusion import Collusion, plays_at_flop
from pitboss.simulate.kernels import river_collusion as compiled

Ints = NDArray[np.int64]

MOST_NEIGHBOURS: Final = 6
"""a table of seven spots (UT-01)"""


@dataclass(frozen=True, slots=True)
class TableTask:
    """The player's two cards, and those of the neighbours that are known."""

    rules: HoldemRules
    hole: tuple[int, int]
    known: tuple[int, ...]

    @property
    def left(self) -> Ints:
        return np.array([c for c in range(52) if c not in self.hole + self.known], np.int64)

    @property
    def deals(self) -> int:
        """Dealer's holes and runouts after each flop."""
        many = len(self.left)
        return comb(many - 3, 2) * comb(many - 5, 2)


def flop_nets(task: TableTask) -> Ints:
    """Summed nets by flop and part (see the kernel)."""
    cards = np.array([c for c in range(52) if c not in task.hole], np.int64)
    dead = np.isin(cards, task.known)
    rules = task.rules
    nets: Ints = compiled.nets_by_flop(
        *task.hole,
        cards,
        dead,
        result_nets(rules),
        rules.scaled_fold,
        rules.river_times,
        rules.qualifies_from,
    )
    return nets


def result_nets(rules: HoldemRules) -> Ints:
    """By the player's hand, whether the dealer qualifies, result and part, in the solver's integers."""
    assert rules.unqualified is not None
    sides = (rules.unqualified, (rules.base, rules.play))
    return np.array(
        [[[[_scaled(rules, net) for net in nets] for nets in zip(*(_nets(part, kind) for part in side), strict=True)]
          for side in sides] for kind in Category],
        np.int64,
    )  # fmt: skip


def _nets(showdown: Showdown, kind: Category) -> tuple[Fraction, Fraction, Fraction]:
    return showdown.win.get(kind, showdown.other), showdown.tie, showdown.lose


def _scaled(rules: HoldemRules, net: Fraction) -> int:
    scaled = net * rules.scale
    assert scaled.denominator == 1
    return int(scaled)


def gains(solution: Solution, task: TableTask, nets: Ints) -> tuple[float, float, float]:
    """What the neighbours' cards add: on the river alone, from the flop on, and for all three decisions."""
    rules = solution.rules
    at_flop = nets[:, compiled.BASE] + rules.flop_times * nets[:, compiled.PLAY]
    plays = plays_at_flop(solution, task.hole, task.left)[:, 0]
    before = int(solution.choices()[hole_class(*task.hole), 0])
    if before:
        played = _before_flop(nets, before)
        alone, river, flop = played, played, played
    else:
        alone = int(np.where(plays, at_flop, nets[:, compiled.ALONE]).sum())
        river = int(np.where(plays, at_flop, nets[:, compiled.INFORMED]).sum())
        flop = int(np.maximum(at_flop, nets[:, compiled.INFORMED]).sum())
    best = max(
        int(np.maximum(at_flop, nets[:, compiled.INFORMED]).sum()),
        *(_before_flop(nets, times) for times in rules.before_flop),
    )
    unit = rules.scale * task.deals * len(nets)
    return (river - alone) / unit, (flop - alone) / unit, (best - alone) / unit


def _before_flop(nets: Ints, times: int) -> int:
    return int((nets[:, compiled.BASE] + times * nets[:, compiled.PLAY]).sum())


def table_task(rules: HoldemRules, neighbours: int, seed: int, number: int) -> TableTask:
    dice = np.random.Generator(np.random.PCG64(stream(seed, number).tolist()))
    one, other, *known = (int(card) for card in dice.choice(52, 2 + 2 * neighbours, replace=False))
    return TableTask(rules, (one, other), tuple(known))


def exposure(
    table: PayTable,
    draws: int,
    seed: int,
    neighbours: int = 1,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Collusion:
    """The gain over `draws` random draws of holes; each takes some seconds."""
    if draws < 2:
        raise BadInput(f"{draws} draws of holes give no standard error.", accepted="two or more")
    if not 1 <= neighbours <= MOST_NEIGHBOURS:
        raise BadInput(
            f"{neighbours} neighbours cannot sit at a table of seven spots (UT-01).",
            accepted=f"1 to {MOST_NEIGHBOURS}",
        )
    rules = rules_of(table)
    solution, _ = solution_of(rules)
    tasks = [table_task(rules, neighbours, seed, number) for number in range(draws)]
    found = (engine or LocalEngine()).map(flop_nets, tasks, progress)
    added = np.array([gains(solution, task, nets) for task, nets in zip(tasks, found, strict=True)])
    means, errors = added.mean(axis=0).tolist(), (added.std(axis=0, ddof=1) / np.sqrt(draws)).tolist()
    return Collusion(
        GAME, "main", table.id, draws, seed, solution.worth() / rules.scale / DEALS,
        means[1], errors[1], means[2], errors[2], neighbours, means[0], errors[0],
    )  # fmt: skip
