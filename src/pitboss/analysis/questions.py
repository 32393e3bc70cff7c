"""From what a person asks for to complete, checked questions; the answers beside the published figures; the audit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from pitboss.analysis.report import Asked, EdgeResult, PricedChoice, Strategy, decimal, exact
from pitboss.analysis.solutions import keep_answers, kept_answers, question_of
from pitboss.analysis.solver import NO_TABLE, Query, Settings, Solver, solver_of, told
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput, did_you_mean, unknown
from pitboss.sheets import PayTable, Published, game_ids, load_pay_table_file, sheet
from pitboss.sheets.plugins import outside_games

if TYPE_CHECKING:
    from pitboss.rounds.events import Decision
    from pitboss.rounds.round import Round

ARGUMENTS: Final = (
    "count", "fresh", "fresh_shoe", "hand", "keep", "max_deviation", "max_prize", "min_hit", "pay_table",
    "pay_table_file", "rounds", "seed", "strategy", "target_deviation", "target_edge", "to", "wager",
)  # fmt: skip
"""what the library's functions take beside settings: whoever mistypes one has named a setting that is none"""


class How(TypedDict, total=False):
    """How a question is to be answered."""

    fresh: bool
    progress: Progress
    engine: Engine


def queries(
    game: str,
    wager: str | None = None,
    pay_table: str | PayTable | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    **how: Unpack[How],
) -> list[Query]:
    """One query for every wager and pay table asked for; without a name, all of them."""
    rules = sheet(game)
    solver = solver_of(game)
    given = dict(settings or {})
    if wager is None and len(rules.analysed) == 1:
        wager = rules.analysed[0]
    wagers = rules.analysed if wager is None else (wager,)
    refuse_unknown(solver, rules.name, wagers, given)
    if pay_table_file and pay_table is not None:
        raise BadInput(
            f"Pay table {pay_table!r}, or the one in {pay_table_file.name}?", accepted="one of the two"
        )
    if pay_table_file and not wager:
        raise BadInput("A pay-table file needs to know its wager.", accepted="--wager with --pay-table-file")
    found = [
        Query(name, table, _settings(solver, name, table, given), **how)
        for name in wagers
        for table in _tables(game, name, pay_table, pay_table_file, several=wager is None)
    ]
    if not found:
        known = dict.fromkeys(t.id for t in rules.pay_tables)
        raise unknown(f"{rules.name} has no pay table {pay_table!r}.", str(pay_table), known)
    return found


def _settings(solver: Solver, wager: str, table: PayTable | None, given: Mapping[str, str]) -> Settings:
    """Complete; a pay table for other shoes than the usual one has, unless somebody says so, the nearest of its own."""
    known = solver.settings(wager)
    usual = next((int(s.default) for s in known if s.name == "decks"), None)
    if table is not None and table.decks and usual is not None and "decks" not in given:
        least, most = table.decks
        given = {**given, "decks": str(min(max(usual, least), most))}
    return Settings.complete(known, given)


def usual_table(game: str, wager: str) -> str | None:
    """The pay table that is meant where one is wanted and none is named: the one a new table of the game has."""
    rules = sheet(game)
    return rules.usual_table(wager).id if rules.tables(wager) else None


def one_query(
    game: str,
    wager: str | None = None,
    pay_table: str | PayTable | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    **how: Unpack[How],
) -> Query:
    """One question; without a name the game's first wager, and the wager's usual table."""
    chosen = sheet(game).analysed[0] if wager is None else wager
    if pay_table is None and pay_table_file is None:
        pay_table = usual_table(game, chosen)
    return queries(game, chosen, pay_table, settings, pay_table_file, **how)[0]


def answers(
    game: str,
    wager: str | None = None,
    pay_table: str | PayTable | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    **how: Unpack[How],
) -> list[EdgeResult]:
    """The answer to every query; a question asked before is not computed again, unless `fresh`."""
    if isinstance(pay_table, PayTable):
        return [solve(game, query) for query in queries(game, wager, pay_table, settings, **how)]
    question = question_of(game, wager, pay_table, settings)
    if not how.get("fresh") and (known := kept_answers(question, pay_table_file)) is not None:
        return [replace(result, asked=_asked(result, settings or {}, pay_table_file)) for result in known]
    found = [solve(game, query) for query in queries(game, wager, pay_table, settings, pay_table_file, **how)]
    keep_answers(question, pay_table_file, found)
    return found


