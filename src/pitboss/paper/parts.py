"""The parts of a packet: rules, numbers, play, jackpots, house way, simulation, dealt rounds, versions."""

from __future__ import annotations

import hashlib
import platform
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import metadata
from itertools import combinations
from math import lcm, sqrt
from pathlib import Path
from typing import Any, Final

import pitboss
from pitboss.analysis.jackpot_edges import METER_SETTINGS
from pitboss.analysis.questions import advise, queries, solve
from pitboss.analysis.report import FREQUENCY, EdgeResult, PricedChoice, Situation, exact, said
from pitboss.analysis.solver import NO_TABLE, Query, Settings, solver_of
from pitboss.cardplay.paigow.coverage import HANDS, coverage
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import WayRule, house_way
from pitboss.core.cards import RANKS, deck_of
from pitboss.core.errors import BadInput
from pitboss.core.shown import percent
from pitboss.paper.blocks import (
    DECISIONS,
    EXPOSURE,
    Block,
    Bullets,
    Heading,
    PageBreak,
    Paragraph,
    drawn,
    table,
)
from pitboss.paper.charts import distribution, fan
from pitboss.rounds.config import EVERY_ROUND, TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Policy, Round, fallback
from pitboss.sheets import PayTable, Reading, RuleSheet, clauses, sheet
from pitboss.sheets.plugins import folder_of, outside_games

SESSION = 200
CUT_CARD = "penetration"


@dataclass(frozen=True, slots=True)
class SimulatedFigure:
    house_edge: float
    standard_error: float
    z: float
    sessions: dict[str, Any]


def confirm(game: str, query: Query, result: EdgeResult, rounds: int, seed: int) -> SimulatedFigure | None:
    """The simulator's answer to the same question."""
    if rounds < 1:
        return None
    from pitboss.simulator.kernel import kernel_of
    from pitboss.simulator.run import Run

    kernel = kernel_of(game)
    dealer = kernel.dealer(off_a_fresh_shoe(query), kernel.strategies(query.wager)[0])
    run = Run(dealer, seed, (SESSION,))
    for totals in run.play(rounds):
        tally = totals.tally
    edge, error = -tally.mean(dealer.unit_cents), tally.standard_error(dealer.unit_cents)
    z = (edge - float(result.house_edge)) / error if error else 0.0
    return SimulatedFigure(edge, error, z, run.totals.sessions[SESSION].to_json(dealer.unit_cents))


def off_a_fresh_shoe(query: Query) -> Query:
    """As the exact edge has it, so that like is compared with like."""
    if CUT_CARD not in query.settings:
        return query
    return replace(query, settings=Settings({**query.settings, CUT_CARD: EVERY_ROUND}))


def compiled(game: str) -> bool:
    """Whether a kernel of its own plays the game, and not its readable rules."""
    from pitboss.simulator.kernel import RulesKernel, kernel_of

    return not isinstance(kernel_of(game), RulesKernel)


def exposure_blocks(game: str, asked: Iterable[Query]) -> Iterator[Block]:
    """What a skilled or colluding player gains, where the game has such a study."""
    from pitboss.cardplay.blackjack.exposure import summary

    rows = list(summary(game, asked))
    if not rows:
        return
    yield Heading(EXPOSURE)
    yield Paragraph("What a player gains who sees or remembers more than the game shows.")
    yield table(("study", "finding"), rows)


def versions(game: str) -> list[tuple[str, str]]:
    """So that another lab can repeat it: software, rule sheet and solver by hash."""
    names = ("numpy", "numba", "typst")
    return [
        ("pitboss", pitboss.__version__),
        ("Python", platform.python_version()),
        *((name, metadata.version(name)) for name in names),
        ("rule sheet", f"sha256 {sheet_hash(game)}"),
        *_outside_rules(game),
        ("program", f"sha256 {program_hash()}"),
    ]


def sheet_hash(game: str) -> str:
    return hashlib.sha256((folder_of(game) / "sheet.toml").read_bytes()).hexdigest()


def _outside_rules(game: str) -> list[tuple[str, str]]:
    """The procedure of a game that is no part of the program, and its solver."""
    if game not in outside_games():
        return []
    files = {"procedure": folder_of(game) / "rules.py", "solver": folder_of(game) / "solve.py"}
    return [
        (name, f"sha256 {hashlib.sha256(file.read_bytes()).hexdigest()}")
        for name, file in files.items()
        if file.is_file()
    ]


