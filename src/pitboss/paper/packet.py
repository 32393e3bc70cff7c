"""The packet: everything about a game, from its rule sheet, its solver and its kernel, in the order a
reviewer reads."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss import __version__
from pitboss.analysis.questions import (
    elsewhere_for,
    note_on,
    published_for,
    queries,
    solve,
    strategy,
    verdict,
)
from pitboss.analysis.report import Grid
from pitboss.analysis.solver import Query, solver_of
from pitboss.cardplay.paigow.coverage import HANDS
from pitboss.cardplay.paigow.way_search import BestWay
from pitboss.compute import Progress, silent
from pitboss.core.shown import percent
from pitboss.paper.blocks import (
    CONFIRMATION,
    DECISIONS,
    EXPOSURE,
    Block,
    Bullets,
    Heading,
    Packet,
    PageBreak,
    Paragraph,
    drawn,
    printed_sheets,
    sheets_of,
    table,
)
from pitboss.paper.charts import Spec, chart, colour, shade, strategy_chart, zoom
from pitboss.paper.parts import (
    CUT_CARD,
    SESSION,
    Answer,
    appendix_blocks,
    arithmetic_said,
    compiled,
    confirm,
    edge_blocks,
    exposure_blocks,
    hold_blocks,
    house_way_blocks,
    jackpot_blocks,
    meter_said,
    pay_table_blocks,
    play_blocks,
    rules_blocks,
    table_of,
    versions,
)
from pitboss.sheets import RuleSheet, naming_letter, sheet
from pitboss.sheets.plugins import outside_games

OPEN = "____________________"


@dataclass(frozen=True, slots=True)
class Cover:
    """What only the person who submits it knows; what is left open is a line to write on."""

    author: str = ""
    dated: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for beside the game: whoever repeats it asks for the same."""

    game: str
    pay_table: str | None
    wager: str | None
    settings: Mapping[str, str]
    file: Path | None

    @property
    def said(self) -> str:
        """The settings that are not the usual ones, and a pay table that is nobody's."""
        own = f"pay table {self.file.name}, not approved" if self.file else ""
        return ", ".join(filter(None, (*(f"{k}={v}" for k, v in self.settings.items()), own)))

    @property
    def own_table(self) -> str:
        """Of a table from a file: that no letter approves it (HR-07), and which file it is."""
        if self.file is None:
            return ""
        digest = hashlib.sha256(self.file.read_bytes()).hexdigest()
        return f"pay table {self.file.name} is NOT APPROVED, for analysis only (SHA-256 {digest})"

    def options(self, wager: str | None = None) -> str:
        """As the command line takes them."""
        given = {
            "wager": wager or self.wager,
            "pay-table": self.pay_table,
            "pay-table-file": self.file and self.file.name,
        }
        said = [f" --{name} {shlex.quote(value)}" for name, value in given.items() if value]
        return "".join((*said, *(f" --set {shlex.quote(f'{k}={v}')}" for k, v in self.settings.items())))


def games_said(game: str) -> str:
    """The option that brings a game from a folder; one that is installed is found without."""
    outside = outside_games().get(game)
    if outside is None or outside.package:
        return ""
    folder, here = outside.folder, Path.cwd()
    return f" --games {shlex.quote(str(folder.relative_to(here) if folder.is_relative_to(here) else folder))}"


def cover_blocks(
    rules: RuleSheet, answers: Sequence[Answer], cover: Cover, request: Request, parts: Sequence[Block]
) -> Iterator[Block]:
    """`parts` is all that follows: the scope names what is among it."""
    wagers = list(dict.fromkeys(a.wager for a in answers))
    rows = [
        ("game", rules.name),
        ("wagers", ", ".join(wagers)),
        ("pay tables", ", ".join(dict.fromkeys(a.label for a in answers if a.query.pay_table)) or "none"),
        *([("own pay table", request.own_table)] if request.file else []),
        (
            "settings",
            ", ".join(f"{k}={v}" for k, v in request.settings.items()) or "the usual ones throughout",
        ),
        ("program", f"pitboss {__version__}"),
        ("prepared by", cover.author or OPEN),
        ("date", cover.dated or OPEN),
        ("reviewed by, date", f"{OPEN}   {OPEN}"),
        ("signature", OPEN),
    ]
    yield table(("", ""), rows)
    yield Heading("Scope")
    yield Paragraph(f"Covered: {', '.join(_covered(answers, parts))}.")
    yield Paragraph(
        "Not covered: procedures of the house beyond the rules, equipment, dealers' errors, and any setting or pay "
        "table not named here. Edges assume the play described under Strategy; a player who plays otherwise gives the "
        "house more."
    )
    yield PageBreak()


