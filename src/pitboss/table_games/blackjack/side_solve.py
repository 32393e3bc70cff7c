"""The exact solver of every game that is a sheet on blackjack: each side wager by the cards that decide it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from pitboss.analysis.jackpot_edges import METER_SETTINGS, WAGER_SETTING, jackpot_result
from pitboss.analysis.questions import queries, verdict
from pitboss.analysis.report import EdgeResult, PricedChoice, lines_of, outcomes_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, players, rule_settings
from pitboss.cardplay.blackjack import choices
from pitboss.cardplay.blackjack.side_counts import Counts, count, full_shoe, lookup_of
from pitboss.rounds.round import Round
from pitboss.sheets import Published, sheet

SPOTS_CLAUSE: Final = "BJ-12"


class SideWagerSolver(BaseSolver):
    def __init__(self, game: str) -> None:
        self.game = game  # type: ignore[misc]

    def settings(self, wager: str) -> tuple[Setting, ...]:
        found = (*rule_settings(self.game), players(SPOTS_CLAUSE))
        rules = sheet(self.game)
        if wager != rules.jackpot:
            return found
        meters = {name for table in rules.tables(wager) for name in table.meters}
        return (*found, *(s for s in METER_SETTINGS if s.name in meters), WAGER_SETTING)

    def counts(self, query: Query) -> Counts:
        places = sheet(self.game).decided_by(query.wager)
        decks = query.settings.number("decks")
        return count(lookup_of(query.table, places), full_shoe(decks), len(query.table.lines))

    def answer(self, query: Query) -> EdgeResult:
        rules, table = sheet(self.game), query.table
        found = self.counts(query)
        chances = found.chances(table)
        if query.wager == rules.jackpot:
            result = jackpot_result(self, query, chances)
        else:
            lines = lines_of(table, chances)
            result = replace(
                self.result(query, outcomes_of(lines, table.otherwise_net), query.wager), lines=lines
            )
        lines_many, every = found.combinations
        by_line = dict(zip((*(line.hand for line in table.lines), "no line"), lines_many, strict=True))
        notes = [*result.notes]
        decks = query.settings.number("decks")
        if not table.for_decks(decks):
            notes.append(
                f"The sheet has this table for {said_decks(table.decks)} only; with {decks} for analysis."
            )
        extra = {**result.extra, "combinations": every, "combinations_of_line": by_line}
        return replace(result, extra=extra, notes=tuple(notes))

    def audit_note(self, figure: Published, result: EdgeResult) -> str:
        """Of a figure that does not agree: what the cards give, and whether another shoe would give it."""
        if figure.line or verdict(figure, result.house_edge) == "agrees":
            return ""
        counts = result.extra["combinations_of_line"]
        told = ", ".join(f"{line.replace('-', ' ')} {n:,}" for line, n in counts.items())
        least, most = sheet(self.game).decks
        fitting = []
        for decks in range(least, most + 1):
            (query,) = queries(self.game, figure.wager, figure.pay_table, {"decks": str(decks)})
            if verdict(figure, self.answer(query).house_edge) == "agrees":
                fitting.append(decks)
        elsewhere = (
            f"a shoe of {fitting[0]} decks gives it"
            if fitting
            else f"no shoe of {least} to {most} decks gives it"
        )
        return (
            f"Of {result.extra['combinations']:,} combinations: {told}; that is {float(result.house_edge):.4%}, and "
            f"{elsewhere}."
        )

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """Side wagers ask nothing; what is asked is blackjack."""
        return choices.advise(round, spot)


def said_decks(decks: tuple[int, int] | None) -> str:
    least, most = decks or (1, 8)
    return f"{least} to {most} decks" if least < most else f"{least} deck{'s' * (least > 1)}"


@cache
def made(game: str) -> SideWagerSolver:
    return SideWagerSolver(game)
