"""Fu Bacc for the simulator: pay tables and strategy as the small arrays the kernel takes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable, sheet
from pitboss.compute.streams import stream
from pitboss.edge import fu_bacc as exact
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.simulate.kernels import fu_bacc as compiled

WAGER_CODES = {"main": compiled.MAIN, "lucky-monkey": compiled.LUCKY_MONKEY, "tie": compiled.TIE}
ACTION_CODES = {
    "bonus": compiled.BONUS, "stay": compiled.STAY, "hit": compiled.HIT, "fold": compiled.FOLD,
}  # fmt: skip
BY_LETTER = {letter: action for action, letter in exact.CODES.items()}


@dataclass(frozen=True)
class FuBaccDealer:
    """Everything a chunk of rounds needs, in cents of a `unit_cents` wager."""

    unit_cents: int
    wager: int
    strategy: NDArray[np.uint8]
    main_pays: NDArray[np.int64]
    monkey_pays: NDArray[np.int64]
    tie_pays: NDArray[np.int64]

    def _tables(self) -> tuple[Any, ...]:
        return self.wager, self.strategy, self.main_pays, self.monkey_pays, self.tie_pays

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        nets: NDArray[np.int64] = compiled.play(stream(seed, chunk), rounds, *self._tables())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of one-spot rounds dealt from given orders of cards."""
        nets: NDArray[np.int64] = compiled.play_orders(orders, *self._tables())
        return nets


class FuBaccKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> FuBaccDealer:
        tables = {w: sheet(exact.GAME).tables(w)[0] for w in WAGER_CODES}
        if query.pay_table is not None:
            tables[query.wager] = query.pay_table
        setting = query.settings.get("with", "main")
        joint = query.wager == "tie" and setting == "joint"
        pays = exact.Pays.of(tables["main"])
        if query.wager == "tie" and setting == "alone":
            plan = np.full((10, 10, 10), compiled.STAY, np.uint8)
        elif strategy == "optimal":
            plan = _plan(pays, tables["tie"] if joint else None)
        else:
            plan = read_plan(Path(strategy))
        unit = 100 * _denominator(tables)
        return FuBaccDealer(
            unit_cents=unit,
            wager=compiled.BOTH if joint else WAGER_CODES[query.wager],
            strategy=plan,
            main_pays=_cents(
                [
                    pays.higher,
                    pays.tie,
                    pays.lower,
                    pays.fold,
                    *(pays.bonus[n] for n in ("natural-9", "natural-8", "rescue")),
                ],
                unit,
            ),
            monkey_pays=_cents(
                [_monkey_net(tables["lucky-monkey"], up) for up in range(10)] + [Fraction(-1)], unit
            ),
            tie_pays=_cents([tables["tie"].net("tie"), Fraction(-1)], unit),
        )


def _monkey_net(table: PayTable, up: int) -> Fraction:
    return table.net(f"monkeys-{up}" if up >= 6 else "monkeys-0-5")


def _denominator(tables: dict[str, PayTable]) -> int:
    """The smallest wager on which every pay is whole cents."""
    return lcm(*(table.net(line.hand).denominator for table in tables.values() for line in table.lines))


def _cents(nets: list[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


def _plan(pays: exact.Pays, tie: PayTable | None) -> NDArray[np.uint8]:
    plan = np.zeros((10, 10, 10), np.uint8)
    for state, _ in exact.states():
        plan[state] = ACTION_CODES[exact.choose(state, pays, tie)]
    return plan


def read_plan(path: Path) -> NDArray[np.uint8]:
    """A strategy as `pitboss strategy fu-bacc --json` prints it, perhaps edited: its first chart."""
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
        rows = {int(row["row"]): row["cells"] for row in shape["grids"][0]["rows"]}
        plan = np.zeros((10, 10, 10), np.uint8)
        for (first, second, up), _ in exact.states():
            action = BY_LETTER[rows[(first + second) % 10][up]]
            if action not in exact.legal((first, second, up)):
                action = "stay"
            plan[first, second, up] = ACTION_CODES[action]
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise BadInput(
            f"{path} is not a Fu Bacc strategy: {type(error).__name__} {error}.",
            accepted="`optimal`, or a file as `pitboss strategy fu-bacc --json` writes it",
        ) from None
    return plan


KERNEL = FuBaccKernel()
