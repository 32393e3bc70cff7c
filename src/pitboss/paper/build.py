"""Everything about a game, from its rule sheet, its solver and its kernel, in the order a reviewer reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pitboss import __version__
from pitboss.approvals import RuleSheet, naming_letter, sheet
from pitboss.compute.progress import Progress, silent
from pitboss.edge.ask import queries, solve, strategy
from pitboss.edge.audit import note_on, verdict
from pitboss.paper.answers import Answer
from pitboss.paper.blocks import Block, Bullets, Heading, Packet, Paragraph, Picture, table
from pitboss.paper.charts import strategy_chart, svg
from pitboss.paper.cover import Cover, cover_blocks
from pitboss.paper.evidence import SESSION, confirm, exposure_blocks, jackpot_blocks, versions
from pitboss.paper.numbers import edge_blocks, hold_blocks
from pitboss.paper.rules_part import pay_table_blocks, rules_blocks
from pitboss.paper.sheets import sheets_of
from pitboss.shown import percent

CONFIRM_ROUNDS = 4_000_000
SEED = 1


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
    asked = queries(game, wager, pay_table, settings, pay_table_file)
    answers = []
    for done, query in enumerate(asked):
        progress(done, len(asked))
        result = solve(game, query)
        answers.append(Answer(query, result, confirm(game, query, result, rounds, SEED)))
    progress(len(asked), len(asked))
    blocks = (*cover_blocks(rules, answers, cover or Cover()), *_all(rules, answers, rounds))
    foot = f"{rules.name} · pitboss {__version__}"
    return Packet(rules.name, _basis(rules), blocks, foot, sheets_of(answers))


def _basis(rules: RuleSheet) -> str:
    """What the rules rest on: a letter, or the trade's common rules until the operator's sheet is there."""
    letter = rules.letter
    if letter is None:
        named = naming_letter(rules.id)
        where = f", named in submission {named.submission}" if named else ""
        wanted = "; the operator's approved sheet is to be compared before play" if rules.own_sheet else ""
        return f"base game without a letter of its own{where}{wanted}"
    number = f"submission {letter.submission}, " if letter.submission else ""
    return f"{number}approved {letter.dated} for {letter.to}"


def _all(rules: RuleSheet, answers: list[Answer], rounds: int) -> Iterator[Block]:
    yield from _summary(rules, answers)
    yield from rules_blocks(rules)
    yield from pay_table_blocks((a.label, a.query.pay_table) for a in answers)
    yield from edge_blocks(rules.id, answers)
    yield from hold_blocks(answers)
    yield from _strategies(rules.id, answers)
    yield from jackpot_blocks(rules.id, [a.result for a in answers if a.result.wager == "jackpot"])
    yield from exposure_blocks(rules.id)
    yield from _confirmations(answers, rounds)
    yield from _method(rules, rounds)


def _summary(rules: RuleSheet, answers: list[Answer]) -> Iterator[Block]:
    yield Heading("Summary")
    rows = []
    for a in answers:
        figure = rules.published_figure(a.query.wager, a.result.pay_table)
        rows.append(
            (
                a.query.wager,
                a.result.pay_table or "-",
                percent(a.result.house_edge),
                figure.shown if figure else "not printed",
                verdict(figure, a.result.house_edge) if figure else "-",
            )
        )
    yield table(("wager", "table", "exact house edge", "published", "verdict"), rows, right=(2, 3))
    notes = [
        f"{a.label}: {note}"
        for a in answers
        if (figure := rules.published_figure(a.query.wager, a.result.pay_table))
        and (note := note_on(rules.id, figure, a.result))
    ]
    favourable = [a.label for a in answers if a.result.house_edge < 0 and a.result.wager != "jackpot"]
    if favourable:
        notes.insert(0, "The player has the advantage under optimal play: " + ", ".join(favourable) + ".")
    slips = list(rules.letter.slips) if rules.letter else []
    if notes or slips:
        yield Bullets(tuple(notes + slips))


def _strategies(game: str, answers: list[Answer]) -> Iterator[Block]:
    shown: set[tuple[str, ...]] = set()
    yield Heading("Strategy")
    for a in answers:
        found = strategy(game, a.query)
        key = (*found.summary, *found.exceptions)
        if key in shown:
            continue
        shown.add(key)
        yield Heading(a.label, 2)
        yield Bullets(found.summary)
        for grid in found.grids:
            yield Picture(svg(strategy_chart(grid)), grid.title, 90 if len(grid.columns) > 6 else 60)
        if found.exceptions:
            yield Paragraph("Exceptions: " + "; ".join(found.exceptions) + ".")


def _confirmations(answers: list[Answer], rounds: int) -> Iterator[Block]:
    done = [(a, a.confirmation) for a in answers if a.confirmation]
    if not done:
        return
    yield Heading("Confirmation by simulation")
    yield Paragraph(
        f"{rounds:,} rounds each through the compiled kernel, seed {SEED}; z is the distance in standard errors."
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


def _method(rules: RuleSheet, rounds: int) -> Iterator[Block]:
    yield Heading("Method, versions and hashes")
    yield Paragraph(
        "Edges are sums of pays times exact probabilities from counted deals; optimal play is found for the "
        "information the player has. The readable rules and the compiled kernel are separate code that agree "
        "cent for cent. To repeat:"
    )
    yield Bullets(
        (
            f"pitboss edge {rules.id} --fresh --json",
            f"pitboss simulate {rules.id} --rounds {rounds} --seed {SEED} --wager WAGER",
            f"pitboss strategy {rules.id} --wager WAGER",
        )
    )
    yield table(("what", "value"), versions(rules.id), small=True)
