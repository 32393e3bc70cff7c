"""Exact numbers: `pitboss edge`, `audit`, `strategy`, tables near a target (`design`), and all of it as a `packet`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pitboss.analysis.solutions import kept_answers, question_of
from pitboss.cli import EXTRAS, need, print_json
from pitboss.cli.options import (
    GAME,
    Whole,
    day_option,
    engine_for,
    engine_options,
    game_argument,
    games,
    json_option,
    one_query_options,
    output_option,
    parse_settings,
    pay_tables,
    query_options,
    save,
    set_option,
    show_files,
    write_file,
)
from pitboss.cli.options import wagers as wagers_of
from pitboss.cli.show import chart, console, errors, progress_bar, table
from pitboss.core.arguments import share
from pitboss.core.errors import BadInput
from pitboss.core.files import check_over, check_own, check_place, kind_of_name
from pitboss.core.money import dollars
from pitboss.core.shown import percent, titled

if TYPE_CHECKING:
    from pitboss.analysis.designer import Design, Frontier
    from pitboss.analysis.questions import AuditedFigure
    from pitboss.analysis.report import EdgeResult, Grid, Strategy
    from pitboss.lab.strategy_card import StrategyCard
    from pitboss.paper.blocks import Packet


METERS = ("meter", "mega", "major", "minor")


@click.command()
@game_argument
@query_options
@click.option("--fresh", is_flag=True, help="Compute anew instead of using a cached or shipped solution.")
@engine_options
@json_option
def edge(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: tuple[str, ...],
    pay_table_file: Path | None,
    fresh: bool,
    as_json: bool,
    **engine: Any,
) -> None:
    """The exact house edge of GAME's wagers; positive means the house wins."""
    given, local = parse_settings(settings), engine["engine_name"] == "local" and engine["workers"] is None
    asked_before = None
    if local and not fresh:
        asked_before = kept_answers(question_of(game, wager, pay_table, given), pay_table_file)
    results = asked_before or computed(game, wager, pay_table, given, pay_table_file, engine, fresh=fresh)
    if as_json:
        print_json({"results": [result.to_json() for result in results]})
        return
    show_edges(game, results)
    if "penetration" in given:
        console.print(
            "[dim]penetration has no part in an exact edge, which is of a fresh shoe: simulate --shoe table deals to "
            "the cut card[/dim]",
            soft_wrap=True,
        )
    if len(results) == 1:
        show_one(results[0])


def computed(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: dict[str, str],
    file: Path | None,
    engine: dict[str, Any],
    **how: Any,
) -> list[EdgeResult]:
    from pitboss.analysis.questions import answers

    with engine_for(engine) as workers, progress_bar(f"Solving {game}") as progress:
        return answers(game, wager, pay_table, settings, file, progress=progress, engine=workers, **how)


def show_edges(game: str, results: list[EdgeResult]) -> None:
    shared = set.intersection(*(set(r.settings.items()) for r in results))
    alike = {name: value for name, value in results[0].settings.items() if (name, value) in shared}
    shape = table(
        f"House edge, {titled(game, settings=alike)}",
        "wager", "table", "per", "edge", "risk", "std dev", "published",
        right=("edge", "risk", "std dev", "published"),
    )  # fmt: skip
    for r in results:
        shape.add_row(
            r.wager,
            r.pay_table or "-",
            "wager" if r.per == r.wager else r.per,
            percent(r.house_edge) + sampled(r) + at_meter(r),
            percent(r.element_of_risk),
            f"{float(r.standard_deviation):.4f}",
            r.published or "-",
        )
    console.print(shape)
    for r in results:
        if r.elsewhere:
            console.print(
                f"[dim]{r.wager} {r.pay_table}, in no approval: {r.elsewhere}[/dim]", soft_wrap=True
            )
    for note in dict.fromkeys(r.notes[0] for r in results if len(results) > 1 and sampled(r) and r.notes):
        console.print(f"[dim]~ {note}[/dim]")
    for r in results if len(results) > 1 else ():
        for told in ("unreached", "meters"):
            if told in r.extra:
                console.print(f"{r.wager}: {r.extra[told]}", soft_wrap=True)
    for said in dict.fromkeys(filter(None, (own_settings(r, alike) for r in results))):
        console.print(f"[dim]{said}[/dim]", soft_wrap=True)
    for meters, names in dict.fromkeys(meters_of(r) for r in results if at_meter(r)):
        console.print(f"[dim]* at {meters}; another with --set {names}[/dim]", soft_wrap=True)
    sources = ", ".join(dict.fromkeys(r.source for r in results))
    console.print(
        f"[dim]risk: edge per unit wagered in all. {sources}, {sum(r.seconds for r in results):.2f} s[/dim]"
    )