def _covered(answers: Sequence[Answer], parts: Sequence[Block]) -> Iterator[str]:
    headings = {block.text for block in parts if isinstance(block, Heading)}
    counted = all(a.result.method == "exact" for a in answers)
    yield "the rules as approved or configured below"
    yield (
        f"the {'exact edge' if counted else 'edge, exact or sampled as stated'}, distribution and strategy of every "
        "wager named above under the settings stated with it"
    )
    if DECISIONS in headings:
        yield "how often each decision is made and what it is worth"
    if CONFIRMATION in headings:
        yield "a confirming simulation"
    if EXPOSURE in headings:
        yield "what a player gains by knowing more than the game shows"


# The packet.

CONFIRM_ROUNDS = 4_000_000
SEED = 1
CHART_ROWS = 20
PLAYED_OF, PLAYED_MOST = 4_000, 1_000
"""rounds of the kernel for one played by the readable rules with the adviser, and how many of those at most"""


def build_packet(
    game: str,
    pay_table: str | None = None,
    rounds: int = CONFIRM_ROUNDS,
    progress: Progress = silent,
    *,
    wager: str | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
    cover: Cover | None = None,
) -> Packet:
    """Solve, confirm by simulation, and write it all down. Settings that a wager does not know leave it as it is."""
    rules = sheet(game)
    asked = questions(game, pay_table, wager, settings, pay_table_file)
    answers = []
    for done, (name, query) in enumerate(asked):
        progress(done, len(asked))
        answers.append(_answer(name, query, rounds, below=name != game))
    progress(len(asked), len(asked))
    request = Request(rules.id, pay_table, wager, dict(settings or {}), pay_table_file)
    parts = tuple(_all(rules, answers, rounds, request))
    blocks = (*cover_blocks(rules, answers, cover or Cover(), request, parts), *parts)
    foot = " · ".join(filter(None, (rules.name, request.said, f"pitboss {__version__}")))
    basis = f"{request.own_table}; rules: {_basis(rules)}" if pay_table_file else _basis(rules)
    return Packet(rules.name, basis, blocks, foot, (*sheets_of(answers), *printed_sheets(blocks)))


def questions(
    game: str,
    pay_table: str | None = None,
    wager: str | None = None,
    settings: Mapping[str, str] | None = None,
    pay_table_file: Path | None = None,
) -> list[tuple[str, Query]]:
    """Those of the game, and, where no single wager is asked for, of the game it is played on."""
    own, base = queries(game, wager, pay_table, settings, pay_table_file), sheet(game).base
    below = _below(base, own[0].settings) if wager is None and base else []
    return [*((game, query) for query in own), *((str(base), query) for query in below)]


def _below(base: str, given: Mapping[str, str]) -> list[Query]:
    """Under the table rules of the bonus."""
    known = {setting.name for name in sheet(base).analysed for setting in solver_of(base).settings(name)}
    return queries(base, settings={name: value for name, value in given.items() if name in known})


def _answer(game: str, query: Query, rounds: int, below: bool) -> Answer:
    result = solve(game, query)
    checked = confirm(game, query, result, rounds, SEED)
    return Answer(game, query, result, checked, tuple(solver_of(game).situations(query)), below)


def _basis(rules: RuleSheet) -> str:
    """What the rules rest on: a letter, or the trade's common rules until the operator's sheet is there."""
    letter = rules.letter
    if letter is None and rules.id in outside_games():
        return "not approved: no letter stands in its sheet"
    if letter is None:
        named = naming_letter(rules.id)
        where = f", named in submission {named.submission}" if named else ""
        wanted = "; the operator's approved sheet is to be compared before play" if rules.own_sheet else ""
        return f"base game without a letter of its own{where}{wanted}"
    number = f"submission {letter.submission}, " if letter.submission else ""
    return f"{number}approved {letter.dated} for {letter.to}"


