"""Fu Bacc compiled: the same rules as `pitboss.table_games.fu_bacc.rules`, written again for speed.

A round needs six cards: the player's two and hit card, the dealer's up, hole and hit card. The
strategy is a table [smaller value][larger value][up card] of BONUS, STAY, HIT, FOLD.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.compute.jit import inline, njit
from pitboss.core.errors import BadInput
from pitboss.sheets import PayTable, sheet
from pitboss.simulator.kernel import CompiledDealer, in_cents, whole_unit
from pitboss.simulator.kernels import deal
from pitboss.table_games.fu_bacc import solve as exact

BONUS, STAY, HIT, FOLD = range(4)

MAIN, LUCKY_MONKEY, TIE, BOTH = range(4)
"""what is counted: Ante and Play, one side wager, or Ante, Play and Tie together"""

VALUE = np.array([v for v in (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1) for _ in range(4)], np.uint8)
MOD10 = np.array([n % 10 for n in range(30)], np.uint8)

HIGHER, TIED, LOWER, FOLDED, NATURAL_9, NATURAL_8, RESCUE = range(7)
"""places in `main_pays`"""


@inline
def round_net(a, b, third, up, hole, dealer_third, wager, strategy, main_pays, monkey_pays, tie_pays):
    low = min(a, b)
    high = max(a, b)
    if wager == LUCKY_MONKEY:
        return monkey_pays[up] if high == 0 else monkey_pays[10]
    total = MOD10[a + b]
    dealer = MOD10[up + hole]
    if dealer < 6:
        dealer = MOD10[dealer + dealer_third]
    action = strategy[low, high, up]
    if action == HIT:
        total = MOD10[total + third]
    net = tie_pays[0] if total == dealer else tie_pays[1]
    if wager == TIE:
        return net
    if wager == MAIN:
        net = 0
    if action == FOLD:
        return net + main_pays[FOLDED]
    if action == BONUS:
        if total == 9:
            return net + main_pays[NATURAL_9]
        return net + (main_pays[NATURAL_8] if total == 8 else main_pays[RESCUE])
    if total > dealer:
        return net + main_pays[HIGHER]
    return net + (main_pays[TIED] if total == dealer else main_pays[LOWER])


@njit
def play(state, rounds, wager, strategy, main_pays, monkey_pays, tie_pays):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = VALUE.copy()
    for i in range(rounds):
        deal(state, deck, 52, 6)
        out[i] = round_net(
            deck[0], deck[1], deck[2], deck[3], deck[4], deck[5],
            wager, strategy, main_pays, monkey_pays, tie_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(orders, wager, strategy, main_pays, monkey_pays, tie_pays):
    """The same for given orders of cards: rows of the first six cards of a one-spot round."""
    rounds = orders.shape[0]
    out = np.empty(rounds, np.int64)
    for i in range(rounds):
        o = orders[i]
        out[i] = round_net(
            VALUE[o[0]], VALUE[o[1]], VALUE[o[2]], VALUE[o[3]], VALUE[o[4]], VALUE[o[5]],
            wager, strategy, main_pays, monkey_pays, tie_pays,
        )  # fmt: skip
    return out


# For the simulator: pay tables and strategy as the small arrays the kernel takes.

WAGER_CODES = {"main": MAIN, "lucky-monkey": LUCKY_MONKEY, "tie": TIE}
ACTION_CODES = {
    "bonus": BONUS, "stay": STAY, "hit": HIT, "fold": FOLD,
}  # fmt: skip
BY_LETTER = {letter: action for action, letter in exact.CODES.items()}


@dataclass(frozen=True)
class FuBaccDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents of a `unit_cents` wager."""

    compiled = play, play_orders

    unit_cents: int
    wager: int
    strategy: NDArray[np.uint8]
    main_pays: NDArray[np.int64]
    monkey_pays: NDArray[np.int64]
    tie_pays: NDArray[np.int64]

    def arguments(self) -> tuple[Any, ...]:
        return self.wager, self.strategy, self.main_pays, self.monkey_pays, self.tie_pays


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
            plan = np.full((10, 10, 10), STAY, np.uint8)
        elif strategy == "optimal":
            plan = _plan(pays, tables["tie"] if joint else None)
        else:
            plan = read_plan(Path(strategy))
        unit = whole_unit(*tables.values())
        return FuBaccDealer(
            unit_cents=unit,
            wager=BOTH if joint else WAGER_CODES[query.wager],
            strategy=plan,
            main_pays=in_cents(
                [
                    pays.higher,
                    pays.tie,
                    pays.lower,
                    pays.fold,
                    *(pays.bonus[n] for n in ("natural-9", "natural-8", "rescue")),
                ],
                unit,
            ),
            monkey_pays=in_cents(
                [_monkey_net(tables["lucky-monkey"], up) for up in range(10)] + [Fraction(-1)], unit
            ),
            tie_pays=in_cents([tables["tie"].net("tie"), Fraction(-1)], unit),
        )


def _monkey_net(table: PayTable, up: int) -> Fraction:
    return table.net(f"monkeys-{up}" if up >= 6 else "monkeys-0-5")


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
