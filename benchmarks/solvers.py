"""Exact solution of hold'em games against the dealer: every thirtieth of the 1,755 classes of flops."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Case
from pitboss.cardplay.holdem.rules import HoldemRules, flop_classes
from pitboss.cardplay.holdem.solution import solve_flop
from pitboss.sheets import sheet
from pitboss.table_games.down_under_holdem.solve import rules_of
from pitboss.table_games.ultimate_texas_holdem import solve as ultimate

EVERY = 30


def flops_case(rules: HoldemRules) -> Case:
    flops = [flop for flop, _ in flop_classes()[::EVERY]]

    def run() -> int:
        for flop in flops:
            solve_flop(rules, flop)
        return len(flops)

    return Case("exact solution", rules.name, "flops", run)


def cases() -> Iterator[Case]:
    yield flops_case(rules_of(sheet("down-under-holdem").tables("main")[0]))
    yield flops_case(ultimate.approved_rules())
