"""Any game's solver, from its rules alone: exact where the rounds can all be played, else honestly sampled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.general import tasks
from pitboss.analysis.general.cards import TooManyWays
from pitboss.analysis.general.contract import check_outside
from pitboss.analysis.general.explore import AND, UNIT_CENTS
from pitboss.analysis.general.tally import Solved, advice, charts, first_decisions, hand_options, summary
from pitboss.analysis.general.tasks import Forecast, Spec, explore, explored_before, forecast, words
from pitboss.analysis.report import EdgeResult, PricedChoice, PricedLine, Situation, Strategy, lines_of
from pitboss.analysis.solver import BaseSolver, Query, Setting, Settings, rule_settings
from pitboss.compute import announce
from pitboss.core.errors import BadInput
from pitboss.core.odds import ForOne, PercentOfMeter, ToOne
from pitboss.rounds.round import Round
from pitboss.sheets import RuleSheet, Wager, sheet
from pitboss.sheets.plugins import folders, outside_games, when_plugins_change

METHOD = Setting(
    "method",
    "auto",
    ("auto", "exact", "simulated"),
    meaning="every round through the rules, or a sample of them; auto: exact where it is within reach",
    how=True,
)
MOST_DEALS = Setting(
    "most_deals", "5000000", kind="integer", meaning="rounds that may be played for an exact answer", how=True
)
ROUNDS = Setting("rounds", "2000", kind="integer", meaning="rounds of a sample", how=True)
PLAYED_FOR = Setting(
    "played_for",
    "main",
    ("main", "itself"),
    meaning="whether a bonus rides along while the main game is played well, or is itself played for",
)
WORTH_SAYING_S = 3.0
"""work that somebody is told of before it begins"""
HINTS_MOST_DEALS = 60_000
"""a hint at the table waits for no more than this; what was solved before it has at once"""


class GeneralSolver(BaseSolver):
    """Solves any game that has a sheet and a procedure."""

    def __init__(self, game: str) -> None:
        self.game = game  # type: ignore[misc]

    @property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    def settings(self, wager: str) -> tuple[Setting, ...]:
        own = (METHOD, MOST_DEALS, ROUNDS)
        rules = tuple(s for s in rule_settings(self.game) if s.name not in {o.name for o in own})
        return (*rules, *own) if wager == self.sheet.analysed[0] else (*rules, PLAYED_FOR, *own)

    # questions

    def spec(self, query: Query, *, for_main: bool = False) -> Spec:
        """What is laid, measured and played for."""
        rules = self.sheet
        measured = [w for w in rules.wagers if w.of == query.wager]
        if not measured:
            raise BadInput(f"{rules.name} has no wager {query.wager!r}.", accepted=", ".join(rules.analysed))
        main = rules.base or rules.analysed[0]
        played = [w.id for w in rules.wagers if w.of == main] if for_main else [w.id for w in measured]
        options = {o.name: query.settings[o.name] for o in rules.options if o.name in query.settings}
        tables = [] if query.pay_table is None else [query.pay_table]
        return Spec(
            self.game,
            tuple(sorted(options.items())),
            tuple(tables),
            tuple(stakes(rules, measured).items()),
            tuple(w.id for w in measured),
            tuple(played),
            folders=folders(),
        )

    def solved(self, query: Query) -> tuple[Solved, Spec, str]:
        """Explored; a bonus whose own questions matter is played for the main game, unless for itself."""
        spec = self.spec(query)
        found = self._explored(spec, query)
        rides = query.wager != self.sheet.analysed[0] and query.settings.get("played_for") == "main"
        if rides and not self._raises(query.wager) and found[0].decisions_matter():
            spec = self.spec(query, for_main=True)
            found = self._explored(spec, query)
        return found[0], spec, found[1]

    def _raises(self, wager: str) -> bool:
        """Whether the wager has decisions of its own, such as a raise."""
        return any(w.placed == "later" for w in self.sheet.wagers if w.of == wager)

    def _explored(self, spec: Spec, query: Query) -> tuple[Solved, str]:
        check_outside(self.game)
        most = query.settings.number("most_deals")
        if not query.fresh and (known := explored_before(spec)) and known.deals <= most:
            return Solved(known, spec.explorer.pack.size), "cached"
        ahead = forecast(spec)
        if ahead.deals > most:
            raise OutOfReach(self.sheet.name, query.wager, ahead, most)
        if ahead.seconds > WORTH_SAYING_S:
            announce(query.progress, f"{self.sheet.name}, {query.wager}: {ahead}, through its own rules.")
        try:
            tally, source = explore(spec, query.engine, query.progress, ahead.seconds, query.fresh)
        except TooManyWays as error:
            raise OutOfReach(self.sheet.name, query.wager, ahead, most, str(error)) from None
        return Solved(tally, spec.explorer.pack.size), source

    def seconds(self, query: Query) -> float:
        return forecast(self.spec(query)).seconds

    # answers

    def answer(self, query: Query) -> EdgeResult:
        method = query.settings["method"]
        if method == "simulated":
            return self.sampled(query)
        try:
            solved, spec, source = self.solved(query)
        except OutOfReach as far:
            if method == "exact":
                raise
            found = self.sampled(query)
            return replace(found, notes=(*found.notes, far.what))
        unit = self.unit(spec, query.wager)
        outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        lines: defaultdict[str, Fraction] = defaultdict(Fraction)
        action = Fraction(0)
        for (_, _, net, staked, line), chance in solved.total().items():
            outcomes[Fraction(net) / unit] += chance
            lines[line] += chance
            action += chance * staked / unit
        found = self.result(query, dict(outcomes), self._per(query.wager))
        return replace(
            found,
            action=action,
            lines=self._lines(query, lines),
            extra={
                "deals": solved.tally.deals,
                "questions": len(solved.tally.questions),
                **self._unreached(query, lines),
                **self._meters(query, lines),
            },
            notes=(
                f"From the rules themselves: {solved.tally.deals:,} rounds through the game's own procedure, "
                + (
                    f"every answer to {len(solved.tally.questions):,} questions, the best by what the player sees."
                    if solved.tally.questions
                    else "by the cards that settle the wager; nothing is to be decided."
                ),
            ),
            source=source,
        )

    def _unreached(self, query: Query, chances: Mapping[str, Fraction]) -> dict[str, str]:
        """Of rules under way: lines of the pay table that no round came to, and results on no line, which lose. Either
        is often a name written in two ways."""
        table = query.pay_table
        if table is None or self.game not in outside_games():
            return {}
        met = {name for lines in chances for name in lines.split(AND)}
        never = ", ".join(line.hand for line in table.lines if line.hand not in met)
        other = ", ".join(sorted(name for name in met if name and name not in table.by_hand))
        if never:
            instead = f"; rounds ended with {other}, which the pay table does not have" if other else ""
            return {"unreached": f"no round ended with {never}{instead}"}
        return {"on_no_line": f"{other}: not in the pay table, counted as lost"} if other else {}

    def _meters(self, query: Query, chances: Mapping[str, Fraction]) -> dict[str, str]:
        """What a meter pays is no multiple of the wager, and is left to the reader."""
        told = []
        for line in query.pay_table.lines if query.pay_table else ():
            if isinstance(line.pays, PercentOfMeter):
                hit = sum((p for lines, p in chances.items() if line.hand in lines.split(AND)), Fraction(0))
                less = hit * line.pays.share
                told.append(
                    f"{line.hand} pays {line.pays} and is counted as lost; a meter of N times the wager lowers "
                    f"the edge by N times {less} ({float(less):.4g})"
                )
        return {"meters": "; ".join(told)} if told else {}

    def _lines(self, query: Query, chances: Mapping[str, Fraction]) -> tuple[PricedLine, ...]:
        """Of a wager with one place on the layout and fixed odds on every line."""
        table = query.pay_table
        one_place = sum(w.of == query.wager for w in self.sheet.wagers) == 1
        if table is None or not one_place or not set(chances) & set(table.by_hand):
            return ()
        fixed = all(isinstance(line.pays, ToOne | ForOne) for line in table.lines)
        return lines_of(table, chances) if fixed else ()

    def _per(self, wager: str) -> str:
        first = next(w.id for w in self.sheet.wagers if w.of == wager)
        return self.sheet.per if wager == self.sheet.analysed[0] else first

    def unit(self, spec: Spec, wager: str) -> int:
        return dict(spec.stakes)[
            next(w.id for w in self.sheet.wagers if w.of == wager and w.placed != "later")
        ]

    def sampled(self, query: Query) -> EdgeResult:
        check_outside(self.game)
        rides = query.wager != self.sheet.analysed[0] and query.settings.get("played_for") == "main"
        spec = self.spec(query, for_main=rides and not self._raises(query.wager))
        unit = self.unit(spec, query.wager)
        found = tasks.sample(spec, query.settings.number("rounds"), unit, query.engine, query.progress)
        return replace(
            self.result(query, found.outcomes, self._per(query.wager)),
            method="simulated",
            action=found.action,
            outcomes_exact=False,
            standard_error=found.standard_error,
            extra={
                "rounds": found.rounds,
                "confidence_95": [f"{found.low:.9f}", f"{found.high:.9f}"],
                "given_away_at_most": f"{found.given_away:.9f}",
            },
            notes=found.notes,
        )

    # play

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        solved, spec, _ = self.solved(query)
        unit = self.unit(spec, query.wager)
        if not solved.tally.questions or not solved.decisions_matter():
            return self.no_decision(query)
        found = self.play(query, *summary(solved, unit))
        texts = words(spec)
        priced = () if hand is None else hand_options(solved, spec.explorer.pack, hand, unit)
        options = tuple(replace(one, text=texts.get(one.action, one.text)) for one in priced)
        return replace(found, grids=charts(self.sheet.name, solved, texts), hand=hand, options=options)

    def situations(self, query: Query) -> Iterator[Situation]:
        """Of a wager that is played for itself: riding along, its answers are worth what they bring another one."""
        try:
            solved, spec, _ = self.solved(query)
        except OutOfReach:
            return iter(())
        if spec.played != spec.measured or not solved.decisions_matter():
            return iter(())
        return first_decisions(solved, words(spec), self.unit(spec, query.wager))

    def advise(self, round: Round, spot: int) -> tuple[PricedChoice, ...]:
        """From what the spot sees, as if it sat alone; nothing where that would take long."""
        if round.asked(spot) is None:
            return ()
        if not all(table.approved for table in round.config.tables.values()):
            return ()  # hints are found by the names of pay tables
        known = _hints(
            self.game,
            tuple(sorted(round.config.options.items())),
            tuple(sorted(round.config.pay_tables.items())),
        )
        if known is None:
            return ()
        solved, spec = known
        return advice(solved, spec.explorer.pack, round, spot, self.sheet.per, UNIT_CENTS)


@lru_cache(maxsize=16)
def _hints(
    game: str, options: tuple[tuple[str, str], ...], tables: tuple[tuple[str, str], ...]
) -> tuple[Solved, Spec] | None:
    """A table's main game solved once for its hints, if that is quick or has been done for its edge or strategy."""
    from pitboss.analysis.questions import queries

    solver, wager = GeneralSolver(game), sheet(game).analysed[0]
    settings = {name: value for name, value in options if name in {s.name for s in solver.settings(wager)}}
    (query,) = queries(game, wager, dict(tables).get(wager), settings)
    if not explored_before(solver.spec(query)):
        few = Settings({**query.settings, "most_deals": str(HINTS_MOST_DEALS)})
        query = replace(query, settings=few)
    try:
        solved, spec, _ = solver.solved(query)
    except BadInput:
        return None
    return solved, spec


when_plugins_change(_hints.cache_clear)


def stakes(rules: RuleSheet, measured: list[Wager]) -> dict[str, int]:
    """One unit on every wager that opens a round, and on those that are measured."""
    found = {}
    for wager in rules.wagers:
        if wager.placed == "first" or (wager in measured and wager.placed == "optional"):
            found[wager.id] = min(UNIT_CENTS, wager.most_cents or UNIT_CENTS)
    return found


class OutOfReach(BadInput):
    """More rounds than may be played."""

    kind = "out-of-reach"

    def __init__(self, name: str, wager: str, ahead: Forecast, most: int, hand: str = "") -> None:
        self.what = (
            f"An exact answer for {name}, {wager}, would take {ahead}"
            + (f" ({hand} at once)" if hand else "")
            + f"; {most:,} may be played."
        )
        super().__init__(self.what, accepted="--set method=simulated, or a larger --set most_deals=N")