def sampled(result: EdgeResult) -> str:
    """The mark of an edge that is not exact."""
    return "" if result.method == "exact" else " ~"


def at_meter(result: EdgeResult) -> str:
    """The mark of an edge that falls as a meter grows."""
    return " *" if "break_even_meter" in result.extra else ""


def own_settings(result: EdgeResult, alike: Mapping[str, str]) -> str:
    """What a wager's edge assumes that the title does not say; its meters stand by their mark."""
    own = [
        f"{name}={value}"
        for name, value in result.settings.items()
        if name not in alike and not (at_meter(result) and name in METERS)
    ]
    return f"{result.wager}: {', '.join(own)}" if own else ""


def meters_of(result: EdgeResult) -> tuple[str, str]:
    """The meters an edge assumes, in dollars, and how another is set."""
    even = result.extra["break_even_meter"]
    amounts = {
        name: int(result.settings[name]) for name in (even if isinstance(even, Mapping) else METERS[:1])
    }
    shown = ", ".join(f"{name} {dollars(cents)}" for name, cents in amounts.items() if cents)
    return shown or "an empty meter", " ".join(f"{name}=CENTS" for name in amounts)


def show_one(result: EdgeResult) -> None:
    from pitboss.analysis.report import also

    console.print(result.precisely, soft_wrap=True)
    console.print(f"the player ends ahead in {percent(result.hit_frequency, 2)} of the rounds")
    for words, value in also(result.extra).items():
        console.print(f"{words}: {value}", soft_wrap=True)
    if result.lines:
        shape = table(
            "Lines", "hand", "pays", "probability", "one in", right=("pays", "probability", "one in")
        )
        for line in result.lines:
            one_in = f"{float(1 / line.probability):,.1f}" if line.probability else "never"
            shape.add_row(line.hand, line.pays, f"{float(line.probability):.10f}", one_in)
        console.print(shape)
    elif len(result.outcomes) <= 60:
        shape = table("Outcomes", "net", "probability", right=("net", "probability"))
        for net, probability in sorted(result.outcomes.items(), reverse=True):
            shape.add_row(f"{float(net):+g}", f"{float(probability):.10f}")
        console.print(shape)
    for note in result.notes:
        console.print(f"[dim]{note}[/dim]")


# `pitboss audit`

VERDICT_STYLES = {"agrees": "green", "rounded": "yellow", "disagrees": "bold red"}


@click.command()
@json_option
def audit(as_json: bool) -> None:
    """Every figure the approvals print beside the exact one, and the slips of their letters."""
    from pitboss.analysis.questions import audit as run_audit
    from pitboss.analysis.questions import audit_elsewhere, remarks

    with progress_bar("Auditing the approvals") as progress:
        findings = list(run_audit(progress))
        elsewhere = list(audit_elsewhere(progress))
    notes = remarks()
    if as_json:
        print_json(
            {
                "findings": [finding.to_json() for finding in findings],
                "elsewhere": [finding.to_json() for finding in elsewhere],
                "remarks": [{"game": r.game, "clause": r.clause, "text": r.text} for r in notes],
            }
        )
        return
    show_figures("Published figures against exact ones", "published", findings)
    show_figures("Figures that others have published, and no approval", "elsewhere", elsewhere)
    for note in notes:
        console.print(f"[bold]{note.game}[/] [dim]{note.clause}[/] {note.text}")


def show_figures(title: str, column: str, figures: list[AuditedFigure]) -> None:
    shape = table(title, "game", "wager", "table", column, "exact", "verdict", right=(column, "exact"))
    for f in figures:
        style = VERDICT_STYLES[f.verdict]
        exact = str(f.exact) if f.line else percent(f.exact)
        shape.add_row(f.game, f.wager, f"{f.pay_table} {f.line}", f.figure, exact, f"[{style}]{f.verdict}[/]")
    console.print(shape)
    for f in figures:
        if f.note:
            console.print(f"\n[bold]{f.game} {f.wager} {f.pay_table}[/bold]: {f.note}")
    console.print()


# `pitboss strategy`

STYLES = ("bold green", "yellow", "bold blue", "red", "magenta", "cyan", "white", "dim")