def _all(rules: RuleSheet, answers: list[Answer], rounds: int, request: Request) -> Iterator[Block]:
    yield from _summary(rules, answers)
    own = [a.query for a in answers if not a.below]
    chosen = {name: value for a in answers for name, value in a.result.settings.items()}
    yield from rules_blocks(rules, table_of(rules.id, own), chosen)
    yield from house_way_blocks(answers)
    yield from pay_table_blocks((a.label, a.query.pay_table) for a in answers)
    yield from edge_blocks(answers)
    yield from hold_blocks(answers)
    yield from _strategies(answers)
    yield from play_blocks(answers, min(rounds // PLAYED_OF, PLAYED_MOST))
    yield from jackpot_blocks([a.result for a in answers if a.result.wager == rules.jackpot])
    yield from exposure_blocks(rules.id, own)
    yield from _confirmations(answers, rounds)
    yield from _method(rules, answers, rounds, request)
    yield from appendix_blocks(answers)


def _summary(rules: RuleSheet, answers: list[Answer]) -> Iterator[Block]:
    yield Heading("Summary")
    rows = []
    for a in answers:
        figure = None if a.below else published_for(a.query, a.result)
        rows.append(
            (
                a.wager,
                a.result.pay_table or "-",
                percent(a.result.house_edge) + meter_said(a.result),
                figure.figure if figure else "not printed",
                verdict(figure, a.result.house_edge) if figure else "-",
            )
        )
    yield table(("wager", "table", "exact house edge", "published", "verdict"), rows, right=(2, 3))
    notes = [
        f"{a.label}: {note}"
        for a in answers
        if not a.below
        and (figure := published_for(a.query, a.result))
        and (note := note_on(rules.id, figure, a.result))
    ]
    notes += [
        f"{a.label}: {figure.figure} stands in no approval. {note_on(rules.id, figure, a.result)}"
        for a in answers
        if not a.below and (figure := elsewhere_for(a.query, a.result))
    ]
    notes += [f"{a.label}: {arithmetic_said(a.result)}" for a in answers if a.result.wager == rules.jackpot]
    favourable = [a.label for a in answers if a.result.house_edge < 0 and a.result.wager != rules.jackpot]
    if favourable:
        notes.insert(0, "The player has the advantage under optimal play: " + ", ".join(favourable) + ".")
    slips = list(rules.letter.slips) if rules.letter else []
    if notes or slips:
        yield Bullets(tuple(notes + slips))


def _strategies(answers: list[Answer]) -> Iterator[Block]:
    shown: set[tuple[str, ...]] = set()
    yield Heading("Strategy")
    for a in answers:
        found = strategy(a.game, a.query)
        key = (*found.summary, *found.exceptions)
        if key in shown:
            continue
        shown.add(key)
        yield Heading(a.label, 2)
        yield Bullets(found.summary)
        for grid in found.grids:
            yield from _grid(grid)
        if found.exceptions:
            yield Paragraph("Exceptions: " + "; ".join(found.exceptions) + ".")


def _grid(grid: Grid) -> Iterator[Block]:
    """A chart; a long one is a table, so that it can be read on paper."""
    if len(grid.rows) <= CHART_ROWS:
        yield drawn(strategy_chart(grid), grid.title)
        return
    codes = "; ".join(f"{code} {meaning}" for code, meaning in grid.legend.items())
    yield Paragraph(f"{grid.title}{f' ({codes})' if codes else ''}:")
    rows = [(name, *cells) for name, cells in grid.rows]
    yield table(
        (grid.row_title, *grid.columns),
        rows,
        right=() if grid.legend else range(1, len(rows[0])),
        small=True,
        side_by_side=2,
    )


def _confirmations(answers: list[Answer], rounds: int) -> Iterator[Block]:
    done = [(a, a.confirmation) for a in answers if a.confirmation]
    if not done:
        return
    yield Heading(CONFIRMATION)
    through = "the compiled kernel" if all(compiled(a.game) for a, _ in done) else "the game's own rules"
    yield Paragraph(
        f"{rounds:,} rounds each through {through}, seed {SEED}; z is the distance in standard errors."
    )
    rows = [
        (
            a.label,
            percent(a.result.house_edge),
            f"{c.house_edge * 100:.4f} %",
            f"{c.standard_error * 100:.4f} %",
            f"{c.z:+.2f}",
        )
        for a, c in done
    ]
    yield table(("wager", "exact", "simulated", "standard error", "z"), rows, right=(1, 2, 3, 4))
    yield Heading(f"A session of {SESSION} rounds", 2)
    yield Paragraph(
        "In units of the first wager: the result, and the bankroll that would have lasted, by quantile."
    )
    sessions = [
        (a.label, f"{c.sessions['ahead']:.1%}", *(f"{c.sessions['result'][q]:+,.1f}" for q in ("0.05", "0.5", "0.95")),
         *(f"{c.sessions['bankroll'][q]:,.1f}" for q in ("0.5", "0.95", "0.99")))
        for a, c in done
        if c.sessions["count"]
    ]  # fmt: skip
    columns = ("wager", "ahead", "5 %", "median", "95 %", "bankroll 50 %", "95 %", "99 %")
    yield table(columns, sessions, right=range(1, 8))


def _method(rules: RuleSheet, answers: list[Answer], rounds: int, request: Request) -> Iterator[Block]:
    yield Heading("Method, versions and hashes")
    yield Paragraph(f"{_edges_said(answers)} {_roads_said(answers)} To repeat:")
    given, one = request.options(), request.options(request.wager or answers[0].query.wager)
    # the simulator deals off a fresh shoe, where a cut card says nothing
    settings = {name: value for name, value in request.settings.items() if name != CUT_CARD}
    fresh = replace(request, settings=settings).options(request.wager or answers[0].query.wager)
    program = f"pitboss{games_said(rules.id)}"
    yield Bullets(
        (
            f"{program} edge {rules.id}{given} --fresh --json",
            *([f"{program} simulate {rules.id}{fresh} --rounds {rounds} --seed {SEED}"] if rounds else ()),
            f"{program} strategy {rules.id}{one}",
        )
    )
    yield table(("what", "value"), versions(rules.id), small=True)


def _edges_said(answers: list[Answer]) -> str:
    counted = (
        "Edges are sums of pays times exact probabilities from counted deals; optimal play is found for the "
    )
    counted += "information the player has."
    drawn = [a.label for a in answers if a.result.method != "exact"]
    return f"{counted} Not counted but sampled: {', '.join(drawn)}." if drawn else counted


def _roads_said(answers: list[Answer]) -> str:
    """Whether the simulation is a second road to the figure, or the first one walked at random."""
    if all(compiled(a.game) for a in answers):
        return "The readable rules and the compiled kernel are separate code that agree cent for cent."
    return (
        "Solver and simulation both play the game's own rules, the one every round, the other rounds drawn at random: "
        "that they agree checks the counting, not the rules. There is no compiled kernel to compare them with."
    )


# The best house way on paper: a page to post, with the rules as a dealer follows them, and the curve of its edge.


def way_sheet(found: BestWay) -> Packet:
    rows = [
        (rule.place, f"{rule.text[:1].upper()}{rule.text[1:]}.", f"{hands / HANDS:.2%}")
        for rule, hands in zip(found.way.rules, found.hands, strict=True)
    ]
    blocks = (
        Paragraph(
            "Read from the top: the first rule that fits the dealer's seven cards sets them. The joker counts as an "
            "ace. Of several settings with the same two cards in front, the one with the best five is taken."
        ),
        table(("", "seven cards, and what goes in front", "hands"), rows, right=(2,)),
        Paragraph(
            f"House edge {float(found.edge):.4%} of the wager, exactly {found.edge}; "
            f"A-2-3-4-5 ranks {found.game.wheel.value.replace('-', ' ')}. Every hand set best would give "
            f"{float(found.best):.4%}. "
            + " ".join(f"{b.name}: {b.rules} rules, {float(b.edge):.4%}." for b in found.beside),
            quiet=True,
        ),
    )  # fmt: skip
    title = f"House way of {len(found.way.rules)} rules"
    return Packet(title, found.game.game.replace("-", " "), blocks, found.way.source)


def way_curve(found: BestWay) -> Spec:
    """A dot for each number of rules, other ways beside them, and the edge with every hand set best as a line."""
    curve = [
        {"rules": count, "edge": float(edge), "way": "best of so many rules"} for count, edge in found.curve
    ]
    beside = [{"rules": b.rules, "edge": float(b.edge), "way": b.name} for b in found.beside]
    least = min(float(edge) for _, edge in found.curve[len(found.curve) // 3 :])
    low = min([least, *(b["edge"] for b in beside)])  # type: ignore[type-var]
    shown = [dot for dot in curve if dot["edge"] >= low - 0.0005]  # type: ignore[operator]
    place: Spec = {
        "x": {"field": "rules", "type": "quantitative", "title": "rules"},
        "y": {
            "field": "edge", "type": "quantitative", "title": "house edge", "scale": {"zero": False},
            "axis": {"format": ".2%"},
        },
    }  # fmt: skip
    tips = [
        {"field": "way", "type": "nominal"},
        {"field": "rules", "type": "quantitative"},
        {"field": "edge", "type": "quantitative", "format": ".4%"},
    ]
    return chart(
        f"{found.game.game}: house edge by number of rules",
        width=640,
        height=380,
        layer=[
            {
                "data": {"values": shown},
                "params": zoom("x", "y"),
                "mark": {"type": "line", "point": {"color": shade(0)}, "color": shade(0)},
                "encoding": {**place, "tooltip": tips},
            },
            {
                "data": {"values": beside},
                "mark": {
                    "type": "point",
                    "filled": True,
                    "size": 110,
                    "shape": "diamond",
                    "color": colour("ink"),
                },
                "encoding": {**place, "tooltip": tips},
            },
            {
                "data": {"values": beside},
                "mark": {"type": "text", "align": "right", "dx": -8},
                "encoding": {**place, "text": {"field": "way", "type": "nominal"}},
            },
            {
                "data": {"values": [{"edge": float(found.best), "way": "every hand set best"}]},
                "mark": {"type": "rule", "strokeDash": [4, 4], "color": colour("quiet")},
                "encoding": {"y": place["y"], "tooltip": tips[::2]},
            },
        ],
    )