def _asked(result: EdgeResult, settings: Mapping[str, str], file: Path | None) -> Asked:
    table = None if file or result.pay_table == NO_TABLE else result.pay_table
    return Asked(table, dict(settings), file)


def _tables(
    game: str, wager: str, pay_table: str | PayTable | None, file: Path | None, several: bool
) -> tuple[PayTable | None, ...]:
    rules = sheet(game)
    if isinstance(pay_table, PayTable):
        if pay_table.wager != wager:
            raise BadInput(
                f"This pay table is one of {pay_table.wager}, not of {wager}.", accepted="the wager's own"
            )
        return (pay_table,)
    if file:
        return (load_pay_table_file(file, game, wager),)
    known = rules.tables(wager)
    if pay_table is None:
        return known or (None,)
    if several:
        return tuple(t for t in known if t.id == pay_table)
    return (rules.pay_table(wager, pay_table),)


def refuse_unknown(solver: Solver, name: str, wagers: tuple[str, ...], given: Mapping[str, str]) -> None:
    """A setting that none of these wagers has."""
    known = {setting.name for wager in wagers for setting in solver.settings(wager)}
    for setting in given:
        if setting not in known:
            raise BadInput(
                f"{name} ({', '.join(wagers)}) has no setting {setting!r}."
                + did_you_mean(setting, (*known, *ARGUMENTS)),
                accepted=", ".join(sorted(known)) or "no settings",
            )


def solve(game: str, query: Query) -> EdgeResult:
    """Ask the game's solver; the answer carries the settings in force and the published figure."""
    solver = solver_of(game)
    result = solver.solve(query)
    settings = {**told(solver, query), **result.settings}
    published, elsewhere = published_for(query, result), elsewhere_for(query, result)
    asked = replace(query, fresh=False, progress=silent, engine=LocalEngine())
    return replace(
        result,
        settings=settings,
        published=published.figure if published else None,
        elsewhere=f"{elsewhere.figure}, {elsewhere.source}" if elsewhere else None,
        asked=asked,
    )


def strategy(game: str, query: Query, hand: str | None = None) -> Strategy:
    found = solver_of(game).strategy(query, hand)
    if hand is not None and found.hand is None:
        raise BadInput(
            f"{sheet(game).name}, {query.wager}: no choice is made with a hand.",
            accepted="the question without it",
        )
    return found


def advise(round: Round, spot: int) -> tuple[PricedChoice, ...]:
    """What each legal choice of a spot is worth in cents, from what that spot may see."""
    return solver_of(round.config.game).advise(round, spot)


def cost_of(options: tuple[PricedChoice, ...], decision: Decision) -> Fraction | None:
    """How much worse than the best choice this one is, in cents; an amount counts as the nearest option. None where
    there is no advice on this choice: what it costs is then not known."""
    chosen = [option for option in options if option.action == decision.action]
    if decision.cards:
        chosen = [option for option in chosen if sorted(option.cards) == sorted(decision.cards)]
    if not chosen:
        return None
    best = max(option.expectation for option in options)
    return best - min(chosen, key=lambda o: abs(o.amount_cents - decision.amount_cents)).expectation


# Which printed figure belongs beside an answer: the one that was printed for its settings, and no other.


def published_for(query: Query, result: EdgeResult) -> Published | None:
    """The figure that the approval prints for this question."""
    return _first(sheet(result.game).published, query, result)


def elsewhere_for(query: Query, result: EdgeResult) -> Published | None:
    """A figure that others have published for this question."""
    return _first(sheet(result.game).elsewhere, query, result)


def _first(figures: Iterable[Published], query: Query, result: EdgeResult) -> Published | None:
    return next((figure for figure in figures if applies(figure, query, result)), None)