@click.command()
@game_argument
@one_query_options
@click.option("--hand", help='What each choice with a hand is worth, e.g. "9c 2d v Qs".')
@output_option("Write the chart as SVG.")
@click.option("--lines", type=Whole(), help="A card of at most so many lines to learn, and what it costs.")
@json_option
def strategy(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: tuple[str, ...],
    pay_table_file: Path | None,
    hand: str | None,
    output: Path | None,
    lines: int | None,
    as_json: bool,
) -> None:
    """How to play GAME: rules to remember, the chart, the exceptions; or one hand; or a card of a few lines."""
    from pitboss.analysis import questions

    if lines is not None and (hand or output):
        raise BadInput("A card has lines, no chart and no hand.", accepted="--lines without --hand and -o")

    if output:
        check_over(output, "SVG")
    if output and output.suffix.lower() != ".svg":
        raise BadInput(f"{output} does not end as a drawing does.", accepted="a name that ends in .svg")
    if output:
        need("vl_convert")
    with progress_bar(f"Solving {game}") as progress:
        asked = questions.one_query(
            game, wager, pay_table, parse_settings(settings), pay_table_file, progress=progress
        )
        if lines is not None:
            from pitboss.lab.strategy_card import strategy_card

            card = strategy_card(game, asked, lines)
        else:
            found = questions.strategy(game, asked, hand)
    if lines is not None:
        if as_json:
            print_json(card.to_json())
        else:
            show_card(card)
        return
    if output:
        write_chart(found, output)
    if as_json:
        print_json(found.to_json())
    elif not output or found.hand is not None:
        show(found)


def write_chart(found: Strategy, output: Path) -> None:
    from pitboss.paper.charts import strategy_chart, svg

    if not found.grids:
        raise BadInput(f"There is no chart for {found.game} {found.wager}: its play is said in words.")
    for at, grid in enumerate(found.grids):
        path = output if at == 0 else output.with_stem(f"{output.stem}-{at + 1}")
        save(path, svg(strategy_chart(grid)))


def show(found: Strategy) -> None:
    title = titled(found.game, found.wager, found.pay_table, found.settings)
    if found.hand is not None:
        shape = table(
            f"{found.hand}: {title}", "choice", "expectation", "cost", right=("expectation", "cost")
        )
        best = found.best
        for option in sorted(found.options, key=lambda o: -o.expectation):
            assert best is not None
            cost = best.expectation - option.expectation
            shape.add_row(
                option.text or option.action,
                f"{float(option.expectation):+.6f}",
                "best" if option is best else f"{float(cost):.6f}",
            )
        console.print(shape)
        return
    console.print(f"[bold]{title}[/bold]\n")
    for grid in found.grids:
        show_grid(grid)
    for sentence in found.summary:
        console.print(sentence)
    if found.exceptions:
        console.print("\n[bold]Where the cards that make the total matter[/bold]")
        for sentence in found.exceptions:
            console.print(f"  {sentence}")


def show_card(card: StrategyCard) -> None:
    from pitboss.lab.strategy_card import lines_in_words

    lines = lines_in_words(len(card.lines) + len(card.after))
    shape = table(
        f"A card of {lines}: {titled(card.game, card.wager, card.pay_table)}",
        "", "line", "how often", right=("how often",), wrap=("line",),
    )  # fmt: skip
    for n, line in enumerate(card.lines, 1):
        shape.add_row(str(n), line.text, f"{float(line.chance):.2%}")
    for n, text in enumerate(card.after, len(card.lines) + 1):
        shape.add_row(str(n), text, "")
    console.print(shape)
    console.print(
        f"House edge {float(card.edge):.4%}, at its best {float(card.best_edge):.4%}: the card costs "
        f"{float(card.cost):.4%}, exactly {card.cost}."
    )
    if card.note:
        console.print(card.note)
    curve = table("", "lines", "costs", right=("lines", "costs"))
    for count, cost in card.curve:
        curve.add_row(str(count), f"{float(cost):.4%}")
    console.print(curve)


def show_grid(grid: Grid) -> None:
    style = {code: STYLES[at % len(STYLES)] for at, code in enumerate(grid.legend)}
    shape = chart(grid.title, grid.row_title, *grid.columns)
    for name, cells in grid.rows:
        shape.add_row(name, *(f"[{style.get(code, 'white')}]{code}[/]" for code in cells))
    console.print(shape)
    console.print("   ".join(f"[{style[code]}]{code}[/] {meaning}" for code, meaning in grid.legend.items()))