def program_hash() -> str:
    """Over every source file of the package, by path and content."""
    root = Path(pitboss.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


# A question of the packet with its answers: exact, and confirmed by simulation.


@dataclass(frozen=True, slots=True)
class Answer:
    game: str
    """the packet's own, or the one below it"""
    query: Query
    result: EdgeResult
    confirmation: SimulatedFigure | None
    situations: tuple[Situation, ...] = ()
    below: bool = False
    """of the game that the packet's one is played on"""

    @property
    def wager(self) -> str:
        """Named with its game where that is not the packet's own."""
        return f"{self.game} {self.query.wager}" if self.below else self.query.wager

    @property
    def label(self) -> str:
        return f"{self.wager} {'' if self.result.pay_table == NO_TABLE else self.result.pay_table}".strip()

    @property
    def combinations(self) -> int:
        """The smallest number of equally likely deals in which every outcome is a whole number of them."""
        chances = [*self.result.outcomes.values(), *(line.probability for line in self.result.lines)]
        return lcm(*(chance.denominator for chance in chances))

    def count(self, chance: Fraction) -> int:
        return int(chance * self.combinations)


# The packet's house way: every rule in the order in which it is tried, with the hands it sets.

OPTION = "house_way"


def house_way_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    asked = next((a.query.settings for a in answers if OPTION in a.query.settings), None)
    if asked is None:
        return
    way, wheel = house_way(asked[OPTION]), Wheel(asked["wheel"])
    found = coverage(way, wheel)
    yield Heading("The house way")
    yield Paragraph(
        f"{way.title or way.name} ({way.id}): {way.source}. The rules are tried from the top, and the first that fits "
        f"sets the hand; A-2-3-4-5 ranks {wheel.value.replace('-', ' ')}. Counted over all {HANDS:,} hands."
    )
    rows = [
        (rule.place or str(number), rule.clause, "; ".join(rule.dealt), _when(rule), rule.front, f"{hands:,}",
         f"{hands / HANDS:.4%}")
        for number, (rule, hands) in enumerate(zip(way.rules, found.hands, strict=True), 1)
    ]  # fmt: skip
    yield table(("", "clause", "dealt", "when", "in front", "hands", "share"), rows, right=(5, 6), small=True)
    yield Paragraph(
        f"Faults: {'; '.join(found.faults)}." if found.faults else "Every hand is set, and none fouls."
    )


def _when(rule: WayRule) -> str:
    """Its conditions in words."""
    parts = [
        f"{name.replace('_', ' ')} {RANKS[least]}" + (f" to {RANKS[most]}" if most > least else "")
        for name, least, most in rule.ranks
    ]
    if rule.behind:
        parts.append(
            f"a {rule.behind} can stay in back" if "behind" not in rule.behind else f"with a {rule.behind}"
        )
    if rule.higher:
        parts.append("this front is the higher one")
    return "; ".join(parts) or "always"


# The packet's jackpots: an edge that names its meter, and the arithmetic by which the operator sets one.


def meter_said(result: EdgeResult) -> str:
    """What the edge of a jackpot assumes to lie on its meters; nothing for other wagers."""
    on_meter = {name: cents for name, cents in result.settings.items() if name in METERS}
    if result.wager != sheet(result.game).jackpot or not on_meter:
        return ""
    if not any(map(int, on_meter.values())):
        return " with nothing on the meter"
    return " with " + ", ".join(f"{name} ${int(cents) / 100:,.2f}" for name, cents in on_meter.items())


FIGURES = ("fixed_return", "break_even_meter")
METERS = tuple(setting.name for setting in METER_SETTINGS)


def arithmetic_said(result: EdgeResult) -> str:
    """What holds whatever lies on the meter."""
    fixed, even = (said(name, result.extra[name]) for name in FIGURES)
    return f"the fixed lines return {fixed} of the wager, and with {even} on the meter it costs the player nothing."


def jackpot_blocks(results: list[EdgeResult]) -> Iterator[Block]:
    """Fixed return and break-even meter of every jackpot table."""
    if not results:
        return
    yield Heading("Jackpot arithmetic")
    yield Paragraph(
        "The fixed return is what the lines that do not come off the meter give back; the break-even meter is "
        "the amount at which the wager costs the player nothing. Seeds and rates are the operator's (JP-27)."
    )
    rows = [(r.pay_table, *(said(name, r.extra[name]) for name in FIGURES)) for r in results]
    yield table(("pay table", "fixed return", "break-even meter"), rows, right=(1, 2))


# Rounds dealt for the packet by the readable rules: the order of play they show, and the decisions good play makes.

ORDER_ROUNDS: Final = 150
STAKE_CENTS: Final = 1000


def table_of(game: str, asked: Iterable[Query]) -> TableConfig:
    """The table the questions are about: their settings as far as they are the table's, and the pay table of every
    wager that was asked about one alone. One of the user's own takes the approved one's place, for analysis (HR-07)."""
    options: dict[str, str] = {}
    tables: defaultdict[str, dict[str, PayTable]] = defaultdict(dict)
    known = {option.name for option in sheet(game).options}
    for query in asked:
        options |= {name: value for name, value in query.settings.items() if name in known}
        if query.pay_table is not None:
            tables[query.wager][query.pay_table.id] = query.pay_table
    alone = {wager: table for wager, found in tables.items() if len(found) == 1 for table in found.values()}
    approved = {wager: table.id for wager, table in alone.items() if table.approved}
    config = TableConfig(game, options, approved)
    vars(config)["tables"] = {**config.tables, **alone}
    return config


def dealt_rounds(config: TableConfig, count: int, seed: int, *, every_wager: bool) -> Iterator[Round]:
    """Rounds of one spot in shuffled order: on the first wagers alone, or on all the table offers."""
    dice, draws = random.Random(seed), game_of(config.game).draws
    cards = deck_of(config.decks, jokers=config.sheet.jokers)
    for _ in range(count):
        dice.shuffle(cards)
        number = dice.randint(1, draws) if draws else None
        yield Round(config, {1: _wagers(config, every_wager)}, tuple(cards), number=number)


def _wagers(config: TableConfig, every_wager: bool) -> Mapping[str, int]:
    placed = ("first", "optional") if every_wager else ("first",)
    on_offer = config.offered or frozenset()
    return {
        w.id: w.most_cents if w.most_cents and w.most_cents < STAKE_CENTS else STAKE_CENTS
        for w in config.sheet.wagers
        if w.placed in placed and (w.placed == "first" or w.id in on_offer)
    }


def _any_choice(dice: random.Random) -> Policy:
    def choose(round: Round, ask: Ask) -> Decision:
        choice = dice.choice(ask.choices)
        return fallback(round, ask) if choice.picks else Decision(choice.action, choice.least_cents)

    return choose


@dataclass(frozen=True, slots=True)
class FollowedClause:
    """A clause at the point of a round at which it is first followed."""

    phase: str
    clause: str
    rule: str
    place: str


def order_of_play(config: TableConfig, seed: int = 1) -> tuple[FollowedClause, ...]:
    """The clauses that rounds with every wager and any decisions follow, in the order in which they follow them."""
    policy = _any_choice(random.Random(seed))
    first_seen: defaultdict[str, list[int]] = defaultdict(list)
    phase_of: defaultdict[str, Counter[str]] = defaultdict(Counter)
    before: Counter[tuple[str, str]] = Counter()
    for round in _playable(config, seed):
        phase, seen = "", set()
        phases: dict[str, None] = {}
        for event in round.play_out(policy).log:
            if event.kind == "step":
                phase = event.text or event.place or phase
            phases.setdefault(phase)
            if event.clause and event.clause not in seen:
                seen.add(event.clause)
                first_seen[event.clause].append(len(seen))
                phase_of[event.clause][phase] += 1
        before.update(combinations(phases, 2))
    known = {clause.id: clause for clause in clauses()}
    usual = {id: votes.most_common(1)[0][0] for id, votes in phase_of.items()}
    met = {phase for pair in before for phase in pair}
    # a round may settle at once: what comes before what is for the rounds to say that have both
    after = {
        phase: sum(before[other, phase] > before[phase, other] for other in met) for phase in usual.values()
    }
    ordered = sorted(
        usual, key=lambda id: (after[usual[id]], usual[id], sum(first_seen[id]) / len(first_seen[id]), id)
    )
    return tuple(FollowedClause(usual[id], id, known[id].title, known[id].place) for id in ordered)


def _playable(config: TableConfig, seed: int) -> Iterator[Round]:
    """With every wager, or on the first ones alone where they may not be made together."""
    try:
        yield from dealt_rounds(config, ORDER_ROUNDS, seed, every_wager=True)
    except BadInput:
        yield from dealt_rounds(config, ORDER_ROUNDS, seed, every_wager=False)


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """What good play chose at one point of the round, how often, and what the next worse choice would have cost."""

    asked: str
    choice: str
    often: float
    """times a round"""
    standard_error: float
    worth: float
    """mean, in units of the first wager"""
    next_worse: float


ASKED: Final = ("first decision", "second decision", "later decisions")


def played_choices(config: TableConfig, rounds: int, seed: int = 1) -> tuple[PlayedChoice, ...]:
    """Rounds played by the adviser, who knows what the player may see: how often each choice was the best."""
    worths: defaultdict[tuple[int, str], list[tuple[Fraction, Fraction]]] = defaultdict(list)
    times: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for round in dealt_rounds(config, rounds, seed, every_wager=False):
        met: Counter[tuple[int, str]] = Counter()
        while round.pending:
            ask = round.pending[0]
            ranked = sorted(advise(round, ask.spot), key=lambda option: -option.expectation)
            if not ranked:
                round.decide(ask.spot, fallback(round, ask))
                continue
            best = ranked[0]
            key = min(met.total(), len(ASKED) - 1), _named(ask, ranked)
            met[key] += 1
            worse = next(
                (o.expectation for o in ranked if o.expectation < best.expectation), best.expectation
            )
            worths[key].append((best.expectation, best.expectation - worse))
            round.decide(ask.spot, Decision(best.action, best.amount_cents, best.cards))
        for key, count in met.items():
            times[key].append(count)
    found = []
    for (at, choice), values in sorted(worths.items(), key=lambda item: (item[0][0], -len(item[1]))):
        worth, cost = (float(sum(column, Fraction(0))) / len(values) for column in zip(*values, strict=True))
        often = len(values) / rounds
        spread = sum(count * count for count in times[at, choice]) / rounds - often * often
        error = sqrt(max(spread, 0.0) / rounds)
        found.append(PlayedChoice(ASKED[at], choice, often, error, worth / STAKE_CENTS, cost / STAKE_CENTS))
    return tuple(found)


def _named(ask: Ask, ranked: Sequence[PricedChoice]) -> str:
    best = ranked[0]
    if not best.cards or ask.fallback is None:
        return best.text or best.action
    table = sorted(ask.fallback.cards)
    as_table = any(o.expectation == best.expectation and sorted(o.cards) == table for o in ranked)
    return "Set as the house way would" if as_table else "Set otherwise than the house way"


# The packet's play: how often each decision is made, what it is worth, and every first decision one by one.

LISTED_MOST: Final = 600
"""first decisions printed one by one; longer lists are in the tables beside the packet"""


def play_blocks(answers: Sequence[Answer], rounds: int) -> Iterator[Block]:
    """Exact where the solver counts them, else by rounds played as the solver advises."""
    blocks = [*(block for a in answers for block in _exact(a)), *_sampled(answers, rounds)]
    if not blocks:
        return
    yield Heading(DECISIONS)
    yield from blocks
    if any(a.situations for a in answers):
        yield Paragraph(
            "Every first decision of every wager and pay table, with the worth of every choice exactly: decisions.csv, "
            "and the sheet of that name in the workbook.",
            quiet=True,
        )


def _exact(a: Answer) -> Iterator[Block]:
    frequencies = {
        name.removeprefix(FREQUENCY).replace("_", " "): value
        for name, value in a.result.extra.items()
        if name.startswith(FREQUENCY) and isinstance(value, Fraction)
    }
    if not a.situations and not frequencies:
        return
    yield Heading(a.label, 2)
    if a.situations:
        yield Paragraph(
            f"The {len(a.situations):,} first decisions a player can face, each with its chance: so often every choice "
            "is the one played. Worth and cost are means over the hands so played, in units of the first wager; chance "
            "times worth, added up, is the edge."
        )
        yield table(
            ("played", "chance", "worth", "next worse choice costs"),
            _by_choice(a.situations),
            right=(1, 2, 3),
            small=True,
        )
    if frequencies:
        yield Paragraph("Of all rounds, at whatever stage:")
        yield table(
            ("choice", "chance", "exactly"),
            [(name, percent(value), str(value)) for name, value in frequencies.items()],
            right=(1,),
            small=True,
        )


def _by_choice(situations: Sequence[Situation]) -> list[tuple[str, ...]]:
    by_choice: defaultdict[str, list[Situation]] = defaultdict(list)
    for situation in situations:
        by_choice[next(o.text for o in situation.options if o.action == situation.chosen)].append(situation)
    rows: list[tuple[str, ...]] = []
    for choice, those in sorted(by_choice.items(), key=lambda item: -sum(s.chance for s in item[1])):
        chance = sum((s.chance for s in those), Fraction(0))
        worth = sum((s.chance * s.worth for s in those), Fraction(0)) / chance
        cost = sum((s.chance * _next_worse(s) for s in those), Fraction(0)) / chance
        rows.append((choice, percent(chance), f"{float(worth):+.6f}", f"{float(cost):.6f}"))
    return rows


def _next_worse(situation: Situation) -> Fraction:
    worse = [o.expectation for o in situation.options if o.expectation < situation.worth]
    return situation.worth - max(worse) if worse else Fraction(0)


def _sampled(answers: Sequence[Answer], rounds: int) -> Iterator[Block]:
    games = dict.fromkeys(a.game for a in answers)
    for game in games if rounds else ():
        choices = played_choices(table_of(game, (a.query for a in answers if a.game == game)), rounds)
        if not choices:
            continue
        yield Heading(f"{game}, rounds played as advised", 2)
        yield Paragraph(
            f"{rounds:,} rounds of one spot through the readable rules, the first wagers alone, seed 1, each decision "
            "as the solver advises from what the player sees: times in 100 rounds with the standard error, mean worth, "
            "and what the next worse choice would have cost. The shoe is fresh every round."
        )
        rows = [
            (c.asked, c.choice, f"{100 * c.often:.1f} ± {100 * c.standard_error:.1f}", f"{c.worth:+.3f}",
             f"{c.next_worse:.3f}")
            for c in choices
        ]  # fmt: skip
        columns = ("asked", "best choice", "in 100 rounds", "worth", "next worse costs")
        yield table(columns, rows, right=(2, 3, 4), small=True)


def appendix_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    """Every first decision, where they fit on a few pages."""
    found = [a for a in answers if 0 < len(a.situations) <= LISTED_MOST]
    if not found:
        return
    yield PageBreak()
    yield Heading("Appendix: every first decision")
    shown: set[tuple[str, str]] = set()
    for a in found:
        if (a.game, a.query.wager) in shown:
            continue
        shown.add((a.game, a.query.wager))
        yield Heading(a.label, 2)
        rows = [
            (s.name, percent(s.chance), s.chosen, f"{float(s.worth):+.5f}", f"{float(_next_worse(s)):.5f}")
            for s in a.situations
        ]
        columns = ("first decision", "chance", "played", "worth", "next worse costs")
        yield table(columns, rows, right=(1, 3, 4), small=True, side_by_side=2)


# The packet's rules: clauses, the operator's options, pay tables.


def rules_blocks(rules: RuleSheet, config: TableConfig, chosen: Mapping[str, str]) -> Iterator[Block]:
    """`chosen` has the options as they are set in this packet; one that no edge depends on is as usual."""
    yield from _order(rules, config)
    yield from reading_blocks(rules, chosen)
    if rules.letter and rules.letter.remarks:
        yield Heading("Remarks on the letter", 2)
        yield Bullets(rules.letter.remarks)
    if rules.options:
        yield Heading("Operator's options", 2)
        rows = [
            (o.name, chosen.get(o.name, o.default), o.default, o.accepted, o.clause, o.meaning)
            for o in rules.options
        ]
        yield table(("option", "here", "usual", "accepted", "clause", "meaning"), rows, small=True)


def _order(rules: RuleSheet, config: TableConfig) -> Iterator[Block]:
    yield Heading("Rules in the order of play")
    places = "; places are those of the approved sheet" if rules.letter else ""
    yield Paragraph(
        "Each clause where a round first follows it, from rounds dealt by the readable rules with every wager and any "
        f"decisions{places}."
    )
    steps, phase = order_of_play(config), ""
    rows = []
    for step in steps:
        rows.append((step.phase if step.phase != phase else "", step.clause, step.rule, step.place))
        phase = step.phase
    yield table(("", "clause", "rule", "place in the sheet"), rows, small=True)
    followed = {step.clause for step in steps}
    if rest := [(c.id, c.title, c.place) for c in rules.clauses if c.id not in followed]:
        yield Heading("Rules that hold throughout, or on occasions those rounds did not bring", 2)
        yield table(("clause", "rule", "place in the sheet"), rest, small=True)


def reading_blocks(rules: RuleSheet, chosen: Mapping[str, str]) -> Iterator[Block]:
    """Readings are not print: each with the words it reads, and what the other reading would cost."""
    if not rules.readings:
        return
    yield Heading("Readings", 2)
    yield Paragraph("Where the sheet is silent or unclear. None of these sentences is printed in it.")
    rows = [
        (r.clause, f"“{r.words}”", f"Reading: {r.read}", r.other, _costs(rules, r, chosen))
        for r in rules.readings
    ]
    yield table(("clause", "printed", "read as", "other reading", "which would cost"), rows, small=True)


def _costs(rules: RuleSheet, reading: Reading, chosen: Mapping[str, str]) -> str:
    """At the table as it is, but for the reading itself."""
    if not reading.compute:
        return reading.costs
    settings = dict(reading.compute)
    wager = settings.pop("wager")
    known = {setting.name for setting in solver_of(rules.id).settings(wager)} - settings.keys()
    table = {name: value for name, value in chosen.items() if name in known}
    found = []
    for here, there in zip(
        queries(rules.id, wager, settings=table),
        queries(rules.id, wager, settings={**table, **settings}),
        strict=True,
    ):
        assert here.pay_table is not None
        edges = [float(solve(rules.id, query).house_edge) for query in (here, there)]
        found.append(f"{here.pay_table.id}: {edges[0]:.4%} becomes {edges[1]:.4%}")
    return "; ".join(found)


def pay_table_blocks(labelled: Iterable[tuple[str, PayTable | None]]) -> Iterator[Block]:
    found = [(label, pays) for label, pays in labelled if pays is not None]
    if not found:
        return
    yield Heading("Pay tables")
    for label, pays in found:
        yield Heading(label, 2)
        yield _pay_table(pays)


def _pay_table(pays: PayTable) -> Block:
    envy = any(line.envy_cents for line in pays.lines)
    rows = []
    for line in pays.lines:
        shown = str(line.pays) if line.pays is not None else f"times {line.multiplies}"
        row = [line.text, shown, line.clause]
        if envy:
            row.insert(2, f"${line.envy_cents // 100:,}" if line.envy_cents else "")
        rows.append(tuple(row))
    columns = ("hand", "pays", "envy", "clause") if envy else ("hand", "pays", "clause")
    return table(columns, rows, right=(1, 2) if envy else (1,))


# The packet's numbers: for every wager the return table, what the house may expect to hold, envy by players.

HAND_COUNTS: Final = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS_AN_HOUR: Final = 60
Z_95: Final = 1.959964
OUTCOMES_SHOWN: Final = 60
ENVY_SETTING: Final = "others"
ENVY_PLAYERS: Final = 6


def edge_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    yield Heading("Exact edges, distributions and volatility")
    yield Paragraph(
        "House edge per unit of the first wager; positive means the house wins. Element of risk divides by all "
        "that is wagered. Combinations are the equally likely deals behind a figure, brought to one common number; "
        "every probability is a ratio of them."
    )
    for a in answers:
        yield Heading(a.label, 2)
        yield from _figures(a)
        yield from _returns(a)
        yield drawn(
            distribution(f"{a.label}: net result per unit", a.result.outcomes), f"distribution of {a.label}"
        )
        yield from _envy(a)
        for note in a.result.notes:
            yield Paragraph(note, quiet=True)


def _figures(a: Answer) -> Iterator[Block]:
    r = a.result
    rows = [
        ("house edge", f"{percent(r.house_edge, 6)} per {r.per}"),
        ("exactly", exact(r.house_edge)),
        ("return to player", percent(1 - r.house_edge, 6)),
        ("element of risk", percent(r.element_of_risk, 6)),
        ("standard deviation", f"{float(r.standard_deviation):.6f}"),
        ("volatility index, 95 %", f"{Z_95 * float(r.standard_deviation):.6f}"),
        ("player ends ahead", percent(r.hit_frequency)),
        ("combinations", f"{a.combinations:,}" if r.outcomes_exact else "none: see the note on the outcomes"),
        ("settings", ", ".join(f"{k}={v}" for k, v in r.settings.items()) or "none"),
        ("method", f"{r.method}, {r.source}" + ("" if r.outcomes_exact else "; single outcomes approximate")),
    ]
    yield table(("", ""), rows, small=True)


def _returns(a: Answer) -> Iterator[Block]:
    """Combinations, probability, pays and return, as every published analysis has them."""
    r = a.result
    if r.lines:
        met = sum((line.probability for line in r.lines), Fraction(0))
        shares = [(line.hand, line.pays, line.probability, line.contribution) for line in r.lines]
        if met < 1 and all(line.contribution is not None for line in r.lines):
            won = sum((line.contribution or Fraction(0) for line in r.lines), Fraction(0))
            shares += [
                ("all other hands", "", 1 - met, -r.house_edge - won),
                ("in all", "", Fraction(1), -r.house_edge),
            ]
        rows = [
            (
                hand,
                pays,
                f"{a.count(chance):,}",
                f"{float(chance):.10f}",
                "-" if gives is None else percent(gives),
            )
            for hand, pays, chance, gives in shares
        ]
        yield table(
            ("line", "pays", "combinations", "probability", "net return"),
            rows,
            right=(1, 2, 3, 4),
            small=True,
        )
        return
    if len(r.outcomes) <= OUTCOMES_SHOWN:
        nets = [
            (
                f"{float(net):+g}",
                f"{a.count(chance):,}" if r.outcomes_exact else "-",
                f"{float(chance):.10f}",
                percent(net * chance),
            )
            for net, chance in sorted(r.outcomes.items(), reverse=True)
        ]
        yield table(
            ("net", "combinations", "probability", "net return"), nets, right=(0, 1, 2, 3), small=True
        )


def _envy(a: Answer) -> Iterator[Block]:
    """The edge by the number of other players whose hands may bring envy."""
    if ENVY_SETTING not in a.query.settings:
        return
    rows = []
    for others in range(ENVY_PLAYERS):
        settings = Settings({**a.query.settings, ENVY_SETTING: str(others)})
        found = solve(a.game, replace(a.query, settings=settings))
        rows.append((str(others), percent(found.house_edge, 4), f"{float(found.standard_deviation):.4f}"))
    if len({edge for _, edge, _ in rows}) > 1:
        yield Paragraph("House edge by the number of other players at the table (envy):")
        yield table(("others", "house edge", "standard deviation"), rows, right=(0, 1, 2), small=True)


def hold_blocks(answers: Sequence[Answer]) -> Iterator[Block]:
    """What the house wins of the first wagers over many rounds, and the band that holds 95 % of such runs."""
    held = [a for a in answers if a.result.wager != sheet(a.result.game).jackpot]
    if not held:
        return
    yield Heading("Hold and theoretical win")
    yield Paragraph(
        "The house's win as a share of the first wagers after so many rounds at one spot, with the band in which "
        f"95 of 100 such runs end; and the win an hour on one spot of $10 at {ROUNDS_AN_HOUR} rounds an hour."
    )
    rows = []
    for a in held:
        edge, deviation = float(a.result.house_edge), float(a.result.standard_deviation)
        bands = [
            f"{(edge - Z_95 * deviation / n**0.5) * 100:+.1f} to {(edge + Z_95 * deviation / n**0.5) * 100:+.1f} %"
            for n in HAND_COUNTS
        ]
        hour = Fraction(ROUNDS_AN_HOUR * 10) * a.result.house_edge
        rows.append((a.label, percent(edge, 3), *bands, f"${float(hour):,.2f}"))
    columns = ("wager", "edge", *(f"{n:,} rounds" for n in HAND_COUNTS), "an hour")
    yield table(columns, rows, right=range(1, len(columns)), small=True)
    if len(held) < len(answers):
        yield Paragraph(
            "Jackpot wagers are left out: a part of each goes to the meter, which is the players', and what remains to "
            "the house depends on rate and seed (see the arithmetic of the jackpot).",
            quiet=True,
        )
    first = held[0].result
    yield drawn(
        fan(
            f"{held[0].label}: a player's result over a session",
            range(0, 1_001, 20),
            float(first.house_edge),
            float(first.standard_deviation),
        ),
        "fan of session results",
    )