def applies(figure: Published, query: Query, result: EdgeResult) -> bool:
    """Whether a figure was printed for this question: for this pay table under these settings, or under others that
    leave the wager exactly as it is, as the dealer's soft 17 leaves War."""
    table = query.pay_table
    if table is None or not table.approved or figure.line:
        return False
    if (figure.wager, figure.pay_table) != (query.wager, table.id):
        return False
    solver = solver_of(result.game)
    printed = Settings.complete(solver.settings(query.wager), {**_how(query, result), **figure.settings})
    if dict(printed) == dict(query.settings):
        return True
    if result.game in outside_games():
        return False  # the rules would have to be played out a second time
    return solver.solve(replace(query, settings=printed, fresh=False)).outcomes == result.outcomes


def _how(query: Query, result: EdgeResult) -> dict[str, str]:
    """Settings that say how an answer is found, not which game it is of."""
    known = solver_of(result.game).settings(query.wager)
    return {s.name: query.settings[s.name] for s in known if s.how}


# The audit: every published figure beside the exact one. `agrees`: the exact edge rounds to the printed figure.
# `rounded`: it is off by no more than one unit of the last printed digit, as after truncation. `disagrees`: anything
# else; the note says what the solver knows about it.


@dataclass(frozen=True, slots=True)
class AuditedFigure:
    game: str
    wager: str
    pay_table: str
    figure: str
    exact: Fraction
    verdict: str
    note: str
    elsewhere: bool = False
    """published by others, and by no approval"""
    line: str = ""
    """the line whose chance it is; none for the house edge"""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            **({"line": self.line} if self.line else {}),
            "elsewhere" if self.elsewhere else "published": self.figure,
            "exact": decimal(self.exact),
            "exact_fraction": exact(self.exact),
            "verdict": self.verdict,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about an approval that is not a number: a slip of its letter, a wager without a figure."""

    game: str
    clause: str
    text: str


def verdict(published: Published, exact: Fraction) -> str:
    off = abs(exact - published.value)
    if off <= published.half_unit:
        return "agrees"
    return "rounded" if off <= 2 * published.half_unit else "disagrees"


def audit(progress: Progress = silent) -> Iterator[AuditedFigure]:
    """Solve every wager with a published figure, in the order of the approvals."""
    return _beside([(game, figure) for game in game_ids() for figure in sheet(game).published], progress)


def audit_elsewhere(
    progress: Progress = silent, games: Iterable[str] | None = None
) -> Iterator[AuditedFigure]:
    """The same for figures that others have published, and no approval."""
    asked = game_ids() if games is None else games
    return _beside([(game, figure) for game in asked for figure in sheet(game).elsewhere], progress)


def _beside(todo: list[tuple[str, Published]], progress: Progress) -> Iterator[AuditedFigure]:
    """Each figure and the exact one under the settings it was printed for."""
    for done, (game, figure) in enumerate(todo):
        progress(done, len(todo))
        (query,) = queries(game, figure.wager, figure.pay_table, figure.settings)
        result = solve(game, query)
        exact = result.house_edge
        if figure.line:
            at = [line.hand for line in query.table.lines].index(figure.line)
            exact = result.lines[at].probability
        yield AuditedFigure(
            game,
            figure.wager,
            figure.pay_table,
            figure.figure,
            exact,
            verdict(figure, exact),
            note_on(game, figure, result),
            bool(figure.source),
            figure.line,
        )
    progress(len(todo), len(todo))


def note_on(game: str, figure: Published, result: EdgeResult) -> str:
    """The sheet's own note, and what the solver has found out about the figure."""
    parts = (figure.source, figure.note, solver_of(game).audit_note(figure, result))
    return " ".join(_sentence(part) for part in parts if part)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:].rstrip(".") + "."


def remarks() -> list[Remark]:
    """Slips of the letters (HR-31), and wagers whose edge the approval does not print."""
    found = []
    for game in game_ids():
        rules = sheet(game)
        if rules.letter is None:
            continue
        for slip in rules.letter.slips:
            found.append(Remark(game, "HR-31", slip))
        silent_tables = [
            f"{table.wager} {table.id}"
            for table in rules.pay_tables
            if rules.published_figure(table.wager, table.id) is None
        ]
        if silent_tables:
            found.append(Remark(game, "HR-31", "No edge is printed for " + ", ".join(silent_tables) + "."))
    return found