# `pitboss packet`: the document that goes to a regulator.

KINDS: Final = (".pdf", ".html", ".xlsx")


@click.command()
@click.argument("game", required=False, type=GAME, shell_complete=games)
@click.option("--all", "everything", is_flag=True, help="All games, into the folder -o.")
@query_options
@click.option("-o", "--output", required=True, type=click.Path(), metavar="PATH",
              help="FILE.pdf, .html or .xlsx; FOLDER/ for all of them and CSV; a name: PDF and HTML.")  # fmt: skip
@click.option("--rounds", type=Whole(0), default=4_000_000, show_default=True,
              help="Rounds of the confirming simulation.")  # fmt: skip
@click.option("--author", default="", help="Who prepared it; left open it is a line to write on.")
@day_option("The date on the cover", usual="left open it is a line to write on")
@json_option
def packet(
    game: str | None,
    everything: bool,
    output: str,
    rounds: int,
    author: str,
    on: date | None,
    as_json: bool,
    **o: Any,
) -> None:
    """The regulator's packet of GAME: rules, pay tables, exact edges, strategy, evidence, hashes."""
    need(*EXTRAS["paper"])
    from pitboss.paper import Cover, build_packet
    from pitboss.sheets import game_ids

    if everything == bool(game):
        raise BadInput("Which game?", accepted="one GAME, or --all")
    folder = everything or output.endswith(("/", os.sep))
    check_output(Path(output), folder)
    files: list[Path] = []
    for name in game_ids() if everything else (str(game),):
        with progress_bar(f"Packet of {name}") as progress:
            made = build_packet(
                name, o["pay_table"], rounds, progress,
                wager=o["wager"], settings=parse_settings(o["settings"]), pay_table_file=o["pay_table_file"],
                cover=Cover(author, on.isoformat() if on else ""),
            )  # fmt: skip
        files += write(made, Path(output, name) if everything else Path(output), name, folder)
    show_files(files, as_json)


def check_output(output: Path, folder: bool) -> None:
    """Before the work: a folder that is there or can be made, or a file in one that is there."""
    if not folder and not output.is_dir():
        for path in paths_of(output, ""):
            check_place(path)
            check_over(path, kind_of_name(path))
    elif output.exists() and not output.is_dir():
        raise BadInput(f"{output} is a file.", accepted="a folder to write in")


def paths_of(output: Path, game: str, folder: bool = False) -> list[Path]:
    """By the output's ending."""
    if folder:
        return [output / f"{game}{kind}" for kind in KINDS]
    if output.suffix in KINDS:
        return [output]
    return [output.with_name(output.name + kind) for kind in KINDS[:2]]


def write(made: Packet, output: Path, game: str, folder: bool = False) -> list[Path]:
    """By the output's ending; a folder gets everything, the CSV tables with their check program too."""
    from pitboss.paper import packet_html, packet_pdf, workbook, write_csv

    kinds: dict[str, Callable[[], bytes]] = {
        ".pdf": lambda: packet_pdf(made),
        ".html": lambda: packet_html(made).encode(),
        ".xlsx": lambda: workbook(made.sheets),
    }
    everything = folder or output.is_dir()
    if everything:
        output.mkdir(parents=True, exist_ok=True)
    paths = paths_of(output, game, everything)
    for path in paths:
        write_file(path, kinds[path.suffix]())
    return [*paths, *(write_csv(made.sheets, output) if everything else ())]


# `pitboss design`: pay tables near a target.

DESIGN: Final = "pitboss design"
"""as the files say that it writes"""


