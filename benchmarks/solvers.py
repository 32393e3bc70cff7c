"""Exact solution of hold'em games against the dealer: every thirtieth of the 1,755 classes of flops."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Case
from pitboss.approvals import sheet
from pitboss.edge.holdem import ultimate
from pitboss.edge.holdem.down_under import rules_of
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import solve_flop
from pitboss.edge.holdem.symmetry import flop_classes

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
