"""`pitboss design`"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.arguments import share
from pitboss.cli import print_json
from pitboss.cli.complete import game_argument, pay_tables
from pitboss.cli.complete import wagers as wagers_of
from pitboss.cli.options import json_option, parse_settings, set_option, write_file
from pitboss.cli.show import console, errors, progress_bar, table
from pitboss.errors import BadInput
from pitboss.outfile import check_place
from pitboss.shown import percent, titled

if TYPE_CHECKING:
    from pitboss.edge.design import Design, DesignedTogether, Frontier, Wanted


@click.command()
@game_argument
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    required=True,
    shell_complete=wagers_of,
    help="The wager to design a table for; repeatable.",
)
@click.option(
    "--target-edge", "targets", multiple=True, required=True,
    help="House edge as a share, such as 0.05; for several wagers one for all, or one each in their order.",
)  # fmt: skip
@click.option("--together", help="Several wagers: the edge of all that is laid, one unit on each.")
@click.option("--target-deviation", help="Standard deviation to come near, in units of the wager.")
@click.option(
    "--pay-table", shell_complete=pay_tables, help="The approved table to start from; default: any of them."
)
@click.option("--keep", multiple=True, metavar="LINE=VALUE", help="Hold a line at a value; repeatable.")
@set_option
@click.option("--count", type=click.IntRange(1, 20), default=5, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the best table as TOML.")
@click.option("--max-deviation", help="No table with a larger standard deviation.")
@click.option("--min-hit", help="No table that wins less often than this share of rounds.")
@click.option("--max-prize", type=click.IntRange(1), help="No table with a larger top prize.")
@click.option(
    "--frontier", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw edge against volatility: .svg, .html, or .json (Vega-Lite).",
)  # fmt: skip
@json_option
def design(
    game: str,
    wagers: tuple[str, ...],
    targets: tuple[str, ...],
    together: str | None,
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
    from pitboss.edge.design import Bounds, Wanted, as_toml, deviation
    from pitboss.edge.design import frontier as edge_frontier
    from pitboss.edge.design import together as find

    if len(targets) not in (1, len(wagers)):
        raise BadInput(
            f"{len(wagers)} wagers and {len(targets)} targets.",
            accepted="one --target-edge for all, or one each",
        )
    if frontier and len(wagers) > 1:
        raise BadInput("--frontier draws one wager.", accepted="one --wager")
    if frontier and frontier.suffix not in DRAWN:
        raise BadInput(f"{frontier.name} is no picture.", accepted="a file ending in .svg, .html or .json")
    for path in filter(None, (output, frontier)):
        check_place(path)
    given, kept = parse_settings(settings), parse_settings(keep, "a line with its odds", "--keep line=value")
    bounds = Bounds(
        None if max_deviation is None else deviation("--max-deviation", max_deviation),
        None if min_hit is None else share("--min-hit", min_hit, 0),
        max_prize,
    )
    wild = None if target_deviation is None else deviation("--target-deviation", target_deviation)
    all_of_them = None if together is None else share("--together", together)
    each = targets * len(wagers) if len(targets) == 1 else targets
    wanted = [
        Wanted(name, share("--target-edge", target), 1, pay_table, mine, wild, bounds)
        for name, target, mine in zip(wagers, each, _kept(game, wagers, kept), strict=True)
    ]
    with progress_bar(f"Designing {game} {', '.join(wagers)}") as progress:
        found = find(
            game,
            wanted,
            all_of_them,
            given,
            count,
            progress,
            errors.print,
        )
        drawn = edge_frontier(game, wagers[0], pay_table, kept, given, bounds, progress) if frontier else None
    if output:
        write_file(output, "\n".join(as_toml(d.table) for d in found[0].designs))
    if frontier and drawn:
        _draw(frontier, drawn, tuple(one.designs[0] for one in found))
    best = zip(wanted, found[0].designs, strict=True)
    missed = [(want, d) for want, d in best if together is None and d.misses(want.target)]
    missed_all = all_of_them is not None and found[0].misses(all_of_them)
    if as_json:
        shape: dict[str, object] = {"missed": bool(missed) or missed_all}
        if len(wagers) > 1:
            shape["sets"] = [one.to_json() for one in found]
        else:
            shape["designs"] = [one.designs[0].to_json() for one in found]
        if drawn:
            shape["frontier"] = drawn.to_json()
        print_json(shape)
    else:
        _show(game, wanted, each, found)
    for want, d in missed:
        of = f" {want.wager}" if len(wagers) > 1 else ""
        said = each[wagers.index(want.wager)]
        errors.print(
            f"pitboss: no table{of} comes near {said}; the nearest has {percent(d.result.house_edge, 3)}."
        )
    if missed_all:
        errors.print(
            f"pitboss: no tables together come near {together}; the nearest have {percent(found[0].house_edge, 3)}."
        )
    if missed or missed_all:
        # a target that was not met is no success
        sys.exit(1)


def _show(
    game: str, wanted: Sequence[Wanted], targets: Sequence[str], found: Sequence[DesignedTogether]
) -> None:
    for at, want in enumerate(wanted):
        _show_wager(game, want, targets[at], [one.designs[at] for one in found])
    if len(wanted) > 1:
        shape = table("One unit on each", "", *(f"#{n}" for n in range(1, len(found) + 1)))
        shape.add_row("house edge of all", *(percent(one.house_edge, 3) for one in found))
        try:
            shape.add_row("std dev of all", *(f"{float(one.deviation()):.3f}" for one in found))
            why = ""
        except BadInput as error:
            why = f"No deviation of all: {error.message}"
        console.print(shape)
        if why:
            console.print(f"[dim]{why}[/dim]")
    if any(d.result.house_edge <= 0 for one in found for d in one.designs):
        console.print("[bold red]A table with a negative edge favours the player.[/bold red]")
    console.print("[dim]Changed lines are bold. For analysis; play needs an approved table (HR-07).[/dim]")


def _show_wager(game: str, want: Wanted, target: str, found: Sequence[Design]) -> None:
    asked = titled(game, want.wager, settings=found[0].result.settings)
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


def _kept(game: str, wagers: Sequence[str], keep: Mapping[str, str]) -> list[dict[str, str]]:
    """Each wager's own lines among those to be held: `LINE`, or `WAGER/LINE` where two wagers have one of that name."""
    if len(wagers) == 1:
        return [dict(keep)]
    from pitboss.approvals import sheet

    found: list[dict[str, str]] = []
    for wager in wagers:
        lines = {line.hand for t in sheet(game).tables(wager) for line in t.lines}
        found.append(
            {h.removeprefix(f"{wager}/"): v for h, v in keep.items() if h.removeprefix(f"{wager}/") in lines}
        )
    for name in keep:
        if not any(name.partition("/")[2] in mine or name in mine for mine in found):
            raise BadInput(f"No table has a line {name!r}.", accepted="LINE=VALUE, or WAGER/LINE=VALUE")
    return found


DRAWN = (".svg", ".html", ".json")


def _draw(path: Path, found: Frontier, chosen: tuple[Design, ...]) -> None:
    from pitboss.paper.charts import frontier_chart, svg

    spec = frontier_chart(found, chosen)
    if path.suffix == ".json":
        write_file(path, json.dumps(spec, indent=1))
    elif path.suffix == ".svg":
        write_file(path, svg(spec))
    else:
        head = f'<meta charset="utf-8">\n<title>{escape(spec["title"])}</title>'
        write_file(path, f'<!doctype html>\n<html lang="en">\n{head}\n{svg(spec)}\n</html>\n')