@click.command()
@game_argument
@click.option("--wager", required=True, shell_complete=wagers_of, help="The wager to design a table for.")
@click.option("--target-edge", "target", required=True, help="House edge as a share, such as 0.05.")
@click.option("--target-deviation", help="Standard deviation to come near, in units of the wager.")
@click.option(
    "--pay-table", shell_complete=pay_tables, help="The approved table to start from; default: any of them."
)
@click.option("--keep", multiple=True, metavar="LINE=VALUE", help="Hold a line at a value; repeatable.")
@set_option
@click.option("--count", type=Whole(1, 20), default=5, show_default=True)
@output_option("Write the best table as TOML.")
@click.option("--max-deviation", help="No table with a larger standard deviation.")
@click.option("--min-hit", help="No table that wins less often than this share of rounds.")
@click.option("--max-prize", type=Whole(1), help="No table with a larger top prize.")
@click.option(
    "--frontier", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw edge against volatility: .svg, .html, or .json (Vega-Lite).",
)  # fmt: skip
@json_option
def design(
    game: str,
    wager: str,
    target: str,
    target_deviation: str | None,
    pay_table: str | None,
    keep: tuple[str, ...],
    settings: tuple[str, ...],
    count: int,
    output: Path | None,
    max_deviation: str | None,
    min_hit: str | None,
    max_prize: int | None,
    frontier: Path | None,
    as_json: bool,
) -> None:
    """Pay tables for GAME near a target edge, with whole odds a layout can print. For analysis (HR-07)."""
    from pitboss.analysis.designer import Bounds, as_toml, deviation
    from pitboss.analysis.designer import design as find
    from pitboss.analysis.designer import frontier as edge_frontier

    if frontier and frontier.suffix not in DRAWN:
        raise BadInput(f"{frontier.name} is no picture.", accepted="a file ending in .svg, .html or .json")
    if output:
        check_own(output, DESIGN)
    if frontier:
        check_place(frontier)
        check_over(frontier, kind_of_name(frontier))
        need("vl_convert")
    given, kept = parse_settings(settings), parse_settings(keep, "a line with its odds", "--keep line=value")
    bounds = Bounds(
        None if max_deviation is None else deviation("--max-deviation", max_deviation),
        None if min_hit is None else share("--min-hit", min_hit, 0),
        max_prize,
    )
    wild = None if target_deviation is None else deviation("--target-deviation", target_deviation)
    edge = share("--target-edge", target)
    with progress_bar(f"Designing {game} {wager}") as progress:
        found = find(game, wager, edge, pay_table, kept, given, wild, count, bounds, progress, errors.print)
        drawn = edge_frontier(game, wager, pay_table, kept, given, bounds, progress) if frontier else None
    best = found[0]
    if output:
        save(output, as_toml(best.table), by=DESIGN)
    if frontier and drawn:
        _draw_frontier(frontier, drawn, tuple(found))
    if as_json:
        shape = {"missed": best.misses(edge), "designs": [one.to_json() for one in found]}
        print_json(shape if drawn is None else {**shape, "frontier": drawn.to_json()})
    else:
        _show_designs(game, wager, target, found)
    if best.misses(edge):
        nearest = percent(best.result.house_edge, 3)
        errors.print(f"pitboss: no table comes near {target}; the nearest has {nearest}.")
        # a target that was not met is no success
        sys.exit(1)


def _show_designs(game: str, wager: str, target: str, found: Sequence[Design]) -> None:
    asked = titled(game, wager, settings=found[0].result.settings)
    shape = table(f"{asked}: target {target}", "line", *(f"#{n}" for n in range(1, len(found) + 1)))
    hands = dict.fromkeys(line.hand for d in found for line in d.table.lines if line.pays)
    for hand in hands:
        cells = []
        for d in found:
            text = str(d.table[hand].pays) if hand in d.table.by_hand else "-"
            cells.append(f"[bold]{text}[/bold]" if hand in d.changes else text)
        shape.add_row(hand, *cells)
    if len({d.start for d in found}) > 1:
        shape.add_row("from table", *(d.start for d in found))
    shape.add_row("house edge", *(percent(d.result.house_edge, 3) for d in found))
    shape.add_row("std dev", *(f"{float(d.result.standard_deviation):.3f}" for d in found))
    shape.add_row("wins", *(percent(d.result.hit_frequency, 2) for d in found))
    console.print(shape)
    if any(d.result.house_edge <= 0 for d in found):
        console.print("[bold red]A table with a negative edge favours the player.[/bold red]")
    console.print("[dim]Changed lines are bold. For analysis; play needs an approved table (HR-07).[/dim]")


DRAWN = (".svg", ".html", ".json")


def _draw_frontier(path: Path, found: Frontier, chosen: tuple[Design, ...]) -> None:
    from pitboss.paper.charts import frontier_chart, svg

    spec = frontier_chart(found, chosen)
    if path.suffix == ".json":
        save(path, json.dumps(spec, indent=1))
    elif path.suffix == ".svg":
        save(path, svg(spec))
    else:
        head = f'<meta charset="utf-8">\n<title>{escape(spec["title"])}</title>'
        save(path, f'<!doctype html>\n<html lang="en">\n{head}\n{svg(spec)}\n</html>\n')


# `pitboss exposure`
